/** X-TimeZone: timestamps in every zone equal those of Intl, on both sides of every clock change of a year. */
import fc from 'fast-check'
import t from 'tap'
import { fields } from '../../../plugins/representation/moment-fields.ts'
import { momentPrinter } from '../../../plugins/representation/moments.ts'
import { build, documentOf, itemsOf } from '../../support/index.ts'

// Some releases of Node.js do not list UTC, GMT and the zones in Etc. Names may be in any case.
const zones = [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', 'GMT', 'Etc/GMT+5', 'europe/berlin'])]
const SECOND = 1000
const WEEK = 7 * 24 * 60 * 60 * SECOND
const PATTERN = 'yyyy-MM-dd HH:mm:ss'

const clocks = new Map<string, Intl.DateTimeFormat>()

/** Returns a formatter for dates and times in a zone. Swedish formats are those of ISO 8601. */
const clockOf = (timeZone: string) => {
  const clock =
    clocks.get(timeZone) ?? new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium', timeZone })
  clocks.set(timeZone, clock)
  return clock
}

/** Returns the last second before each clock change of 2026, and the first second after it. */
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

await t.test('timestamps are right in every zone at every clock change of a year', async (t) => {
  const { get, sql } = await build(t, { CACHE_MB: '0' })
  const times = [...new Set(zones.flatMap(changesOf))].toSorted((a, b) => a - b).map((at) => new Date(at))
  t.ok(zones.length > 400 && times.length > 20, `${zones.length} zones, ${times.length} times`)
  for (const at of times) {
    await sql`insert into posts (blog, creator, content, created_on) values (1, 1, 'a clock changes', ${at})`
  }

  const timestampsIn = async (zone: string, style: string) => {
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

  for (const timeZone of zones) {
    const clock = clockOf(timeZone)
    const long = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'long' })
    const nameAt = (at: Date) => long.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value
    const print = momentPrinter({ style: `${PATTERN} zzzz`, zone: timeZone, locale: 'en' })
    const wrong = times.filter((at) => print(at) !== `${clock.format(at)} ${nameAt(at)}`)
    t.same(wrong, [], timeZone)
  }

  // Every style uses the same date parts, so a sample of zones is enough for responses and the other styles.
  for (const timeZone of [...zones.filter((_zone, index) => index % 16 === 0), ...zones.slice(-4)]) {
    const clock = clockOf(timeZone)
    t.same(
      await timestampsIn(timeZone, PATTERN),
      times.map((at) => clock.format(at)),
      timeZone
    )
    const iso = await timestampsIn(timeZone, 'iso')
    const found = iso.map((text) => text.slice(0, 19))
    t.same(
      found,
      times.map((at) => clock.format(at).replace(' ', 'T')),
      `${timeZone}, ISO 8601`
    )
    const result = iso.map((text) => new Date(text))
    t.same(result, times, `${timeZone}, ISO 8601 with its offset`)

    const short = new Intl.DateTimeFormat('en', { dateStyle: 'short', timeStyle: 'short', timeZone })
    t.same(
      await timestampsIn(timeZone, 'short'),
      times.map((at) => short.format(at).replace(',', '').replace('\u202F', ' ')),
      `${timeZone}, short`
    )
  }
})

t.test('an offset of zero is written as Z, as in CLDR', async (t) => {
  const at = new Date('2026-07-01T12:00:00Z')
  const print = (zone: string) => momentPrinter({ style: 'HH:mm XXX ZZZZZ ZZZ', zone, locale: 'en' })(at)
  t.same(['UTC', 'Africa/Abidjan', 'Asia/Kathmandu', 'America/St_Johns'].map(print), [
    '12:00 Z Z +0000',
    '12:00 Z Z +0000',
    '17:45 +05:45 +05:45 +0545',
    '09:30 -02:30 -02:30 -0230'
  ])
})

t.test('each field of a pattern has its value, in as many digits as it has letters', (t) => {
  const at = new Date('2026-03-09T04:04:05.067Z')
  const print = (style: string) => momentPrinter({ style, zone: 'America/New_York', locale: 'en' })(at)
  t.same(Object.fromEntries([...fields.keys()].map((name) => [name, print(name)])), {
    ...{ G: 'AD', GG: 'AD', GGG: 'AD', GGGG: 'Anno Domini', GGGGG: 'A' },
    ...{ y: '2026', yy: '26', yyy: '2026', yyyy: '2026', u: '2026', uuuu: '2026', Q: '1', QQ: '01' },
    ...{ M: '3', MM: '03', MMM: 'Mar', MMMM: 'March', MMMMM: 'M' },
    ...{ L: '3', LL: '03', LLL: 'Mar', LLLL: 'March', LLLLL: 'M', w: '11', ww: '11' },
    ...{ d: '9', dd: '09', D: '68', DD: '68', DDD: '068', F: '2', e: '1', ee: '01', c: '1' },
    ...{ E: 'Mon', EE: 'Mon', EEE: 'Mon', EEEE: 'Monday', EEEEE: 'M', eee: 'Mon', eeee: 'Monday', eeeee: 'M' },
    ...{ ccc: 'Mon', cccc: 'Monday', ccccc: 'M', a: 'AM', aa: 'AM', aaa: 'AM' },
    ...{ h: '12', hh: '12', H: '0', HH: '00', K: '0', KK: '00', k: '24', kk: '24' },
    ...{ m: '4', mm: '04', s: '5', ss: '05', S: '0', SS: '06', SSS: '067', A: '245067' },
    ...{ z: 'EDT', zz: 'EDT', zzz: 'EDT', zzzz: 'Eastern Daylight Time', O: 'GMT-4', OOOO: 'GMT-04:00' },
    ...{ Z: '-0400', ZZ: '-0400', ZZZ: '-0400', ZZZZ: 'GMT-04:00', ZZZZZ: '-04:00' },
    ...{ xx: '-0400', xxx: '-04:00', XX: '-0400', XXX: '-04:00' },
    ...{ v: 'ET', vvvv: 'Eastern Time', VV: 'America/New_York' }
  })
  t.end()
})

t.test('patterns use one calendar, also in languages whose own one is another', (t) => {
  const at = new Date('2026-03-29T12:00:00Z')
  const print = (locale: string) => momentPrinter({ style: 'd MMMM LLLL y G', zone: 'UTC', locale })(at)
  t.equal(print('th'), '29 มีนาคม มีนาคม 2026 ค.ศ.')
  t.equal(print('fa'), '۲۹ مارس مارس ۲۰۲۶ م.')
  t.end()
})

t.test('months have names, also where languages write a number next to a day', (t) => {
  const at = new Date('2026-03-29T12:00:00Z')
  const print = (locale: string) => momentPrinter({ style: 'MMM|MMMM|LLL|LLLL', zone: 'UTC', locale })(at)
  t.equal(print('ru'), 'мар.|марта|март|март')
  t.equal(print('ja'), '3月|3月|3月|3月')
  t.equal(print('zh'), '3月|三月|3月|三月')
  t.equal(print('cs'), 'bře|března|bře|březen')
  t.end()
})

t.test('timestamps are right in every zone at any time', async (t) => {
  const anyTime = fc.date({
    min: new Date('1850-01-01T00:00:00Z'),
    max: new Date('2100-01-01T00:00:00Z'),
    noInvalidDate: true
  })
  fc.assert(
    fc.property(
      fc.constantFrom(...zones),
      anyTime,
      (zone, at) => momentPrinter({ style: PATTERN, zone, locale: 'en' })(at) === clockOf(zone).format(at)
    ),
    { numRuns: 5000 }
  )
  t.pass('5000 random times')
})
