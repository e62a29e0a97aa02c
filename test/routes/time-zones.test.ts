/** X-TimeZone: every zone there is shows what the platform's own calendar shows, on both sides of every clock change of a year. */
import fc from 'fast-check'
import t from '../support/tap.ts'
import { momentPrinter } from '../../plugins/resources/representation/moments.ts'
import { build } from '../support/app.ts'
import { documentOf, itemsOf } from './wire.ts'

// Not every release of Node lists those of no place among the others.
const zones = [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', 'GMT', 'Etc/GMT+5', 'europe/berlin'])]
const SECOND = 1000
const WEEK = 7 * 24 * 60 * 60 * SECOND
const PATTERN = 'yyyy-MM-dd HH:mm:ss'

/** A zone's calendar and clock, which Swedes write as ISO 8601 does. */
const clockOf = (timeZone: string) =>
  new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium', timeZone })

/** The last second before each clock change of 2026, and the first second after it. */
const changesOf = (zone: string): number[] => {
  const clock = clockOf(zone)
  const offsetAt = (at: number) => Date.parse(`${clock.format(at)}Z`) - at
  const changes: number[] = []
  for (let before = Date.UTC(2026, 0); before < Date.UTC(2027, 0); before += WEEK) {
    let [last, next] = [before, before + WEEK]
    if (offsetAt(last) === offsetAt(next)) continue
    while (next - last > SECOND) {
      const middle = last + Math.floor((next - last) / 2 / SECOND) * SECOND
      if (offsetAt(middle) === offsetAt(before)) last = middle
      else next = middle
    }
    changes.push(last, next)
  }
  return changes
}

await t.test('every zone at every clock change of a year', async (t) => {
  const { get, sql } = await build(t, { CACHE_MB: '0' })
  const moments = [...new Set(zones.flatMap(changesOf))].toSorted((one, other) => one - other).map((at) => new Date(at))
  t.ok(zones.length > 400 && moments.length > 20, `${zones.length} zones, ${moments.length} moments`)
  for (const at of moments) {
    await sql`insert into posts (blog, creator, content, created_on) values (1, 1, 'a clock changes', ${at})`
  }

  const shown = async (zone: string, style: string) => {
    const query = new URLSearchParams({
      search: 'a clock changes',
      asc: 'createdOn',
      limit: '1000',
      'X-Filter': 'CreatedOn',
      'X-TimeZone': zone,
      'X-Format-DateTime': style
    })
    return itemsOf(documentOf(await get(`/resources/Desk/Blog/1/Post.json?${query}`))).map(({ CreatedOn }) =>
      String(CreatedOn)
    )
  }

  // A style is made of the same parts in every zone, so some zones of every kind of offset are enough for the others.
  const everyStyle = new Set([...zones.filter((_zone, at) => at % 16 === 0), ...zones.slice(-4)])
  for (const timeZone of zones) {
    const clock = clockOf(timeZone)
    const long = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'long' })
    const nameAt = (at: Date) => long.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value
    t.same(
      await shown(timeZone, `${PATTERN} zzzz`),
      moments.map((at) => `${clock.format(at)} ${nameAt(at)}`),
      timeZone
    )

    if (!everyStyle.has(timeZone)) continue
    const iso = await shown(timeZone, 'iso')
    t.same(
      iso.map((text) => text.slice(0, 19)),
      moments.map((at) => clock.format(at).replace(' ', 'T')),
      `${timeZone}, ISO 8601`
    )
    t.same(
      iso.map((text) => new Date(text)),
      moments,
      `${timeZone}, ISO 8601 with its offset`
    )

    const short = new Intl.DateTimeFormat('en', { dateStyle: 'short', timeStyle: 'short', timeZone })
    t.same(
      await shown(timeZone, 'short'),
      moments.map((at) => short.format(at).replace(',', '').replace('\u202F', ' ')),
      `${timeZone}, short`
    )
  }
})

t.test('an offset of nothing is Z, as CLDR has it', async (t) => {
  const at = new Date('2026-07-01T12:00:00Z')
  const print = (zone: string) => momentPrinter({ style: 'HH:mm XXX ZZZZZ ZZZ', zone, locale: 'en' })(at)
  t.same(['UTC', 'Africa/Abidjan', 'Asia/Kathmandu', 'America/St_Johns'].map(print), [
    '12:00 Z Z +0000',
    '12:00 Z Z +0000',
    '17:45 +05:45 +05:45 +0545',
    '09:30 -02:30 -02:30 -0230'
  ])
})

t.test('every zone at any moment', async (t) => {
  const moment = fc.date({
    min: new Date('1850-01-01T00:00:00Z'),
    max: new Date('2100-01-01T00:00:00Z'),
    noInvalidDate: true
  })
  fc.assert(
    fc.property(
      fc.constantFrom(...zones),
      moment,
      (zone, at) => momentPrinter({ style: PATTERN, zone, locale: 'en' })(at) === clockOf(zone).format(at)
    ),
    { numRuns: 5000 }
  )
  t.pass('5000 moments')
})
