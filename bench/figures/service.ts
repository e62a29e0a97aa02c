/** Starts the built service of a checkout on its own database. */
import { access } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import postgres, { type Sql } from 'postgres'
import { logIn, publication } from '../load/requests.ts'
import { atEnd, root } from '../stage/ending.ts'
import { ownPostgres } from '../stage/postgres.ts'
import { start, type Running } from '../stage/service.ts'
import { fill, type Blog, type Blogs } from './fill.ts'

const ADMIN_PASSWORD = 'measured with care'

export interface Service extends Running {
  readonly databaseUrl: string
  readonly sql: Sql
  readonly blogs: Blogs
  /** Token of the user `admin`. */
  readonly token: string
  /** Starts another process of the service on the same database. */
  readonly startAnother: () => Promise<Running>
}

/**
 * Starts PostgreSQL and fills its database. Returns a function that starts the service of a checkout on it.
 * @param checkout a folder
 * @throws Error if the folder has no built service
 */
export const prepareService = async (checkout = root): Promise<() => Promise<Service>> => {
  await access(join(checkout, 'dist/server.js')).catch(() => {
    throw new Error(`"${checkout}" must be the folder of a built checkout: dist/server.js is missing.`)
  })
  const { url: databaseUrl } = await ownPostgres(atEnd)
  const sql = postgres(databaseUrl, { max: 1, idle_timeout: 0, onnotice: () => {} })
  atEnd.teardown(() => sql.end())
  const env = {
    ...{ HOST: '127.0.0.1', PORT: '0', BASE_URL: '', LOG_LEVEL: 'silent', CACHE_MB: '64', STREAMS: '20000' },
    ...{ DATABASE_URL: databaseUrl, DEMO: 'true', ADMIN_PASSWORD }
  }
  const startAnother = () => start(atEnd, ['node', 'dist/server.js'], env, resolve(checkout))
  // The first start migrates the database, so that it can be filled.
  await (await startAnother()).stop()
  const blogs = await fill(sql)
  return async () => {
    const server = await startAnother()
    return { ...server, databaseUrl, sql, blogs, token: await logIn(server.origin, ADMIN_PASSWORD), startAnother }
  }
}

/** Starts PostgreSQL, fills its database, and starts the service of this checkout on it. */
export const startService = async (): Promise<Service> => (await prepareService())()

/** Returns the address and options of a request that publishes a post. */
export const publish = ({ origin, token }: Pick<Service, 'origin' | 'token'>, { id }: Pick<Blog, 'id'>, text: string) =>
  publication(origin, token, id, `<p>${text}</p>`)
