/** Starts Debian's Varnish in front of a service, with the configuration of deploy/proxies. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from '../../db/embedded/index.ts'
import { root, temporaryFolder, type Ending } from './ending.ts'
import { startFront } from './front.ts'

/** Starts it. Returns its origin. */
export const startVarnish = async (end: Ending, service: string): Promise<string> => {
  const folder = await temporaryFolder(end)
  const port = await freePort()
  const configuration = join(folder, 'default.vcl')
  const text = await readFile(join(root, 'deploy/proxies/varnish.vcl'), 'utf8')
  await writeFile(configuration, text.replace('"8080"', `"${new URL(service).port}"`))
  const args = ['-F', '-n', folder, '-a', `127.0.0.1:${port}`, '-f', configuration, '-s', 'malloc,64m', '-j', 'none']
  return startFront(end, { program: 'varnishd', args, port, packages: 'varnish varnish-modules' })
}
