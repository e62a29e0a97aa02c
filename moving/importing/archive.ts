/** The archive of files, as imports use it: with the rows of the files, which belong to the creator of the posts. */
import type { Sql } from '../../db/client.ts'
import { uploads } from '../../db/uploads.ts'
import type { openArchive } from '../../plugins/files/archive.ts'
import type { PictureArchive } from './pictures.ts'

/** @param creator id of the user to whom the files belong */
export const pictureArchive = (
  sql: Sql,
  { receive, discard, add, remove }: Awaited<ReturnType<typeof openArchive>>,
  creator: number
): PictureArchive => {
  const { insert } = uploads(sql)
  return {
    receive,
    discard,
    add,
    async register(file, key) {
      const attempt = { user: creator, key: `import ${key}`, request: key }
      const { Content } = await insert(attempt, { ...file, Creator: creator })
      // An import that was interrupted has brought the same picture.
      if (Content !== file.Content) await remove(file.Content)
      return Content
    }
  }
}
