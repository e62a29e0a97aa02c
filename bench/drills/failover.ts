/**
 * The primary of two PostgreSQL servers is killed under load, and its synchronous standby promoted. Then the old one
 * is made a standby of the new one, and the two change roles again. Needs Docker; the image of PostgreSQL needs
 * pg_basebackup. `npx tsx bench/drills/failover.ts [rounds]`
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { connect } from '../../db/client.ts'
import { claimReads, claimStored, percentile, statuses } from '../claims.ts'
import { readers, shared, writers } from '../load/load.ts'
import { docker, onContainers, PROJECT } from '../stage/containers.ts'
import { argument, timeUntil } from '../stage/drill.ts'

const ROUNDS = argument('how many rounds', 2)
/** Milliseconds of load before the primary is killed, until the standby is promoted, and after that. */
const BEFORE = 5_000
const NOTICE = 3_000
const AFTER = 10_000

await onContainers({ files: ['deploy/replica.yml'], up: ['--scale', 'desk=2'] }, async (containers) => {
  const { claim, note, compose, idsOf, origin, blogs } = containers
  const query = (server: string, statement: string) =>
    compose('exec', '-T', server, 'psql', '--host=127.0.0.1', '-U', 'desk', '-d', 'desk', '-Atc', statement)
  const writing = writers(origin, containers)
  const reading = readers(origin, shared(blogs))
  let [primary, standby] = ['postgres', 'replica']
  for (let round = 1; round <= ROUNDS; round++) {
    const replication = () => query(primary, 'select sync_state from pg_stat_replication')
    await timeUntil(async () => (await replication()).trim() === 'sync')
    await sleep(BEFORE)
    const [id = ''] = await idsOf(primary)
    const killed = performance.now()
    await docker('kill', id)
    await sleep(NOTICE)
    await query(standby, 'select pg_promote()')
    const promoted = performance.now()
    await sleep(AFTER)
    const accepted = writing.answers.filter(({ status }) => status === 201)
    const first = Math.min(...accepted.filter(({ at }) => at > promoted).map(({ at, ms }) => at + ms))
    const last = Math.max(...accepted.filter(({ at }) => at < killed).map(({ at, ms }) => at + ms))
    note(`round ${round}: no write was acknowledged for ${((first - last) / 1000).toFixed(1)} s`)
    claim(`${standby} promoted: writes are taken again after`, first - promoted, ['≤', 5_000, 'ms'])

    // The old primary must never come back as one: its data go, and it copies the new one.
    await compose('rm', '--force', '--stop', primary)
    await docker('volume', 'rm', `${PROJECT}_${primary === 'postgres' ? 'database' : 'replica'}`)
    await compose('up', '--detach', '--no-recreate', '--scale', 'desk=2', primary)
    ;[primary, standby] = [standby, primary]
  }
  await Promise.all([writing.stop(), reading.stop()])

  note(`writes: ${statuses(writing.answers)}; p99 ${percentile(0.99, writing.answers).toFixed(0)} ms`)
  claimReads(containers, 'shared documents', reading)
  const sql = connect({ url: await containers.databaseOf(primary), max: 1 })
  await claimStored(containers, sql, writing)
  await sql.end()
})
