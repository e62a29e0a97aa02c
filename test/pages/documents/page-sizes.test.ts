/** Limits of pages and feeds, where there is one more of everything. */
import t from 'tap'
import { build } from '../../support/app.ts'
import { BROWSER } from '../../support/html.ts'
import { addLiveBlog } from '../../support/newsroom.ts'

const { get, sql, tokenOf } = await build(t, { CACHE_MB: '0' })
const cookie = `desk_session=${await tokenOf('admin')}`

const bodyOf = async (url: string) => (await get(url, { ...BROWSER, cookie })).body
const countOf = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0

/** Inserts blogs. @param columns SQL of the columns that say in which list of the front page they are */
const addBlogs = (count: number, title: string, columns: { live?: string; starts?: string; closed?: string }) => sql`
  insert into blogs (type, language, creator, title, live_on, starts_on, closed_on)
  select 1, 1, 1, ${title} || ' ' || number, ${columns.live ?? null}, ${columns.starts ?? null},
    ${columns.closed ?? null}
  from generate_series(1, ${count}) as number`

t.test('the front page has 50 live blogs, 20 announced ones, and 20 that are over', async (t) => {
  await addBlogs(51, 'Running', { live: '2026-11-20' })
  await addBlogs(21, 'Soon', { starts: '2100-01-01' })
  await addBlogs(21, 'Over', { live: '2026-11-20', closed: '2026-11-21' })
  const page = await bodyOf('/live')
  for (const [title, count] of Object.entries({ Running: 50, Soon: 20, Over: 20 })) {
    t.equal(new Set(page.match(new RegExp(`>${title} \\d+<`, 'g'))).size, count, title)
  }
  t.match(page, /href="[^"]*\/live\?[^"]*"/, 'a way to the others')
})

t.test('a feed has 100 posts, and a search 20 posts and 5 blogs', async (t) => {
  const Id = await addLiveBlog(sql, 'Tides')
  await sql`
    insert into posts (blog, creator, content, published_on)
    select ${Id}, 1, 'Seagull ' || number, now() from generate_series(1, 101) as number`
  await addBlogs(6, 'Seagulls', { live: '2026-11-20' })
  for (const path of [`/live/${Id}/atom`, '/live/atom']) t.equal(countOf(await bodyOf(path), /<entry>/g), 100, path)
  for (const path of [`/live/${Id}/feed.json`, '/live/feed.json']) {
    t.equal(JSON.parse(await bodyOf(path)).items.length, 100, path)
  }
  const found = await bodyOf('/live/search?q=seagull')
  t.equal(countOf(found, /Seagulls<\/[^>]*> \d+|<[^>]*>Seagulls \d+/g), 5)
  t.equal(countOf(await bodyOf(`/live/${Id}/search?q=seagull`), /\/post\/\d+"/g), 20)
})

t.test('the newsroom lists 100 blogs, 50 people, and 24 pictures', async (t) => {
  await addBlogs(101, 'Further', {})
  await sql`
    insert into persons (id, first_name) select id, 'Further' from generate_series(8001, 8051) as further (id)`
  await sql`
    insert into users (id, name, password_hash)
    select id, 'further' || id, '!' from generate_series(8001, 8051) as further (id)`
  const home = await bodyOf('/desk?search=Further')
  t.equal(new Set(home.match(/href="[^"]*\/desk\/\d+"/g)).size, 100)
  t.match(home, 'offset=100')
  const people = await bodyOf('/desk/people')
  t.equal(new Set(people.match(/id="person-\d+"|name="user" value="\d+"/g)).size, 50)
  t.match(people, 'offset=50')
  await sql`
    insert into meta_data (id, name, type, size_in_bytes, content, thumbnail)
    select id, 'p.png', 'image', 1, 'content/p' || id || '.png', 'content/p.png'
    from generate_series(8001, 8025) as picture (id)`
  await sql`insert into image_data (id) select id from generate_series(8001, 8025) as picture (id)`
  t.equal(countOf(await bodyOf('/desk/1/settings'), /name="chosen" value="[^"]+"/g), 24)
})

t.test('the front page has no list without blogs', async (t) => {
  await sql`update blogs set live_on = null, closed_on = null, starts_on = null`
  const page = await bodyOf('/live')
  for (const id of ['past', 'soon']) t.notMatch(page, `id="${id}"`)
})
