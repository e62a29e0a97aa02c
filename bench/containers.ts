/** Runs the containers of docker-compose.yml as a project of its own, which is removed at the end of the run. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { atEnd, root } from './processes.ts'

export interface Containers {
  /** Runs a Compose command and returns its output. */
  readonly compose: (...command: readonly string[]) => Promise<string>
  /** Returns the ids of the running containers of a service. */
  readonly idsOf: (service: string) => Promise<readonly string[]>
}

/**
 * Starts the containers.
 * @param name name of the Compose project; containers that an earlier run has left are removed
 * @param files compose files that are added to docker-compose.yml
 * @param up arguments of `up`
 * @param env variables of the compose files; docker-compose.yml explains them
 */
export const startContainers = async (
  name: string,
  { files, up = [], env }: { files: readonly string[]; up?: readonly string[]; env: NodeJS.ProcessEnv }
): Promise<Containers> => {
  const project = ['-p', name, ...['docker-compose.yml', ...files].flatMap((file) => ['-f', file])]
  const hasPlugin = await run('docker', ['compose', 'version']).then(
    () => true,
    () => false
  )
  const compose: Containers['compose'] = async (...command) => {
    const args = [...project, ...command]
    const options = { cwd: root, maxBuffer: 2 ** 28, env: { ...process.env, ...env } }
    // The plugin of docker, or else the older program.
    const { stdout } = await (hasPlugin
      ? run('docker', ['compose', ...args], options)
      : run('docker-compose', args, options))
    return stdout
  }
  await compose('down', '--volumes', '--remove-orphans')
  atEnd(() => compose('down', '--volumes'))
  await compose('up', '--build', '--detach', ...up)
  return { compose, idsOf: async (service) => (await compose('ps', '-q', service)).split('\n').filter(Boolean) }
}

const run = promisify(execFile)

/** Runs a docker command and returns its output. */
export const docker = async (...command: readonly string[]): Promise<string> =>
  (await run('docker', command)).stdout.trim()

/** Returns the IP address of a container in the network of the containers. */
export const addressOf = (id: string): Promise<string> =>
  docker('inspect', '--format', '{{range .NetworkSettings.Networks}}{{.IPAddress}}{{end}}', id)
