/** Starts Debian's Varnish in front of a service, with the configuration of deploy/proxies. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from '../../db/embedded/index.ts'
import { send } from '../load/requests.ts'
import { timeUntil } from './drill.ts'
import { root, temporaryFolder, type Ending } from './ending.ts'

/** Starts it. Returns its origin. */
export const startVarnish = async (end: Ending, service: string): Promise<string> => {
  const folder = await temporaryFolder(end)
  const port = await freePort()
  const configuration = join(folder, 'default.vcl')
  const text = await readFile(join(root, 'deploy/proxies/varnish.vcl'), 'utf8')
  await writeFile(configuration, text.replace('"8080"', `"${new URL(service).port}"`))
  const args = ['-F', '-n', folder, '-a', `127.0.0.1:${port}`, '-f', configuration, '-s', 'malloc,64m', '-j', 'none']
  const child = spawn('varnishd', args, { stdio: 'ignore' })
  const ended = once(child, 'exit').catch(() => {
    throw new Error('Varnish is not installed; Debian has it: apt-get install varnish varnish-modules')
  })
  end.teardown(async () => {
    child.kill()
    await ended
  })
  const origin = `http://127.0.0.1:${port}`
  await Promise.race([timeUntil(async () => (await send(`${origin}/health/live`)).status === 200), ended])
  return origin
}
