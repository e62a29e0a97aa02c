/** Readers see pinned posts above all others, and key points, on every document of a blog. */
import t from 'tap'
import { build, newsroom, words, type Built } from '../../support/index.ts'

const BASE = 'https://live.example'
const built = await build(t, { CACHE_MB: '0', BASE_URL: BASE })
const { sql, get } = built

/** Opens a live blog with a number of posts. Returns their ids, the newest first. */
const openBlog = async (count: number) => {
  const room = await newsroom(built)
  await sql`update blogs set live_on = now() where id = ${room.blog}`
  return { ...room, ids: (await room.insert(count)).toReversed() }
}

const pin = async (sql: Built['sql'], ...posts: (number | undefined)[]) => {
  for (const post of posts) await sql`update posts set pinned_on = clock_timestamp() where id = ${post ?? 0}`
}

const bodyOf = async (path: string) => (await get(path)).body
const idsIn = (html: string) => [...html.matchAll(/<article id="post-(\d+)"/g)].map(([, id]) => Number(id))
/** Returns the ids of the posts in the pinned section, and of the others. */
const sectionsOf = (html: string) => {
  const [, pinned = ''] = /<section class="pinned"[^>]*>(.*?)<\/section>/s.exec(html) ?? []
  return { pinned: idsIn(pinned), others: idsIn(html.replace(pinned, '')) }
}

t.test('the first page and the embed show pinned posts once, above all others, the last pinned first', async (t) => {
  const { blog, ids } = await openBlog(50)
  const [newest, second, ...others] = ids
  const oldest = ids.at(-1)
  t.match(await bodyOf(`/live/${blog}`), /<section class="pinned"[^>]* hidden>/, 'without one, there is only its place')
  await pin(sql, oldest, second)
  for (const end of ['', '/embed']) {
    const { pinned, others: shown } = sectionsOf(await bodyOf(`/live/${blog}${end}`))
    t.same(pinned, [second, oldest], end)
    t.same(shown, [newest, ...others.slice(0, 28)], 'and the others keep their order')
  }
  const html = await bodyOf(`/live/${blog}`)
  t.match(html, new RegExp(`<article id="post-${second}"[^>]* data-pinned="\\d{4}-`))
  const { liveBlogUpdate } = JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html)?.[1] ?? '')
  const [first, next, third] = liveBlogUpdate.map(({ url }: { url: string }) => url)
  t.same(
    [first, next, third],
    [second, oldest, newest].map((id) => `${BASE}/live/${blog}/post/${id}`)
  )
})

t.test('archive pages and the oldest-first order stay as they are', async (t) => {
  const { blog, ids } = await openBlog(50)
  const addresses = [`/live/${blog}/page/${ids[30]}`, `/live/${blog}?order=oldest`]
  const before = await Promise.all(addresses.map(async (path) => idsIn(await bodyOf(path))))
  await pin(sql, ids[0], ids[35], ids[49])
  const after = await Promise.all(addresses.map(async (path) => idsIn(await bodyOf(path))))
  t.same(after, before)
})

t.test('both feeds begin with the pinned posts, even if those are old', async (t) => {
  const { blog, ids } = await openBlog(120)
  await pin(sql, ids[3], ids[119])
  const expected = [ids[119], ids[3], ids[0], ids[1], ids[2], ids[4]].map((id) => `${BASE}/live/${blog}/post/${id}`)
  const { items } = JSON.parse(await bodyOf(`/live/${blog}/feed.json`))
  const shown = items.slice(0, 6).map(({ id }: { id: string }) => id)
  t.same(shown, expected)
  t.equal(items.length, 100)
  const atom = await bodyOf(`/live/${blog}/atom`)
  const entries = [...atom.matchAll(/<entry><id>([^<]+)/g)].map(([, id]) => id)
  t.same(entries.slice(0, 6), expected)
})

t.test('key points are the marked posts and the summaries, the newest eight, but on no frame', async (t) => {
  const { blog, ids, insert, withdraw } = await openBlog(12)
  const [summary = 0] = await insert(1, { type: 'wrapup', content: '<p>What has happened so far.</p>' })
  await sql`update posts set is_key_point = true, content = '<p>Point ' || id || '</p>' where id in ${sql(ids)}`
  await sql`update posts set content = '<img src="https://a.example/a.png">' where id = ${ids[0] ?? 0}`
  const pointsOf = (html: string) =>
    [...html.matchAll(/<li data-post="post-(\d+)"([^>]*)>/g)].map(([, id, rest]) => [
      Number(id),
      /hidden/.test(rest ?? '')
    ])
  const html = await bodyOf(`/live/${blog}`)
  t.same(
    pointsOf(html),
    [summary, ...ids].map((id, index) => [id, index >= 8]),
    'the others wait, so that one can take the place of another'
  )
  t.match(html, `<a href="#post-${ids[0]}" dir="auto">Post by `)
  t.match(html, `<a href="#post-${ids[1]}" dir="auto">Point ${ids[1]}</a>`)
  await withdraw([summary])
  t.equal(pointsOf(await bodyOf(`/live/${blog}`))[0]?.[0], ids[0])
  t.notMatch(await bodyOf(`/live/${blog}/embed`), 'key-points"')
  const [draft = 0] = await insert(1, { published: false })
  await sql`update posts set is_key_point = true where id = ${draft}`
  t.notMatch(await bodyOf(`/live/${blog}`), `post-${draft}`)
})

t.test('an article says what its post is, wherever it is shown', async (t) => {
  const { posts, ids } = await openBlog(3)
  await pin(sql, ids[1])
  await sql`update posts set is_key_point = true, content = 'A &quot;key&quot; point' where id = ${ids[1] ?? 0}`
  for (const query of words`X-Filter=* X-Filter=*&cId.since=0 X-Filter=Id,Content`) {
    const html = await bodyOf(`${posts}/Published.html?${query}`)
    t.match(
      html,
      new RegExp(`<article id="post-${ids[1]}"[^>]* data-pinned="[^"]+" data-key-point="A &quot;key&quot; point"`)
    )
    t.notMatch(html, new RegExp(`<article id="post-${ids[0]}"[^>]* data-(pinned|key-point)`))
  }
})
