/** The stage of drills for tests: its claims are assertions, and its folders are in memory if there is the space. */
import { join } from 'node:path'
import type { Test } from 'tap'
import { lineOf, meets, type Claims } from '../../bench/claims.ts'
import { addWriter, type RunStage } from '../../bench/stage/drill.ts'
import { temporaryFolder, type Ending } from '../../bench/stage/ending.ts'
import { serve } from '../../bench/stage/service.ts'
import { connect } from '../../db/client.ts'
import { cloneDatabase } from './database.ts'
import { each } from './words.ts'
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

/** Sets the stage of a run, on its own database. @param count number of blogs, which are empty */
export const setRunStage = async (t: Test, count: number): Promise<RunStage> => {
  const url = await cloneDatabase(t)
  const sql = connect({ url, max: 4 })
  t.teardown(() => sql.end({ timeout: 5 }))
  const { user, token } = await addWriter(sql)
  const rows = await sql<{ Id: number }[]>`
    insert into blogs (type, language, creator, title, live_on)
    select 1, 1, ${user}, 'Night', now() from generate_series(1, ${count}::integer) returning id`
  return {
    ...{ ...asserted(t), end: t, token, blogs: each(rows, 'Id'), postgres: { sql } },
    serve: (settings = {}) => serve(t, { DATABASE_URL: url, ...settings })
  }
}
