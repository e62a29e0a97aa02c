/** Inserts into one blog by 16 writers, beside raw SQL that takes the same lock, inserts and commits. */
import { strict as assert } from 'node:assert'
import postgres from 'postgres'
import { requestsPerSecond } from './load.ts'
import { inTurns } from './rounds.ts'
import { postBody, publishPath, type Measurement, type Service } from './service.ts'

const WRITERS = 16

export const inserts: Measurement = async ({ desk, against, options, later }) => {
  const [settings] = await desk.sql<[{ fsync: string, commit: string }]>`
    select current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit`
  assert.deepEqual({ ...settings }, { fsync: 'on', commit: 'on' }, 'the database writes commits to the disk')

  const body = postBody('Ward 9 declares.')
  const post = { connections: WRITERS, duration: options.duration, method: 'POST', body } as const
  const throughService = ({ origin, session, blogs }: Service) => () =>
    requestsPerSecond({ ...post, url: origin + publishPath(blogs.short.id), headers: session, status: 201 })
  const sql = postgres(desk.env.DATABASE_URL ?? '', { max: WRITERS })
  later(() => sql.end())
  const raw = async () => {
    const begun = performance.now()
    let count = 0
    await Promise.all(Array.from({ length: WRITERS }, async () => {
      // The triggers of posts lock the blog's row until the commit, as they do for the service.
      for (; performance.now() < begun + options.duration * 1000; count++) {
        await sql`
          insert into posts (blog, creator, content, published_on)
          values (${desk.blogs.short.id}, 1, '<p>Ward 9 declares.</p>', now())`
      }
    }))
    return count / (performance.now() - begun) * 1000
  }
  const found = await inTurns({
    desk: throughService(desk), yardstick: raw, against: against && throughService(against)
  }, options)
  const bars = [{ of: 'value', least: 300 }, { of: 'ratio', least: 0.5 }] as const
  return [{ name: `inserts, ${WRITERS} writers, beside raw SQL`, found, bars, unit: '/s' }]
}
