/** A process works on the items that it holds, and on no others, and stops when the service does. */
import { setTimeout } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { buildApp } from '../../../app.ts'
import { readConfig } from '../../../config.ts'
import { connect } from '../../../db/client.ts'
import { workOnHeld } from '../../../moving/holding.ts'
import { cloneDatabase } from '../../support/database.ts'
import { remembering } from '../../support/app.ts'
import { until } from '../../support/until.ts'

/** A service without followers and webhooks. */
const serve = async (t: Test, lines: string[] = []) => {
  const databaseUrl = await cloneDatabase(t, 'demo')
  const config = readConfig({ DATABASE_URL: databaseUrl, FOLLOW: 'false', WEBHOOKS: 'false' })
  const app = await buildApp(config, { databaseUrl, logger: remembering(lines, 'warn') })
  t.teardown(() => app.close())
  return { app, databaseUrl }
}

/** Those of the services of these tests. */
const holders = new Set<string>()

interface Item {
  readonly id: number
  readonly source: string
}

t.test('work begins with a hold, and ends with it, with a new source, and with the service', async (t) => {
  const { app, databaseUrl } = await serve(t)
  const sql = connect({ url: databaseUrl, max: 1 })
  const events: string[] = []
  let held: readonly Item[] | undefined = [
    { id: 1, source: 'a' },
    { id: 9, source: 'not due' }
  ]
  workOnHeld<Item>(app, {
    name: 'items',
    take: async (holder) => {
      holders.add(holder)
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

t.test('each change causes a renewal, which does not wait for its turn', { timeout: 40_000 }, async (t) => {
  const { app, databaseUrl } = await serve(t)
  const sql = connect({ url: databaseUrl, max: 1 })
  let renewals = 0
  workOnHeld<Item>(app, {
    name: 'items',
    take: async () => {
      renewals += 1
      return []
    },
    release: async () => {},
    idOf: ({ id }) => id,
    sourceOf: ({ source }) => source,
    isDue: () => true,
    run: async () => {},
    tags: () => ['blogs']
  })
  await app.ready()
  // Without a change, twenty of them take 48 seconds at least.
  for (let count = 1; count <= 20; count += 1) {
    const before = renewals
    await sql`update blogs set title = ${`Title ${count}`} where id = 1`
    await until(() => renewals > before)
  }
  await sql.end()
})

t.test('the log says once that holds or work fail, and again only after they have worked', async (t) => {
  const lines: string[] = []
  const { app, databaseUrl } = await serve(t, lines)
  const sql = connect({ url: databaseUrl, max: 1 })
  const faults = { take: 0, run: 0 }
  let isBroken = true
  const fail = (part: keyof typeof faults) => {
    faults[part] += 1
    throw new Error(`${part} fails`)
  }
  workOnHeld<Item>(app, {
    name: 'items',
    take: async () => (isBroken ? fail('take') : [{ id: 1, source: 'a' }]),
    release: async () => {},
    idOf: ({ id }) => id,
    sourceOf: ({ source }) => source,
    isDue: () => true,
    run: async () => fail('run'),
    tags: () => ['blogs']
  })
  await app.ready()
  const untilFailed = (part: keyof typeof faults, count: number) =>
    until(
      async () => {
        await sql`update blogs set title = clock_timestamp()::text where id = 1`
        return faults[part]
      },
      (all) => all >= count
    )
  await untilFailed('take', 3)
  isBroken = false
  await untilFailed('run', 3)
  isBroken = true
  await untilFailed('take', 6)
  await sql.end()
  t.same(
    lines.map((line) => JSON.parse(line).msg).filter((text) => text.includes('items')),
    ['items cannot be held now', 'work on items has to wait', 'items cannot be held now']
  )
})

t.test('a service stops although its database answers nothing any more', async (t) => {
  const { app } = await serve(t)
  const never = () => new Promise<never>(() => {})
  let isHeld = false
  workOnHeld<Item>(app, {
    name: 'items',
    take: async (holder) => {
      holders.add(holder)
      if (isHeld) return never()
      isHeld = true
      return [{ id: 1, source: 'a' }]
    },
    release: never,
    idOf: ({ id }) => id,
    sourceOf: ({ source }) => source,
    isDue: () => true,
    run: never,
    tags: () => ['blogs']
  })
  await app.ready()
  const startedAt = performance.now()
  await app.close()
  const duration = performance.now() - startedAt
  t.ok(duration < 5000, `it took ${duration.toFixed(0)} ms`)
  t.equal(holders.size, 2, 'each process is another holder')
})
