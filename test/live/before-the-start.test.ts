/** Readers find a blog once it has gone live. Before that, only people who are logged in see its pages. */
import t from 'tap'
import { build } from '../support/app.ts'
import { BASE, BROWSER } from '../support/html.ts'

await t.test('a blog has pages, feeds and a frame once it has gone live', async (t) => {
  // Blog 3 of the demo has published posts, but has not gone live.
  const { app, get, tokenOf } = await build(t)
  const authorization = await tokenOf('admin')
  const paths = [
    ...['', '?order=oldest', '/embed', '/atom', '/feed.json', '/post/83', '/page/83'].map((end) => `/live/3${end}`),
    `/oembed?url=${encodeURIComponent(`${BASE}/live/3`)}`
  ]
  const statusesFor = async (headers: Record<string, string>) =>
    Promise.all(paths.map(async (path) => [path, (await get(path, { ...BROWSER, ...headers })).statusCode]))
  const expectStatuses = async (status: number, about: string, headers: Record<string, string> = {}) => {
    const found = await statusesFor(headers)
    t.same(
      found,
      paths.map((path) => [path, status]),
      about
    )
  }
  const linkOf = async (path: string) => (await get(path)).headers.link
  const toggle = async () => {
    const headers = { authorization }
    const { statusCode } = await app.inject({ method: 'PUT', url: '/resources/Desk/Blog/3/PutLive', headers })
    t.equal(statusCode, 200)
  }

  await expectStatuses(404, 'before it goes live')
  t.equal(await linkOf('/resources/Desk/Blog/3'), undefined, 'the blog links to no feeds')
  await expectStatuses(404, 'an unknown session', { authorization: 'x'.repeat(43) })
  await toggle()
  await expectStatuses(200, 'live')
  t.match(await linkOf('/resources/Desk/Blog/3'), '/live/3/atom')
  await toggle()
  await expectStatuses(404, 'no longer live')
})

await t.test('people who are logged in see a blog before it goes live', async (t) => {
  const { get, tokenOf } = await build(t)
  const session = { ...BROWSER, cookie: `desk_session=${await tokenOf('naama')}` }
  t.equal((await get('/live/3/theme.css', { accept: 'text/css,*/*;q=0.1' })).statusCode, 200)
  for (const path of ['/live/3', '/live/3/embed', '/live/3/post/83']) {
    for (const headers of [session, { authorization: await tokenOf('mira') }]) {
      const { statusCode, headers: sent } = await get(path, headers)
      t.equal(statusCode, 200, path)
      t.equal(sent['cache-control'], 'private, no-store', path)
    }
    t.equal((await get(path)).statusCode, 404, `${path} stays hidden from everybody else`)
  }
  t.equal((await get('/live/999', session)).statusCode, 404)
})
