/** Tool/URLInfo describes web pages and refuses private addresses. The test only contacts its own servers. */
import { createSocket } from 'node:dgram'
import { getServers, setServers } from 'node:dns/promises'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import t, { type Test } from 'tap'
import { isPublic } from '../../../plugins/clients.ts'
import type { UrlInfoOptions } from '../../../plugins/url-info/index.ts'
import { build, each, until, words, wordsOf } from '../../support/index.ts'
import { root } from '../../support/root.ts'
import { site } from '../../support/sites.ts'
import { portOf } from '../socket.ts'
import { parseXml } from '../../support/xml.ts'

/** Returns the words of the problem for a page that is not read. */
const refusal = (reason: string) => `400 The parameter url ${reason}\n    url ${reason}`

const NOT_PUBLIC = refusal('does not lead to a public address')
const NO_SCHEME = refusal('must begin with http:// or https://')
const NO_ADDRESS = refusal('is not the address of a web page, such as https://example.org/page')
const SECRET = refusal('must not contain a user name or a password')
const RESERVED = refusal('names a port that web pages are not served on')

/** Builds the service so that it may read the servers of the test. @returns a function that requests Tool/URLInfo */
const urlInfo = async (t: Test, webPages: Partial<UrlInfoOptions> = {}) => {
  const { readers = 'public' } = webPages
  const { app } = await build(
    t,
    { URL_INFO: readers },
    { webPages: { isAllowed: (address) => address === '127.0.0.1', ...webPages } }
  )
  return (url?: string, headers = {}) =>
    app.inject({ url: `/resources/Tool/URLInfo${url === undefined ? '' : `?url=${encodeURIComponent(url)}`}`, headers })
}

const HTML = `<!doctype html><html><head>
<title>Storm &amp; flood</title><meta name="Description" content="What  we know">
<link rel="Shortcut ICON" href="/icon.png"></head><body><img src="a.jpg"><img src="a.jpg">
<img src="data:image/png;base64,AA"><img src="//cdn.example/b.jpg">
<svg><title>no</title></svg>${Array.from({ length: 20 }, (_one, n) => `<img src="/${n}.png">`).join('')}</body></html>`

t.test('a page is described, after redirects', async (t) => {
  const { port } = await site(t, ({ url, headers: { accept, 'user-agent': agent } }, response) => {
    if (accept !== 'text/html, */*;q=0.1' || agent !== 'Desk-URLInfo/1.0') response.writeHead(406).end()
    else if (url === '/old') response.writeHead(302, { location: '/news/storm' }).end()
    else if (url === '/file.pdf') response.writeHead(200, { 'content-type': 'application/pdf' }).end('x')
    else response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(HTML)
  })
  const ask = await urlInfo(t)
  const base = `http://127.0.0.1:${port}`
  const page = JSON.parse((await ask(`${base}/old#top`, { accept: 'application/json' })).body)
  t.match(page, {
    URL: `${base}/old`,
    ContentType: 'text/html',
    Title: 'Storm & flood',
    Description: 'What we know',
    SiteIcon: { href: `${base}/icon.png` }
  })
  t.match(page.Date, /^\d+\/\d+\/\d\d \d+:\d\d [AP]M$/)
  t.equal(page.Picture.Picture.length, 10)
  t.same(page.Picture.Picture.slice(0, 3), [`${base}/news/a.jpg`, 'http://cdn.example/b.jpg', `${base}/0.png`])
  const { name, children } = parseXml((await ask(`${base}/news/storm`)).rawPayload)
  t.equal(name, 'URLInfo')
  t.same(each(children, 'name'), ['URL', 'ContentType', 'Description', 'SiteIcon', 'Title', 'Date', 'Picture'])
  t.equal(children[6]?.children[1]?.text, 'http://cdn.example/b.jpg')
  const shown = JSON.parse((await ask(`${base}/file.pdf`, { accept: 'application/json' })).body)
  t.match(shown, { Title: 'file.pdf', Picture: { Picture: [] } })
})

t.test('a page is read up to where it has too many open elements', async (t) => {
  // Half a megabyte of these would take the parser seven seconds, and this test with it.
  const { port } = await site(t, (_request, response) => {
    response.setHeader('content-type', 'text/html')
    const head = '<title>Deep</title><meta property="og:description" content="Down">'
    response.end(`${head}<img src="/before.png">${'<b>'.repeat(170_000)}<img src="/after.png">`)
  })
  const ask = await urlInfo(t)
  const page = JSON.parse((await ask(`http://127.0.0.1:${port}/`, { accept: 'application/json' })).body)
  t.match(page, { Title: 'Deep', Description: 'Down', Picture: { Picture: [`http://127.0.0.1:${port}/before.png`] } })
  t.equal(page.Picture.Picture.length, 1)
})

t.test('a page whose pictures repeat a long base does not fill the memory', async (t) => {
  const base = (length: number) => `<base href="/${'a'.repeat(length)}/">`
  const pages = new Map([
    ['/long', `${base(5000)}<img src="x.png">`],
    ['/short', `${base(3000)}<img src="x.png">`],
    ['/many', `${'<img>'.repeat(1000)}<img src="/late.png">`]
  ])
  const { port } = await site(t, ({ url = '' }, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end(pages.get(url))
  })
  const ask = await urlInfo(t)
  const origin = `http://127.0.0.1:${port}`
  const picturesOf = async (path: string) =>
    JSON.parse((await ask(origin + path, { accept: 'application/json' })).body).Picture.Picture
  t.same(await picturesOf('/long'), [`${origin}/x.png`], 'a base that is too long is none')
  t.same(await picturesOf('/short'), [`${origin}/${'a'.repeat(3000)}/x.png`])
  t.same(await picturesOf('/many'), [], 'the first thousand pictures are looked at')
})

t.test('only addresses of the public internet are allowed', async (t) => {
  for (const address of words`
    127.0.0.1 10.0.0.1 172.16.0.1 192.168.1.1 100.64.0.1 169.254.169.254 0.0.0.0 224.0.0.1 255.255.255.255 198.18.0.1
    ::1 :: ::ffff:10.0.0.1 ::127.0.0.1 fe80::1 fd00::1 ff02::1 64:ff9b::7f00:1 2002:7f00:1:: 2001:db8::1 fec0::1
    4000::1 168.63.129.16 2606:4700::5efe:10.0.0.1 2606:4700::200:5efe:a00:1 nonsense`) {
    t.notOk(isPublic(address), address)
  }
  for (const address of ['8.8.8.8', '168.63.129.17', '2606:4700::1111', '::ffff:8.8.8.8']) {
    t.ok(isPublic(address), address)
  }
})

t.test('private addresses, other schemes, credentials and other ports are refused by default', async (t) => {
  const { requested, port } = await site(t, (_request, response) => response.end('secret'))
  const { get } = await build(t)
  t.match((await get('/resources/Tool/URLInfo/')).body, /<URLInfo\/>$/)
  for (const [url, problem] of [
    [`http://127.0.0.1:${port}/`, NOT_PUBLIC],
    [`http://localhost:${port}/`, NOT_PUBLIC],
    [`http://2130706433:${port}/`, NOT_PUBLIC],
    [`http://0x7f.1:${port}/`, NOT_PUBLIC],
    [`http://[::1]:${port}/`, NOT_PUBLIC],
    [`http://[::ffff:127.0.0.1]:${port}/`, NOT_PUBLIC],
    [`http://127.0.0.1.:${port}/`, NOT_PUBLIC],
    ['http://127.0.0.1/', NOT_PUBLIC],
    ['http://127.0.0.1:443/', NOT_PUBLIC],
    ['https://127.0.0.1:80/', NOT_PUBLIC],
    ['http://127.0.0.1:1024/', NOT_PUBLIC],
    ['http://127.0.0.1:1023/', RESERVED],
    ['http://8.8.8.8:25/', RESERVED],
    ['file:///etc/passwd', NO_SCHEME],
    ['ftp://example.org/', NO_SCHEME],
    ['javascript:alert(1)', NO_SCHEME],
    ['nonsense', NO_ADDRESS],
    ['', NO_ADDRESS],
    [`http://user:password@127.0.0.1:${port}/`, SECRET],
    [`http://user@127.0.0.1:${port}/`, SECRET],
    [`http://:password@127.0.0.1:${port}/`, SECRET]
  ] as const) {
    const refused = await get(`/resources/Tool/URLInfo.json?url=${encodeURIComponent(url)}`)
    t.equal(wordsOf(refused), problem, url)
    t.equal(refused.json().type, '/problems/bad-parameter')
  }
  t.same(requested, [], 'no server was contacted')
})

t.test('redirects to refused addresses, and more than five redirects, are refused', async (t) => {
  const { requested, port } = await site(t, ({ url = '' }, response) => {
    if (url === '/loop11') {
      response.end('the page')
      return
    }
    const [, hops] = /^\/loop(\d*)/.exec(url) ?? []
    const location = hops === undefined ? Buffer.from(url.slice(1), 'base64url').toString() : `/loop${Number(hops) + 1}`
    response.writeHead(302, { location }).end()
  })
  const ask = await urlInfo(t)
  const from = (location: string) => ask(`http://127.0.0.1:${port}/${Buffer.from(location).toString('base64url')}`)
  for (const [location, problem] of [
    [`http://127.0.0.2:${port}/`, NOT_PUBLIC],
    [`http://[::1]:${port}/`, NOT_PUBLIC],
    ['http://169.254.169.254/latest/', NOT_PUBLIC],
    ['http://user:password@127.0.0.1/', SECRET],
    ['http://127.0.0.1:25/', RESERVED],
    ['http://[', NO_ADDRESS],
    ['file:///etc/passwd', NO_SCHEME]
  ] as const) {
    t.equal(wordsOf(await from(location)), problem, location)
  }
  t.equal(requested.length, 7)
  t.equal(wordsOf(await ask(`http://127.0.0.1:${port}/loop0`)), refusal('leads through more than 5 redirects'))
  t.equal(requested.length, 13)
  t.equal((await ask(`http://127.0.0.1:${port}/loop6`)).statusCode, 200, 'five are followed')
})

t.test('a host name with a private address is refused like one that does not exist', async (t) => {
  const { requested, port } = await site(t, (_request, response) => response.end('secret'))
  const ask = await urlInfo(t, { isAllowed: isPublic })
  // No name server is asked for the second name: it is too long.
  const hosts = ['localhost', `${'x'.repeat(64)}.example`]
  const answers = await Promise.all(
    hosts.map(async (host) => {
      const began = performance.now()
      const problem = wordsOf(await ask(`http://${host}:${port}/`))
      return { problem, tookASecond: performance.now() - began >= 990 }
    })
  )
  const refused = { problem: NOT_PUBLIC, tookASecond: true }
  t.same(answers, [refused, refused])
  t.same(requested, [])
})

/** Starts a name server that gives all names an address. @returns the names for which it is asked */
const nameServer = async (t: Test, address: readonly number[]): Promise<ReadonlySet<string>> => {
  const names = new Set<string>()
  const server = createSocket('udp4')
  server.on('message', (question, { port }) => {
    const [labels = ''] = question.toString('latin1', 12).split('\0', 1)
    names.add(labels.replace(/[^a-z]+/g, '.').slice(1))
    const isIPv4 = question.includes(Buffer.from([0, 1, 0, 1]), 12)
    const head = Buffer.from([0x81, 0x80, 0, 1, 0, isIPv4 ? 1 : 0, 0, 0, 0, 0])
    const end = 12 + labels.length + 5
    const record = Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, ...address])
    const answers = isIPv4 ? [record] : []
    server.send(Buffer.concat([question.subarray(0, 2), head, question.subarray(12, end), ...answers]), port)
  })
  server.bind(0, '127.0.0.1')
  await once(server, 'listening')
  const servers = getServers()
  setServers([`127.0.0.1:${server.address().port}`])
  t.teardown(() => {
    setServers(servers)
    server.close()
  })
  return names
}

t.test('name servers are asked directly, because the system has few threads for names', async (t) => {
  const names = await nameServer(t, [127, 0, 0, 1])
  const { port } = await site(t, (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<title>Found</title>')
  })
  const ask = await urlInfo(t)
  const answer = await ask(`http://pages.example:${port}/`, { accept: 'application/json' })
  t.match(answer.json(), { Title: 'Found' })
  t.same([...names], ['pages.example'])
})

t.test('of a page, the first 512 KB are read', async (t) => {
  const title = '<title>Late</title>'
  const { port } = await site(t, ({ url = '' }, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end(title.padStart(Number(url.slice(1))))
  })
  const ask = await urlInfo(t)
  t.match(await ask(`http://127.0.0.1:${port}/${512 * 1024}`), { body: /<Title>Late<\/Title>/ })
  t.notMatch((await ask(`http://127.0.0.1:${port}/${512 * 1024 + title.length}`)).body, 'Late')
})

t.test('slow pages are refused, and long pages are read in part', async (t) => {
  const chunk = Buffer.alloc(64 * 1024, 'x')
  const { port } = await site(t, ({ url }, response) => {
    if (url === '/silent') return
    response.writeHead(url === '/missing' ? 404 : 200, { 'content-type': 'text/html' })
    if (url === '/missing') {
      response.end()
      return
    }
    response.write('<title>Endless</title>')
    if (url === '/slow') return
    const more = () => {
      while (response.write(chunk));
    }
    response.on('drain', more)
    more()
  })
  const ask = await urlInfo(t, { timeout: 400 })
  const base = `http://127.0.0.1:${port}`
  for (const path of ['/silent', '/slow']) {
    t.equal(wordsOf(await ask(base + path)), refusal('leads to a page that does not answer in time'), path)
  }
  t.match(await ask(`${base}/endless`), { statusCode: 200, body: /<Title>Endless<\/Title>/ })
  t.equal(wordsOf(await ask(`${base}/missing`)), refusal('leads to a page that answers 404'))
  t.equal(wordsOf(await ask('http://127.0.0.1:9999/')), refusal('leads to a page that cannot be read'))
})

t.test(
  'a page whose server has no certificate of a known authority, or none at all, is refused with that',
  async (t) => {
    const certificate = await readFile(`${root}/test/support/certificate.pem`)
    const requested: unknown[] = []
    const server = createServer({ cert: certificate, key: certificate }, ({ url }) => requested.push(url))
    server.listen(0, '127.0.0.1')
    t.teardown(() => server.close())
    await once(server, 'listening')
    const plain = await site(t, (_request, response) => response.end())
    const ask = await urlInfo(t)
    for (const [port, reason] of [
      [portOf(server), 'the certificate of the server comes from no authority that is known'],
      [plain.port, 'the server does not encrypt (TLS) in a way that is known']
    ] as const) {
      const refused = refusal(`leads to a page that cannot be read: ${reason} here`)
      t.equal(wordsOf(await ask(`https://127.0.0.1:${port}/`)), refused)
    }
    t.same([requested, plain.requested], [[], []])
  }
)

t.test('concurrent requests for a page read it once, and a client is limited to 30 requests a minute', async (t) => {
  const waiting: ServerResponse[] = []
  const { requested, port } = await site(t, (_request, response) => {
    waiting.push(response)
  })
  const ask = await urlInfo(t)
  const url = `http://127.0.0.1:${port}/page`
  const requests = Array.from({ length: 31 }, () => ask(url))
  await until(() => waiting.length > 0)
  // The last request is refused at once, so the others have arrived.
  await requests.at(-1)
  for (const response of waiting) response.end('page')
  const answers = await Promise.all(requests)
  t.same(requested, ['/page'])
  t.same(answers.map(wordsOf), [...Array(30).fill('200'), '429 You requested too many pages; try again in a minute'])
  t.equal(answers.at(-1)?.headers['retry-after'], '60')
})

t.test('twenty pages are read at the same time, for all clients', async (t) => {
  const waiting: ServerResponse[] = []
  const { port } = await site(t, (_request, response) => {
    waiting.push(response)
  })
  const ask = await urlInfo(t)
  const reads = Array.from({ length: 20 }, (_one, n) => ask(`http://127.0.0.1:${port}/${n}`))
  await until(() => waiting.length === 20)
  const refused = await ask(`http://127.0.0.1:${port}/20`)
  t.equal(wordsOf(refused), '429 Too many pages are being read; try again in a minute')
  t.equal(refused.headers['retry-after'], '60')
  for (const response of waiting) response.end('page')
  t.same(each(await Promise.all(reads), 'statusCode'), Array(20).fill(200))
})

t.test('URL_INFO restricts reading to sessions, or turns it off', async (t) => {
  const askWithLogin = await urlInfo(t, { readers: 'login' })
  t.equal((await askWithLogin()).statusCode, 200)
  const missing = '401 Send a session token in the Authorization header'
  t.equal(wordsOf(await askWithLogin('http://127.0.0.1:9999/')), missing)
  const askDisabled = await urlInfo(t, { readers: 'off' })
  t.equal((await askDisabled()).statusCode, 200)
  t.equal(wordsOf(await askDisabled('http://127.0.0.1:9999/')), '403 This service does not read web pages')
})
