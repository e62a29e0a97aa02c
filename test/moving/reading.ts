/** Reads sources of blogs in tests. */
import { Readable } from 'node:stream'

/** Returns bytes in chunks of a size, so that tests can cut characters and tags in two. */
export const chunksOf = (text: string | Uint8Array, size = 1000): AsyncIterable<Uint8Array> => {
  const bytes = Buffer.from(text)
  const starts = Array.from({ length: Math.ceil(bytes.length / size) }, (_chunk, index) => index * size)
  return Readable.from(starts.map((start) => bytes.subarray(start, start + size)))
}

/** Returns all that a reader finds. */
export const all = async <T>(found: AsyncIterable<T>): Promise<T[]> => {
  const values: T[] = []
  for await (const value of found) values.push(value)
  return values
}
