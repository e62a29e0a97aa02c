/**
 * The truth test (`test/process/truth.test.ts`) for as long as one likes, on durable storage.
 * Run by hand: `npx tsx test/endurance/truth.ts [seconds]`; each of the three ways of going wrong gets a third of them.
 */
import { argument, onStage } from './stage.ts'
import { pursueTruth } from './truthful.ts'

const seconds = argument(0, 'for how many seconds', 60)

await onStage(async ({ sql, user, token, serve }) => {
  const bases = await Promise.all([1, 2].map(() => serve({ BASE_URL: 'http://desk.example' })))
  const found: string[] = []
  for (const disturbance of ['none', 'deaf', 'lossy'] as const) {
    const { writes, reads, unchanged, visits, events, oldest, slowest, faults } = await pursueTruth({
      bases,
      sql,
      user,
      token,
      seconds: seconds / 3,
      disturbance
    })
    console.log(
      [
        `${disturbance.padEnd(9)} ${writes} writes, ${reads} reads, ${unchanged} unchanged, the oldest ${oldest.toFixed(0)} ms`,
        `${visits} streams, ${events} events, the slowest ${slowest.toFixed(0)} ms`
      ].join('; ')
    )
    found.push(...faults.map((fault) => `${disturbance}: ${fault}`))
  }
  return found
})
