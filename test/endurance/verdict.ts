/** Whether numbers, counters, lists and readers agree with the posts of a blog, once nobody writes any more. */
import { isDeepStrictEqual } from 'node:util'
import type { Pool } from '../../db/client.ts'
import { lookBySql, type Follower, type Piece } from './follower.ts'
import { idsIn, numberIn, type Ask } from './service.ts'

interface Told { LastCId: number, PublishedCId: number, PostCount: number, PublishedCount: number, LastOrder: number }

/** @returns everything that is not as it should be */
export const verdictOf = async ({ ask, sql, blog, list, changes, drafts, published }: {
  ask: Ask, sql: Pool, blog: number, list: string, changes: number, drafts: Follower, published: Follower
}): Promise<string[]> => {
  const faults: string[] = []
  const same = (what: string, found: unknown, expected: unknown) => {
    if (!isDeepStrictEqual(found, expected)) faults.push(`${what}: ${JSON.stringify(found)} instead of ${JSON.stringify(expected)}`)
  }

  const [told] = await sql<[Told]>`
    select last_c_id, published_c_id, post_count, published_count, last_order::float from blogs where id = ${blog}`
  const [counted] = await sql<[Told & { Numbers: number, Orders: number, Posts: number }]>`
    select max(c_id) as last_c_id, coalesce(max(c_id) filter (where was_published), 0) as published_c_id,
      (count(*) filter (where deleted_on is null))::integer as post_count,
      (count(*) filter (where deleted_on is null and published_on is not null))::integer as published_count,
      count(distinct c_id)::integer as numbers, count(distinct "order")::integer as orders, count(*)::integer as posts
    from posts where blog = ${blog}`
  same('changes made and numbers given', told.LastCId, changes)
  const { LastOrder: _order, ...counters } = told
  const { Numbers, Orders, Posts, LastOrder: _none, ...fresh } = counted
  same('counters and fresh counts', counters, fresh)
  same('numbers of their own', Numbers, Posts)
  same('places of their own', Orders, Posts)

  const lists = [
    ['', told.PostCount, told.LastCId, sql`true`],
    ['/Published', told.PublishedCount, told.PublishedCId, sql`published_on is not null`],
    ['/Unpublished', told.PostCount - told.PublishedCount, told.LastCId, sql`published_on is null`]
  ] as const
  for (const [end, total, last, condition] of lists) {
    const { document } = await ask('GET', `${list}${end}?limit=1000`)
    const top = await sql<{ Id: number }[]>`
      select id from posts where blog = ${blog} and deleted_on is null and ${condition} order by "order" desc limit 1000`
    same(`total of Post${end}`, numberIn(document, 'total'), total)
    same(`offsetMore of Post${end}`, numberIn(document, 'offsetMore'), total)
    same(`lastCId of Post${end}`, numberIn(document, 'lastCId'), last)
    same(`items of Post${end}`, idsIn(document), top.map(({ Id }) => Id))
  }

  const rows = await sql<{ Id: number, WasPublished: boolean }[]>`select id, was_published from posts where blog = ${blog}`
  for (const [what, follower, wanted] of [['all', drafts, rows], ['published', published, rows.filter(({ WasPublished }) => WasPublished)]] as const) {
    const actual = new Map(await lookBySql(sql)(wanted.map(({ Id }) => Id)))
    const wrong = differences(follower.pieces, actual)
    same(`posts that the reader of ${what} posts has wrong`, wrong.slice(0, 3), [])
    same(`posts known to the reader of ${what} posts`, follower.pieces.size, actual.size)
  }
  return faults
}

/**
 * Changes that a reader should have seen and did not: the newest change of a post is not newer than what the reader
 * has followed, yet the reader knows the post as it was before.
 */
export const missedBy = async (sql: Pool, blog: number, { pieces, since }: Follower, { published }: { published: boolean }): Promise<string[]> => {
  const followed = since()
  const rows = await sql<{ Id: number, CId: number }[]>`
    select id, c_id from posts where blog = ${blog} and c_id <= ${followed} and ${published ? sql`was_published` : sql`true`}`
  return rows.filter(({ Id, CId }) => pieces.get(Id)?.CId !== CId)
    .map(({ Id, CId }) => `a reader at ${followed} knows change ${pieces.get(Id)?.CId} of post ${Id}, whose newest is ${CId}`)
}

const differences = (known: ReadonlyMap<number, Piece>, actual: ReadonlyMap<number, Piece>) =>
  [...actual].filter(([id, piece]) => !isDeepStrictEqual(known.get(id), piece)).map(([id, piece]) => ({ id, known: known.get(id), actual: piece }))
