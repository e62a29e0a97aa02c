/** A reader that follows the changes of a post list, and pieces the posts together from nothing else. */
import type { Pool } from '../../db/client.ts'
import { idsIn, numberIn, type Ask } from './service.ts'

/** What a reader knows of a post. */
export interface Piece { CId: number, IsPublished: boolean, Deleted: boolean, Content?: string | undefined }

export interface Follower {
  readonly pieces: ReadonlyMap<number, Piece>
  readonly faults: readonly string[]
  polls: () => number
  /** The newest change known. */
  since: () => number
  /** Asks once what is new. @returns how many posts were */
  poll: () => Promise<number>
}

/**
 * @param list address of the list, without parameters
 * @param look gets posts as they are now
 */
export const follow = (ask: Ask, list: string, look: (ids: readonly number[]) => Promise<[number, Piece][]>): Follower => {
  const pieces = new Map<number, Piece>()
  const faults: string[] = []
  let since = 0
  let polls = 0
  return {
    pieces,
    faults,
    polls: () => polls,
    since: () => since,
    async poll () {
      const { status, document } = await ask('GET', `${list}?cId.since=${since}&limit=1000`)
      polls += 1
      if (status !== 200) {
        faults.push(`poll ${polls}: status ${status}`)
        return 0
      }
      const ids = idsIn(document)
      const last = numberIn(document, 'lastCId')
      if (last < since) faults.push(`lastCId went back from ${since} to ${last}`)
      if (numberIn(document, 'total') !== ids.length) faults.push(`${ids.length} of ${numberIn(document, 'total')} changes fit the page`)
      // The newest change is on some post, and that post is listed.
      if ((last === since) !== (ids.length === 0)) faults.push(`${ids.length} posts are new between ${since} and ${last}`)
      for (const [id, piece] of await look(ids)) pieces.set(id, piece)
      since = last
      return ids.length
    }
  }
}

/** Looks at posts through the service. */
export const lookByGet = (ask: Ask, list: string) => (ids: readonly number[]): Promise<[number, Piece][]> => Promise.all(ids.map(async (id) => {
  const { status, document } = await ask('GET', `${list}/${id}`)
  if (status !== 200) throw new Error(`post ${id} answers ${status}`)
  const { Content: content } = document
  const piece: Piece = { CId: numberIn(document, 'CId'), IsPublished: document.IsPublished === 'True', Deleted: 'DeletedOn' in document }
  return [id, typeof content === 'string' ? { ...piece, Content: content } : piece]
}))

/** Looks at posts in the database. */
export const lookBySql = (sql: Pool) => async (ids: readonly number[]): Promise<[number, Piece][]> => {
  const rows = await sql<({ Id: number } & Piece)[]>`
    select id, c_id, is_published, deleted_on is not null as deleted, case when deleted_on is null then content end as content
    from posts where id = any(string_to_array(${ids.join()}, ',')::integer[])`
  return rows.map(({ Id, CId, IsPublished, Deleted, Content }) =>
    [Id, { CId, IsPublished, Deleted, ...Content !== undefined && { Content } }])
}
