/** The creator and the author of an inserted post: defaults, and the values that a user may set. */
import t from 'tap'
import { build } from '../../support/app.ts'
import { expectNothingStored } from '../state.ts'
import { documentOf } from '../wire.ts'

const url = '/resources/Desk/Blog/3/Post'

/** User name, body, and the expected creator, author, author name and author person of the post. */
const accepted = [
  ['bjarki', {}, ['3', '14', 'Bjarki Öxndal', '3']],
  ['orysia', {}, ['6', '17', 'Орися Вітрогон', '6']],
  ['orysia', { Creator: 6 }, ['6', '17', 'Орися Вітрогон', '6']],
  ['bjarki', { Creator: 6 }, ['6', '17', 'Орися Вітрогон', '6']],
  ['aurelie', { Creator: 6, Author: 14 }, ['6', '14', 'Bjarki Öxndal', '3']],
  ['folake', { Creator: 7 }, ['7', '18', 'Λευτέρης Κυματάς', '7']],
  ['orysia', { Author: 17 }, ['6', '17', 'Орися Вітрогон', '6']],
  ['orysia', { Author: 2 }, ['6', '2', 'advertisement', undefined]],
  ['folake', {}, ['4', '15', 'Fọlákẹ́ Adéòkun', '4']],
  ['folake', { Author: 15 }, ['4', '15', 'Fọlákẹ́ Adéòkun', '4']]
] as const

/** User name, body, and the expected refusal: `forbidden`, or the invalid property. */
const refused = [
  ['orysia', { Creator: 3 }, 'forbidden'],
  ['orysia', { Creator: 7 }, 'forbidden'],
  ['orysia', { Creator: 9999 }, 'forbidden'],
  ['orysia', { Author: 14 }, 'forbidden'],
  ['orysia', { Author: 18 }, 'forbidden'],
  ['orysia', { Author: 20 }, 'forbidden'],
  ['bjarki', { Creator: 12 }, 'Creator'],
  ['bjarki', { Creator: 9999 }, 'Creator'],
  ['bjarki', { Author: 19 }, 'Author'],
  ['bjarki', { Author: 15 }, 'Author'],
  ['bjarki', { Author: 23 }, 'Author'],
  ['bjarki', { Author: 9999 }, 'Author'],
  ['folake', { Creator: 6, Author: 15 }, 'Author'],
  ['bjarki', { Creator: 0 }, 'Creator'],
  ['bjarki', { Author: -1 }, 'Author'],
  ['bjarki', { Author: 2147483648 }, 'Author'],
  ['bjarki', { Author: 14.5 }, 'Author'],
  ['bjarki', { Author: true }, 'Author'],
  ['bjarki', { Creator: true }, 'Creator'],
  ['bjarki', { Author: '0xe' }, 'Author'],
  ['bjarki', { Author: 'Infinity' }, 'Author'],
  ['bjarki', { Creator: 'Infinity' }, 'Creator'],
  ['bjarki', { Author: '1.4e1' }, 'Author'],
  ['bjarki', { Author: 'bjarki' }, 'Author'],
  ['bjarki', { Author: [14] }, 'Author'],
  ['bjarki', { Author: { Id: 14, Name: 'x' } }, 'Author'],
  ['bjarki', { Author: { Id: { Id: 14 } } }, 'Author'],
  ['bjarki', { Author: {} }, 'Author']
] as const

await t.test('a post has the creator and author that its body names and the user may set', async (t) => {
  const built = await build(t, { CACHE_MB: '0' })
  const { post, sql, tokenOf } = built

  for (const [name, body, expected] of accepted) {
    for (const [address, type, payload] of [
      [url, 'application/json', JSON.stringify({ Content: 'x', ...body })],
      [
        `${url}.json`,
        'application/xml',
        `<Post><Content>x</Content>${Object.entries(body)
          .map(([property, id]) => `<${property}>${id}</${property}>`)
          .join('')}</Post>`
      ]
    ] as const) {
      const inserted = documentOf(
        await post(address, payload, { authorization: await tokenOf(name), 'content-type': type })
      )
      const { Creator, Author, AuthorName, AuthorPerson } = inserted
      const idOf = (link: typeof Creator) => (typeof link === 'object' && 'Id' in link ? link.Id : undefined)
      t.same(
        [idOf(Creator), idOf(Author), AuthorName, idOf(AuthorPerson)],
        expected,
        `${name} ${JSON.stringify(body)} in ${type}`
      )
    }
  }

  for (const [name, body, refusal] of refused) {
    await expectNothingStored(
      t,
      built,
      { url, headers: { authorization: await tokenOf(name) }, payload: { Content: 'x', ...body } },
      {
        ...(refusal === 'forbidden'
          ? { status: 403, kind: 'forbidden', places: [], detail: /administrators/ }
          : { status: 400, kind: 'bad-body', places: [refusal] }),
        about: `${name} ${JSON.stringify(body)}`
      }
    )
  }

  await t.test('only members of the blog can be authors', async (t) => {
    const {
      headers: { location }
    } = await post(
      '/resources/Desk/Blog/1/Post',
      { Content: 'x', Author: 20 },
      { authorization: await tokenOf('mira') }
    )
    t.match(location, /\/Blog\/1\/Post\/\d+$/, 'salma, a member of blog 1, is accepted')
    await sql`delete from blog_collaborators where blog = 1 and collaborator = 20`
    await expectNothingStored(
      t,
      built,
      {
        url: '/resources/Desk/Blog/1/Post',
        headers: { authorization: await tokenOf('mira') },
        payload: { Content: 'x', Author: 20 }
      },
      { status: 400, kind: 'bad-body', places: ['Author'], about: 'a former member' }
    )
  })
})
