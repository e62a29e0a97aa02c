/** The state of posts as clients know it from changes, and its comparison with the database. */
import { isDeepStrictEqual } from 'node:util'
import type { ClientOptions } from './readers.ts'

/** A JSON document. Its values are texts. */
export type Document = Readonly<Record<string, unknown>>

/** The properties of a post in the last change that a client received. */
export interface PostState {
  /** Absent if the client followed a link to a withdrawn post: its draft has changes that readers do not see. */
  CId?: number
  IsPublished: boolean
  Deleted: boolean
  Content?: string
}

/** X-Filter with the properties of `PostState`. */
export const POST_FILTER = 'X-Filter=Id,CId,IsPublished,DeletedOn,Content'

/** The posts of a blog as a client knows them. */
export interface ClientState {
  /** Description of the client, for messages. */
  readonly name: string
  /** States by post id. */
  readonly posts: ReadonlyMap<number, PostState>
  /** Change number after which the client started. */
  readonly since: number
  /** Whether it also has the posts that were published before that change. */
  readonly hasOlder: boolean
}

/** Number of changes that a comparison covers while others write. Earlier comparisons covered the older ones. */
const RECENT = 500

/** Returns the state of a post in a document. */
export const stateIn = ({ CId, IsPublished, DeletedOn, Content }: Document): PostState => ({
  ...(CId !== undefined && { CId: Number(CId) }),
  IsPublished: IsPublished === 'True',
  Deleted: DeletedOn !== undefined,
  ...(typeof Content === 'string' && { Content })
})

/**
 * Compares the state of a client with the database.
 * @param until newest change number of the client, if others may be writing. Posts that have not changed since must
 *   be equal
 */
export const checkStates = async (
  { sql, ledger, blog }: Pick<ClientOptions, 'sql' | 'ledger' | 'blog'>,
  { name, posts, since, hasOlder }: ClientState,
  until?: number
): Promise<void> => {
  const rows = await sql<({ Id: number } & PostState)[]>`
    select id, c_id, is_published, deleted_on is not null as deleted,
      case when is_published and deleted_on is null then content end as content
    from reader_posts where blog = ${blog}
      and (c_id > ${since} ${hasOlder ? sql`or (is_published and deleted_on is null)` : sql``})
      and ${until === undefined ? sql`true` : sql`c_id between ${until - RECENT} and ${until}`}`
  const differing = rows.filter(({ Id, CId, Content, ...row }) => {
    const followerPost = posts.get(Id)
    const stored = { CId, ...row, ...(Content !== undefined && { Content }) }
    return !isDeepStrictEqual(followerPost && { ...followerPost, CId: followerPost.CId ?? CId }, stored)
  })
  const [first] = differing
  if (first !== undefined) {
    const example = JSON.stringify([first, posts.get(first.Id)])
    const position = until === undefined ? 'the end' : `change ${until}`
    ledger.reportFault(`${name} of blog ${blog} has ${differing.length} wrong posts at ${position}, such as ${example}`)
  }
  if (until === undefined && posts.size !== rows.length) {
    ledger.reportFault(`${name} of blog ${blog} has ${posts.size} posts, not ${rows.length}`)
  }
}
