/** A hostile source takes neither the time of the process, nor its memory, nor the pictures of other sources. */
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import t from 'tap'
import type { Foreign } from '../../../moving/foreign.ts'
import { readAtom } from '../../../moving/formats/atom.ts'
import { readJsonFeed } from '../../../moving/formats/json-feed.ts'
import { documentFrom } from '../../../moving/formats/json.ts'
import { contentOf } from '../../../moving/formats/liveblog3-items.ts'
import { feedAt } from '../../../moving/following/feed.ts'
import { openRemote } from '../../../moving/following/remote.ts'
import { parsePage } from '../../../moving/following/wire.ts'
import { replacePictures } from '../../../moving/pictures/markup.ts'
import { guardedClient } from '../../../plugins/outgoing/index.ts'
import { until, wordsOf, portOf } from '../../support/index.ts'
import { picture } from '../../support/media.ts'
import { processorTime } from '../../support/processor-time.ts'
import { site } from '../../support/sites.ts'
import { buildFollower, following, playing } from '../polled.ts'
import { all, chunksOf } from '../reading.ts'

const postOf = (number: number, Content: string) => ({
  ...{ Id: `${number}`, CId: `${number}`, Order: `${number}.0`, IsPublished: 'True', Content, Meta: '{}' }
})

const repeated = (count: number, item: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => item(at)).join()

const get = guardedClient({ isAllowed: () => true, timeout: 5000, maxBytes: 8e6, userAgent: 'test' })
const { signal } = new AbortController()

await t.test('an entry with very many authors costs what its size costs', async (t) => {
  const authors = repeated(100_000, (at) => `{"name":"a${at}"}`)
  const feed = `{"version":"https://jsonfeed.org/version/1.1","items":[{"id":"1","authors":[${authors}]}]}`
  t.ok((await processorTime(() => all(readJsonFeed(chunksOf(feed, 65_536), 'https://a.example/')))) < 2000)
})

await t.test('a feed whose links repeat a long base costs what its size costs', async (t) => {
  const links = new Map()
  const base = `https://a.example/${'x'.repeat(100_000)}/`
  const others = repeated(100, (at) => `<link rel="r${at}" href="b"/>`)
  const inFeed = `${others}<link rel="alternate" href="c"/><link rel="next" href="d"/>`
  const feed = `<feed xmlns="http://www.w3.org/2005/Atom" xml:base="${base}">${inFeed}</feed>`
  const [blog] = await all(readAtom(chunksOf(feed, 65_536), 'https://a.example/', links))
  t.match(blog, { kind: 'blog', outputLink: undefined })
  t.same([...links], [['next', 'd']])
})

await t.test('the author and the id of a feed are short, because each post repeats them', async (t) => {
  const long = 'x y '.repeat(250_000)
  const feed = `<feed xmlns="http://www.w3.org/2005/Atom"><id>${long}</id><author><name>${long}</name></author>`
  const { origin } = await playing(t, () => ({ body: `${feed}<entry><id>1</id></entry></feed>` }))
  const [page] = await all(feedAt(`${origin}/feed`, { get, signal, warn: () => {} })({}))
  t.match(page?.blogId, /^sha256:[\da-f]{64}$/)
  t.equal(page?.posts[0]?.author?.length, 1000)
})

await t.test('a long address of a further page of a feed is not read', async (t) => {
  const next = `/${'x'.repeat(5000)}`
  const body = JSON.stringify({ version: 'https://jsonfeed.org/version/1.1', items: [], next_url: next })
  const { origin, statuses } = await playing(t, () => ({ body }))
  const pages = feedAt(`${origin}/feed.json`, { get, signal, warn: () => {} })({})
  t.match(await pages.next(), { done: false })
  t.match(await pages.next(), { done: true })
  t.same(statuses, [200])
})

await t.test('a list with a long address is not read, because posts without an identity get one from it', async (t) => {
  const { origin } = await playing(t, () => ({
    body: JSON.stringify({ PostPublished: { href: `/${'x'.repeat(5000)}` } })
  }))
  await t.rejects(openRemote(`${origin}/blog`, { get, stream: get, signal }), {
    message: 'The blog has no address of its published posts'
  })
})

await t.test('meta data that repeat an address of a picture cost what their size costs', async (t) => {
  const meta = { url: 'a', more: Array.from({ length: 20_000 }, () => 'a'), a: 'b' }
  const post = { id: '1', type: 'image', content: '', meta, metaText: JSON.stringify(meta) }
  let moved: typeof post | undefined
  const duration = await processorTime(() => {
    moved = replacePictures(post, new Map([['a', '/content/files/x.png']]))
  })
  t.ok(duration < 500, `${duration} ms`)
  t.match(moved?.metaText, /^\{"url":"\/content\/files\/x\.png","more":\["\/content.*"\],"a":"b"\}$/)
})

await t.test('a list with more entries than were asked for is not read', (t) => {
  const read = (count: number) => parsePage(`{"PostList":[${repeated(count, () => '{}')}]}`, 'https://a.example/')
  t.equal(read(2000).entries.length, 2000)
  t.throws(() => read(2001), { message: 'The other service answered with more posts than it was asked for' })
  t.end()
})

await t.test('a list that never ends is read up to half a million posts', async (t) => {
  // All posts have been withdrawn, so that a follower stores none of them.
  const { origin } = await playing(t, ({ searchParams }) => {
    const since = Number(searchParams.get('cId.since') ?? 0)
    const PostList = Array.from({ length: 2000 }, (_, at) => ({ Id: '1', CId: `${since + at + 1}` }))
    return { body: JSON.stringify({ PostList }) }
  })
  const pages = (await openRemote(`${origin}/list`, { get, stream: get, signal })).changes(0)
  for (let page = 1; page <= 250; page += 1) t.match(await pages.next(), { done: false })
  await t.rejects(pages.next(), { message: 'The source has more than 500000 posts: too many to follow' })
})

await t.test('a document with very many values is not parsed, and texts count as one value each', async (t) => {
  const document = (values: string) => `{"PostList":[],"x":[${values}]}`
  t.match(documentFrom(document(repeated(499_990, () => '"[,{\\"[,{\\\\"'))), { PostList: [] })
  const message = 'The document has more than 500000 values'
  for (const values of [repeated(2_700_000, () => '{}'), '['.repeat(4e6) + ']'.repeat(4e6)]) {
    const duration = await processorTime(() => {
      t.throws(() => parsePage(document(values), 'https://a.example/'), { message })
    })
    t.ok(duration < 500, `${duration} ms`)
  }
})

await t.test('a post with a very long text or very many items costs what its size costs', async (t) => {
  const item = { id: '1', title: 'x', content_text: 'a\n\n'.repeat(2_500_000) }
  const feed = JSON.stringify({ version: 'https://jsonfeed.org/version/1.1', items: [item] })
  let found: readonly Foreign[] = []
  const forText = await processorTime(async () => {
    found = await all(readJsonFeed(chunksOf(feed, 65_536), 'https://a.example/'))
  })
  t.ok(forText < 1000, `${forText} ms`)
  const [, text] = found
  t.ok(text?.kind === 'post' && /^<h3>x<\/h3><p>a<\/p><p>a<\/p>[^]{1000000}/.test(text.content))
  const items = Array.from({ length: 200_000 }, () => ({ item_type: 'x', meta: '{' }))
  let post: unknown
  const forItems = await processorTime(() => {
    post = contentOf({ items })
  })
  t.ok(forItems < 500, `${forItems} ms`)
  t.match(post, { losses: { 1000: ['item', 'The post has more than 1000 items: the others are missing.'] } })
})

await t.test('a list with a very long name of an author costs what its size costs', async (t) => {
  const post = { ...postOf(1, 'text'), AuthorName: '@ a'.repeat(2_000_000) }
  const duration = await processorTime(() => parsePage(JSON.stringify({ PostList: [post] }), 'https://a.example/'))
  t.ok(duration < 500, `${duration} ms`)
})

await t.test('a feed with very many entries or tags is not read', async (t) => {
  const ours = await buildFollower(t)
  // The feed and the post are found, too.
  for (const items of [repeated(20_000, () => '{}'), `{"id":"1","tags":[${repeated(19_999, () => '""')}]}`]) {
    const body = `{"version":"https://jsonfeed.org/version/1.1","title":"x","items":[${items}]}`
    const { origin } = await playing(t, () => ({ body }))
    const { failing } = await following(ours, `${origin}/feed.json`)
    await failing('The feed has more than 20000 entries, tags and links')
  }
})

await t.test('a source that closes its connection while its document waits ends no process', async (t) => {
  const options = { isAllowed: () => true, timeout: 1000, userAgent: 'test' }
  const server = createServer((socket) => {
    socket.once('data', (request) => {
      const [, name = '', length = ''] = /\/(\w+)\/(\d+)/.exec(request.toString()) ?? []
      socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${length}\r\nConnection: close\r\n\r\n`)
      if (name === 'whole') socket.end('x'.repeat(Number(length)))
      if (name === 'reset') setTimeout(() => socket.resetAndDestroy(), 50)
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => server.close())
  const read = async (name: string, maxBytes = 102_400) => {
    const response = await guardedClient({ ...options, maxBytes })(`http://127.0.0.1:${portOf(server)}/${name}`)
    await sleep(300)
    return (await response.bytes()).length
  }
  t.equal(await read('whole/102400'), 102_400)
  t.equal(await read('whole/16777216', Infinity), 16_777_216)
  await t.rejects(read('whole/102401'), { message: 'leads to a document of more than 102400 bytes' })
  await t.rejects(read('reset/1'), { code: 'ECONNRESET' })
  await t.rejects(read('silent/1'), { name: 'TimeoutError', message: 'The request takes too long' })
})

/**
 * A blog with one post, and a stream that the test plays. Returns the address, the requests for posts so far, the
 * posts, and the streams that are open.
 * @param refusals number of the first requests for a stream for which it has no room
 */
const streaming = async (play: (write: (text: string) => void, end: () => void) => void, refusals = 0) => {
  let streams = 0
  const path = '/resources/LiveDesk/Blog/1'
  const requests: string[] = []
  const posts = [postOf(1, 'one')]
  const open = new Set<object>()
  const { origin } = await site(t, ({ url = '', headers }, response) => {
    if (headers.accept === 'text/event-stream') {
      streams += 1
      if (streams <= refusals) return response.writeHead(503).end()
      open.add(response)
      response.once('close', () => open.delete(response))
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      return play(
        (text) => response.write(text),
        () => response.end()
      )
    }
    if (!url.includes('/Published')) {
      return response.end(JSON.stringify({ Id: '1', PostPublished: { href: `${path}/Post/Published` } }))
    }
    requests.push(url)
    const since = Number(new URL(url, 'http://x').searchParams.get('cId.since') ?? 0)
    const PostList = posts.filter(({ CId }) => Number(CId) > since)
    return response.end(JSON.stringify({ PostList, lastCId: posts.at(-1)?.CId }))
  })
  return { address: `${origin}${path}`, requests, posts, open }
}

await t.test('streams without end or without duration are read now and then', async (t) => {
  const ours = await buildFollower(t)
  const timers: NodeJS.Timeout[] = []
  t.after(() => timers.forEach(clearInterval))
  const endless = await streaming((write) => {
    timers.push(setInterval(write, 1, 'data: 1\n\n'))
  })
  const short = await streaming((write, end) => {
    write(': beat\n\n')
    end()
  })
  for (const { address, requests } of [endless, short]) {
    const { showing } = await following(ours, address, { type: 'chained blog' })
    await showing('one')
    await until(() => requests.length > 8)
    const before = requests.length
    await new Promise((resolve) => {
      setTimeout(resolve, 3000)
    })
    t.ok(requests.length - before <= 35, `${requests.length - before} requests in three seconds`)
  }
})

await t.test('a stream without end takes little time, however fast it is sent', async (t) => {
  const { origin } = await playing(t, () => ({
    body: JSON.stringify({ PostPublished: { href: '/posts' } })
  }))
  const signal = AbortSignal.timeout(1000)
  const headers = { 'content-type': 'text/event-stream' }
  const lines = Buffer.alloc(65_536, '\n')
  let pieces = 0
  async function* body() {
    for (; pieces < 2000; pieces += 1) yield lines
  }
  const stream = async (url: string | URL) => ({ ...(await get(url)), status: 200, headers, body: body() })
  const remote = await openRemote(`${origin}/blog`, { get, stream, signal })
  await t.rejects(
    remote.listen(
      () => 0,
      () => {}
    ),
    { name: 'AbortError' }
  )
  t.ok(pieces > 0 && pieces <= 21, `${pieces} pieces in a second`)
})

await t.test('a compressed stream is not read: it may have no content, and no end', async (t) => {
  const { origin } = await playing(t, () => ({ body: '{"PostPublished":{"href":"/posts"}}' }))
  const headers = { 'content-type': 'text/event-stream', 'content-encoding': 'gzip' }
  const stream = async (url: string | URL) => ({ ...(await get(url)), status: 200, headers })
  const { listen } = await openRemote(`${origin}/blog`, { get, stream, signal })
  const isStream = await listen(
    () => 0,
    () => {}
  )
  t.equal(isStream, false)
})

await t.test('a source whose stream says nothing is polled in the time of the setting', async (t) => {
  const ours = await buildFollower(t, { FOLLOW_SECONDS: '1' })
  const { address, posts, open } = await streaming((write) => write(': open\n\n'))
  const { showing } = await following(ours, address, { type: 'chained blog' })
  await showing('one')
  await until(() => open.size === 1)
  posts.push(postOf(2, 'two'))
  await showing('two', 'one')
  t.equal(open.size, 1, 'the stream is still open')
})

await t.test('a source that has no room for a stream is asked for one again', async (t) => {
  const ours = await buildFollower(t)
  let opened = 0
  const { address } = await streaming(() => {
    opened += 1
  }, 2)
  const { showing } = await following(ours, address, { type: 'chained blog' })
  await showing('one')
  await until(() => opened === 1)
})

await t.test('a reading that fails ends the stream that has announced it', async (t) => {
  const ours = await buildFollower(t)
  let ring = () => {}
  const { address, posts, open } = await streaming((write) => {
    ring = () => write('data: {}\n\n')
    write(': open\n\n')
  })
  const { failing, showing } = await following(ours, address, { type: 'chained blog' })
  await showing('one')
  await until(() => open.size === 1)
  posts.push(...Array.from({ length: 2001 }, (_, at) => postOf(at + 2, 'one of too many')))
  ring()
  await failing('The other service answered with more posts than it was asked for')
  await until(() => open.size === 0)
})

await t.test('a post arrives though a cache before the source has the list without it for a while', async (t) => {
  const ours = await buildFollower(t, { FOLLOW_SECONDS: '60' })
  const streams: ((text: string) => void)[] = []
  const { address, requests, posts } = await streaming((write) => {
    streams.push(write)
    write(': open\n\n')
  })
  const { showing } = await following(ours, address, { type: 'chained blog' })
  await showing('one')
  await until(() => streams.length === 1)
  for (const [number, pieces] of [
    [5, ['id: 5\nda', 'ta: {}\n\n']],
    [13, ['data: {}\ni', 'd:1', '3\r\n\r\n']]
  ] as const) {
    const before = requests.length
    for (const piece of pieces) {
      streams[0]?.(piece)
      await sleep(150)
    }
    await until(() => requests.length > before + 2)
    posts.push(postOf(number, `post ${number}`))
    await until(async () => (await ours.sql`select from posts where content = ${`post ${number}`}`).count === 1)
  }
  // The last reading ends with an empty page.
  await until(() => requests.some((url) => url.includes('cId.since=13')))
  const before = requests.length
  await sleep(2500)
  t.equal(requests.length, before, 'then it waits for the next one')
})

await t.test('a source does not get its pictures into the posts of another one', async (t) => {
  const ours = await buildFollower(t)
  const [theirs, evil] = [await picture('png', 20, 20), await picture('png', 40, 20)]
  const blogOf = async (image: Buffer) => {
    const path = '/resources/LiveDesk/Blog/1'
    const Content = '<img src="/content/files/quay.png">post'
    const post = { Id: '1', CId: '1', Order: '1.0', IsPublished: 'True', Content, Meta: '{}' }
    const { origin } = await site(t, ({ url = '' }, response) => {
      if (url.startsWith('/content')) return response.end(image)
      if (!url.includes('/Published')) {
        return response.end(JSON.stringify({ Id: '1', PostPublished: { href: `${path}/Post/Published` } }))
      }
      const PostList = url.includes('since=1') ? [] : [post]
      return response.end(JSON.stringify({ PostList, lastCId: '1' }))
    })
    return `${origin}${path}`
  }
  const pictures: Buffer[] = []
  for (const image of [evil, theirs]) {
    const { blog, showing } = await following(ours, await blogOf(image), { type: 'chained blog' })
    await showing('post')
    const [row] = await ours.sql<{ Content: string }[]>`select content from posts where blog = ${blog}`
    const [, address = ''] = /src="([^"]+)"/.exec(row?.Content ?? '') ?? []
    pictures.push((await ours.get(address)).rawPayload)
  }
  const digests = pictures.map((bytes) => createHash('sha256').update(bytes).digest('hex'))
  t.equal(new Set(digests).size, 2, 'each has its own')
})

await t.test('of a post with very many pictures, the first hundred are fetched', async (t) => {
  const ours = await buildFollower(t)
  const image = await picture('png')
  const { origin, requested } = await site(t, ({ url = '' }, response) => {
    if (url.startsWith('/p')) return response.end(image)
    const html = Array.from({ length: 110 }, (_, at) => `<img src=${origin}/p${at}>`).join('')
    const items = [{ id: '1', content_html: `many${html}`, date_published: '2026-01-01T00:00:00Z' }]
    return response.end(JSON.stringify({ version: 'https://jsonfeed.org/version/1.1', title: 'x', items }))
  })
  const { showing, reasons } = await following(ours, `${origin}/feed.json`)
  await showing('many')
  t.equal(requested.filter((path) => path.startsWith('/p')).length, 100)
  t.same(await reasons(), [
    'The post is copied. Each picture after the first 100 was not fetched. It stays at the source.'
  ])
})

await t.test('a source fills the archive with as much in a day as a user may upload in an hour', async (t) => {
  const ours = await buildFollower(t, { UPLOAD_MB: '1', UPLOADS_PER_HOUR: '1' })
  // Noise that no encoder makes smaller: half a megabyte.
  const raw = { width: 400, height: 400, channels: 3 } as const
  const image = await sharp(randomBytes(480_000), { raw }).png().toBuffer()
  const { origin, requested } = await site(t, ({ url = '' }, response) => {
    if (url.startsWith('/p')) return response.end(image)
    const html = (...numbers: readonly number[]) => numbers.map((at) => `<img src=${origin}/p${at}>`).join('')
    const items = [
      { id: '1', content_html: `large${html(0, 1)}`, date_published: '2026-01-01T00:00:00Z' },
      { id: '2', content_html: `more${html(2, 3, 4, 5)}`, date_published: '2026-01-01T00:00:01Z' }
    ]
    return response.end(JSON.stringify({ version: 'https://jsonfeed.org/version/1.1', title: 'x', items }))
  })
  const { showing, reasons } = await following(ours, `${origin}/feed.json`)
  await showing('more', 'large')
  const [{ Bytes }] = await ours.sql<[{ Bytes: number }]>`
    select sum(size_in_bytes)::integer as bytes from meta_data where name ~ '^p\\d$'`
  t.ok(Bytes > 1024 * 1024 && Bytes < 3 * 1024 * 1024, `${Bytes} bytes`)
  t.ok(new Set(requested.filter((path) => path.startsWith('/p'))).size < 6)
  const why = 'was not fetched, because its source has brought too much today. It stays at the source.'
  t.same(await reasons(), [
    `The post is copied. ${[3, 4, 5].map((at) => `The picture ${origin}/p${at} ${why}`).join(' ')}`
  ])
})

await t.test('of texts that are too long for a post, the beginning waits for an editor', async (t) => {
  const ours = await buildFollower(t)
  const content = 'x'.repeat(1_000_000)
  const items = [
    { id: '1', content_html: content, date_published: '2026-01-01T00:00:00Z' },
    { id: '2', content_html: 'short', date_published: '2026-01-01T00:00:01Z' }
  ]
  const body = JSON.stringify({ version: 'https://jsonfeed.org/version/1.1', title: 'x', items })
  const { origin } = await playing(t, () => ({ body }))
  const { edit, reasons, showing, sync } = await following(ours, `${origin}/feed.json`)
  await showing('short')
  t.same(await reasons(), ['Its text is longer than 65535 characters.'])
  const [{ Length }] = await ours.sql<[{ Length: number }]>`
    select length(change::text)::integer as length from parked_changes where sync = ${sync}`
  t.ok(Length < 100_000, `${Length} characters are stored`)

  const list = `Desk/Sync/${sync}/ParkedChange`
  const [shown] = (await ours.json(`${list}?X-Filter=Content,Id`)).ParkedChangeList
  t.equal(shown.Content.length, 65_535)
  const refused = await edit('POST', `/${list}/${shown.Id}/Apply`)
  t.equal(
    wordsOf(refused),
    '409 The change cannot be applied: One of its texts is longer than 65535 characters.',
    'a part is never published'
  )
  // As version 1.1.1 has stored it.
  await ours.sql`update parked_changes set change = change - 'isCut' || jsonb_build_object('content', ${content}::text)`
  const [older] = (await ours.json(`${list}?X-Filter=Content`)).ParkedChangeList
  t.equal(older.Content.length, 65_535)
  t.equal((await edit('POST', `/${list}/${shown.Id}/Apply`)).statusCode, 409)
})

await t.test('a source that has brought very many posts brings no more', async (t) => {
  const ours = await buildFollower(t)
  const { origin, statuses } = await playing(t, ({ pathname }) => ({
    body: JSON.stringify({
      version: 'https://jsonfeed.org/version/1.1',
      title: 'x',
      items: (pathname === '/feed.json' ? ['first'] : ['second', 'first']).map((text) => ({
        id: text,
        content_html: text,
        date_published: '2026-01-01T00:00:00Z'
      }))
    })
  }))
  const { failing, lead, shown, showing, sync } = await following(ours, `${origin}/feed.json`)
  await showing('first')
  await ours.sql`
    insert into parked_changes (sync, foreign_id, kind, reason, change)
    select ${sync}, 'p' || number, 'refused', 'x', '{}' from generate_series(1, 99999) as number`
  await lead(`${origin}/full.json`)
  await failing(
    'The source has brought 100000 posts, which is the most that a blog follows: nothing more is copied. ' +
      'To go on, follow it in another blog'
  )
  const before = statuses.length
  await sleep(2500)
  t.equal(statuses.length, before, 'it is not asked again')
  t.same(await shown(), ['first'])
  await ours.sql`delete from parked_changes where foreign_id = 'p1'`
  await lead(`${origin}/other.json`)
  await showing('second', 'first')
})
