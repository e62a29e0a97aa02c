/** What shapes a document may be asked for by header or by parameter, its name in any case, and says the same. */
import fc from 'fast-check'
import t from '../../support/tap.ts'
import { build } from '../../support/app.ts'
import { expectRefusal } from '../problem.ts'
import { notations } from '../wire.ts'

const POSTS = '/resources/Desk/Blog/1/Post/Published'
const TIMES = `${POSTS}?X-Filter=CreatedOn,PublishedOn`

/** Name, value, and an address whose document looks different with it. */
const asked = [
  ['X-Filter', 'Id, Content, Author.Source.*, Creator.FullName', POSTS],
  ['X-Filter', '*', POSTS],
  ['X-Filter', 'Creator.*,Language.Code,ClosedOn', '/resources/Desk/Blog/2'],
  ['X-Format-DateTime', 'full', '/resources/Desk/Blog/1'],
  ['X-Format-DateTime', "yyyy-MM-dd'T'HH:mm:ss", TIMES],
  ['X-TimeZone', 'Asia/Kathmandu', '/resources/Desk/Blog/1'],
  ['X-TimeZone', 'america/st_johns', TIMES],
  ['X-Format-Values', 'typed', '/resources/Desk/Blog/1'],
  ['X-Format-Values', 'typed', `${POSTS}?X-Filter=*`],
  ['Accept-Language', 'de-AT, en;q=0.5', '/resources/Desk/Blog/1'],
  ['Accept-Language', 'ar', `${TIMES}&X-Format-DateTime=full`]
] as const

const unknown = [
  ['X-Filter', 'Id, Weather'],
  ['X-Filter', 'Creator.Weather'],
  ['X-Filter', 'Content.Length'],
  ['X-Filter', 'a b'],
  ['X-Format-DateTime', "tomorrow's"],
  ['X-Format-DateTime', '2026'],
  ['X-Format-DateTime', ''],
  ['X-TimeZone', 'Europe/Ullenmouth'],
  ['X-TimeZone', 'local'],
  ['X-TimeZone', ''],
  ['X-Format-Values', 'loose'],
  ['X-Format-Values', 'Typed'],
  ['X-Format-Values', ''],
  ['Accept-Language', '!'],
  ['Accept-Language', 'de;q=high']
] as const

/** A name with each letter in either case. */
const inAnyCase = (name: string) =>
  fc
    .array(fc.boolean(), { minLength: name.length, maxLength: name.length })
    .map((upper) =>
      [...name].map((letter, at) => (upper[at] === true ? letter.toUpperCase() : letter.toLowerCase())).join('')
    )

const withParameter = (address: string, name: string, value: string) =>
  `${address}${address.includes('?') ? '&' : '?'}${name}=${encodeURIComponent(value)}`

await t.test('presentation', async (t) => {
  const { app, get } = await build(t)

  for (const [name, value, address] of asked) {
    await t.test(`${name}: ${value} on ${address}`, async (t) => {
      for (const [, accept] of notations) {
        const { statusCode, body } = await get(address, { accept, [name]: value })
        t.equal(statusCode, 200)
        t.not((await get(address, { accept })).body, body, 'it says something')
        await fc.assert(
          fc.asyncProperty(inAnyCase(name), async (spelled) => {
            const answers = [
              await get(address, { accept, [spelled]: value }),
              await get(withParameter(address, spelled, value), { accept })
            ]
            return answers.every((answer) => answer.statusCode === 200 && answer.body === body)
          }),
          { numRuns: 8, examples: [[name], [name.toLowerCase()], [name.toUpperCase()]] }
        )
      }
    })
  }

  await t.test('a parameter counts more than a header', async (t) => {
    for (const [name, value, address] of asked) {
      const [{ body: expected }, { body }] = await Promise.all([
        get(address, { [name]: value }),
        get(withParameter(address, name, value), { [name]: unknown.find(([other]) => other === name)?.[1] ?? '' })
      ])
      t.equal(body, expected, `${name}: ${value}`)
    }
  })

  await t.test('values that mean nothing are refused, and named', async (t) => {
    for (const [name, value] of unknown) {
      const expected = {
        status: 400,
        kind: 'bad-parameter',
        places: [name],
        detail: new RegExp(name),
        about: `${name}: ${value}`
      }
      await expectRefusal(t, app, { url: POSTS, headers: { [name]: value } }, expected)
      for (const spelled of [name, name.toLowerCase(), name.toUpperCase()]) {
        await expectRefusal(t, app, { url: withParameter(POSTS, spelled, value) }, expected)
      }
    }
  })
})
