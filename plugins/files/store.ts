/** The interface of a store for files, which is a folder or a bucket. */
import type { Readable } from 'node:stream'

/** A range of bytes in a file. */
export interface Span {
  /** Offset of the first byte. */
  readonly start: number
  /** Offset of the last byte, which is part of the range. */
  readonly end: number
}

/** Stores files. Names consist of letters, digits, `-`, `_` and dots. A stored file never changes. */
export interface Store {
  /**
   * Stores a local file completely or not at all. Afterwards the caller may delete the file at the path, if it
   * exists.
   */
  readonly put: (path: string, name: string) => Promise<void>
  /** Returns the size of a file in bytes; undefined if the file does not exist. */
  readonly sizeOf: (name: string) => Promise<number | undefined>
  readonly read: (name: string, span: Span) => Promise<Readable>
  /** Deletes a file. It is not an error if the file does not exist. */
  readonly remove: (name: string) => Promise<void>
  /**
   * Lists files in the order of their names.
   * @param prefix lists only names that begin with this
   * @param after lists only names after this one
   * @param limit maximum number of files
   */
  readonly list: (prefix: string, after: string, limit: number) => Promise<readonly StoredFile[]>
}

export interface StoredFile {
  readonly name: string
  /** The time when the file was stored. */
  readonly since: Date
}
