/** Damaged sources never crash an import, and no post is stored by half. */
import { Readable } from 'node:stream'
import fc from 'fast-check'
import t, { type Test } from 'tap'
import { guardedClient } from '../../../plugins/outgoing/index.ts'
import { build } from '../../support/index.ts'
import { site } from '../../support/sites.ts'
import { checkWhole, damage, damaged, importDamaged } from '../damage.ts'
import { services, sources, type ServiceExample } from '../examples.ts'

const isAllowed = () => true
const get = guardedClient({ isAllowed, timeout: 5000, maxBytes: Infinity, userAgent: 'test' })
const damages = fc.array(damage, { minLength: 1, maxLength: 4 })

t.test('an import of a damaged source ends with whole posts', async (t) => {
  const { sql } = await build(t)
  for (const [format, text] of Object.entries(sources)) {
    const source = Buffer.from(text)
    await fc.assert(
      fc.asyncProperty(damages, async (all) => {
        const stdin = Readable.from([all.reduce(damaged, source)])
        const report = await importDamaged(
          sql,
          '-',
          { format, stdin, get },
          /not a JSON Feed|no JSON-LD|has version|must state a version|has no blog$|tells which blog it is/
        )
        const shown = report?.Losses.some(({ What }) => What === 'post')
        t.notOk(shown, 'the database refuses no post')
      }),
      { numRuns: 60 }
    )
  }
  await checkWhole(t, sql)
})

/** A damage to a JSON document: the value at a place, between 0 and 1, is replaced; undefined removes it. */
const exchange = fc.record({
  place: fc.double({ min: 0, max: 0.999, noNaN: true }),
  value: fc.oneof(
    fc.jsonValue(),
    fc.constantFrom(undefined, '1e400', 'NaN', '-', '13/45/99 99:99 XM', '9'.repeat(50), '2026-02-31T25:00:00Z'),
    fc.constantFrom(1e308, -1, 0.5, '\u0000\ud83d', '{"a":'.repeat(5000), { href: 'http://[' }, [[[]]])
  )
})

type Exchange = typeof exchange extends fc.Arbitrary<infer Value> ? Value : never

/** Returns a JSON document with another value at one of its places. */
const exchanged = (document: string, { place, value }: Exchange): string => {
  let count = 0
  JSON.parse(document, () => {
    count += 1
  })
  let at = Math.floor(place * count)
  const result: unknown = JSON.parse(document, (_key, old: unknown) => {
    at -= 1
    return at === -1 ? value : old
  })
  return JSON.stringify(result ?? null)
}

/** Serves documents by path, and counts requests. */
const serve = async (t: Test) => {
  const served = { documents: new Map<string, Buffer>(), requests: 0 }
  const { origin } = await site(t, ({ url = '' }, response) => {
    served.requests += 1
    const document = served.documents.get(url.replace(/&page=1$|&offset=0$/, ''))
    response.writeHead(document === undefined ? 404 : 200).end(document)
  })
  return { served, origin }
}

/** Messages of the readers about services that they cannot read. */
const REFUSALS = /is not a JSON object|is not a list of posts$|answers with the status 404/

for (const [format, example] of Object.entries(services)) {
  t.test(`an import from a damaged service ends with whole posts: ${format}`, async (t) => {
    const { sql } = await build(t)
    const { served, origin } = await serve(t)
    const run = async (
      change: (document: string) => Buffer | string,
      { documents, blog }: ServiceExample = example
    ) => {
      served.documents = new Map(Object.entries(documents).map(([path, text]) => [path, Buffer.from(change(text))]))
      served.requests = 0
      const source = { format, stdin: Readable.from([]), get }
      const report = await importDamaged(sql, origin + blog, source, REFUSALS)
      t.ok(served.requests <= 6, `${served.requests} requests`)
      const shown = report?.Losses.some(({ What }) => What === 'post')
      t.notOk(shown, 'the database refuses no post')
      return report
    }
    t.match((await run((document) => document))?.Blogs, [{ Added: example.posts }], 'whole, it is imported')
    const part = fc.nat(Object.keys(example.documents).length - 1)
    const nth = (chosen: number, change: (document: string) => Buffer | string) => {
      let count = -1
      return (document: string) => {
        count += 1
        return count === chosen ? change(document) : document
      }
    }
    await fc.assert(
      fc.asyncProperty(part, damages, async (chosen, all) => {
        await run(nth(chosen, (document) => all.reduce(damaged, Buffer.from(document))))
      }),
      { numRuns: 60 }
    )
    await fc.assert(
      fc.asyncProperty(part, fc.array(exchange, { minLength: 1, maxLength: 5 }), async (chosen, all) => {
        await run(nth(chosen, (document) => all.reduce(exchanged, document)))
      }),
      { numRuns: 200 }
    )
    await checkWhole(t, sql)
  })
}
