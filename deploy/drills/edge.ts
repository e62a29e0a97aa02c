/**
 * Tries to poison the cache in front of the service: a request asks for a document with hostile headers or parameters,
 * and the next reader of the same address must still get the right one. Also shows that the cache answers conditional
 * requests itself, and that all links start with the base URL.
 * `npx tsx deploy/drills/edge.ts` starts the containers of docker-compose.yml; with an address it tries the service
 * there, such as `npx tsx deploy/drills/edge.ts https://news.example/live` (NODE_EXTRA_CA_CERTS for its certificate).
 */
import { once } from 'node:events'
import { connect } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { ask, type Answer } from '../../bench/requests.ts'
import { onContainers } from './containers.ts'
import { claim, note } from './stage.ts'

const EVIL = 'evil.example'

/** Documents that nginx caches: the path of the n-th that is in no cache, the content type, and links in the text. */
const DOCUMENTS = [
  {
    pathOf: (n: number) => `/resources/Desk/Blog/1/Post/Published?limit=${n}`,
    type: 'application/xml; charset=utf-8',
    link: /href="([^"]*)"/g
  },
  {
    pathOf: (n: number) => `/live/1?n=${n}`,
    type: 'text/html; charset=utf-8',
    link: /<(?:link rel="(?:canonical|alternate|stylesheet)"[^>]* href|script src)="([^"]*)"/g
  }
] as const
type Document = (typeof DOCUMENTS)[number]

/** Requests for a document by somebody who wants the next reader to get another one. */
const HOSTILE: readonly { header: Record<string, string> }[] = [
  { host: EVIL },
  { 'x-forwarded-host': EVIL },
  { 'x-forwarded-proto': 'https' },
  { 'x-forwarded-proto': `https://${EVIL}/?` },
  { 'x-forwarded-port': '666' },
  { 'x-forwarded-prefix': `/${EVIL}` },
  { 'x-forwarded-for': '127.0.0.1', 'x-forwarded-host': EVIL },
  { 'x-forwarded-server': EVIL, 'x-host': EVIL, 'x-real-ip': '127.0.0.1' },
  { forwarded: `for=127.0.0.1;host=${EVIL};proto=https` },
  { 'x-original-url': '/resources/HR/User', 'x-rewrite-url': '/resources/HR/User' },
  { 'x-http-method-override': 'DELETE' },
  { 'x-http-method-override': 'HEAD' },
  { connection: 'close, x-filter, accept, host' },
  { accept: 'application/json' },
  { accept: 'text/event-streams' },
  { accept: 'image/png' },
  { accept: 'application/xml;q=0, */*;q=0.1' },
  { 'accept-encoding': 'br' },
  { 'accept-encoding': 'gzip;q=1.0, identity;q=0' },
  { 'accept-language': 'de' },
  { 'x-filter': '*' },
  { 'x-filter': EVIL },
  { 'x-format-datetime': EVIL, 'x-timezone': 'Asia/Tokyo' },
  { range: 'bytes=0-9' },
  { 'if-none-match': '*' },
  { 'if-modified-since': 'Fri, 01 Jan 2100 00:00:00 GMT' },
  { 'if-match': '"none"' },
  { authorization: EVIL },
  { cookie: `host=${EVIL}` },
  { 'cache-control': 'no-cache', pragma: 'no-cache', expect: '100-continues' },
  { 'x-padding': 'x'.repeat(7_000) }
].map((header) => ({ header }))

/** Further parameters whose document must not be taken for the one without them. */
const PARAMETERS = ['X-Filter=*', 'x-filter=*', '%58-Filter=*', 'Authorization=evil', '%41uthorization=evil', 'stream']

/** Requests that no client library sends. `ADDRESS` is the path. */
const RAW = [
  `GET http://${EVIL}ADDRESS HTTP/1.1\r\nHost: HOST\r\n`,
  `GET ADDRESS HTTP/1.1\r\nHost: HOST\r\nHost: ${EVIL}\r\n`,
  `GET ADDRESS HTTP/1.1\r\nHost: ${EVIL}\r\nHost: HOST\r\n`,
  `GET ADDRESS HTTP/1.1\r\nHost: HOST@${EVIL}\r\n`,
  `GET ADDRESS HTTP/1.1\r\nHost: HOST\r\n Host: ${EVIL}\r\n`,
  'GET ADDRESS HTTP/1.0\r\n',
  'HEAD ADDRESS HTTP/1.1\r\nHost: HOST\r\n',
  'POST ADDRESS HTTP/1.1\r\nHost: HOST\r\nX-HTTP-Method-Override: GET\r\nContent-Length: 0\r\n',
  'GET ADDRESS#/../HR/User HTTP/1.1\r\nHost: HOST\r\n',
  'GET ADDRESS HTTP/1.1\r\nHost: HOST\r\nContent-Type: application/json\r\nContent-Length: 11\r\n\r\n{"limit":1}'
]

const tryEdge = async (base: string): Promise<void> => {
  for (const document of DOCUMENTS) await poison(base, document)
}

/** Poisons one address after another. @param base where the service is seen by clients */
const poison = async (base: string, { pathOf, type, link }: Document): Promise<void> => {
  let documents = 0
  const newPath = () => pathOf(++documents)
  const failures: string[] = []
  /** Whether a document has its type, and each of its links leads to the service. */
  const isRight = ({ status, headers, body }: Answer): boolean => {
    const links = [...body.toString().matchAll(link)].map(([, address = '']) => address)
    return (
      status === 200 &&
      headers['content-type'] === type &&
      headers['content-encoding'] === undefined &&
      links.length > 0 &&
      links.every((address) => address.startsWith(`${base}/`))
    )
  }
  /** The next reader of a path gets what a reader gets who comes past the cache. */
  const check = async (attack: string, path: string) => {
    const [victim, control] = [await ask({ url: base + path }), await ask({ url: `${base}${path}&_=${Math.random()}` })]
    if (isRight(victim) && victim.body.equals(control.body)) return
    failures.push(
      `${attack}: ${victim.status} ${victim.headers['content-type']} ${victim.body.toString().slice(0, 200)}`
    )
  }
  for (const { header } of HOSTILE) {
    const path = newPath()
    await ask({ url: base + path, headers: header }).catch(() => undefined)
    await check(JSON.stringify(header).slice(0, 100), path)
  }
  for (const parameter of PARAMETERS) {
    const path = newPath()
    const signal = AbortSignal.timeout(500)
    await ask({ url: `${base}${path}&${parameter}`, signal }).catch(() => undefined)
    await check(parameter, path)
  }
  for (const text of RAW) {
    const path = newPath()
    await sendRaw(base, text, path)
    await check(text.slice(0, 100), path)
  }
  for (const failure of failures.slice(0, 3)) note(failure)
  const attempts = HOSTILE.length + PARAMETERS.length + RAW.length
  claim(`${type}: of ${attempts} attempts, poisoned`, failures.length, ['=', 0])

  const path = newPath()
  const { headers } = await ask({ url: base + path })
  const again = await ask({ url: base + path, headers: { 'if-none-match': String(headers.etag) } })
  note(`a conditional request: ${again.status} ${String(again.headers['x-cache'] ?? '')}`)
  claim('its status', again.status, ['=', 304])
}

/** Sends bytes to the service, and reads until it closes the connection or half a second has passed. */
const sendRaw = async (base: string, text: string, path: string): Promise<void> => {
  const { protocol, hostname, port, host, pathname } = new URL(base)
  const isTls = protocol === 'https:'
  const address = { host: hostname, port: Number(port) || (isTls ? 443 : 80), servername: hostname }
  const socket = isTls ? connectTls(address) : connect(address)
  const bytes = text.replace('ADDRESS', `${pathname.replace(/\/$/, '')}${path}`).replace('HOST', host)
  socket.on('error', () => {}).write(bytes.includes('\r\n\r\n') ? bytes : `${bytes}Connection: close\r\n\r\n`)
  socket.setTimeout(500, () => socket.destroy()).resume()
  await once(socket, 'close')
}

const [, , given] = process.argv
if (given === undefined) await onContainers({}, ({ origin }) => tryEdge(origin))
else await tryEdge(given.replace(/\/+$/, ''))
