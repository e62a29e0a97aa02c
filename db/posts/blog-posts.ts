/** Posts of a blog: reading them, following their changes, inserting them. */
import type { Static } from 'typebox'
import type { ListQuery } from '../../schemas/language/paging.ts'
import { ChangeCriteria, Post, type DeletedPost, type NewPostBody, type PostRow } from '../../schemas/post.ts'
import { columnsOf, type Sql } from '../client.ts'
import { keysIn } from '../collection.ts'
import { isFiltered } from '../criteria.ts'
import { trim } from './changes.ts'
import { countChanged, countListed } from './counts.ts'
import { pageOf } from './pages.ts'
import { postStates, type PostScope, type PostState } from './states.ts'

export type { PostScope, PostState }

/** A post as a list knows it. One that has left the list is trimmed: only what a reader needs to drop it. */
export interface ListedPost { Blog: number, Id: number, Order: string, Trimmed: boolean }

/** A post list as read in one snapshot. */
export interface PostPage { total?: number, limit?: number, offset?: number, lastCId?: number, offsetMore?: number, items: ListedPost[] }

type DeletedRow = Static<typeof DeletedPost>

/** Queries for the posts of a blog. */
export const posts = (sql: Sql) => {
  const everything = sql(columnsOf(Post))

  const states = postStates(sql)

  return {
    /** A post of a blog; of a deleted one, only what a reader needs to drop it. */
    async find (blogId: number, postId: number): Promise<PostRow | DeletedRow | undefined> {
      const [row] = await sql<[PostRow?]>`select ${everything} from post_rows where blog = ${blogId} and id = ${postId}`
      if (row?.DeletedOn === undefined) return row
      return { ...trim(row), DeletedOn: row.DeletedOn }
    },

    /** Posts that a list has named, trimmed where it says so and where they have been deleted since. */
    async load (listed: readonly Pick<ListedPost, 'Id' | 'Trimmed'>[]): Promise<(PostRow | ReturnType<typeof trim>)[]> {
      const trimmed = new Set(listed.flatMap(({ Id, Trimmed }) => Trimmed ? [Id] : []))
      const rows = await sql<PostRow[]>`select ${everything} from post_rows where id = any(${keysIn(sql, listed.map(({ Id }) => Id))})`
      return rows.map((row) => trimmed.has(row.Id) || row.DeletedOn !== undefined ? trim(row) : row)
    },

    /**
     * A page of a blog's posts, the highest order first unless the query orders them. With bounds on change numbers
     * it also shows posts that left the list, so that a reader learns of it. One statement reads everything: were
     * `lastCId` newer than the items, a reader would miss what lies between.
     * @returns undefined when there is no such blog
     */
    async list (blogId: number, state: PostState, query: ListQuery, scope: PostScope = {}): Promise<PostPage | undefined> {
      const following = isFiltered(ChangeCriteria, query)
      const counted = { blogId, state: states[state], query, scope }
      const listed = countListed(sql, counted)
      const counters = query.detailed
        ? sql`${following ? countChanged(sql, counted) : listed} as total, ${following ? listed : sql`0`} as offset_more, ${states[state].last} as last_c_id`
        : sql`0 as total, 0 as offset_more, 0 as last_c_id`
      const [head] = await sql<[{ Total: number, LastCId: number, OffsetMore: number, Items: readonly [number, string, boolean][] }?]>`
        select ${counters}, coalesce(listed.items, '[]') as items
        from blogs
        left join lateral (
          select json_agg(json_build_array(id, "order"::text, trimmed)) as items
          from (${pageOf(sql, counted, following)}) as page
        ) as listed on true
        where blogs.id = ${blogId}`
      if (head === undefined) return undefined
      const items = head.Items.map(([Id, Order, Trimmed]) => ({ Blog: blogId, Id, Order, Trimmed }))
      if (!query.detailed) return { items }
      const { Total: total, LastCId: lastCId } = head
      // Without bounds on change numbers both are the same, and not counted twice.
      const offsetMore = following ? head.OffsetMore : total
      return { total, limit: Math.min(query.limit, total), offset: query.offset, lastCId, offsetMore, items }
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
          -- Made elsewhere in the meantime: waits for that one and takes it.
          on conflict ("user", source) do update set source = excluded.source
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
