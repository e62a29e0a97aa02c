/**
 * Compares a blog of a million posts with one of fifty, in a database of ten thousand blogs, one request at a time, and
 * explains how PostgreSQL answers. Run with `npx tsx bench/big.ts`; it writes its tables into docs/performance.md.
 */
import { connect } from '../db/client.ts'
import { cases, others } from './big-cases.ts'
import { BIG, BLOGS, fillBig, SMALL, type Blogs } from './big-database.ts'
import { timeByTurns, timeNextPages, type Times } from './big-measure.ts'
import { explainLists } from './big-plans.ts'
import { readOptions } from './options.ts'
import { measuredOn, table, thousands, updateBlock } from './report.ts'
import { startService } from './service.ts'
import { undoing } from './undo.ts'

/** The most that the big blog's p99 may be of the small one's. */
const BAR = 1.5
const PAGES = 20
const NONE = { p50: NaN, p99: NaN }

const { dry } = readOptions(process.argv.slice(2))

await undoing(async (later) => {
  // Every answer is made anew: what is kept costs the same whatever it shows.
  const { origin, databaseUrl } = await startService(later, { CACHE_MB: '0' })
  const sql = connect({ url: databaseUrl, max: 2 })
  later(() => sql.end())
  const blogs = await fillBig(sql)

  const compared = await compare(origin, blogs)
  const slow = compared.filter(({ ratio }) => ratio > BAR).map(({ name }) => name)
  const text = [
    table(['In one blog', `${SMALL} posts: p50, ms`, 'p99', `${thousands(BIG)} posts: p50, ms`, 'p99', 'p50 ratio', 'p99 ratio'], compared.map(({ cells }) => cells)).trim(),
    slow.length === 0 ? `All stay within ${BAR} ×.` : `Over ${BAR} × at p99: ${slow.join('; ')}. Over it at p50: ${compared.filter(({ middle }) => middle > BAR).map(({ name }) => name).join('; ') || 'none'}.`,
    table([`In ${thousands(BLOGS)} blogs`, 'p50, ms', 'p99, ms'], await timeOthers(origin)).trim(),
    ...await explainLists(databaseUrl, blogs),
    await measuredOn(['fastify', 'postgres'])
  ].join('\n\n').trim()
  process.stdout.write(`${text}\n`)
  if (!dry) await updateBlock('big', `${text}\n`)
})

async function compare (origin: string, { small, big }: Blogs) {
  const found = []
  for (const { name, path } of cases) found.push(row(name, await timeByTurns([small, big].map((blog) => origin + path(blog)))))
  const pages = [small, big].map(({ blog }) => `${origin}/resources/Desk/Blog/${blog}/Post/Published?limit=2`)
  return [...found, row(`the next ${PAGES} pages by their links`, await timeNextPages(pages, PAGES))]
}

function row (name: string, [small = NONE, big = NONE]: readonly Times[]) {
  const [middle, ratio] = [big.p50 / small.p50, big.p99 / small.p99]
  const figures = [...[small.p50, small.p99, big.p50, big.p99].map((ms) => ms.toFixed(1)), middle.toFixed(2), ratio.toFixed(2)]
  return { name, middle, ratio, cells: [name, ...figures] }
}

async function timeOthers (origin: string) {
  const rows = []
  for (const [name, path] of others) {
    const [{ p50, p99 } = NONE] = await timeByTurns([origin + path])
    rows.push([name, p50.toFixed(1), p99.toFixed(1)])
  }
  return rows
}
