/** What readers know of posts who are told of changes only. */
import { isDeepStrictEqual } from 'node:util'
import type { Pool } from '../../db/client.ts'
import type { Ledger } from './ledger.ts'
import type { Document } from './service.ts'

/** A post as it was told of last. */
export interface Piece { CId: number, IsPublished: boolean, Deleted: boolean, Content?: string }

/** Reads a post of a JSON document. */
export const pieceIn = ({ CId, IsPublished, DeletedOn, Content }: Document): Piece => ({
  CId: Number(CId), IsPublished: IsPublished === 'True', Deleted: DeletedOn !== undefined, ...typeof Content === 'string' && { Content }
})

/** Compares what a reader knows with the database, in which nobody writes any more. @param since the change it began after */
export const judgePieces = async (sql: Pool, ledger: Ledger, blog: number, pieces: ReadonlyMap<number, Piece>, since = 0): Promise<void> => {
  const rows = await sql<({ Id: number } & Piece)[]>`
    select id, c_id, is_published, deleted_on is not null as deleted,
      case when is_published and deleted_on is null then content end as content
    from posts where blog = ${blog} and was_published and c_id > ${since}`
  const wrong = rows.filter(({ Id, Content, ...row }) => !isDeepStrictEqual(pieces.get(Id), { ...row, ...Content !== undefined && { Content } }))
  const [first] = wrong
  if (first !== undefined) ledger.accuse(`${wrong.length} posts of blog ${blog} are wrong, such as ${JSON.stringify([first, pieces.get(first.Id)])}`)
  if (pieces.size !== rows.length) ledger.accuse(`${pieces.size} posts of blog ${blog} are known, not ${rows.length}`)
}
