/** Work on drafts, and on posts that were withdrawn, changes nothing that readers see. */
import t from 'tap'
import { build } from '../support/app.ts'
import { openStream } from '../support/event-stream.ts'
import { newsroom } from '../support/newsroom.ts'
import { listen } from './socket.ts'
import { documentOf, itemsOf } from './wire.ts'

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
  const before = await seen()
  t.ok(
    before.every(([, etag]) => etag !== undefined),
    'every document has an ETag'
  )
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
  t.same(
    itemsOf(documentOf(await get(`${room.posts}/Published?cId.since=${String(page.lastCId)}`))),
    [],
    'and the last one'
  )
})
