/** In whose name a post is inserted, and who may be named as its author. */
import t from '../../support/tap.ts'
import { build } from '../../support/app.ts'
import { expectNothingStored } from '../state.ts'
import { documentOf } from '../wire.ts'

const url = '/resources/Desk/Blog/3/Post'

/** Who posts, what, and the creator, author, author's name and author's person that the post then has. */
const taken = [
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

/** Who posts, what, and the refusal: of the right, or of a place of the body. */
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

await t.test('authors and creators', async (t) => {
  const built = await build(t, { CACHE_MB: '0' })
  const { post, sql, tokenOf } = built

  for (const [name, body, expected] of taken) {
    for (const [address, type, written] of [
      [url, 'application/json', JSON.stringify({ Content: 'x', ...body })],
      [
        `${url}.json`,
        'application/xml',
        `<Post><Content>x</Content>${Object.entries(body)
          .map(([property, id]) => `<${property}>${id}</${property}>`)
          .join('')}</Post>`
      ]
    ] as const) {
      const made = documentOf(
        await post(address, written, { authorization: await tokenOf(name), 'content-type': type })
      )
      const { Creator, Author, AuthorName, AuthorPerson } = made
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

  await t.test('the author of another blog is none of this one', async (t) => {
    const {
      headers: { location }
    } = await post(
      '/resources/Desk/Blog/1/Post',
      { Content: 'x', Author: 20 },
      { authorization: await tokenOf('mira') }
    )
    t.match(location, /\/Blog\/1\/Post\/\d+$/, 'salma is a member of blog 1')
    await sql`delete from blog_collaborators where blog = 1 and collaborator = 20`
    await expectNothingStored(
      t,
      built,
      {
        url: '/resources/Desk/Blog/1/Post',
        headers: { authorization: await tokenOf('mira') },
        payload: { Content: 'x', Author: 20 }
      },
      { status: 400, kind: 'bad-body', places: ['Author'], about: 'no member any more' }
    )
  })
})
