/** Whether numbers, places, counters and lists agree with the posts of a blog, in which nobody writes just now. */
import { isDeepStrictEqual } from 'node:util'
import type { Pool } from '../../db/client.ts'
import { documentOf, idsIn, numberIn } from './service.ts'

interface Distinct {
  Numbers: number
  Places: number
  Posts: number
}
interface Counters {
  LastCId: number
  PublishedCId: number
  PostCount: number
  PublishedCount: number
}

/** @param base address of the service. @returns everything that is not as it should be */
export const verdictOf = async (base: string, sql: Pool, blog: number): Promise<string[]> => {
  const faults: string[] = []
  const same = (what: string, found: unknown, expected: unknown) => {
    if (isDeepStrictEqual(found, expected)) return
    faults.push(`${what}: ${JSON.stringify(found)} instead of ${JSON.stringify(expected)}`)
  }

  const [kept] = await sql<[Counters]>`
    select last_c_id, published_c_id, post_count, published_count from blogs where id = ${blog}`
  const [{ Numbers, Places, Posts, ...counted }] = await sql<[Counters & Distinct]>`
    select max(c_id) as last_c_id, coalesce(max(c_id) filter (where was_published), 0) as published_c_id,
      (count(*) filter (where deleted_on is null))::integer as post_count,
      (count(*) filter (where deleted_on is null and published_on is not null))::integer as published_count,
      count(distinct c_id)::integer as numbers, count(distinct "order")::integer as places, count(*)::integer as posts
    from posts where blog = ${blog}`
  same('counters', { ...kept }, counted)
  same('change numbers of their own', Numbers, Posts)
  same('places of their own', Places, Posts)

  const lists = [
    ['', kept.PostCount, kept.LastCId, sql`true`],
    ['/Published', kept.PublishedCount, kept.PublishedCId, sql`published_on is not null`],
    ['/Unpublished', kept.PostCount - kept.PublishedCount, kept.LastCId, sql`published_on is null`]
  ] as const
  for (const [end, total, last, condition] of lists) {
    const answer = await fetch(`${base}/resources/Desk/Blog/${blog}/Post${end}?limit=1000`, {
      headers: { accept: 'application/json' }
    })
    const document = documentOf(await answer.json())
    const top = await sql<{ Id: number }[]>`
      select id from posts where blog = ${blog} and deleted_on is null and ${condition}
      order by "order" desc limit 1000`
    same(`total of Post${end}`, numberIn(document, 'total'), total)
    same(`offsetMore of Post${end}`, numberIn(document, 'offsetMore'), total)
    same(`lastCId of Post${end}`, numberIn(document, 'lastCId'), last)
    same(
      `items of Post${end}`,
      idsIn(document),
      top.map(({ Id }) => Id)
    )
  }
  return faults
}
