/**
 * Measures a page of 30 of every list in the index on the demo newsroom, one request at a time, and explains the
 * slowest of those that read PostgreSQL. Run with `npx tsx bench/lists.ts`; it writes its table into docs/performance.md.
 */
import { buildApp } from '../app.ts'
import { readConfig } from '../config.ts'
import { connect, type Watch } from '../db/client.ts'
import { catalogue } from '../schemas/catalogue.ts'
import { readOptions } from './options.ts'
import { measuredOn, table, updateBlock } from './report.ts'
import { startService } from './service.ts'
import { median } from './stats.ts'
import { undoing, type Undo } from './undo.ts'

/** The most that a page of 30 may take, in milliseconds. */
const BAR = 5
const REQUESTS = 60
const SHOWN = 8

const { dry } = readOptions(process.argv.slice(2))

await undoing(async (later) => {
  // Nothing is kept, so that every answer is read.
  const { origin, databaseUrl } = await startService(later, { CACHE_MB: '0' })

  const lists = Object.entries(catalogue).filter(([name]) => name !== 'ToolURLInfo')
  const measured: { name: string, address: string, ms: number }[] = []
  for (const [name, path] of lists) {
    const address = `/resources/${path.replace('{Module}', 'Desk')}?limit=30`
    measured.push({ name: name.replace('{Module}', 'Desk'), address, ms: median(await times(origin + address)) })
  }
  measured.sort((one, other) => other.ms - one.ms)
  const slow = measured.filter(({ ms }) => ms > BAR)
  const [slowest] = measured
  if (slowest === undefined) throw new Error('The index has no lists.')

  const explain = explainer(databaseUrl, later)
  let [reading, plans]: [string, string[]] = ['', []]
  for (const { name, address } of measured) {
    if (plans.length === 0) [reading, plans] = [name, await explain(address)]
  }
  const text = [
    table(['List', 'Median, ms'], measured.slice(0, SHOWN).map(({ name, ms }) => [name, ms.toFixed(1)])),
    `${slow.length === 0 ? `All ${measured.length} lists stay under ${BAR} ms` : `Over ${BAR} ms: ${slow.map(({ name }) => name).join(', ')}`}; the slowest is ${slowest.name}.`,
    `The slowest that reads PostgreSQL is ${reading}. Its statements are planned so:`,
    ...plans.map((plan) => ['```', plan, '```'].join('\n')),
    await measuredOn(['fastify', 'postgres'])
  ].join('\n\n')
  process.stdout.write(`${text}\n`)
  if (!dry) await updateBlock('lists', `${text}\n`)
})

/** Tells of an address how PostgreSQL plans each statement behind it: none, where the list is in memory. */
function explainer (url: string, later: (undo: Undo) => void) {
  const sent: Parameters<Watch>[] = []
  // One connection, so that after the first answer nothing but the lists' own statements is sent.
  const sql = connect({ url, max: 1, watch: (...statement) => { sent.push(statement) } })
  const starting = buildApp(readConfig({ DATABASE_URL: url, CACHE_MB: '0' }), { sql })
  later(async () => (await starting).close())
  return async (address: string): Promise<string[]> => {
    const app = await starting
    await app.inject('/resources/Desk/Blog')
    sent.length = 0
    await app.inject(address)
    const plans: string[] = []
    // The service also asks what has changed, whatever is read.
    for (const [statement, parameters] of sent.filter(([statement]) => !statement.includes('from changes'))) {
      const lines = await sql.unsafe(`explain (analyze, buffers off, costs off, timing off, summary off) ${statement}`, parameters.map(valueOf)).values()
      plans.push(lines.join('\n'))
    }
    return plans
  }
}

/** The driver shows JSON as it was sent, and takes it as a value. */
function valueOf (parameter: Parameters<Watch>[1][number]) {
  return typeof parameter === 'string' && /^[[{]/.test(parameter) ? JSON.parse(parameter) : parameter
}

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
