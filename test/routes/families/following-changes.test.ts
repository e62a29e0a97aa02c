/** A reader that asks `cId.since=<lastCId>` learns of every change of the published list, and of nothing else. */
import t from '../../support/tap.ts'
import { build } from '../../support/app.ts'
import { documentOf, idsOf } from '../wire.ts'

await t.test('following changes', async (t) => {
  // Nothing is kept: what is written past the service is read at once.
  const { get, post, sql, tokenOf } = await build(t, { CACHE_MB: '0' })
  const authorization = await tokenOf('bjarki')
  const list = async (query: string, address = '/Published') =>
    documentOf(await get(`/resources/Desk/Blog/3/Post${address}?${query}`))
  const insert = async (address: string) =>
    Number(documentOf(await post(`/resources/Desk/Blog/3/Post${address}`, { Content: 'x' }, { authorization })).Id)
  const published = async () => {
    const [{ Total }] = await sql<
      [{ Total: number }]
    >`select count(*)::integer as total from posts where blog = 3 and published_on is not null and deleted_on is null`
    return Total
  }

  await t.test('step by step', async (t) => {
    t.same(await list('limit=0'), { offsetMore: '3', total: '3', limit: '0', lastCId: '3', offset: '0', PostList: [] })
    let since = 3
    let top = 12

    /** Each change: what it is, how it is made, and the posts that a follower then learns of, on both lists. */
    for (const [about, change, onPublished, onAll = onPublished] of [
      ['a draft', () => insert(''), [], [93]],
      ['a published post', () => insert('/Publish'), [94]],
      ['unpublishing', () => sql`update posts set published_on = null where id = 82`, [82]],
      [
        'editing what was unpublished',
        () => sql`update posts set content = 'y', updated_on = now() where id = 82`,
        [82]
      ],
      ['deleting a published post', () => sql`update posts set deleted_on = now() where id = 81`, [81]],
      ['editing a draft', () => sql`update posts set content = 'y', updated_on = now() where id = 84`, [], [84]],
      ['editing a published post', () => sql`update posts set content = 'y', updated_on = now() where id = 83`, [83]],
      ['reordering a published post', () => sql`update posts set "order" = 0.5 where id = 83`, [83]],
      ['deleting a draft', () => sql`update posts set deleted_on = now() where id = 85`, [], [85]],
      ['publishing a draft', () => sql`update posts set published_on = now() where id = 86`, [86]],
      ['publishing again', () => sql`update posts set published_on = now() where id = 82`, [82]],
      [
        'deleting what was unpublished',
        () => sql`update posts set published_on = null, deleted_on = now() where id = 94`,
        [94]
      ]
    ] as const) {
      await change()
      const changes = await list(`cId.since=${since}`)
      t.same(idsOf(changes), onPublished, `${about} on the published list`)
      t.same(idsOf(await list(`cId.since=${top}`, '')), onAll, `${about} on the list of all`)
      top += 1
      if (onPublished.length > 0) since = top
      const total = `${onPublished.length}`
      const { PostList, ...attributes } = changes
      t.same(
        attributes,
        { offsetMore: `${await published()}`, total, limit: total, lastCId: `${since}`, offset: '0' },
        `${about}: attributes`
      )
      t.equal((await list('limit=0')).lastCId, `${since}`, `${about}: lastCId of the plain list`)
      t.equal((await list('limit=0', '')).lastCId, `${top}`, `${about}: lastCId of the list of all`)
      t.same(idsOf(await list(`cId.since=${since}`)), [], `${about}: nothing more`)
    }
  })

  await t.test('every bound', async (t) => {
    const changed = await sql<{ Id: number; CId: number }[]>`
      select id, c_id from posts where blog = 3 and was_published
      order by not is_published or deleted_on is not null, case when is_published and deleted_on is null then "order" end desc, c_id desc`
    for (const [query, within] of [
      ['cId=15', (cId: number) => cId === 15],
      ['cId.start=15', (cId: number) => cId >= 15],
      ['cId.end=15', (cId: number) => cId <= 15],
      ['cId.since=15', (cId: number) => cId > 15],
      ['cId.until=15', (cId: number) => cId < 15],
      ['cId.since=3&cId.until=20', (cId: number) => cId > 3 && cId < 20],
      ['cId.start=14&cId.end=18', (cId: number) => cId >= 14 && cId <= 18],
      ['cId.since=0', () => true],
      ['cId=0', () => false]
    ] as const) {
      const expected = changed.filter(({ CId }) => within(CId)).map(({ Id }) => Id)
      const document = await list(query)
      t.same(idsOf(document), expected, query)
      t.equal(document.total, `${expected.length}`, query)
      const [, ...later] = changed.filter(({ CId }) => within(CId)).toSorted((one, other) => one.CId - other.CId)
      const page = new Set(later.slice(0, 2).map(({ Id }) => Id))
      t.same(
        idsOf(await list(`${query}&limit=2&offset=1`)),
        expected.filter((id) => page.has(id)),
        `${query}, paged`
      )
    }
  })

  await t.test('what left a list shows why', async (t) => {
    const { Content, Type, ...unpublished } = documentOf(await get('/resources/Desk/Blog/3/Post/93'))
    t.equal(unpublished.IsPublished, 'False')
    for (const id of [81, 94]) {
      const deleted = documentOf(await get(`/resources/Desk/Blog/3/Post/${id}`))
      t.same(Object.keys(deleted), ['Id', 'IsPublished', 'CId', 'DeletedOn'])
    }
  })

  await t.test('a follower of many writers misses nothing', async (t) => {
    const seen = new Set<number>()
    let since = Number((await list('limit=0')).lastCId)
    const follow = async () => {
      const changes = await list(`cId.since=${since}&limit=1000`)
      for (const id of idsOf(changes)) seen.add(id)
      since = Number(changes.lastCId)
    }
    const follower = (async () => {
      for (let round = 0; round < 2000 && seen.size < 48; round++) await follow()
    })()
    const writers = Array.from({ length: 6 }, async () => {
      const ids = []
      for (let n = 0; n < 8; n++) ids.push(await insert('/Publish'))
      return ids
    })
    const made = (await Promise.all(writers)).flat()
    await follower
    t.same(
      [...seen].toSorted((one, other) => one - other),
      made.toSorted((one, other) => one - other)
    )
  })
})
