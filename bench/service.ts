/** The built service with a database of its own. */
import { strict as assert } from 'node:assert'
import { access, chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import postgres, { type Sql } from 'postgres'
import { openEmbedded } from '../db/embedded/index.ts'
import { ask } from './ask.ts'
import { fill, type Blogs } from './fill.ts'
import type { Options } from './options.ts'
import { root, startProcess, type Started } from './processes.ts'
import type { Result } from './report.ts'
import type { Later } from './undo.ts'

const ADMIN_PASSWORD = 'measured with care'

export interface Service extends Started {
  /** Folder of its checkout. */
  readonly directory: string
  readonly env: Readonly<Record<string, string>>
  readonly sql: Sql
  readonly blogs: Blogs
  /** Headers of a request by the user `admin`. */
  readonly session: Readonly<Record<string, string>>
}

/** What every measurement is given. `against` is the service of another checkout, on a database of its own. */
export interface Bench { desk: Service, against: Service | undefined, options: Options, later: Later }

export type Measurement = (bench: Bench) => Promise<Result[]>

/** Folder of a checkout, number of posts of the long blog, and of streams. */
interface Needs { directory?: string, long: number, streams: number, later: Later }

/** Starts a PostgreSQL with its default settings, fills it, and starts the service of a checkout on it. */
export const startService = async ({ directory = root, long, streams, later }: Needs): Promise<Service> => {
  const home = resolve(directory)
  await access(join(home, 'dist/server.js')).catch(() => {
    throw new Error(`The service in ${home} is not built: run "npm run build" there.`)
  })
  const databaseUrl = await startDatabase(later)
  const sql = postgres(databaseUrl, { max: 1, idle_timeout: 0, onnotice: () => {} })
  later(() => sql.end())
  const env = {
    ...{ HOST: '127.0.0.1', PORT: '0', BASE_URL: '', LOG_LEVEL: 'silent', CACHE_MB: '64', STREAMS: `${streams * 2}` },
    ...{ DATABASE_URL: databaseUrl, DEMO: 'true', ADMIN_PASSWORD }
  }
  const start = { args: ['dist/server.js'], directory: home, env, later }
  // The first start migrates.
  const { stop } = await startProcess(start)
  await stop()
  const blogs = await fill(sql, long)
  const started = await startProcess(start)
  return { ...started, directory: home, env, sql, blogs, session: await logIn(started.origin) }
}

const startDatabase = async (later: Later) => {
  const folder = await mkdtemp(join(tmpdir(), 'desk-bench-'))
  later(() => rm(folder, { recursive: true, force: true }))
  await chmod(folder, 0o755) // When we are root, PostgreSQL is not.
  const opening = openEmbedded({ dataDir: folder, pid: process.pid, log: () => {} })
  later(async () => {
    const { close, dataDir } = await opening
    await close()
    await rm(dataDir, { recursive: true, force: true })
  })
  return (await opening).url
}

const logIn = async (origin: string) => {
  const { status, body } = await ask(`${origin}/resources/Security/Login.json`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ UserName: 'admin', Password: ADMIN_PASSWORD })
  })
  assert.equal(status, 201, `the login is answered with ${body}`)
  const { Session }: { Session: string } = JSON.parse(body.toString())
  return { authorization: Session, 'content-type': 'application/xml' }
}

/** A post as a client sends it. */
export const postBody = (text: string) => `<Post><Content>&lt;p&gt;${text}&lt;/p&gt;</Content></Post>`

/** Where posts of a blog are published. */
export const publishPath = (blog: number) => `/resources/Desk/Blog/${blog}/Post/Publish`
