/** The connection of a transaction is lost at any moment: the transaction fails, and the process and its pool go on. */
import { setTimeout } from 'node:timers/promises'
import t from 'tap'
import { connect, requestPool, type Transaction } from '../../../db/client.ts'
import { transact } from '../../../db/transactions.ts'
import { cloneDatabase, until } from '../../support/index.ts'

/** Works of transactions, each named by its end at the loss of the connection. */
const works: Readonly<Record<string, (transaction: Transaction) => Promise<unknown>>> = {
  'a statement runs': (transaction) => transaction`select pg_sleep(30) as victim`,
  'no statement runs': async (transaction) => {
    await transaction`select 1 as victim`
    await setTimeout(1000)
    return transaction`select 2`
  },
  'a statement behind a savepoint runs': async (transaction) => {
    await transaction.savepoint((inner) => inner`select pg_sleep(30) as victim`).catch(() => {})
    return transaction`select 3`
  },
  'another statement runs after a failure': async (transaction) => {
    await transaction`select pg_sleep(30) as victim`.catch(() => {})
    await setTimeout(100)
    return transaction`select 4`
  }
}

t.test('a transaction fails with its connection, and the next one works', { timeout: 120_000 }, async (t) => {
  const url = await cloneDatabase(t)
  const sql = connect({ url, max: 1 })
  const pool = requestPool({ url, max: 1 })
  t.teardown(async () => {
    await pool.end(1)
    await sql.end({ timeout: 5 })
  })
  const endConnection = () =>
    until(
      () => sql`
        select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and query like '%as victim%' and pid <> pg_backend_pid()`,
      ({ count }) => count > 0
    )

  for (const [name, work] of Object.entries(works)) {
    const failing = t.rejects(transact(pool.current(), work), { code: /^(CONNECTION_CLOSED|57P01)$/ }, name)
    await endConnection()
    await failing
    // The driver would write later, in another turn of the event loop.
    await setTimeout(1500)
    // The driver may tell the next statement what happened to the one before.
    await until(() => transact(pool.current(), (transaction) => transaction`select 1`).catch(() => undefined))
  }
})

t.test('a pool says whether it has lost a connection, until it is renewed', async (t) => {
  const url = await cloneDatabase(t)
  const pool = requestPool({ url, max: 2 })
  t.teardown(() => pool.end(1))
  await pool.sql`select 1`
  t.notOk(pool.hasClosed())
  await pool.sql`select pg_terminate_backend(pg_backend_pid())`.catch(() => {})
  await until(async () => pool.hasClosed())
  pool.renew(url)
  t.notOk(pool.hasClosed())
  t.equal((await pool.sql`select 1`).count, 1)
  await setTimeout(100)
  t.notOk(pool.hasClosed(), 'the connections before do not count')
})
