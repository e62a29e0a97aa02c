/**
 * Endurance test of freshness, on durable storage. `test/process/truth.test.ts` is the short form.
 * Run by hand: `npx tsx test/endurance/truth.ts [seconds]`. Each of the three disturbances gets a third of the time.
 */
import { argument, withEnvironment } from './environment.ts'
import { runTruth } from './truth-run.ts'

const seconds = argument(0, 'the duration in seconds', 60)

await withEnvironment(async ({ sql, user, token, serve }) => {
  const bases = await Promise.all([1, 2].map(() => serve({ BASE_URL: 'http://desk.example' })))
  const allFaults: string[] = []
  for (const disturbance of ['none', 'deaf', 'lossy'] as const) {
    const { writes, reads, unchanged, visits, events, oldest, slowest, faults } = await runTruth({
      bases,
      sql,
      user,
      token,
      seconds: seconds / 3,
      disturbance
    })
    console.log(
      [
        `${disturbance.padEnd(9)} ${writes} writes, ${reads} reads, ${unchanged} unchanged, ` +
          `the oldest ${oldest.toFixed(0)} ms`,
        `${visits} streams, ${events} events, the slowest ${slowest.toFixed(0)} ms`
      ].join('; ')
    )
    allFaults.push(...faults.map((fault) => `${disturbance}: ${fault}`))
  }
  return allFaults
})
