/** Work on drafts changes nothing that readers see. A deleted post has only the fields by which clients remove it. */
import t from 'tap'
import {
  build,
  documentOf,
  formats,
  hrefsOf,
  itemsOf,
  listen,
  newsroom,
  openStream,
  until
} from '../../support/index.ts'
import { words } from '../../support/words.ts'

await t.test('editors correct and move drafts unseen', async (t) => {
  const built = await build(t, { PUBLIC_DRAFTS: 'false' })
  const { app, get, sql, tokenOf } = built
  const room = await newsroom(built)
  const authorization = await tokenOf('admin')
  await sql`update blogs set live_on = now() where id = ${room.blog}`
  const [top = 0, withdrawn = 0, draft = 0] = [
    ...(await room.insert(2)),
    ...(await room.insert(1, { published: false }))
  ]
  await room.withdraw([withdrawn])
  const followed = `${room.posts}/Published?cId.since=0&X-Filter=Id,CId,Content`
  const origin = `http://127.0.0.1:${await listen(app)}`
  const stream = await openStream(`${origin}${room.posts}/Published?stream`)

  const addresses = [
    ...[`/resources/Desk/Blog/${room.blog}?X-Filter=*`, `/resources/Desk/Blog/${room.blog}`, '/resources/Desk/Blog'],
    ...[`${room.posts}/Published`, followed, room.posts],
    ...['', '/embed', '/atom', '/feed.json'].map((end) => `/live/${room.blog}${end}`)
  ]
  const seen = async () => Promise.all(addresses.map(async (url) => [url, (await get(url)).headers.etag]))
  // On a busy machine, a document may be refused at first.
  const before = await until(seen, (documents) => documents.every(([, etag]) => etag !== undefined))
  const correct = (post: number) =>
    app.inject({ method: 'PUT', url: `${room.posts}/${post}`, payload: { Content: 'y' }, headers: { authorization } })
  for (const post of [draft, withdrawn]) {
    t.equal((await correct(post)).statusCode, 200)
    const move = `${room.posts}/${post}/Post/${top}/Reorder`
    t.equal((await app.inject({ method: 'PUT', url: move, headers: { authorization } })).statusCode, 200)
    t.same(await seen(), before, post === draft ? 'a draft' : 'a withdrawn post')
  }

  await room.send(true, 'News')
  t.match((await stream.next()).data, 'News', 'the stream has no event for work on drafts')
  await stream.close()
  const { CId, Content } = itemsOf(documentOf(await get(followed))).find(({ Id }) => Id === `${withdrawn}`) ?? {}
  t.same({ CId, Content }, { CId: '4', Content: undefined }, 'readers know the withdrawal, not the later changes')

  const cursor = documentOf(await get(followed)).lastCId
  await room.publish([withdrawn])
  const page = documentOf(await get(`${room.posts}/Published?cId.since=${String(cursor)}&X-Filter=Id,Content`))
  t.match(itemsOf(page), [{ Id: `${withdrawn}`, Content: 'y' }], 'published again, it is a change with its new content')
  const shown = itemsOf(documentOf(await get(`${room.posts}/Published?cId.since=${String(page.lastCId)}`)))
  t.same(shown, [], 'and the last one')
})

await t.test('a deleted post shows only its ids, its state and the time of its deletion', async (t) => {
  const { app, get, sql } = await build(t, { CACHE_MB: '0' })
  await sql`update posts set deleted_on = '2026-11-19T12:00:00Z' where id in (82, 84)`

  for (const [, accept] of formats) {
    for (const [id, IsPublished, CId] of [
      ['82', 'True', '13'],
      ['84', 'False', '14']
    ] as const) {
      const url = `/resources/Desk/Blog/3/Post/${id}`
      const answer = await get(url, { accept })
      t.equal(answer.statusCode, 200, url)
      t.same(
        Object.entries(documentOf(answer)),
        Object.entries({ Id: id, IsPublished, CId, DeletedOn: '11/19/26 12:00 PM' }),
        'only the fields that clients need, in document order'
      )
      t.equal((await app.inject({ method: 'HEAD', url })).statusCode, 200)

      const belowData = await get(`/resources/Data/Post/${id}`, { accept })
      t.equal(belowData.statusCode, 200)
      const shown = Object.entries(documentOf(belowData))
      t.same(shown, Object.entries({ Id: id, IsPublished, DeletedOn: '11/19/26 12:00 PM' }))
    }
  }

  await t.test('a deleted post is in no list', async (t) => {
    for (const path of [
      ...words`
        Desk/Blog/3/Post Desk/Blog/3/Post/Published Desk/Blog/3/Post/Unpublished Desk/Blog/3/Collaborator/16/Post
        Desk/Blog/3/Collaborator/21/Post/Unpublished Data/Post Data/Post/Published Data/Post/Unpublished
        Data/Collaborator/16/Post Data/Collaborator/21/Post Data/Source/1/Post Data/SourceType/internal/Post
        HR/User/5/Post HR/User/10/Post HR/User/10/Post/Unpublished`
    ]) {
      const list = documentOf(await get(`/resources/${path}?limit=1000`))
      t.notMatch(hrefsOf(list).join(' '), /Post\/8[24]\b/, path)
      t.equal(list.total, `${hrefsOf(list).length}`, path)
    }
  })

  await t.test('a deleted post is 404 below another blog', async (t) => {
    t.equal((await get('/resources/Desk/Blog/1/Post/82')).statusCode, 404)
  })
})
