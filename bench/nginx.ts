/** nginx, where it is installed, with a file for each answer of the service: what serving bytes costs at best. */
import { execFile, spawn } from 'node:child_process'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { freePort } from '../db/embedded/index.ts'
import { ask, type Answer, type Asked } from './answers.ts'
import { stop } from './processes.ts'
import type { Undo } from './undo.ts'

/** nginx makes these itself. */
const OWN = new Set(['date', 'connection', 'keep-alive', 'content-length', 'content-type', 'etag'])
const ATTEMPTS = 100

/** Such as `nginx 1.22.1`; undefined where there is none. */
export const nginxVersion = async (): Promise<string | undefined> => {
  const said = await promisify(execFile)('nginx', ['-v']).catch(() => undefined)
  return said && said.stderr.trim().replace(/^nginx version: nginx\//, 'nginx ').replace(/ \(.*/, '')
}

/**
 * Starts it with one worker process, as the other servers are one process.
 * @returns its origin; undefined where there is no nginx
 */
export const startNginx = async (service: string, asked: readonly Asked[], later: (undo: Undo) => void): Promise<string | undefined> => {
  if (await nginxVersion() === undefined) return undefined
  const folder = await mkdtemp(join(tmpdir(), 'desk-nginx-'))
  later(() => rm(folder, { recursive: true, force: true }))
  await chmod(folder, 0o755) // When we are root, its worker is not.
  const locations: string[] = []
  for (const [index, one] of asked.entries()) {
    const answer = await ask(service, one)
    const file = join(folder, `${index}`)
    await writeFile(file, answer.body)
    locations.push(location(one.path.replace(/\?.*/, ''), file, answer))
  }
  const port = await freePort()
  const config = join(folder, 'nginx.conf')
  await writeFile(config, configuration(folder, port, locations))
  const child = spawn('nginx', ['-p', folder, '-c', config, '-e', 'stderr'], { stdio: ['ignore', 'ignore', 'inherit'] })
  later(() => stop(child))
  const origin = `http://127.0.0.1:${port}`
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    if (child.exitCode !== null) break
    const found = await fetch(origin).catch(() => undefined)
    if (found !== undefined) return origin
    await sleep(50)
  }
  throw new Error('nginx did not start.')
}

const configuration = (folder: string, port: number, locations: readonly string[]) => `
daemon off;
worker_processes 1;
pid ${folder}/nginx.pid;
error_log stderr emerg;
events { worker_connections 4096; }
http {
  access_log off;
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
  sendfile on;
  tcp_nopush on;
  keepalive_timeout 65;
  keepalive_requests 1000000000;
  open_file_cache max=100;
  server {
    listen 127.0.0.1:${port} backlog=4096;
${locations.join('\n')}
  }
}
`

const location = (path: string, file: string, { headers }: Answer) => {
  const [, type = ''] = headers.find(([name]) => name.toLowerCase() === 'content-type') ?? []
  const added = headers.filter(([name]) => !OWN.has(name.toLowerCase())).map(([name, value]) => `add_header ${name} '${value}';`)
  return `    location = ${path} { alias ${file}; types {} default_type '${type}'; ${added.join(' ')} }`
}
