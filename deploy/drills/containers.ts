/**
 * The stage of drills that need the containers of docker-compose.yml, as a project of their own, which is removed at
 * the end. DRILL_COMPOSE names further compose files, such as one with local images.
 */
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { freePort } from '../../db/embedded/index.ts'
import { ask } from '../../bench/requests.ts'
import { timeUntil } from './stage.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const PASSWORD = 'a password for drills'

export interface Containers {
  /** Where nginx is published. */
  readonly origin: string
  /** Token of the administrator. */
  readonly token: string
  /** Open blogs of the demo. */
  readonly blogs: readonly number[]
  /** Runs compose with a command. @returns what it prints */
  readonly compose: (...command: readonly string[]) => Promise<string>
  /** Ids of the running containers of a service. */
  readonly idsOf: (service: string) => Promise<readonly string[]>
  /** Address of the database in a container, for this machine. */
  readonly databaseOf: (service: string) => Promise<string>
}

/**
 * Runs a drill on the containers.
 * @param files compose files besides docker-compose.yml
 * @param up parameters of `up`
 * @param env variables for compose
 */
export const onContainers = async (
  {
    files = [],
    up = [],
    env = {}
  }: { files?: readonly string[]; up?: readonly string[]; env?: Readonly<Record<string, string>> },
  run: (containers: Containers) => Promise<void>
): Promise<void> => {
  const port = await freePort()
  const more = (process.env.DRILL_COMPOSE ?? '').split(' ').filter(Boolean)
  const chosen = ['docker-compose.yml', ...files, ...more].flatMap((file) => ['-f', file])
  const options = {
    cwd: root,
    maxBuffer: 2 ** 28,
    env: {
      DESK_SUBNET: '172.31.248.0/24',
      ...process.env,
      DESK_PORT: `${port}`,
      ADMIN_PASSWORD: PASSWORD,
      DEMO: 'true',
      POSTGRES_PASSWORD: 'desk',
      ...env
    }
  }
  const compose: Containers['compose'] = async (...command) => {
    const parameters = ['-p', 'desk-drill', ...chosen, ...command]
    // The plugin of docker, or else the older program.
    const hasPlugin = await execute('docker', ['compose', 'version']).then(
      () => true,
      () => false
    )
    const { stdout } = await (hasPlugin
      ? execute('docker', ['compose', ...parameters], options)
      : execute('docker-compose', parameters, options))
    return stdout
  }
  const idsOf: Containers['idsOf'] = async (service) => (await compose('ps', '-q', service)).split('\n').filter(Boolean)
  const databaseOf: Containers['databaseOf'] = async (service) => {
    const [id = ''] = await idsOf(service)
    return `postgres://desk:desk@${await addressOf(id)}/desk`
  }
  const interrupted = Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]).then(() => {
    throw new Error('interrupted')
  })
  try {
    // A run that was killed may have left containers.
    await compose('down', '--volumes', '--remove-orphans')
    await compose('up', '--build', '--detach', ...up)
    const origin = `http://127.0.0.1:${port}`
    const path = '/resources/Desk/Blog/1/Post/Published'
    await timeUntil(async () => (await ask({ url: origin + path }).catch(() => undefined))?.status === 200)
    const token = await logIn(origin)
    const blogs = await openBlogs(origin)
    await Promise.race([run({ origin, token, blogs, compose, idsOf, databaseOf }), interrupted])
  } catch (error) {
    console.error(error)
    process.exitCode = 1
  } finally {
    await compose('down', '--volumes')
  }
  // Readers of a drill that failed may still run.
  process.exit()
}

const execute = promisify(execFile)

/** Runs docker. @returns what it prints */
export const docker = async (...command: readonly string[]): Promise<string> =>
  (await execute('docker', command)).stdout.trim()

/** Address of a container in the network of the containers. */
export const addressOf = (id: string): Promise<string> =>
  docker('inspect', '--format', '{{range .NetworkSettings.Networks}}{{.IPAddress}}{{end}}', id)

const logIn = async (origin: string): Promise<string> => {
  const { status, body } = await ask({
    url: `${origin}/resources/Security/Login.json`,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ UserName: 'admin', Password: PASSWORD })
  })
  const [, token] = /"Session":"([^"]+)"/.exec(body.toString()) ?? []
  if (token === undefined) throw new Error(`The login was answered with ${status} ${body}`)
  return token
}

const openBlogs = async (origin: string): Promise<readonly number[]> => {
  const { body } = await ask({ url: `${origin}/resources/Desk/Blog/Live.json?X-Filter=Id` })
  return [...body.toString().matchAll(/"Id":"(\d+)"/g)].map(([, id]) => Number(id))
}
