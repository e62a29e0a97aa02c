/** What readers know of posts who are told of changes only. */
import { isDeepStrictEqual } from 'node:util'
import type { Pool } from '../../db/client.ts'
import type { Ledger } from './ledger.ts'
import type { Document } from './service.ts'

/** A post as it was told of last. */
export interface Piece {
  CId: number
  IsPublished: boolean
  Deleted: boolean
  Content?: string
}

/** What a reader knows of a blog. */
export interface Picture {
  /** Whose it is. */
  readonly reader: string
  readonly pieces: ReadonlyMap<number, Piece>
  /** The change it began after. */
  readonly since: number
  /** Whether it also knows what was published when it began. */
  readonly isWhole: boolean
}

/** How far back pictures are judged while others write: what is older was judged before. */
const RECENT = 500

/** Reads a post of a JSON document. */
export const pieceIn = ({ CId, IsPublished, DeletedOn, Content }: Document): Piece => ({
  CId: Number(CId),
  IsPublished: IsPublished === 'True',
  Deleted: DeletedOn !== undefined,
  ...(typeof Content === 'string' && { Content })
})

/**
 * Compares what a reader knows with the database.
 * @param until the newest change that the reader has followed, when others may be writing; a post that has not changed
 * since must be known as it is
 */
export const judgePieces = async (
  sql: Pool,
  ledger: Ledger,
  blog: number,
  { reader, pieces, since, isWhole }: Picture,
  until?: number
): Promise<void> => {
  const rows = await sql<({ Id: number } & Piece)[]>`
    select id, c_id, is_published, deleted_on is not null as deleted,
      case when is_published and deleted_on is null then content end as content
    from posts where blog = ${blog} and was_published
      and (c_id > ${since} ${isWhole ? sql`or (is_published and deleted_on is null)` : sql``})
      and ${until === undefined ? sql`true` : sql`c_id between ${until - RECENT} and ${until}`}`
  const wrong = rows.filter(
    ({ Id, Content, ...row }) =>
      !isDeepStrictEqual(pieces.get(Id), { ...row, ...(Content !== undefined && { Content }) })
  )
  const [first] = wrong
  if (first !== undefined) {
    const example = JSON.stringify([first, pieces.get(first.Id)])
    const at = until ?? 'the end'
    ledger.accuse(`${reader} of blog ${blog} has ${wrong.length} posts wrong at ${at}, such as ${example}`)
  }
  if (until === undefined && pieces.size !== rows.length) {
    ledger.accuse(`${reader} of blog ${blog} knows ${pieces.size} posts, not ${rows.length}`)
  }
}
