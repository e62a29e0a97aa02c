/** The uploaded files that the posts of a blog show. */
import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { ForeignFile } from '../foreign.ts'

/** Reads an uploaded file by its name; undefined if there is none. */
export type ReadFile = (name: string) => Promise<Readable | undefined>

/** The folder for files in an export. */
export const MEDIA = 'media'

/**
 * Returns an object that finds the files of this service in texts, as their paths in the export, and hashes them.
 * @param prefix the beginning of the names of all files of this installation
 */
export const mediaOf = (read: ReadFile, prefix: string) => {
  const hashes = new Map<string, Promise<string | undefined>>()
  const file = new RegExp(`/?content/files/(${prefix}[\\w-]+\\.\\w+)`, 'g')
  const hashOf = (name: string) => {
    const hash = hashes.get(name) ?? hashFile(read, name)
    hashes.set(name, hash)
    return hash
  }
  return {
    find: async (text: string) => {
      const files: ForeignFile[] = []
      for (const [address, name] of addressesIn(text, file)) {
        const sha256 = await hashOf(name)
        files.push(sha256 === undefined ? { address } : { address, file: `${MEDIA}/${name}`, sha256 })
      }
      return files
    },
    /** Returns the names of all files found so far, without their folder. */
    names: () => hashes.keys()
  }
}

/** The parts of a text of which one can be an address. */
const WORDS = /[^\s"'<>\\]+/g

/**
 * Returns the addresses of files in a text, with the names of the files. It looks back from each file to the start of
 * its address: an expression for whole addresses would take seconds for a text with many that lead to no file.
 */
function* addressesIn(text: string, file: RegExp): Generator<readonly [address: string, name: string]> {
  for (const [word] of text.matchAll(WORDS)) {
    let end = 0
    for (const { 0: path, 1: name = '', index } of word.matchAll(file)) {
      const before = word.slice(end, index)
      const host = before.slice(Math.max(0, before.lastIndexOf('http://'), before.lastIndexOf('https://')))
      yield [(HOST.test(host) ? host : '') + path, name]
      end = index + path.length
    }
  }
}

const HOST = /^https?:\/\/./

const hashFile = async (read: ReadFile, name: string): Promise<string | undefined> => {
  const content = await read(name)
  if (content === undefined) return undefined
  const hash = createHash('sha256')
  for await (const chunk of content) hash.update(chunk)
  return hash.digest('hex')
}
