/** Where posts are inserted (spec 4, endpoints 9 and 10), in which state they are then, and where they are found. */
import { setTimeout } from 'node:timers/promises'
import t from '../support/tap.ts'
import { build } from '../support/app.ts'
import { documentOf, idsOf, notations } from './wire.ts'

/** A moment as the wire spells it (spec 2.3): `M/D/YY h:mm AM/PM`, UTC. */
const spelled = (moment: number) =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'short', timeStyle: 'short', timeZone: 'UTC' })
    .format(moment)
    .replace(/,/, '')
    .replaceAll('\u202F', ' ')

await t.test('inserting', async (t) => {
  const { get, post, sql, tokenOf } = await build(t, { BASE_URL: 'https://desk.example' })
  const authorization = await tokenOf('mira')
  const blog = '/resources/Desk/Blog/3'

  for (const [address, published] of [
    ['/Post', false],
    ['/Post/Publish', true],
    ['/Post/Published', true]
  ] as const) {
    for (const end of ['', '/']) {
      for (const [, accept] of notations) {
        await t.test(`POST ${address}${end} for ${accept}`, async (t) => {
          const before = Date.now()
          const made = await post(`${blog}${address}${end}`, { Content: 'x' }, { authorization, accept })
          const now = [spelled(before), spelled(Date.now())]
          t.equal(made.statusCode, 201)
          t.equal(made.headers['content-type'], `${accept}; charset=utf-8`)
          const { href, ...item } = documentOf(made)
          t.equal(href, `https://desk.example${blog}/Post/${String(item.Id)}`, 'the root carries its address')
          t.equal(made.headers.location, href, 'and so does Location')
          t.equal(item.IsPublished, published ? 'True' : 'False')
          t.equal(item.IsModified, 'False')
          t.ok(now.includes(String(item.CreatedOn)), 'inserted now')
          t.equal(item.PublishedOn, published ? item.CreatedOn : undefined, 'and published in the same moment')

          const found = await get(new URL(String(href)).pathname, { accept })
          t.equal(found.statusCode, 200)
          t.same(documentOf(found), item, 'the same item is found there, without the address on its root')

          const [top] = idsOf(documentOf(await get(`${blog}/Post`)))
          t.equal(top, Number(item.Id), 'it is on top of all posts')
          const listed = idsOf(documentOf(await get(`${blog}/Post/${published ? 'Published' : 'Unpublished'}`)))
          t.equal(listed[0], top, 'and of those in its state')
          const others = idsOf(documentOf(await get(`${blog}/Post/${published ? 'Unpublished' : 'Published'}`)))
          t.notOk(others.includes(Number(item.Id)), 'and not among the others')
        })
      }
    }
  }

  await t.test('only into that blog', async (t) => {
    const rows = await sql<
      { Blog: number; Total: number }[]
    >`select blog, count(*)::integer as total from posts where created_on > now() - interval '1 hour' group by blog`
    t.same([...rows], [{ Blog: 3, Total: 12 }])
  })

  await t.test('someone who has no collaborator yet gets one, even when it is being made elsewhere', async (t) => {
    await sql`delete from collaborators where "user" = 1`
    const token = await tokenOf('admin')
    const waiting = await sql.begin(async (transaction) => {
      await transaction`insert into collaborators ("user", source) values (1, 1)`
      const answer = post(`${blog}/Post`, { Content: 'x' }, { authorization: token })
      for (let locks = 0, round = 0; locks === 0 && round < 200; round++) {
        await setTimeout(10)
        ;[{ Locks: locks }] = await sql<[{ Locks: number }]>`
          select count(*)::integer as locks from pg_locks join pg_database on pg_database.oid = database or database is null
          where not granted and datname = current_database()`
      }
      return { answer }
    })
    const made = await waiting.answer
    t.equal(made.statusCode, 201)
    t.equal((await sql`select from collaborators where "user" = 1`).length, 1)
    t.equal(documentOf(made).AuthorName, 'Ada Min')
  })
})
