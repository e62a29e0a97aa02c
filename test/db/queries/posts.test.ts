/** Posts in the database: moves keep the order total, and every text of Unicode is stored. */
import fc from 'fast-check'
import t from 'tap'
import { build } from '../../support/app.ts'
import { readTree } from '../../plugins/libxml2.ts'
import { legalText } from '../../support/rows.ts'
import { until } from '../../support/until.ts'
import { escapeXml } from '../../support/xml.ts'

const POSTS = 60
/** Number of posts that are never moved. */
const UNTOUCHED = 20
const MOVES = 10_000

t.test('ten thousand random moves result in the expected order', async (t) => {
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
  for (let from = 0; from < realMoves.length; from += 1000) {
    await sql`select move_all(${sql.json(realMoves.slice(from, from + 1000))}::json)`
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

/** Number of texts. The environment variable TEXTS overrides it. */
const COUNT = Number(process.env.TEXTS ?? 150)
const IN_FLIGHT = 3

/** Calls `work` with each number below `count`, several at a time. */
const each = async (count: number, work: (at: number) => Promise<void>) => {
  let next = 0
  const worker = async () => {
    while (next < count) {
      const at = next
      next += 1
      await work(at)
    }
  }
  await Promise.all(Array.from({ length: IN_FLIGHT }, worker))
}

/** Returns the Accept header of a text: XML for every other pair, so that there are all combinations with bodies. */
const acceptOf = (at: number) => (at % 4 < 2 ? 'application/xml' : 'application/json')

/** Returns the content of a post in XML or JSON. */
const contentOf = (type: unknown, body: string): unknown =>
  String(type).includes('json')
    ? JSON.parse(body).Content
    : readTree(body).children.find(({ name }) => name === 'Content')?.text

t.test('texts of all scripts are stored and shown exactly as posted', async (t) => {
  const { app, get, sql, tokenOf } = await build(t)
  const authorization = await tokenOf('admin')
  const seed = Math.floor(Math.random() * 2 ** 31)
  const contents = fc.sample(
    legalText.filter((text) => text !== ''),
    { numRuns: COUNT, seed }
  )
  const addresses: string[] = []
  const wrong: string[] = []
  const compare = (at: number, step: string, actual: unknown) => {
    if (actual !== contents[at]) wrong.push(`${step}: ${JSON.stringify(contents[at])} became ${JSON.stringify(actual)}`)
  }
  t.comment(`seed ${seed}`)

  await each(COUNT, async (at) => {
    const content = contents[at] ?? ''
    const [type, payload] =
      at % 2 === 0
        ? [
            'application/xml; charset=utf-8',
            `<?xml version="1.0" encoding="UTF-8"?>\n<Post><Content>${escapeXml(content)}</Content></Post>`
          ]
        : ['application/json', JSON.stringify({ Content: content })]
    const accept = acceptOf(at)
    const headers = { authorization, accept, 'content-type': type }
    const insert = () => app.inject({ method: 'POST', url: '/resources/Desk/Blog/1/Post', headers, payload })
    // A busy machine may refuse an insert, which is not stored then.
    const answer = await until(insert, ({ statusCode }) => statusCode !== 503)
    addresses[at] = String(answer.headers.location)
    if (answer.statusCode === 201) {
      compare(at, `response to ${type}`, contentOf(answer.headers['content-type'], answer.body))
    } else wrong.push(`${answer.statusCode} for ${payload}: ${answer.body}`)
  })
  t.same(wrong.slice(0, 5), [], `the responses to ${COUNT} inserts have the texts`)
  t.equal(new Set(addresses).size, COUNT)

  await each(COUNT, async (at) => {
    const accept = acceptOf(at + 2)
    const { pathname } = new URL(addresses[at] ?? '')
    const { headers, body } = await until(
      () => get(pathname, { accept }),
      ({ statusCode }) => statusCode !== 503
    )
    compare(at, accept, contentOf(headers['content-type'], body))
  })
  t.same(wrong.slice(0, 5), [], 'reading in the other format returns the texts')

  const stored = new Map(
    (await sql<{ Id: number; Content: string }[]>`select id, content from posts where blog = 1`).map(
      ({ Id, Content }) => [Id, Content]
    )
  )
  for (const [at, address] of addresses.entries()) compare(at, 'stored', stored.get(Number(address.split('/').at(-1))))
  t.same(wrong.slice(0, 5), [], 'the database has the texts')
})
