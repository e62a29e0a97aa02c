/** The client package, in processes of its own kind: with the globals of the web platform and nothing else. */
import assert from 'node:assert/strict'
import { getEventListeners } from 'node:events'
import type { RequestListener } from 'node:http'
import { brotliCompressSync } from 'node:zlib'
import { build as bundle } from 'esbuild'
import { useEffect, useState } from 'preact/hooks'
import t from 'tap'
import { faultsOf, startFollower } from '../../../bench/endurance/client-followers.ts'
import { deviceMaker } from '../../../bench/stage/device.ts'
import type { Change, Post } from '../../../clients/js/src/index.ts'
import { membersOf } from '../../../schemas/language/rows.ts'
import { build, newsroom, until } from '../../support/index.ts'
import { root } from '../../support/root.ts'
import { site } from '../../support/sites.ts'

const built = await build(t)
const { app, sql } = built
const origin = await app.listen({ host: '127.0.0.1', port: 0 })
const makeDevice = await deviceMaker()
const steady = { speed: 20, cuts: 0 }
const device = makeDevice(steady)
const { client } = device
const token = await built.tokenOf('admin')

const HOUR = 3_600_000

t.test('what pages load of the package is at most 5 KB', async (t) => {
  const { outputFiles } = await bundle({
    entryPoints: [`${root}/clients/js/src/index.ts`],
    ...{ bundle: true, minify: true, write: false, format: 'esm', target: 'es2020' }
  })
  const size = brotliCompressSync(outputFiles[0]?.contents ?? '').length
  t.ok(size > 1_000 && size <= 5 * 1024, `${size} bytes`)
})

/** Returns the status with which the service refuses a request; 0 if it does not. */
const refusal = (request: Promise<unknown>, by = client): Promise<number> =>
  request.then(
    () => 0,
    (error: unknown) => (error instanceof by.Refusal ? error.status : NaN)
  )

t.test('a client publishes, corrects and withdraws, each once, and undoes nobody’s change', async (t) => {
  const { posts } = await newsroom(built)
  const list = `${origin}${posts}/Published`
  const options = { token, key: 'doors' }
  const first = await client.post(list, { Content: 'The doors are open.' }, options)
  t.match(first, { IsPublished: true, Content: 'The doors are open.', Creator: { Id: 1 } })
  t.equal((await client.post(list, { Content: 'The doors are open.' }, options)).Id, first.Id)
  t.equal(await refusal(client.post(list, { Content: 'Another text.' }, options)), 422)

  const corrected = await client.correct(first, { Content: 'The doors are closed.' }, { token })
  t.match(corrected, { Id: first.Id, IsModified: true, Content: 'The doors are closed.' })
  t.equal(await refusal(client.correct(first, { Content: 'Open!' }, { token })), 412)
  const draft = await client.withdraw(corrected, { token })
  t.equal(draft.IsPublished, false)
  t.equal(await refusal(client.publish(corrected, { token })), 412)
  const published = await client.publish(draft, { token })
  const page = await client.readPosts(list, { filter: ['Id', 'Content', 'Creator.FullName'] })
  t.match(page, { total: 1, lastCId: published.CId })
  const shown = page.PostList.map(({ href: _href, ...post }: Partial<Post>) => Object.keys(post))
  t.same(shown, [['Id', 'CId', 'Content', 'Creator']])
  t.type(page.PostList[0]?.Creator.FullName, 'string')
  t.match(await client.read<Post>(published.href), { Id: first.Id, Content: 'The doors are closed.' })
  t.equal(await refusal(client.read(`${origin}/resources/Desk/Blog/999`)), 404)
})

const firstOf = async <Item>(items: AsyncGenerator<Item, undefined>): Promise<Item | undefined> => {
  const { value } = await items.next()
  await items.return(undefined)
  return value
}

t.test('a post can be corrected wherever it was read, and undoes nobody’s change', async (t) => {
  const { posts } = await newsroom(built)
  const list = `${origin}${posts}/Published`
  const { href } = await client.post(list, { Content: 'The doors are open.' }, { token })
  const filter = ['Content'] as const
  const readings = {
    read: () => client.read<Post>(`${href}.json?thumbSize=small`),
    readPosts: async () => (await client.readPosts(list, { filter })).PostList[0],
    current: async () => (await firstOf(client.current(list, { filter })))?.[0],
    follow: async () => {
      const change = await firstOf(client.follow(list, { filter }))
      return change?.kind === 'shown' ? change.post : undefined
    }
  }
  for (const [name, reading] of Object.entries(readings)) {
    const post = await reading()
    assert.ok(post)
    t.match(await client.correct(post, { Content: `Corrected after ${name}.` }, { token }), { href })
    t.equal(await refusal(client.correct(post, { Content: 'Open!' }, { token })), 412, name)
  }
})

t.test('a follower that is stopped yields nothing more of what has arrived', async (t) => {
  const { posts } = await newsroom(built)
  const list = `${origin}${posts}/Published`
  for (const Content of ['One.', 'Two.', 'Three.']) await client.post(list, { Content }, { token })
  const stopping = new AbortController()
  const followed: Change<Post>[] = []
  for await (const change of client.follow(list, { signal: stopping.signal })) {
    if (followed.push(change) === 2) stopping.abort()
  }
  t.match(followed, [{ post: { Content: 'One.' } }, { post: { Content: 'Two.' } }])
  t.equal(followed.length, 2)
})

t.test('a request without an answer says why', async (t) => {
  const error = new TypeError('the certificate has expired')
  const failing = { fetch: () => Promise.reject(error) }
  const refusal = { status: 0, problem: '', message: 'The service did not answer', cause: error }
  await t.rejects(client.read(origin, failing), refusal)
  await t.rejects(client.post(origin, { Content: 'x' }, failing), refusal)
})

t.test('a write whose answer is lost is repeated, and has its effect once', async (t) => {
  const { blog, posts } = await newsroom(built)
  let isLost = true
  const losing: typeof fetch = async (address, init) => {
    const response = await fetch(address, init)
    if (!isLost) return response
    isLost = false
    throw new TypeError('the answer is lost')
  }
  const { signal } = new AbortController()
  const post = await client.post(`${origin}${posts}`, { Content: 'Once.' }, { token, fetch: losing, signal })
  t.same(await sql`select id, content from posts where blog = ${blog}`, [{ Id: post.Id, Content: 'Once.' }])
  t.same(getEventListeners(signal, 'abort'), [], 'nothing listens to the signal of the caller any more')
})

t.test('each request has all that its caller gave, and is repeated while it can still succeed', async (t) => {
  const [list, href] = ['https://desk.example/Post', 'https://desk.example/Post/5']
  const requests: object[] = []
  let status = 200
  const ending = new AbortController()
  const recording: typeof fetch = async (address, { signal: _signal, ...init } = {}) => {
    if (requests.push({ address, ...init }) > 9) ending.abort()
    return new Response('{ "CId": 8 }', { status })
  }
  const connection = { token: 'abc', credentials: 'include', fetch: recording, signal: ending.signal } as const
  const options = { ...connection, key: 'k' }
  const [known, body] = [{ href: `${href}.json`, CId: 7 }, { Content: 'x' }]
  const headers = { accept: 'application/json', 'x-format-values': 'typed', authorization: 'Bearer abc' }
  const written = { ...headers, 'x-filter': '*', 'idempotency-key': 'k' }
  const withBody = { 'content-type': 'application/json' }
  const sent = { credentials: 'include', method: 'POST' }
  const text = JSON.stringify(body)
  const version = { 'if-match': '"7"' }
  for (const [call, request] of [
    [() => client.post(list, body, options), { address: list, headers: { ...written, ...withBody }, body: text }],
    [
      () => client.correct(known, body, options),
      { address: href, method: 'PUT', headers: { ...written, ...withBody, ...version }, body: text }
    ],
    [() => client.publish(known, options), { address: `${href}/Publish`, headers: { ...written, ...version } }],
    [() => client.withdraw(known, options), { address: `${href}/Unpublish`, headers: { ...written, ...version } }],
    [
      () => client.readPosts(list, { ...connection, filter: ['Id'], offset: 3, limit: 9 }),
      { address: `${list}.json?X-Filter=CId%2CId&X-Format-Values=typed&offset=3&limit=9`, method: 'GET', headers }
    ],
    [
      () => client.read<Post>(href, { ...connection, filter: ['Id'] }),
      { address: `${href}.json?X-Filter=Id&X-Format-Values=typed`, method: 'GET', headers }
    ]
  ] as const) {
    requests.length = 0
    await call()
    t.same(requests, [{ ...sent, ...request }])
  }
  t.equal(device.intervals(), 0, 'nothing watches a request that is over')

  for (const [refusedWith, attempts] of [
    [503, 5],
    [409, 1]
  ] as const) {
    requests.length = 0
    status = refusedWith
    t.equal(await refusal(client.post(list, body, options)), refusedWith)
    t.equal(requests.length, attempts, `${refusedWith}: the first attempt, and one after each of four delays`)
  }
})

t.test('a component shows the posts as they are now, with the hooks of Preact or React', async (t) => {
  const room = await newsroom(built)
  const ids = await room.insert(3)
  t.type(client.postsHook({ useEffect, useState }), 'function')
  const states: unknown[] = []
  let unmount: (() => void) | undefined
  let inputs: readonly unknown[] = []
  const usePosts = client.postsHook({
    useState: (initial) => [Object.assign({}, initial, membersOf(states.at(-1))), (next) => states.push(next)],
    useEffect: (effect, all) => {
      inputs = all
      unmount ??= effect()
    }
  })
  const list = `${origin}${room.posts}/Published`
  t.same(usePosts(list), [])
  t.same(inputs, [list, undefined])
  const shown = () => usePosts(list).map(({ Id }) => Id)
  await until(() => states.length > 0)
  t.same(shown(), ids.toReversed())
  await room.reorder([ids[0] ?? 0])
  await room.withdraw([ids[1] ?? 0])
  await until(() => shown().length === 2)
  t.same(shown(), [ids[0], ids[2]])
  usePosts(list, { token })
  t.same(inputs, [list, token], 'another address or token begins again')
  t.same(usePosts(`${origin}/resources/Desk/Blog/999/Post/Published`), [], 'no list shows the posts of another one')
  unmount?.()
})

t.test('a follower whose number the service does not know begins again', async (t) => {
  const room = await newsroom(built)
  await room.insert(20)
  for (const onlyPolls of [false, true]) {
    const list = `${origin}${room.posts}/Published`
    const follower = startFollower(makeDevice(steady), { list, onlyPolls, since: 100_000 })
    await until(() => follower.resets() === 1)
    t.same(await faultsOf(sql, room.blog, [follower]), [])
    t.equal(follower.observations(), 20)
    await follower.stop()
  }
})

t.test('a device that slept for an hour catches up, though its stream looks as if it were open', async (t) => {
  const room = await newsroom(built)
  await room.insert(2)
  const device = makeDevice(steady)
  const follower = startFollower(device, { list: `${origin}${room.posts}/Published` })
  await until(() => follower.observations() === 2)
  await room.insert(1)
  // It has read the others without a stream.
  await until(() => follower.observations() === 3)
  device.sleep(HOUR)
  await room.insert(1)
  t.same(await faultsOf(sql, room.blog, [follower]), [])
  t.equal(follower.observations(), 4)
  t.equal(device.lost().asleep, 1)
  await follower.stop()
})

t.test('a stream loses no post for the characters of its text', async (t) => {
  const room = await newsroom(built)
  const follower = startFollower(makeDevice(steady), { list: `${origin}${room.posts}/Published` })
  for (const text of ['a\u2028b', 'c\u2029d', 'e\u0085f', 'g: h\r\ni']) await room.send(true, text)
  t.same(await faultsOf(sql, room.blog, [follower]), [])
  t.equal(follower.observations(), 4)
  await follower.stop()
})

for (const onlyPolls of [false, true]) {
  t.test(`current posts come as a whole, and again after changes, ${onlyPolls ? 'polled' : 'streamed'}`, async (t) => {
    const room = await newsroom(built)
    const open = () => makeDevice(steady).client.current(`${origin}${room.posts}/Published`, { onlyPolls })
    const lists = open()
    t.same((await lists.next()).value, [], 'a blog without posts')
    const next = lists.next()
    await room.insert(120)
    t.ok((await next).value?.length)
    await lists.return(undefined)
    const whole = open()
    t.equal((await whole.next()).value?.length, 120, 'more than a part of a stream')
    const changed = whole.next()
    await room.insert(1)
    t.equal((await changed).value?.length, 121)
    await whole.return(undefined)
  })
}

/** Serves the answers of a script, one a request; the last one again and again. */
const scripted = async (...answers: RequestListener[]) => {
  let count = 0
  const { origin, requested } = await site(t, (request, response) => {
    const answer = answers[Math.min(count, answers.length - 1)]
    count += 1
    answer?.(request, response)
  })
  return { requested, list: `${origin}/Post/Published` }
}
const welcome: RequestListener = (_request, response) => response.end('<p>Welcome to our Wi-Fi')
const status =
  (code: number): RequestListener =>
  (_request, response) => {
    response.writeHead(code).end('{}')
  }
const stream =
  (...pieces: readonly string[]): RequestListener =>
  async (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    for (const piece of pieces) {
      response.write(piece)
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
    response.end()
  }
const postAs = (CId: number) => `id: ${CId}\ndata: ${JSON.stringify({ Id: 1, CId, IsPublished: true, Order: 1 })}\n\n`
const closing = (reason: string) => `event: close\ndata: ${reason}\n\n`

/** Follows a list until the end. Returns the changes, the states, and the error that ended it. */
const followed = async (list: string, options = {}, { client: by, intervals } = device) => {
  const states: string[] = []
  const changes: Change<unknown>[] = []
  const onState = (state: string) => states.push(state)
  let status: number | undefined
  try {
    for await (const change of by.follow(list, { onState, since: 1, ...options })) changes.push(change)
  } catch (error) {
    status = error instanceof by.Refusal ? error.status : NaN
  }
  if (intervals() > 0) throw new Error('the follower still watches a connection')
  return { cursors: changes.map(({ cursor }) => cursor), states, status }
}

t.test('a follower resumes a stream that broke in an event, and ends when the blog is closed', async (t) => {
  const { list, requested } = await scripted(
    stream('retry: 40\nid: 0\n\n', postAs(3) + postAs(4).slice(0, 20)),
    stream('retry: 40\r\nid: 3\r\n\r', '\n' + postAs(4), closing('stopping')),
    stream('retry: 40\n\n', postAs(4) + postAs(6) + closing('closed'))
  )
  // The device of the other tests waits half a second for a stream: too little on a busy machine.
  t.same(await followed(list, {}, makeDevice({ speed: 1, cuts: 0 })), {
    cursors: [3, 4, 6],
    states: ['live', 'waiting', 'live', 'waiting', 'live', 'closed'],
    status: undefined
  })
  const shown = requested.map((path) => /since=\d+/.exec(path)?.[0])
  t.same(shown, ['since=1', 'since=3', 'since=4'])
})

t.test('a follower ends or goes on as the service says', async (t) => {
  // A post can change again while the service writes a page: then its number is beyond the last one of the page.
  const page = {
    total: 3,
    lastCId: 2,
    PostList: [7, 1, 2].map((CId) => ({ Id: CId, CId, IsPublished: true, Order: 1 }))
  }
  const polled: RequestListener = (_request, response) => {
    response.writeHead(200).end(JSON.stringify(page))
  }
  const cut: RequestListener = (_request, response) => {
    response.end(JSON.stringify({ total: 9, lastCId: 2, PostList: [] }))
  }
  for (const [about, answers, expected] of [
    ['closed already', [status(204)], { cursors: [], states: ['closed'], status: undefined }],
    ['gone', [stream('retry: 1\n\n', closing('gone'))], { cursors: [], states: ['live', 'gone'], status: undefined }],
    ['not there', [status(404)], { cursors: [], states: ['gone'], status: undefined }],
    ['a token that does not count', [status(401)], { cursors: [], states: ['ended'], status: 401 }],
    [
      'a session that ends',
      [stream('retry: 1\n\n', closing('session ended'))],
      { cursors: [], states: ['live', 'ended'], status: 401 }
    ],
    ['a wrong filter', [status(400)], { cursors: [], states: [], status: 400 }],
    [
      'no room for streams, polls, room',
      [status(503), polled, stream('retry: 1\n\n', postAs(5) + closing('closed'))],
      { cursors: [2, 5], states: ['polling', 'live', 'closed'], status: undefined }
    ],
    [
      'a list that has more, and never shows it',
      [status(503), cut, cut, status(404)],
      { cursors: [], states: ['polling', 'gone'], status: undefined }
    ],
    [
      'an answer of a proxy that is not a list',
      [welcome, welcome, status(404)],
      { cursors: [], states: ['waiting', 'gone'], status: undefined }
    ],
    [
      'overload, then nothing for it',
      [status(503), status(503), status(404)],
      { cursors: [], states: ['waiting', 'gone'], status: undefined }
    ]
  ] as const) {
    const { list } = await scripted(...answers)
    t.same(await followed(list), expected, about)
  }
})

t.test('a follower waits longer after each refusal', async (t) => {
  const speed = 100
  const { list } = await scripted(...Array.from({ length: 5 }, () => status(503)), status(404))
  const startedAt = performance.now()
  await followed(list, { onlyPolls: true }, makeDevice({ speed, cuts: 0 }))
  const seconds = ((performance.now() - startedAt) * speed) / 1000
  t.ok(seconds >= 46, `${seconds} seconds; 3, 6, 12, 24 and 48 seconds, each at least halved at random`)
})

t.test('a client waits for as long as the service asks it to, and no write for more than 15 seconds', async (t) => {
  const speed = 100
  const device = makeDevice({ speed, cuts: 0 })
  const { client } = device
  const refusing =
    (seconds: number): RequestListener =>
    (_request, response) => {
      response.writeHead(503, { 'retry-after': `${seconds}` }).end('{}')
    }
  const timed = async (work: Promise<unknown>) => {
    const startedAt = performance.now()
    await work
    return ((performance.now() - startedAt) * speed) / 1000
  }
  const { list } = await scripted(refusing(50), status(404))
  t.ok((await timed(followed(list, { onlyPolls: true }, device))) >= 49)

  const soon = await scripted(refusing(14), status(403))
  const write = (list: string) => client.post(list, { Content: 'x' }, { token }).catch(() => {})
  t.ok((await timed(write(soon.list))) >= 13)
  const later = await scripted(refusing(16))
  await write(later.list)
  t.equal(later.requested.length, 1)
})

t.test('no answer of something else than the service counts as that of a write or a read', async (t) => {
  const { client } = makeDevice({ speed: 100, cuts: 0 })
  const leading: RequestListener = (_request, response) => {
    response.writeHead(302, { location: '/Post/Published' }).end()
  }
  const page: RequestListener = (_request, response) => {
    response.end(JSON.stringify({ total: 1, lastCId: 2, PostList: [] }))
  }
  const written: RequestListener = (_request, response) => {
    response.writeHead(201).end(JSON.stringify({ Id: 1, CId: 3 }))
  }
  const array: RequestListener = (_request, response) => {
    response.end('[]')
  }
  const { list, requested } = await scripted(welcome, array, leading, page, written)
  t.match(await client.post(list, { Content: 'x' }, { token }), { Id: 1 })
  t.equal(requested.length, 5)
  for (const other of [welcome, array]) {
    const portal = await scripted(other)
    t.equal(await refusal(client.readPosts(portal.list), client), 200)
    t.equal(await refusal(client.read<Post>(portal.list), client), 200)
  }
})

t.test('a follower polls while it cannot understand the stream, and tries it ever more rarely', async (t) => {
  const strange = stream('retry: 1\n\n', 'id: 3\ndata: <p>\n\n')
  const endless = stream('retry: 1\n\n', ...Array<string>(9).fill('x'.repeat(1024 * 1024)))
  const page: RequestListener = (_request, response) => {
    response.end(JSON.stringify({ total: 1, lastCId: 2, PostList: [{ Id: 1, CId: 2, IsPublished: true, Order: 1 }] }))
  }
  const { list, requested } = await scripted(strange, page, endless, page, page, status(404))
  t.same(await followed(list, {}, makeDevice({ speed: 40, cuts: 0 })), {
    cursors: [2],
    states: ['live', 'polling', 'live', 'polling', 'gone'],
    status: undefined
  })
  const shown = requested.map((path) => path.endsWith('&stream'))
  t.same(shown, [true, false, true, false, false, true])
})

t.test('a follower opens no stream before the time for which the service asks, and polls meanwhile', async (t) => {
  const speed = 100
  const device = makeDevice({ speed, cuts: 0 })
  const startedAt = performance.now()
  let streamed = 0
  const { origin, requested } = await site(t, ({ url = '' }, response) => {
    if (!url.endsWith('&stream')) response.end(JSON.stringify({ total: 0, lastCId: 2, PostList: [] }))
    else if (requested.filter((path) => path.endsWith('&stream')).length > 1) {
      streamed = ((performance.now() - startedAt) * speed) / 1000
      response.writeHead(404).end()
    } else response.writeHead(429, { 'retry-after': '60' }).end()
  })
  t.same((await followed(`${origin}/Post/Published`, {}, device)).states, ['polling', 'gone'])
  t.ok(streamed >= 60, `after ${streamed} seconds`)
  t.ok(requested.length > 5, 'the list is polled')
})

t.test('a follower waits at most two minutes for a stream, however long the service asks it to wait', async (t) => {
  const speed = 100
  const { list } = await scripted(stream('retry: 9999999999999\n\n', postAs(3)), status(404))
  const startedAt = performance.now()
  t.same((await followed(list, {}, makeDevice({ speed, cuts: 0 }))).states, ['live', 'waiting', 'gone'])
  const seconds = ((performance.now() - startedAt) * speed) / 1000
  t.ok(seconds >= 119, `${seconds} seconds`)
})

t.test('a follower that begins again polls for the whole list at once, not block by block', async (t) => {
  const reset = stream('event: reset\ndata: read the list again\n\n')
  const { list, requested } = await scripted(reset, status(404))
  t.same((await followed(list, { since: 20 })).cursors, [0])
  const shown = requested.map((path) => /cId.*/.exec(path)?.[0])
  t.same(shown, ['cId.since=20&stream', 'cId.since=0'])
})

t.test('where a proxy keeps streams, or all but their beginning, a follower tries them ever more rarely', async (t) => {
  const page: RequestListener = (_request, response) => {
    response.end(JSON.stringify({ total: 0, lastCId: 2, PostList: [] }))
  }
  const begun: RequestListener = (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write('retry: 1\n\n')
  }
  for (const [kept, expected] of [
    [() => {}, ['polling', 'gone']],
    [begun, ['live', 'polling', 'live', 'polling', 'live', 'gone']]
  ] as const) {
    const { list, requested } = await scripted(kept, page, kept, page, page, kept, status(404))
    t.same((await followed(list, {}, makeDevice({ speed: 100, cuts: 0 }))).states, expected)
    const shown = requested.map((path) => path.endsWith('&stream'))
    t.same(shown, [true, false, true, false, false, true, false])
  }
})
