/** The archive of files, for pictures of copied posts: with the rows of the files. */
import type { Begin, Sql } from '../../db/client.ts'
import { copiedPictures } from '../../db/copied-pictures.ts'
import { WITHOUT_KEY } from '../../db/records.ts'
import { uploads, type NewFile } from '../../db/uploads.ts'
import type { Archive } from '../../plugins/files/archive.ts'
import type { IncomingFile } from '../../plugins/files/disk.ts'

/** The posts whose pictures come into the archive. */
export interface PictureOwner {
  /** Id of the source of the posts. */
  readonly source: number
  /** Id of the user to whom the files belong. */
  readonly creator: number
}

export type PictureArchive = ReturnType<typeof pictureArchive>

/**
 * Returns the archive of files, as far as pictures need it.
 * @param sql for statements that read
 * @param begin for transactions
 */
export const pictureArchive = (
  sql: Sql,
  begin: Begin,
  { receive, discard, ofUploader, add, remove }: Pick<Archive, 'receive' | 'discard' | 'ofUploader' | 'add' | 'remove'>,
  { source, creator }: PictureOwner
) => {
  return {
    receive,
    discard,
    add: (file: IncomingFile) => ofUploader(creator)(() => add(file)),
    /** Returns the file that was added with a key; undefined if there was none. */
    find: (key: string) => copiedPictures(sql, source).contentOf(key),
    /**
     * Adds the row of a file, unless another process has brought the picture meanwhile.
     * @param key hash of the address at the source
     * @returns the file that posts show
     */
    async register(file: Omit<NewFile, 'Creator'>, key: string): Promise<string> {
      const content = await begin(async (transaction) => {
        const copied = copiedPictures(transaction, source)
        await copied.lock()
        const earlier = await copied.contentOf(key)
        if (earlier !== undefined) return earlier
        const { Id, Content } = await uploads(transaction).insert(WITHOUT_KEY, { ...file, Creator: creator })
        await copied.add(key, Id)
        return Content
      })
      if (content !== file.Content) await remove(file.Content)
      return content
    }
  }
}
