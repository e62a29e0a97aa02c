/** A client that polls with `cId.since=<lastCId>` gets every change of the list, and nothing else. */
import t from 'tap'
import { addLiveBlog, build, documentOf, each, idsOf, numberFrom, until } from '../../support/index.ts'

await t.test('a client that polls with cId.since gets the changes of a list', async (t) => {
  // The cache is off, so that direct changes in the database are visible at once.
  const { get, post, sql, tokenOf } = await build(t, { CACHE_MB: '0' })
  const authorization = await tokenOf('bjarki')
  const list = async (query: string, address = '/Published') =>
    documentOf(await get(`/resources/Desk/Blog/3/Post${address}?${query}`))
  const insert = async (address: string) =>
    Number(documentOf(await post(`/resources/Desk/Blog/3/Post${address}`, { Content: 'x' }, { authorization })).Id)
  const publishedTotal = () =>
    numberFrom(sql`
      select count(*)::integer as total from posts
      where blog = 3 and published_on is not null and deleted_on is null`)

  await t.test('each kind of change appears on the lists that it concerns', async (t) => {
    t.same(await list('limit=0'), { offsetMore: '3', total: '3', limit: '0', lastCId: '3', offset: '0', PostList: [] })
    let publishedCursor = 3
    let cursor = 12

    // Description, change, and the ids that then appear on the published list and on the list of all posts.
    for (const [about, change, onPublished, onAll = onPublished] of [
      ['a draft', () => insert(''), [], [93]],
      ['a published post', () => insert('/Publish'), [94]],
      ['unpublishing', () => sql`update posts set published_on = null where id = 82`, [82]],
      [
        'editing an unpublished post',
        () => sql`update posts set content = 'y', updated_on = now() where id = 82`,
        [],
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
        'deleting an unpublished post',
        () => sql`update posts set published_on = null, deleted_on = now() where id = 94`,
        [94]
      ]
    ] as const) {
      await change()
      const changes = await list(`cId.since=${publishedCursor}`)
      t.same(idsOf(changes), onPublished, `${about} on the published list`)
      t.same(idsOf(await list(`cId.since=${cursor}`, '')), onAll, `${about} on the list of all`)
      cursor += 1
      if (onPublished.length > 0) publishedCursor = cursor
      const total = `${onPublished.length}`
      const { PostList, ...attributes } = changes
      t.same(
        attributes,
        { offsetMore: `${await publishedTotal()}`, total, limit: total, lastCId: `${publishedCursor}`, offset: '0' },
        `${about}: attributes`
      )
      t.equal((await list('limit=0')).lastCId, `${publishedCursor}`, `${about}: lastCId of the published list`)
      t.equal((await list('limit=0', '')).lastCId, `${cursor}`, `${about}: lastCId of the list of all`)
      t.same(idsOf(await list(`cId.since=${publishedCursor}`)), [], `${about}: no further changes`)
    }
  })

  await t.test('every operator of cId selects the matching changes', async (t) => {
    const changed = await sql<{ Id: number; CId: number }[]>`
      select id, c_id from reader_posts where blog = 3
      order by not is_published or deleted_on is not null,
        case when is_published and deleted_on is null then "order" end desc, c_id desc`
    for (const [query, matches] of [
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
      const expected = changed.filter(({ CId }) => matches(CId)).map(({ Id }) => Id)
      const document = await list(query)
      t.same(idsOf(document), expected, query)
      t.equal(document.total, `${expected.length}`, query)
      const [, ...later] = changed.filter(({ CId }) => matches(CId)).toSorted((a, b) => a.CId - b.CId)
      const page = new Set(later.slice(0, 2).map(({ Id }) => Id))
      const unexpected = expected.filter((id) => page.has(id))
      t.same(idsOf(await list(`${query}&limit=2&offset=1`)), unexpected, `${query}, paged`)
    }
  })

  await t.test('a post that left a list shows whether it was withdrawn or deleted', async (t) => {
    const { Content, Type, ...unpublished } = documentOf(await get('/resources/Desk/Blog/3/Post/93'))
    t.equal(unpublished.IsPublished, 'False')
    for (const id of [81, 94]) {
      const deleted = documentOf(await get(`/resources/Desk/Blog/3/Post/${id}`))
      t.same(Object.keys(deleted), ['Id', 'IsPublished', 'CId', 'DeletedOn'])
    }
  })
})

await t.test('lists of long posts stay small', async (t) => {
  const { get, sql } = await build(t)
  const blog = await addLiveBlog(sql, 'Long posts')
  await sql`
    insert into posts (blog, creator, content, published_on)
    select ${blog}, 1, repeat('x', 65000), now() from generate_series(1, 300)`
  const removed = await numberFrom(sql`
    update posts set deleted_on = now() where id = (select min(id) from posts where blog = ${blog}) returning id`)
  const list = `/resources/Desk/Blog/${blog}/Post/Published`
  const total = 300

  await t.test('a delta ends early, and a client that polls gets each change once', async (t) => {
    const pages = []
    let since = 0
    for (let left = total; left > 0;) {
      const page = documentOf(await get(`${list}?cId.since=${since}&X-Filter=Id,Content`))
      const ids = idsOf(page)
      t.equal(page.total, `${left}`)
      t.ok(ids.length > 0)
      pages.push(ids)
      left -= ids.length
      since = Number(page.lastCId)
    }
    t.same(each(pages, 'length'), [49, 49, 49, 49, 49, 49, 6])
    t.equal(new Set(pages.flat()).size, total)
    t.ok(pages.at(-1)?.includes(removed))
    t.equal(idsOf(documentOf(await get(`${list}?cId.since=${since}`))).length, 0)
  })

  await t.test('a block of changes does not end early, because clients do not ask for its rest', async (t) => {
    const block = documentOf(await get(`${list}?cId.since=0&cId.end=64&X-Filter=Id`))
    t.match(block, { total: '63', lastCId: '64' })
    t.equal(idsOf(block).length, 63)
  })

  await t.test('a page is refused if its texts are too long', async (t) => {
    for (const url of [list, '/resources/Data/Post/Published']) {
      t.equal((await get(`${url}?limit=1000`)).statusCode, 200, `${url} without X-Filter`)
      const refused = await get(`${url}?limit=1000&desc=id&X-Filter=Content`)
      t.equal(refused.statusCode, 400)
      t.match(refused.body.slice(0, 1000), /limit must be less than 25\d: the items have more than 16777216 characters/)
      t.equal((await get(`${url}?limit=250&desc=id&X-Filter=Content`)).statusCode, 200)
    }
  })

  await t.test('a delta ends early by the bytes of contents and of meta data', async (t) => {
    // As many bytes as the texts before, in half as many characters.
    await sql`
      update posts set content = repeat('é', 16250), meta = '{"note":"' || repeat('é', 16244) || '"}'
      where blog = ${blog} and c_id between 251 and ${total}`
    const page = documentOf(await get(`${list}?cId.since=${total + 1}&X-Filter=Id`))
    t.equal(idsOf(page).length, 49)
  })

  await t.test('so is one that shows a long text of its blog with each post', async (t) => {
    await sql`update blogs set description = repeat('<', 65000) where id = ${blog}`
    const refused = await until(
      () => get(`${list}?limit=100&X-Filter=Blog.Description`),
      ({ statusCode }) => statusCode !== 503
    )
    t.match(refused.body.slice(0, 1000), /limit must be less than 65: /)
  })
})
