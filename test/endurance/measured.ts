/** A service in a process of its own that tells its parent, once a second, what it takes. Started by `memory.ts` with --expose-gc. */
import { buildApp } from '../../app.ts'
import { readConfig } from '../../config.ts'

/** What the process takes, in bytes, and what it keeps. */
export interface Measure {
  rss: number
  /** What is in use, in the heap and outside; undefined unless garbage has just been collected. */
  live: number | undefined
}

/** How often garbage is collected, in seconds: seldom, so that the process is much as it would be without. */
const COLLECTED = 10

const live = () => {
  if (globalThis.gc === undefined) throw new Error('Start this with --expose-gc.')
  globalThis.gc()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

const config = readConfig(process.env)
const app = await buildApp(config, { databaseUrl: config.DATABASE_URL })
process.send?.(await app.listen({ host: '127.0.0.1', port: 0 }))
let second = 0
const measuring = setInterval(() => {
  second += 1
  const { rss } = process.memoryUsage()
  const measure: Measure = { rss, live: second % COLLECTED === 0 ? live() : undefined }
  process.send?.(measure)
}, 1000)
process.once('disconnect', () => {
  clearInterval(measuring)
  void app.close().then(() => process.exit())
})
