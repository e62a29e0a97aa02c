/** Documents at their addresses, against those under `test/golden`, in every notation. */
import type { Test } from 'tap'
import type { Built } from '../support/app.ts'
import { golden } from '../support/golden.ts'
import { notations } from './wire.ts'

/** @param documents names of golden documents without their extension, and where each is read */
export const compareDocuments = async (
  t: Test,
  get: Built['get'],
  documents: readonly (readonly [name: string, url: string])[]
): Promise<void> => {
  for (const [extension, accept] of notations) {
    for (const [name, url] of documents) {
      const response = await get(url, { accept })
      t.equal(response.statusCode, 200, url)
      t.equal(response.headers['content-type'], `${accept}; charset=utf-8`)
      await golden(t, `${name}.${extension}`, response.rawPayload)
    }
  }
}
