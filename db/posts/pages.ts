/**
 * The posts of a page of a blog's list, in SQL beside the blog's row: `id`, `order` and whether the post has left the
 * list, in order. Which way PostgreSQL shall take is said here and not left to its estimates, which know nothing of
 * where in a blog the posts lie that it looks for; a wrong guess reads the whole blog.
 */
import { BlogPostCriteria, ChangeCriteria, PostCriteria } from '../../schemas/post.ts'
import type { Fragment, Sql } from '../client.ts'
import { isFiltered, matching, ordering, valuesOf } from '../criteria.ts'
import { PLACES_A_BLOCK, type Counted } from './counts.ts'
import { scoped } from './states.ts'

/** As many changes as are quicker read than their posts looked for from the top. */
const FEW_CHANGES = 2000

const { order, ...plainCriteria } = PostCriteria

/** The page a query asks for. `following` is whether it bounds change numbers. */
export const pageOf = (sql: Sql, counted: Counted, following: boolean): Fragment => {
  const { query, scope, query: { offset } } = counted
  const isScoped = Object.keys(scope).length > 0
  if (query['asc'] !== undefined || query['desc'] !== undefined) return plainly(sql, counted, following)
  if (following) return isScoped || isFiltered(plainCriteria, query) || lowest(query) === undefined ? plainly(sql, counted, following) : bySpan(sql, counted, lowest(query) ?? 0)
  if (scope.comments || scope.chain !== undefined || scope.group !== undefined) return byAuthor(sql, counted)
  if (isScoped) return unlessNone(sql, counted)
  return offset < PLACES_A_BLOCK || isFiltered(PostCriteria, query) ? plainly(sql, counted, following) : skipping(sql, counted)
}

const plainly = (sql: Sql, { blogId, state: { now, changed }, query, scope }: Counted, following: boolean) => sql`
  select id, "order", not (${now}) as trimmed from posts
  where blog = ${blogId} and ${following ? changed : now} and ${matching(sql, BlogPostCriteria, query)} ${scoped(sql, blogId, scope)}
  order by ${ordering(sql, BlogPostCriteria, query, sql`"order" desc`)} limit ${query.limit} offset ${query.offset}`

/** What a user never wrote is not looked for among all that the user did. */
const unlessNone = (sql: Sql, counted: Counted) => {
  const { blogId, state, query, scope } = counted
  return sql`
    select id, "order", false as trimmed from posts
    where (select coalesce(sum(${state.counted}), 0) from post_counts where blog = ${blogId} ${scoped(sql, blogId, scope)}) > 0
      and blog = ${blogId} and ${state.now} and ${matching(sql, PostCriteria, query)} ${scoped(sql, blogId, scope)}
    order by "order" desc limit ${query.limit} offset ${query.offset}`
}

/** Of a list narrowed to some authors: the first posts of each, and the first among those. */
const byAuthor = (sql: Sql, { blogId, state: { now }, query, scope }: Counted) => sql`
  select id, "order", false as trimmed
  from (select distinct author from post_counts where blog = ${blogId} and listed > 0 ${scoped(sql, blogId, scope)}) as writer,
    lateral (
      select id, "order" from posts
      where blog = ${blogId} and posts.author = writer.author and ${now} and ${matching(sql, PostCriteria, query)} ${scoped(sql, blogId, { ...scope, comments: false })}
      order by "order" desc limit ${query.limit + query.offset}
    ) as theirs
  order by "order" desc limit ${query.limit} offset ${query.offset}`

/** Far down: blocks that lie above are counted, not read. */
const skipping = (sql: Sql, { blogId, state: { now, counted }, query: { limit, offset } }: Counted) => sql`
  select id, "order", false as trimmed
  from (
    select "order" as first, through - counted as before
    from (select "order", ${counted} as counted, sum(${counted}) over (order by "order" desc) as through from post_order_blocks where blog = ${blogId}) as blocks
    where through > ${offset} order by "order" desc limit 1
  ) as start,
    lateral (
      select id, "order" from posts where blog = ${blogId} and ${now} and "order" < first + ${PLACES_A_BLOCK}
      order by "order" desc limit ${limit} offset ${offset} - before
    ) as page
  order by "order" desc`

/**
 * Changes since a number: a short span is read by its change numbers and put in order; a long one from the top, without
 * the blocks that nothing has changed in. Only one of the two halves runs.
 */
const bySpan = (sql: Sql, { blogId, state: { now, changed, last }, query, query: { limit, offset } }: Counted, since: number) => {
  const chosen = sql`blog = ${blogId} and ${changed} and ${matching(sql, BlogPostCriteria, query)}`
  const upTo = [query['order.until'], query['order.end']].flatMap((value) => value === undefined ? [] : [sql`and first <= ${String(value)}`])
  return sql`
    (
      select id, "order", trimmed
      from (select id, "order", not (${now}) as trimmed from posts where ${chosen} offset 0) as recent
      where ${last} - ${since}::integer <= ${FEW_CHANGES}
      order by "order" desc limit ${limit} offset ${offset}
    ) union all (
      select id, posts."order", trimmed
      from (
        select "order" as first from post_order_blocks
        where blog = ${blogId} and last_c_id > ${since} - 1 and ${last} - ${since}::integer > ${FEW_CHANGES} order by "order" desc
      ) as block,
        lateral (
          select id, "order", not (${now}) as trimmed from posts where ${chosen} and "order" >= first and "order" < first + ${PLACES_A_BLOCK}
          order by "order" desc limit ${limit + offset}
        ) as posts
      where true ${upTo[0] ?? sql``} ${upTo[1] ?? sql``}
      order by first desc, posts."order" desc limit ${limit} offset ${offset}
    )`
}

/** The number that every change a query asks for reaches. */
const lowest = (query: Counted['query']): number | undefined => {
  const bounds = valuesOf({ cId: ChangeCriteria.cId }, { 'cId.since': query['cId.since'], 'cId.start': query['cId.start'] }).map(Number)
  return bounds.length === 0 ? undefined : Math.max(...bounds)
}
