/** Measures 16 clients that insert posts into one blog, compared with raw SQL that takes the same lock and commits. */
import { strict as assert } from 'node:assert'
import postgres from 'postgres'
import { requestsPerSecond, SECONDS } from '../load/requests.ts'
import { atEnd } from '../stage/ending.ts'
import type { Measurement } from './rounds.ts'
import { publish } from './service.ts'

const WRITERS = 16

export const inserts: Measurement = async function* ({ desk }) {
  const [settings] = await desk.sql<[{ fsync: string; commit: string }]>`
    select current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit`
  assert.deepEqual({ ...settings }, { fsync: 'on', commit: 'on' }, 'the database writes commits to the disk')

  const sql = postgres(desk.databaseUrl, { max: WRITERS })
  atEnd.teardown(() => sql.end())
  yield {
    name: `inserts, ${WRITERS} writers, vs. raw SQL`,
    unit: '/s',
    bars: [
      ['≥', 300, '/s'],
      ['≥', 0.5, '×']
    ],
    measure: (service) => {
      const [url, options] = publish(service, service.blogs.short, 'Ward 9 declares.')
      return requestsPerSecond({ url, ...options, connections: WRITERS }, 201)
    },
    yardstick: async () => {
      const start = performance.now()
      let count = 0
      const write = async () => {
        // The triggers of `posts` lock the blog's row until the commit, as for inserts by the service.
        for (; performance.now() < start + SECONDS * 1000; count++) {
          await sql`
            insert into posts (blog, creator, content, published_on)
            values (${desk.blogs.short.id}, 1, '<p>Ward 9 declares.</p>', now())`
        }
      }
      await Promise.all(Array.from({ length: WRITERS }, write))
      return (count / (performance.now() - start)) * 1000
    }
  }
}
