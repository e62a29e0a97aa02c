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

await t.test('a post that is deleted while its list is read keeps the identity of its copy', (t) => {
  for (const [item, state] of [
    [{ IsPublished: 'True', DeletedOn: '2026-11-24T02:20:01.000Z' }, 'deleted'],
    [{ IsPublished: 'False' }, 'withdrawn']
  ] as const) {
    const post = read({ Id: '7', CId: '9', Order: '3.0', ...item })
    t.match(post, { id: '7', state })
    t.equal(post?.uuid, undefined, state)
  }
  t.end()
})
