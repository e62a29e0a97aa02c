/** The embedded PostgreSQL: start, stop, recovery, and sharing between processes. */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import postgres from 'postgres'
import t, { type Test } from 'tap'
import { code } from '../support/root.ts'
import { TEMPORARY } from '../support/server.ts'
import { until } from '../support/until.ts'
import { openEmbedded, type Embedded } from '../../db/embedded/index.ts'

const settings = { fsync: 'off', full_page_writes: 'off' }

await t.test('the first start creates the data, and a later start uses it', async (t) => {
  const dataDir = createFolder(t)
  const first = await open(t, dataDir)
  t.match(first.url, /^postgres:\/\/desk:[0-9a-f]{48}@127\.0\.0\.1:\d+\/desk$/)
  t.same(
    await query(
      first,
      `select current_setting('listen_addresses') as listen_addresses, current_setting('fsync') as fsync,
    current_setting('server_encoding') as encoding, current_setting('unix_socket_directories') as sockets,
    array[current_setting('timezone'), current_setting('log_timezone')] as zones,
    (select datlocale from pg_database where datname = 'desk') as locale`
    ),
    [
      {
        ...{ listen_addresses: '127.0.0.1', fsync: 'off', encoding: 'UTF8', sockets: '', zones: ['UTC', 'UTC'] },
        locale: 'C.UTF-8'
      }
    ]
  )
  const modes = ['postgresql', 'postgresql/password'].map((path) => statSync(join(dataDir, path)).mode & 0o777)
  t.same(modes, [0o700, 0o600], 'only its owner can read the data')
  await query(first, 'create table note as select 1 as id')
  await first.close()
  await t.rejects(query(first, 'select'), { code: 'ECONNREFUSED' }, 'close() stops the server')

  const second = await open(t, dataDir)
  t.same(await query(second, 'select id from note'), [{ id: 1 }])
})

const skip = process.getuid?.() !== 0 && 'another account than root runs the server itself'
await t.test('as root, the server starts even if a umask hides new folders from its account', { skip }, async (t) => {
  const umask = process.umask(0o077)
  t.teardown(() => process.umask(umask))
  const opened = await open(t, join(createFolder(t), 'hidden'))
  t.teardown(async () => {
    await opened.close()
    rmSync(opened.dataDir, { recursive: true })
  })
  t.same(await query(opened, 'select 1 as up'), [{ up: 1 }])
  const account = Number(execFileSync('sh', ['-c', 'id -u postgres || id -u nobody']))
  t.equal(statSync(join(opened.dataDir, 'postgresql')).uid, account, 'nobody owns data only if nobody else can')
})

await t.test('processes share a server, and a later one takes it over', async (t) => {
  const dataDir = createFolder(t)

  await t.test('a second process joins a running server and leaves it running', async (t) => {
    const other = await openInProcess(t, dataDir)
    const joined = await open(t, dataDir)
    t.equal(joined.url, other.url)
    await t.rejects(query({ url: other.url.replace(/:[0-9a-f]{48}@/, ':wrong@') }, 'select'), { code: '28P01' })
    await joined.close()
    t.same(await query(other, 'select 1 as up'), [{ up: 1 }])
    await other.end('SIGTERM')
    t.notOk(isRunning(joined), 'the process that started the server stops it')
  })

  await t.test('a process that ends first leaves the server running for the process that joined it', async (t) => {
    const other = await openInProcess(t, dataDir)
    const joined = await open(t, dataDir)
    await other.end('SIGTERM')
    t.same(await query(joined, 'select 1 as up'), [{ up: 1 }])
    await joined.close()
    t.notOk(isRunning(joined))
  })

  await t.test('a later start takes over the server of a killed process', async (t) => {
    const other = await openInProcess(t, dataDir)
    await other.end('SIGKILL')
    t.same(await query(other, 'select 1 as up'), [{ up: 1 }], 'the server outlives the process')
    const adopted = await open(t, dataDir)
    t.equal(adopted.url, other.url)
    await adopted.close()
    t.notOk(isRunning(adopted))
  })

  await t.test('a killed server recovers committed data', async (t) => {
    const killed = await open(t, dataDir)
    await query(killed, 'create table note as select 1 as id')
    process.kill(serverOf(killed), 'SIGKILL')
    const recovered = await open(t, dataDir)
    t.same(await query(recovered, 'select id from note'), [{ id: 1 }])
    await Promise.all([recovered.close(), killed.close()])
  })

  await t.test('a failed start reports the reason', async (t) => {
    const failing = openEmbedded({
      dataDir,
      pid: process.pid,
      settings: { ...settings, shared_buffers: 'plenty' },
      log: t.comment
    })
    await t.rejects(failing, {
      message: /PostgreSQL did not start with the data in .*invalid value for parameter "shared_buffers": "plenty"/s
    })
    const opened = await open(t, dataDir)
    t.same(await query(opened, 'select 1 as up'), [{ up: 1 }], 'the next start succeeds')
  })
})

await t.test('a copy of the data of a running server does not join that server', async (t) => {
  const folder = createFolder(t)
  const [dataDir, copy, link] = [join(folder, 'data'), join(folder, 'copy'), join(folder, 'link')]
  const running = await open(t, dataDir)
  execFileSync('cp', ['-a', dataDir, copy])
  await t.rejects(open(t, copy), {
    message:
      `The database in ${copy} is a copy of the one in ${dataDir}, whose PostgreSQL runs: ` +
      'changes would be made there. Make a copy with the commands backup and restore of Desk instead.'
  })
  symlinkSync(dataDir, link)
  t.equal((await open(t, link)).url, running.url, 'another path of the same data joins it')
})

await t.test('a server that accepts no more connections is not taken for one that did not start', async (t) => {
  const dataDir = createFolder(t)
  const full = await openEmbedded({
    ...{ dataDir, pid: process.pid, log: t.comment },
    settings: { ...settings, max_connections: '4', superuser_reserved_connections: '0' }
  })
  t.teardown(full.close)
  const sql = postgres(full.url, { max: 4 })
  await Promise.all(Array.from({ length: 4 }, () => sql.reserve()))
  const log = join(dataDir, 'postgresql', 'server.log')
  const { ino } = statSync(log)
  const refused = openEmbedded({ dataDir, pid: process.pid, settings, log: t.comment })
  await t.rejects(refused, {
    message: `PostgreSQL runs with the data in ${dataDir}, but Desk cannot connect: sorry, too many clients already`
  })
  t.equal(statSync(log).ino, ino, 'the server that runs keeps its log')
  await sql.end({ timeout: 0 })
})

await t.test('a start succeeds after a killed start', async (t) => {
  const dataDir = createFolder(t)
  const other = startProcess(t, dataDir)
  await until(() => readdirSync(dataDir).some((name) => name.startsWith('unfinished.')))
  await other.end('SIGKILL')
  t.notOk(existsSync(join(dataDir, 'postgresql')))
  const opened = await open(t, dataDir)
  t.same(await query(opened, 'select 1 as up'), [{ up: 1 }])
  t.same(readdirSync(opened.dataDir).sort(), ['postgresql', 'users'], 'no files of the killed start are left')
})

await t.test('several concurrent first starts start one server', async (t) => {
  const dataDir = createFolder(t)
  const opened = await Promise.all([
    open(t, dataDir),
    openInProcess(t, dataDir),
    open(t, dataDir),
    openInProcess(t, dataDir)
  ])
  t.equal(new Set(opened.map(({ url }) => url)).size, 1)
})

async function open(t: Test, dataDir: string) {
  const embedded = await openEmbedded({ dataDir, pid: process.pid, settings, log: t.comment })
  t.teardown(() => embedded.close())
  return embedded
}

/** Creates a folder that the account of PostgreSQL can read. */
function createFolder(t: Test) {
  const path = join(TEMPORARY, `desk-embedded-${process.pid}-${t.name.replaceAll(/\W+/g, '-')}`)
  mkdirSync(path)
  chmodSync(path, 0o755)
  t.teardown(() => rmSync(path, { recursive: true, force: true }))
  return path
}

/** Starts a process that opens the server, prints its address, and closes it at SIGTERM. */
function startProcess(t: Test, dataDir: string) {
  const script = `
    import { openEmbedded } from ${JSON.stringify(new URL('dist/db/embedded/index.js', code))}
    const options = { dataDir: ${JSON.stringify(dataDir)}, settings: ${JSON.stringify(settings)}, log: () => {} }
    const embedded = await openEmbedded({ ...options, pid: process.pid })
    process.once('SIGTERM', () => embedded.close().then(() => process.exit()))
    console.log(embedded.url)
    setInterval(() => {}, 1000)`
  const args = ['--input-type=module', '--eval', script]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const exited = once(child, 'exit')
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal)
    await exited
  }
  t.teardown(() => end('SIGTERM'))
  return { child, end }
}

async function openInProcess(t: Test, dataDir: string) {
  const { child, end } = startProcess(t, dataDir)
  const [url]: string[] = await once(createInterface(child.stdout), 'line')
  return { url: url ?? '', end }
}

async function query({ url }: { url: string }, text: string) {
  const sql = postgres(url, { max: 1 })
  try {
    return [...(await sql.unsafe(text))]
  } finally {
    await sql.end()
  }
}

function isRunning(embedded: Embedded) {
  return existsSync(pidFile(embedded))
}

function serverOf(embedded: Embedded) {
  return Number.parseInt(readFileSync(pidFile(embedded), 'utf8'))
}

function pidFile({ dataDir }: Embedded) {
  return join(dataDir, 'postgresql', 'data', 'postmaster.pid')
}
