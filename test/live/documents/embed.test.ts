/** The script, the frame and the oEmbed responses by which other sites show a live blog. */
import { gzipSync } from 'node:zlib'
import { readConfig } from '../../../config.ts'
import { build, remembering } from '../../support/app.ts'
import t from 'tap'
import { parseXml } from '../../support/xml.ts'
import { addLiveBlog, publishIn } from '../../support/newsroom.ts'

const BASE = 'https://news.example'

const { get, sql } = await build(t, { BASE_URL: BASE, CACHE_MB: '0' })

t.test('the script is small and is asked for again after ten minutes', async (t) => {
  const { headers, rawPayload } = await get('/embed.js')
  t.equal(headers['content-type'], 'text/javascript; charset=utf-8')
  t.match(headers['cache-control'], /^public, max-age=600,/)
  t.equal(headers['cross-origin-resource-policy'], 'cross-origin')
  t.ok(gzipSync(rawPayload).length <= 3 * 1024, `${gzipSync(rawPayload).length} bytes`)
  t.equal((await get('/embed.js', { 'if-none-match': String(headers.etag) })).statusCode, 304)
})

t.test('EMBED_ORIGINS says which sites may show the frame', async (t) => {
  for (const [origins, ancestors] of [
    // Also pages without an address on the web, which * would leave out.
    [undefined, []],
    ['', ["frame-ancestors 'none'"]],
    ['https://a.example,https://*.b.example:8443', ['frame-ancestors https://a.example https://*.b.example:8443']]
  ] as const) {
    const { get } = await build(t, origins === undefined ? {} : { EMBED_ORIGINS: origins })
    const { statusCode, headers } = await get('/live/1/embed')
    const policy = String(headers['content-security-policy'])
    t.equal(statusCode, 200)
    t.match(policy, "script-src 'self'")
    t.same(
      policy.split('; ').filter((directive) => directive.startsWith('frame-ancestors')),
      ancestors
    )
    t.equal(headers['x-frame-options'], undefined)
    const offered = (await get('/live/1')).body.includes('id="embed-code"')
    t.equal(offered, origins !== '', 'the page shows the lines for other sites')
  }
  for (const origins of ['news.example', "'self'", 'https://a.example; script-src *', 'https://a.example,', '*,*']) {
    t.throws(() => readConfig({ EMBED_ORIGINS: origins }), /EMBED_ORIGINS/, origins)
  }
})

t.test('the frame shows the posts of the live page, and all its links lead out of the frame', async (t) => {
  const postsIn = (html: string) => html.match(/<article.*?<\/article>/gs)
  const { body } = await get('/live/1/embed')
  t.same(postsIn(body), postsIn((await get('/live/1')).body))
  t.match(body, '<base target="_blank"/>')
  t.match(body, `<link rel="canonical" href="${BASE}/live/1"/>`)
  t.match(body, `<a href="${BASE}/live/1">Ullenmouth votes: election night, live</a>`)
  t.notMatch(body, /class="description"|class="skips"|id="key-points"/)
})

t.test('options choose the posts of a frame, and wrong ones are refused in words that the frame shows', async (t) => {
  const Blog = await addLiveBlog(sql, 'A day')
  const posts = await sql<{ Id: number }[]>`
    insert into posts (blog, creator, content, published_on, is_key_point)
    select ${Blog}, 1, '<p>Post ' || n || '</p>', now(), n % 3 = 0 from generate_series(1, 30) as n returning id`
  const all = posts.map(({ Id }) => Id)
  const shown = async (query: string) => {
    const { body } = await get(`/live/${Blog}/embed${query}`)
    const [, next] = new RegExp(`<a href="${BASE}([^"]+)" rel="next">`).exec(body) ?? []
    const ids = [...body.matchAll(/<article id="post-(\d+)"/g)].map(([, id]) => Number(id))
    return { ids, next: next?.replaceAll('&amp;', '&') }
  }
  const newest = all.toReversed()
  t.same(await shown(''), { ids: newest, next: undefined })
  t.same(await shown('?posts=5'), { ids: newest.slice(0, 5), next: `/live/${Blog}/page/${newest[5]}` })
  t.same(await shown('?posts=5&order=newest'), await shown('?posts=5&utm_source=other'))
  const oldest = { ids: all.slice(0, 4), next: `/live/${Blog}?order=oldest&after=${all[3]}` }
  t.same(await shown('?posts=4&order=oldest'), oldest)
  const keys = newest.filter((_id, index) => index % 3 === 0)
  t.same(await shown('?show=key-points'), { ids: keys, next: undefined })
  const someKeys = { ids: keys.slice(0, 2), next: `/live/${Blog}?show=key-points&from=${keys[2]}` }
  t.same(await shown('?posts=2&show=key-points'), someKeys)
  t.same(await shown(`?post=${all[7]}`), { ids: [all[7]], next: undefined })
  t.match((await get(`/live/${Blog}/embed?post=${all[7]}`)).body, `<a href="${BASE}/live/${Blog}">Whole live blog</a>`)

  for (const [query, detail] of [
    ['posts=0', /^posts must be 1 or more/],
    ['posts=21', /^posts must be 20 or less/],
    ['posts=all', /^posts must be a whole number/],
    ['order=random', /^order must be newest or oldest/],
    ['show=everything', /^show must be key-points/],
    ['order=oldest&show=key-points', 'order must be newest if only key points are shown'],
    [`post=${all[7]}&posts=3`, 'post shows one post only, so it goes without posts, order and show']
  ] as const) {
    const { statusCode, headers, body } = await get(`/live/${Blog}/embed?${query}`, { accept: 'application/json' })
    t.equal(statusCode, 400, query)
    t.match(JSON.parse(body), { type: '/problems/bad-parameter', detail }, query)
    t.notMatch(headers['content-security-policy'], 'frame-ancestors')
  }
  const page = await get(`/live/${Blog}/embed?posts=0`, { accept: 'text/html' })
  t.notMatch(page.headers['content-security-policy'], 'frame-ancestors')
  t.match(page.body, 'posts must be 1 or more')
  for (const id of ['999999', '1']) t.equal((await get(`/live/${Blog}/embed?post=${id}`)).statusCode, 404)
})

t.test('hidden and unknown blogs have no frame', async (t) => {
  await sql`update blogs set deleted_on = now() where id = 2`
  for (const id of ['2', '999', 'x', '9999999999']) t.equal((await get(`/live/${id}/embed`)).statusCode, 404, id)
  // Other pages refuse to be in a frame.
  const { body } = await get('/live/999/embed?posts=5', { accept: 'text/html' })
  t.match(body, '<base target="_blank"/>', 'links of the error lead out of the frame')
  t.notMatch((await get('/live/999', { accept: 'text/html' })).body, '<base')
})

const oembed = (parameters: Readonly<Record<string, string>>) => `/oembed?${new URLSearchParams(parameters)}`

t.test('oEmbed gives the frame of a blog', async (t) => {
  const { headers, payload } = await get(oembed({ url: `${BASE}/live/1` }))
  t.equal(headers['content-type'], 'application/json; charset=utf-8')
  t.same(JSON.parse(payload), {
    type: 'rich',
    version: '1.0',
    title: 'Ullenmouth votes: election night, live',
    provider_name: 'Live blogs',
    provider_url: `${BASE}/`,
    cache_age: 3600,
    thumbnail_url: `${BASE}/content/demo/ullenmouth-at-night-1600x900w.webp.shared.jpg`,
    thumbnail_width: 1200,
    thumbnail_height: 675,
    width: 600,
    height: 600,
    html:
      `<iframe src="${BASE}/live/1/embed" title="Ullenmouth votes: election night, live" width="600" height="600" ` +
      'style="border:0" loading="lazy"></iframe>'
  })
  const narrow = (await get(oembed({ url: `${BASE}/live/1/`, maxwidth: '320', maxheight: '900' }))).json()
  t.same({ width: narrow.width, height: narrow.height }, { width: 320, height: 600 })
  t.match(narrow.html, 'width="320" height="600"')
  const odd = (await get(oembed({ url: `${BASE}/live/1?utm_source=x#post-3`, maxwidth: '-1', maxheight: 'x' }))).json()
  const shown = { width: odd.width, height: odd.height }
  t.same(shown, { width: 600, height: 600 }, 'sizes that are not numbers do not count')
})

t.test('oEmbed gives the picture of a blog or post if there is room for it', async (t) => {
  const thumbnailOf = async (path: string, room: Readonly<Record<string, string>> = {}) => {
    const { payload } = await get(oembed({ url: BASE + path, ...room }))
    const { thumbnail_url: url, thumbnail_width: width, thumbnail_height: height } = JSON.parse(payload)
    return [url, width, height]
  }
  const none = [undefined, undefined, undefined]
  const Blog = await addLiveBlog(sql, 'A day')
  t.same(await thumbnailOf(`/live/${Blog}`), none, 'none without a picture')
  const publish = async (content: string) => {
    const Id = await publishIn(sql, Blog, content)
    return `/live/${Blog}/post/${Id}`
  }
  const post = await publish('<img src="https://p.example/a.jpg" width="800" height="450">')
  const picture = ['https://p.example/a.jpg', 800, 450]
  t.same(await thumbnailOf(post), picture)
  t.same(await thumbnailOf(`/live/${Blog}`, { maxwidth: '800', maxheight: '450' }), picture, 'that of its newest post')
  t.same(await thumbnailOf(post, { maxwidth: '799' }), none)
  t.same(await thumbnailOf(post, { maxheight: '449' }), none)
  t.same(await thumbnailOf(await publish('<img src="https://p.example/b.jpg">')), none, 'none without a size')
  for (const [width, height, shown] of [
    [4096, 4096, 4096],
    [4097, 450, undefined],
    [800, 4097, undefined]
  ] as const) {
    const large = await publish(`<img src="https://p.example/c.jpg" width="${width}" height="${height}">`)
    t.equal((await thumbnailOf(large, { maxwidth: '9999', maxheight: '9999' }))[1], shown, `${width} × ${height}`)
  }
  const lead = JSON.stringify({ Lead: { url: 'https://p.example/lead.jpg', width: 300, height: 200 } })
  await sql`update blogs set embed_config = ${lead} where id = ${Blog}`
  t.same(await thumbnailOf(`/live/${Blog}`), ['https://p.example/lead.jpg', 300, 200])
})

t.test('oEmbed gives the frame of a post', async (t) => {
  const Id = await publishIn(sql, 1, '<h2>The <em>count</em> is in</h2><p>Turnout: 71 %.</p>')
  const url = `${BASE}/live/1/post/${Id}`
  const { payload } = await get(oembed({ url, maxwidth: '500' }))
  const answer = JSON.parse(payload)
  t.match(answer, { type: 'rich', title: 'The count is in', author_name: 'admin', width: 500, height: 400 })
  t.match(answer.html, `<iframe src="${BASE}/live/1/embed?post=${Id}" title="The count is in" width="500" height="400"`)
  const { body } = await get(`/live/1/post/${Id}`)
  for (const format of ['json', 'xml']) {
    const [, address = ''] = new RegExp(`oembed" href="${BASE}([^"]+&amp;format=${format})"`).exec(body) ?? []
    const { statusCode, rawPayload } = await get(address.replaceAll('&amp;', '&'))
    t.equal(statusCode, 200)
    if (format === 'xml') {
      const shown = parseXml(rawPayload).children.map(({ text }) => text)
      t.match(shown.slice(0, 3), ['rich', '1.0', 'The count is in'])
    }
  }
  await sql`update posts set published_on = null where id = ${Id}`
  for (const address of [url, `${BASE}/live/2/post/1`, `${BASE}/live/1/post/x`, `${BASE}/live/1/post/9999999999`]) {
    t.equal((await get(oembed({ url: address }))).statusCode, 404, address)
  }
})

t.test('oEmbed escapes titles in JSON, in XML and in the markup inside', async (t) => {
  const title = '"><script>alert(1)</script> & ]]> 😀'
  await sql`update blogs set title = ${title} where id = 1`
  const json = (await get(oembed({ url: `${BASE}/live/1` }))).json()
  t.equal(json.title, title)
  t.match(json.html, 'title="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt; &amp; ]]&gt; 😀"')
  const { headers, rawPayload } = await get(oembed({ url: `${BASE}/live/1`, format: 'xml' }))
  t.equal(headers['content-type'], 'text/xml; charset=utf-8')
  const { name, children } = parseXml(rawPayload)
  t.equal(name, 'oembed')
  const shown = Object.fromEntries(children.map((child) => [child.name, child.text]))
  t.same(shown, Object.fromEntries(Object.entries(json).map(([member, value]) => [member, String(value)])))
})

t.test('oEmbed answers other addresses with 404 and other formats with 501', async (t) => {
  for (const url of [
    'https://other.example/live/1',
    `${BASE}/live/999`,
    `${BASE}/live/x`,
    `${BASE}/live/1/embed`,
    `${BASE}/resources/Desk/Blog/1`,
    `${BASE}.evil.example/live/1`,
    'https://news.example@evil.example/live/1',
    'javascript:alert(1)',
    'live/1'
  ]) {
    const { statusCode, body } = await get(oembed({ url }), { accept: 'application/json' })
    t.equal(statusCode, 404, url)
    t.equal(JSON.parse(body).detail, 'url is not the address of a live blog of this service, or of a post', url)
  }
  const unknown = await get(oembed({ url: `${BASE}/live/1`, format: 'yaml' }), { accept: 'application/json' })
  t.equal(unknown.statusCode, 501)
  t.match(unknown.json(), { type: '/problems/not-implemented', detail: 'format must be one of json, xml' })
  t.equal((await get('/oembed')).statusCode, 400)
})

t.test('a format that oEmbed lacks is not an error in the log of the service', async (t) => {
  const lines: string[] = []
  const { get } = await build(t, { BASE_URL: BASE }, { logger: remembering(lines, 'error') })
  t.equal((await get(oembed({ url: `${BASE}/live/1`, format: 'yaml' }))).statusCode, 501)
  t.same(lines, [])
})

t.test('oEmbed knows the addresses of a service below a path', async (t) => {
  const { get } = await build(t, { BASE_URL: `${BASE}/desk` })
  t.equal((await get(oembed({ url: `${BASE}/desk/live/1` }))).statusCode, 200)
  t.equal((await get(oembed({ url: `${BASE}/live/1` }))).statusCode, 404)
})
