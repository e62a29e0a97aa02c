/** Live pages: before the blog starts, and as other sites show them. */
import t from 'tap'
import { build, numberFrom, openStream, publishIn, readings, until } from '../../support/index.ts'
import { BASE, BROWSER } from '../../support/html.ts'

await t.test('a blog has pages, feeds and a frame once it has gone live', async (t) => {
  // Blog 3 of the demo has published posts, but has not gone live.
  const { app, get, tokenOf } = await build(t)
  const authorization = await tokenOf('admin')
  const paths = [
    ...['', '?order=oldest', '/embed', '/atom', '/feed.json', '/post/83', '/page/83'].map((end) => `/live/3${end}`),
    `/oembed?url=${encodeURIComponent(`${BASE}/live/3`)}`
  ]
  const statusesFor = async (headers: Record<string, string>) =>
    Promise.all(paths.map(async (path) => [path, (await get(path, { ...BROWSER, ...headers })).statusCode]))
  const expectStatuses = async (status: number, about: string, headers: Record<string, string> = {}) => {
    const found = await statusesFor(headers)
    const shown = paths.map((path) => [path, status])
    t.same(found, shown, about)
  }
  const linkOf = async (path: string) => (await get(path)).headers.link
  const toggle = async () => {
    const headers = { authorization }
    const { statusCode } = await app.inject({ method: 'PUT', url: '/resources/Desk/Blog/3/PutLive', headers })
    t.equal(statusCode, 200)
  }

  await expectStatuses(404, 'before it goes live')
  t.equal(await linkOf('/resources/Desk/Blog/3'), undefined, 'the blog links to no feeds')
  await expectStatuses(404, 'an unknown session', { authorization: 'x'.repeat(43) })
  const toPeople = (await statusesFor({ cookie: `desk_session=${await tokenOf('mira')}` })).slice(0, -1)
  t.same(
    toPeople,
    paths.slice(0, -1).map((path) => [path, 200]),
    'people with a session see all, but for oEmbed'
  )
  await toggle()
  await expectStatuses(200, 'live')
  t.match(await linkOf('/resources/Desk/Blog/3'), '/live/3/atom')
  await toggle()
  await expectStatuses(404, 'no longer live')
})

await t.test('a blog whose start is announced shows its title and start, and nothing else', async (t) => {
  const { get, senderOf, sql } = await build(t)
  const send = await senderOf('admin', '/resources/Desk/Blog/3')
  await sql`update blogs set embed_config = '{"TimeZone":"Europe/Berlin"}' where id = 3`
  await send('PUT', '', { StartsOn: '2026-11-24T16:00:00Z' })
  const { statusCode, body, headers } = await get('/live/3', BROWSER)
  t.equal(statusCode, 200)
  t.match(headers['cache-control'], /^public/)
  t.match(body, '<time datetime="2026-11-24T16:00:00.000Z"')
  t.match(body, /24\. November 2026 um 17:00 MEZ|24 November 2026 at 17:00 CET/, 'in the zone of the blog')
  t.match(body, 'Sturmwacht: Das Ullesperrwerk')
  t.notMatch(body, /<article|ld\+json|2026-11-1\d/, 'no post, and no trace of the rehearsal')
  const anchors = [...body.matchAll(/ href="#([^"]+)"/g)].map(([, id]) => id)
  t.same(
    anchors.filter((id) => !body.includes(` id="${id}"`)),
    [],
    'links lead to parts that it has'
  )
  const others = ['/embed', '/atom', '/feed.json', '/post/83', '/page/83'].map((end) => `/live/3${end}`)
  for (const path of [...others, `/oembed?url=${encodeURIComponent(`${BASE}/live/3`)}`]) {
    t.equal((await get(path, BROWSER)).statusCode, 404, path)
  }

  await send('PUT', '/PutLive')
  t.match((await get('/live/3', BROWSER)).body, '<article', 'live')
  await send('PUT', '/PutLive')
  t.equal((await get('/live/3', BROWSER)).statusCode, 200, 'announced again')
  await send('PUT', '/Hide')
  t.equal((await get('/live/3', BROWSER)).statusCode, 404, 'a hidden blog is not announced')
  await send('PUT', '/Unhide')
  await send('PUT', '', { ClosedOn: '2026-11-24T18:00:00Z' })
  t.equal((await get('/live/3', BROWSER)).statusCode, 404, 'and neither is one that was closed before it began')
})

await t.test('people who are logged in see a blog before it goes live', async (t) => {
  const { get, tokenOf } = await build(t)
  const session = { ...BROWSER, cookie: `desk_session=${await tokenOf('naama')}` }
  t.equal((await get('/live/3/theme.css', { accept: 'text/css,*/*;q=0.1' })).statusCode, 200)
  for (const path of ['/live/3', '/live/3/embed', '/live/3/post/83']) {
    for (const headers of [session, { authorization: await tokenOf('mira') }]) {
      const { statusCode, headers: sent } = await get(path, headers)
      t.equal(statusCode, 200, path)
      t.equal(sent['cache-control'], 'private, no-store', path)
    }
    t.equal((await get(path)).statusCode, 404, `${path} stays hidden from everybody else`)
  }
  t.equal((await get('/live/999', session)).statusCode, 404)
})

t.test('streams that began at different changes share the next one', async (t) => {
  const statements: string[] = []
  const { app, sql } = await build(t, {}, { watch: (statement) => statements.push(statement) })
  const origin = await app.listen({ host: '127.0.0.1', port: 0 })
  const Last = await numberFrom(sql`select published_c_id as last from blogs where id = 1`)
  const streams = await Promise.all(
    [0, 1, 2].map(async (missed) => {
      const query = `X-Filter=*&Accept-Language=en&cId.since=${Last - missed}&stream`
      const address = `${origin}/resources/Desk/Blog/1/Post/Published.html?${query}`
      // A busy machine refuses a stream, and says so.
      const stream = await until(() => openStream(address), { status: 200 })
      t.teardown(stream.close)
      for (let event = 0; event < missed; event += 1) await stream.next()
      return stream
    })
  )
  statements.length = 0
  await publishIn(sql, 1, '<p>Shared.</p>')
  const events = await Promise.all(streams.map(({ next }) => next()))
  t.match(events[0]?.data, /<article id="post-\d+" class="post normal".*<p>Shared\.<\/p>/)
  t.equal(new Set(events.map(({ data }) => data)).size, 1)
  t.equal(statements.filter((statement) => statement.includes('reader_posts')).length, 1)
})

t.test('parameters that a page does not read make no other document', async (t) => {
  const { watch, statements } = readings()
  const { app, get } = await build(t, {}, { watch })
  // The first requests load modules, and may see changes that the demo has just made.
  await get('/live/1')
  await app.freshness.catchUp()
  const { body } = await get('/live/1')
  const oldest = await get('/live/1?order=oldest')
  t.not(oldest.body, body)
  const count = statements.length
  for (const query of ['x=1', 'order=', 'order=newest', 'after=2', 'x=1&x=2']) {
    t.equal((await get(`/live/1?${query}`)).body, body, query)
  }
  t.equal((await get('/live/1?x=3&order=oldest')).body, oldest.body)
  t.same(statements.slice(count), [])
  t.equal((await get('/live/1?order=oldest&after=junk')).statusCode, 404)
})

t.test('oEmbed requests for the same frame share a document', async (t) => {
  const statements: string[] = []
  const BASE_URL = 'https://live.example'
  const { app, get } = await build(t, { BASE_URL }, { watch: (statement) => statements.push(statement) })
  const oembed = async (query: string) => (await get(`/oembed?url=${BASE_URL}/live/1${query}`)).body
  await oembed('')
  await app.freshness.catchUp()
  const body = await oembed('')
  const narrow = await oembed('&maxwidth=320')
  t.not(narrow, body)
  statements.length = 0
  for (const query of ['/', '?utm_source=x', '%23post-3', '&maxwidth=5000&maxheight=x', '&format=json', '&x=1']) {
    t.equal(await oembed(query), body, query)
  }
  t.equal(await oembed('?y=1&maxheight=5000&maxwidth=320'), narrow)
  t.same(statements, [])
})
