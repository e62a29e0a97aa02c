/** `npm run bench`: the built service under load beside the bare yardstick, nginx and the plain way, in one run. */
import { once } from 'node:events'
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { assertSame, OF_CACHES } from './answers.ts'
import { barTable, updateBars } from './bars.ts'
import { hits, misses } from './cases.ts'
import { compareDeltas } from './deltas.ts'
import { compareHits } from './hits.ts'
import { measureInserts } from './inserts.ts'
import { compareMisses } from './misses.ts'
import { measureMixed } from './mixed.ts'
import { nginxVersion, startNginx } from './nginx.ts'
import { readOptions } from './options.ts'
import { startServer } from './processes.ts'
import { measuredOn, updateBlock } from './report.ts'
import { startService } from './service.ts'
import { undoing, type Undo } from './undo.ts'

const say = (text: string) => process.stdout.write(`${text}\n`)

const bench = async (later: (undo: Undo) => void) => {
  const options = readOptions(process.argv.slice(2))
  await runAlone('bench/xml.ts', later)

  const service = await startService(later)
  const bare = await startServer({ module: 'bench/bare.ts', args: [service.origin, ...hits.map((one) => JSON.stringify(one))], later })
  const nginx = await startNginx(service.origin, hits, later)
  const plain = await startServer({ module: 'bench/plain.ts', env: { DATABASE_URL: service.databaseUrl }, later })
  for (const one of hits) await assertSame(one, service.origin, bare)
  for (const one of misses) await assertSame(one, service.origin, plain, OF_CACHES)

  say(`\n${options.connections} connections, medians of ${options.rounds} interleaved rounds of ${options.duration} s\n`)
  const found = []
  for (const measuring of [
    () => compareHits({ service: service.origin, bare, nginx }, options),
    () => compareMisses({ service: service.origin, plain }, options),
    () => compareDeltas(service, plain, options),
    () => measureInserts(service, options),
    () => measureMixed(service, options)
  ]) {
    const one = await measuring()
    say(one.text)
    found.push(one)
  }
  const bars = found.flatMap((one) => one.bars)
  say(barTable(bars))
  await runAlone('bench/streams.ts', later)
  if (options.dry) return
  const versions = [await nginxVersion()].flatMap((version) => version ?? [])
  await updateBlock('load', `${found.map(({ text }) => text).join('\n')}\n${await measuredOn(['fastify', 'postgres', 'xmlbuilder2', 'autocannon'], versions)}`)
  await updateBars(bars)
}

/** In a process of its own, with nothing of this run's load beside it. */
const runAlone = async (module: string, later: (undo: Undo) => void) => {
  const child = spawn(process.execPath, ['--import', 'tsx', module, ...process.argv.slice(2)], {
    cwd: fileURLToPath(new URL('..', import.meta.url)), stdio: 'inherit'
  })
  later(async () => child.kill())
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`${module} failed.`)
}

await undoing(bench)
