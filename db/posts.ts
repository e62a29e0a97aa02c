/** Posts of a blog: reading them, following their changes, inserting them. */
import type { Static, TObject } from 'typebox'
import type { Paging } from '../schemas/paging.ts'
import { Post, type ChangeCriteria, type DeletedPost, type NewPostBody, type PostRow } from '../schemas/post.ts'
import { columnsOf, type Fragment, type Sql } from './client.ts'

/** Which posts of a blog a list shows. */
export type PostState = 'all' | 'published' | 'unpublished'

/** The bounds a reader sets on change numbers. */
export type Changes = Static<TObject<typeof ChangeCriteria>>

/** What narrows a list beside the state. */
export interface PostScope { author?: number, comments?: boolean }

/** A post list as read in one snapshot. */
export interface PostPage {
  total?: number
  limit?: number
  offset?: number
  lastCId?: number
  offsetMore?: number
  items: Pick<PostRow, 'Blog' | 'Id'>[]
}

/** Queries for the posts of a blog. */
export const posts = (sql: Sql) => {
  const everything = sql(columnsOf(Post))

  /** What belongs to each state: the rows of a plain list, those a change list shows, the blog's counter, its newest change. */
  const states: Readonly<Record<PostState, { now: Fragment, changed: Fragment, count: Fragment, last: Fragment }>> = {
    all: { now: sql`deleted_on is null`, changed: sql`true`, count: sql`post_count`, last: sql`last_c_id` },
    published: {
      now: sql`deleted_on is null and published_on is not null`, changed: sql`was_published`, count: sql`published_count`, last: sql`published_c_id`
    },
    unpublished: {
      now: sql`deleted_on is null and published_on is null`, changed: sql`true`, count: sql`post_count - published_count`, last: sql`last_c_id`
    }
  }

  const scoped = ({ author, comments }: PostScope) => sql`
    ${author === undefined ? sql`` : sql`and author = ${author}`}
    ${comments ? sql`and author in (select collaborators.id from collaborators join sources on sources.id = collaborators.source where sources.type = 'comment')` : sql``}`

  const bounds = (changes: Changes) => [
    changes.cId === undefined ? sql`` : sql`and c_id = ${changes.cId}`,
    changes['cId.start'] === undefined ? sql`` : sql`and c_id >= ${changes['cId.start']}`,
    changes['cId.end'] === undefined ? sql`` : sql`and c_id <= ${changes['cId.end']}`,
    changes['cId.since'] === undefined ? sql`` : sql`and c_id > ${changes['cId.since']}`,
    changes['cId.until'] === undefined ? sql`` : sql`and c_id < ${changes['cId.until']}`
  ]

  return {
    /** A post of a blog; of a deleted one, only what a reader needs to drop it. */
    async find (blogId: number, postId: number): Promise<PostRow | Static<typeof DeletedPost> | undefined> {
      const [row] = await sql<[(PostRow & { DeletedOn?: Date })?]>`
        select ${everything}, deleted_on from post_rows where blog = ${blogId} and id = ${postId}`
      if (row?.DeletedOn === undefined) return row
      return { Id: row.Id, Blog: row.Blog, IsPublished: row.IsPublished, CId: row.CId, DeletedOn: row.DeletedOn }
    },

    /**
     * A page of a blog's posts, the highest order first. With bounds on change numbers it also shows posts that
     * left the list, so that a reader learns of it. One statement reads everything: were `lastCId` newer than the
     * items, a reader would miss what lies between.
     * @returns undefined when there is no such blog
     */
    async list (blogId: number, state: PostState, paging: Paging, changes: Changes = {}, scope: PostScope = {}): Promise<PostPage | undefined> {
      const { now, changed, count, last } = states[state]
      const following = Object.values(changes).some((bound) => bound !== undefined)
      const narrowed = scope.author !== undefined || scope.comments === true
      const matching = following
        ? sql`blog = ${blogId} and ${changed} ${bounds(changes)} ${scoped(scope)}`
        : sql`blog = ${blogId} and ${now} ${scoped(scope)}`
      const counted = narrowed ? sql`(select count(*)::integer from posts where blog = ${blogId} and ${now} ${scoped(scope)})` : count
      const rows = await sql<{ Total: number, LastCId: number, OffsetMore: number, Id?: number }[]>`
        select ${following ? sql`(select count(*)::integer from posts where ${matching})` : counted} as total,
          ${counted} as offset_more, ${last} as last_c_id, listed.id
        from blogs
        left join lateral (
          select id, "order" from posts where ${matching} order by "order" desc limit ${paging.limit} offset ${paging.offset}
        ) as listed on true
        where blogs.id = ${blogId}
        order by listed."order" desc`
      const [head] = rows
      if (head === undefined) return undefined
      const items = rows.flatMap(({ Id }) => Id === undefined ? [] : [{ Blog: blogId, Id }])
      if (!paging.detailed) return { items }
      const { Total: total, LastCId: lastCId, OffsetMore: offsetMore } = head
      return { total, limit: Math.min(paging.limit, total), offset: paging.offset, lastCId, offsetMore, items }
    },

    /**
     * Inserts a post: one statement, so it is there whole or not at all, and the blog's row is locked no longer
     * than its commit takes. Without an author it is the creator's first collaborator, made when there is none.
     */
    async insert (blogId: number, post: NewPostBody & { Creator: number }, { publish }: { publish: boolean }): Promise<PostRow> {
      const { Type: type = 'normal', Meta: meta = '{}', Author: author = null, Content: content, Creator: creator } = post
      const [{ Id }] = await sql<[{ Id: number }]>`
        with own as (
          select id from collaborators where "user" = ${creator} order by id limit 1
        ), made as (
          insert into collaborators ("user", source)
          select ${creator}, id from sources
          where name = 'internal' and type = 'internal' and ${author}::integer is null and not exists (select from own)
          returning id
        )
        insert into posts (blog, type, creator, author, content, meta, published_on)
        select ${blogId}, ${type}, ${creator}, coalesce(${author}, (select id from own), (select id from made)), ${content}, ${meta},
          ${publish ? sql`now()` : sql`null`}
        returning id`
      const [row] = await sql<[PostRow]>`select ${everything} from post_rows where id = ${Id}`
      return row
    }
  }
}
