/** Damaged sources never crash an import, and no post is stored by half. */
import { Readable } from 'node:stream'
import fc from 'fast-check'
import t from 'tap'
import { runImport } from '../../moving/importing/index.ts'
import { openSource } from '../../moving/importing/source.ts'
import { guardedClient } from '../../plugins/outgoing/index.ts'
import { build } from '../support/index.ts'
import { sources } from './examples.ts'

/** A damage to a file: at a place between 0 and 1, some bytes are cut, doubled, or replaced. */
const damage = fc.record({
  place: fc.double({ min: 0, max: 0.999, noNaN: true }),
  length: fc.nat({ max: 60 }),
  kind: fc.constantFrom('cut', 'double', 'end', 'replace', 'move'),
  bytes: fc.oneof(
    fc.uint8Array({ maxLength: 20 }).map((bytes) => Buffer.from(bytes)),
    fc
      .constantFrom('null', '0', '[]', '{"a":1}', '"', '<', '</item>', '<![CDATA[', ']]>', '&#0;', '\u0000', '\ud83d')
      .map((text) => Buffer.from(text)),
    fc
      .constantFrom('2026-13-45T99:99:99Z', '0000-00-00 00:00:00', '-271821-04-20', '9999999-01-01', 'x'.repeat(70_000))
      .map((text) => Buffer.from(text))
  )
})

type Damage = typeof damage extends fc.Arbitrary<infer Value> ? Value : never

const damaged = (source: Buffer, { place, length, kind, bytes }: Damage): Buffer => {
  const at = Math.floor(place * source.length)
  const [before, part, after] = [source.subarray(0, at), source.subarray(at, at + length), source.subarray(at + length)]
  if (kind === 'end') return before
  if (kind === 'cut') return Buffer.concat([before, after])
  if (kind === 'double') return Buffer.concat([before, part, part, after])
  if (kind === 'move') return Buffer.concat([before, after.subarray(0, 50), part, after.subarray(50)])
  return Buffer.concat([before, bytes, after])
}

t.test('an import of a damaged source ends with whole posts', async (t) => {
  const { sql } = await build(t)
  const get = guardedClient({ timeout: 1000, maxBytes: 1, userAgent: 'test' })
  let imports = 0
  for (const [format, text] of Object.entries(sources)) {
    const source = Buffer.from(text)
    await fc.assert(
      fc.asyncProperty(fc.array(damage, { minLength: 1, maxLength: 4 }), async (damages) => {
        const input = damages.reduce(damaged, source)
        const { signal } = new AbortController()
        const {
          found,
          id,
          format: reader
        } = await openSource('-', {
          ...{ format, stdin: Readable.from([input]), get, signal }
        })
        imports += 1
        const options = { sql, creator: 1, language: 1, sourceId: `${id}/${imports}`, newestFirst: reader.newestFirst }
        const report = await runImport(found, {
          ...options,
          creatorOf: async () => 1,
          picturesFor: () => undefined,
          signal,
          onProgress: () => {},
          onLoss: () => {}
        }).catch((error: unknown) => {
          // Some sources are refused as a whole, with a sentence for the operator.
          if (!(error instanceof Error) || !/not a JSON Feed|no JSON-LD|has version/.test(error.message)) throw error
        })
        t.notOk(
          report?.Losses.some(({ What }) => What === 'post'),
          'the database refuses no post'
        )
      }),
      { numRuns: 60 }
    )
  }
  const [halves] = await sql`
    select count(*)::integer as count from posts left join copied_posts on copied_posts.post = posts.id
    where posts.blog > 3 and (copied_posts.post is null or posts.meta::jsonb is null)`
  t.equal(halves?.Count, 0)
  const [counts] = await sql`
    select count(*)::integer as count from blogs
    where post_count <> (select count(*) from posts where blog = blogs.id and deleted_on is null)
      or last_c_id < (select coalesce(max(c_id), 0) from posts where blog = blogs.id)`
  t.equal(counts?.Count, 0, 'the counters of all blogs are right')
})
