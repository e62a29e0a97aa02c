/** Places copies among the posts of a blog: relative to each other, they keep the order of their source. */
import type { Sql } from '../client.ts'
import type { Target } from './target.ts'

/**
 * Returns the position in the blog that a copy should have; undefined if it is right where it is, or belongs on top.
 * @param position the position at the source
 * @param post the copy, with its position in the blog; undefined if it is not inserted yet
 */
export const placeOf = async (
  sql: Sql,
  { Blog, Source }: Target,
  position: string,
  post?: { readonly Post: number; readonly Order: string }
): Promise<string | undefined> => {
  const others = sql`copied_posts join posts on posts.id = copied_posts.post
    where copied_posts.blog = ${Blog} and copied_posts.source = ${Source}
      and copied_posts.post <> ${post?.Post ?? 0}`
  const [row] = await sql<[{ Place: string }?]>`
    with near as materialized (
      -- The positions in this blog of the copies that are next above and next below at the source.
      select ${post?.Order ?? null}::numeric as now,
        (select posts."order" from ${others} and position > ${position}::numeric order by position limit 1)
          as above,
        (select posts."order" from ${others} and position < ${position}::numeric order by position desc limit 1)
          as below
    ), neighbour as (
      select near.*, case
        when above is not null then (
          select max("order") from posts where blog = ${Blog} and "order" < above and id <> ${post?.Post ?? 0})
        else (select min("order") from posts where blog = ${Blog} and "order" > below and id <> ${post?.Post ?? 0})
      end as beyond
      from near
    )
    select (case
      when above is not null then coalesce(number_between(beyond, above), ceil(above) - 1)
      else coalesce(number_between(below, beyond), floor(below) + 1)
    end)::text as place
    from neighbour
    where case
      -- A new copy without one above it goes to the top, like every new post.
      when now is null then above is not null
      else now >= above or now <= below
    end`
  return row?.Place
}
