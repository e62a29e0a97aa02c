/** The environment of endurance programs: a durable PostgreSQL, a service, and an administrator. */
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { connect, type Pool } from '../../db/client.ts'
import { freePort, openEmbedded } from '../../db/embedded/index.ts'
import { migrate } from '../../db/migrate.ts'
import { NO_PASSWORD, hashToken, newToken } from '../../db/secrets.ts'
import { sessions } from '../../db/sessions.ts'
import { users } from '../../db/users.ts'
import { start } from '../support/service.ts'

/** Maximum number of faults that are printed. */
const MAX_PRINTED = 20

export interface Environment {
  /** Address of the database. */
  url: string
  /** Connections to the database. */
  sql: Pool
  /** Id of an administrator, and the token of a session. */
  user: number
  token: string
  /** Starts the service in a new process. Returns its address. */
  serve: (env?: Readonly<Record<string, string>>) => Promise<string>
}

/**
 * Creates the environment, runs a program in it, and removes the environment. The process exits with code 1 if there
 * are faults.
 * @param run resolves with the faults
 */
export const withEnvironment = async (run: (environment: Environment) => Promise<readonly string[]>): Promise<void> => {
  const folder = await mkdtemp(join(tmpdir(), 'desk-endurance-'))
  // PostgreSQL runs under another account if this program runs as root; it must be able to read the folder.
  await chmod(folder, 0o755)
  const database = await openEmbedded({ dataDir: folder, pid: process.pid, log: console.error })
  const { url } = database
  const sql = connect({ url, max: 8 })
  const endings: (() => unknown)[] = []
  const serve: Environment['serve'] = async (env = {}) => {
    const PORT = `${await freePort()}`
    const command = ['node', '--import=tsx', fileURLToPath(new URL('../../server.ts', import.meta.url))] as const
    await start(
      {
        teardown: (end) => {
          endings.push(end)
        }
      },
      [...command],
      { PORT, DATABASE_URL: url, ...env }
    )
    return `http://127.0.0.1:${PORT}`
  }
  try {
    await migrate(sql)
    const { user, token } = await addWriter(sql)
    // Ctrl-C does not reach the services, because each has its own process group; `finally` stops them.
    const interrupted = once(process, 'SIGINT').then(() => {
      throw new Error('interrupted')
    })
    const faults = await Promise.race([run({ url, sql, user, token, serve }), interrupted])
    console.log(`faults    ${faults.length}`)
    for (const fault of faults.slice(0, MAX_PRINTED)) console.log(`          ${fault}`)
    if (faults.length > 0) process.exitCode = 1
  } finally {
    for (const end of endings) await end()
    await sql.end({ timeout: 5 })
    await database.close()
    for (const path of [database.dataDir, folder]) await rm(path, { recursive: true, force: true })
  }
}

/** Adds an administrator with a session. */
export const addWriter = async (sql: Pool): Promise<{ user: number; token: string }> => {
  const user = await users(sql).add({
    Name: 'writer',
    PasswordHash: NO_PASSWORD,
    FirstName: 'Endurance',
    Role: 'Administrator'
  })
  const token = newToken()
  await sessions(sql).begin(user, hashToken(token))
  return { user, token }
}

/**
 * Returns a number from the command line.
 * @param index position of the argument, from 0
 * @throws Error if it is not a positive number
 */
export const argument = (index: number, name: string, preset: number): number => {
  const value = Number(process.argv[index + 2] ?? preset)
  if (!(value > 0)) throw new Error(`Argument ${index + 1} must be ${name}, such as ${preset}`)
  return value
}
