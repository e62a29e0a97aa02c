/** X-Filter and the other presentation settings work as headers and as parameters, with names in any case. */
import fc from 'fast-check'
import t from 'tap'
import { build, expectRefusal, formats } from '../../support/index.ts'

const POSTS = '/resources/Desk/Blog/1/Post/Published'
const TIMES = `${POSTS}?X-Filter=CreatedOn,PublishedOn`

/** Name and value of a setting, and an address whose document it changes. */
const settings = [
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

/** Names and invalid values. */
const invalid = [
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

/** Generates a name with each letter in upper or lower case. */
const inAnyCase = (name: string) =>
  fc
    .array(fc.boolean(), { minLength: name.length, maxLength: name.length })
    .map((upper) =>
      [...name].map((letter, index) => (upper[index] === true ? letter.toUpperCase() : letter.toLowerCase())).join('')
    )

const addParameter = (address: string, name: string, value: string) =>
  `${address}${address.includes('?') ? '&' : '?'}${name}=${encodeURIComponent(value)}`

await t.test('presentation settings may be headers or parameters', async (t) => {
  const { app, get } = await build(t)

  for (const [name, value, address] of settings) {
    await t.test(`${name}: ${value} has the same effect as a header and as a parameter of ${address}`, async (t) => {
      for (const [, accept] of formats) {
        const { statusCode, body } = await get(address, { accept, [name]: value })
        t.equal(statusCode, 200)
        t.not((await get(address, { accept })).body, body, 'it changes the document')
        await fc.assert(
          fc.asyncProperty(inAnyCase(name), async (anyCase) => {
            const answers = [
              await get(address, { accept, [anyCase]: value }),
              await get(addParameter(address, anyCase, value), { accept })
            ]
            return answers.every((answer) => answer.statusCode === 200 && answer.body === body)
          }),
          { numRuns: 8, examples: [[name], [name.toLowerCase()], [name.toUpperCase()]] }
        )
      }
    })
  }

  await t.test('a parameter overrides a header', async (t) => {
    for (const [name, value, address] of settings) {
      const [{ body: expected }, { body }] = await Promise.all([
        get(address, { [name]: value }),
        get(addParameter(address, name, value), { [name]: invalid.find(([key]) => key === name)?.[1] ?? '' })
      ])
      t.equal(body, expected, `${name}: ${value}`)
    }
  })

  await t.test('an invalid value is refused, and the problem names the setting', async (t) => {
    for (const [name, value] of invalid) {
      const expected = { kind: 'bad-parameter', places: [name], detail: new RegExp(name), about: `${name}: ${value}` }
      await expectRefusal(t, app, { url: POSTS, headers: { [name]: value } }, expected)
      for (const anyCase of [name, name.toLowerCase(), name.toUpperCase()]) {
        await expectRefusal(t, app, { url: addParameter(POSTS, anyCase, value) }, expected)
      }
    }
  })
})
