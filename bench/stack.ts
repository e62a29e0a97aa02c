/** Measures the containers of docker-compose.yml from outside: the service, nginx, and nginx with a static file. */
import { strict as assert } from 'node:assert'
import { execFile } from 'node:child_process'
import { mkdtemp, chmod, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { freePort } from '../db/embedded/index.ts'
import { ask, copiedHeaders, type Answer } from './ask.ts'
import { requestsPerSecond } from './load.ts'
import type { Options } from './options.ts'
import { root } from './processes.ts'
import type { Result } from './report.ts'
import { inTurns } from './rounds.ts'
import type { Later } from './undo.ts'

const PATH = '/resources/Desk/Blog/1/Post/Published?limit=50'
const CLIENTS = 1_000
const PATIENCE = 60_000

const run = promisify(execFile)

export const measureStack = async (options: Options, later: Later): Promise<Result[]> => {
  const folder = await mkdtemp(join(tmpdir(), 'desk-stack-'))
  later(() => rm(folder, { recursive: true, force: true }))
  await chmod(folder, 0o755)
  const port = await freePort()
  const compose = await composeIn({
    DESK_PORT: `${port}`, DESK_SUBNET: '172.31.249.0/24', BENCH_FILES: folder, DEMO: 'true'
  })
  later(() => compose(['down', '--volumes']))
  // The log of the service counts what reaches it.
  await compose(['up', '--build', '--detach'], { LOG_LEVEL: 'info' })
  const published = `http://127.0.0.1:${port}`
  await ready(published)
  const cold = await coldRequests(compose, await addressOf(compose, 'nginx'))

  await compose(['up', '--detach'], { LOG_LEVEL: 'warn' })
  await ready(`${await addressOf(compose, 'desk')}:3000`)
  await compose(['exec', '-T', 'nginx', 'nginx', '-s', 'reload'])
  const answer = await ready(published)
  const nginx = await addressOf(compose, 'nginx')
  await writeFile(join(folder, 'answer'), answer.body)
  await writeFile(join(folder, 'headers.conf'), staticLocation(answer))
  await compose(['exec', '-T', 'nginx', 'nginx', '-s', 'reload'])
  await ready(`${nginx}:81`)

  const load = (origin: string) => () => requestsPerSecond({ ...options, url: origin + PATH })
  const desk = await addressOf(compose, 'desk')
  const through = await inTurns({ desk: load(nginx), yardstick: load(`${nginx}:81`) }, options)
  const outside = await inTurns({ desk: load(published), yardstick: load(`${desk}:3000`) }, options)
  const reached = { desk: [cold], yardstick: [], against: [] }
  return [
    { name: 'nginx, beside its static file', found: through, bars: [{ of: 'ratio', least: 0.7 }], unit: '/s' },
    { name: 'published port, beside the service itself', found: outside, bars: [], unit: '/s' },
    { name: `cold document, ${CLIENTS} clients`, found: reached, bars: [{ of: 'value', most: 1 }], unit: 'requests' }
  ]
}

type Compose = (args: readonly string[], env?: Readonly<Record<string, string>>) => Promise<string>

/** Runs compose, the plugin of docker or else the older program, in a project of its own. */
const composeIn = async (settings: Readonly<Record<string, string>>): Promise<Compose> => {
  const plugin = await run('docker', ['compose', 'version']).then(() => true, () => false)
  const [program, first] = plugin ? ['docker', ['compose']] as const : ['docker-compose', []] as const
  const files = ['-p', 'desk-bench', '-f', 'docker-compose.yml', '-f', 'bench/stack.yml']
  return async (args, env = {}) => {
    const { stdout } = await run(program, [...first, ...files, ...args], {
      cwd: root, env: { ...process.env, ...settings, ...env }, maxBuffer: 2 ** 28
    })
    return stdout
  }
}

/** The address of a container in the network of the containers. */
const addressOf = async (compose: Compose, service: string) => {
  const id = (await compose(['ps', '-q', service])).trim()
  const format = '{{range .NetworkSettings.Networks}}{{.IPAddress}}{{end}}'
  const { stdout } = await run('docker', ['inspect', '--format', format, id])
  return `http://${stdout.trim()}`
}

/** Waits until the document is there. */
const ready = async (origin: string): Promise<Answer> => {
  for (const end = Date.now() + PATIENCE; Date.now() < end; await sleep(200)) {
    const answer = await ask(origin + PATH).catch(() => undefined)
    if (answer?.status === 200) return answer
  }
  throw new Error(`${origin}${PATH} was not there within ${PATIENCE / 1000} seconds.`)
}

/** How many requests reach the service when many clients ask at once for a document that nginx does not have. */
const coldRequests = async (compose: Compose, nginx: string): Promise<number> => {
  const path = `${PATH}&offset=1`
  const answers = await Promise.all(Array.from({ length: CLIENTS }, () => ask(nginx + path)))
  assert(answers.every(({ status }) => status === 200), 'every client gets the document')
  await sleep(500) // for the log
  const log = await compose(['logs', '--no-color', 'desk'])
  return log.split('\n').filter((line) => line.includes(path) && line.includes('incoming request')).length
}

const staticLocation = (answer: Answer) => {
  const { 'content-type': type, ...headers } = copiedHeaders(answer)
  const added = Object.entries(headers).map(([name, value]) => `add_header ${name} '${value}';`)
  return `location / { try_files /answer =404; types {} default_type '${type}'; ${added.join(' ')} }`
}
