/** Editors pin posts above all others, and mark posts as key points. */
import t from 'tap'
import { build, documentOf, expectNothingStored, idsOf, itemsOf, newsroom, wordsOf } from '../../support/index.ts'

const STATE = { 'x-filter': 'PinnedOn,IsKeyPoint,UpdatedOn' }

const built = await build(t, { CACHE_MB: '0' })
const editor = await built.senderOf('admin')

await t.test('a pinned post and a key point are changes that readers learn of, but no corrections', async (t) => {
  const room = await newsroom(built)
  const [post = 0] = await room.insert(1)
  const stateOf = async () => documentOf(await built.get(`${room.posts}/${post}`, STATE))
  t.match(await stateOf(), { PinnedOn: undefined, IsKeyPoint: 'False' })
  for (const [end, expected, reason] of [
    ['Pin', { PinnedOn: /^\d/, IsKeyPoint: 'False' }, 'is pinned already'],
    ['MarkKeyPoint', { PinnedOn: /^\d/, IsKeyPoint: 'True' }, 'is a key point already'],
    ['Unpin', { PinnedOn: undefined, IsKeyPoint: 'True' }, 'is not pinned'],
    ['UnmarkKeyPoint', { PinnedOn: undefined, IsKeyPoint: 'False' }, 'is not a key point']
  ] as const) {
    const { lastCId } = documentOf(await built.get(`${room.posts}/Published`))
    const changed = await editor('POST', `${room.posts}/${post}/${end}`, undefined, STATE)
    t.equal(changed.statusCode, 201, end)
    t.match(documentOf(changed), { ...expected, IsModified: 'False', UpdatedOn: undefined }, end)
    const delta = await built.get(`${room.posts}/Published?cId.since=${String(lastCId)}&X-Filter=PinnedOn,IsKeyPoint`)
    t.match(itemsOf(documentOf(delta)), [expected], `${end} is a change of the published list`)
    const again = { url: `${room.posts}/${post}/${end}`, headers: { authorization: await built.tokenOf('admin') } }
    const text = await expectNothingStored(t, built, again, { kind: 'conflict', about: `${end} twice` })
    t.equal(text, `409 This post ${reason}`)
  }
})

await t.test('three posts of a blog are pinned at most, however many editors try', async (t) => {
  const room = await newsroom(built)
  const posts = await room.insert(8)
  const answers = await Promise.all(posts.map((post) => editor('POST', `${room.posts}/${post}/Pin`)))
  const full = '409 Three posts of this blog are pinned already; unpin one first'
  t.same(answers.map(wordsOf).toSorted(), ['201', '201', '201', full, full, full, full, full])
  const pinned = async () => idsOf(documentOf(await built.get(`${room.posts}/Published?isPinned=true&X-Filter=Id`)))
  const before = await pinned()
  t.equal(before.length, 3)
  const [first = 0, second = 0, third = 0] = before
  await room.withdraw([first])
  t.equal((await editor('DELETE', `${room.posts}/${second}`)).statusCode, 204)
  t.same(await pinned(), [third], 'a post that was withdrawn or deleted is pinned no longer')
  t.equal((await editor('POST', `${room.posts}/${first}/Publish`)).statusCode, 201)
  t.same(await pinned(), [third], 'not even when it is published again')
  t.equal((await editor('POST', `${room.posts}/${first}/Pin`)).statusCode, 201)
})

await t.test('only published posts are pinned; drafts can be marked as key points', async (t) => {
  const room = await newsroom(built)
  const [draft = 0] = await room.insert(1, { published: false })
  const authorization = await built.tokenOf('admin')
  const request = { method: 'POST', url: `${room.posts}/${draft}/Pin`, headers: { authorization } }
  t.equal(await expectNothingStored(t, built, request, { kind: 'conflict' }), '409 This post is not published')
  t.equal((await editor('POST', `${room.posts}/${draft}/MarkKeyPoint`)).statusCode, 201)
  t.same(idsOf(documentOf(await built.get(`${room.posts}?isKeyPoint=true&X-Filter=Id`))), [draft])
  t.same(idsOf(documentOf(await built.get(`${room.posts}/Published?isKeyPoint=true&X-Filter=Id`))), [])
})
