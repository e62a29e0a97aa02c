/** Damages sources, imports them, and checks that no post was stored by half. */
import fc from 'fast-check'
import type { Test } from 'tap'
import type { Pool } from '../../db/client.ts'
import { runImport, type ImportReport } from '../../moving/importing/index.ts'
import { openSource, type SourceOptions } from '../../moving/importing/source.ts'

/** Dates that no calendar has, or no format. */
const BAD_DATES = ['2026-13-45T99:99:99Z', '0000-00-00 00:00:00', '-271821-04-20', '9999999-01-01', 'soon', '']

/** Encodings that a file may claim, or have without saying so. */
const ENCODINGS = ['utf-8', 'utf-16', 'iso-8859-1', 'windows-1252', 'shift_jis', 'x-none']

/**
 * A damage to a file: at a place between 0 and 1, some bytes are cut, doubled, or replaced, or a date is; or the file
 * claims a wrong encoding, gets a byte order mark, or is encoded in UTF-16.
 */
export const damage = fc.record({
  // Doubles would nearly all be so small that the damage is at the beginning.
  place: fc.nat({ max: 999 }).map((place) => place / 1000),
  length: fc.nat({ max: 60 }),
  kind: fc.constantFrom('cut', 'double', 'end', 'replace', 'move', 'date', 'claim', 'mark', 'encode'),
  date: fc.constantFrom(...BAD_DATES),
  encoding: fc.constantFrom(...ENCODINGS),
  bytes: fc.oneof(
    fc.uint8Array({ maxLength: 20 }).map((bytes) => Buffer.from(bytes)),
    fc
      .constantFrom('null', '0', '[]', '{"a":1}', '"', '<', '</item>', '<![CDATA[', ']]>', '&#0;', '\u0000', '\ud83d')
      .map((text) => Buffer.from(text)),
    fc.constantFrom(...BAD_DATES, 'x'.repeat(70_000)).map((text) => Buffer.from(text))
  )
})

type Damage = typeof damage extends fc.Arbitrary<infer Value> ? Value : never

const DATE = /\d{4}-\d\d-\d\d[T ][\d:]+(Z|[+-]\d\d:\d\d)?|\w{3}, \d\d \w{3} \d{4} [\d:]+ [+-]\d{4}/g

/** Damages the file as a whole. @returns undefined if the damage is at a place */
const damagedEverywhere = (source: Buffer, { place, kind, date, encoding }: Damage): Buffer | undefined => {
  const text = source.toString('latin1')
  if (kind === 'date') {
    const dates = [...text.matchAll(DATE)]
    const { index = 0, 0: old = '' } = dates[Math.floor(place * dates.length)] ?? {}
    return Buffer.from(text.slice(0, index) + date + text.slice(index + old.length), 'latin1')
  }
  if (kind === 'claim') {
    const declaration = `<?xml version="1.0" encoding="${encoding}"?>`
    return Buffer.from(declaration + text.replace(/^<\?xml.*?\?>/, ''), 'latin1')
  }
  if (kind === 'mark') return Buffer.concat([Buffer.from(place < 0.5 ? [0xef, 0xbb, 0xbf] : [0xff, 0xfe]), source])
  if (kind === 'encode') return Buffer.from(source.toString(), place < 0.5 ? 'utf16le' : 'latin1')
  return undefined
}

export const damaged = (source: Buffer, damage: Damage): Buffer => {
  const whole = damagedEverywhere(source, damage)
  if (whole !== undefined) return whole
  const { place, length, kind, bytes } = damage
  const at = Math.floor(place * source.length)
  const [before, part, after] = [source.subarray(0, at), source.subarray(at, at + length), source.subarray(at + length)]
  if (kind === 'end') return before
  if (kind === 'cut') return Buffer.concat([before, after])
  if (kind === 'double') return Buffer.concat([before, part, part, after])
  if (kind === 'move') return Buffer.concat([before, after.subarray(0, 50), part, after.subarray(50)])
  return Buffer.concat([before, bytes, after])
}

/**
 * Imports a source as a separate blog.
 * @param refusals sentences by which a source may be refused as a whole
 */
export const importDamaged = async (
  sql: Pool,
  place: string,
  source: Pick<SourceOptions, 'format' | 'stdin' | 'get'>,
  refusals: RegExp
): Promise<ImportReport | undefined> => {
  const { signal } = new AbortController()
  const { items: found, format } = await openSource(place, { ...source, signal })
  const options = { sql, creator: 1, language: 1, newestFirst: format.newestFirst }
  return runImport(found, {
    ...options,
    creatorOf: async () => 1,
    picturesFor: () => undefined,
    signal,
    onProgress: () => {},
    onLoss: () => {}
  }).catch((error: unknown) => {
    if (!(error instanceof Error) || !refusals.test(error.message)) throw error
    return undefined
  })
}

/** Checks that all imported posts are complete, and that the counters of the blogs are right. */
export const checkWhole = async (t: Test, sql: Pool) => {
  const imported = await sql<{ Post?: number; Meta: string }[]>`
    select copied_posts.post, posts.meta from posts left join copied_posts on copied_posts.post = posts.id
    where posts.blog > 3`
  t.ok(imported.every(({ Post }) => Post !== undefined))
  // PostgreSQL cannot parse all JSON: its texts have no NUL.
  for (const { Meta } of imported) JSON.parse(Meta)
  const [counts] = await sql`
    select count(*)::integer as count from blogs
    where post_count <> (select count(*) from posts where blog = blogs.id and deleted_on is null)
      or last_c_id < (select coalesce(max(c_id), 0) from posts where blog = blogs.id)`
  t.equal(counts?.Count, 0, 'the counters of all blogs are right')
}
