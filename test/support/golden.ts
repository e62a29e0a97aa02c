/** Golden documents: answers kept under `test/golden` and compared byte for byte. */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import type { Test } from 'tap'
import { root } from './root.ts'

const folder = `${root}/test/golden`

/** Golden documents are written only when this is set; read them before they are committed. */
const update = process.env.UPDATE_GOLDEN === '1'

/**
 * Compares an answer with its golden document.
 * @param name file name under `test/golden`
 */
export const golden = async (t: Test, name: string, actual: Uint8Array): Promise<void> => {
  const file = `${folder}/${name}`
  if (update) {
    await mkdir(folder, { recursive: true })
    await writeFile(file, actual)
  }
  const expected = await readFile(file).catch(() => undefined)
  if (expected === undefined) {
    t.fail(`there is no golden document ${name}; UPDATE_GOLDEN=1 writes it`)
    return
  }
  t.equal(Buffer.from(actual).toString(), expected.toString(), name)
  t.ok(expected.equals(actual), `${name} to the last byte`)
}

/** The bytes with what differs from run to run replaced: the first group of each pattern stays, the rest becomes the text. */
export const settled = (bytes: Buffer, changing: readonly (readonly [RegExp, string])[]): Buffer =>
  Buffer.from(
    changing.reduce(
      (text, [pattern, replacement]) => text.replaceAll(pattern, (_all, start: string) => start + replacement),
      bytes.toString()
    )
  )
