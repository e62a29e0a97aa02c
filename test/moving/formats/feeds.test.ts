/** RSS, JSON Feed and pages that are hostile or have no live blog. golden.test.ts has the contents of others. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { fit } from '../../../moving/fit.ts'
import { readAtom } from '../../../moving/formats/atom.ts'
import { readJsonFeed } from '../../../moving/formats/json-feed.ts'
import { readPage } from '../../../moving/formats/page.ts'
import { readRss } from '../../../moving/formats/rss.ts'
import { recognise } from '../../../moving/recognise.ts'
import { processorTime } from '../../support/processor-time.ts'
import { root } from '../../support/root.ts'
import { nestedPage } from '../odd.ts'
import { all, chunksOf } from '../reading.ts'

t.test('an array is no JSON Feed', async (t) => {
  await t.rejects(all(readJsonFeed(chunksOf('[]'), 'x')), {
    message: 'The source is not a JSON Feed: it is not a JSON object'
  })
})

t.test('a live blog whose address is relative has that of its page, and none in a file', async (t) => {
  const page = await readFile(join(root, 'test/moving/material/page-graph.html'), 'utf8')
  const relative = page.replace('https://paper.example/live', '#live')
  t.match((await all(readPage(chunksOf(relative), 'https://paper.example/')))[0], { id: 'https://paper.example/#live' })
  t.match((await all(readPage(chunksOf(relative), '')))[0], { id: '' }, 'in a file it would be that of any page')
  const named = page.replace('"@id": "https://paper.example/live"', '"url": "https://paper.example/night"')
  t.match((await all(readPage(chunksOf(named), '')))[0], { id: 'https://paper.example/night' })
  for (const other of ['<p>', nestedPage(7)]) {
    await t.rejects(all(readPage(chunksOf(other), '')), {
      message: 'The page has no JSON-LD of the type LiveBlogPosting'
    })
  }
})

t.test('a page has a live blog in each notation of its type, whose updates keep their identities', async (t) => {
  const updates = [{ identifier: 'c' }, { url: 'b', identifier: 'c' }, { '@id': 'a', url: 'b', identifier: 'c' }]
  const idsIn = async (type: unknown) => {
    const blog = { '@type': type, headline: 'Night', liveBlogUpdate: updates.map((each) => ({ ...each, text: 'Now' })) }
    const page = `<script type="application/ld+json">${JSON.stringify(blog)}</script>`
    return (await all(readPage(chunksOf(page), ''))).flatMap((part) => (part.kind === 'post' ? [part.id] : []))
  }
  for (const type of [
    ...['LiveBlogPosting', 'schema:LiveBlogPosting', 'https://schema.org/LiveBlogPosting'],
    ['Article', 'LiveBlogPosting']
  ]) {
    t.same(await idsIn(type), ['c', 'b', 'a'], `${type}`)
  }
  await t.rejects(idsIn('NotALiveBlogPosting'))
})

t.test('a date without a zone is in UTC, whatever the zone of the machine', async (t) => {
  const { TZ } = process.env
  t.teardown(() => {
    if (TZ === undefined) delete process.env.TZ
    else process.env.TZ = TZ
  })
  process.env.TZ = 'Asia/Kathmandu'
  t.equal(new Date(2026, 0).getTimezoneOffset(), -345)
  const datesIn = async (found: ReturnType<typeof readRss>) =>
    (await all(found)).flatMap((part) => (part.kind === 'post' ? [part.publishedOn?.toISOString()] : []))
  for (const date of [
    ...['2026-03-29T12:00:00', '2026-03-29 12:00', 'Sun, 29 Mar 2026 12:00:00', '3/29/2026 12:00 PM'],
    ...['2026-03-29T12:00:00Z', '2026-03-29T17:45+05:45', '2026-03-29T17:45:00.000+0545'],
    ...['Sun, 29 Mar 2026 12:00:00 GMT', 'Sun, 29 Mar 2026 13:00 +0100', '29 Mar 26 08:00 EDT'],
    'Sun Mar 29 2026 14:00:00 GMT+0200 (CEST)'
  ]) {
    const item = `<item><guid>1</guid><title>Noon</title><pubDate>${date}</pubDate></item>`
    const rss = `<rss version="2.0"><channel>${item}</channel></rss>`
    t.same(await datesIn(readRss(chunksOf(rss), '')), ['2026-03-29T12:00:00.000Z'], date)
  }
  const day = { id: 1, content_text: 'Day', date_published: '2026-03-29' }
  const days = JSON.stringify({ title: 'Days', items: [day] })
  t.same(await datesIn(readJsonFeed(chunksOf(days), 'x')), ['2026-03-29T00:00:00.000Z'])
})

t.test('the references that XML knows are characters, and all others stay as they are', async (t) => {
  const title = '&quot;A&quot; &apos;B&apos; &lt;i&gt; &amp; &#8211;&#x2013; C&D &nbsp;'
  const atom = `<feed xmlns="http://www.w3.org/2005/Atom"><id>f</id><title>${title}</title></feed>`
  const blog = { kind: 'blog', id: 'f', title: `"A" 'B' <i> & –– C&D &nbsp;` }
  t.same(await all(readAtom(chunksOf(atom), '')), [blog])
})

t.test('a headline is above its text, unless the text begins with it', async (t) => {
  const entry = '<item><guid>1</guid><title>RAIN</title><description>Rain at noon</description></item>'
  for (const [rss, content] of [
    [entry, 'Rain at noon'],
    [entry.replace('Rain', 'Sun'), '<h3>RAIN</h3>Sun at noon'],
    // Many services write titles as markup.
    [
      entry.replace('RAIN', '<![CDATA[A &amp; B&#8217;s&nbsp;<day>]]>'),
      '<h3>A &amp; B&#8217;s&nbsp;&lt;day&gt;</h3>Rain at noon'
    ]
  ] as const) {
    const found = await all(readRss(chunksOf(`<rss version="2.0"><channel>${rss}</channel></rss>`), ''))
    t.equal(found.flatMap((part) => (part.kind === 'post' ? [part.content] : [])).join(), content)
  }
})

t.test('an entry without a text is a link to its page', async (t) => {
  const link = 'https://video.example/watch?v=1&amp;t=2'
  const picture = '<enclosure url="a.png" type="image/png"/>'
  const figure = '<figure><img src="a.png"></figure>'
  const to = (text: string) => `<p><a href="${link}">${text}</a></p>`
  for (const [rss, content, meta] of [
    [`<title>A &amp;amp; B</title><link>${link}</link>`, to('A &amp; B'), { url: link.replace('amp;', '') }],
    [`<link>${link}</link><description>&lt;p&gt;&amp;nbsp;&lt;/p&gt;</description>`, to(link), {}],
    [`<title>A</title><link>${link}</link>${picture}`, to('A') + figure, {}],
    [`<link>${link}</link>${picture}`, figure, {}],
    [`<title>A</title>`, '<p>A</p>', {}],
    [`<title>A</title><link>javascript:alert(1)</link>`, '<p>A</p>', {}],
    [`<link>${link}</link><description>☔</description>`, '☔', {}]
  ] as const) {
    const item = `<item><guid>1</guid>${rss}</item>`
    const found = await all(
      readRss(chunksOf(`<rss version="2.0"><channel>${item}</channel></rss>`), 'https://a.example')
    )
    t.match(
      found.filter(({ kind }) => kind === 'post'),
      [{ content, meta }]
    )
  }
})

t.test('the first video in a frame of an entry is the address of its post', async (t) => {
  const video = 'https://www.youtube.com/embed/dQw4w9WgXcQ'
  const frame = (address: string) => `<iframe width="9" src="${address}" allowfullscreen></iframe>`
  for (const [html, url] of [
    [
      `<p>Live</p>${frame('https://ads.example/1')}${frame(`${video}?a=1&amp;b=2`)}${frame(`${video}?c`)}`,
      `${video}?a=1&b=2`
    ],
    [frame('//www.youtube.com/embed/dQw4w9WgXcQ').replaceAll('"', "'"), video],
    [`<p>Live</p>${frame('https://ads.example/1')}`, undefined]
  ] as const) {
    const feed = { title: 'Day', items: [{ id: 1, url: 'https://paper.example/1', content_html: html }] }
    const [, found] = await all(readJsonFeed(chunksOf(JSON.stringify(feed)), ''))
    t.same(found?.kind === 'post' && found.meta, url === undefined ? {} : { url })
  }
})

t.test('the addresses in an entry start from its page, or else from the feed', async (t) => {
  const others = '<a href="mailto:d@x.example">D</a><a href="https://e.example/">E</a><a href="&#47;f">F</a>'
  const html = `<a href="/a?x=1&amp;y=2">A</a><img alt="" src='b.png'><a title="C" href="#c">C</a>${others}`
  const wholeFrom = (page: string) => {
    const [story, picture] = ['/a?x=1&amp;y=2', 'b.png'].map((address) => new URL(address, page).href)
    return `<a href="${story}">A</a><img alt="" src="${picture}"><a title="C" href="${page}#c">C</a>${others}`
  }
  const [page, feed] = ['https://paper.example/2026/night', 'https://feeds.example/paper']
  const contentsOf = async (address: string, link: string | undefined) => {
    const rss = `<item><guid>1</guid>${link === undefined ? '' : `<link>${link}</link>`}
      <description><![CDATA[${html}]]></description></item>`
    const atom = `<entry><id>1</id>${link === undefined ? '' : `<link href="${link}"/>`}
      <content type="html"><![CDATA[${html}]]></content></entry>`
    const found = await Promise.all([
      all(readRss(chunksOf(`<rss version="2.0"><channel>${rss}</channel></rss>`), address)),
      all(readAtom(chunksOf(`<feed xmlns="http://www.w3.org/2005/Atom">${atom}</feed>`), address)),
      all(readJsonFeed(chunksOf(JSON.stringify({ items: [{ id: 1, url: link, content_html: html }] })), address))
    ])
    return found.flat().flatMap((part) => (part.kind === 'post' ? [part.content] : []))
  }
  const thrice = (content: string) => [content, content, content]
  t.same(await contentsOf(feed, page), thrice(wholeFrom(page)))
  t.same(await contentsOf(feed, '/2026/night'), thrice(wholeFrom('https://feeds.example/2026/night')))
  t.same(await contentsOf(feed, undefined), thrice(wholeFrom(feed)))
  t.same(await contentsOf('night.xml', page), thrice(wholeFrom(page)), 'a file has no address')
  t.same(await contentsOf('night.xml', undefined), thrice(html))
})

t.test('the pictures that WordPress puts in place of emojis are emojis again', async (t) => {
  const image = (alt: string) =>
    `<img src="https://s.w.org/1f5f3.png" alt="${alt}" class="wp-smiley" style="height: 1em; max-height: 1em;" />`
  const html = `<p>Vote ${image('🗳️')}${image(':(')}</p>`
  const item = (text: string) =>
    `<item><guid>1</guid><description><![CDATA[${text}]]></description><enclosure url="a.png" type="image/png"/></item>`
  const rss = (text: string) => readRss(chunksOf(`<rss version="2.0"><channel>${item(text)}</channel></rss>`), '')
  const content = `<content type="html"><![CDATA[${html}]]></content>`
  const atom = `<feed xmlns="http://www.w3.org/2005/Atom"><entry><id>1</id>${content}</entry></feed>`
  const json = JSON.stringify({ title: 'Day', items: [{ id: 1, content_html: html, image: 'a.png' }] })
  const contents = async (found: ReturnType<typeof readRss>) =>
    (await all(found)).flatMap((part) => (part.kind === 'post' ? [part.content] : [])).join()
  const [text, figure] = ['<p>Vote 🗳️:(</p>', '<figure><img src="a.png"></figure>']
  t.equal(await contents(rss(html)), text + figure, 'they do not count as pictures of the entry')
  t.equal(await contents(readAtom(chunksOf(atom), '')), text)
  t.equal(await contents(readJsonFeed(chunksOf(json), '')), text + figure)
  const other = '<img src="b.png" alt="A smile">'
  t.equal(await contents(rss(other)), other)
})

t.test('the encoding that a feed declares counts, however small the feed is', async (t) => {
  const titlesIn = async (bytes: Buffer) =>
    (await all(readRss(chunksOf(bytes), ''))).flatMap((part) => (part.kind === 'post' ? [part.content] : []))
  // As browsers do, these encodings are read as windows-1252: it has quotes and dashes besides.
  for (const encoding of ['ISO-8859-1', 'windows-1252']) {
    for (const padding of ['', ' '.repeat(2000)]) {
      const item = `<item><guid>1</guid><title>\x84Ja\x93 \x96 \xfcber</title></item>`
      const feed = `<rss version="2.0"><channel>${item}${padding}</channel></rss>`
      const bytes = Buffer.from(`<?xml version="1.0" encoding="${encoding}"?>${feed}`, 'latin1')
      t.same(await titlesIn(bytes), ['<p>„Ja“ – über</p>'], encoding)
    }
  }
})

t.test('a text that is too long to be read is read in part, and reported', async (t) => {
  const guid = '<guid>1</guid><title>Long</title>'
  const items = `<item>${guid}<description>${'x'.repeat(8_400_000)}</description></item><item><guid>2</guid></item>`
  const found = await all(readRss(chunksOf(`<rss version="2.0"><channel>${items}</channel></rss>`, 65_536), ''))
  t.match(
    found.filter(({ kind }) => kind !== 'blog'),
    [
      { kind: 'loss', what: 'length', why: /^An element item has more than 8388608 characters, .* left out\.$/ },
      { kind: 'post', id: '1', content: /^<h3>Long<\/h3>x{1000}/ },
      { kind: 'post', id: '2' }
    ]
  )
})

t.test('a hostile feed keeps the service busy for a moment only', async (t) => {
  const many = (text: string, count = 100_000) => text.repeat(count)
  const rss = (item: string) => `<rss version="2.0"><channel><item><guid>1</guid>${item}</item></channel></rss>`
  const enclosures = Array.from({ length: 9000 }, (_each, index) => `<enclosure url="aab${index}"/>`).join('')
  for (const [name, feed] of Object.entries({
    author: rss(`<author>${many('a')} @</author>`),
    markup: rss(`<title>x</title><description>${many('&lt;')}</description>`),
    files: rss(`<description>${many('a', 2_000_000)}</description>${enclosures}`),
    emojis: rss(`<description>&lt;img ${many('alt="', 600_000)}</description>`),
    pictures: rss(`<description>${many('&lt;img alt=', 300_000)}</description>`),
    links: rss(
      `<link>https://x.example/${many('a', 3000)}</link><description>${many('&lt;a href="b">', 300_000)}</description>`
    ),
    quotes: rss(`<description>&lt;a${many(' href="', 300_000)}${many(" src='", 300_000)}</description>`),
    depth: `<rss><channel><item><guid>1</guid>${many('<a>')}`
  })) {
    const read = async () => {
      const items = await all(readRss(chunksOf(feed, 65_536), ''))
      for (const post of items) if (post.kind === 'post') fit(post, new Set())
    }
    t.ok((await processorTime(read)) < 2000, name)
  }
  const title = `<title type="html">${many('&lt;b&gt;', 300_000)}</title>`
  const atom = `<feed xmlns="http://www.w3.org/2005/Atom"><entry><id>1</id>${title}</entry></feed>`
  t.ok((await processorTime(() => all(readAtom(chunksOf(atom, 65_536), '')))) < 2000, 'title')
  for (const start of ['<rss', '<feed']) {
    const bytes = Buffer.from(many(start, 13_000))
    t.ok((await processorTime(() => recognise({ address: '', bytes }).catch(() => {}))) < 1000, start)
  }
  const loss = { kind: 'loss', post: undefined, what: 'syntax' }
  const attributes = (count: number) => Array.from({ length: count }, (_, at) => `a${at}=""`).join(' ')
  for (const [start, reason] of [
    [many('<a>', 249), 'More than 250 elements are open at a time'],
    [`<a ${attributes(1001)}/>`, 'An element has more than 1000 attributes']
  ] as const) {
    t.same(await all(readRss(chunksOf(`<rss>${start}<item/>`), '')), [
      { ...loss, why: `The file is not well-formed: ${reason}` },
      { kind: 'blog', id: '' }
    ])
  }
  const found = await all(readRss(chunksOf(`<rss><channel><item><guid>1</guid></item>${many('<a>', 249)}`), ''))
  t.same(
    found.map(({ kind }) => kind),
    ['blog', 'post', 'loss'],
    'the item above is read'
  )
  const items = many(`<item ${attributes(1000)}><guid>1</guid></item>`, 2)
  t.same(
    (await all(readRss(chunksOf(`<rss><channel>${items}</channel></rss>`), ''))).map(({ kind }) => kind),
    ['blog', 'post', 'post']
  )
  const [{ kind } = loss, cut] = await all(readRss(chunksOf(`<rss>${many('<a>', 249)}`), ''))
  t.same(
    [kind, cut],
    ['loss', { ...loss, what: 'missing posts', why: 'The file was cut off: It ends within the element a.' }]
  )
})

t.test('of an entry, 100 levels and 10,000 children of an element are read', async (t) => {
  const isRead = async (markup: string) => {
    const item = `<item><guid>1</guid><description>${markup}</description></item>`
    const found = await all(readRss(chunksOf(`<rss><channel>${item}</channel></rss>`, 1_000_000), ''))
    return found.some((part) => part.kind === 'post' && part.content?.endsWith('x'))
  }
  for (const [markup, count] of [
    [(count: number) => `${'<b/>'.repeat(count)}x`, 9_999],
    [(count: number) => `${'<b>'.repeat(count)}x${'</b>'.repeat(count)}`, 96]
  ] as const) {
    t.ok(await isRead(markup(count)), `${count}`)
    t.notOk(await isRead(markup(count + 1)), `${count + 1}`)
  }
})

t.test('a source that is read as a whole has a limit', async (t) => {
  const feed = (length: number) => all(readJsonFeed(chunksOf('{}'.padEnd(length), 1_000_000), 'x'))
  t.equal((await feed(33_554_432)).length, 1)
  await t.rejects(feed(33_554_433), { message: 'The source has more than 33554432 characters' })
})
