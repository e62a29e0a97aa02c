/** The ground that endurance programs run on: a durable PostgreSQL of their own, and a user who may do everything. */
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

/** Most faults that are printed. */
const SHOWN = 20

export interface Stage {
  /** Address of the database. */
  url: string
  /** Connections of the program's own. */
  sql: Pool
  /** Id of a user who may do everything, and the token of a session. */
  user: number
  token: string
  /** Starts the service in a process of its own. @returns its address */
  serve: (env?: Readonly<Record<string, string>>) => Promise<string>
}

/**
 * Runs a program and takes everything away after it. The process ends with code 1 when there are faults.
 * @param run resolves with the faults it found
 */
export const onStage = async (run: (stage: Stage) => Promise<readonly string[]>): Promise<void> => {
  const folder = await mkdtemp(join(tmpdir(), 'desk-endurance-'))
  await chmod(folder, 0o755) // When we are root, PostgreSQL is not.
  const database = await openEmbedded({ dataDir: folder, pid: process.pid, log: console.error })
  const { url } = database
  const sql = connect({ url, max: 8 })
  const endings: (() => unknown)[] = []
  const serve: Stage['serve'] = async (env = {}) => {
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
    const { user, token } = await writer(sql)
    // The services stand in process groups of their own: Ctrl-C does not reach them.
    const interrupted = once(process, 'SIGINT').then(() => {
      throw new Error('interrupted')
    })
    const faults = await Promise.race([run({ url, sql, user, token, serve }), interrupted])
    console.log(`faults    ${faults.length}`)
    for (const fault of faults.slice(0, SHOWN)) console.log(`          ${fault}`)
    if (faults.length > 0) process.exitCode = 1
  } finally {
    for (const end of endings) await end()
    await sql.end({ timeout: 5 })
    await database.close()
    for (const place of [database.dataDir, folder]) await rm(place, { recursive: true, force: true })
  }
}

/** Adds a user who may do everything, with a session. */
export const writer = async (sql: Pool): Promise<{ user: number; token: string }> => {
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

/** A number from the command line. @throws Error when it is not a positive one */
export const argument = (place: number, name: string, preset: number): number => {
  const value = Number(process.argv[place + 2] ?? preset)
  if (!(value > 0)) throw new Error(`Say ${name}, such as ${preset}`)
  return value
}
