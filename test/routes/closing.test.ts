/** A service that is being stopped answers what still comes on open connections. */
import { Agent, request } from 'undici'
import t from 'tap'
import { buildApp } from '../../app.ts'
import { readConfig } from '../../config.ts'
import { build } from '../support/app.ts'
import { cloneDatabase, untilWaitingForLocks } from '../support/database.ts'
import { dataDir } from '../support/stage.ts'
import { until } from '../support/until.ts'

t.test('a read of a document that is not cached', async (t) => {
  const databaseUrl = await cloneDatabase(t, 'demo')
  const app = await buildApp(readConfig({ DATABASE_URL: databaseUrl, DATA_DIR: await dataDir(t) }), { databaseUrl })
  let status = 0
  app.addHook('preClose', async () => {
    status = (await fetch(`${address}/resources/Desk/Blog/1`)).status
  })
  const address = await app.listen({ host: '127.0.0.1', port: 0 })
  await app.close()
  t.equal(status, 200)
})

t.test('a connection with a request under way ends with its response', async (t) => {
  const { app, sql } = await build(t)
  const address = await app.listen({ host: '127.0.0.1', port: 0 })
  const dispatcher = new Agent({ keepAliveTimeout: 30_000 })
  t.teardown(() => dispatcher.destroy())
  const { response } = await sql.begin(async (transaction) => {
    await transaction`lock table posts in access exclusive mode`
    const response = request(`${address}/resources/Desk/Blog/1/Post/1`, { dispatcher })
    await untilWaitingForLocks(sql)
    void app.close()
    await until(() => !app.server.listening)
    return { response }
  })
  const { statusCode, headers, body } = await response
  t.same({ statusCode, connection: headers.connection }, { statusCode: 200, connection: 'close' })
  await body.dump()
  const since = performance.now()
  await app.close()
  t.ok(performance.now() - since < 3_000, 'and the service does not wait for the client')
})
