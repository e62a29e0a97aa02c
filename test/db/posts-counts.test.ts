/** What a blog's lists show and count is what its posts say, whatever happened to them and however they are asked. */
import fc from 'fast-check'
import t, { type Test } from 'tap'
import type { Fragment, Pool } from '../../db/client.ts'
import { dataPosts, type DataPostScope } from '../../db/posts/data-posts.ts'
import { posts, type PostScope, type PostState } from '../../db/posts/blog-posts.ts'
import { build } from '../support/app.ts'

/** More than one block of change numbers and of places. */
const LENGTH = 2600
const BLOG = 3

interface Row { Id: number, CId: number, Place: number, Creator: number, Author?: number, Type: string, Listed: boolean, Published: boolean, WasPublished: boolean }

const rowsOf = (sql: Pool): Promise<Row[]> => sql<Row[]>`
  select id, c_id, "order"::float8 as place, creator, author, type, deleted_on is null as listed, deleted_on is null and published_on is not null as published, was_published
  from posts where blog = ${BLOG} order by "order" desc`

/** Changes some posts as their ids' remainders say, each in a way of its own. */
const change = async (sql: Pool, kind: number, modulus: number, remainder: number) => {
  const some = sql`blog = ${BLOG} and id % ${modulus}::integer = ${remainder % modulus}`
  switch (kind) {
    case 0: return sql`update posts set published_on = now() where ${some} and published_on is null`
    case 1: return sql`update posts set published_on = null where ${some}`
    case 2: return sql`update posts set deleted_on = now() where ${some}`
    case 3: return sql`update posts set deleted_on = null where ${some}`
    case 4: return sql`update posts set content = content || '.', updated_on = now() where ${some}`
    case 5: return sql`update posts set type = 'wrapup' where ${some}`
    case 6: return sql`update posts set creator = 4, author = null where ${some}`
    // Between two neighbours, from wherever they were.
    case 7: return sql`update posts set "order" = ${remainder} + 0.5 + id / 1000000.0 where ${some}`
    default: return sql`insert into posts (blog, creator, author, content, published_on) select ${BLOG}, 2, 13, 'x', case when n % 2 = 0 then now() end from generate_series(1, ${remainder}::integer) as n`
  }
}

const bound = fc.integer({ min: 0, max: LENGTH * 2 })
const changeBounds = fc.record({ cId: bound, 'cId.since': bound, 'cId.start': bound, 'cId.until': bound, 'cId.end': bound }, { requiredKeys: [] })
const placeBounds = fc.record({ 'order.since': bound, 'order.start': bound, 'order.until': bound, 'order.end': bound }, { requiredKeys: [] })
  .map((bounds) => Object.fromEntries(Object.entries(bounds).map(([name, value]) => [name, `${value}${value % 3 === 0 ? '.5' : ''}`])))
const scopes: fc.Arbitrary<PostScope> = fc.oneof({ weight: 2, arbitrary: fc.constant({}) },
  fc.constantFrom<PostScope>({ creator: 2 }, { creator: 4, type: 'wrapup' }, { author: 13 }, { type: 'normal', author: 13 }, { type: 'quote' }, { comments: true }, { chain: 'comment' }, { chain: 'internal' }))
const since = fc.integer({ min: 0, max: LENGTH * 2 }).map((from) => ({ 'cId.since': from }))
const asked = fc.record({
  state: fc.constantFrom<PostState>('all', 'published', 'unpublished'),
  bounds: fc.oneof(fc.constant({}), changeBounds, since, placeBounds, fc.tuple(since, placeBounds).map(([one, other]) => ({ ...one, ...other }))),
  scope: scopes,
  offset: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: LENGTH + 100 })),
  limit: fc.integer({ min: 0, max: 40 })
})

const holds = (value: number, name: string, query: Readonly<Record<string, unknown>>) => Object.entries(query).every(([parameter, against]) => {
  const [criterion, operator = 'equal'] = parameter.split('.')
  if (criterion !== name) return true
  const edge = Number(against)
  return { equal: value === edge, since: value > edge, start: value >= edge, until: value < edge, end: value <= edge }[operator]
})

t.test('counts and pages after anything that happens to posts', { timeout: 120_000 }, async (t) => {
  const { app, sql } = await build(t)
  await sql`insert into posts (blog, creator, author, content, published_on)
    select ${BLOG}, 2, 13, 'post ' || n, case when n % 5 > 0 then now() end from generate_series(1, ${LENGTH}::integer) as n`
  await sql`insert into posts (creator, author, content, published_on) select 2, 13, 'of no blog', case when n % 2 = 0 then now() end from generate_series(1, 9) as n`
  const authors = async (scope: PostScope) => new Set((await sql<{ Id: number }[]>`
    select collaborators.id from collaborators join sources on sources.id = collaborators.source
    where sources.type = ${scope.comments ? 'comment' : scope.chain ?? ''} and (${scope.chain === undefined} or sources.id in (select source from blog_sources where blog = ${BLOG}))`).map(({ Id }) => Id))

  const steps = fc.tuple(fc.integer({ min: 0, max: 8 }), fc.integer({ min: 2, max: 40 }), fc.integer({ min: 0, max: 300 }))
  await fc.assert(fc.asyncProperty(fc.array(steps, { minLength: 1, maxLength: 4 }), fc.array(asked, { minLength: 8, maxLength: 8 }), async (changes, lists) => {
    for (const [kind, modulus, remainder] of changes) await change(sql, kind, modulus, remainder)
    const rows = await rowsOf(sql)
    for (const { state, bounds, scope, offset, limit } of lists) {
      const members = await authors(scope)
      const following = Object.keys(bounds).some((name) => name.startsWith('cId'))
      const isNow = ({ Listed, Published }: Row) => state === 'all' ? Listed : state === 'published' ? Published : Listed && !Published
      const isIn = (row: Row) => holds(row.Place, 'order', bounds) && (scope.creator ?? row.Creator) === row.Creator && (scope.author ?? row.Author) === row.Author &&
        (scope.type ?? row.Type) === row.Type && (scope.comments === undefined && scope.chain === undefined ? true : members.has(row.Author ?? 0))
      const listed = rows.filter((row) => isIn(row) && isNow(row))
      const shown = following ? rows.filter((row) => isIn(row) && holds(row.CId, 'cId', bounds) && (state !== 'published' || row.WasPublished)) : listed
      const page = await posts(sql).list(BLOG, state, { offset, limit, detailed: true, ...bounds }, scope)
      const expected = {
        total: shown.length,
        limit: Math.min(limit, shown.length),
        offset,
        offsetMore: listed.length,
        items: shown.slice(offset, offset + limit).map((row) => [row.Id, !isNow(row)])
      }
      const found = { total: page?.total, limit: page?.limit, offset: page?.offset, offsetMore: page?.offsetMore, items: page?.items.map(({ Id, Trimmed }) => [Id, Trimmed]) }
      if (JSON.stringify(expected) !== JSON.stringify(found)) t.same(found, expected, JSON.stringify({ state, bounds, scope, offset, limit }))
    }
    await assertKept(sql)
    await checkDataPosts(t, sql)
    return t.passing()
  }), { numRuns: 25, endOnFailure: true })

  t.test('a long delta leaves out no block that it should read, and no post at the edge of one', async (t) => {
    const [{ Id }] = await sql<[{ Id: number }]>`insert into blogs (type, language, creator, title) values (1, 1, 1, 'long') returning id`
    // Numbers and places are the same here: 5,000 posts, none of them changed since.
    await sql`insert into posts (blog, creator, content, published_on) select ${Id}, 2, 'x', now() from generate_series(1, 5000)`
    for (const [from, state] of [0, 1, 1022, 1023, 1024, 2046, 2047, 2048, 2999, 3000, 3001, 4999, 5000].flatMap((from) => [[from, 'published'], [from, 'all']] as const)) {
      const page = await posts(sql).list(Id, state, { offset: Math.max(0, 5000 - from - 3), limit: 10, detailed: true, 'cId.since': from })
      const oldest = [from + 3, from + 2, from + 1].filter((place) => place <= 5000)
      t.same([page?.total, page?.items.map(({ Order }) => Number(Order))], [5000 - from, oldest], `${state} since ${from}`)
    }
  })

  t.test('counting anew finds what was kept, sixteen writers at a time', async (t) => {
    await Promise.all(Array.from({ length: 16 }, async (_, writer) => {
      const pool = writer % 2 === 0 ? sql : app.sql
      // Single posts: who changes many of one blog in a statement may meet another that does and wait in a circle.
      for (let step = 0; step < 25; step++) {
        const id = sql`(select id from posts where blog = ${1 + writer % 3} order by md5(id::text || ${`${writer} ${step}`}) limit 1)`
        if (step % 3 === 0) await pool`insert into posts (blog, creator, content, published_on) values (${1 + writer % 3}, 2, 'y', now())`
        else if (step % 3 === 1) await pool`update posts set published_on = case when published_on is null then now() end where id = ${id}`
        else await pool`update posts set deleted_on = case when deleted_on is null then now() end, type = 'quote' where id = ${id}`
      }
    }))
    const kept = await keptCounts(sql)
    await sql`call count_posts()`
    t.same(await keptCounts(sql), kept)
  })
})

/** The lists of posts seen without their blog, against plain counts. */
const checkDataPosts = async (t: Pick<Test, 'same'>, sql: Pool) => {
  const scopes: readonly [DataPostScope, Fragment][] = [
    [{}, sql`true`],
    [{ creator: 2 }, sql`creator = 2`],
    [{ creator: 2, author: 13 }, sql`creator = 2 and author = 13`],
    [{ source: 1 }, sql`author in (select id from collaborators where source = 1)`],
    [{ sourceType: 'internal' }, sql`author in (select collaborators.id from collaborators join sources on sources.id = source where sources.type = 'internal')`],
    [{ sourceType: 'comment' }, sql`author in (select collaborators.id from collaborators join sources on sources.id = source where sources.type = 'comment')`]
  ]
  const states = { all: sql`true`, published: sql`published_on is not null`, unpublished: sql`published_on is null` }
  for (const state of ['all', 'published', 'unpublished'] as const) {
    for (const [scope, condition] of scopes) {
      const expected = (await sql<{ Id: number }[]>`select id from posts where deleted_on is null and ${states[state]} and ${condition} order by id`).map(({ Id }) => Id)
      const { total, items } = await dataPosts(sql).list(state, { offset: 7, limit: 30, detailed: true }, scope)
      t.same([total, items.map(({ Id }) => Id)], [expected.length, expected.slice(7, 37)], JSON.stringify({ state, scope }))
    }
  }
}

/** Rows that count nothing are as good as none. */
const keptCounts = async (sql: Pool) => [
  [...await sql`select blog, c_id, posts, published from post_change_blocks order by 1, 2`],
  [...await sql`select blog, "order", listed, published from post_order_blocks where listed > 0 order by 1, 2`],
  [...await sql`select blog, creator, author, type, listed, published from post_counts where listed > 0 order by 1, 2, 3, 4`]
]

/** No block knows of an older newest change than its posts have. */
const assertKept = async (sql: Pool) => {
  const behind = await sql`
    select from posts where blog is not null and not exists (
      select from post_order_blocks as block where block.blog = posts.blog and block."order" = floor(posts."order" / 1024) * 1024 and block.last_c_id >= posts.c_id)`
  if (behind.length > 0) throw new Error(`${behind.length} posts lie in blocks that do not know of them`)
}
