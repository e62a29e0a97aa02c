/**
 * One of two workers is killed (SIGKILL) ten times under load. The other goes on, and a new one takes the place of the
 * first. Needs nginx. `npx tsx deploy/drills/worker-killed.ts`
 */
import { execFileSync } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { claimReads, claimStored, statuses } from './claims.ts'
import { mixedLoad } from './load.ts'
import { claim, drill, note, serve, startNginx, timeUntil } from './stage.ts'

const KILLS = 10

await drill(async (stage) => {
  const service = await serve(stage, { WORKERS: '2' })
  const load = mixedLoad(await startNginx([service]), stage, service.origin)
  const pids = () =>
    execFileSync('ps', ['-o', 'pid=', '--ppid', `${service.pid()}`], { encoding: 'utf8' })
      .split('\n')
      .map(Number)
      .filter((pid) => pid > 0)
  const replaced: number[] = []
  for (let kill = 0; kill < KILLS; kill += 1) {
    // A worker that ends within ten seconds of its start, five times in a row, would end the service.
    await sleep(6_000)
    const [victim = 0, other] = pids()
    process.kill(victim, 'SIGKILL')
    replaced.push(await timeUntil(async () => pids().filter((pid) => pid !== victim && pid !== other).length > 0))
  }
  await sleep(3_000)
  await load.stop()
  const { writing, reading, readingUncached } = load
  note(`${KILLS} kills; documents in no cache: ${statuses(readingUncached.answers)}`)
  note(`writes: ${statuses(writing.answers)}`)
  claimReads('shared documents through nginx', reading)
  const good = readingUncached.answers.filter(({ status }) => status === 200).map(({ at, ms }) => at + ms)
  const pauses = good.toSorted((a, b) => a - b).map((time, at, all) => time - (all[at - 1] ?? time))
  claim('longest time without a first read from the service', Math.max(...pauses), ['≤', 2000, 'ms'])
  claim('slowest start of another worker', Math.max(...replaced), ['≤', 2000, 'ms'])
  await claimStored(stage.postgres.sql, writing)
})
