/** Desk's own format of a blog is read as it was written, line by line. */
import { isDeepStrictEqual } from 'node:util'
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
  type: 'election',
  description: '<p>All results</p>',
  language: 'en',
  createdOn: new Date('2026-01-02T03:04:05.678Z'),
  updatedOn: new Date('2026-01-02T03:04:06Z'),
  liveOn: new Date('2026-01-02T03:05:00Z'),
  startsOn: new Date('2026-01-02T03:00:00Z'),
  closedOn: new Date('2026-01-03T03:00:00Z'),
  outputLink: 'https://paper.example/night',
  embedConfig: '{"TimeZone":"Europe/Lisbon"}',
  configuration: { color: 'red' },
  people: [{ name: 'Ann Lee', role: 'Creator' }]
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
  updatedOn: new Date('2026-01-02T04:02:00Z'),
  deletedOn: new Date('2026-01-02T04:03:00Z'),
  withdrawnOn: new Date('2026-01-02T04:04:00Z'),
  submittedOn: new Date('2026-01-02T04:05:00Z'),
  publishOn: new Date('2026-01-02T04:06:00Z'),
  returnNote: 'Too long',
  commentSource: 'embed',
  position: '3.5',
  pinnedOn: new Date('2026-01-02T05:00:00Z'),
  isPinned: true,
  isKeyPoint: true,
  media: [{ address: '/content/files/a.jpg', file: 'media/a.jpg', sha256: 'ab' }]
}

t.test('a file in UTF-16, as the shell of Windows redirects an export, is read', async (t) => {
  const text = `\ufeff${blogLine(blog)}${postLine(post)}${endLine(1)}`.replaceAll('\n', '\r\n')
  t.same(await all(readDesk(chunksOf(Buffer.from(text, 'utf16le'), 7))), [blog, post])
})

t.test('a blog and its posts are read as they were written', async (t) => {
  t.same(await read(blogLine(blog), postLine(post), endLine(1)), [blog, post])
  const exact = { ...post, meta: { b: 1 }, metaText: '{ "b": 1 }' }
  t.same(await read(blogLine(blog), postLine(exact), endLine(1)), [blog, exact], 'the text of meta data is kept')
  const earlier = { ...post, media: [{ address: 'content/files/a.jpg', file: 'media/a.jpg', sha256: 'ab' }] }
  t.same(await read(blogLine(blog), postLine(earlier), endLine(1)), [blog, post], 'as versions to 1.10.5 wrote it')
  const list = { ...post, meta: {}, metaText: '[1]' }
  const without = { ...list, metaText: undefined }
  t.same(await read(blogLine(blog), postLine(list), endLine(1)), [blog, without], 'a text that is no object is not')
})

t.test('a line that is too long is reported, and the rest is read', async (t) => {
  const long = (length: number): ForeignPost => ({ ...post, content: 'x'.repeat(length - LENGTH) })
  const [longest, longer] = [long(MAX_LINE), long(MAX_LINE + 1)]
  const why = 'Line 3 is not a line of a blog.'
  const found = await read(blogLine(blog), postLine(longest), postLine(longer), postLine(post), endLine(3))
  const loss = { kind: 'loss', post: undefined, what: 'unreadable line', why }
  // First without the texts: tap would take minutes to show how they differ.
  t.same(
    found.map((part) => (part.kind === 'post' ? part.content.length : part)),
    [blog, longest.content.length, loss, post.content.length]
  )
  t.ok(isDeepStrictEqual(found, [blog, longest, loss, post]), 'whole posts')
})

const MAX_LINE = 4_194_304
/** Characters of the line of a post without content. */
const LENGTH = postLine({ ...post, content: '' }).trimEnd().length

t.test('a file of a later version is refused, and one that does not say its version', async (t) => {
  const unversioned = 'The first line of the file must state a version, such as 1'
  for (const [line, message] of [
    ['{"kind":"desk-blog","version":2}', 'The file has version 2; this service reads versions up to 1'],
    ['{"kind":"desk-blog","version":"1"}', unversioned],
    ['{"kind":"desk-blog"}', unversioned]
  ] as const) {
    await t.rejects(read(`${line}\n`), { message }, line)
  }
})
