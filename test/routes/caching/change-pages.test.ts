/** Pages of changes: their order and size, the meaning of `lastCId`, and the posts that left the list. */
import t from 'tap'
import {
  build,
  expectProblem,
  listen,
  newsroom,
  numberFrom,
  openStream,
  untilWaitingForLocks,
  words,
  wordsOf
} from '../../support/index.ts'
import { documentOf, hrefsOf, idsOf, itemsOf, formats } from '../wire.ts'

await t.test('a page of changes shows the oldest changes after the cursor', async (t) => {
  const built = await build(t, { CACHE_MB: '0' })
  const { get, sql } = built
  const room = await newsroom(built)
  const list = `${room.posts}/Published`
  const read = async (query: string, path = list) => documentOf(await get(`${path}?${query}`))
  const changesOf = async (path = list) => sql<{ Id: number; CId: number; Order: string }[]>`
    select id, c_id, "order" from ${path === list ? sql`reader_posts` : sql`posts`}
    where blog = ${room.blog} order by c_id`
  const byOrder = (rows: readonly { Id: number; Order: string }[]) =>
    rows.toSorted((a, b) => Number(b.Order) - Number(a.Order)).map(({ Id }) => Id)

  const [first = 0, second = 0] = await room.insert(8)
  await room.insert(3, { published: false, content: 'draft' })
  await room.edit([first], 'zebra')
  await room.edit([second], 'aardvark')

  for (const path of [list, room.posts]) {
    for (const limit of [1, 3, 5]) {
      await t.test(`pages of ${limit} at ${path} begin with the oldest change, in the order of the list`, async (t) => {
        const changes = await changesOf(path)
        const newest = changes.at(-1)?.CId
        for (let offset = 0; offset < changes.length; offset += limit) {
          const page = changes.slice(offset, offset + limit)
          const document = await read(`cId.since=0&offset=${offset}&limit=${limit}`, path)
          t.same(idsOf(document), byOrder(page), `changes from ${offset}`)
          const isLast = offset + limit >= changes.length
          t.equal(document.lastCId, `${isLast ? newest : page.at(-1)?.CId}`, `lastCId from ${offset}`)
          t.equal(document.total, `${changes.length}`)
        }
      })
    }
  }

  await t.test('a page without X-Filter shows only addresses, also of a post that has left the list', async (t) => {
    const left = await newsroom(built)
    const [id = 0] = await left.insert(2)
    await sql`update posts set published_on = null where id = ${id}`
    const document = documentOf(await get(`${left.posts}/Published.json?cId.since=0`))
    t.same(
      document.PostList,
      hrefsOf(document).map((href) => ({ href }))
    )
    t.ok(idsOf(document).includes(id))
  })

  await t.test('a post that changes while its page is read has its newest state as a whole', async (t) => {
    const changing = await newsroom(built)
    const [id = 0] = await changing.insert(2)
    const page = await sql.begin(async (transaction) => {
      // Only the posts are read from this table, after their list.
      await transaction`lock table person_icons in access exclusive mode`
      const reading = get(`${changing.posts}/Published.json?cId.since=0`, { 'x-filter': 'Id,CId,Order' })
      await untilWaitingForLocks(sql)
      await changing.reorder([id])
      return { reading }
    })
    const { PostList, lastCId } = (await page.reading).json()
    const shown = PostList.find(({ Id }: { Id: string }) => Id === `${id}`)
    t.match(shown, { CId: '3', Order: '3.0' })
    t.equal(lastCId, '2', 'and the cursor leads to the change')
  })

  await t.test('a post that is withdrawn while a list is read shows readers none of its text', async (t) => {
    const leaving = await newsroom(built)
    const [id = 0] = await leaving.insert(2, { content: 'withdrawn text' })
    const readDuringWithdrawal = (path: string) =>
      sql.begin(async (transaction) => {
        await transaction`lock table person_icons in access exclusive mode`
        const reading = get(path, { 'x-filter': 'Id,IsPublished,Content' })
        await untilWaitingForLocks(sql)
        await sql`update posts set published_on = null where id = ${id}`
        return { reading }
      })
    const republish = () => sql`update posts set published_on = now() where id = ${id}`
    const lists = ['Published.json?cId.since=0', 'Published.json'].map((end) => `${leaving.posts}/${end}`)
    for (const path of [...lists, '/resources/Data/Post/Published.json?desc=createdOn&limit=2']) {
      const { PostList } = (await (await readDuringWithdrawal(path)).reading).json()
      const shown = PostList.find(({ Id }: { Id: string }) => Id === `${id}`)
      t.ok(shown, path)
      t.notOk('Content' in shown, `${path} shows no text`)
      t.not(shown.IsPublished, 'True')
      await republish()
    }
  })

  await t.test('a page without a limit shows up to 1,000 changes', async (t) => {
    const big = await newsroom(built)
    await big.insert(1003)
    const page = await read('cId.since=0', `${big.posts}/Published`)
    t.equal(idsOf(page).length, 1000)
    t.equal(page.lastCId, '1000')
    const secondPage = await read('cId.since=1000', `${big.posts}/Published`)
    t.equal(idsOf(secondPage).length, 3)
    t.equal(secondPage.lastCId, '1003')
    const shown = (await read('cId.start=1004', `${big.posts}/Published`)).lastCId
    t.equal(shown, '1003', 'the lastCId of an empty page is the newest change')
  })

  for (const [query, matches] of [
    ['cId.since=0&limit=3&asc=id', () => true],
    ['cId.since=0&limit=3&desc=id', () => true],
    ['cId.since=0&limit=2&desc=order', () => true],
    ['cId.since=0&limit=0&asc=id', () => true],
    ['cId.since=2&limit=2&asc=content', (cId: number) => cId > 2],
    ['cId.since=0&cId.until=9&limit=3', (cId: number) => cId < 9],
    ['cId.until=6&limit=2', (cId: number) => cId < 6],
    ['cId.start=4&cId.end=8&limit=1', (cId: number) => cId >= 4 && cId <= 8]
  ] as const) {
    await t.test(`with ${query}, every matching change up to lastCId is on the page`, async (t) => {
      const document = await read(query)
      const shownIds = idsOf(document)
      const covered = (await changesOf()).filter(({ CId }) => matches(CId) && CId <= Number(document.lastCId))
      const unexpected = covered.filter(({ Id }) => !shownIds.includes(Id))
      t.same(unexpected, [])
    })
  }

  await t.test('a cursor beyond the newest change is answered 410', async (t) => {
    const Last = await numberFrom(sql`select last_c_id as last from blogs where id = ${room.blog}`)
    for (const [extension, accept] of formats) {
      for (const path of [list, room.posts]) {
        const status = (await get(`${path}?cId.since=${Last}`, { accept })).statusCode
        t.equal(status, 200, 'the newest change number is a valid cursor')
        for (const since of [Last + 1, 2147483647]) {
          const gone = await get(`${path}?cId.since=${since}`, { accept })
          expectProblem(t, gone, { kind: 'cursor-gone' }, extension)
          t.equal(
            wordsOf(gone),
            '410 cId.since is beyond the newest change of this blog; read the list again without it\n' +
              '    cId.since is beyond the newest change of this blog'
          )
        }
      }
    }
  })

  await t.test('a stream whose Last-Event-ID lies beyond the newest change is reset to that change', async (t) => {
    const origin = `http://127.0.0.1:${await listen(built.app)}`
    const Last = await numberFrom(sql`select last_c_id as last from blogs where id = ${room.blog}`)
    const stream = await openStream(`${origin}${list}?stream`, {
      accept: 'text/event-stream',
      'last-event-id': '2000000'
    })
    t.match(await stream.next(), { type: 'reset', data: /^read the list again$/ })
    t.equal(stream.lastEventId(), `${Last}`)
    await room.send(true, 'after the reset')
    const event = await stream.next()
    t.match(event, { type: 'message', id: `${Last + 1}`, data: /after the reset/ })

    await t.test('an open stream is reset when an older state of its blog is restored', async (t) => {
      await sql`update blogs set last_c_id = ${Last}, published_c_id = ${Last} where id = ${room.blog}`
      t.equal((await stream.next()).type, 'reset')
      t.equal(stream.lastEventId(), `${Last}`)
    })
    await stream.close()
  })
})

await t.test('pages of changes show posts that left the published list', async (t) => {
  const built = await build(t, { CACHE_MB: '0' })
  const { get, sql } = built
  const room = await newsroom(built)
  const [remaining = 0, withdrawn = 0, deleted = 0] = await room.insert(3, { content: 'kept' })
  await room.edit([withdrawn, deleted], 'secret')
  await room.withdraw([withdrawn])
  await room.remove([deleted])
  const read = async (query: string, path = '/Post/Published') =>
    documentOf(
      await get(`/resources/Desk/Blog/${room.blog}${path}?cId.since=0&${query}`, { accept: 'application/json' })
    )

  for (const filter of ['*', 'Content', 'Creator.*', 'Id,CId,IsPublished', 'AuthorPerson.EMail', 'Order']) {
    await t.test(`a post that left shows the same fields under X-Filter=${filter}`, async (t) => {
      const document = await read(`X-Filter=${filter}`)
      const items = itemsOf(document).map(
        ({ href, ...fields }) => [Number(String(href).split('/').at(-1)), fields] as const
      )
      const fieldsById = Object.fromEntries(
        items
          .filter(([id]) => id !== remaining)
          .map(([id, { CId, DeletedOn, ...fields }]) => [
            id,
            { ...fields, hasNumber: /^\d+$/.test(String(CId)), hasDate: DeletedOn !== undefined }
          ])
      )
      t.same(fieldsById, {
        [withdrawn]: { Id: `${withdrawn}`, IsPublished: 'False', hasNumber: true, hasDate: false },
        [deleted]: { Id: `${deleted}`, IsPublished: 'True', hasNumber: true, hasDate: true }
      })
    })
  }

  const idsThatLeft = [withdrawn, deleted]
  for (const [query, path, others] of [
    ['content.like=kept%25', '/Post/Published', [remaining]],
    ['content.like=secret%25', '/Post/Published', []],
    ['content.like=nothing%25', '/Post/Published', []],
    ['search=secret', '/Post/Published', []],
    ['search=nothing', '/Post/Published', []],
    ['isModified=true', '/Post/Published', []],
    ['isModified=false', '/Post/Published', [remaining]],
    ['createdOn.since=2999-01-01', '/Post/Published', []],
    ['publishedOn.until=2001-01-01', '/Post/Published', []],
    ['updatedOn.since=2999-01-01', '/Post/Published', []],
    ['order.until=0', '/Post/Published', []],
    ['', '/PostType/normal/Post/Published', [remaining]],
    ['', '/PostType/quote/Post/Published', []],
    ['', '/User/1/Post/Published', [remaining]],
    ['', '/User/2/Post/Published', []],
    ['', '/Collaborator/17/Post/Published', []]
  ] as const) {
    await t.test(`posts that left match ${query || path} by fields that they no longer show`, async (t) => {
      const document = await read(query, path)
      const shown = idsOf(document).toSorted((a, b) => a - b)
      t.same(
        shown,
        [...others, ...idsThatLeft].toSorted((a, b) => a - b)
      )
      t.equal(document.total, `${others.length + idsThatLeft.length}`)
    })
  }

  await t.test('posts that left are filtered by the fields that they show', async (t) => {
    const numbers = await sql<
      { Id: number; CId: number }[]
    >`select id, c_id from reader_posts where blog = ${room.blog}`
    const numberOf = (id: number) => numbers.find((row) => row.Id === id)?.CId ?? 0
    for (const [query, expected] of [
      [`id=${withdrawn}`, [withdrawn]],
      [`id.since=${deleted}`, []],
      ['isPublished=false', [withdrawn]],
      ['isPublished=true', [remaining, deleted]],
      [`cId=${numberOf(withdrawn)}`, [withdrawn]],
      [`cId.until=${numberOf(withdrawn)}`, [remaining]],
      ['deletedOn.since=2001-01-01', [deleted]],
      ['deletedOn.since=2999-01-01', []]
    ] as const) {
      const shown = idsOf(await read(query)).toSorted((a, b) => a - b)
      t.same(
        shown,
        expected.toSorted((a, b) => a - b),
        query
      )
    }
  })

  for (const query of [...words`asc=content desc=content asc=createdOn desc=order asc=order desc=publishedOn`, '']) {
    await t.test(`posts that left come last with ${query === '' ? 'no order' : query}`, async (t) => {
      const before = hrefsOf(await read(query))
      t.equal(idsOf(await read(query))[0], remaining)
      for (const text of ['aaa', 'zzz']) {
        await sql`update posts set content = ${text} where id in ${sql(idsThatLeft)}`
        t.same(hrefsOf(await read(query)), before, `with ${text} in them`)
      }
    })
  }
})
