/** Checks that the change numbers, positions, counters and lists of a blog agree with its posts. */
import { isDeepStrictEqual } from 'node:util'
import type { Pool } from '../../db/client.ts'
import { documentOf, idsIn, numberIn } from './service.ts'

interface Distinct {
  Numbers: number
  Orders: number
  Posts: number
}
interface Counters {
  LastCId: number
  PublishedCId: number
  PostCount: number
  PublishedCount: number
}

/**
 * Returns all differences between a blog and its posts. Nobody may write to the blog meanwhile.
 * @param base address of the service
 */
export const inconsistenciesOf = async (base: string, sql: Pool, blog: number): Promise<string[]> => {
  const faults: string[] = []
  const compare = (name: string, actual: unknown, expected: unknown) => {
    if (isDeepStrictEqual(actual, expected)) return
    faults.push(`${name}: ${JSON.stringify(actual)} instead of ${JSON.stringify(expected)}`)
  }

  const [counters] = await sql<[Counters]>`
    select last_c_id, published_c_id, post_count, published_count from blogs where id = ${blog}`
  const [{ Numbers, Orders, Posts, ...counted }] = await sql<[Counters & Distinct]>`
    select max(c_id) as last_c_id, coalesce(max(published_c_id), 0) as published_c_id,
      (count(*) filter (where deleted_on is null))::integer as post_count,
      (count(*) filter (where deleted_on is null and published_on is not null))::integer as published_count,
      count(distinct c_id)::integer as numbers, count(distinct "order")::integer as orders, count(*)::integer as posts
    from posts where blog = ${blog}`
  compare('counters', { ...counters }, counted)
  compare('distinct change numbers', Numbers, Posts)
  compare('distinct orders', Orders, Posts)

  const lists = [
    ['', counters.PostCount, counters.LastCId, sql`true`],
    ['/Published', counters.PublishedCount, counters.PublishedCId, sql`published_on is not null`],
    ['/Unpublished', counters.PostCount - counters.PublishedCount, counters.LastCId, sql`published_on is null`]
  ] as const
  for (const [end, total, last, condition] of lists) {
    const answer = await fetch(`${base}/resources/Desk/Blog/${blog}/Post${end}?limit=1000`, {
      headers: { accept: 'application/json' }
    })
    const document = documentOf(await answer.json())
    const top = await sql<{ Id: number }[]>`
      select id from posts where blog = ${blog} and deleted_on is null and ${condition}
      order by "order" desc limit 1000`
    compare(`total of Post${end}`, numberIn(document, 'total'), total)
    compare(`offsetMore of Post${end}`, numberIn(document, 'offsetMore'), total)
    compare(`lastCId of Post${end}`, numberIn(document, 'lastCId'), last)
    compare(
      `items of Post${end}`,
      idsIn(document),
      top.map(({ Id }) => Id)
    )
  }
  return faults
}
