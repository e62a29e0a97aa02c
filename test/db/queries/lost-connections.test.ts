/** A connection is lost at any moment, or a statement fails: those of its transaction fail, and all others go on. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate, setTimeout } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { connect, requestPool, type Transaction } from '../../../db/client.ts'
import { openDatabase } from '../../../db/open.ts'
import { transact } from '../../../db/transactions.ts'
import { startProxy } from '../../../bench/stage/proxy.ts'
import { allowConnections, cloneDatabase, each, numberFrom, until } from '../../support/index.ts'
import { wireTo } from '../../support/wires.ts'

/** Works of transactions, each named by its end at the loss of the connection. */
const works: Readonly<Record<string, (transaction: Transaction, lost: Promise<unknown>) => Promise<unknown>>> = {
  'a statement runs': (transaction) => transaction`select pg_sleep(30) as victim`,
  'no statement runs': async (transaction, lost) => {
    await transaction`select 1 as victim`
    await lost
    return transaction`select 2`
  },
  'a statement behind a savepoint runs': async (transaction) => {
    await transaction.savepoint((inner) => inner`select pg_sleep(30) as victim`).catch(() => {})
    return transaction`select 3`
  },
  'a savepoint begins later': async (transaction, lost) => {
    await transaction`select 1 as victim`
    await lost
    return transaction.savepoint((inner) => inner`select 4`)
  },
  'another statement runs after a failure': async (transaction) => {
    await transaction`select pg_sleep(30) as victim`.catch(() => {})
    await setTimeout(100)
    return transaction`select 5`
  }
}

/** Returns a pool whose connections can be lost, a connection that stays, and the victims: statements to be lost. */
const poolToLose = async (t: Test, max = 1) => {
  const url = await cloneDatabase(t)
  const { address, deafen, mend } = await wireTo(t, url)
  const behindWire = Object.assign(new URL(url), { host: new URL(address).host })
  const sql = connect({ url, max: 1 })
  const pool = requestPool({ url: behindWire.href, max })
  t.teardown(async () => {
    await pool.end(1)
    await sql.end({ timeout: 5 })
  })
  const victims = () => sql<{ Pid: number }[]>`
    select pid from pg_stat_activity
    where datname = current_database() and query like '%as victim%' and pid <> pg_backend_pid()`
  const endConnections = async () => {
    for (const { Pid } of await victims()) await sql`select pg_terminate_backend(${Pid})`
  }
  return { url, sql, pool, reset: () => mend(), deafen, victims, endConnections }
}

t.test('a transaction fails with its connection, and the next ones work', { timeout: 120_000 }, async (t) => {
  const { pool, reset, victims, endConnections } = await poolToLose(t)
  const losses: Readonly<Record<string, () => unknown>> = {
    'PostgreSQL ends its connection': endConnections,
    'its connection is reset': reset
  }

  for (const [loss, loseConnection] of Object.entries(losses)) {
    for (const [name, work] of Object.entries(works)) {
      const message = `${name} when ${loss}`
      // The driver notices the loss, and would write, in later turns of the event loop.
      const lost = until(victims, ({ length }) => length > 0)
        .then(loseConnection)
        .then(() => setTimeout(100))
      await t.rejects(
        transact(pool.sql, (transaction) => work(transaction, lost)),
        { code: /^(CONNECTION_CLOSED|57P01)$/ },
        message
      )
      await lost
      const next = () => transact(pool.sql, (transaction) => transaction`select 1`)
      // The driver may tell the next statement what happened to the one before.
      await until(() => next().catch(() => undefined))
      t.equal((await next()).count, 1)
      // PostgreSQL does not notice that a connection was reset while its statement runs.
      await endConnections()
      await until(victims, ({ length }) => length === 0)
    }
  }
})

t.test('a transaction fails with the error of a file, and its connection stays', { timeout: 30_000 }, async (t) => {
  const { pool } = await poolToLose(t)
  const pid = () => transact(pool.sql, (transaction) => numberFrom(transaction`select pg_backend_pid()`))
  const before = await pid()
  await t.rejects(
    transact(pool.sql, () => readFile(join(t.testdir(), 'none'))),
    { code: 'ENOENT' }
  )
  t.equal(await pid(), before)
})

t.test('the connections of a pool stay while no more can be opened', async (t) => {
  const { url, pool, deafen } = await poolToLose(t, 3)
  const pid = () => numberFrom(pool.sql`select pg_backend_pid()`)
  const before = await pid()
  /** Opens a connection, which fails, while another one is busy for longer. */
  const failOn = async (code: string) => {
    await pool.sql.begin(() => t.rejects(pool.sql`select 1`, { code }))
    t.equal(await pid(), before, code)
  }
  await allowConnections(url, false)
  await failOn('55000')
  deafen()
  await failOn('CONNECT_TIMEOUT')
})

t.test('a start and commands wait for connections to an overloaded server', async (t) => {
  const proxy = await startProxy(t, await cloneDatabase(t))
  proxy.delay(2500)
  void setTimeout(2500).then(() => proxy.delay(0))
  const options = { client: 'command', max: 1, create: false, pid: process.pid, log: () => {} } as const
  const database = await openDatabase({ DATABASE_URL: proxy.url, DATA_DIR: '' }, options)
  t.same(await database.sql`select 1 as number`, [{ Number: 1 }])
  await database.close()
})

t.test('rows that came before a reset are not missing from the next statement', async (t) => {
  const { sql, pool, reset } = await poolToLose(t)
  const lost = t.rejects(
    pool.sql`
      select repeat('x', 1000), case when number > 90 then pg_sleep(30) end
      from generate_series(1, 100) as number`,
    { code: /^(CONNECTION_CLOSED|ECONNRESET)$/ }
  )
  await until(
    () => sql`select from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'`,
    ({ count }) => count > 0
  )
  reset()
  await lost
  // The connection is closed a little later than it reports its error.
  const rows = await until(() => pool.sql`select number from generate_series(1, 3) as number`.catch(() => undefined))
  t.same([...(rows ?? [])], [{ Number: 1 }, { Number: 2 }, { Number: 3 }])
})

t.test('rows that came before an error are not missing from the next statements', async (t) => {
  const { pool } = await poolToLose(t)
  const failures = {
    'a row cannot be computed': { last: pool.sql`1 / (3 - number)`, code: '22012' },
    'PostgreSQL cancels the statement': { last: pool.sql`pg_cancel_backend(pg_backend_pid())`, code: '57014' }
  }
  for (const [name, { last, code }] of Object.entries(failures)) {
    const [, ...results] = await Promise.all([
      t.rejects(
        pool.sql`select case when number = 3 then (${last})::text end from generate_series(1, 3) as number`,
        { code },
        name
      ),
      pool.sql`select 'only' as row`,
      pool.sql`select number from generate_series(1, 3) as number`,
      pool.sql`select where false`
    ])
    t.same(
      results.map((rows) => [...rows]),
      [[{ Row: 'only' }], [{ Number: 1 }, { Number: 2 }, { Number: 3 }], []],
      name
    )
  }
})

t.test('a statement that is sent on a connection that is just lost fails', async (t) => {
  const { pool, reset } = await poolToLose(t)
  await pool.sql`create table writes (number integer)`
  const failed = new Set<number>()
  for (let number = 0; number < 16; number += 1) {
    reset()
    // The socket reports an error, and only in a later turn of the event loop that it is closed.
    for (let turns = number % 8; turns > 0; turns -= 1) await setImmediate()
    await pool.sql`insert into writes values (${number})`.catch(() => failed.add(number))
    await until(() => pool.sql`select 1`.catch(() => undefined))
  }
  const rows = await pool.sql<{ Number: number }[]>`select number from writes`
  const stored = new Set(each(rows, 'Number'))
  t.same(
    Array.from({ length: 16 }, (_, number) => number).filter((number) => !stored.has(number) && !failed.has(number)),
    []
  )
})

t.test('when one connection is lost, statements on others end, and the next ones work', async (t) => {
  const { pool, victims, endConnections } = await poolToLose(t, 2)
  const lost = t.rejects(pool.sql`select pg_sleep(30) as victim`, { code: 'CONNECTION_CLOSED' })
  const other = pool.sql`select pg_sleep(0.5)`.execute()
  await until(victims, ({ length }) => length > 0)
  await endConnections()
  await lost
  t.equal((await pool.sql`select 1`).count, 1)
  t.equal((await other).count, 1)
})
