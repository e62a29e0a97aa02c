/** All readers of a blog share one reading and writing of each page and each change, whenever they opened theirs. */
import t from 'tap'
import { build } from '../support/app.ts'
import { openStream } from '../support/event-stream.ts'
import { readings } from '../support/readings.ts'

t.test('streams that began at different changes share the next one', async (t) => {
  const statements: string[] = []
  const { app, sql } = await build(t, {}, { watch: (statement) => statements.push(statement) })
  const origin = await app.listen({ host: '127.0.0.1', port: 0 })
  const [{ Last }] = await sql<[{ Last: number }]>`select published_c_id as last from blogs where id = 1`
  const streams = await Promise.all(
    [0, 1, 2].map(async (missed) => {
      const query = `X-Filter=*&Accept-Language=en&cId.since=${Last - missed}&stream`
      const stream = await openStream(`${origin}/resources/Desk/Blog/1/Post/Published.html?${query}`)
      t.teardown(stream.close)
      for (let event = 0; event < missed; event += 1) await stream.next()
      return stream
    })
  )
  statements.length = 0
  await sql`insert into posts (blog, creator, content, published_on) values (1, 1, '<p>Shared.</p>', now())`
  const events = await Promise.all(streams.map(({ next }) => next()))
  t.match(events[0]?.data, /<article id="post-\d+" class="post normal".*<p>Shared\.<\/p>/)
  t.equal(new Set(events.map(({ data }) => data)).size, 1)
  t.equal(statements.filter((statement) => statement.includes('reader_posts')).length, 1)
})

t.test('parameters that a page does not read make no other document', async (t) => {
  const { watch, statements } = readings()
  const { app, get } = await build(t, {}, { watch })
  // The first requests load modules, and may see changes that the demo has just made.
  await get('/live/1')
  await app.freshness.catchUp()
  const { body } = await get('/live/1')
  const oldest = await get('/live/1?order=oldest')
  t.not(oldest.body, body)
  const count = statements().length
  for (const query of ['x=1', 'order=', 'order=newest', 'after=2', 'x=1&x=2']) {
    t.equal((await get(`/live/1?${query}`)).body, body, query)
  }
  t.equal((await get('/live/1?x=3&order=oldest')).body, oldest.body)
  t.same(statements().slice(count), [])
  t.equal((await get('/live/1?order=oldest&after=junk')).statusCode, 404)
})

t.test('oEmbed requests for the same frame share a document', async (t) => {
  const statements: string[] = []
  const BASE_URL = 'https://live.example'
  const { app, get } = await build(t, { BASE_URL }, { watch: (statement) => statements.push(statement) })
  const oembed = async (query: string) => (await get(`/oembed?url=${BASE_URL}/live/1${query}`)).body
  await oembed('')
  await app.freshness.catchUp()
  const body = await oembed('')
  const narrow = await oembed('&maxwidth=320')
  t.not(narrow, body)
  statements.length = 0
  for (const query of ['/', '?utm_source=x', '%23post-3', '&maxwidth=700&maxheight=x', '&format=json', '&x=1']) {
    t.equal(await oembed(query), body, query)
  }
  t.equal(await oembed('?y=1&maxheight=900&maxwidth=320'), narrow)
  t.same(statements, [])
})
