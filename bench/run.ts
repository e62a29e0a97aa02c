/** Entry point of `npm run bench`: runs the measurements and prints one table. README.md in this folder explains it. */
import { parseArgs } from 'node:util'
import { inserts } from './inserts.ts'
import { long } from './long-blog.ts'
import { finish } from './processes.ts'
import { cached, first, page } from './reads.ts'
import { report, updateBlock } from './report.ts'
import { memory, start } from './resources.ts'
import { inTurns, type Result } from './rounds.ts'
import { startService, type Measurement } from './service.ts'
import { stackRows } from './stack.ts'
import { streams } from './streams.ts'

const measurements: Readonly<Record<string, Measurement>> = {
  cached,
  first,
  page,
  long,
  inserts,
  memory,
  streams,
  start
}

const run = async () => {
  const {
    values: { against, big, stack, write, ...values },
    positionals: names
  } = parseArgs({
    allowPositionals: true,
    options: {
      against: { type: 'string' },
      big: { type: 'boolean' },
      rounds: { type: 'string', default: '5' },
      stack: { type: 'boolean' },
      write: { type: 'boolean' }
    }
  })
  const rounds = Number(values.rounds)
  if (!(rounds >= 1)) throw new Error(`--rounds must be a number above 0, not "${values.rounds}".`)
  const unknown = names.filter((name) => !Object.hasOwn(measurements, name)).join(', ')
  if (unknown !== '') {
    throw new Error(`Unknown measurement: ${unknown}. The measurements are ${Object.keys(measurements).join(', ')}.`)
  }

  const results: Result[] = []
  if (stack) {
    for await (const result of inTurns(stackRows(), { desk: undefined, rounds })) results.push(result)
  } else {
    const posts = big ? 1_000_000 : 100_000
    const desk = await startService(posts)
    const targets = { desk, against: against === undefined ? undefined : await startService(posts, against), rounds }
    for (const [name, measurement] of Object.entries(measurements)) {
      if (names.length > 0 && !names.includes(name)) continue
      process.stderr.write(`${name} …\n`)
      for await (const result of inTurns(measurement(targets), targets)) results.push(result)
    }
  }
  const text = report(results)
  process.stdout.write(`\n${text}`)
  if (write) await updateBlock(stack ? 'stack' : 'service', text)
}

await finish(run())
