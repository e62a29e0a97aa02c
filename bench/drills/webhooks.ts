/**
 * Two replicas announce the changes of eight blogs to a receiver that fails in many ways, and are killed. After each
 * failure, no blog's newest change number is unannounced, and the order holds. At the beginning, the time from a change
 * to its message is measured. `test/moving/drills.test.ts` is the short form.
 * `SEED=30 npx tsx bench/drills/webhooks.ts [changes]`
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { quantile } from '../claims.ts'
import { ask, publication } from '../load/requests.ts'
import { argument, drill, timeUntil } from '../stage/drill.ts'
import { answerSlowly, breakAnswers, killSenders, refuseWith, stopReceiver } from '../webhooks/failures.ts'
import { claimAnnounced, openRun } from '../webhooks/run.ts'

const changes = argument('how many changes during each failure', 100)
const seed = Number(process.env['SEED'] ?? 30)
const QUIET = 30

await drill(async (stage) => {
  stage.note(`SEED=${seed}`)
  const run = await openRun(stage, seed)
  const { receiver, replicas } = run
  const times: number[] = []
  for (let count = 0; count < QUIET; count += 1) {
    await sleep(Math.random() * 1000)
    const [blog = 0] = stage.blogs
    const before = receiver.received.length
    const startedAt = performance.now()
    await ask(...publication(replicas[count % 2]?.origin ?? '', stage.token, blog, `quiet ${count}`), [201])
    await timeUntil(() => receiver.received.length === before + 2)
    times.push((receiver.received.at(-1)?.at ?? Infinity) - startedAt)
  }
  stage.claim('from a change to its message, median', quantile(0.5, times), ['≤', 3000, 'ms'])
  stage.claim('from a change to its message, slowest', quantile(1, times), ['≤', 3000, 'ms'])
  await claimAnnounced(run, 'at first')
  for (const fail of [
    ...[stopReceiver(changes), refuseWith(500, changes), refuseWith(301, changes), answerSlowly(changes)],
    ...[breakAnswers(changes), killSenders(10, changes)]
  ]) {
    await claimAnnounced(run, await fail(run))
  }
})
