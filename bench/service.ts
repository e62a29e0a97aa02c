/** Starts the built service on its own database. */
import { strict as assert } from 'node:assert'
import { rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import postgres, { type Sql } from 'postgres'
import { openEmbedded } from '../db/embedded/index.ts'
import { fill, type Blog, type Blogs } from './fill.ts'
import { atEnd, root, startServer, temporaryFolder, type Server } from './processes.ts'
import { ask } from './requests.ts'
import type { Row, Targets } from './rounds.ts'

export const ADMIN_PASSWORD = 'measured with care'

export interface Service extends Server {
  readonly databaseUrl: string
  readonly sql: Sql
  readonly blogs: Blogs
  /** Headers of a request by the user `admin`. */
  readonly session: Readonly<Record<string, string>>
  /** Starts another process of the service on the same database. */
  readonly startAnother: () => Promise<Server>
}

/** A measurement yields rows of the table. */
export type Measurement = (targets: Targets<Service>) => Rows
export type Rows = AsyncIterable<Row<Service>>

/**
 * Starts PostgreSQL with default settings, fills the database, and starts the service on it.
 * @param long number of posts of the long blog
 * @param checkout folder of the service
 */
export const startService = async (long: number, checkout = root): Promise<Service> => {
  const databaseUrl = await startDatabase()
  const sql = postgres(databaseUrl, { max: 1, idle_timeout: 0, onnotice: () => {} })
  atEnd(() => sql.end())
  const env = {
    ...{ HOST: '127.0.0.1', PORT: '0', BASE_URL: '', LOG_LEVEL: 'silent', CACHE_MB: '64', STREAMS: '20000' },
    ...{ DATABASE_URL: databaseUrl, DEMO: 'true', ADMIN_PASSWORD }
  }
  const startAnother = () => startServer(['dist/server.js'], env, resolve(checkout))
  // The first start migrates the database, so that it can be filled.
  const { stop } = await startAnother()
  await stop()
  const blogs = await fill(sql, long)
  const server = await startAnother()
  return { ...server, databaseUrl, sql, blogs, session: await logIn(server.origin), startAnother }
}

const startDatabase = async () => {
  const server = openEmbedded({ dataDir: temporaryFolder(), pid: process.pid, log: () => {} })
  // Registered before the server has started, so that it is also stopped if the run is interrupted during the start.
  atEnd(async () => {
    const { close, dataDir } = await server
    await close()
    await rm(dataDir, { recursive: true, force: true })
  })
  return (await server).url
}

/** Returns the headers of requests by the user `admin`. */
export const logIn = async (origin: string) => {
  const { status, body } = await ask({
    url: `${origin}/resources/Security/Login.json`,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ UserName: 'admin', Password: ADMIN_PASSWORD })
  })
  assert.equal(status, 201, `the login returned ${body}`)
  const { Session }: { Session: string } = JSON.parse(body.toString())
  return { authorization: Session, 'content-type': 'application/xml' }
}

/** Returns a request that publishes a post. */
export const publication = (
  { origin, session }: Pick<Service, 'origin' | 'session'>,
  { path }: Pick<Blog, 'path'>,
  text: string
) =>
  ({
    url: `${origin}${path}/Post/Publish`,
    method: 'POST',
    headers: session,
    body: `<Post><Content>&lt;p&gt;${text}&lt;/p&gt;</Content></Post>`
  }) as const
