/** An insert and the read of its response are one transaction, so a retry after an error inserts no second post. */
import t from 'tap'
import { build } from '../support/app.ts'
import { documentOf } from './wire.ts'
import { stateOf } from './state.ts'

const url = '/resources/Desk/Blog/3/Post/Publish'

/** Names of tests, each with a statement that lets inserts fail after their row was written. */
const failures = [
  [
    'an insert whose connection ends during the statement stores nothing',
    'create trigger die after insert on posts for each row execute function die()'
  ],
  [
    'an insert whose connection ends during the commit stores nothing',
    `create constraint trigger die after insert on posts deferrable initially deferred
    for each row execute function die()`
  ],
  ['an insert whose response cannot be read stores nothing', 'alter view post_rows rename to somewhere_else']
] as const

for (const [about, statement] of failures) {
  await t.test(about, async (t) => {
    const { post, sql, tokenOf } = await build(t)
    const authorization = await tokenOf('admin')
    await sql`
      create function die() returns trigger language plpgsql as $$ begin
        perform pg_terminate_backend(pg_backend_pid());
        return null;
      end $$`
    await sql.unsafe(statement)
    const before = await stateOf(sql)
    for (let attempt = 1; attempt <= 3; attempt++) {
      const { statusCode } = await post(url, { Content: 'once' }, { authorization })
      t.ok(statusCode >= 500, `attempt ${attempt} answers ${statusCode}`)
      t.same(await stateOf(sql), before, `attempt ${attempt} stores nothing`)
    }
  })
}

await t.test('a post is inserted and read in one statement', async (t) => {
  const statements: string[] = []
  const { post, tokenOf } = await build(
    t,
    {},
    {
      watch: (statement) => {
        statements.push(statement.trim().toLowerCase())
      }
    }
  )
  const authorization = await tokenOf('admin')
  statements.length = 0
  const answer = await post(url, { Content: 'once' }, { authorization })
  t.equal(documentOf(answer).Content, 'once')
  const steps = statements.flatMap(
    (statement) => /^(begin|commit)\b|\bposts\b|insert_post|\bpost_rows\b/.exec(statement)?.[0] ?? []
  )
  t.same(steps, ['insert_post'])
})
