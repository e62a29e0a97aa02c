/**
 * Endurance test of changes: editors and followers work on one blog, over sockets and with durable storage, until the
 * followers have received a number of post states. `test/routes/newsroom-at-once.test.ts` is the short form.
 * Run by hand: `npx tsx test/endurance/newsroom.ts [states]`; a million take 12 to 20 minutes on two cores.
 */
import { runNewsroom } from './newsroom-run.ts'
import { argument, withEnvironment } from './environment.ts'

const states = argument(0, 'the number of post states that followers receive', 20_000)

await withEnvironment(async ({ sql, user, token, serve }) => {
  const base = await serve()
  const startedAt = performance.now()
  const outcome = await runNewsroom({ base, sql, user, token, states })
  const seconds = (performance.now() - startedAt) / 1000
  const perSecond = (count: number) => `${count} (${(count / seconds).toFixed(0)}/s)`
  const sorted = [...outcome.answers].toSorted(([a], [b]) => a.localeCompare(b))
  console.log(`writing   16 editors, ${perSecond(outcome.changes)} changes in ${seconds.toFixed(0)} s`)
  console.log(`responses ${sorted.map(([answer, count]) => `${answer}: ${count}`).join(', ')}`)
  console.log(
    `received  ${perSecond(outcome.states)} post states, by 20 followers, who started ${outcome.starts} times`
  )
  console.log(`reading   ${outcome.reads} documents; ${outcome.visits} streams with ${outcome.events} events`)
  console.log(`compared  all posts with the database, ${outcome.comparisons} times`)
  return outcome.faults
})
