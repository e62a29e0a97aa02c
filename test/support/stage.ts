/** The stage of drills for tests: its claims are assertions, and its folders are in memory if there is the space. */
import { join } from 'node:path'
import type { Test } from 'tap'
import { lineOf, meets, type Claims } from '../../bench/claims.ts'
import { temporaryFolder, type Ending } from '../../bench/stage/ending.ts'
import { TEMPORARY } from './server.ts'

process.env.TMPDIR = TEMPORARY

/** Returns claims that a test asserts. */
export const asserted = (t: Test): Claims => ({
  claim: (what, figure, bar) => {
    t.ok(meets(figure, bar), lineOf(what, figure, bar))
  },
  note: (line) => {
    t.comment(line)
  }
})

/** Returns the path of a data folder. It does not exist yet; the test deletes it at its end. */
export const dataDir = async (end: Ending): Promise<string> => join(await temporaryFolder(end), 'data')
