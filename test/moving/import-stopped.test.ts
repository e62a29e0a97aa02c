/** `desk import` as a process: whenever it is stopped or killed, the next run completes the blog. */
import { spawn } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import t, { type Test } from 'tap'
import type { Sql } from '../../db/client.ts'
import { runDesk } from '../support/commands.ts'
import { allowConnections, build, until, type Built } from '../support/index.ts'
import { root } from '../support/root.ts'
import { file, post } from './importer.ts'

const POSTS = 2000

/** Every tenth post is corrected at the end of the file, and every twentieth removed. */
const numbers = Array.from({ length: POSTS }, (_post, index) => index + 1)
const moment = (number: number) => new Date(Date.UTC(2026, 0, 2) + number * 1000)
const night = file(
  ...numbers.map((number) => post(`${number}`, { createdOn: moment(number), media: [] })),
  ...numbers
    .filter((number) => number % 10 === 0)
    .map((number) =>
      post(`${number}`, {
        ...(number % 20 === 0 ? { state: 'deleted', content: '' } : { content: 'Corrected' }),
        createdOn: moment(number),
        updatedOn: moment(POSTS + number)
      })
    )
)
const expected = numbers.map((number) => {
  const content = number % 20 === 10 ? 'Corrected' : `<p>Post ${number}</p>`
  return { ForeignId: `${number}`, Content: content, IsDeleted: number % 20 === 0 }
})

/** Returns the posts that were imported, the lowest first. */
const imported = ({ sql }: Built) => sql<{ ForeignId: string; Content: string; IsDeleted: boolean }[]>`
  select foreign_id, content, deleted_on is not null as is_deleted
  from copied_posts join posts on posts.id = post order by posts."order"`

const count = async ({ sql }: Built): Promise<number> => (await sql`select from copied_posts`).length

/** Ends the connections of commands. */
const endConnections = (sql: Sql) => sql`
  select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and application_name = 'desk command'`

/** Starts `desk import` in a process. */
const start = ({ databaseUrl, dataDir }: Built, source: string) => {
  const env = { ...process.env, DATABASE_URL: databaseUrl, DATA_DIR: dataDir }
  const args = [`${root}/dist/cli.js`, 'import', source, '--creator', 'admin', '--json']
  const child = spawn(process.execPath, args, { env })
  // It may end before it has read all.
  child.stdin.on('error', () => {})
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve))
  return { child, ended: Promise.all([exited, text(child.stdout), text(child.stderr)]) }
}

/** Checks that a blog is whole after a last run of the import. */
const checkEnd = async (t: Test, service: Built, path: string) => {
  const [code, out, err] = await start(service, path).ended
  t.equal(code, 0, err)
  t.match(JSON.parse(out), { Losses: [], IsStopped: false })
  t.same(await imported(service), expected)
  const {
    Blogs: [{ Blog }]
  } = JSON.parse(out)
  const counts = await service.sql`
    select post_count, (select count(*)::integer from posts where blog = blogs.id) as posts,
      (select count(*)::integer from blogs where title = 'Storm watch') as blogs from blogs where id = ${Blog}`
  t.same(counts, [{ PostCount: POSTS * 0.95, Posts: POSTS, Blogs: 1 }])
  t.match(JSON.parse((await start(service, path).ended)[1]).Blogs, [{ Added: 0, Changed: 0 }])
}

for (const [signal, code] of [
  ['SIGINT', 1],
  ['SIGKILL', null]
] as const) {
  t.test(`an import that ends by ${signal} in the middle is completed by the next runs, nothing twice`, async (t) => {
    const service = await build(t)
    const path = join(t.testdir(), 'night.ndjson')
    await writeFile(path, night)
    for (const part of [1, 1000]) {
      const before = await count(service)
      const { child, ended } = start(service, path)
      // The import listens to signals before it stores its first post.
      await until(
        () => count(service),
        (posts) => posts >= part && posts > before
      )
      child.kill(signal)
      const [exitCode, , err] = await ended
      t.equal(exitCode, code)
      if (signal === 'SIGINT') t.match(err, /Stopped\. Run the same command again to continue\./)
      const stored = await imported(service)
      t.ok(stored.length >= part && stored.length < POSTS, `${stored.length} posts were stored`)
      t.equal(stored.length % 500, 0, 'whole batches')
      t.same(
        stored,
        expected.slice(0, stored.length).map((each) => ({
          ...each,
          Content: `<p>Post ${each.ForeignId}</p>`,
          IsDeleted: false
        }))
      )
    }
    await checkEnd(t, service, path)
  })
}

t.test('an import goes on by itself when it has lost its connections', async (t) => {
  const service = await build(t)
  const { sql } = service
  const path = join(t.testdir(), 'night.ndjson')
  await writeFile(path, night)
  const { ended } = start(service, path)
  await until(
    () => count(service),
    (posts) => posts > 0
  )
  for (let times = 0; times < 3; times += 1) {
    await endConnections(sql)
    await setTimeout(100)
  }
  const [code, , err] = await ended
  t.equal(code, 0, err)
  t.same(await imported(service), expected)
})

t.test('an import whose database is away for long says what it has stored', async (t) => {
  const service = await build(t)
  const { databaseUrl, dataDir, sql } = service
  const run = (input: AsyncIterable<Buffer> | string) => {
    const env = { DATABASE_URL: databaseUrl, DATA_DIR: dataDir }
    return runDesk(env, ['import', '-', '--format', 'desk', '--creator', 'admin'], { input })
  }
  const { now } = performance
  let ahead = 0
  performance.now = () => now.call(performance) + ahead
  t.teardown(() => {
    performance.now = now
  })
  async function* interrupted() {
    const middle = night.length / 2
    yield Buffer.from(night.slice(0, middle))
    await until(() => count(service))
    await allowConnections(databaseUrl, false)
    await endConnections(sql)
    // By then, the import has begun to wait.
    void setTimeout(2000).then(() => {
      ahead = 60_000
    })
    yield Buffer.from(night.slice(middle))
  }
  const { code, err } = await run(interrupted())
  await allowConnections(databaseUrl, true)
  t.equal(code, 1)
  const stored = new Intl.NumberFormat('en').format(await count(service))
  const [, reason, blogLine] = err.split('\n')
  t.equal(reason, 'desk: The database does not answer now; try again shortly. Run the same command again to continue.')
  t.match(blogLine, `into new blog`)
  t.match(blogLine, `: ${stored} added, 0 changed, 0 as before.`)
  t.equal((await run(night)).code, 0)
  t.same(await imported(service), expected)
})

t.test('Ctrl+C ends an import whose source is silent', async (t) => {
  const service = await build(t)
  const { child, ended } = start(service, '-')
  child.stdin.write(night.slice(0, night.length / 2))
  await until(
    () => count(service),
    (posts) => posts > 0
  )
  child.kill('SIGINT')
  const [code, , err] = await ended
  t.equal(code, 1)
  t.match(err, /Stopped\./)
})

t.test('Ctrl+C ends an import whose database accepts no connections', async (t) => {
  const service = await build(t)
  const { databaseUrl, sql } = service
  const { child, ended } = start(service, '-')
  child.stdin.write(night.slice(0, night.length / 2))
  await until(() => count(service))
  await allowConnections(databaseUrl, false)
  await endConnections(sql)
  child.stdin.end(night.slice(night.length / 2))
  // By then, the import has tried several times.
  await setTimeout(2000)
  child.kill('SIGINT')
  const [code, , err] = await Promise.race([ended, setTimeout(10_000, [], { ref: false })])
  child.kill('SIGKILL')
  await allowConnections(databaseUrl, true)
  t.equal(code, 1)
  t.match(err, /\ndesk: Stopped\. Run the same command again to continue\.\n/)
})

t.test('a terminal shows rate and time left in one line, which disappears; other outputs show nothing', async (t) => {
  const { databaseUrl, dataDir } = await build(t)
  const env = { DATABASE_URL: databaseUrl, DATA_DIR: dataDir }
  const path = join(t.testdir(), 'night.ndjson')
  await writeFile(path, night)
  const errorOutput = async (isTTY: boolean) => {
    const { code, err } = await runDesk(env, ['import', path, '--creator', 'admin'], { isTTY })
    t.equal(code, 0)
    return err
  }
  const shown = (await errorOutput(true)).split('\r\u001b[K')
  t.match(shown[1], /^[\d,]+ posts, [\d,]+ a second, \d+ %, \d+ s left$/)
  t.equal(shown.at(-1), '')
  t.equal(shown.length, POSTS / 500 + 3)
  t.notMatch(await errorOutput(false), /a second/)
})
