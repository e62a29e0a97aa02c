/**
 * Keeps the files of posts on this device until the service has them. The storage of texts (keeper.ts) takes no files.
 * Where this one fails, as in private windows of some browsers, files are kept while the page is open.
 */

/** Maximum bytes of the files of all pages on this device. */
const MAX_BYTES = 250_000_000

const STORE = 'files'

export type Files = ReturnType<typeof openFiles>

/**
 * Opens the files of this device.
 * @param isWanted returns whether a text still refers to a file; the others are removed
 */
export const openFiles = (isWanted: (key: string) => boolean) => {
  const open = new Map<string, File>()
  const database = openDatabase()
  const use = async <Result>(work: (files: IDBObjectStore) => Result) => {
    const files = storeIn(await database)
    return files && work(files)
  }

  /** Copies a file. A stored file may still be the one on the disk, which somebody can change or remove. */
  const copy = async (key: string, file: File) => {
    const storedFiles = await use((files) => resultOf<unknown[]>(files.getAll()))
    if (storedFiles === undefined || !hasRoom(storedFiles, file)) return
    const bytes = await file.arrayBuffer().catch(() => undefined)
    if (bytes === undefined || !open.has(key)) return
    const copied = new File([bytes], file.name, { type: file.type })
    open.set(key, copied)
    void use((files) => files.put(copied, key))
  }
  // One after the other, so that only one is in memory.
  let copying = Promise.resolve()

  void use((files) => {
    const keys = files.getAllKeys()
    keys.onsuccess = () => {
      for (const key of keys.result) if (!isWanted(String(key))) files.delete(key)
    }
  })
  return {
    /** Keeps a file, on the device if it has room. */
    keep: (key: string, file: File) => {
      open.set(key, file)
      copying = copying.then(() => copy(key, file))
    },
    /** Returns a file that was kept by this page or an earlier one. */
    find: async (key: string) => {
      const file = open.get(key) ?? (await use((files) => resultOf<unknown>(files.get(key))))
      return file instanceof File ? file : undefined
    },
    drop: (key: string) => {
      open.delete(key)
      void use((files) => {
        files.delete(key)
      })
    }
  }
}

const hasRoom = (storedFiles: readonly unknown[], file: File): boolean => {
  const sizes = storedFiles.map((each) => (each instanceof File ? each.size : 0))
  return sizes.reduce((sum, size) => sum + size, file.size) <= MAX_BYTES
}

/** Returns undefined where the browser does not allow it. */
const openDatabase = (): Promise<IDBDatabase | undefined> =>
  new Promise((resolve) => {
    try {
      const request = indexedDB.open('desk', 1)
      request.onupgradeneeded = () => request.result.createObjectStore(STORE)
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => resolve(undefined)
    } catch {
      resolve(undefined)
    }
  })

/** Returns undefined if the browser has closed the database. */
const storeIn = (database: IDBDatabase | undefined): IDBObjectStore | undefined => {
  try {
    return database?.transaction(STORE, 'readwrite').objectStore(STORE)
  } catch {
    return undefined
  }
}

const resultOf = <Result>(request: IDBRequest<Result>): Promise<Result | undefined> =>
  new Promise((resolve) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => resolve(undefined)
  })
