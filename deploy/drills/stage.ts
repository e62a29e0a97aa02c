/**
 * The environment of a drill: a durable PostgreSQL, the built service, nginx with the template of the containers, and
 * claims.
 * A drill is a program: `npx tsx deploy/drills/service-killed.ts`. It prints a line for each claim, and ends with exit
 * code 1 if one does not hold.
 */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { connect as open } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { atEnd, finish, root } from '../../bench/processes.ts'
import { freePort } from '../../db/embedded/index.ts'
import { migrate } from '../../db/migrate.ts'
import { hashToken, newToken } from '../../db/secrets.ts'
import { sessions } from '../../db/sessions.ts'
import { addWriter } from '../../test/endurance/environment.ts'
import { ownPostgres, type OwnPostgres } from '../../test/support/own-postgres.ts'
import { start, type Running } from '../../test/support/service.ts'

/** A service that can be killed, and started again on the same port. */
export interface Service {
  readonly origin: string
  readonly pid: () => number
  /** Kills its processes at once. */
  readonly kill: () => Promise<void>
  /** Ends it in order, as a supervisor does. */
  readonly stop: () => Promise<{ code: number | null; took: number }>
  readonly start: () => Promise<void>
}

export interface Stage {
  readonly postgres: OwnPostgres
  /** An API token of a user who may do everything. */
  readonly token: string
  /** Ids of blogs without posts. */
  readonly blogs: readonly number[]
}

/** Where nginx has its files: a drill may point TMPDIR to a disk that it fills. */
const TEMPORARY = tmpdir()

/** Settings of PostgreSQL: commits are written to the disk, and several services can connect. */
const DURABLE = { max_connections: '200' }
const BLOGS = 8

/** Runs a drill, and ends the process: with exit code 1 if it failed or a claim does not hold. */
export const drill = (run: (stage: Stage) => Promise<void>): Promise<void> => finish(prepare().then(run))

const prepare = async (): Promise<Stage> => {
  execFileSync('node', [join(root, 'scripts/prepare.js')], { stdio: 'inherit' })
  const postgres = await ownPostgres({ teardown: atEnd }, DURABLE)
  await migrate(postgres.sql)
  const { user } = await addWriter(postgres.sql)
  // Sessions end when the clock is stepped; API tokens do not expire.
  const token = newToken()
  await sessions(postgres.sql).addToken('writer', 'drill', hashToken(token))
  const rows = await postgres.sql<{ Id: number }[]>`
    insert into blogs (type, language, creator, title, live_on)
    select 1, 1, ${user}, 'Drill ' || n, now() from generate_series(1, ${BLOGS}::integer) as n returning id`
  return { postgres, token, blogs: rows.map(({ Id }) => Id) }
}

/** Prints a claim with its figure, and notes whether it holds. */
export const claim = (
  what: string,
  figure: number,
  [sign, bar, unit = '']: readonly ['≤' | '≥' | '=', number, string?]
) => {
  const holds = { '≤': figure <= bar, '≥': figure >= bar, '=': figure === bar }[sign]
  if (!holds) process.exitCode = 1
  const [shown, shownBar] = [figure, bar].map((value) =>
    `${Number(value.toFixed(2)).toLocaleString('en-US')} ${unit}`.trim()
  )
  console.log(`${holds ? 'holds' : 'FAILS'}  ${what}: ${shown} (${sign} ${shownBar})`)
}

/** Prints a figure about which the drill claims nothing. */
export const note = (line: string) => {
  console.log(`       ${line}`)
}

/** Waits until a condition is true. Returns the milliseconds that it took; Infinity after a minute. */
export const timeUntil = async (isTrue: () => Promise<boolean>): Promise<number> => {
  const began = performance.now()
  for (; performance.now() - began < 60_000; await sleep(10)) if (await isTrue()) return performance.now() - began
  return Infinity
}

/** A picture that the service accepts. */
export const picture = () =>
  sharp({ create: { width: 600, height: 400, channels: 3, background: 'teal' } })
    .png()
    .toBuffer()

/** Starts the built service on a free port, with settings. */
export const serve = async ({ postgres }: Stage, settings: Readonly<Record<string, string>> = {}): Promise<Service> => {
  const PORT = `${await freePort()}`
  const env = { DATABASE_URL: postgres.url, LOG_LEVEL: 'error', PORT, ...settings }
  const startIt = () => start({ teardown: atEnd }, ['node', join(root, 'dist/server.js')], env)
  let running: Running = await startIt()
  return {
    origin: `http://127.0.0.1:${PORT}`,
    pid: () => running.pid,
    kill: async () => {
      process.kill(-running.pid, 'SIGKILL')
      await running.ended()
    },
    stop: () => running.stop('SIGTERM'),
    start: async () => {
      running = await startIt()
    }
  }
}

/** Starts Debian's nginx in front of services, with the template of the containers. Returns its origin. */
export const startNginx = async (services: readonly Service[]): Promise<string> => {
  const folder = await mkdtemp(join(TEMPORARY, 'desk-drill-nginx-'))
  atEnd(() => rm(folder, { recursive: true, force: true }))
  await chmod(folder, 0o755)
  const [port, spare] = [await freePort(), await freePort()]
  const template = await readFile(join(root, 'deploy/nginx/default.conf.template'), 'utf8')
  const servers = services.map(({ origin }) => `server ${origin.slice('http://'.length)} max_fails=3 fail_timeout=2s;`)
  const conf = template
    .replace(/server desk:3000[^;]*;/, servers.join('\n'))
    .replaceAll('listen 80 ', `listen 127.0.0.1:${port} `)
    .replaceAll('127.0.0.1:8503', `127.0.0.1:${spare}`)
    .replaceAll(/\$\{OUTER_PROXY\}/g, '255.255.255.255')
    .replaceAll('/var/cache/nginx', folder)
    .replaceAll('/dev/stdout', '/dev/null')
    .replaceAll('/dev/stderr', `${folder}/log`)
  await writeFile(
    join(folder, 'nginx.conf'),
    `${userInfo().uid === 0 ? 'user root;' : ''} worker_processes auto; pid ${folder}/pid; error_log ${folder}/log;
    events { worker_connections 8192; } http { ${conf} }`
  )
  const child = spawn('nginx', ['-p', folder, '-c', join(folder, 'nginx.conf'), '-g', 'daemon off;'], {
    stdio: 'inherit'
  })
  const ended = once(child, 'exit').catch(() => {
    throw new Error('nginx is not installed; Debian has it: apt-get install nginx')
  })
  atEnd(async () => {
    child.kill()
    await ended
  })
  await Promise.race([timeUntil(() => listens(port)), ended])
  return `http://127.0.0.1:${port}`
}

const listens = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = open(port, '127.0.0.1', () => resolve(true)).on('error', () => resolve(false))
    socket.on('connect', () => socket.destroy())
  })
