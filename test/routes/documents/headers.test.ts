/** All headers of responses of every kind: a header that comes, goes or changes does so on purpose. */
import type { InjectOptions } from 'fastify'
import t from 'tap'
import { answerOverload } from '../../../plugins/faults/index.ts'
import { ADMIN_PASSWORD, build } from '../../support/index.ts'
import { BASE, BROWSER, hrefsOf } from '../../support/html.ts'
import { golden, UUIDS } from '../../support/golden.ts'
import { site } from '../../support/sites.ts'

const BLOG = '/resources/Desk/Blog/3'
const POST = `${BLOG}/Post`
const JSON_BODY = { 'content-type': 'application/json' }
const NEWCOMER = { Name: 'newcomer', Password: 'a long new password' }
const TITLE = '{"Title":"x"}'
const LOGIN = { UserName: 'admin', Password: ADMIN_PASSWORD }
const WRONG = { UserName: 'admin', Password: 'x' }
const FORM = { ...BROWSER, 'content-type': 'application/x-www-form-urlencoded', origin: BASE }
const PREFLIGHT = {
  origin: 'https://embed.example',
  'access-control-request-method': 'POST',
  'access-control-request-headers': 'authorization'
}
const formOf = (values: Record<string, string>) => new URLSearchParams(values).toString()

/** Headers of every response; the golden document has the others. */
const COMMON = {
  'access-control-allow-origin': '*',
  'x-content-type-options': 'nosniff'
}

/** Addresses that everybody reads, without further headers. */
const read = [
  ...['/', '/login', '/live', '/live/search?q=bridge', '/live/1', '/live/1/embed', '/live/1/post/20'],
  ...['/live/1/theme.css', '/live/1/search?q=vote', '/live/99', '/live/1/atom', '/live/1/feed.json', '/live/atom'],
  ...['/live/feed.json', '/sitemap.xml', '/news-sitemap.xml', '/robots.txt', '/site.webmanifest', '/favicon.ico'],
  ...['/icon.svg', '/apple-touch-icon.png', '/embed.js', '/element.js', '/oembed?url=http://desk.example/live/1'],
  ...['/oembed?url=http://desk.example/live/1&format=xml', '/oembed?url=http://desk.example/live/99'],
  ...['/health/live', '/health/ready', '/openapi.json', '/schema.xsd', '/problem.xsd', '/problems/not-found'],
  ...['/docs', '/docs/', '/docs/static/index.css', '/content/person.svg', '/content/nothing.svg'],
  ...['/resources', '/resources/Desk/Blog?limit=1', `${POST}/Published?limit=1&offset=1`, `${BLOG}.json`],
  ...[`${POST}/83.json?X-Format-Values=typed`, '/resources/Desk/Blog?params=show', '/resources/Admin/PO/de'],
  ...['/resources/Admin/JSONLocale/de', '/resources/Desk/Blog/99', '/resources/Nothing', '/resources/Desk/Blog?x=1'],
  ...['/nowhere', '/%']
] as const

t.test('a response has the headers that are meant, and no others', async (t) => {
  const { app, tokenOf } = await build(t)
  const authorization = await tokenOf('mira')
  const own = { authorization, ...JSON_BODY }
  const cookie = `desk_session=${authorization}`
  const scripts = (await app.inject({ url: '/desk/3', headers: { ...BROWSER, cookie } })).body
  const [style = ''] = hrefsOf(scripts).filter((address) => address.includes('/pages/'))

  const requests: readonly (readonly [name: string, request: InjectOptions])[] = [
    ...read.map((url) => [`GET ${url}`, { url }] as const),
    ['GET a style sheet', { url: style.replace(BASE, '') }],
    ['GET for people', { url: BLOG, headers: BROWSER }],
    ['GET by a browser with a session', { url: BLOG, headers: { ...BROWSER, cookie } }],
    ['GET by a user', { url: `${POST}/89`, headers: { authorization } }],
    ['GET in no format', { url: BLOG, headers: { accept: 'image/png' } }],
    ['GET in a list of parameters for people', { url: '/resources/Desk/Blog?params=show', headers: BROWSER }],
    ['GET of what is fresh', { url: BLOG, headers: { 'if-none-match': '*' } }],
    ['GET from another origin', { url: BLOG, headers: { origin: 'https://embed.example' } }],
    ['GET of the newsroom', { url: '/desk', headers: { ...BROWSER, cookie } }],
    ['GET of a blog in the newsroom', { url: '/desk/3', headers: { ...BROWSER, cookie } }],
    ['GET of the newsroom without a session', { url: '/desk/3', headers: BROWSER }],
    ['GET of a blog to take away', { url: `${BLOG}/Export/ndjson`, headers: { authorization } }],
    ['HEAD', { method: 'HEAD', url: BLOG }],
    ['OPTIONS', { method: 'OPTIONS', url: BLOG }],
    ['OPTIONS from another origin', { method: 'OPTIONS', url: POST, headers: PREFLIGHT }],
    ['POST', { method: 'POST', url: POST, headers: own, payload: '{"Content":"x"}' }],
    ['POST in JSON', { method: 'POST', url: `${POST}.json`, headers: own, payload: '{"Content":"x"}' }],
    ['POST with a bad body', { method: 'POST', url: POST, headers: own, payload: TITLE }],
    ['POST without a token', { method: 'POST', url: POST, headers: JSON_BODY, payload: '{"Content":"x"}' }],
    ['POST of another type', { method: 'POST', url: POST, headers: { ...own, 'content-type': 'text/plain' } }],
    ['POST without a right', { method: 'POST', url: '/resources/HR/User', headers: own, payload: NEWCOMER }],
    ['PUT', { method: 'PUT', url: `${POST}/83`, headers: own, payload: '{"Content":"x"}' }],
    ['PUT of what is stale', { method: 'PUT', url: BLOG, headers: { ...own, 'if-match': '"0"' }, payload: TITLE }],
    ['PUT where there is none', { method: 'PUT', url: '/resources/Desk/Blog' }],
    ['DELETE', { method: 'DELETE', url: `${POST}/83`, headers: { authorization } }],
    ['DELETE where there is none', { method: 'DELETE', url: POST, headers: { authorization } }],
    ['POST of a login', { method: 'POST', url: '/resources/Security/Login', payload: LOGIN }],
    ['POST of a login in a browser', { method: 'POST', url: '/login', headers: FORM, payload: formOf(LOGIN) }],
    ['POST of a wrong login in a browser', { method: 'POST', url: '/login', headers: FORM, payload: formOf(WRONG) }],
    ['POST of a logout in a browser', { method: 'POST', url: '/logout', headers: { ...FORM, cookie } }]
  ]
  const sections: string[] = []
  for (const [name, request] of requests) {
    const { statusCode, headers } = await app.inject({
      ...request,
      headers: { host: 'desk.example', ...request.headers }
    })
    t.match(headers, COMMON, name)
    const lines = Object.entries(headers).flatMap(([header, value]) =>
      header in COMMON || UNSTABLE.includes(header) ? [] : [`${header}: ${stable(String(value))}\n`]
    )
    sections.push(`${name}: ${statusCode}\n${lines.sort().join('')}`)
  }
  await golden(t, 'headers.txt', Buffer.from(sections.join('\n')))
})

t.test('so does the answer of a service that has too much to do, before the router runs', async (t) => {
  const { origin } = await site(t, answerOverload)
  const sections: string[] = []
  for (const [name, path, accept] of [
    ['XML', '/resources', '*/*'],
    ['JSON', '/resources.json', '*/*'],
    ['for people', '/resources', BROWSER.accept]
  ] as const) {
    const response = await fetch(origin + path, { headers: { accept, connection: 'close' } })
    const lines = [...response.headers].flatMap(([header, value]) =>
      UNSTABLE.includes(header) ? [] : [`${header}: ${stable(value)}\n`]
    )
    sections.push(`${name}: ${response.status}\n${lines.sort().join('')}${stable(await response.text())}\n`)
  }
  await golden(t, 'overload.txt', Buffer.from(sections.join('\n')))
})

const UNSTABLE = ['connection', 'content-length', 'date', 'last-modified']

/** Returns the value of a header without the parts that differ between runs. */
const stable = (value: string) =>
  value
    .replace(UUIDS, 'UUID')
    .replace(/^(W\/)?"[^"]+"$/, '$1"TAG"')
    .replace(/^(\w+=)[\w-]{43}(;|$)/, '$1TOKEN$2')
