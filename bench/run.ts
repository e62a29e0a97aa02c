/** Entry point of `npm run bench`: runs the measurements and prints one table. README.md in this folder explains it. */
import { parseArgs } from 'node:util'
import { inserts } from './figures/inserts.ts'
import { long } from './figures/long-blog.ts'
import { nginx } from './figures/nginx.ts'
import { cached, first } from './figures/reads.ts'
import { report } from './figures/report.ts'
import { memory, start } from './figures/resources.ts'
import { inTurns, type Measurement, type Result } from './figures/rounds.ts'
import { prepareService } from './figures/service.ts'
import { streams } from './figures/streams.ts'
import { finish } from './stage/ending.ts'

const measurements: Readonly<Record<string, Measurement>> = {
  cached,
  first,
  long,
  inserts,
  memory,
  streams,
  start,
  nginx
}

/** The measurements that run if none is named: those that need no other program. */
const defaults = Object.keys(measurements).filter((name) => name !== 'nginx')

const run = async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { against: { type: 'string' }, rounds: { type: 'string', default: '5' } }
  })
  const rounds = Number(values.rounds)
  if (!(rounds >= 1)) throw new Error(`--rounds must be a number above 0, not "${values.rounds}".`)
  const unknown = positionals.filter((name) => !Object.hasOwn(measurements, name)).join(', ')
  if (unknown !== '') {
    throw new Error(`Unknown measurement: ${unknown}. The measurements are ${Object.keys(measurements).join(', ')}.`)
  }

  const startDesk = await prepareService()
  const startAgainst = values.against === undefined ? undefined : await prepareService(values.against)
  // Both at once. V8 shrinks the young generation of a process that idles, and then collects garbage more often: a
  // service that waited for the other database needed a fifth more processor time for each cached document.
  const [desk, against] = await Promise.all([startDesk(), startAgainst?.()])
  const targets = { desk, against, rounds }
  const names = positionals.length > 0 ? positionals : defaults
  const results: Result[] = []
  for (const [name, measurement] of Object.entries(measurements)) {
    if (!names.includes(name)) continue
    process.stderr.write(`${name} …\n`)
    for await (const result of inTurns(measurement(targets), targets)) results.push(result)
  }
  process.stdout.write(`\n${report(results)}`)
}

await finish(run())
