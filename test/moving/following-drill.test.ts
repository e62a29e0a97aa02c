/**
 * Whatever editors do at the source, both blogs end with the same posts, although connections are cut and the process
 * that follows is killed. `bench/drills/following.ts` is the long form.
 */
import t from 'tap'
import { cutConnections, killHolder } from '../../bench/following-failures.ts'
import { runFollowing } from '../../bench/following-run.ts'
import { startSource } from '../../bench/following.ts'
import { addWriter } from '../../bench/stage/drill.ts'
import { serve } from '../../bench/stage/service.ts'
import { connect } from '../../db/client.ts'
import { cloneDatabase } from '../support/index.ts'
import { asserted } from '../support/stage.ts'

const seed = Number(process.env['SEED'] ?? 28)

t.test(`two blogs are equal after cuts and kills (SEED=${seed})`, { timeout: 120_000 }, async (t) => {
  const url = await cloneDatabase(t)
  const sql = connect({ url, max: 4 })
  t.teardown(() => sql.end({ timeout: 5 }))
  const { user, token } = await addWriter(sql)
  const [{ Id }] = await sql<[{ Id: number }]>`
    insert into blogs (type, language, creator, title) values (1, 1, ${user}, 'Copy') returning id`
  const stage = {
    ...{ ...asserted(t), end: t, token, blogs: [Id], postgres: { sql } },
    serve: (settings = {}) => serve(t, { DATABASE_URL: url, ...settings })
  }
  const rooms = await startSource(stage, await cloneDatabase(t), seed)
  await runFollowing(stage, rooms, { seed, changes: 50, kills: 2 }, [cutConnections, killHolder])
})
