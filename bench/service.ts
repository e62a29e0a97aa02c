/** The built service with a database of its own, filled with what the cases read. */
import { access, chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openEmbedded } from '../db/embedded/index.ts'
import { BLOG, LIST } from './cases.ts'
import { startProcess } from './processes.ts'
import type { Undo } from './undo.ts'

const ADMIN_PASSWORD = 'measured with care'

export interface Service {
  /** Scheme, host and port. */
  origin: string
  /** Its process. */
  pid: number
  databaseUrl: string
  /** The file that PostgreSQL logs to. */
  databaseLog: string
  /** A session of the user admin, for the Authorization header. */
  session: string
}

/**
 * Starts a database with PostgreSQL's own settings, and on it the service as `npm start` runs it.
 * @param env settings that this measurement needs otherwise
 */
export const startService = async (later: (undo: Undo) => void, env: Readonly<Record<string, string>> = {}): Promise<Service> => {
  await access(new URL('../dist/server.js', import.meta.url)).catch(() => {
    throw new Error('The service is not built: run "npm run bench", or "npm run build" first.')
  })
  const dataDir = await temporary(later)
  // Ours, so that it outlives the service whatever happens to that, and others can use it too. The service joins it.
  const opening = openEmbedded({ dataDir, pid: process.pid, log: () => {} })
  later(async () => {
    const { close, dataDir: home } = await opening
    await close()
    await rm(home, { recursive: true, force: true })
  })
  const { url: databaseUrl, dataDir: home } = await opening
  const { origin, pid } = await startProcess({
    module: 'dist/server.js',
    env: { HOST: '127.0.0.1', PORT: '0', BASE_URL: '', DATABASE_URL: '', DATA_DIR: dataDir, DEMO: 'true', ADMIN_PASSWORD, LOG_LEVEL: 'silent', ...env },
    later
  })
  const session = await logIn(origin)
  await fill(origin, session)
  return { origin, pid, databaseUrl, databaseLog: join(home, 'postgresql', 'server.log'), session }
}

const temporary = async (later: (undo: Undo) => void) => {
  const folder = await mkdtemp(join(tmpdir(), 'desk-bench-'))
  later(() => rm(folder, { recursive: true, force: true }))
  await chmod(folder, 0o755) // When we are root, PostgreSQL is not.
  return folder
}

const logIn = async (origin: string) => {
  const answer = await post(`${origin}/resources/Security/Login.json`, JSON.stringify({ UserName: 'admin', Password: ADMIN_PASSWORD }))
  const { Session }: { Session: string } = JSON.parse(answer)
  return Session
}

/** Publishes until the measured list is full, with some to spare. */
const fill = async (origin: string, session: string) => {
  const posts = `${origin}/resources/Desk/Blog/${BLOG}/Post`
  for (let missing = LIST + 10 - await published(posts); missing > 0; missing--) {
    await post(`${posts}/Publish`, JSON.stringify({ Content: `<p>${missing} more wards to declare.</p>` }), session)
  }
}

const published = async (posts: string) => {
  const { total }: { total: string } = JSON.parse(await (await fetch(`${posts}/Published.json?limit=0`)).text())
  return Number(total)
}

const post = async (address: string, body: string, authorization = '') => {
  const answer = await fetch(address, { method: 'POST', headers: { 'content-type': 'application/json', ...authorization !== '' && { authorization } }, body })
  const text = await answer.text()
  if (answer.status !== 201) throw new Error(`POST ${address} was answered with ${answer.status}: ${text}`)
  return text
}
