/** `desk backup` while the service runs under load, and `desk restore` into an empty folder. */
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import t from 'tap'
import { writers } from '../../bench/load/load.ts'
import { send } from '../../bench/load/requests.ts'
import { timeUntil, uploadPicture } from '../../bench/stage/drill.ts'
import { root, temporaryFolder } from '../../bench/stage/ending.ts'
import { serve } from '../../bench/stage/service.ts'
import { connect } from '../../db/client.ts'
import { openEmbedded } from '../../db/embedded/index.ts'
import { runDesk } from '../support/commands.ts'

/** Runs `desk` on the database in DATA_DIR. */
const run = (DATA_DIR: string, ...command: readonly string[]) =>
  promisify(execFile)('node', [join(root, 'dist/cli.js'), ...command], { env: { ...process.env, DATA_DIR } })
const desk = async (DATA_DIR: string, ...command: readonly string[]) => (await run(DATA_DIR, ...command)).stdout.trim()

/** Number of posts that are acknowledged before the backup and after it. */
const POSTS = 20

t.test('a restored backup has all documents and files, and a restore never replaces a database', async (t) => {
  const folder = await temporaryFolder(t)
  const [first, second, backup] = [join(folder, 'first'), join(folder, 'second'), join(folder, 'backup')]
  // Both have the same base URL, so their documents are equal.
  const start = (DATA_DIR: string) => serve(t, { DATA_DIR, BASE_URL: 'http://desk.example' })
  const service = await start(first)
  let { origin } = service
  const token = await desk(first, 'token', 'add', 'admin', 'test')
  const busy = Number(await desk(first, 'blog', 'add', 'Busy', '--creator', 'admin', '--language', 'en'))
  const read = (path: string) => send(origin + path)
  const paths = [
    (await uploadPicture(origin, token)).path,
    '/resources/HR/User?X-Filter=*',
    '/resources/Archive/MetaData?X-Filter=*',
    ...[1, 2, 3].flatMap((blog) => [
      `/resources/Desk/Blog/${blog}`,
      `/resources/Desk/Blog/${blog}/Post?limit=1000&X-Filter=*`,
      `/resources/Desk/Blog/${blog}/Post/Published.json?X-Filter=*&cId.since=0`
    ])
  ]
  const originals = await Promise.all(paths.map(read))
  const published = `/resources/Desk/Blog/${busy}/Post/Published`
  const cursor = async () => Number(/lastCId="(\d+)"/.exec(`${(await read(published)).body}`)?.[1])
  const statusSince = async (cId: number) => (await read(`${published}?cId.since=${cId}`)).status

  const load = writers(origin, { token, blogs: [busy] }, { count: 4 })
  await timeUntil(() => load.acknowledged.size >= POSTS)
  const acknowledged = [...load.acknowledged]
  const early = await cursor()
  await desk(first, 'backup', backup)
  await t.rejects(desk(first, 'backup', backup), { code: 1, stderr: /backup exists already/ })
  const { size } = load.acknowledged
  await timeUntil(() => load.acknowledged.size >= size + POSTS)
  await load.stop()
  const late = await cursor()
  await t.rejects(desk(second, 'restore', first), { code: 1, stderr: /PostgreSQL uses .*first \(process/ })
  await service.stop()

  await t.rejects(desk(first, 'restore', backup), { code: 1, stderr: /There is a database in .* already/ })
  await t.rejects(desk(second, 'restore', second), { code: 1, stderr: /There is no backup in/ })
  t.notOk(existsSync(second))
  await desk(second, 'restore', backup)
  const restored = await start(second)
  t.notMatch(restored.output(), /Made user|Loaded/)
  origin = restored.origin
  for (const [at, path] of paths.entries()) {
    const { status, body } = await read(path)
    t.equal(status, 200, path)
    t.ok(originals[at]?.body.equals(body), `${path} has the same bytes`)
  }
  const posts = `${(await read(`${published}.json?X-Filter=Content&limit=1000`)).body}`
  const missing = acknowledged.filter((content) => !posts.includes(`"${content}"`))
  t.same(missing, [], 'all posts that were acknowledged before the backup')
  t.equal(await statusSince(early), 200, 'the cursor of a reader from before the backup is valid')
  t.ok(late > (await cursor()), 'the backup does not have the last changes')
  t.equal(await statusSince(late), 410, 'a cursor that the backup does not know is refused')
})

/** The settings of a service whose files are in a bucket. */
const STORE = { FILES_ENDPOINT: 'http://127.0.0.1:1', FILES_BUCKET: 'desk', FILES_KEY_ID: 'x', FILES_SECRET: 'x' }

/** Puts something that cannot be copied into a folder, and returns a function that removes it. */
const obstruct = async (folder: string) => {
  const path = join(folder, 'loop')
  await symlink('loop', path)
  return () => rm(path)
}

t.test('a backup and a restore that failed, or were killed, can be repeated', async (t) => {
  const folder = await temporaryFolder(t)
  const [first, second, backup] = [join(folder, 'first'), join(folder, 'second'), join(folder, 'backup')]
  const files = join(first, 'files')
  await desk(first, 'migrate')
  await mkdir(join(files, 'incoming'), { recursive: true })
  await writeFile(join(files, 'stored.txt'), 'stored')
  await writeFile(join(files, 'incoming/half'), 'half')
  // Like a file that is deleted while the folder is copied.
  await symlink('absent', join(files, 'gone'))

  const unobstruct = await obstruct(files)
  await t.rejects(desk(first, 'backup', backup), { code: 1, stderr: /loop/ })
  await unobstruct()
  t.same(await readdir(folder), ['first'], 'a backup that failed leaves nothing')

  const killed = execFile('node', [join(root, 'dist/cli.js'), 'backup', backup], {
    env: { ...process.env, DATA_DIR: first }
  })
  await timeUntil(async () => (await readdir(folder)).length > 1)
  killed.kill('SIGKILL')
  const [left = ''] = (await readdir(folder)).filter((name) => name !== 'first')
  const { stderr } = await run(first, 'backup', backup)
  t.match(stderr, `${join(folder, left)} is of a run that was killed, unless it still goes on: delete it`)
  t.same(await readdir(join(backup, 'files')), ['stored.txt'])
  t.equal((await stat(backup)).mode & 0o777, 0o700, 'only its owner can read a backup')

  const clear = await obstruct(join(backup, 'files'))
  await t.rejects(desk(second, 'restore', backup), { code: 1, stderr: /loop/ })
  await clear()
  const { out } = await runDesk({ DATA_DIR: second, ...STORE }, ['restore', backup])
  t.match(out, `Its uploaded files are in ${join(second, 'files')}, not in the bucket: copy those that it lacks.`)
  t.same(await readdir(join(second, 'files')), ['stored.txt'])
  t.equal((await stat(join(second, 'postgresql'))).mode & 0o777, 0o700, 'nor its copy')
  await desk(second, 'user', 'list')
})

t.test('a backup whose connection is lost says so, and leaves nothing', async (t) => {
  const folder = await temporaryFolder(t)
  const [first, backup] = [join(folder, 'first'), join(folder, 'backup')]
  await desk(first, 'migrate')
  const server = await openEmbedded({ dataDir: first, pid: process.pid, settings: {}, log: () => {} })
  const sql = connect({ url: server.url, max: 1 })
  // The copy takes long enough to be interrupted.
  const many = join(first, 'postgresql/data/many')
  await mkdir(many)
  for (let file = 0; file < 5000; file += 1) await writeFile(join(many, String(file)), '')
  const backingUp = t.rejects(desk(first, 'backup', backup), {
    code: 1,
    stderr: /desk: The database does not answer now; try again shortly$/m
  })
  const endSession = () => sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where state = 'idle in transaction' and query like '%pg_backup_start%'`
  t.ok((await timeUntil(async () => (await endSession()).count === 1)) < Infinity, 'interrupted')
  await backingUp
  await sql.end()
  await server.close()
  t.same(await readdir(folder), ['first'])
})

t.test('of two backups into one folder, one fails and leaves nothing', async (t) => {
  const folder = await temporaryFolder(t)
  const [first, backup] = [join(folder, 'first'), join(folder, 'backup')]
  await desk(first, 'migrate')
  const results = await Promise.allSettled([desk(first, 'backup', backup), desk(first, 'backup', backup)])
  const failures = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
  t.match(failures, [{ code: 1, stderr: /backup exists already/ }])
  t.same(await readdir(folder), ['backup', 'first'])

  const { out } = await runDesk({ DATA_DIR: first, ...STORE }, ['backup', join(folder, 'another')])
  t.match(out, /files in the store of FILES_ENDPOINT are not in this backup/)
})

t.test('desk restore refuses a database at DATABASE_URL and names pg_dump', async (t) => {
  const env = { ...process.env, DATABASE_URL: 'postgres://nobody@127.0.0.1:1/desk' }
  const run = promisify(execFile)('node', [join(root, 'dist/cli.js'), 'restore', 'anywhere'], { env })
  await t.rejects(run, { code: 1, stderr: /use pg_dump/ })
})
