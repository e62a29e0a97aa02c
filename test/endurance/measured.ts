/**
 * Runs the service and sends its memory use to the parent process every second. `memory.ts` starts this file with
 * --expose-gc.
 */
import { buildApp } from '../../app.ts'
import { readConfig } from '../../config.ts'

/** Memory use of the process, in bytes. */
export interface Measure {
  rss: number
  /** Memory in use, in the heap and outside; undefined unless garbage has just been collected. */
  live: number | undefined
}

/** Seconds between garbage collections; long, so that they change the memory use of the process little. */
const COLLECTION_INTERVAL = 10

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
  const measure: Measure = { rss, live: second % COLLECTION_INTERVAL === 0 ? live() : undefined }
  process.send?.(measure)
}, 1000)
process.once('disconnect', () => {
  clearInterval(measuring)
  void app.close().then(() => process.exit())
})
