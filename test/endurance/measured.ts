/** A service in a process of its own that tells its parent, once a second, what it takes. Started by `memory.ts`. */
import { buildApp } from '../../app.ts'
import { readConfig } from '../../config.ts'
import { connect } from '../../db/client.ts'

/** What the process takes, in bytes, and what it keeps. */
export interface Measure { rss: number, heap: number, kept: number, documents: number }

const config = readConfig(process.env)
const app = await buildApp(config, { sql: connect({ url: config.DATABASE_URL, max: config.DATABASE_POOL }) })
process.send?.(await app.listen({ host: '127.0.0.1', port: 0 }))
const measuring = setInterval(() => {
  const { rss, heapUsed } = process.memoryUsage()
  const { bytes, documents } = app.kept()
  const measure: Measure = { rss, heap: heapUsed, kept: bytes, documents }
  process.send?.(measure)
}, 1000)
process.once('disconnect', () => {
  clearInterval(measuring)
  void app.close().then(() => process.exit())
})
