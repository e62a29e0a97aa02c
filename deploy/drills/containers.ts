/**
 * The environment of drills that need the containers of docker-compose.yml. DRILL_COMPOSE names further compose files,
 * such as one with local images.
 */
import { addressOf, startContainers, type Containers } from '../../bench/containers.ts'
import { finish } from '../../bench/processes.ts'
import { ask } from '../../bench/requests.ts'
import { freePort } from '../../db/embedded/index.ts'
import { timeUntil } from './stage.ts'

/** Password of the administrator. */
export const PASSWORD = 'a password for drills'

/** The containers, with the data of the demo. */
export interface ContainerStage extends Containers {
  /** Address of nginx, as published on this machine. */
  readonly origin: string
  /** Token of the administrator. */
  readonly token: string
  /** Ids of open blogs. */
  readonly blogs: readonly number[]
  /** Returns the URL of the database in a container. */
  readonly databaseOf: (service: string) => Promise<string>
}

/**
 * Runs a drill on the containers.
 * @param files compose files that are added to docker-compose.yml
 * @param up arguments of `up`
 * @param env variables of the compose files
 */
export const onContainers = async (
  { files = [], up = [], env = {} }: { files?: readonly string[]; up?: readonly string[]; env?: NodeJS.ProcessEnv },
  run: (stage: ContainerStage) => Promise<void>
): Promise<void> => finish(prepare({ files, up, env }).then(run))

const prepare = async ({
  files,
  up,
  env
}: {
  files: readonly string[]
  up: readonly string[]
  env: NodeJS.ProcessEnv
}) => {
  const port = await freePort()
  const containers = await startContainers('desk-drill', {
    files: [...files, ...(process.env.DRILL_COMPOSE ?? '').split(' ').filter(Boolean)],
    up,
    env: {
      DESK_SUBNET: '172.31.248.0/24',
      DESK_PORT: `${port}`,
      ADMIN_PASSWORD: PASSWORD,
      DEMO: 'true',
      POSTGRES_PASSWORD: 'desk',
      ...env
    }
  })
  const databaseOf = async (service: string) => {
    const [id = ''] = await containers.idsOf(service)
    return `postgres://desk:desk@${await addressOf(id)}/desk`
  }
  const origin = `http://127.0.0.1:${port}`
  const path = '/resources/Desk/Blog/1/Post/Published'
  await timeUntil(async () => (await ask({ url: origin + path }).catch(() => undefined))?.status === 200)
  return { ...containers, databaseOf, origin, token: await logIn(origin), blogs: await openBlogs(origin) }
}

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
