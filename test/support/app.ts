/** Builds the whole app on its own database. Tests of routes send their requests to such an app. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { InjectOptions } from 'fastify'
import type { Test } from 'tap'
import { buildApp, type AppOptions } from '../../app.ts'
import { readConfig } from '../../config.ts'
import { connect, type Sql } from '../../db/client.ts'
import { sessions } from '../../db/sessions.ts'
import { users } from '../../db/users.ts'
import { newToken } from '../../db/secrets.ts'
import { cloneDatabase } from './database.ts'

export { ADMIN_PASSWORD } from './database.ts'

/**
 * Builds the service on its own database, which has user `admin` (id 1) and the demo newsroom.
 * @param env settings that differ from the defaults. With CACHE_MB=0, responses show SQL changes of the test at once
 * @param options options of the app other than its database, such as its log
 */
export const build = async (
  t: Test,
  env: Readonly<Record<string, string>> = {},
  options: Omit<AppOptions, 'databaseUrl'> = {}
) => {
  const databaseUrl = await cloneDatabase(t, 'demo')
  const sql = connect({ url: databaseUrl, max: 4 })
  const dataDir = await mkdtemp(join(tmpdir(), 'desk-files-'))
  // With enough connections, a busy machine refuses nothing that a test sends at once.
  const config = readConfig({
    DATA_DIR: dataDir,
    DATABASE_POOL: '30',
    FOLLOW: 'false',
    WEBHOOKS: 'false',
    ...env,
    DATABASE_URL: databaseUrl
  })
  const app = await buildApp(config, { databaseUrl, ...options })
  await app.ready()
  t.teardown(async () => {
    // By itself, the service also changes blogs that follow others, and switches off webhooks that fail.
    const unsigned = config.FOLLOW || config.WEBHOOKS ? [] : await entriesOfNobody(sql)
    const closed = app.close()
    // Otherwise the service waits a minute for connections that clients keep open without a request.
    app.server.closeAllConnections()
    await closed
    await sql.end({ timeout: 5 })
    await rm(dataDir, { recursive: true, force: true })
    if (unsigned.length > 0) throw new Error(`changes of users without an actor: ${JSON.stringify(unsigned)}`)
  })

  const get = (url: string, headers: Headers = {}) => app.inject({ method: 'GET', url, headers })
  /** Returns a new session token for a login name, without a password. */
  const tokenOf = async (name: string) => {
    const token = newToken()
    const account = await users(sql).account(name)
    if (account === undefined) throw new Error(`no user ${name}`)
    await sessions(sql).begin(account, token)
    return token
  }
  return {
    app,
    /** Address of its database. */
    databaseUrl,
    /** A second connection pool to the same database, for checks that bypass the service. */
    sql,
    /** Folder of its uploaded files. */
    dataDir,
    tokenOf,
    get,
    /** Reads a JSON document. The path is below `/resources`. */
    json: async (path: string, headers: Headers = {}) =>
      (await get(`/resources/${path}`, { accept: 'application/json', ...headers })).json(),
    /** Sends a POST request. The body is JSON unless the headers have another content type. */
    post: (url: string, payload: InjectOptions['payload'], headers: Headers = {}) =>
      app.inject({
        method: 'POST',
        url,
        headers: { 'content-type': 'application/json', ...headers },
        ...(payload !== undefined && { payload })
      }),
    /** Logs a user in. Returns a function that sends requests as that user. An object as body becomes JSON. */
    senderOf: async (name: string, base = '') => {
      const authorization = await tokenOf(name)
      return (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, payload?: object, headers: Headers = {}) =>
        app.inject({ method, url: base + path, headers: { authorization, ...headers }, ...(payload && { payload }) })
    }
  }
}

/**
 * Returns the query for entries of the audit trail that name the service itself, although all that it does by itself is
 * to publish drafts that were scheduled: it follows no blogs. A statement that lacks `acting` makes such entries.
 */
const entriesOfNobody = (sql: Sql) => sql`
  select action, kind, item from audit_entries
  where client = 'service' and not (kind = 'post' and action = 'published' and exists (
    select from posts where posts.id = item and created_on < happened_on
  ))
  limit 5`

/** Starts another process of the service on its database and, without settings, its files. */
export const replicaOf = async (
  t: Pick<Test, 'teardown'>,
  { databaseUrl, dataDir }: Pick<Built, 'databaseUrl' | 'dataDir'>,
  env: Readonly<Record<string, string>> = {},
  options: Omit<AppOptions, 'databaseUrl'> = {}
) => {
  const config = readConfig({ DATA_DIR: dataDir, DATABASE_URL: databaseUrl, ...env })
  const app = await buildApp(config, { databaseUrl, ...options })
  t.teardown(() => app.close())
  await app.ready()
  return app
}

type Headers = Record<string, string>

export type Built = Awaited<ReturnType<typeof build>>

/** Returns a logger that remembers its lines, as an option of `build`. */
export const remembering = (lines: string[], level = 'trace') => ({
  level,
  stream: {
    write: (line: string) => {
      lines.push(line)
    }
  }
})
