/** The archive of files, for pictures of copied posts: with the rows of the files. */
import type { Sql } from '../../db/client.ts'
import { copiedPictures } from '../../db/copied-pictures.ts'
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

/** Returns the archive of files, as far as pictures need it. */
export const pictureArchive = (
  sql: Sql,
  { receive, discard, ofUploader, add, remove }: Pick<Archive, 'receive' | 'discard' | 'ofUploader' | 'add' | 'remove'>,
  { source, creator }: PictureOwner
) => {
  const { insert } = uploads(sql)
  const copied = copiedPictures(sql, source)
  return {
    receive,
    discard,
    add: (file: IncomingFile) => ofUploader(creator)(() => add(file)),
    /** Returns the file that was added with a key; undefined if there was none. */
    find: copied.contentOf,
    /** Adds the row of a file. The key identifies the picture by its address at the source. */
    async register(file: Omit<NewFile, 'Creator'>, key: string) {
      // The key of another source is not this one: an address without a host is another picture there.
      const attempt = { user: creator, key: `import ${source} ${key}`, request: key }
      const { Id, Content } = await insert(attempt, { ...file, Creator: creator })
      // A process that was interrupted has brought the picture before.
      if (Content !== file.Content) await remove(file.Content)
      await copied.add(key, Id)
      return Content
    }
  }
}
