/**
 * Replicas of the service come and go behind nginx under load: from one to three and back. Shows that no read fails,
 * and that cursors, streams, invalidation and read-your-writes are the same on all replicas. Needs Docker. `npx tsx
 * bench/drills/scale.ts [rounds]`
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { connect } from '../../db/client.ts'
import { claimNone, claimReads, claimStored, percentile, statuses } from '../claims.ts'
import { runNewsroom } from '../endurance/newsroom-run.ts'
import { readers, shared, writers } from '../load/load.ts'
import { docker, onContainers, type Containers } from '../stage/containers.ts'
import { argument, timeUntil } from '../stage/drill.ts'

const ROUNDS = argument('how many rounds', 3)
const MOST = 3
/** Milliseconds of load between two changes of scale: nginx must have noticed the last one. */
const PAUSE = 8_000
await onContainers({ up: ['--scale', `desk=${MOST}`] }, async (containers) => {
  await claimOneNewsroom(containers)
  await claimNoFailedRead(containers)
})

/** Editors write through nginx, and clients read from each replica directly, as nginx does. */
async function claimOneNewsroom(containers: Containers) {
  const { claim, note, origin, token, addressesOf, databaseOf } = containers
  const bases = (await addressesOf('desk')).map((address) => `http://${address}:3000`)
  claim('replicas', bases.length, ['=', MOST])
  const sql = connect({ url: await databaseOf('postgres'), max: 4 })
  const { writes, reads, events, slowest, faults } = await runNewsroom({
    ...{ bases, front: origin, sql, user: 1, token },
    ...{ blogs: 1, editors: 3, clients: 20, pauses: [500, 500], span: 30 },
    isEnough: () => true
  })
  await sql.end()
  note(`${writes} changes, ${reads} documents, ${events} events of streams`)
  claim('a change shows on the last of three replicas, at most', slowest.answer, ['≤', 1_000, 'ms'])
  claim('and in the last stream', slowest.event, ['≤', 1_000, 'ms'])
  claimNone(containers, 'posts not seen by their writer, documents that went back, changes that were missed', faults)
}

async function claimNoFailedRead(containers: Containers) {
  const { note, origin, blogs, compose, idsOf, databaseOf } = containers
  const reading = readers(origin, shared(blogs), { count: 8, pause: 20 })
  // Each path is read once: no answer of these can come from the cache of nginx.
  const pathOf = (n: number) => `/resources/Desk/Blog/${blogs[0]}/Post/Published?limit=5&order.until=${n}`
  const readingDirectly = readers(origin, pathOf, { count: 4, pause: 50 })
  const writing = writers(origin, containers, { count: 2, pause: 50 })
  const isHealthy = async (id: string) =>
    (await docker('inspect', '--format', '{{.State.Health.Status}}', id)) === 'healthy'
  for (const scale of Array.from({ length: ROUNDS }, () => [1, MOST]).flat()) {
    const before = await idsOf('desk')
    await compose('up', '--detach', '--no-recreate', '--scale', `desk=${scale}`, 'desk')
    if (scale > before.length) {
      await Promise.all((await idsOf('desk')).map((id) => timeUntil(() => isHealthy(id))))
    }
    await sleep(PAUSE)
  }
  await Promise.all([reading.stop(), readingDirectly.stop(), writing.stop()])
  claimReads(containers, 'shared documents', reading)
  claimReads(containers, 'documents in no cache', readingDirectly)
  // nginx doesn't repeat a write that it has sent: the client does, with its key.
  note(`writes: ${statuses(writing.answers)}; p99 ${percentile(0.99, writing.answers).toFixed(0)} ms`)
  const sql = connect({ url: await databaseOf('postgres'), max: 1 })
  await claimStored(containers, sql, { ...writing, unexpected: [] })
  await sql.end()
}
