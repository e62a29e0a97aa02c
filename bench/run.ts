/** `npm run bench`: the built service under load beside the bare yardstick and the plain way, in one run. */
import { once } from 'node:events'
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { assertSame } from './answers.ts'
import { reads } from './cases.ts'
import { compareReads } from './compare.ts'
import { measureInserts } from './inserts.ts'
import { readOptions } from './options.ts'
import { startServer } from './processes.ts'
import { measuredOn, updateBlock } from './report.ts'
import { startService } from './service.ts'
import { undoing, type Undo } from './undo.ts'

const say = (text: string) => process.stdout.write(`${text}\n`)

const bench = async (later: (undo: Undo) => void) => {
  const options = readOptions(process.argv.slice(2))
  await compareWriters(later)

  const service = await startService(later)
  const bare = await startServer({ module: 'bench/bare.ts', args: [service.origin, ...reads.map(({ path }) => path)], later })
  const plain = await startServer({ module: 'bench/plain.ts', env: { DATABASE_URL: service.databaseUrl }, later })
  for (const { path } of reads) {
    await assertSame(path, service.origin, bare)
    await assertSame(path, service.origin, plain)
  }

  const compared = await compareReads({ service: service.origin, bare, plain }, options)
  say(`\nReads, ${options.connections} connections, medians of ${options.rounds} interleaved rounds of ${options.duration} s\n\n${compared}`)
  const inserted = await measureInserts(service, options)
  say(inserted)
  if (!options.dry) await updateBlock('load', `${compared}\n${inserted}\n${await measuredOn(['fastify', 'postgres', 'xmlbuilder2', 'autocannon'])}`)
}

/** In a process of its own, before anything else runs beside it. */
const compareWriters = async (later: (undo: Undo) => void) => {
  const child = spawn(process.execPath, ['--import', 'tsx', 'bench/xml.ts', ...process.argv.slice(2)], {
    cwd: fileURLToPath(new URL('..', import.meta.url)), stdio: 'inherit'
  })
  later(async () => child.kill())
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error('The comparison of XML writers failed.')
}

await undoing(bench)
