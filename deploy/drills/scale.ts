/**
 * Replicas of the service come and go behind nginx under load: from one to three and back. Shows that no read fails,
 * and that cursors, streams, invalidation and read-your-writes are the same on all replicas. Needs Docker. `npx tsx
 * deploy/drills/scale.ts [rounds]`
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { Agent } from 'undici'
import { connect } from '../../db/client.ts'
import { addressOf, docker, type Containers } from '../../bench/containers.ts'
import { onContainers, type ContainerStage } from './containers.ts'
import { claimReads, claimStored, percentile, statuses } from './claims.ts'
import { openStream, publish, readers, send, shared, writers } from './load.ts'
import { claim, note, timeUntil } from './stage.ts'

const ROUNDS = Number(process.argv[2] ?? 3)
const MOST = 3
/** Milliseconds of load between two changes of scale: nginx must have noticed the last one. */
const PAUSE = 8_000
/** Number of posts for which the time until every replica shows them is measured. */
const POSTS = 100

await onContainers({ up: ['--scale', `desk=${MOST}`] }, async (containers) => {
  await claimOneNewsroom(containers)
  await claimNoFailedRead(containers)
})

/** Writes through nginx, and reads from each replica what nginx would get there. */
async function claimOneNewsroom({ origin, token, blogs, idsOf }: ContainerStage) {
  const [blog = 0] = blogs
  const list = `/resources/Desk/Blog/${blog}/Post/Published`
  const replicas = await Promise.all((await idsOf('desk')).map(async (id) => `http://${await addressOf(id)}:3000`))
  claim('replicas', replicas.length, ['=', MOST])
  const streams = await Promise.all(replicas.map((replica) => openStream(replica, blog)))
  const cursors = await Promise.all(replicas.map((replica) => cursorOf(replica + list)))
  claim('different cursors', new Set(cursors).size, ['=', 1])
  const before = cursors[0] ?? 0

  const dispatcher = new Agent()
  const delays: number[] = []
  let [unread, stale] = [0, 0]
  const keys = Array.from({ length: POSTS }, (_, n) => `scale ${n}`)
  for (const key of keys) {
    const { body } = await publish(origin, { token, blog, key, dispatcher })
    const written = performance.now()
    const [, path = ''] = /href="https?:\/\/[^/"]+([^"]+)"/.exec(body) ?? []
    // The writer reads its post, by any replica.
    const own = await send(origin + path, { headers: { authorization: token }, dispatcher })
    if (!own.body.includes(key)) unread += 1
    // Readers ask the replicas for a list that they have cached.
    const sees = (replica: string) => async () =>
      (await send(`${replica}${list}?limit=1&X-Filter=Content`, { dispatcher })).body.includes(key)
    await Promise.all(replicas.map((replica) => timeUntil(sees(replica))))
    delays.push(performance.now() - written)
    // Then nothing of before may come back.
    for (const replica of replicas) if (!(await sees(replica)())) stale += 1
  }
  claim('posts that their writer did not read at once', unread, ['=', 0])
  claim('documents that went back in time', stale, ['=', 0])
  claim('a post shows on the last of three replicas, at most', Math.max(...delays), ['≤', 1_000, 'ms'])

  await sleep(1_000)
  const seen = streams.map((stream) => keys.filter((key) => stream.text().split(`>${key}<`).length === 2).length)
  claim('posts that each stream has sent once', Math.min(...seen), ['=', POSTS])
  for (const stream of streams) stream.close()
  // One page from each replica by turns, as a client behind nginx gets them.
  let cursor = before
  const followed: string[] = []
  for (let page = 0; followed.length < POSTS && page < POSTS; page += 1) {
    const replica = replicas[page % replicas.length] ?? ''
    const { body } = await send(`${replica}${list}?cId.since=${cursor}&limit=7&X-Filter=Content`, { dispatcher })
    followed.push(...[...body.matchAll(/scale \d+/g)].map(([key]) => key).reverse())
    cursor = Number(/lastCId="(\d+)"/.exec(body)?.[1])
  }
  claim('posts that a client read once by cursors of three replicas', new Set(followed).size, ['=', POSTS])
  claim('and twice', followed.length - new Set(followed).size, ['=', 0])
  await dispatcher.destroy()
}

async function claimNoFailedRead({ origin, token, blogs, compose, idsOf, databaseOf }: ContainerStage) {
  const reading = readers(origin, shared(blogs), { count: 8, pause: 20 })
  // Each path is read once: no answer of these can come from the cache of nginx.
  const readingDirectly = readers(
    origin,
    (n) => `/resources/Desk/Blog/${blogs[0]}/Post/Published?limit=5&order.until=${n}`,
    { count: 4, pause: 50 }
  )
  const writing = writers(origin, { token, blogs, count: 2, pause: 50 })
  for (const scale of Array.from({ length: ROUNDS }, () => [1, MOST]).flat()) {
    const before = new Set(await idsOf('desk'))
    await compose('up', '--detach', '--no-recreate', '--scale', `desk=${scale}`, 'desk')
    if (scale > before.size) await Promise.all((await idsOf('desk')).map(untilHealthy))
    // nginx before 1.27.3 looks the replicas up only when it is told to.
    if (await isOld(compose)) await compose('exec', '-T', 'nginx', 'nginx', '-s', 'reload')
    await sleep(PAUSE)
  }
  await Promise.all([reading.stop(), readingDirectly.stop(), writing.stop()])
  claimReads('shared documents', reading)
  claimReads('documents in no cache', readingDirectly)
  // nginx doesn't repeat a write that it has sent: the client does, with its key.
  note(`writes: ${statuses(writing.answers)}; p99 ${percentile(0.99, writing.answers).toFixed(0)} ms`)
  const sql = connect({ url: await databaseOf('postgres'), max: 1 })
  await claimStored(sql, { ...writing, unexpected: [] })
  await sql.end()
}

async function untilHealthy(id: string) {
  await timeUntil(async () => (await docker('inspect', '--format', '{{.State.Health.Status}}', id)) === 'healthy')
}

async function cursorOf(url: string) {
  const { body } = await send(url, {})
  return Number(/lastCId="(\d+)"/.exec(body)?.[1])
}

async function isOld(compose: Containers['compose']) {
  return !(await compose('exec', '-T', 'nginx', 'cat', '/etc/nginx/conf.d/default.conf')).includes(' resolve;')
}
