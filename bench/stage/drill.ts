/**
 * The stage of a drill: a durable PostgreSQL, a user who may do everything, and blogs without posts. A drill is a
 * program: `npx tsx bench/drills/service-killed.ts`. It prints a line for each claim, and ends with exit code 1 if one
 * does not hold.
 */
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import type { Pool } from '../../db/client.ts'
import { migrate } from '../../db/migrate.ts'
import { NO_PASSWORD, newToken } from '../../db/secrets.ts'
import { tokens } from '../../db/tokens.ts'
import { users } from '../../db/users.ts'
import { printed, type Claims } from '../claims.ts'
import { atEnd, finish, root, type Ending } from './ending.ts'
import { ownPostgres, type OwnPostgres } from './postgres.ts'
import { serve, type Service } from './service.ts'

export interface Stage extends Claims {
  readonly end: Ending
  readonly postgres: OwnPostgres
  /** Id and API token of a user who may do everything. */
  readonly user: number
  readonly token: string
  /** Ids of blogs without posts. */
  readonly blogs: readonly number[]
  /** Starts the built service, with settings and options of Node. */
  readonly serve: (settings?: Readonly<Record<string, string>>, flags?: readonly string[]) => Promise<Service>
}

/** The parts of a stage that a run needs which starts nothing but services. */
export type RunStage = Pick<Stage, keyof Claims | 'end' | 'token' | 'blogs' | 'serve'> & {
  readonly postgres: Pick<Stage['postgres'], 'sql'>
}

const BLOGS = 8

/** Builds the service, runs a program, and ends the process: with exit code 1 if a claim does not hold. */
const program = (run: () => Promise<void>): Promise<never> => {
  execFileSync('node', [join(root, 'scripts/prepare.js')], { stdio: 'inherit' })
  return finish(run())
}

/** Runs a drill, and ends the process. */
export const drill = (run: (stage: Stage) => Promise<void>): Promise<never> =>
  program(async () => run(await setStage(atEnd, printed)))

/** Starts PostgreSQL with the data of a drill. */
export const setStage = async (end: Ending, claims: Claims): Promise<Stage> => {
  const postgres = await ownPostgres(end)
  await migrate(postgres.sql)
  const account = await addWriter(postgres.sql)
  const rows = await postgres.sql<{ Id: number }[]>`
    insert into blogs (type, language, creator, title, live_on)
    select 1, 1, ${account.user}, 'Drill ' || n, now() from generate_series(1, ${BLOGS}::integer) as n returning id`
  return {
    ...claims,
    ...account,
    end,
    postgres,
    blogs: rows.map(({ Id }) => Id),
    serve: (settings = {}, flags = []) => serve(end, { DATABASE_URL: postgres.url, ...settings }, flags)
  }
}

/** Adds an administrator with an API token. It does not expire, unlike a session. */
export const addWriter = async (sql: Pool): Promise<{ user: number; token: string }> => {
  const user = await users(sql).add({ Name: 'writer', PasswordHash: NO_PASSWORD, Role: 'Administrator' })
  const token = newToken()
  await tokens(sql).addUnlimited('writer', 'drill', token)
  return { user, token }
}

/** Waits until a condition is true. Returns the milliseconds that it took; Infinity after a minute. */
export const timeUntil = async (isTrue: () => boolean | Promise<boolean>): Promise<number> => {
  const began = performance.now()
  for (; performance.now() - began < 60_000; await sleep(10)) if (await isTrue()) return performance.now() - began
  return Infinity
}

/**
 * Returns the number in the first argument of the command line.
 * @throws Error if it is not a positive number
 */
export const argument = (name: string, preset: number): number => {
  const value = Number(process.argv[2] ?? preset)
  if (!(value > 0)) throw new Error(`The argument must be ${name}, such as ${preset}, not "${process.argv[2]}".`)
  return value
}

/** Uploads a picture. Returns the status of the answer, and the path of the file. */
export const uploadPicture = async (origin: string, authorization: string) => {
  const background = 'teal'
  const picture = await sharp({ create: { width: 600, height: 400, channels: 3, background } })
    .png()
    .toBuffer()
  const body = new FormData()
  body.append('file', new Blob([new Uint8Array(picture)]), 'drill.png')
  const url = `${origin}/resources/HR/User/1/MetaData/Upload.json`
  const answer = await fetch(url, { method: 'POST', body, headers: { authorization } })
  const [, file = origin] = /"Content":\{"href":"([^"]+)"/.exec(await answer.text()) ?? []
  return { status: answer.status, path: new URL(file).pathname }
}
