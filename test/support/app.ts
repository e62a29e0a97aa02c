/** Builds the whole app on its own database. Tests of routes send their requests to such an app. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import type { Test } from 'tap'
import { buildApp, type AppOptions } from '../../app.ts'
import { readConfig } from '../../config.ts'
import { connect, type Pool } from '../../db/client.ts'
import { sessions } from '../../db/sessions.ts'
import { users } from '../../db/users.ts'
import { hashToken, newToken } from '../../db/secrets.ts'
import { cloneDatabase } from './database.ts'

export { ADMIN_PASSWORD } from './database.ts'

export interface Built {
  app: FastifyInstance
  /** Address of its database. */
  databaseUrl: string
  /** A second connection pool to the same database, for checks that bypass the service. */
  sql: Pool
  /** Returns a new session token for a login name, without a password. */
  tokenOf: (name: string) => Promise<string>
  get: (url: string, headers?: Record<string, string>) => Promise<LightMyRequestResponse>
  /** Sends a POST request. The body is JSON unless the headers have another content type. */
  post: (
    url: string,
    payload: InjectOptions['payload'],
    headers?: Record<string, string>
  ) => Promise<LightMyRequestResponse>
}

/**
 * Builds the service on its own database, which has user `admin` (id 1) and the demo newsroom.
 * @param env settings that differ from the defaults. With CACHE_MB=0, responses show SQL changes of the test at once
 * @param options options of the app other than its database, such as its log
 */
export const build = async (
  t: Test,
  env: Readonly<Record<string, string>> = {},
  options: Omit<AppOptions, 'databaseUrl'> = {}
): Promise<Built> => {
  const url = await cloneDatabase(t, 'demo')
  const sql = connect({ url, max: 4 })
  const DATA_DIR = await mkdtemp(join(tmpdir(), 'desk-files-'))
  const app = await buildApp(readConfig({ DATA_DIR, ...env, DATABASE_URL: url }), { databaseUrl: url, ...options })
  await app.ready()
  t.teardown(async () => {
    const closed = app.close()
    // Otherwise the service waits a minute for connections that clients keep open without a request.
    app.server.closeAllConnections()
    await closed
    await sql.end({ timeout: 5 })
    await rm(DATA_DIR, { recursive: true, force: true })
  })

  const tokenOf = async (name: string) => {
    const token = newToken()
    const account = await users(sql).account(name)
    if (account === undefined) throw new Error(`no user ${name}`)
    await sessions(sql).begin(account.Id, hashToken(token))
    return token
  }
  return {
    app,
    databaseUrl: url,
    sql,
    tokenOf,
    get: (url, headers = {}) => app.inject({ method: 'GET', url, headers }),
    post: (url, payload, headers = {}) =>
      app.inject({
        method: 'POST',
        url,
        headers: { 'content-type': 'application/json', ...headers },
        ...(payload !== undefined && { payload })
      })
  }
}
