/** `npm run bench`: takes the measurements and prints one table. README.md beside this file explains it. */
import { inserts } from './inserts.ts'
import { longBlogs } from './long-blog.ts'
import { readOptions } from './options.ts'
import { cachedReads, firstReads } from './reads.ts'
import { report, updateBlock, type Result } from './report.ts'
import { inTurns } from './rounds.ts'
import { startService, type Bench, type Measurement, type Service } from './service.ts'
import { measureStack } from './stack.ts'
import { starts } from './start.ts'
import { residentKibibytes, streams } from './streams.ts'
import { undoing, type Later } from './undo.ts'

const memory: Measurement = async ({ desk, against }) => {
  const mebibytes = ({ pid }: Service) => async () => await residentKibibytes(pid) / 1024
  const found = await inTurns({ desk: mebibytes(desk), against: against && mebibytes(against) }, { rounds: 1 })
  return [{ name: 'memory after the load, CACHE_MB=64', found, bars: [{ of: 'value', most: 300 }], unit: 'MiB' }]
}

const measurements: ReadonlyMap<string, Measurement> = new Map([
  ['cached', cachedReads],
  ['first', firstReads],
  ['long', longBlogs],
  ['inserts', inserts],
  ['memory', memory],
  ['streams', streams],
  ['start', starts]
])

const options = readOptions(process.argv.slice(2))

const measureService = async (later: Later): Promise<Result[]> => {
  const unknown = options.only.filter((name) => !measurements.has(name)).join(', ')
  if (unknown !== '') throw new Error(`There is no ${unknown}, only ${[...measurements.keys()].join(', ')}.`)
  const needs = { long: options.big ? 1_000_000 : 100_000, streams: options.streams, later }
  const bench: Bench = {
    desk: await startService(needs),
    against: options.against === undefined ? undefined : await startService({ ...needs, directory: options.against }),
    options,
    later
  }
  const results: Result[] = []
  for (const [name, measurement] of measurements) {
    if (options.only.length > 0 && !options.only.includes(name)) continue
    process.stderr.write(`${name} …\n`)
    results.push(...await measurement(bench))
  }
  return results
}

await undoing(async (later) => {
  const results = await (options.stack ? measureStack(options, later) : measureService(later))
  const text = report(results)
  process.stdout.write(`\n${text}`)
  if (options.write) await updateBlock(options.stack ? 'stack' : 'service', text)
})
