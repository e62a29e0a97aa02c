/** Checks that the change numbers, positions, counters and lists of a blog agree with its posts. */
import { isDeepStrictEqual } from 'node:util'
import type { Pool } from '../../db/client.ts'
import { ask } from '../load/requests.ts'

interface Counters {
  LastCId: number
  PublishedCId: number
  PostCount: number
  PublishedCount: number
}

/**
 * Reports all differences between a blog and its posts. Nobody may write to the blog meanwhile.
 * @param base address of the service
 */
export const compareBlog = async (base: string, sql: Pool, blog: number, reportFault: (fault: string) => void) => {
  const compare = (name: string, actual: unknown, expected: unknown) => {
    if (isDeepStrictEqual(actual, expected)) return
    reportFault(`${name} of blog ${blog}: ${JSON.stringify(actual)} instead of ${JSON.stringify(expected)}`)
  }
  const [counters] = await sql<[Counters]>`
    select last_c_id, published_c_id, post_count, published_count from blogs where id = ${blog}`
  const [{ Numbers, Orders, Posts, Assigned, ...counted }] = await sql<
    [Counters & { Numbers: number; Orders: number; Posts: number; Assigned: number }]
  >`
    select max(c_id) as last_c_id, coalesce(max(published_c_id), 0) as published_c_id,
      (count(*) filter (where deleted_on is null))::integer as post_count,
      (count(*) filter (where deleted_on is null and published_on is not null))::integer as published_count,
      count(distinct c_id)::integer as numbers, count(distinct "order")::integer as orders, count(*)::integer as posts,
      (select count(*)::integer from given_numbers where blog = ${blog}) as assigned
    from posts where blog = ${blog}`
  compare('counters', { ...counters }, counted)
  compare('distinct change numbers', Numbers, Posts)
  compare('distinct orders', Orders, Posts)
  compare('numbers of all changes', Assigned, counters.LastCId)

  const lists = [
    ['', counters.PostCount, counters.LastCId, sql`true`],
    ['/Published', counters.PublishedCount, counters.PublishedCId, sql`published_on is not null`],
    ['/Unpublished', counters.PostCount - counters.PublishedCount, counters.LastCId, sql`published_on is null`]
  ] as const
  for (const [end, total, lastCId, condition] of lists) {
    const { body } = await ask(`${base}/resources/Desk/Blog/${blog}/Post${end}.json?limit=1000&X-Filter=Id`)
    const { PostList, ...document }: { PostList: { Id: string }[]; [name: string]: unknown } = JSON.parse(`${body}`)
    const top = await sql<{ Id: number }[]>`
      select id from posts where blog = ${blog} and deleted_on is null and ${condition}
      order by "order" desc limit 1000`
    for (const [name, expected] of Object.entries({ total, offsetMore: total, lastCId })) {
      compare(`${name} of Post${end}`, document[name], `${expected}`)
    }
    compare(
      `items of Post${end}`,
      PostList.map(({ Id }) => Number(Id)),
      top.map(({ Id }) => Id)
    )
  }
}
