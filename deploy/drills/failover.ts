/**
 * The primary of two PostgreSQL servers is killed under load, and its synchronous standby promoted. Then the old one
 * is made a standby of the new one, and the two change roles again. Needs Docker; the image of PostgreSQL needs
 * pg_basebackup. `npx tsx deploy/drills/failover.ts [rounds]`
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { connect } from '../../db/client.ts'
import { docker } from '../../bench/containers.ts'
import { onContainers, type ContainerStage } from './containers.ts'
import { claimReads, claimStored, percentile, statuses } from './claims.ts'
import { readers, shared, writers } from './load.ts'
import { claim, note, timeUntil } from './stage.ts'

const ROUNDS = Number(process.argv[2] ?? 2)
/** Milliseconds of load before the primary is killed, until the standby is promoted, and after that. */
const BEFORE = 5_000
const NOTICE = 3_000
const AFTER = 10_000
/** Milliseconds after the promotion until writes are taken again. */
const BACK = 5_000

type Server = 'postgres' | 'replica'

await onContainers({ files: ['deploy/replica.yml'], up: ['--scale', 'desk=2'] }, async (containers) => {
  const { origin, token, blogs } = containers
  const writing = writers(origin, { token, blogs, count: 8, pause: 10 })
  const reading = readers(origin, shared(blogs))
  for (let round = 0; round < ROUNDS; round++) {
    const [primary, standby] = round % 2 === 0 ? (['postgres', 'replica'] as const) : (['replica', 'postgres'] as const)
    await claimFailover(containers, { primary, standby, round, writing })
  }
  await Promise.all([writing.stop(), reading.stop()])

  note(`writes: ${statuses(writing.answers)}; p99 ${percentile(0.99, writing.answers).toFixed(0)} ms`)
  claimReads('shared documents', reading)
  const sql = connect({ url: await containers.databaseOf(ROUNDS % 2 === 0 ? 'postgres' : 'replica'), max: 1 })
  await claimStored(sql, writing)
  await sql.end()
})

async function claimFailover(
  containers: ContainerStage,
  {
    primary,
    standby,
    round,
    writing
  }: { primary: Server; standby: Server; round: number; writing: ReturnType<typeof writers> }
) {
  const { compose } = containers
  const query = (server: Server, statement: string) =>
    compose('exec', '-T', server, 'psql', '--host=127.0.0.1', '-U', 'desk', '-d', 'desk', '-Atc', statement)
  await timeUntil(async () => (await query(primary, 'select sync_state from pg_stat_replication')).trim() === 'sync')
  await sleep(BEFORE)

  const [id = ''] = await containers.idsOf(primary)
  const killed = performance.now()
  await docker('kill', id)
  await sleep(NOTICE)
  await query(standby, 'select pg_promote()')
  const promoted = performance.now()
  await sleep(AFTER)
  const accepted = writing.answers.filter(({ status }) => status === 201)
  const first = Math.min(...accepted.filter(({ at }) => at > promoted).map(({ at, ms }) => at + ms))
  const last = Math.max(...accepted.filter(({ at }) => at < killed).map(({ at, ms }) => at + ms))
  note(`round ${round + 1}: no write was acknowledged for ${((first - last) / 1000).toFixed(1)} s`)
  claim(`${standby} promoted: writes are taken again after`, first - promoted, ['≤', BACK, 'ms'])

  // The old primary must never come back as one: its data go, and it copies the new one.
  await compose('rm', '--force', '--stop', primary)
  await docker('volume', 'rm', `desk-drill_${primary === 'postgres' ? 'database' : 'replica'}`)
  await compose('up', '--detach', '--no-recreate', '--scale', 'desk=2', primary)
}
