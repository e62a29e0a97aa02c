/**
 * Compares the compiled XML writers with xmlbuilder2's DOM: the same documents from the same rows to the same bytes.
 * Run with `npx tsx bench/xml.ts`; `npm run bench` runs it too.
 */
import { strict as assert } from 'node:assert'
import { planOf } from '../plugins/representation/plan.ts'
import type { Place } from '../plugins/representation/template.ts'
import { compileXml } from '../plugins/representation/xml.ts'
import { Post, PostList } from '../schemas/post.ts'
import { postDocument, postListDocument } from './dom.ts'
import { readOptions } from './options.ts'
import { measuredOn, table, updateBlock } from './report.ts'
import { post, postPage } from './samples.ts'
import { median } from './stats.ts'

/** The compiled writer must be at least this many times faster. */
const BAR = 15

/** Short, so that hardly one is interrupted by whatever else the machine does; many, so that the median holds. */
const ROUND_MS = 5
const ROUNDS = 301
const WARM_UP_MS = 1000

type Way = () => string
interface Comparison { readonly name: string, readonly compiled: Way, readonly dom: Way }

const place: Place = { root: 'http://127.0.0.1:3000/resources/', itemEnd: '', collectionEnd: '/' }
const writeList = compileXml(planOf(PostList, 'Desk'))
const writePost = compileXml(planOf(Post, 'Desk'))
const postRow = { ...post }
const listRow = { ...postPage.attributes, items: postPage.items }

const comparisons: readonly Comparison[] = [{
  name: 'published list of 50 links',
  compiled: () => writeList(listRow, place, false),
  dom: () => postListDocument(1, postPage, place.root)
}, {
  name: 'post with every field',
  compiled: () => writePost(postRow, place, false),
  dom: () => postDocument(post, place.root)
}]

// Counted, so that no work can be left out as useless.
let bytes = 0

/**
 * Microseconds a document. A text that was put together piece by piece is only a promise of one: asking for its length
 * in bytes, as Fastify does, has it made.
 */
const measure = (way: Way, times: number): number => {
  const start = process.hrtime.bigint()
  for (let left = times; left > 0; left--) bytes += Buffer.byteLength(way())
  return Number(process.hrtime.bigint() - start) / 1000 / times
}

/** How often a way fits into a round, found while it warms up. */
const timesPerRound = (way: Way): number => {
  const end = Date.now() + WARM_UP_MS
  let last = NaN
  while (Date.now() < end) last = measure(way, 20)
  return Math.max(1, Math.round(ROUND_MS * 1000 / last))
}

const compare = ({ name, compiled, dom }: Comparison) => {
  assert.equal(compiled(), dom(), `both ways write the ${name} alike`)
  const [compiledTimes, domTimes] = [timesPerRound(compiled), timesPerRound(dom)]
  const rounds = Array.from({ length: ROUNDS }, () => ({ ours: measure(compiled, compiledTimes), theirs: measure(dom, domTimes) }))
  const ours = median(rounds.map((round) => round.ours))
  const theirs = median(rounds.map((round) => round.theirs))
  return { name, size: Buffer.byteLength(compiled()), ours, theirs, ratio: theirs / ours }
}

const results = comparisons.map(compare)
const rows = results.map(({ name, size, ours, theirs, ratio }) =>
  [name, `${size}`, ours.toFixed(1), theirs.toFixed(1), `${ratio.toFixed(1)} ×`, ratio >= BAR ? 'yes' : 'no'])
const text = table(['Document', 'Bytes', 'Compiled, µs', 'DOM, µs', 'DOM / compiled', `At least ${BAR} ×`], rows)
process.stdout.write(`\nXML writers, medians of ${ROUNDS} interleaved rounds\n\n${text}\n`)
const { dry } = readOptions(process.argv.slice(2))
if (!dry) await updateBlock('xml', `${text}\n${await measuredOn(['xmlbuilder2'])}`)
if (bytes === 0) throw new Error('Nothing was written.')
