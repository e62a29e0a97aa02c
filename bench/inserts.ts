/** Writing: many connections publish into one blog, each post on disk before it is answered. */
import { strict as assert } from 'node:assert'
import postgres from 'postgres'
import { atLeast, type Finding } from './bars.ts'
import { BLOG } from './cases.ts'
import { byTurns, cellsOf, sideOf } from './compare.ts'
import type { Options } from './options.ts'
import { table } from './report.ts'
import type { Service } from './service.ts'
import { median } from './stats.ts'

const WRITERS = 16
const BAR = 300

/** A post to publish, as XML. */
export const POST = '<Post><Content>&lt;p&gt;Ward 9 declares: &lt;b&gt;Quill 1,204&lt;/b&gt;, Pell 1,187.&lt;/p&gt;</Content><Type>normal</Type></Post>'

/** What an insert asks. */
export const insertOf = (session: string, blog = BLOG) =>
  ({ path: `/resources/Desk/Blog/${blog}/Post/Publish`, headers: { authorization: session, 'content-type': 'application/xml' } })

/** Inserts, and says how many a second. @throws Error when the database would not keep what it was told */
export const measureInserts = async ({ origin, session, databaseUrl }: Service, options: Options): Promise<Finding> => {
  await assertDurable(databaseUrl)
  const side = sideOf({ origin, asked: insertOf(session), method: 'POST', body: POST, status: 201, connections: WRITERS, duration: options.duration })
  await byTurns([side], options)
  const found = median(side.found.map(({ perSecond }) => perSecond))
  return {
    text: table(['Durable inserts', 'Inserts/s', 'p99, ms'], [[`${WRITERS} connections, one blog`, ...cellsOf(side)]]),
    bars: [atLeast({ name: `durable inserts, ${WRITERS} writers, one blog`, bar: BAR, found, unit: 'a second', digits: 0 })]
  }
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
