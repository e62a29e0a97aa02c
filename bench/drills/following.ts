/**
 * A service with two replicas follows a blog that editors change at random, while the other service and the network
 * fail in many ways. After each failure, both sides show the same posts within a minute, none of them twice.
 * `SEED=28 npx tsx bench/drills/following.ts [seconds that the source is stopped]`
 */
import fc from 'fast-check'
import { setTimeout as sleep } from 'node:timers/promises'
import { claimEqual, openSource, SOURCE, startSync } from '../following.ts'
import { argument, drill, timeUntil } from '../stage/drill.ts'

const seconds = argument('how many seconds the source is stopped', 60)
const seed = Number(process.env['SEED'] ?? 28)
/** Bytes per second of a slow answer that is cut, and of a slow loris. */
const SLOW = { cut: 10_000, loris: 20 }
const LORIS_SECONDS = 30
const KILLS = 5

await drill(async (stage) => {
  const { claim, note, postgres } = stage
  const { sql } = postgres
  note(`SEED=${seed}`)
  const rooms = await openSource(stage, seed)
  const { source, sourceSql, proxy, blog, copy, change, publish, editAtRandom } = rooms
  const replicas = [
    await stage.serve({ FOLLOW_PRIVATE: 'true' }),
    await stage.serve({ FOLLOW_PRIVATE: 'true' })
  ] as const
  await editAtRandom(50)
  const sync = await startSync(replicas[0], stage, copy, `${proxy.url}/resources/Desk/Blog/${blog}`)
  await claimEqual(stage, rooms, 'at first')
  note(`${await editAtRandom(200)} changes without a failure`)
  await claimEqual(stage, rooms, 'random changes')

  await editAtRandom(20)
  await source.stop()
  await sleep(seconds * 1000)
  await source.start()
  await editAtRandom(20)
  await claimEqual(stage, rooms, `source stopped for ${seconds} s`)

  for (let kill = 0; kill < KILLS; kill += 1) {
    // The answer with the changes takes seconds, so that the kill cuts it.
    proxy.slowDown(SLOW.cut)
    const editing = editAtRandom(100, 4)
    await sleep(500 + 300 * kill)
    await source.stop('SIGKILL')
    await editing
    proxy.slowDown(Infinity)
    await source.start()
  }
  await editAtRandom(20)
  await claimEqual(stage, rooms, `source killed ${KILLS} times while it answered`)
  claim('answers that a kill has cut', proxy.truncated(), ['≥', 1])

  const kills = fc.record({ replica: fc.constantFrom(...replicas), wait: fc.nat(700) })
  for (const { replica, wait } of fc.sample(kills, { seed, numRuns: KILLS })) {
    const editing = editAtRandom(60)
    await sleep(wait)
    await replica.stop('SIGKILL')
    await editing
    await replica.start()
  }
  await claimEqual(stage, rooms, `followers killed ${KILLS} times`)
  const editing = editAtRandom(100)
  await Promise.all(replicas.map((replica) => replica.stop('SIGKILL')))
  await editing
  await replicas[1].start()
  await claimEqual(stage, rooms, 'all followers killed, one comes back')
  await replicas[0].start()

  // About half of the requests change something.
  claim('changes in a burst', await editAtRandom(2_000, 8), ['≥', 1_000])
  await claimEqual(stage, rooms, 'a burst')

  proxy.slowDown(SLOW.loris)
  await editAtRandom(50)
  await sleep(LORIS_SECONDS * 1000)
  proxy.slowDown(Infinity)
  await claimEqual(stage, rooms, `answers at ${SLOW.loris} bytes a second for ${LORIS_SECONDS} s`)

  // A source with a higher limit of texts than ours.
  const poisoned = await publish('before the poison')
  await claimEqual(stage, rooms, 'before the poison')
  await sourceSql`alter table posts drop constraint posts_content_check`
  const [{ Uuid }] = await sourceSql<[{ Uuid: string }]>`
    update posts set content = repeat('poison ', 10000), updated_on = now() where id = ${poisoned} returning uuid`
  await editAtRandom(20)
  const parked = async () =>
    (await sql`select from parked_changes where sync = ${sync} and reason like '%longer than%'`).count
  const parkedAfter = await timeUntil(async () => (await parked()) === 1)
  claim('a poison change: parked after', parkedAfter / 1000, ['≤', 60, 's'])
  await claimEqual(stage, rooms, 'all but the poison', Uuid)
  await change('PUT', `Desk/Blog/${blog}/Post/${poisoned}`, { Content: 'after the poison' })
  await claimEqual(stage, rooms, 'the poison is corrected')
  claim('poison changes that are parked still', await parked(), ['=', 0])

  const stopSource = async () => {
    await source.stop()
    await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${SOURCE}`
    await timeUntil(async () => (await sql`select from pg_stat_activity where datname = ${SOURCE}`).count === 0)
  }
  await stopSource()
  await sql`create database backup template ${sql(SOURCE)}`
  await source.start()
  note(`${await editAtRandom(100)} changes that the backup does not have`)
  await claimEqual(stage, rooms, 'before the backup is restored')
  await stopSource()
  await sql`drop database ${sql(SOURCE)}`
  await sql`create database ${sql(SOURCE)} template backup`
  await source.start()
  await editAtRandom(50)
  await claimEqual(stage, rooms, 'source restored from a backup')
  const left = await sql`select from parked_changes where sync = ${sync}`
  note(`parked changes at the end: ${left.count}`)
})
