/** Runs the containers of docker-compose.yml as a separate project, which is removed at the end. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { freePort } from '../../db/embedded/index.ts'
import { printed, type Claims } from '../claims.ts'
import { ask, logIn, send } from '../load/requests.ts'
import { timeUntil } from './drill.ts'
import { atEnd, finish, root } from './ending.ts'

/** Password of the user `admin`. */
const PASSWORD = 'a password for drills'

/** The running containers, with the data of the demo. */
export interface Containers extends Claims {
  /** Runs a Compose command and returns its output. */
  readonly compose: (...command: readonly string[]) => Promise<string>
  /** Returns the ids of the running containers of a service. */
  readonly idsOf: (service: string) => Promise<readonly string[]>
  /** Returns the IP addresses of the running containers of a service in their network. */
  readonly addressesOf: (service: string) => Promise<readonly string[]>
  /** Returns the URL of the database in a container. */
  readonly databaseOf: (service: string) => Promise<string>
  /** Address of nginx, as published on this machine. */
  readonly origin: string
  /** Token of the administrator. */
  readonly token: string
  /** Ids of open blogs. */
  readonly blogs: readonly number[]
}

export interface Setup {
  /** Compose files that are added to docker-compose.yml. */
  readonly files?: readonly string[]
  /** Arguments of `up`. */
  readonly up?: readonly string[]
  /** Variables of the compose files; docker-compose.yml explains them. */
  readonly env?: Readonly<Record<string, string>>
}

/** Runs a drill on the containers, and ends the process. */
export const onContainers = (setup: Setup, run: (stage: Containers) => Promise<void>): Promise<never> =>
  finish(startContainers(setup).then(run))

const run = promisify(execFile)

/** Runs a docker command and returns its output. */
export const docker = async (...command: readonly string[]): Promise<string> =>
  (await run('docker', command)).stdout.trim()

/** Name of the Compose project. Containers that an earlier run has left are removed. */
export const PROJECT = 'desk-bench'

/** Starts the containers. DRILL_COMPOSE names further compose files, such as one with local images. */
const startContainers = async ({ files = [], up = [], env = {} }: Setup): Promise<Containers> => {
  const localFiles = (process.env.DRILL_COMPOSE ?? '').split(' ').filter(Boolean)
  const project = ['-p', PROJECT, ...['docker-compose.yml', ...files, ...localFiles].flatMap((file) => ['-f', file])]
  const port = await freePort()
  const options = {
    cwd: root,
    maxBuffer: 2 ** 28,
    env: {
      ...process.env,
      DESK_SUBNET: '172.31.249.0/24',
      DESK_PORT: `${port}`,
      ADMIN_PASSWORD: PASSWORD,
      DEMO: 'true',
      POSTGRES_PASSWORD: 'desk',
      ...env
    }
  }
  const hasPlugin = await run('docker', ['compose', 'version']).then(
    () => true,
    () => false
  )
  const compose: Containers['compose'] = async (...command) => {
    const args = [...project, ...command]
    // The plugin of docker, or else the older program.
    const { stdout } = await (hasPlugin
      ? run('docker', ['compose', ...args], options)
      : run('docker-compose', args, options))
    return stdout
  }
  await compose('down', '--volumes', '--remove-orphans')
  atEnd.teardown(() => compose('down', '--volumes'))
  await compose('up', '--build', '--detach', ...up)
  const idsOf = async (service: string) => (await compose('ps', '-q', service)).split('\n').filter(Boolean)
  const addressesOf = async (service: string) =>
    Promise.all(
      (await idsOf(service)).map((id) =>
        docker('inspect', '--format', '{{range .NetworkSettings.Networks}}{{.IPAddress}}{{end}}', id)
      )
    )
  const origin = `http://127.0.0.1:${port}`
  await untilServed(origin)
  const { body } = await ask(`${origin}/resources/Desk/Blog/Live.json?X-Filter=Id`)
  return {
    ...printed,
    compose,
    idsOf,
    addressesOf,
    databaseOf: async (service) => `postgres://desk:desk@${(await addressesOf(service))[0]}/desk`,
    origin,
    token: await logIn(origin, PASSWORD),
    blogs: [...`${body}`.matchAll(/"Id":"(\d+)"/g)].map(([, id]) => Number(id))
  }
}

/** Waits until a server has the posts of the demo. */
const untilServed = (origin: string) =>
  timeUntil(async () => (await send(`${origin}/resources/Desk/Blog/1/Post/Published`)).status === 200)
