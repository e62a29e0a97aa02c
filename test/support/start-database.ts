/** tap runs this before the test files: a fresh PostgreSQL and in it the template which they clone. */
import { chmod, mkdir, readdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from '../../db/client.ts'
import { isAlive, openEmbedded } from '../../db/embedded/index.ts'
import { migrate } from '../../db/migrate.ts'
import { administer, databaseAt, discard, RUN, RUNS, SETTINGS } from './database.ts'

// Runs which were killed left theirs behind; so did one before us whose runner had the same process id.
for (const name of await readdir(tmpdir())) {
  const runner = name.startsWith(RUNS) ? Number(name.slice(RUNS.length)) : NaN
  if (runner === process.ppid || (runner > 0 && !isAlive(runner))) await discard(join(tmpdir(), name)).catch(console.error)
}

await mkdir(RUN)
await chmod(RUN, 0o755) // When we are root, PostgreSQL is not.
try {
  const { url } = await openEmbedded({ dataDir: RUN, pid: process.pid, settings: SETTINGS, log: console.error })
  await administer(url, (sql) => sql`create database desk_template`)
  const template = connect({ url: databaseAt(url, 'desk_template') })
  await migrate(template)
  await template.end()
  await administer(url, (sql) => sql`alter database desk_template with allow_connections false`)
  await writeFile(join(RUN, 'url'), url, { mode: 0o600 })
} catch (error) {
  await discard(RUN)
  throw error
}
