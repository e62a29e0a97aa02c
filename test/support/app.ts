/** The only door into the service for tests: a whole app on a database of its own. */
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
  /** A second connection to the same database, for looking behind the wire. */
  sql: Pool
  /** Session tokens by login name; `tokenOf('admin')` logs the user in without a password. */
  tokenOf: (name: string) => Promise<string>
  get: (url: string, headers?: Record<string, string>) => Promise<LightMyRequestResponse>
  /** Sends a body as JSON unless the headers say otherwise. */
  post: (
    url: string,
    payload: InjectOptions['payload'],
    headers?: Record<string, string>
  ) => Promise<LightMyRequestResponse>
}

/**
 * Builds the service on a database of its own, with user `admin` (id 1) and the demo newsroom.
 * @param env settings beside the defaults; with CACHE_MB=0 what a test writes past the service is read at once
 * @param surroundings what the service runs on besides its database
 */
export const build = async (
  t: Test,
  env: Readonly<Record<string, string>> = {},
  surroundings: Omit<AppOptions, 'databaseUrl'> = {}
): Promise<Built> => {
  const url = await cloneDatabase(t, 'demo')
  const sql = connect({ url, max: 4 })
  const DATA_DIR = await mkdtemp(join(tmpdir(), 'desk-files-'))
  const app = await buildApp(readConfig({ DATA_DIR, ...env, DATABASE_URL: url }), { databaseUrl: url, ...surroundings })
  await app.ready()
  t.teardown(async () => {
    await app.close()
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
