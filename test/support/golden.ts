/** Golden documents: responses stored in `test/golden`, which tests compare byte for byte. */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import type { Test } from 'tap'
import { root } from './root.ts'

const folder = `${root}/test/golden`

/** The ids of requests and of posts, which differ between runs. */
export const UUIDS = /[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g

/** Whether to write golden documents. Review them before you commit them. */
const update = process.env.UPDATE_GOLDEN === '1'

/**
 * Compares a response with its golden document.
 * @param name file name in `test/golden`
 */
export const golden = async (t: Test, name: string, actual: Uint8Array): Promise<void> => {
  const file = `${folder}/${name}`
  if (actual.length === 0) t.fail(`${name} is empty, so it would say nothing`)
  if (update) {
    await mkdir(folder, { recursive: true })
    await writeFile(file, actual)
  }
  const expected = await readFile(file).catch(() => undefined)
  if (expected === undefined) {
    t.fail(`there is no golden document ${name}; set UPDATE_GOLDEN=1 to write it`)
    return
  }
  t.equal(Buffer.from(actual).toString(), expected.toString(), name)
  t.ok(expected.equals(actual), `${name}, byte for byte`)
}

/**
 * Replaces the values that differ between runs.
 * @param replacements patterns and texts. In each match, the text replaces everything after the first group
 */
export const normalized = (bytes: Buffer, replacements: readonly (readonly [RegExp, string])[]): Buffer =>
  Buffer.from(
    replacements.reduce(
      (text, [pattern, replacement]) => text.replaceAll(pattern, (_all, start: string) => start + replacement),
      bytes.toString()
    )
  )
