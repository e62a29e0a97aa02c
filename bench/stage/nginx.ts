/** Starts Debian's nginx in front of services, with the template of the containers. */
import { readFile, writeFile } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../db/embedded/index.ts'
import { root, temporaryFolder, type Ending } from './ending.ts'
import { startFront } from './front.ts'

/** Connections of a worker: as many as deploy/nginx/start.sh allows where a process may have 20,000 open files. */
const CONNECTIONS = 17_500

/**
 * Starts it. Returns its origin.
 * @param origins where the services are
 * @param servers further servers of its configuration
 */
export const startNginx = async (end: Ending, origins: readonly string[], servers = ''): Promise<string> => {
  const folder = await temporaryFolder(end)
  const [port, spare] = [await freePort(), await freePort()]
  const template = await readFile(join(root, 'deploy/nginx/default.conf.template'), 'utf8')
  const upstream = origins.map((origin) => `server ${new URL(origin).host} max_fails=3 fail_timeout=2s;`)
  const conf = template
    .replace(/server desk:3000[^;]*;/, upstream.join('\n'))
    .replaceAll('listen 80 ', `listen 127.0.0.1:${port} `)
    .replaceAll('127.0.0.1:8503', `127.0.0.1:${spare}`)
    .replaceAll(/\$\{OUTER_PROXY\}/g, '255.255.255.255')
    .replaceAll('/var/cache/nginx', folder)
    .replaceAll('/dev/stdout', '/dev/null')
    .replaceAll('/dev/stderr', `${folder}/log`)
  await writeFile(
    join(folder, 'nginx.conf'),
    `${userInfo().uid === 0 ? 'user root;' : ''} worker_processes auto; pid ${folder}/pid; error_log ${folder}/log;
    events { worker_connections ${CONNECTIONS}; }
    http { proxy_temp_path ${folder}/arriving; ${conf} ${servers} }`
  )
  const args = ['-p', folder, '-c', join(folder, 'nginx.conf'), '-g', 'daemon off;']
  return startFront(end, { program: 'nginx', args, port, packages: 'nginx' })
}
