/** Event streams of a blog: each change once and in order, and a resumed stream has no gaps. */
import { connect } from 'node:net'
import { once } from 'node:events'
import t, { type Test } from 'tap'
import { atOnce } from '../../support/at-once.ts'
import { silenceNotifications } from '../cached.ts'
import {
  build,
  converse,
  expectProblem,
  listen,
  numberFrom,
  openStream,
  portOf,
  remembering,
  until,
  untilWaitingForLocks,
  wordsOf
} from '../../support/index.ts'
import type { EventStream } from '../../support/index.ts'

const PATH = '/resources/Desk/Blog/3/Post/Published'

/** Starts the service on a socket, and returns functions that publish to blog 3 and open its stream. */
const serve = async (t: Test, env: Readonly<Record<string, string>> = {}) => {
  const built = await build(t, env)
  const origin = `http://127.0.0.1:${await listen(built.app)}`
  const authorization = await built.tokenOf('admin')
  const publish = async (content: string) => {
    const body = JSON.stringify({ Content: content })
    const { headers } = await until(
      () => built.post(`${PATH}?X-Format-Values=typed`, body, { authorization, accept: 'application/json' }),
      ({ statusCode }) => statusCode === 201
    )
    return String(headers.location).replace(/^.*(?=\/resources)/, '')
  }
  /** Publishes as many posts with SQL, which takes less time. Returns their paths. */
  const publishAll = async (content: string, count: number) => {
    const posts = await built.sql<{ Id: number }[]>`
      insert into posts (blog, creator, content, published_on)
      select 3, 1, ${content}, now() from generate_series(1, ${count}::integer) returning id`
    return posts.map(({ Id }) => `/resources/Desk/Blog/3/Post/${Id}`)
  }
  const open = (query = '', headers: Readonly<Record<string, string>> = { accept: 'text/event-stream' }) =>
    openStream(`${origin}${PATH}${query}`, headers)
  return { ...built, origin, publish, publishAll, open }
}

const changeNumberOf = (data: string) =>
  /"CId":"(\d+)"|<CId>(\d+)/
    .exec(data)
    ?.slice(1)
    .find((group) => group !== undefined)

t.test('the events of a stream in HTML are articles, not pages', async (t) => {
  const { publish, open } = await serve(t)
  const stream = await open('.html?stream', {})
  await publish('A <b>bold</b> post<script>alert(1)</script>')
  const { data } = await stream.next()
  t.match(data, /<article id="post-\d+".*<div class="text plain" dir="auto">A <b>bold<\/b> post<\/div>.*<\/article>$/)
  t.notMatch(data, /doctype|script/)
  await stream.close()
})

t.test('every open stream receives a change', async (t) => {
  const { get, post, publish, open, sql, tokenOf, origin } = await serve(t)
  const xml = await open()
  t.match(xml, { status: 200 })
  t.match(Object.fromEntries(xml.headers), {
    'content-type': 'text/event-stream',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
    'access-control-allow-origin': '*',
    vary: /Accept/
  })
  const json = await openStream(`${origin}${PATH}.json?stream`)
  const filtered = await open('?X-Filter=CId,Creator.FullName', { accept: 'text/event-stream, application/json;q=0.5' })

  await t.test('an event has the document of the post as data and the change number as id', async (t) => {
    const address = await publish('One\nand <two>\r\nand three')
    const item = await get(address, { host: new URL(origin).host })
    const event = await xml.next()
    t.equal(event.type, 'message')
    t.equal(event.data, item.body.replace('<Post>', `<Post href="${origin}${address}">`))
    t.equal(event.id, changeNumberOf(event.data))
    const jsonEvent = await json.next()
    const shown = { ...JSON.parse(jsonEvent.data), href: '' }
    t.same(shown, { href: '', ...JSON.parse((await get(`${address}.json`, { host: new URL(origin).host })).body) })
    t.equal(jsonEvent.id, event.id)
    t.same(JSON.parse((await filtered.next()).data), {
      href: `${origin}${address}`,
      CId: event.id,
      Creator: { href: `${origin}/resources/HR/User/1`, FullName: 'Ada Min' }
    })
  })

  await t.test('direct changes in the database are sent, posts that left trimmed, and drafts not at all', async (t) => {
    await post('/resources/Desk/Blog/3/Post', '{"Content":"a draft"}', { authorization: await tokenOf('admin') })
    const Id = await numberFrom(sql`
      select max(id) as id from posts where blog = 3 and published_on is not null`)
    await sql`update posts set published_on = null where id = ${Id}`
    const { href, ...withdrawn } = JSON.parse((await json.next()).data)
    t.match(href, /Post\/\d+\.json$/)
    t.match(withdrawn, { Id: `${Id}`, IsPublished: 'False', CId: /^\d+$/ })
    t.same(Object.keys(withdrawn).sort(), ['CId', 'Id', 'IsPublished'])
    // Before the next change: a stream sends only the last change of each post.
    t.equal(changeNumberOf((await xml.next()).data), withdrawn.CId)
    await sql`update posts set deleted_on = now() where id = ${Id}`
    const deleted = JSON.parse((await json.next()).data)
    t.same(Object.keys(deleted).sort(), ['CId', 'DeletedOn', 'Id', 'IsPublished', 'href'])
    t.equal(changeNumberOf((await xml.next()).data), deleted.CId)
  })
  for (const stream of [xml, json, filtered]) await stream.close()
})

t.test('many streams with the same cursor all receive a change', async (t) => {
  const { publish, open } = await serve(t)
  const streams = await Promise.all(Array.from({ length: 120 }, () => open()))
  const address = await publish('For everybody')
  for (const stream of streams) t.match((await stream.next()).data, address)
  for (const stream of streams) await stream.close()
})

t.test('the stream of all posts has drafts, and each change of a post', async (t) => {
  const { senderOf, sql, origin } = await serve(t)
  const ask = await senderOf('admin', '/resources/Desk/Blog/3/Post')
  const send = (...request: Parameters<typeof ask>) =>
    until(
      () => ask(...request),
      ({ statusCode }) => statusCode < 300
    )
  const open = (query: string) =>
    openStream(`${origin}/resources/Desk/Blog/3/Post.json?stream&X-Filter=Id,CId,IsPublished,Content${query}`)
  const stream = await open('')
  const published = await openStream(`${origin}${PATH}.json?stream&X-Filter=Id,IsPublished`)
  const next = async (from: EventStream) => {
    const { id, data } = await from.next()
    const { href, ...post } = JSON.parse(data)
    t.equal(post.CId, id)
    return post
  }
  const path = String((await send('POST', '', { Content: 'A draft' })).headers.location).replace(/^.*Post(?=\/)/, '')
  const Id = path.slice(1)
  const first = await next(stream)
  t.has(first, { Id, IsPublished: 'False', Content: 'A draft' })
  let number = Number(first.CId)
  for (const [about, change, shown] of [
    ['corrected', () => send('PUT', path, { Content: 'Better' }), { IsPublished: 'False', Content: 'Better' }],
    ['published', () => send('POST', `${path}/Publish`), { IsPublished: 'True', Content: 'Better' }],
    ['withdrawn', () => send('POST', `${path}/Unpublish`), { IsPublished: 'False', Content: 'Better' }],
    ['hidden', () => send('POST', `${path}/Hide`), { IsPublished: 'False' }],
    ['shown again', () => send('POST', `${path}/Unhide`), { IsPublished: 'False', Content: 'Better' }],
    [
      'changed in the database',
      () => sql`update posts set content = 'By hand' where id = ${Id}`,
      { IsPublished: 'False', Content: 'By hand' }
    ],
    ['deleted', () => send('DELETE', path), { IsPublished: 'False' }]
  ] as const) {
    await change()
    const { DeletedOn, ...post } = await next(stream)
    number += 1
    t.same(post, { Id, CId: String(number), ...shown }, about)
    t.equal(DeletedOn !== undefined, post.Content === undefined, 'a deleted post is trimmed')
  }
  t.equal(JSON.parse((await published.next()).data).Id, Id, 'readers see what was published')

  const resumed = await open(`&cId.since=${Number(first.CId) - 1}`)
  const last = await next(resumed)
  t.same(Object.keys(last).sort(), ['CId', 'DeletedOn', 'Id', 'IsPublished'], 'only the last change of a post is sent')
  t.equal(last.CId, String(number))
  const ahead = await open('&cId.since=2000000')
  t.match(await ahead.next(), { type: 'reset', data: /^read the list again$/ })
  t.equal(ahead.lastEventId(), String(number))
  for (const each of [stream, published, resumed, ahead]) await each.close()
})

t.test('a stream tells those who ask that the blog itself has changed', async (t) => {
  const { open, publish, sql, get } = await serve(t)
  const Version = await numberFrom(sql`select version from blogs where id = 3`)
  const [current, behind, silent] = [await open(`?blogVersion=${Version}`), await open('?blogVersion=0'), await open()]
  t.match(await behind.next(), { type: 'blog', data: `${Version}` }, 'at once, if it has changed before')
  await sql`update blogs set title = 'Another title' where id = 3`
  for (const stream of [current, behind]) t.match(await stream.next(), { type: 'blog', data: `${Version + 1}` })
  await publish('A post')
  for (const stream of [current, behind, silent]) t.match(await stream.next(), { type: 'message' })
  t.equal(current.lastEventId(), silent.lastEventId())
  expectProblem(t, await get(`${PATH}?blogVersion=x`), { kind: 'bad-parameter', places: ['blogVersion'] })
  for (const stream of [current, behind, silent]) await stream.close()
})

t.test('a list that is read after an event is not older than the event', async (t) => {
  const { open, get, publish, sql } = await serve(t)
  await publish('A post')
  const Id = await numberFrom(sql`select max(id) from posts where blog = 3`)
  await silenceNotifications(sql)
  for (let time = 0; time < 10; time += 1) {
    const since = await numberFrom(sql`select c_id from posts where id = ${Id}`)
    const list = `${PATH}?cId.since=${since}`
    t.match((await get(list)).body, /<PostList [^>]*limit="0"/)
    await sql`update posts set content = ${`time ${time}`} where id = ${Id}`
    const stream = await open(`?cId.since=${since}`)
    const { id } = await stream.next()
    t.match((await get(list)).body, `lastCId="${id}"`)
    await stream.close()
  }
})

t.test('a resumed stream starts with the missed changes, each once and in order', async (t) => {
  const { app, publish, open, publishAll } = await serve(t)
  const first = await open()
  await publish('seen')
  const { id: lastSeen } = await first.next()
  await first.close()
  const missed = await publishAll('missed', 120)
  await app.freshness.catchUp()
  for (const headers of [
    { 'last-event-id': lastSeen },
    { 'last-event-id': lastSeen, query: '?cId.since=1' },
    { query: `?cId.since=${lastSeen}` }
  ]) {
    const { query = '', ...resumeHeaders } = { query: '', ...headers }
    const stream = await open(query, { accept: 'text/event-stream', ...resumeHeaders })
    const events = []
    while (events.length < missed.length) events.push(await stream.next())
    const found = events.map(({ id }) => Number(id))
    t.same(
      found,
      events.map((_event, index) => Number(lastSeen) + 1 + index),
      JSON.stringify(headers)
    )
    const shown = events.map(({ data }) => /href="[^"]*?(\/resources[^"]*)"/.exec(data)?.[1])
    t.same(shown, missed)
    const next = await publish('news')
    t.ok((await stream.next()).data.includes(next), 'new changes follow the missed ones')
    missed.push(next)
    await stream.close()
  }

  const fresh = await open()
  t.equal(fresh.status, 200)
  const next = await publish('after')
  t.ok((await fresh.next()).data.includes(next), 'a stream without a cursor starts with the next change')
  await fresh.close()
})

t.test('a stream that ends logs no error', async (t) => {
  const lines: string[] = []
  const { app } = await build(t, {}, { logger: remembering(lines, 'warn') })
  const origin = `http://127.0.0.1:${await listen(app)}`
  for (const query of ['?stream', '?stream&cId.since=2000000']) {
    await (await openStream(`${origin}${PATH}${query}`, {})).close()
  }
  t.equal((await openStream(`${origin}/resources/Desk/Blog/9999/Post/Published?stream`, {})).status, 404)
  await app.close()
  t.same(lines, [])
})

t.test('an idle stream sends heartbeats, so that proxies do not drop it', { timeout: 10_000 }, async (t) => {
  const { origin } = await serve(t)
  const ending = new AbortController()
  t.teardown(() => ending.abort())
  const open = () => fetch(`${origin}${PATH}?stream`, { signal: ending.signal })
  const hasHeartbeat = async ({ body }: Response) => {
    const text = new TextDecoder()
    for await (const bytes of body ?? []) if (/^:\n/m.test(text.decode(bytes))) return true
    return false
  }
  // Each second a fifteenth of the streams gets its heartbeat, so one of fifteen gets one soon.
  const streams = await Promise.all(Array.from({ length: 15 }, open))
  t.equal(await Promise.race(streams.map(hasHeartbeat)), true)
})

t.test('clients that reconnect during many changes miss none', atOnce(), async (t) => {
  const CHANGES = 40
  const { publish, open, sql } = await serve(t)
  const Last = await numberFrom(sql`select last_c_id as last from blogs where id = 3`)
  const writing = (async () => {
    for (let count = 0; count < CHANGES / 2; count++) await Promise.all([publish(`${count}a`), publish(`${count}b`)])
  })()
  const readAll = async (eventsPerStream: number) => {
    const ids: number[] = []
    let from = `${Last}`
    while (ids.length < CHANGES) {
      // A busy machine refuses a stream, and says so.
      const headers = { accept: 'text/event-stream', 'last-event-id': from }
      const stream = await until(() => open('', headers), { status: 200 })
      for (let count = 0; count < eventsPerStream && ids.length < CHANGES; count++) {
        ids.push(Number((await stream.next()).id))
      }
      from = stream.lastEventId()
      await stream.close()
    }
    return ids
  }
  const idsOfClients = await Promise.all([1, 2, 5, 7, 30, 1000].map(readAll))
  await writing
  const all = Array.from({ length: CHANGES }, (_, index) => Last + 1 + index)
  for (const ids of idsOfClients) t.same(ids, all)
})

t.test('a client that stops reading is disconnected, and other streams continue', atOnce(), async (t) => {
  const { app, publishAll, open } = await serve(t)
  const stalled = connect({ host: '127.0.0.1', port: portOf(app.server) })
  await once(stalled, 'connect')
  stalled.on('error', () => {})
  stalled.write(`GET ${PATH}?stream HTTP/1.1\r\nHost: a\r\n\r\n`)
  stalled.pause()
  const reading = await open()
  const connections = () =>
    new Promise<number>((resolve, reject) =>
      app.server.getConnections((error, count) => (error === null ? resolve(count) : reject(error)))
    )
  await until(connections, (count) => count >= 2)
  const long = 'x'.repeat(60_000)
  // The kernel buffers some megabytes for a client before the service notices that it does not read.
  for (let round = 0; round < 15; round++) {
    for (const path of await publishAll(long, 10)) {
      const { data } = await reading.next()
      t.ok(data.length > 60_000 && data.includes(path))
    }
  }
  // The service closes the connection after ten seconds.
  t.equal(await until(connections, (count) => count < 2), 1, 'the connection is closed')
  stalled.destroy()
  await reading.close()
})

t.test('a stream is refused if an answer would wait for its end', atOnce(10_000), async (t) => {
  const { app } = await serve(t)
  const request = (path: string, headers = '') => `GET ${path} HTTP/1.1\r\nHost: a\r\n${headers}\r\n`
  const requests = request(`${PATH}?stream`) + request('/health/live', 'Connection: close\r\n')
  const { head, body } = await converse(portOf(app.server), requests)
  t.match(head, /^HTTP\/1\.1 400/)
  t.match(body, /A stream never ends: ask for it on a connection without other requests.*HTTP\/1\.1 200/s)
})

t.test('a stream ends with a close event that states the reason', atOnce(), async (t) => {
  const { app, open, publish, sql } = await serve(t)
  const closed = await open()
  await publish('the last word')
  await sql`update blogs set closed_on = now() where id = 3`
  const { id } = await closed.next()
  const shown = (await closed.rest()).map(({ type, data }) => [type, data])
  t.same(shown, [['close', 'closed']])

  t.equal((await open()).status, 204, 'a closed blog has no more events')
  const behind = await open('', { accept: 'text/event-stream', 'last-event-id': `${Number(id) - 1}` })
  const found = (await behind.rest()).map(({ type, id }) => [type, id])
  t.same(
    found,
    [
      ['message', id],
      ['close', id]
    ],
    'a resumed stream of a closed blog sends the missed changes'
  )

  await sql`update blogs set closed_on = null where id = 3`
  await app.freshness.catchUp()
  const stopped = await open()
  const [events] = await Promise.all([stopped.rest(), app.close()])
  const result = events.map(({ type, data }) => [type, data])
  t.same(result, [['close', 'stopping']])
})

t.test('a stream that begins while the service stops is refused, and the service stops', async (t) => {
  const { app, open, sql } = await serve(t)
  const other = await open()
  const { opening, stopping } = await sql.begin(async (transaction) => {
    await transaction`lock table posts in access exclusive mode`
    const opening = open('?cId.since=1')
    await untilWaitingForLocks(sql)
    const stopping = app.close()
    await other.rest()
    return { opening, stopping }
  })
  const { status, close } = await opening
  t.equal(status, 503)
  await close()
  await stopping
})

t.test('a stream that is not possible is refused', atOnce(), async (t) => {
  const { get, open, app } = await serve(t, { STREAMS: '1' })
  const refusal = (place: string, reason: string) => `400 ${place} ${reason}\n    ${place} ${reason}`
  for (const query of ['limit=3', 'offset=1', 'detailed=false', 'asc=id', 'search=x', 'cId.until=9', 'order.since=1']) {
    const [name = ''] = query.split('=', 1)
    const accepted =
      'stream, cId.since, blogVersion, X-Filter, X-Format-DateTime, X-TimeZone, X-Format-Values, Accept-Language'
    const refused = refusal(name, `cannot be combined with a stream, which accepts ${accepted}`)
    t.equal(wordsOf(await get(`${PATH}?stream&${query}`)), refused, query)
  }
  for (const id of ['x', '-1', '1.5', '2147483648', '9999999999', '99999999999']) {
    const refused = refusal('Last-Event-ID', 'must be the id of an event, a whole number up to 2147483647')
    t.equal(wordsOf(await get(`${PATH}?stream`, { 'last-event-id': id })), refused, id)
  }
  t.match(await get(`${PATH}?stream=false`), { statusCode: 400 })
  for (const [parameter, value] of [
    ['X-Filter', 'Nope'],
    ['X-Filter', 'Id.Name'],
    ['X-TimeZone', 'Nowhere'],
    ['X-Format-DateTime', 'bb']
  ] as const) {
    const illegal = await get(`${PATH}?stream&${parameter}=${value}`)
    t.match(illegal, { statusCode: 400, body: new RegExp(parameter) }, `${parameter}=${value} without a change`)
  }
  t.equal(wordsOf(await get(PATH.replace('3', '99') + '?stream')), '404 There is no blog 99')
  const found = await get(PATH, { accept: 'text/event-stream;q=0.5, application/json' })
  t.match(found, { statusCode: 200, headers: { 'content-type': /json/ } })
  t.match(await get('/resources/Desk/Blog/3/Post/Unpublished', { accept: 'text/event-stream' }), { statusCode: 406 })
  const signal = AbortSignal.timeout(10_000)
  const result = await app.inject({ method: 'HEAD', url: PATH, headers: { accept: 'text/event-stream' }, signal })
  t.match(result, { statusCode: 200, body: '', headers: { 'content-type': 'text/event-stream' } })
  const onlyStream = await open()
  const full = await get(`${PATH}?stream`)
  t.equal(wordsOf(full), '503 This service has its maximum number of open streams; poll instead')
  t.equal(full.headers['retry-after'], '2')
  await onlyStream.close()
})
