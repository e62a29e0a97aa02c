/** An evening in a newsroom, from the first login to the closed blog. */
import t from 'tap'
import { ADMIN_PASSWORD, build } from '../support/app.ts'
import { coverEvening } from '../support/evening.ts'
import { listen } from './socket.ts'

t.test(
  'a newsroom covers an evening, and a poller and a stream end with what the database contains',
  { timeout: 180_000 },
  async (t) => {
    const { app, sql } = await build(t)
    const origin = `http://127.0.0.1:${await listen(app)}`
    await coverEvening(t, { origin, adminPassword: ADMIN_PASSWORD, sql, staleness: 0 })
  }
)
