/** Posts of a blog are listed by descending Order. Their totals, which triggers maintain, equal the number of posts. */
import t from 'tap'
import { build } from '../../support/app.ts'
import { documentOf, idsOf } from '../wire.ts'

const lists = [
  ['', 'true'],
  ['/Published', 'published_on is not null'],
  ['/Unpublished', 'published_on is null']
] as const

await t.test('lists of posts have the right order and totals', async (t) => {
  const { app, get, post, sql, tokenOf } = await build(t)
  const authorization = await tokenOf('bjarki')
  const insert = async (address: string) =>
    documentOf(await post(`/resources/Desk/Blog/3/Post${address}`, { Content: 'x' }, { authorization }))

  const check = async (about: string) => {
    for (const blog of [1, 2, 3]) {
      for (const [address, state] of lists) {
        const expected = await sql<{ Id: number }[]>`
          select id from posts where blog = ${blog} and deleted_on is null and ${sql.unsafe(state)}
          order by "order" desc`
        const list = documentOf(await get(`/resources/Desk/Blog/${blog}/Post${address}?limit=1000`))
        t.same(
          idsOf(list),
          expected.map(({ Id }) => Id),
          `${about}: blog ${blog}${address} is ordered`
        )
        t.same(
          { total: list.total, offsetMore: list.offsetMore },
          { total: `${expected.length}`, offsetMore: `${expected.length}` },
          `${about}: blog ${blog}${address} has the right total`
        )
      }
    }
  }

  await check('the demo')

  await t.test(
    'published posts descend by Order, and by Id until they are reordered (docs/spec.md, section 2.2)',
    async (t) => {
      const ids = idsOf(documentOf(await get('/resources/Desk/Blog/1/Post/Published?limit=1000')))
      t.ok(ids.length > 20)
      t.same(
        ids,
        ids.toSorted((a, b) => b - a)
      )
      const orders = await Promise.all(
        ids.map(async (id) => Number(documentOf(await get(`/resources/Desk/Blog/1/Post/${id}`)).Order))
      )
      t.same(
        orders,
        orders.toSorted((a, b) => b - a)
      )
      t.equal(new Set(orders).size, orders.length, 'no two posts have the same Order')
    }
  )

  await t.test('a new post comes first', async (t) => {
    for (const address of ['', '/Publish', '/Published']) {
      const { Id, Order } = await insert(address)
      const list = documentOf(await get('/resources/Desk/Blog/3/Post'))
      t.equal(idsOf(list)[0], Number(Id))
      t.match(Order, /^\d+\.0$/)
      await check(`after POST /Post${address}`)
    }
  })

  await t.test('direct changes in the database update the order and totals', async () => {
    for (const [about, change] of [
      ['publishing', () => sql`update posts set published_on = now() where id in (84, 90)`],
      ['unpublishing', () => sql`update posts set published_on = null where id in (81, 84)`],
      ['editing', () => sql`update posts set content = 'y', updated_on = now() where id in (82, 85)`],
      ['reordering', () => sql`update posts set "order" = 2.5 where id = 92`],
      ['deleting', () => sql`update posts set deleted_on = now() where id in (83, 86, 90)`],
      ['editing deleted posts', () => sql`update posts set published_on = null where id in (83, 90)`],
      ['restoring', () => sql`update posts set deleted_on = null where id in (83, 86)`],
      ['deleting all posts of a blog', () => sql`update posts set deleted_on = now() where blog = 2`]
    ] as const) {
      await change()
      await app.freshness.catchUp()
      await check(about)
    }
  })

  await t.test('concurrent inserts get distinct ids, change numbers and orders', async (t) => {
    const inserted = await Promise.all(Array.from({ length: 24 }, (_, n) => insert(n % 2 === 0 ? '/Publish' : '')))
    for (const name of ['Id', 'CId', 'Order']) {
      t.equal(new Set(inserted.map((post) => post[name])).size, 24, `each post has its own ${name}`)
    }
    await check('after concurrent inserts')
  })
})
