/**
 * Tries to poison the cache in front of the service: a request asks for a document with hostile headers or parameters,
 * and the next reader of the same address must still get the right one. Also shows that the cache answers conditional
 * requests itself, and that all links start with the base URL.
 * `npx tsx bench/drills/edge.ts` starts the containers of docker-compose.yml; with an address it tries the service
 * there, such as `npx tsx bench/drills/edge.ts https://news.example/live` (NODE_EXTRA_CA_CERTS for its certificate).
 */
import { once } from 'node:events'
import { connect } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { claimNone, printed } from '../claims.ts'
import { send, type Reply } from '../load/requests.ts'
import { onContainers } from '../stage/containers.ts'

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

/** Headers of requests by somebody who wants the next reader to get another document. */
const HEADERS: readonly Readonly<Record<string, string>>[] = [
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
]

/** Parameters that change the document: a cache must not answer such a request with the document without them. */
const PARAMETERS = ['X-Filter=*', 'x-filter=*', '%58-Filter=*', 'Authorization=evil', '%41uthorization=evil', 'stream']

/** Requests that no client library sends. `ADDRESS` is the path. */
const RAW_REQUESTS = [
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

/** Names and functions of all requests. @param base where the service is seen by clients */
const ATTEMPTS: readonly (readonly [string, (base: string, path: string) => Promise<unknown>])[] = [
  ...HEADERS.map(
    (headers) => [JSON.stringify(headers), (base: string, path: string) => send(base + path, { headers })] as const
  ),
  ...PARAMETERS.map(
    (parameter) =>
      [
        parameter,
        (base: string, path: string) => send(`${base}${path}&${parameter}`, { signal: AbortSignal.timeout(500) })
      ] as const
  ),
  ...RAW_REQUESTS.map((text) => [text, (base: string, path: string) => sendRaw(base, text, path)] as const)
]

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

/** Poisons one address after another. @param base where the service is seen by clients */
const poison = async (base: string, { pathOf, type, link }: Document): Promise<void> => {
  const { claim, note } = printed
  /** Whether a document has its type, and each of its links leads to the service. */
  const isRight = ({ status, headers, body }: Reply): boolean => {
    const links = [...`${body}`.matchAll(link)].map(([, address = '']) => address)
    return (
      status === 200 &&
      headers['content-type'] === type &&
      headers['content-encoding'] === undefined &&
      links.length > 0 &&
      links.every((address) => address.startsWith(`${base}/`))
    )
  }
  const poisoned: string[] = []
  for (const [index, [name, attempt]] of ATTEMPTS.entries()) {
    const path = pathOf(index + 1)
    await attempt(base, path)
    // The next reader of a path gets the same as a reader who bypasses the cache.
    const [victim, control] = [await send(base + path), await send(`${base}${path}&_=${Math.random()}`)]
    if (isRight(victim) && victim.body.equals(control.body)) continue
    const { status, headers, body } = victim
    poisoned.push(`${name.slice(0, 100)}: ${status} ${headers['content-type']} ${`${body}`.slice(0, 200)}`)
  }
  claimNone(printed, `${type}: of ${ATTEMPTS.length} attempts, poisoned`, poisoned)

  const url = base + pathOf(ATTEMPTS.length + 1)
  const { headers } = await send(url)
  const again = await send(url, { headers: { 'if-none-match': String(headers.etag) } })
  note(`a conditional request: ${again.status} ${String(again.headers['x-cache'] ?? '')}`)
  claim('its status', again.status, ['=', 304])
}

const tryEdge = async (base: string): Promise<void> => {
  for (const document of DOCUMENTS) await poison(base, document)
}
const [, , firstArgument] = process.argv
if (firstArgument === undefined) await onContainers({}, ({ origin }) => tryEdge(origin))
else await tryEdge(firstArgument.replace(/\/+$/, ''))
