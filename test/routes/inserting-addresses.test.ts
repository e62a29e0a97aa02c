/** Inserting posts (docs/spec.md, section 4, endpoints 9 and 10): addresses, state of the post, and lists. */
import t from 'tap'
import { build } from '../support/app.ts'
import { untilWaitingForLocks } from '../support/database.ts'
import { documentOf, idsOf, formats } from './wire.ts'

/** Returns the wire text of a timestamp: `M/D/YY h:mm AM/PM` in UTC (docs/spec.md, section 2.3). */
const wireTextOf = (timestamp: number) =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'short', timeStyle: 'short', timeZone: 'UTC' })
    .format(timestamp)
    .replace(/,/, '')
    .replaceAll('\u202F', ' ')

await t.test('a post is inserted as a draft or published, depending on the address', async (t) => {
  const { get, post, sql, tokenOf } = await build(t, { BASE_URL: 'https://desk.example' })
  const authorization = await tokenOf('mira')
  const blog = '/resources/Desk/Blog/3'

  for (const [address, published] of [
    ['/Post', false],
    ['/Post/Publish', true],
    ['/Post/Published', true]
  ] as const) {
    for (const end of ['', '/']) {
      for (const [, accept] of formats) {
        await t.test(
          `POST ${address}${end} inserts a ${published ? 'published post' : 'draft'}, in ${accept}`,
          async (t) => {
            const before = Date.now()
            const inserted = await post(`${blog}${address}${end}`, { Content: 'x' }, { authorization, accept })
            const possibleTimes = [wireTextOf(before), wireTextOf(Date.now())]
            t.equal(inserted.statusCode, 201)
            t.equal(inserted.headers['content-type'], `${accept}; charset=utf-8`)
            const { href, ...item } = documentOf(inserted)
            t.equal(
              href,
              `https://desk.example${blog}/Post/${String(item.Id)}`,
              'the root of the response has its href'
            )
            t.equal(inserted.headers.location, href, 'Location is the same address')
            t.equal(item.IsPublished, published ? 'True' : 'False')
            t.equal(item.IsModified, 'False')
            t.ok(possibleTimes.includes(String(item.CreatedOn)), 'CreatedOn is the current time')
            t.equal(item.PublishedOn, published ? item.CreatedOn : undefined, 'PublishedOn equals CreatedOn')

            const reread = await get(new URL(String(href)).pathname, { accept })
            t.equal(reread.statusCode, 200)
            t.same(documentOf(reread), item, 'GET returns the same item, without href on its root')

            const [top] = idsOf(documentOf(await get(`${blog}/Post`)))
            t.equal(top, Number(item.Id), 'it comes first in the list of all posts')
            const inItsState = idsOf(documentOf(await get(`${blog}/Post/${published ? 'Published' : 'Unpublished'}`)))
            t.equal(inItsState[0], top, 'and first in the list of its state')
            const inOtherState = idsOf(documentOf(await get(`${blog}/Post/${published ? 'Unpublished' : 'Published'}`)))
            t.notOk(inOtherState.includes(Number(item.Id)), 'the list of the other state does not show it')
          }
        )
      }
    }
  }

  await t.test('the posts are inserted into that blog only', async (t) => {
    const rows = await sql<{ Blog: number; Total: number }[]>`
      select blog, count(*)::integer as total from posts
      where created_on > now() - interval '1 hour' group by blog`
    t.same([...rows], [{ Blog: 3, Total: 12 }])
  })

  await t.test('a user without a collaborator gets one, even while another transaction inserts it', async (t) => {
    await sql`delete from collaborators where "user" = 1`
    const token = await tokenOf('admin')
    const waiting = await sql.begin(async (transaction) => {
      await transaction`insert into collaborators ("user", source) values (1, 1)`
      const answer = post(`${blog}/Post`, { Content: 'x' }, { authorization: token })
      await untilWaitingForLocks(sql)
      return { answer }
    })
    const inserted = await waiting.answer
    t.equal(inserted.statusCode, 201)
    t.equal((await sql`select from collaborators where "user" = 1`).length, 1)
    t.equal(documentOf(inserted).AuthorName, 'Ada Min')
  })
})
