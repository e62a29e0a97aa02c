/** RSS, JSON Feed and the JSON-LD of pages are read. */
import t from 'tap'
import { fit } from '../../../moving/fit.ts'
import type { Foreign } from '../../../moving/foreign.ts'
import { readAtom } from '../../../moving/formats/atom.ts'
import { readJsonFeed } from '../../../moving/formats/json-feed.ts'
import { readPage } from '../../../moving/formats/page.ts'
import { readRss } from '../../../moving/formats/rss.ts'
import { recognise } from '../../../moving/recognise.ts'
import { all, chunksOf } from '../reading.ts'

t.test('an RSS feed is read with its authors and pictures', async (t) => {
  const feed = `<?xml version="1.0"?><rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/"
    xmlns:content="http://purl.org/rss/1.0/modules/content/"><channel><title>News &amp; views</title>
    <link>https://news.example/</link><description>All of it</description><language>en-gb</language>
    <item><title>Fire out</title><link>https://news.example/2</link><guid isPermaLink="false">n-2</guid>
    <pubDate>Fri, 02 Jan 2026 04:05:06 +0100</pubDate><dc:creator>Ann Lee</dc:creator>
    <description>Short</description>
    <content:encoded><![CDATA[<p>The fire & the <b>smoke</b>&nbsp;are gone</p>]]></content:encoded>
    <enclosure url="https://news.example/a.jpg" type="image/jpeg" length="1"/></item>
    <item><link>https://news.example/1</link><description>&lt;p&gt;First&lt;/p&gt;</description>
    <author>bo@example.org (Bo)</author></item><item><title>?</title></item></channel></rss>`
  t.match(await all(readRss(chunksOf(feed, 3), 'https://news.example/rss')), [
    { kind: 'blog', id: 'https://news.example/', title: 'News & views', language: 'en-gb', description: 'All of it' },
    {
      id: 'n-2',
      author: 'Ann Lee',
      publishedOn: new Date('2026-01-02T03:05:06Z'),
      content:
        '<h3>Fire out</h3><p>The fire & the <b>smoke</b>&nbsp;are gone</p>' +
        '<figure><img src="https://news.example/a.jpg"></figure>'
    },
    { id: 'https://news.example/1', content: '<p>First</p>', author: 'bo@example.org (Bo)' },
    { kind: 'loss', what: 'entry without id' }
  ])
})

t.test('a JSON Feed is read with the removals that Desk adds', async (t) => {
  const feed = {
    version: 'https://jsonfeed.org/version/1.1',
    title: 'Storm',
    home_page_url: 'https://live.example/live/2',
    language: 'en',
    _desk: { removed: [{ id: 'r', removed_on: '2026-01-02T03:04:05Z' }] },
    items: [
      { id: 7, content_text: 'One <two>\n\nthree', date_published: '2026-01-02T03:04:05Z', authors: [{ name: 'Ann' }] },
      { id: 'b', title: 'Head', content_html: '<p>Text</p>', author: { name: 'Bo' }, date_modified: 'yesterday' },
      { content_html: 'none' },
      5
    ]
  }
  t.match(await all(readJsonFeed(chunksOf(JSON.stringify(feed)), 'x')), [
    { kind: 'blog', id: 'https://live.example/live/2', title: 'Storm' },
    { id: 'r', state: 'deleted', deletedOn: new Date('2026-01-02T03:04:05Z') },
    { id: '7', content: '<p>One &lt;two&gt;</p><p>three</p>', author: 'Ann' },
    { id: 'b', content: '<h3>Head</h3><p>Text</p>', author: 'Bo', publishedOn: undefined },
    { kind: 'loss' }
  ])
  await t.rejects(all(readJsonFeed(chunksOf('[]'), 'x')), { message: /not a JSON object/ })
})

t.test('the live blog in a page is found, wherever it is', async (t) => {
  const blog = {
    '@type': ['NewsArticle', 'LiveBlogPosting'],
    '@id': 'https://paper.example/live',
    headline: 'Final',
    coverageStartTime: '2026-01-02T03:00:00+01:00',
    coverageEndTime: '2026-01-02T05:00:00Z',
    liveBlogUpdate: [
      {
        '@type': 'BlogPosting',
        '@id': '#1',
        headline: 'Goal!',
        articleBody: 'A goal.\nBy Kim.',
        datePublished: '2026-01-02T03:10:00Z',
        author: [{ name: 'Ann' }, 'Bo'],
        image: [{ url: 'https://paper.example/a.jpg', caption: 'Kim' }, 'https://paper.example/b.jpg']
      },
      { '@type': 'BlogPosting', headline: 'No id', datePublished: '2026-01-02T03:09:00Z' }
    ]
  }
  const page = `<!DOCTYPE html><title>x</title><script type="application/ld+json">{broken</script>
    <script type="application/ld+json">${JSON.stringify({ '@graph': [{ '@type': 'WebPage' }, blog] })}</script>`
  const found = await all(readPage(chunksOf(page), 'https://paper.example/'))
  t.match(found, [
    { id: 'https://paper.example/live', title: 'Final', closedOn: new Date('2026-01-02T05:00:00Z') },
    { kind: 'loss', what: 'older posts' },
    {
      id: '#1',
      content:
        '<h3>Goal!</h3><p>A goal.<br>By Kim.</p><figure><img src="https://paper.example/a.jpg">' +
        '<figcaption>Kim</figcaption></figure><figure><img src="https://paper.example/b.jpg"></figure>',
      author: 'Ann, Bo'
    },
    { id: /^[\da-f]{64}$/, content: '<p>No id</p>' }
  ])
  const relative = page.replace('https://paper.example/live', '#live')
  t.match((await all(readPage(chunksOf(relative), 'https://paper.example/')))[0], { id: 'https://paper.example/#live' })
  t.match((await all(readPage(chunksOf(relative), '')))[0], { id: '' }, 'in a file it would be that of any page')
  await t.rejects(all(readPage(chunksOf('<p>'), '')), { message: /no JSON-LD/ })
})

t.test('what feeds have and Desk does not take over is reported by post', async (t) => {
  const losses = async (found: AsyncIterable<Foreign>) =>
    (await all(found)).flatMap((value) => (value.kind === 'loss' ? [`${value.post} ${value.what}`] : []))
  const atom = `<feed xmlns="http://www.w3.org/2005/Atom"><entry><id>a</id><published>soon</published>
    <category term="x"/><link rel="enclosure" href="http://x/a.mp3"/><author><name>A</name></author>
    <author><name>B</name></author></entry></feed>`
  t.same(await losses(readAtom(chunksOf(atom), '')), ['a date', 'a further author', 'a category', 'a link'])
  const rss = `<rss version="2.0"><channel><item><guid>r</guid><pubDate>Mon, 32 Foo 2026</pubDate><category>c</category>
    <enclosure url="http://x/a.mp3" type="audio/mpeg"/></item></channel></rss>`
  t.same(await losses(readRss(chunksOf(rss), '')), ['r date', 'r category', 'r enclosure'])
  t.same(await losses(readRss(chunksOf(rss.replace('</channel></rss>', '')), '')), [
    ...['r date', 'r category', 'r enclosure'],
    ...['undefined syntax', 'undefined missing posts']
  ])
  const item = { id: 'j', date_published: 'tomorrow', tags: ['a'], attachments: [{ url: 'http://x/a.mp4' }] }
  const feed = JSON.stringify({ version: 'https://jsonfeed.org/version/1.1', items: [item] })
  t.same(await losses(readJsonFeed(chunksOf(feed), '')), ['j date', 'j tag', 'j attachment'])
})

t.test('a hostile feed keeps the service busy for a moment only', async (t) => {
  const many = (text: string, count = 100_000) => text.repeat(count)
  const rss = (item: string) => `<rss version="2.0"><channel><item><guid>1</guid>${item}</item></channel></rss>`
  const enclosures = Array.from({ length: 9000 }, (_each, index) => `<enclosure url="aab${index}"/>`).join('')
  const began = performance.now()
  for (const [name, feed] of Object.entries({
    author: rss(`<author>${many('a')} @</author>`),
    markup: rss(`<title>x</title><description>${many('&lt;')}</description>`),
    files: rss(`<description>${many('a', 2_000_000)}</description>${enclosures}`),
    depth: `<rss><channel><item><guid>1</guid>${many('<a>')}`
  })) {
    const found = await all(readRss(chunksOf(feed, 65_536), ''))
    for (const post of found) if (post.kind === 'post') fit(post, new Set())
    t.ok(performance.now() - began < 3000, name)
  }
  const title = `<title type="html">${many('&lt;b&gt;', 300_000)}</title>`
  const atom = `<feed xmlns="http://www.w3.org/2005/Atom"><entry><id>1</id>${title}</entry></feed>`
  await all(readAtom(chunksOf(atom, 65_536), ''))
  t.ok(performance.now() - began < 3000, 'title')
  for (const start of ['<rss', '<feed']) {
    await recognise({ address: '', bytes: Buffer.from(many(start, 13_000)) }).catch(() => {})
  }
  t.ok(performance.now() - began < 3000, 'first bytes')
  const deep = await all(readRss(chunksOf(`<rss>${many('<a>', 501)}`), ''))
  t.match(deep, [{ kind: 'loss', what: 'syntax', why: /More than 500 elements/ }, { kind: 'blog' }])
})
