/** A write that was refused because the database was slow is not stored afterwards. */
import t from 'tap'
import { build } from '../support/app.ts'
import { expectProblem } from './problem.ts'

t.test('a correction whose checks took too long is refused and not stored', async (t) => {
  const { app, sql, tokenOf } = await build(t)
  // Together, the check of the key and the correction take longer than a request may take.
  await sql`
    create or replace function made_by_key(user_id integer, given_key text, given_request text) returns integer
    language plpgsql as $$ begin
      perform pg_sleep(1.3);
      return null;
    end $$`
  await sql`
    create function slow_down() returns trigger language plpgsql as $$ begin
      perform pg_sleep(0.8);
      return new;
    end $$`
  await sql`create trigger slow_down before update on posts for each row execute function slow_down()`
  const [{ Id }] = await sql<[{ Id: number }]>`select max(id) as id from posts where blog = 3`

  const answer = await app.inject({
    method: 'PUT',
    url: `/resources/Desk/Blog/3/Post/${Id}`,
    payload: { Content: 'too late' },
    headers: { authorization: await tokenOf('admin'), 'idempotency-key': 'slow' }
  })
  expectProblem(t, answer, { status: 503, kind: 'unavailable' })
  const isBusy = async () =>
    (
      await sql`
        select from pg_stat_activity
        where datname = current_database() and state = 'active' and query like '%change_post(%'
          and pid <> pg_backend_pid()`
    ).count > 0
  while (await isBusy());
  t.equal((await sql`select from posts where content = 'too late'`).count, 0)
})
