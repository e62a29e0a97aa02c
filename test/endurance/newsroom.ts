/**
 * Editors and followers on one blog, over real sockets and on durable storage, until followers were told a number of
 * post states. `test/routes/newsroom-at-once.test.ts` is the short form.
 * Run by hand: `npx tsx test/endurance/newsroom.ts [states]`; a million take 12 to 20 minutes on two cores.
 */
import { exercise } from './restless.ts'
import { argument, onStage } from './stage.ts'

const told = argument(0, 'how many post states followers are to be told', 20_000)

await onStage(async ({ sql, user, token, serve }) => {
  const base = await serve()
  const began = performance.now()
  const outcome = await exercise({ base, sql, user, token, told })
  const seconds = (performance.now() - began) / 1000
  const perSecond = (count: number) => `${count} (${(count / seconds).toFixed(0)}/s)`
  const sorted = [...outcome.answers].toSorted(([one], [other]) => one.localeCompare(other))
  console.log(`writing   16 editors, ${perSecond(outcome.changes)} changes in ${seconds.toFixed(0)} s`)
  console.log(`answers   ${sorted.map(([answer, count]) => `${answer}: ${count}`).join(', ')}`)
  console.log(`told      ${perSecond(outcome.told)} post states to 20 followers, who began ${outcome.lives} times`)
  console.log(`reading   ${outcome.reads} documents; ${outcome.visits} streams with ${outcome.events} events`)
  console.log(`compared  ${outcome.pauses} times in full`)
  return outcome.faults
})
