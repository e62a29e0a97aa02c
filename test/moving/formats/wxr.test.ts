/** WXR is read: entries of live blogs with their corrections and removals, and ordinary posts. */
import t from 'tap'
import { readWxr } from '../../../moving/formats/wxr.ts'
import { all, chunksOf } from '../reading.ts'

const data = (text: string) => `<![CDATA[${text}]]>`

const metaOf =
  (kind: string) =>
  ([key, value]: [string, unknown]) =>
    `<wp:${kind}meta><wp:meta_key>${data(key)}</wp:meta_key>
  <wp:meta_value>${data(String(value))}</wp:meta_value></wp:${kind}meta>`

const comment = (
  id: number,
  text: string,
  { date = `2026-01-02 03:04:${id}`, meta = {}, approved = 'liveblog' } = {}
) =>
  `<wp:comment><wp:comment_id>${id}</wp:comment_id><wp:comment_author>${data('Ann Lee')}</wp:comment_author>
  <wp:comment_author_email>ann@example.org</wp:comment_author_email>
  <wp:comment_date>2026-01-02 04:04:${id}</wp:comment_date>
  <wp:comment_date_gmt>${date}</wp:comment_date_gmt><wp:comment_content>${data(text)}</wp:comment_content>
  <wp:comment_approved>${data(approved)}</wp:comment_approved><wp:comment_type>${data('liveblog')}</wp:comment_type>
  ${Object.entries(meta).map(metaOf('comment')).join('')}</wp:comment>`

const item = (id: number, title: string, more = '') =>
  `<item><title>${data(title)}</title><link>https://site.example/?p=${id}</link><dc:creator>${data('bo')}</dc:creator>
  <guid isPermaLink="false">https://site.example/?p=${id}</guid>
  <content:encoded>${data(`One & two\nthree\n\nhttps://www.youtube.com/watch?v=abc`)}</content:encoded>
  <wp:post_id>${id}</wp:post_id><wp:post_date_gmt>2026-01-02 03:00:00</wp:post_date_gmt>
  <wp:post_modified_gmt>2026-01-03 03:00:00</wp:post_modified_gmt><wp:status>publish</wp:status>${more}</item>`

const file = (...items: string[]) => `<?xml version="1.0" encoding="UTF-8" ?>
<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/"
  xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:wp="http://wordpress.org/export/1.2/">
<channel><title>Site</title><link>https://site.example</link><language>en-US</language>
<wp:author><wp:author_id>2</wp:author_id><wp:author_login>${data('bo')}</wp:author_login>
<wp:author_display_name>${data('Bo Berg')}</wp:author_display_name></wp:author>
${items.join('')}</channel></rss>`

const read = (text: string) => all(readWxr(chunksOf(text, 11), 'site.xml'))

t.test('each article with entries becomes a blog; corrections and removals are later states of entries', async (t) => {
  const found = await read(
    file(
      item(
        5,
        'Election',
        metaOf('post')(['liveblog', 'archive']) +
          comment(10, 'First\nline\n\nhttps://twitter.example/1', { meta: { liveblog_key_entry: 1 } }) +
          comment(11, 'Second', { meta: { liveblog_contributors: 'a:1:{i:0;s:1:"2";}' } }) +
          comment(12, 'First, corrected', { meta: { liveblog_replaces: 10 } }) +
          comment(13, '', { meta: { liveblog_replaces: 11 } }) +
          comment(14, 'Late', { date: '0000-00-00 00:00:00' }) +
          comment(15, 'Gone', { approved: 'trash' }) +
          `<wp:comment><wp:comment_id>16</wp:comment_id><wp:comment_type>comment</wp:comment_type></wp:comment>`
      )
    )
  )
  t.match(found, [
    {
      kind: 'blog',
      id: 'https://site.example/?p=5',
      title: 'Election',
      language: 'en-US',
      liveOn: new Date('2026-01-02T03:00:00Z'),
      closedOn: new Date('2026-01-03T03:00:00Z')
    },
    {
      id: '10',
      content: '<p>First<br>line</p><p><a href="https://twitter.example/1">https://twitter.example/1</a></p>',
      meta: { url: 'https://twitter.example/1' },
      author: 'Ann Lee',
      publishedOn: new Date('2026-01-02T03:04:10Z'),
      isKeyPoint: true
    },
    { id: '11', author: 'Ann Lee, Bo Berg' },
    {
      id: '10',
      content: '<p>First, corrected</p>',
      updatedOn: new Date('2026-01-02T03:04:12Z'),
      publishedOn: undefined
    },
    { id: '11', state: 'deleted', deletedOn: new Date('2026-01-02T03:04:13Z') },
    { id: '14', publishedOn: new Date('2026-01-02T04:04:14Z') },
    { kind: 'loss', post: '14', what: 'date' },
    { id: '15', state: 'deleted', content: '' },
    { kind: 'loss', what: 'comment of a reader' }
  ])
  t.equal(found.length, 9)
})

t.test('ordinary posts become posts of a blog for the site', async (t) => {
  const found = await read(
    file(
      item(7, 'News'),
      item(8, 'Picture', '<wp:post_type>attachment</wp:post_type>'),
      item(9, 'Live', comment(10, 'Entry')),
      item(11, 'More', '<wp:is_sticky>1</wp:is_sticky>'),
      item(12, 'Plan').replace('>publish<', '>future<')
    )
  )
  t.match(found, [
    { kind: 'blog', id: 'https://site.example', title: 'Site' },
    {
      id: '7',
      author: 'Bo Berg',
      content: /^<h3>News<\/h3><p>One & two<br>three<\/p>/,
      meta: { url: 'https://www.youtube.com/watch?v=abc' },
      updatedOn: new Date('2026-01-03T03:00:00Z')
    },
    { kind: 'loss', what: 'item' },
    { kind: 'blog', id: 'https://site.example/?p=9' },
    { id: '10' },
    { kind: 'blog', id: 'https://site.example' },
    { id: '11', isPinned: true },
    { id: '12', state: 'draft', publishOn: new Date('2026-01-02T03:00:00Z') }
  ])
})

t.test('what the public could not read becomes a draft', async (t) => {
  const secret = '<wp:post_password>x</wp:post_password>'
  const found = await read(
    file(
      item(1, 'Protected', secret),
      item(2, 'Private').replace('>publish<', '>private<'),
      item(3, 'Planned', secret).replace('>publish<', '>future<'),
      item(4, 'Secret night', secret + comment(10, 'Entry') + comment(11, '', { meta: { liveblog_replaces: 10 } })),
      item(5, 'Night in preparation', comment(12, 'Entry')).replace('>publish<', '>draft<'),
      item(6, 'Night without a status', comment(13, 'Entry')).replace(/<wp:status>.*<\/wp:status>/, '')
    )
  )
  t.match(found, [
    { kind: 'blog' },
    { id: '1', state: 'draft', publishedOn: undefined },
    { kind: 'loss', post: '1', what: 'secrecy', why: /becomes a draft: it needs a password/ },
    { id: '2', state: 'draft' },
    { kind: 'loss', post: '2', what: 'secrecy', why: /has the status "private"/ },
    { id: '3', state: 'draft', publishOn: undefined },
    { kind: 'loss', post: '3' },
    { title: 'Secret night', liveOn: undefined },
    { id: '10', state: 'draft' },
    { kind: 'loss', post: '10', what: 'secrecy' },
    { id: '10', state: 'deleted' },
    { title: 'Night in preparation', liveOn: undefined },
    { id: '12', state: 'draft' },
    { kind: 'loss', post: '12', why: /has the status "draft"/ },
    { title: 'Night without a status' },
    { id: '13', state: 'draft' },
    { kind: 'loss', post: '13' }
  ])
  t.notOk(found.some((value) => value.kind === 'post' && value.state === 'published'))
})
