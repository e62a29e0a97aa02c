/**
 * Varnish in front of the service, as CDNs are: which documents it keeps, for how long, and how they are purged. It
 * follows the same headers: Cache-Control with s-maxage and stale-while-revalidate, Vary, and tags.
 * `npx tsx bench/drills/shared-caches.ts`; needs Varnish
 */
import { createServer } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../../db/embedded/index.ts'
import { ask, publication, requestsPerSecond, send } from '../load/requests.ts'
import { serveCounted, type CountedService } from '../stage/counted.ts'
import { drill } from '../stage/drill.ts'
import { startVarnish } from '../stage/varnish.ts'

/** Clients that ask for the same document at the same moment. */
const MANY = 1_000
/** Seconds of load. */
const LOAD = 10
/** Seconds for which Varnish keeps documents of blogs in the second part. */
const KEPT = 3_600
const CHANGE = 'The second speaker is here.'
const READER = '198.51.100.7'
const SECRET = 'the name of a witness'

await drill(async (stage) => {
  const { claim, note, end, token, blogs } = stage
  const [blog = 0, other = 0] = blogs
  /** Publishes a post, and returns its path. */
  const publish = async ({ origin }: CountedService, text: string): Promise<string> =>
    new URL(String((await ask(...publication(origin, token, blog, text), [201])).headers.location)).pathname
  const listOf = (id: number, query = '') => `/resources/Desk/Blog/${id}/Post/Published.html?X-Filter=*${query}`
  const countedDuring = async (service: CountedService, run: () => Promise<unknown>) => {
    const before = await service.requests('Blog')
    await run()
    return (await service.requests('Blog')) - before
  }

  note('with the settings as they are')
  const service = await serveCounted(stage)
  const cache = await startVarnish(end, service.origin)
  await publish(service, 'The doors are open.')
  const cold = await countedDuring(service, () =>
    Promise.all(Array.from({ length: MANY }, () => ask(cache + listOf(blog))))
  )
  claim(`of ${MANY} requests for a document that is new, reach the service`, cold, ['=', 1])
  let answers = 0
  const loaded = await countedDuring(service, async () => {
    for (let second = 0; second < LOAD; second += 1) answers += await requestsPerSecond({ url: cache + listOf(blog) })
  })
  note(`under load, Varnish answers ${(answers / LOAD).toFixed(0)} requests a second`)
  claim('of them, reach the service', loaded / LOAD, ['≤', 1.5, '/s'])
  await publish(service, 'The first speaker is here.')
  await sleep(1_000)
  // The first reader after a second still gets the old document, and makes Varnish ask for the new one.
  await ask(cache + listOf(blog))
  await sleep(200)
  const has = async (path: string, text: string) => Number(`${(await ask(cache + path)).body}`.includes(text))
  claim('a new post is there after a second', await has(listOf(blog), 'The first speaker'), ['=', 1])
  const { etag } = (await ask(cache + listOf(blog))).headers
  const headers = { 'if-none-match': String(etag) }
  claim('status of a conditional request', (await send(cache + listOf(blog), { headers })).status, ['=', 304])
  const { body: events } = await fetch(`${cache}${listOf(blog)}&stream`)
  await publish(service, CHANGE)
  let received = ''
  for await (const piece of events ?? []) {
    received += Buffer.from(piece)
    if (received.includes(CHANGE)) break
  }
  claim('a change arrives by a stream that goes on', Number(received.includes(CHANGE)), ['=', 1])

  note(`with CACHE_TAGS, and s-maxage=${KEPT}`)
  const tagged = await serveCounted(stage, {
    CACHE_TAGS: 'Surrogate-Key',
    CACHE_CONTROL_LIVE: `public, max-age=1, s-maxage=${KEPT}, stale-while-revalidate=5`
  })
  const keeping = await startVarnish(end, tagged.origin)
  const hasStill = async (path: string) => Number(`${(await ask(keeping + path)).body}`.includes(SECRET))
  const secret = await publish(tagged, SECRET)
  const pages = [listOf(blog), listOf(blog, '&cId.since=0&cId.end=16'), `/live/${blog}`]
  for (const path of [...pages, listOf(other), '/live']) await ask(keeping + path)
  const requestCount = await countedDuring(tagged, async () => {
    for (const path of [...pages, listOf(other)]) await requestsPerSecond({ url: keeping + path })
  })
  claim('requests that reach the service within s-maxage', requestCount, ['=', 0])
  await ask(tagged.origin + secret, { method: 'DELETE', headers: { authorization: token } }, [204])
  for (const path of pages) claim(`${path} has the deleted post still`, await hasStill(path), ['=', 1])
  await fetch(keeping, { method: 'PURGE', headers: { 'surrogate-key': `blog-${blog} blogs` } })
  for (const path of pages) claim(`${path} has it after the purge`, await hasStill(path), ['=', 0])
  const purge = { method: 'PURGE', headers: { 'surrogate-key': 'none' } }
  claim('status of a purge on the machine itself', (await fetch(keeping, purge)).status, ['=', 200])
  const fromOutside = { ...purge, headers: { ...purge.headers, 'x-forwarded-proto': 'https' } }
  claim('status of a purge through the proxy with TLS', (await fetch(keeping, fromOutside)).status, ['=', 403])
  const untouched = await countedDuring(tagged, () => ask(keeping + listOf(other)))
  claim('requests for another blog, which was not purged, that reach the service', untouched, ['=', 0])
  const withCookie = (cookie: string) =>
    countedDuring(tagged, () => ask(keeping + listOf(other), { headers: { cookie } }))
  claim('requests with a cookie of others that reach the service', await withCookie('_ga=1'), ['=', 0])
  claim('requests with a session that reach the service', await withCookie('desk_session=none'), ['=', 1])

  note('behind a proxy with TLS')
  const port = await freePort()
  const mirror = createServer(({ headers }, response) => response.end(headers['x-forwarded-for']))
  mirror.listen(port, '127.0.0.1')
  end.teardown(() => mirror.close())
  const headersOfProxy = { 'x-forwarded-proto': 'https', 'x-forwarded-for': READER }
  const answer = await ask(await startVarnish(end, `http://127.0.0.1:${port}`), { headers: headersOfProxy })
  claim('the next proxy gets the address of the reader last', Number(`${answer.body}`.endsWith(READER)), ['=', 1])
})
