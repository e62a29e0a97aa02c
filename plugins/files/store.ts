/** Stores for files: a folder of this machine, or a bucket. */
import type { Readable } from 'node:stream'

/** The bytes of a file, first and last included. */
export interface Span {
  readonly start: number
  readonly end: number
}

/** A place for files. Names are letters, digits, `-`, `_` and dots. A file never changes. */
export interface Store {
  /** Puts a file of this machine in place, whole or not at all. Its path is free to be deleted afterwards. */
  readonly keep: (path: string, name: string, media: string) => Promise<void>
  /** A file's size in bytes; undefined when there is no such file. */
  readonly sizeOf: (name: string) => Promise<number | undefined>
  readonly read: (name: string, span: Span) => Promise<Readable>
  /** Removes a file, if there is one. */
  readonly remove: (name: string) => Promise<void>
  /**
   * Lists files by their names' order.
   * @param prefix what their names begin with
   * @param after name after which to begin
   * @param limit the most that are listed
   */
  readonly list: (prefix: string, after: string, limit: number) => Promise<readonly StoredFile[]>
}

/** A file that is in place, and since when. */
export interface StoredFile {
  readonly name: string
  readonly since: Date
}
