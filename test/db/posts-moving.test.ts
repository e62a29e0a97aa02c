/** However often posts are moved, a blog's order is total, and posts that nobody touched stay where they are. */
import fc from 'fast-check'
import t from '../support/tap.ts'
import { build } from '../support/app.ts'

const POSTS = 60
/** Posts that are never moved: the others move around them. */
const UNTOUCHED = 20
const MOVES = 10_000

t.test('ten thousand random moves', async (t) => {
  const { sql } = await build(t)
  const made = await sql<{ Id: number }[]>`
    insert into posts (blog, creator, content, published_on) select 3, 1, n::text, now() from generate_series(1, ${POSTS}::integer) as n
    returning id`
  const ids = made.map(({ Id }) => Id)
  const placesOf = async (some: readonly number[]) =>
    await sql<{ Id: number }[]>`
    select id, "order"::text, c_id from posts where id in ${sql(some)} order by id`
  const untouched = ids.slice(0, UNTOUCHED)
  const before = await placesOf(untouched)

  const [moves = []] = fc.sample(
    fc.array(fc.tuple(fc.constantFrom(...ids.slice(UNTOUCHED)), fc.constantFrom(...ids), fc.boolean()), {
      minLength: MOVES,
      maxLength: MOVES
    }),
    1
  )
  const meant = moves.filter(([post, reference]) => post !== reference)
  const order = [...ids].reverse()
  for (const [post, reference, above] of meant) {
    order.splice(order.indexOf(post), 1)
    order.splice(order.indexOf(reference) + (above ? 0 : 1), 0, post)
  }
  await sql`create function move_all(moves json) returns void language plpgsql as $$
    declare
      move json;
    begin
      for move in select * from json_array_elements(moves) loop
        perform move_post(3, (move->>0)::integer, null, (move->>1)::integer, (move->>2)::boolean);
      end loop;
    end $$`
  for (let from = 0; from < meant.length; from += 1000) {
    await sql`select move_all(${sql.json(meant.slice(from, from + 1000))}::json)`
  }

  const rows = await sql<{ Id: number }[]>`select id from posts where id in ${sql(ids)} order by "order" desc`
  t.same(
    rows.map(({ Id }) => Id),
    order,
    'the order is the one that was meant'
  )
  t.same(await placesOf(untouched), before, 'nobody else was moved')
  const [{ Digits, Ties }] = await sql<[{ Digits: number; Ties: number }]>`
    select max(length("order"::text)) as digits, count(*)::integer - count(distinct "order")::integer as ties
    from posts where blog = 3`
  t.equal(Ties, 0)
  t.comment(`the longest place has ${Digits} digits`)
})

t.test('five hundred moves to the same spot', async (t) => {
  const { sql } = await build(t)
  const made = await sql<{ Id: number }[]>`
    insert into posts (blog, creator, content) select 3, 1, n::text from generate_series(1, 3) as n returning id`
  const [low = 0, middle = 0, high = 0] = made.map(({ Id }) => Id)
  for (let turn = 0; turn < 500; turn++) {
    const [moved] = turn % 2 === 0 ? [high] : [middle]
    await sql`select move_post(3, ${moved}, null, ${low}, true)`
  }
  const rows = await sql<
    { Id: number }[]
  >`select id from posts where id in ${sql(made.map(({ Id }) => Id))} order by "order"`
  t.same(
    rows.map(({ Id }) => Id),
    [low, middle, high],
    'each lies right above the lowest in its turn'
  )
})
