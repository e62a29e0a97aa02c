/** Desk's own form of a blog is read as it was written, line by line. */
import t from 'tap'
import type { ForeignBlog, ForeignPost } from '../../../moving/foreign.ts'
import { blogLine, endLine, postLine, readDesk } from '../../../moving/formats/desk.ts'
import { all, chunksOf } from '../reading.ts'

const read = (...lines: string[]) => {
  const text = lines.join('')
  return all(readDesk(chunksOf(text, text.length > 10_000 ? 65_536 : 7)))
}

const blog: ForeignBlog = {
  kind: 'blog',
  id: 'https://live.example/live/1',
  title: 'Election night',
  description: '<p>All results</p>',
  language: 'en',
  createdOn: new Date('2026-01-02T03:04:05.678Z'),
  liveOn: new Date('2026-01-02T03:05:00Z'),
  startsOn: new Date('2026-01-02T03:00:00Z'),
  closedOn: undefined,
  outputLink: undefined,
  embedConfig: '{"TimeZone":"Europe/Lisbon"}',
  configuration: { color: 'red' }
}
const post: ForeignPost = {
  kind: 'post',
  id: '7',
  uuid: '6a1fd5a5-6d0a-4e0f-8b49-52ad0e0a1d3f',
  state: 'published',
  type: 'quote',
  content: '<p>“Good night”\u2028</p>',
  meta: { annotation: 'The mayor' },
  metaText: undefined,
  author: 'Ann Lee',
  createdOn: new Date('2026-01-02T04:00:00Z'),
  publishedOn: new Date('2026-01-02T04:01:00Z'),
  updatedOn: undefined,
  deletedOn: undefined,
  withdrawnOn: undefined,
  submittedOn: undefined,
  publishOn: undefined,
  returnNote: undefined,
  commentSource: undefined,
  position: '3.5',
  pinnedOn: new Date('2026-01-02T05:00:00Z'),
  isKeyPoint: true,
  media: [{ address: 'content/files/a.jpg', file: 'media/a.jpg', sha256: 'ab' }]
}

t.test('a blog and its posts are read as they were written', async (t) => {
  t.same(await read(blogLine(blog), postLine(post), endLine(1)), [blog, post])
  const exact = { ...post, meta: { b: 1 }, metaText: '{ "b": 1 }' }
  t.same(await read(blogLine(blog), postLine(exact), endLine(1)), [blog, exact], 'the text of meta data is kept')
})

t.test('a file that was cut off is noticed', async (t) => {
  t.match((await read(blogLine(blog), postLine(post))).at(-1), { what: 'missing posts' })
  t.match((await read(blogLine(blog), postLine(post), postLine(post).slice(0, 50))).slice(-2), [
    { what: 'unreadable line', why: 'Line 3 is not a line of a blog.' },
    { what: 'missing posts' }
  ])
  t.match((await read(blogLine(blog), postLine(post), endLine(2))).at(-1), { what: 'missing posts' })
})

t.test('a line that is no post is reported, and the rest is read', async (t) => {
  const [, first, second, third, last] = await read(
    blogLine(blog),
    '{"kind":"post"}\n',
    '{"kind":"post","id":"3","state":"sleeping"}\n',
    `{"kind":"post","id":"4","content":"${'x'.repeat(5_000_000)}"}\n`,
    postLine(post),
    endLine(4)
  )
  t.match(first, { what: 'unreadable line', why: 'Line 2 has no id.' })
  t.match(second, { post: '3', why: 'Line 3 has none of the states draft, published, withdrawn, deleted.' })
  t.match(third, { what: 'unreadable line' })
  t.same(last, post)
})

t.test('a file of a later version is refused', async (t) => {
  await t.rejects(read('{"kind":"desk-blog","version":2}\n'), {
    message: /version 2; this service reads versions up to 1/
  })
})
