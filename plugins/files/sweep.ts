/** Deletes stored files without a row in the archive. Failed requests and killed processes leave such files. */
import type { uploads } from '../../db/uploads.ts'
import { ownerOf } from './names.ts'
import type { Store } from './store.ts'

/** Maximum number of files that one sweep checks. The next sweep continues after the last one. */
const MAX_FILES = 5000
/** Number of files that are looked up in the database with one query. */
const BATCH = 500

export const sweeper = (
  store: Store,
  { filePrefix, referenced }: Pick<ReturnType<typeof uploads>, 'filePrefix' | 'referenced'>
) => {
  let last = ''
  /**
   * @param cutoff only files that were stored before this time are deleted, because newer ones may still get
   * their row
   */
  return async (cutoff: Date): Promise<void> => {
    const prefix = await filePrefix()
    for (let checked = 0; checked < MAX_FILES; checked += BATCH) {
      const files = await store.list(prefix, last, BATCH)
      const oldFiles = files.filter(({ since }) => since < cutoff)
      const archived =
        oldFiles.length === 0 ? new Set<string>() : await referenced(oldFiles.map(({ name }) => ownerOf(name)))
      for (const { name } of oldFiles) {
        if (!archived.has(ownerOf(name))) await store.remove(name)
      }
      last = files.length < BATCH ? '' : (files.at(-1)?.name ?? '')
      if (last === '') return
    }
  }
}
