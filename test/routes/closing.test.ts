/** A service that is being stopped answers what still comes on open connections. */
import t from '../support/tap.ts'
import { buildApp } from '../../app.ts'
import { readConfig } from '../../config.ts'
import { cloneDatabase } from '../support/database.ts'
import { dataDir } from '../support/service.ts'

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
