/** `desk import` reads a feed to its end, page by page. */
import t, { type Test } from 'tap'
import { servingPages, site } from '../../support/sites.ts'
import { addLiveBlog, build, until } from '../../support/index.ts'
import { importer } from '../importer.ts'

/** Starts a service with a blog of 550 posts. @returns the address of the blog's page */
const longBlog = async (t: Test) => {
  const { app, sql } = await build(t)
  const origin = await app.listen({ host: '127.0.0.1', port: 0 })
  const id = await addLiveBlog(sql, 'Long night')
  await sql`
    insert into posts (blog, creator, content, created_on, published_on)
    select ${id}, 1, '<p>Post ' || number || '</p>', moment, moment
    from generate_series(1, 550) as number, lateral (
      select timestamptz '2026-01-02' + number * interval '1 minute' as moment
    ) as moments`
  return { blog: `${origin}/live/${id}`, app, sql, id }
}

for (const feed of ['/atom', '/feed.json', '']) {
  t.test(`all 550 posts of a blog of Desk come by ${feed === '' ? 'its page' : `its feed, ${feed}`}`, async (t) => {
    const { blog, app: source, sql: theirs, id } = await longBlog(t)
    const { runOn, sql } = await importer(t)
    const run = () => runOn(`${blog}${feed}`, '', '--private-network', '--language', 'en')
    const { report } = await run()
    t.match(report, { Title: 'Long night', Added: 550, Losses: [] })
    const stored = await sql`select content from posts where blog = ${report.Blog} order by "order" desc`
    t.match(stored[0]?.Content, 'Post 550')
    t.match(stored[549]?.Content, 'Post 1')
    await theirs`update posts set content = '<p>Corrected</p>' where blog = ${id} and content = '<p>Post 7</p>'`
    await source.freshness.catchUp()
    t.match((await run()).report, { Added: 0, Changed: 1, Unchanged: 549 })
  })
}

t.test('the rest of a page that leads to its blog is not read', async (t) => {
  const { runOn } = await importer(t)
  let isOpen = true
  const { origin } = await site(t, ({ url }, response) => {
    response.on('close', () => (isOpen &&= url !== '/page'))
    if (url !== '/page') response.writeHead(404).end()
    else response.write('<html><link rel="describedby" href="/resources/LiveDesk/Blog/1">'.padEnd(100_000))
  })
  t.match(await runOn(`${origin}/page`, '', ...options), { code: 1, err: /404/ })
  // The client ends a silent connection after half a minute.
  await until(() => !isOpen, true, { limit: 10_000 })
})

/** Returns a page of an Atom feed with entries. */
const page = (entries: string, ...links: string[]) => `<feed xmlns="http://www.w3.org/2005/Atom"><title>Paged</title>
  ${links.join('')}${entries.replace(/(\w+)=(\w+) ?/g, '<entry><id>$1</id><content>$2</content></entry>')}</feed>`
const link = (href: string, rel = 'prev-archive') => `<link rel="${rel}" href="${href}"/>`

const options = ['--private-network', '--language', 'en'] as const

t.test('a post on two pages is taken from the newer one, and a circle of pages is read once', async (t) => {
  const { runOn, posts } = await importer(t)
  const { origin, requested } = await servingPages(t, {
    '/feed': page('c=three b=corrected ', link('/page/2')),
    '/page/2': page('b=two ', link('3', 'next'), link('/never', 'prev')),
    '/page/3': page('a=one c=older ', link('/page/2', 'next'))
  })
  const { report } = await runOn(`${origin}/feed`, '', ...options)
  t.match(report, { Added: 3, Losses: [] })
  const shown = new Set((await posts(report.Blog)).map(({ Content }: { Content: string }) => Content))
  t.same(shown, new Set(['one', 'corrected', 'three']))
  t.same(requested, ['/feed', '/page/2', '/page/3'])
})

t.test('the addresses of further pages are relative to the base of their feed, or to their own', async (t) => {
  const { runOn } = await importer(t)
  const pages: Record<string, string> = {}
  const { origin, requested } = await servingPages(t, pages)
  const based = (path: string, text: string) => text.replace('<feed', `<feed xml:base="${origin}${path}"`)
  pages['/feed'] = based('/archive/', page('c=three ', link('2')))
  pages['/archive/2'] = based('/none/', page('b=two ', link('1').replace('<link', `<link xml:base="${origin}/old/"`)))
  pages['/old/1'] = page('a=one ')
  t.match((await runOn(`${origin}/feed`, '', ...options)).report, { Added: 3, Losses: [] })
  t.same(requested, ['/feed', '/archive/2', '/old/1'])
})

t.test('an RSS feed leads to its next page by a link of Atom', async (t) => {
  const { runOn, posts, lastLosses } = await importer(t)
  const rss = (id: string, more: string) =>
    `<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel><title>News</title>${more}
    <item><guid>${id}</guid><description>${id}</description></item></channel></rss>`
  const { origin, requested } = await servingPages(t, {
    '/rss': rss('two', '<atom:link rel="self" href="/rss"/><atom:link rel="next" href="/rss?page=2"/>'),
    '/rss?page=2': rss('one', '<atom:link rel="next" href="https://user@elsewhere.example/"/>')
  })
  const { report } = await runOn(`${origin}/rss`, '', ...options)
  t.match(report, { Added: 2 })
  t.same(await lastLosses(), [missing(`https://user@elsewhere.example/ was not read: ${OTHER_ORIGIN}, ${origin}`)])
  t.equal((await posts(report.Blog)).length, 2)
  t.same(requested, ['/rss', '/rss?page=2'])
})

const missing = (what: string) => ({ What: 'missing posts', Why: `The page ${what}.` })
const OTHER_ORIGIN = 'its origin is not that of the feed'

t.test('a page that cannot be read is reported, and the others are stored', async (t) => {
  const { runOn, lastLosses } = await importer(t)
  const other = await servingPages(t, { '/page': page('z=secret ') })
  const pages: Readonly<Record<string, string>> = {
    '/gone': page('a=one ', link('/none')),
    '/elsewhere': page('b=two ', link(`${other.origin}/page`)),
    '/file': page('c=three ', link('file:///etc/passwd')),
    '/moved': page('d=four ', link('/away')),
    '/busy': page('e=five ', link('/error')),
    '/error': '<html><body><p>Too many requests</p></body></html>'
  }
  const { origin, requested } = await site(t, ({ url = '' }, response) => {
    const { [url]: text } = pages
    if (url === '/away') response.writeHead(302, { location: `${other.origin}/page` }).end()
    else response.writeHead(text === undefined ? 404 : 200).end(text)
  })
  const unreadable = (path: string, reason: string) =>
    `${origin}/${path} could not be read, nor could those before it: ${reason}`
  for (const [path, loss] of [
    ['gone', unreadable('none', 'its status is 404')],
    ['elsewhere', `${other.origin}/page was not read: ${OTHER_ORIGIN}, ${origin}`],
    ['file', `file:///etc/passwd was not read: ${OTHER_ORIGIN}, ${origin}`],
    ['moved', unreadable('away', `it leads to another origin, ${other.origin}`)],
    ['busy', unreadable('error', 'it is no page of the feed')]
  ] as const) {
    t.match((await runOn(`${origin}/${path}`, '', ...options)).report, { Added: 1, IsIncomplete: true })
    t.same(await lastLosses(), [missing(loss)])
  }
  t.same(other.requested, ['/page'], 'only by a redirect, whose answer is not read')
  t.same(requested, ['/gone', '/none', '/elsewhere', '/file', '/moved', '/away', '/busy', '/error'])
})
