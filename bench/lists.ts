/**
 * Measures a page of 30 of every list in the index on the demo newsroom, one request at a time, and explains the
 * slowest. Run with `npx tsx bench/lists.ts`; it writes its table into docs/performance.md.
 */
import { connect } from '../db/client.ts'
import { catalogue } from '../schemas/catalogue.ts'
import { readOptions } from './options.ts'
import { measuredOn, table, updateBlock } from './report.ts'
import { startService } from './service.ts'
import { median } from './stats.ts'
import { undoing } from './undo.ts'

/** The most that a page of 30 may take, in milliseconds. */
const BAR = 5
const REQUESTS = 60
const SHOWN = 8

const { dry } = readOptions(process.argv.slice(2))

await undoing(async (later) => {
  const { origin, databaseUrl } = await startService(later)
  const sql = connect({ url: databaseUrl, max: 1 })
  later(() => sql.end())

  const lists = Object.entries(catalogue).filter(([name]) => name !== 'ToolURLInfo')
  const measured: { name: string, ms: number }[] = []
  for (const [name, path] of lists) {
    const address = `${origin}/resources/${path.replace('{Module}', 'Desk')}?limit=30`
    measured.push({ name: name.replace('{Module}', 'Desk'), ms: median(await times(address)) })
  }
  measured.sort((one, other) => other.ms - one.ms)
  const slow = measured.filter(({ ms }) => ms > BAR)
  const [slowest] = measured
  if (slowest === undefined) throw new Error('The index has no lists.')

  const plan = await sql`explain (analyze, costs off, timing off, summary off)
    select count(*)::integer as total from collaborator_rows where "user" is null or "user" in (select id from users where active)`
  const text = [
    table(['List', 'Median, ms'], measured.slice(0, SHOWN).map(({ name, ms }) => [name, ms.toFixed(1)])),
    `${slow.length === 0 ? `All ${measured.length} lists stay under ${BAR} ms` : `Over ${BAR} ms: ${slow.map(({ name }) => name).join(', ')}`}; the slowest is ${slowest.name}.`,
    'The statement with the most work among the lists, the total of `Data/Collaborator`, is planned so:',
    ['```', ...plan.map((row) => String(Object.values(row)[0])), '```'].join('\n'),
    await measuredOn(['fastify', 'postgres'])
  ].join('\n\n')
  process.stdout.write(`${text}\n`)
  if (!dry) await updateBlock('lists', `${text}\n`)
})

/** Milliseconds of each request after a few to warm up. */
async function times (address: string): Promise<number[]> {
  const taken: number[] = []
  for (let count = 0; count < REQUESTS + 10; count++) {
    const began = performance.now()
    const answer = await fetch(address)
    await answer.arrayBuffer()
    if (!answer.ok) throw new Error(`${address} was answered with ${answer.status}.`)
    if (count >= 10) taken.push(performance.now() - began)
  }
  return taken
}
