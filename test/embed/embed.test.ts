/** The script, the frame and the oEmbed responses by which other sites show a live blog. */
import { gzipSync } from 'node:zlib'
import { readConfig } from '../../config.ts'
import { build } from '../support/app.ts'
import t from 'tap'
import { parseXml } from '../support/xml.ts'

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
    [undefined, '*'],
    ['', "'none'"],
    ['https://a.example,https://*.b.example:8443', 'https://a.example https://*.b.example:8443']
  ] as const) {
    const { get } = await build(t, origins === undefined ? {} : { EMBED_ORIGINS: origins })
    const { statusCode, headers } = await get('/live/1/embed')
    const policy = String(headers['content-security-policy'])
    t.equal(statusCode, 200)
    t.ok(policy.split('; ').includes(`frame-ancestors ${ancestors}`), policy)
    t.equal(headers['x-frame-options'], undefined)
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

t.test('hidden and unknown blogs have no frame', async (t) => {
  await sql`update blogs set deleted_on = now() where id = 2`
  for (const id of ['2', '999', 'x', '9999999999']) t.equal((await get(`/live/${id}/embed`)).statusCode, 404, id)
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
  t.same(shown, { width: 600, height: 600 }, 'sizes that are no numbers do not count')
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
    t.equal((await get(oembed({ url }))).statusCode, 404, url)
  }
  const unknown = await get(oembed({ url: `${BASE}/live/1`, format: 'yaml' }), { accept: 'application/json' })
  t.equal(unknown.statusCode, 501)
  t.match(unknown.json(), { type: '/problems/not-implemented', detail: 'format must be one of json, xml' })
  t.equal((await get('/oembed')).statusCode, 400)
})

t.test('oEmbed knows the addresses of a service below a path', async (t) => {
  const { get } = await build(t, { BASE_URL: `${BASE}/desk` })
  t.equal((await get(oembed({ url: `${BASE}/desk/live/1` }))).statusCode, 200)
  t.equal((await get(oembed({ url: `${BASE}/live/1` }))).statusCode, 404)
})
