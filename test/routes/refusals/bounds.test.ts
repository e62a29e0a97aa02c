/** Limits on the parameters of one request, and on the length of the problem documents that refuse them. */
import t from 'tap'
import { clientOf } from '../../../plugins/clients.ts'
import { golden } from '../../support/golden.ts'
import { build, documentOf, expectRefusal } from '../../support/index.ts'

const { app, get, post, sql } = await build(t)

const BLOGS = '/resources/Desk/Blog'
const POSTS = `${BLOGS}/1/Post/Published`
const UNREADABLE = 'The body could not be read, nothing was stored'
const listOf = (member: string, times: number) => Array(times).fill(member).join(',')

/** Queries of posts that are refused. */
const refused = [
  'createdOn.since=0000-01-01',
  'createdOn.since=9999-12-31T23:59-14:00',
  `asc=${listOf('id', 4000)}`,
  'asc=id,id',
  'asc=qu,id',
  'asc=',
  `X-Filter=${listOf('Id', 665)},Orders`,
  `X-Filter=${Array.from({ length: 65 }, (_, n) => `A${n}`)}`,
  `X-Filter=${'Creator.'.repeat(8)}Id`,
  'X-Filter=Id,Weather',
  'X-Filter=Author.Source.Weather',
  'X-Filter=Content.Length',
  'X-Filter=Id..Name',
  'X-Format-DateTime=fulll',
  'X-Format-DateTime=%25Y-%25m-%25d',
  'X-Format-DateTime=VVVV',
  "X-Format-DateTime=h o'clock",
  `X-Format-DateTime=y'${'x'.repeat(98)}'`,
  `X-Format-DateTime=${'vO'.repeat(9)}`,
  'X-Format-Values=loose',
  'X-Format-Values=longer-than',
  'X-TimeZone=%2B02:00',
  `X-TimeZone=${'x'.repeat(50)}`,
  `X-TimeZone=${'x'.repeat(51)}`,
  'X-TimeZone=UTC&x-timezone=UTC',
  `Accept-Language=${listOf('de', 132)},engli`,
  'Accept-Language=german!',
  // A service that tried every way to read these weights would be busy for hours.
  `Accept-Language=de;q=00${',*;q=000'.repeat(28)},,`,
  'order.since=many',
  'id.since=1.5',
  'isModified=perhaps',
  'stream=yes'
] as const

await t.test('a parameter beyond a limit is refused, and the problem states the limit', async (t) => {
  const lines: string[] = []
  for (const query of refused) {
    const about = query.slice(0, 60)
    const words = await expectRefusal(t, app, { url: `${POSTS}?${query}` }, { kind: 'bad-parameter', about })
    lines.push(`${about}: ${words.replace(/(This address takes) .*/, '$1 …')}\n`)
  }
  await golden(t, 'refused-values.txt', Buffer.from(lines.join('')))

  await t.test('X-Filter names up to 64 properties, up to 8 links deep', async (t) => {
    const url = '/resources/Admin/Request?limit=1&X-Filter='
    const ofMethod = ['Id', 'Name', 'Type', 'APIClass', 'APIDoc', 'IMPL', 'IMPLDoc']
    const ofRequest = ['Id', 'Pattern', 'Delete', 'Get', 'Insert', 'Update']
    const names = ['Delete', 'Get', 'Insert', 'Update'].flatMap((link) => [
      ...ofMethod.map((name) => `${link}.${name}`),
      ...ofRequest.map((name) => `${link}.ForRequest.${name}`)
    ])
    names.push(...ofRequest, 'Input', 'Get.APIClassDefiner', 'Get.IMPLDefiner', 'Insert.IMPLDefiner')
    names.push('Update.IMPLDefiner', 'Get.ForRequest.Get.Name', 'Get.ForRequest.Get.Type')
    t.equal((await get(url + names.slice(0, 64).join())).statusCode, 200)
    const cycle = 'Get.ForRequest.'.repeat(3)
    t.equal((await get(`${url}${cycle}Get.Name`)).statusCode, 200)
  })

  await t.test('presentation parameters of the greatest length are accepted', async (t) => {
    for (const value of [
      `X-Filter=${listOf('Id', 665)},Order`,
      `X-Format-DateTime=y'${'x'.repeat(97)}'`,
      `X-Format-DateTime=${'vO'.repeat(8)}`,
      `Accept-Language=${listOf('de', 132)},engl`
    ]) {
      t.equal((await get(`${POSTS}?limit=1&${value}`)).statusCode, 200, value.slice(0, 40))
    }
  })

  await t.test('a number beyond the largest one is told what that is, however long it is', async (t) => {
    for (const number of ['2147483648', '9223372036854775808', '9'.repeat(300)]) {
      const request = { url: `${POSTS}?cId.since=${number}` }
      const words = await expectRefusal(t, app, request, { kind: 'bad-parameter' })
      t.match(words, '400 cId.since must be 2147483647 or less. This address takes ', number)
    }
  })

  await t.test('a list of texts or ids has at most 50 members', async (t) => {
    const url = '/resources/Archive/MetaData'
    for (const [name, reason] of [
      ['name.inc', 'must be up to 50 texts separated by commas, without characters that XML forbids'],
      ['creator.values', 'must be up to 50 whole numbers separated by commas']
    ] as const) {
      t.equal((await get(`${url}?${name}=${listOf('1', 50)}`)).statusCode, 200, name)
      const request = { url: `${url}?${name}=${listOf('1', 51)}` }
      const words = await expectRefusal(t, app, request, { kind: 'bad-parameter' })
      t.equal(words.replace(/\. This address takes .*/, ''), `400 ${name} ${reason}\n    ${name} ${reason}`)
    }
  })

  await t.test('a backslash at the end of a pattern matches a backslash, in the database and in memory', async (t) => {
    for (const url of [`${BLOGS}?title=`, '/resources/Admin/File?path=']) {
      for (const pattern of ['%5C', '%25%5C', '%5C%5C', '%25%5C%5C%5C']) {
        const { statusCode, body } = await get(`${url}${pattern}`, { accept: 'application/json' })
        t.same({ statusCode, total: JSON.parse(body).total }, { statusCode: 200, total: '0' }, `${url}${pattern}`)
      }
    }
  })

  await t.test('timestamps from the year 1 to the end of the year 9999 are accepted', async (t) => {
    const { body } = await get(
      `${POSTS}.json?createdOn.since=0001-01-01&createdOn.until=9999-12-31T23:59:59.999Z&limit=1`
    )
    t.equal(JSON.parse(body).total, '49')
  })

  await t.test('a query of 3000 unknown parameters gets a short problem that counts them', async (t) => {
    const query = Array.from({ length: 3000 }, (_, n) => `x${n}=`).join('&')
    const { statusCode, body } = await get(`${BLOGS}?${query}`, { accept: 'application/json' })
    const { detail, errors } = JSON.parse(body)
    t.same({ statusCode, errors: errors.length }, { statusCode: 400, errors: 10 })
    t.match(detail, /^x0 is not known here; .*x9 is not known here; and 2990 more\. This address takes offset, limit, /)
  })

  await t.test('a body with 100 members is described in a short problem, and one with more is not read', async (t) => {
    const names = (count: number) => Array.from({ length: count }, (_, n) => `x${n}`)
    const written = {
      'application/json': [
        (count: number) => JSON.stringify(Object.fromEntries(names(count).map((name) => [name, 1]))),
        'The body was refused: body has more than 100 members; nothing was stored'
      ],
      'application/x-www-form-urlencoded': [
        (count: number) => names(count).join('&'),
        `${UNREADABLE}: the form has more than 100 fields`
      ],
      // The root element counts, too.
      'application/xml': [
        (count: number) =>
          `<Login>${names(count - 1)
            .map((name) => `<${name}/>`)
            .join('')}</Login>`,
        `${UNREADABLE}: line 1, column 597: there are more than 100 elements and attributes`
      ]
    } as const
    for (const [type, [write, refusal]] of Object.entries(written)) {
      const headers = { accept: 'application/json', 'content-type': type }
      const problemOf = async (count: number) => (await post('/resources/Security/Login', write(count), headers)).json()
      t.match(await problemOf(100), { detail: /x7 is not known here; and 9[12] more; nothing was stored$/ }, type)
      const { detail, errors } = await problemOf(101)
      t.same({ detail, errors: errors.length }, { detail: refusal, errors: 1 }, type)
    }
  })

  await t.test('long names are truncated in the problem', async (t) => {
    for (const [name, place] of [
      ['x'.repeat(100), 'x'.repeat(100)],
      ['x'.repeat(101), `${'x'.repeat(100)}…`],
      [`${'x'.repeat(98)}🚪`, `${'x'.repeat(98)}🚪`],
      [`${'x'.repeat(99)}🚪`, `${'x'.repeat(99)}\ufffd…`]
    ] as const) {
      const { body } = await get(`${BLOGS}?${encodeURIComponent(name)}=1`, { accept: 'application/json' })
      t.equal(JSON.parse(body).errors[0].place, place)
    }
    const { statusCode, body } = await get(`${BLOGS}?${'%22'.repeat(4000)}=1`)
    t.equal(statusCode, 400)
    t.ok(body.length < 8000, `${body.length} characters`)
    const detailAt = async (path: string) => documentOf(await get(path)).detail
    t.equal(await detailAt(`/${'&'.repeat(499)}`), `There is nothing at /${'&'.repeat(499)}`)
    t.equal(await detailAt(`/${'&'.repeat(500)}?x`), `There is nothing at /${'&'.repeat(499)}…`)
  })
})

await t.test('parameters for cache busting and campaigns are ignored', async (t) => {
  const url = `${BLOGS}?limit=1`
  const { body } = await get(url)
  for (const name of ['_', 'utm_source', 'utm_', 'fbclid', 'gclid']) {
    const answer = await get(`${url}&${name}=1637`)
    t.same({ statusCode: answer.statusCode, body: answer.body }, { statusCode: 200, body }, name)
  }
  for (const name of ['__', 'utm', 'Fbclid']) t.equal((await get(`${url}&${name}=1`)).statusCode, 400, name)
})

await t.test('X-Format-DateTime accepts named styles in any case and patterns of CLDR', async (t) => {
  await sql`update blogs set created_on = created_on + interval '678 milliseconds' where id = 1`
  const createdOn = async (style: string, language = 'en', zone = 'Asia/Kolkata') => {
    const query = new URLSearchParams({ 'X-Format-DateTime': style, 'Accept-Language': language, 'X-TimeZone': zone })
    return JSON.parse((await get(`${BLOGS}/1.json?${query}`)).body).CreatedOn
  }
  t.equal(await createdOn('ISO'), '2026-11-09T15:32:33.678+05:30')
  t.equal(await createdOn('FULL'), await createdOn('full'))
  // 9 November 2026 is a Monday.
  t.equal(await createdOn('G Q e u D F w'), 'AD 4 1 2026 313 2 46')
  t.equal(await createdOn('K k A ZZZZ'), '3 15 55953678 GMT+05:30')
  t.equal(await createdOn('VV', 'en', 'eUROPE/bERLIN'), 'Europe/Berlin')
  t.equal(await createdOn('EEEE, d. MMMM yyyy', 'de-AT'), 'Montag, 9. November 2026')
  t.equal(await createdOn("yyyy-MM-ddTHH:mm 'o''clock'"), "2026-11-09T15:32 o'clock")
  // The first Sunday of 1999 is in week 53 of 1998, and the last 28th of the leap year 2104 is a Sunday, too.
  for (const [id, moment, text] of [
    [2, '1999-01-03T00:00Z', '99 1999 1 53 7 3 1 12 0 0 24'],
    [3, '2104-12-28T12:00Z', '04 2104 4 52 7 363 4 12 12 0 12']
  ] as const) {
    await sql`update blogs set created_on = ${moment} where id = ${id}`
    const { body } = await get(`${BLOGS}/${id}.json?X-Format-DateTime=${encodeURIComponent('yy y Q w e D F h H K k')}`)
    t.equal(JSON.parse(body).CreatedOn, text, moment)
  }
  const [, list = ''] = /CLDR pattern of ([\w ]+)/.exec((await get(`${BLOGS}?X-Format-DateTime=j`)).body) ?? []
  const lines: string[] = []
  for (const field of list.split(' ')) {
    const texts = await Promise.all(
      [
        ['en', 'UTC'],
        ['de', 'America/St_Johns']
      ].map(([language, zone]) => createdOn(field, language, zone))
    )
    lines.push(`${field}: ${texts.join(' | ')}\n`)
  }
  await golden(t, 'date-fields.txt', Buffer.from(lines.join('')))
})

await t.test('a /64 network of IPv6 counts as one client, and an address with any port', async (t) => {
  t.equal(clientOf('2001:db8:1:2:3:4:5:6'), clientOf('2001:db8:1:2::1'))
  t.not(clientOf('2001:db8:1:2::1'), clientOf('2001:db8:1:3::1'))
  t.equal(clientOf('::ffff:192.0.2.7'), '192.0.2.7')
  t.not(clientOf('192.0.2.7'), clientOf('192.0.2.8'))
  t.equal(clientOf('192.0.2.7:50123'), '192.0.2.7')
  t.equal(clientOf('[2001:db8:1:2::1]:50123'), clientOf('2001:db8:1:2::1'))
  t.equal(clientOf('[::ffff:192.0.2.7]'), '192.0.2.7')
})
