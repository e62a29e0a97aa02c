/** Posts in the database: moves keep the order total. */
import fc from 'fast-check'
import t from 'tap'
import { build } from '../../support/app.ts'

const POSTS = 60
/** Number of posts that are never moved. */
const UNTOUCHED = 20
const MOVES = 2_000
/** Number of moves in a statement, so that it ends within its ten seconds while other tests run. */
const MOVES_AT_ONCE = 250

t.test('two thousand random moves result in the expected order', async (t) => {
  const { sql } = await build(t)
  const inserted = await sql<{ Id: number }[]>`
    insert into posts (blog, creator, content, published_on)
    select 3, 1, n::text, now() from generate_series(1, ${POSTS}::integer) as n
    returning id`
  const ids = inserted.map(({ Id }) => Id)
  const positionsOf = async (postIds: readonly number[]) =>
    await sql<{ Id: number }[]>`
    select id, "order"::text, c_id from posts where id in ${sql(postIds)} order by id`
  const untouched = ids.slice(0, UNTOUCHED)
  const positions = await positionsOf(untouched)

  const [moves = []] = fc.sample(
    fc.array(fc.tuple(fc.constantFrom(...ids.slice(UNTOUCHED)), fc.constantFrom(...ids), fc.boolean()), {
      minLength: MOVES,
      maxLength: MOVES
    }),
    1
  )
  const realMoves = moves.filter(([post, reference]) => post !== reference)
  const order = [...ids].reverse()
  for (const [post, reference, above] of realMoves) {
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
  for (let from = 0; from < realMoves.length; from += MOVES_AT_ONCE) {
    await sql`select move_all(${sql.json(realMoves.slice(from, from + MOVES_AT_ONCE))}::json)`
  }

  const rows = await sql<{ Id: number }[]>`select id from posts where id in ${sql(ids)} order by "order" desc`
  const moved = rows.map(({ Id }) => Id)
  t.same(moved, order, 'the order is the expected one')
  t.same(await positionsOf(untouched), positions, 'the other posts were not moved')
  const [{ Digits, Ties }] = await sql<[{ Digits: number; Ties: number }]>`
    select max(length("order"::text)) as digits, count(*)::integer - count(distinct "order")::integer as ties
    from posts where blog = 3`
  t.equal(Ties, 0)
  t.comment(`the longest order has ${Digits} digits`)
})

t.test('five hundred moves to the same position keep the order', async (t) => {
  const { sql } = await build(t)
  const inserted = await sql<{ Id: number }[]>`
    insert into posts (blog, creator, content) select 3, 1, n::text from generate_series(1, 3) as n returning id`
  const [low = 0, middle = 0, high = 0] = inserted.map(({ Id }) => Id)
  for (let move = 0; move < 500; move++) {
    const [post] = move % 2 === 0 ? [high] : [middle]
    await sql`select move_post(3, ${post}, null, ${low}, true)`
  }
  const rows = await sql<
    { Id: number }[]
  >`select id from posts where id in ${sql(inserted.map(({ Id }) => Id))} order by "order"`
  const ordered = rows.map(({ Id }) => Id)
  t.same(ordered, [low, middle, high], 'the post that was moved last is directly above the lowest')
})
