/** A process works on the items that it holds, and on no others, and stops when the service does. */
import { setTimeout } from 'node:timers/promises'
import t from 'tap'
import { buildApp } from '../../../app.ts'
import { readConfig } from '../../../config.ts'
import { connect } from '../../../db/client.ts'
import { workOnHeld } from '../../../moving/holding.ts'
import { cloneDatabase } from '../../support/database.ts'
import { until } from '../../support/until.ts'

interface Item {
  readonly id: number
  readonly source: string
}

t.test('work begins with a hold, and ends with it, with a new source, and with the service', async (t) => {
  const databaseUrl = await cloneDatabase(t, 'demo')
  const sql = connect({ url: databaseUrl, max: 1 })
  const config = readConfig({ DATABASE_URL: databaseUrl, FOLLOW: 'false', WEBHOOKS: 'false' })
  const app = await buildApp(config, { databaseUrl })
  t.teardown(() => app.close())
  const events: string[] = []
  let held: readonly Item[] | undefined = [
    { id: 1, source: 'a' },
    { id: 9, source: 'not due' }
  ]
  workOnHeld<Item>(app, {
    name: 'items',
    take: async () => {
      if (held === undefined) throw new Error('no database')
      return held
    },
    release: async () => events.push('released'),
    idOf: ({ id }) => id,
    sourceOf: ({ source }) => source,
    isDue: ({ source }) => source !== 'not due',
    run: async ({ id, source }, _holder, signal) => {
      events.push(`begin ${id} ${source}`)
      await new Promise((resolve) => signal.addEventListener('abort', resolve))
      // As if a transaction were on its way.
      await setTimeout(50)
      events.push(`end ${id} ${source}`)
    },
    tags: () => ['blogs']
  })
  await app.ready()
  /** Waits for the last event. Each change of a blog causes a renewal. */
  const untilLast = (event: string) =>
    until(
      async () => {
        await sql`update blogs set title = clock_timestamp()::text where id = 1`
        return events
      },
      (all) => all.at(-1) === event
    )
  await untilLast('begin 1 a')
  held = [{ id: 1, source: 'b' }]
  await untilLast('begin 1 b')
  held = undefined
  await sql`update blogs set title = clock_timestamp()::text where id = 1`
  held = []
  await untilLast('end 1 b')
  held = [{ id: 2, source: 'c' }]
  await untilLast('begin 2 c')
  await sql.end()
  await app.close()
  t.same(events, ['begin 1 a', 'end 1 a', 'begin 1 b', 'end 1 b', 'begin 2 c', 'end 2 c', 'released'])
})
