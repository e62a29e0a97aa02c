/**
 * Sixteen writers and two readers on one blog for a minute, over real sockets and on durable storage.
 * Run by hand: `npx tsx test/endurance/writers.ts [seconds]`. With DATABASE_URL it uses that (empty) database.
 */
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildApp } from '../../app.ts'
import { readConfig } from '../../config.ts'
import { connect } from '../../db/client.ts'
import { openEmbedded } from '../../db/embedded/index.ts'
import { migrate } from '../../db/migrate.ts'
import { sessions } from '../../db/sessions.ts'
import { users } from '../../db/users.ts'
import { hashToken, newToken, NO_PASSWORD } from '../../db/secrets.ts'
import { exercise } from './exercise.ts'
import { documentOf } from './service.ts'

const seconds = Number(process.argv[2] ?? 60)
if (!(seconds > 0)) throw new Error('Say for how many seconds, such as 60')

const folder = await mkdtemp(join(tmpdir(), 'desk-endurance-'))
await chmod(folder, 0o755) // When we are root, PostgreSQL is not.
const given = process.env.DATABASE_URL
const server = given === undefined ? await openEmbedded({ dataDir: folder, pid: process.pid, log: console.error }) : { url: given, close: async () => {} }
const served = connect({ url: server.url, max: 16 })
const own = connect({ url: server.url, max: 6 })
try {
  await migrate(own)
  const [{ Settings }] = await own<[{ Settings: string }]>`
    select string_agg(name || '=' || setting, ' ' order by name) as settings from pg_settings where name in ('fsync', 'synchronous_commit', 'full_page_writes')`
  const id = await users(own).add({ Name: `writer ${Date.now()}`, PasswordHash: NO_PASSWORD, FirstName: 'Endurance', Role: 'Administrator' })
  const token = newToken()
  await sessions(own).begin(id, hashToken(token))
  const app = await buildApp(readConfig({ DATABASE_POOL: '16' }), { databaseUrl: server.url })
  const base = await app.listen({ host: '127.0.0.1', port: 0 })

  const { inserts, changes, polls, slowest, faults } = await exercise({
    sql: own,
    seconds,
    ask: async (method, path, body) => {
      const answer = await fetch(base + path, {
        method,
        headers: { authorization: token, accept: 'application/json', ...body !== undefined && { 'content-type': 'application/json' } },
        ...body !== undefined && { body: JSON.stringify(body) }
      })
      return { status: answer.status, document: documentOf(await answer.json()) }
    }
  })
  const perSecond = (count: number) => `${count} (${(count / seconds).toFixed(0)}/s)`
  console.log(`storage   ${Settings}`)
  console.log(`writing   ${seconds} s, 16 writers through the service, 3 past it`)
  console.log(`inserts   ${perSecond(inserts)} through the service, the slowest ${slowest.toFixed(0)} ms`)
  console.log(`changes   ${perSecond(changes)} in all`)
  console.log(`polls     ${perSecond(polls)} by two readers`)
  console.log(faults.length === 0 ? 'result    no change missed, numbers without a gap, counters right' : `result    ${faults.length} faults:\n${faults.slice(0, 20).join('\n')}`)
  if (faults.length > 0) process.exitCode = 1
  await app.close()
} finally {
  await Promise.all([served, own].map((pool) => pool.end({ timeout: 5 })))
  await server.close()
  await rm(folder, { recursive: true, force: true })
}
