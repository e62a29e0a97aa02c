/** Compares documents with those under `test/golden`, in every format. */
import type { Test } from 'tap'
import type { Built } from '../support/app.ts'
import { golden } from '../support/golden.ts'
import { formats } from './wire.ts'

/**
 * Reads documents in every format, and compares them with the golden documents.
 * @param documents names of golden documents without extension, and the address of each
 */
export const compareDocuments = async (
  t: Test,
  get: Built['get'],
  documents: readonly (readonly [name: string, url: string])[]
): Promise<void> => {
  for (const [extension, accept] of formats) {
    for (const [name, url] of documents) {
      const response = await get(url, { accept })
      t.equal(response.statusCode, 200, url)
      t.equal(response.headers['content-type'], `${accept}; charset=utf-8`)
      await golden(t, `${name}.${extension}`, response.rawPayload)
    }
  }
}
