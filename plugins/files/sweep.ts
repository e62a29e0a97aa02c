/** Removes files that the archive does not show: of requests that failed, and of processes that ended on the way. */
import type { uploads } from '../../db/uploads.ts'
import { ownerOf } from './names.ts'
import type { Store } from './store.ts'

/** The most files that one run looks at. The next one goes on where it has stopped. */
const MAX_FILES = 5000
/** Files that are looked up in the database at once. */
const BATCH = 500

export const sweeper = (
  store: Store,
  { filePrefix, referenced }: Pick<ReturnType<typeof uploads>, 'filePrefix' | 'referenced'>
) => {
  let last = ''
  /** @param before only files that have lain there since before this moment, for newer ones may yet get their row */
  return async (before: Date): Promise<void> => {
    const prefix = await filePrefix()
    for (let looked = 0; looked < MAX_FILES; looked += BATCH) {
      const files = await store.list(prefix, last, BATCH)
      const old = files.filter(({ since }) => since < before)
      const known = old.length === 0 ? new Set<string>() : await referenced(old.map(({ name }) => ownerOf(name)))
      for (const { name } of old) {
        if (!known.has(ownerOf(name))) await store.remove(name)
      }
      last = files.length < BATCH ? '' : (files.at(-1)?.name ?? '')
      if (last === '') return
    }
  }
}
