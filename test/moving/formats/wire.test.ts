/** Followers read the lists of other services. */
import t from 'tap'
import { parsePage } from '../../../moving/following/wire.ts'

const LIST = 'https://source.example/resources/Desk/Blog/1/Post/Published'
const read = (item: object) => parsePage(JSON.stringify({ PostList: [item], lastCId: '9' }), LIST).entries[0]?.post

await t.test('a published post has an identity, also if its service gives it none', (t) => {
  const post = { Id: '7', CId: '9', Order: '3.0', IsPublished: 'True', Content: 'x' }
  const Uuid = 'b250b87c-fd25-4960-b7a2-8c1c9c5b9da0'
  t.match(read({ ...post, Uuid }), { state: 'published', uuid: Uuid, position: '3.0' })
  t.match(read({ ...post, Uuid: Uuid.replaceAll('-', '').toUpperCase() }), { uuid: Uuid }, 'as Live Blog 2 writes it')
  t.match(read(post), { uuid: /^[0-9a-f-]{36}$/ })
  t.equal(read(post)?.uuid, read(post)?.uuid, 'which is always the same')
  t.end()
})

await t.test('all that a follower knows of a post is read from its entry', (t) => {
  const at = (second: number) => `2026-11-24T02:20:0${second}.000Z`
  const texts = { Type: { Key: 'quote' }, Content: '<p>Said</p>', Meta: '{"annotation":"Ann"}', AuthorName: 'Mio' }
  const times = { CreatedOn: at(1), PublishedOn: at(2), UpdatedOn: at(3), PinnedOn: at(4) }
  const item = { Id: '7', CId: '9', Order: '3.5', IsKeyPoint: 'True', ...texts, ...times }
  const known = {
    id: '7',
    type: 'quote',
    content: '<p>Said</p>',
    meta: { annotation: 'Ann' },
    metaText: texts.Meta,
    losses: [],
    author: 'Mio',
    createdOn: new Date(at(1)),
    publishedOn: new Date(at(2)),
    updatedOn: new Date(at(3)),
    pinnedOn: new Date(at(4)),
    isPinned: true,
    isKeyPoint: true,
    mark: `9 ${at(3)} 3.5 ${at(4)}`
  }
  const Uuid = 'b250b87c-fd25-4960-b7a2-8c1c9c5b9da0'
  t.same(read({ ...item, Uuid, IsPublished: 'True' }), {
    ...known,
    state: 'published',
    uuid: Uuid,
    position: '3.5',
    deletedOn: undefined
  })
  t.same(read({ ...item, Uuid, IsPublished: 'True', DeletedOn: at(5) }), {
    ...known,
    state: 'deleted',
    deletedOn: new Date(at(5))
  })
  t.end()
})

await t.test('a post that is deleted while its list is read keeps the identity of its copy', (t) => {
  for (const [item, state] of [
    [{ IsPublished: 'True', DeletedOn: '2026-11-24T02:20:01.000Z' }, 'deleted'],
    [{ IsPublished: 'False' }, 'withdrawn'],
    [{ IsPublished: 'True', Order: undefined }, 'withdrawn']
  ] as const) {
    const post = read({ Id: '7', CId: '9', Order: '3.0', ...item })
    t.match(post, { id: '7', state })
    t.equal(post?.uuid, undefined, state)
  }
  t.end()
})
