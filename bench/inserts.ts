/** Writing: many connections publish into one blog, each post on disk before it is answered. */
import { strict as assert } from 'node:assert'
import postgres from 'postgres'
import { BLOG } from './cases.ts'
import { measure } from './load.ts'
import { thousands, table } from './report.ts'
import type { Service } from './service.ts'
import { median } from './stats.ts'

const WRITERS = 16

/** Inserts, and says how many a second. @throws Error when the database would not keep what it was told */
export const measureInserts = async ({ origin, session, databaseUrl }: Service, { duration, rounds }: { duration: number, rounds: number }): Promise<string> => {
  await assertDurable(databaseUrl)
  const request = {
    method: 'POST',
    headers: { authorization: session, 'content-type': 'application/xml' },
    body: '<Post><Content>&lt;p&gt;Ward 9 declares: &lt;b&gt;Quill 1,204&lt;/b&gt;, Pell 1,187.&lt;/p&gt;</Content><Type>normal</Type></Post>'
  } as const
  const load = { url: `${origin}/resources/Desk/Blog/${BLOG}/Post/Publish`, connections: WRITERS, duration, request }
  await measure(load)
  const found = []
  for (let round = 0; round < rounds; round++) found.push(await measure(load))
  return table(['Durable inserts', 'Inserts/s', 'p99, ms'], [
    [`${WRITERS} connections, one blog`, thousands(median(found.map(({ perSecond }) => perSecond))), median(found.map(({ p99 }) => p99)).toFixed(1)]
  ])
}

const assertDurable = async (databaseUrl: string) => {
  const sql = postgres(databaseUrl, { max: 1 })
  try {
    const [settings] = await sql`select current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit`
    assert.deepEqual({ ...settings }, { fsync: 'on', commit: 'on' }, 'the database writes through to the disk')
  } finally {
    await sql.end()
  }
}
