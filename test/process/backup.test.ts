/**
 * `desk backup` while the service runs, and `desk restore` into an empty folder. `deploy/drills/restore.ts` runs them
 * under load.
 */
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import t from 'tap'
import { root } from '../support/root.ts'
import { dataDir, start } from '../support/service.ts'

const server = ['node', `${root}/dist/server.js`] as const

/** Runs `desk` on the database in DATA_DIR. */
const desk = (DATA_DIR: string, ...command: readonly string[]) =>
  promisify(execFile)('node', [`${root}/dist/cli.js`, ...command], { env: { ...process.env, DATA_DIR } })

const read = async (output: string, path: string) => {
  const [, origin] = /Desk serves (http:\/\/[^/]+)/.exec(output) ?? []
  // Remove the origin from links, because the port differs after the restore.
  return (await (await fetch(`${origin}${path}`)).text()).replaceAll(String(origin), '')
}

t.test('a restored backup has the posts and files, and a restore never replaces a database', async (t) => {
  const [first, second] = [await dataDir(t), await dataDir(t)]
  const backup = join(dirname(first), 'backup')
  const posts = '/resources/Desk/Blog/1/Post?X-Filter=*'
  const service = await start(t, server, { PORT: '0', DATA_DIR: first })
  const postsBefore = await read(service.output(), posts)
  await mkdir(join(first, 'files'), { recursive: true })
  await writeFile(join(first, 'files/picture.png'), 'a picture')
  await desk(first, 'backup', backup)
  await t.rejects(desk(first, 'backup', backup), { code: 1, stderr: /backup exists already/ })
  await service.stop('SIGTERM')

  await t.rejects(desk(first, 'restore', backup), { code: 1, stderr: /There is a database in .* already/ })
  await t.rejects(desk(second, 'restore', second), { code: 1, stderr: /There is no backup in/ })
  t.notOk(existsSync(second))
  await desk(second, 'restore', backup)
  const restored = await start(t, server, { PORT: '0', DATA_DIR: second })
  t.notMatch(restored.output(), /Made user|Loaded/)
  t.equal(await read(restored.output(), posts), postsBefore)
  t.equal(await readFile(join(second, 'files/picture.png'), 'utf8'), 'a picture')
})

t.test('desk restore refuses a database at DATABASE_URL and names pg_dump', async (t) => {
  const env = { ...process.env, DATABASE_URL: 'postgres://nobody@127.0.0.1:1/desk' }
  const run = promisify(execFile)('node', [`${root}/dist/cli.js`, 'restore', 'anywhere'], { env })
  await t.rejects(run, { code: 1, stderr: /use pg_dump/ })
})
