/**
 * Another program takes every connection of PostgreSQL for 20 seconds, those of the service, too.
 * `npx tsx bench/drills/postgres-connections.ts`
 */
import { setTimeout as sleep } from 'node:timers/promises'
import postgres from 'postgres'
import { faultDrill } from '../load/fault.ts'

await faultDrill(async ({ postgres: { url, sql } }) => {
  const [{ Most }] = await sql<[{ Most: number }]>`select current_setting('max_connections')::integer as most`
  const connect = (name: string, max: number) =>
    postgres(url, { max, backoff: () => 0.02, connection: { application_name: name }, onnotice: () => {} })
  const [greedy, killer] = [connect('greedy', Most), connect('killer', 1)]
  const terminate = (name: string) =>
    killer`select pg_terminate_backend(pid) from pg_stat_activity where application_name = ${name}`
  const over = new AbortController()
  /** Holds a connection; tries until it gets one. */
  const hold = async () => {
    while (!over.signal.aborted) await greedy`select pg_sleep(3600)`.catch(() => {})
  }
  const begin = async () => {
    // The first statement of the killer connects it, while there are connections left.
    await terminate('greedy')
    for (let held = 0; held < Most; held += 1) void hold()
    // The service gets some connections again before all are held.
    while ((await terminate('desk')).length > 0) await sleep(200)
  }
  const end = async () => {
    over.abort()
    await terminate('greedy')
    await greedy.end({ timeout: 0 })
    await killer.end()
  }
  return { faults: [{ begin, end, seconds: 20, stops: 'reads and writes' }] }
})
