/**
 * One of three replicas is killed (SIGKILL) with 17,000 open streams, and is back a second later, as its container
 * would be. Its readers come back when the service has told them to, and nobody else notices.
 * `npx tsx bench/drills/replica-killed.ts [seed]`
 */
import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import { percentile, statuses } from '../claims.ts'
import { gather, MOST } from '../load/crowd.ts'
import { writers } from '../load/load.ts'
import { argument, drill, timeUntil } from '../stage/drill.ts'
import { atEnd } from '../stage/ending.ts'
import type { Service } from '../stage/service.ts'

const SEED = argument('a seed', 1)
const REPLICAS = 3
/** Streams that a replica takes: as many as its open files allow, with some left for requests. */
const LIMIT = 19_000
/** Milliseconds until Docker has started a container again. */
const RESTART = 1_000

/** The replica that is killed, and the milliseconds of quiet before. */
const fault = fc.record({ killed: fc.nat(REPLICAS - 1), after: fc.integer({ min: 2_000, max: 5_000 }) })

await drill(async ({ claim, note, serve, blogs: [blog = 0], token }) => {
  const replicas: Service[] = []
  while (replicas.length < REPLICAS) replicas.push(await serve({ STREAMS: `${LIMIT}` }))
  const path = `/resources/Desk/Blog/${blog}/Post/Published?X-Filter=Id,CId,Content`
  const count = REPLICAS * MOST
  const crowd = gather(atEnd, { origins: replicas.map(({ origin }) => origin), path, count })
  note(`${count.toLocaleString('en-US')} streams are open after ${((await crowd.untilOpen()) / 1000).toFixed(1)} s`)

  // The writers of a balancer reach the replicas that are there.
  const [{ killed, after } = { killed: 0, after: 0 }] = fc.sample(fault, { seed: SEED, numRuns: 1 })
  const others = replicas.filter((_, index) => index !== killed)
  const writing = others.map(({ origin }) => writers(origin, { token, blogs: [blog] }, { count: 1, pause: 2_000 }))
  await sleep(after)
  const { lost } = crowd.state()
  const fallen = replicas[killed]
  if (fallen === undefined) throw new Error('There is no replica to kill.')
  note(`replica ${killed + 1} is killed`)
  const at = performance.now()
  await fallen.stop('SIGKILL')
  await sleep(RESTART)
  await fallen.start()
  note(`it is back after ${((performance.now() - at) / 1000).toFixed(1)} s`)
  const back = await timeUntil(() => crowd.state().lost > lost && crowd.state().open === count)
  const seconds = back === Infinity ? back : (performance.now() - at) / 1000
  claim('all of its readers are back after', seconds, ['≤', 30, 's'])
  note(`streams that ended: ${crowd.state().lost - lost}; attempts that were refused: ${crowd.state().refused}`)
  await sleep(5_000)
  await Promise.all(writing.map(({ stop }) => stop()))
  const answers = writing.flatMap((writer) => writer.answers)
  note(`writes: ${statuses(answers)}; p99 ${percentile(0.99, answers).toFixed(0)} ms`)
  claim('writes that were refused', answers.filter(({ status }) => status !== 201).length, ['=', 0])
  await crowd.untilReached(crowd.state().newest)
  claim('streams that have the newest change', crowd.state().haveNewest, ['=', count])
  claim('changes that a stream missed or got twice', crowd.state().faults, ['=', 0])
})
