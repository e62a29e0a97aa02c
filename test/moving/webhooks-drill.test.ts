/**
 * Each change number is announced in order, although the processes that send are killed and answers get lost.
 * `bench/drills/webhooks.ts` is the long form.
 */
import t from 'tap'
import { addWriter } from '../../bench/stage/drill.ts'
import { serve } from '../../bench/stage/service.ts'
import { breakAnswers, killSenders } from '../../bench/webhook-failures.ts'
import { claimAnnounced, openRun } from '../../bench/webhooks.ts'
import { connect } from '../../db/client.ts'
import { cloneDatabase, each } from '../support/index.ts'
import { asserted } from '../support/stage.ts'

const seed = Number(process.env['SEED'] ?? 30)

t.test(`all changes are announced after kills (SEED=${seed})`, { timeout: 120_000 }, async (t) => {
  const url = await cloneDatabase(t)
  const sql = connect({ url, max: 4 })
  t.teardown(() => sql.end({ timeout: 5 }))
  const { user, token } = await addWriter(sql)
  const rows = await sql<{ Id: number }[]>`
    insert into blogs (type, language, creator, title, live_on)
    select 1, 1, ${user}, 'Night', now() from generate_series(1, 3) returning id`
  const stage = {
    ...{ ...asserted(t), end: t, token, blogs: each(rows, 'Id'), postgres: { sql } },
    serve: (settings = {}) => serve(t, { DATABASE_URL: url, ...settings })
  }
  const run = await openRun(stage, seed)
  for (const fail of [killSenders(3, 30), breakAnswers(5)]) await claimAnnounced(run, await fail(run))
})
