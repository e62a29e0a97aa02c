/**
 * How many posts of a blog a list matches, exactly and without reading them where the counts of `011.do.post-counts.sql`
 * say it. They are read in the list's own statement, hence in the snapshot of its items.
 */
import type { Criteria } from '../../schemas/language/criteria.ts'
import type { ListQuery } from '../../schemas/language/paging.ts'
import { BlogPostCriteria, ChangeCriteria, PostCriteria } from '../../schemas/post.ts'
import type { Fragment, Sql } from '../client.ts'
import { isFiltered, matching, valuesOf } from '../criteria.ts'
import { scoped, type PostScope, type StateFragments } from './states.ts'

/** How many change numbers a row of `post_change_blocks` stands for, and how many places one of `post_order_blocks`. */
export const CHANGES_A_BLOCK = 2048
export const PLACES_A_BLOCK = 1024

const { order, ...plainCriteria } = PostCriteria
const OrderCriteria = { order }

/** What is counted: a list of a blog, in one state, narrowed by a query and a scope. */
export interface Counted { blogId: number, state: StateFragments, query: ListQuery, scope: PostScope }

/** How many posts match all criteria but those on change numbers. A number, in SQL beside the blog's row. */
export const countListed = (sql: Sql, { blogId, state: { now, count, counted }, query, scope }: Counted): Fragment => {
  const isScoped = Object.keys(scope).length > 0
  if (!isFiltered(PostCriteria, query)) {
    return isScoped
      ? sql`(select coalesce(sum(${counted}), 0)::integer from post_counts where blog = ${blogId} ${scoped(sql, blogId, scope)})`
      : count
  }
  if (isScoped || isFiltered(plainCriteria, query)) {
    return sql`(
    select count(*)::integer from posts where blog = ${blogId} and ${now} and ${matching(sql, PostCriteria, query)} ${scoped(sql, blogId, scope)})`
  }
  const edges = sql`select distinct floor(value::numeric / ${PLACES_A_BLOCK}) * ${PLACES_A_BLOCK} as edge
    from jsonb_array_elements_text(${sql.json(valuesOf(OrderCriteria, query))}) as value`
  return byBlocks(sql, { blogId, blocks: sql`post_order_blocks`, column: sql`"order"`, size: PLACES_A_BLOCK, counted, shown: now, edges, criteria: OrderCriteria, query })
}

/** How many posts a list that follows changes matches. A number, in SQL beside the blog's row. */
export const countChanged = (sql: Sql, { blogId, state: { changed, countedChanges }, query, scope }: Counted): Fragment => {
  if (Object.keys(scope).length > 0 || isFiltered(PostCriteria, query)) {
    return sql`(
    select count(*)::integer from posts
    where blog = ${blogId} and ${changed} and ${matching(sql, BlogPostCriteria, query)} ${scoped(sql, blogId, scope)})`
  }
  const edges = sql`select distinct value::bigint - value::bigint % ${CHANGES_A_BLOCK} as edge
    from jsonb_array_elements_text(${sql.json(valuesOf(ChangeCriteria, query))}) as value`
  return byBlocks(sql, {
    blogId, blocks: sql`post_change_blocks`, column: sql`c_id`, size: CHANGES_A_BLOCK, counted: countedChanges, shown: changed, edges, criteria: ChangeCriteria, query
  })
}

interface Blocks { blogId: number, blocks: Fragment, column: Fragment, size: number, counted: Fragment, shown: Fragment, edges: Fragment, criteria: Criteria, query: ListQuery }

/**
 * Blocks in which no bound of the query lies match as a whole or not at all, so their first number speaks for them; of
 * the others the posts are counted. Works because a block's column is named like the posts' own.
 */
const byBlocks = (sql: Sql, { blogId, blocks, column, size, counted, shown, edges, criteria, query }: Blocks): Fragment => sql`(
  with edges as materialized (${edges})
  select (
    select coalesce(sum(${counted}), 0)::integer from ${blocks}
    where blog = ${blogId} and ${matching(sql, criteria, query)} and ${column} <> all (array(select edge from edges))
  ) + (
    select coalesce(sum(inside.matching), 0)::integer from edges,
      lateral (
        select count(*) as matching from posts
        where blog = ${blogId} and ${column} >= edge and ${column} < edge + ${size} and ${shown} and ${matching(sql, criteria, query)}
      ) as inside
  ))`
