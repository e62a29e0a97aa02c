/** Resources that belong to blogs: pictures, themes, settings, syncs and sources. */
import t from 'tap'
import { build, wholeList } from '../../support/index.ts'

const resourcesUrl = 'https://desk.example/resources'
const { get, sql, json } = await build(t, { BASE_URL: 'https://desk.example', CACHE_MB: '0' })

const statusOf = async (path: string) => (await get(`/resources/${path}`)).statusCode

/** Returns the ids of a list, which are the last parts of its addresses. */
const ids = async (path: string, list: string) => {
  const items: { href: string }[] = (await json(path))[list]
  return items.map(({ href }) => Number(href.split('/').at(-1)))
}

await t.test('the pictures of a blog are listed, also by type, with the title of the blog', async (t) => {
  await sql`insert into blog_media_types (key) values ('side')`
  await sql`insert into blog_media (blog, type, rank) values (1, 'side', 1), (2, 'top_banner', 1)`
  t.same(await ids('Desk/Blog/1/BlogMedia', 'BlogMediaList'), [1, 2])
  t.same(await ids('Desk/Blog/1/BlogMediaType/side/BlogMedia', 'BlogMediaList'), [2])
  t.same(await ids('Desk/Blog/3/BlogMediaType/side/BlogMedia', 'BlogMediaList'), [])
  t.same(
    await json('Desk/Blog/2/BlogMedia?X-Filter=Rank,Type.Key,Blog.Title'),
    wholeList('BlogMediaList', {
      href: `${resourcesUrl}/Desk/BlogMedia/3`,
      Rank: '1',
      Blog: { href: `${resourcesUrl}/Desk/Blog/2`, Title: '38th Harbour Marathon: as it happened' },
      Type: { href: `${resourcesUrl}/Desk/BlogMediaType/top_banner`, Key: 'top_banner' }
    })
  )
})

await t.test('themes are filtered, ordered and shown with their fields', async (t) => {
  await sql`insert into blog_themes (name, url) values ('tidewater', 'https://cdn.example/themes/tidewater/?v=1&dark')`
  t.same(
    await json('Desk/BlogTheme?name=%25i%25&desc=name&X-Filter=Name,URL'),
    wholeList(
      'BlogThemeList',
      {
        href: `${resourcesUrl}/Desk/BlogTheme/5`,
        Name: 'tidewater',
        URL: { href: 'https://cdn.example/themes/tidewater/?v=1&dark' }
      },
      { href: `${resourcesUrl}/Desk/BlogTheme/4`, Name: 'night' },
      { href: `${resourcesUrl}/Desk/BlogTheme/2`, Name: 'big-screen' }
    )
  )
  t.match(
    (await get('/resources/Desk/BlogTheme/5')).body,
    '<IsLocal>False</IsLocal><Name>tidewater</Name><URL href="https://cdn.example/themes/tidewater/?v=1&amp;dark"/>'
  )
})

await t.test('the settings of a blog are filtered, ordered and shown with their fields', async (t) => {
  const address = `${resourcesUrl}/Desk/Blog/1/Configuration`
  t.same(
    await json('Desk/Blog/1/Configuration?name=embed.%25&desc=name&X-Filter=Name,Value'),
    wholeList(
      'ConfigurationList',
      { href: `${address}/embed.refresh`, Name: 'embed.refresh', Value: '10' },
      { href: `${address}/embed.page`, Name: 'embed.page', Value: '15' }
    )
  )
  const shown = await json('Desk/Blog/1/Configuration/newsroom.handover')
  t.same(shown, { Name: 'newsroom.handover', Value: 'Mira until midnight, then Folake' })
  t.equal((await json('Desk/Blog/3/Configuration')).total, '0')
  t.equal(await statusOf('Desk/Blog/2/Configuration/embed.refresh'), 404, 'a setting of another blog')
})

await t.test('the link to a setting works with any name that the database accepts', async (t) => {
  const names = ['a/b', 'ä ö', '100%', 'x?y#z', '<&>', 'n'.repeat(190)]
  for (const name of names) await sql`insert into configurations (blog, name, value) values (3, ${name}, 'v')`
  const { ConfigurationList: items } = await json('Desk/Blog/3/Configuration')
  t.equal(items.length, names.length)
  for (const { href } of items) {
    t.equal((await get(new URL(href).pathname, { accept: 'application/json' })).json().Value, 'v', href)
  }
  for (const name of ['theme.json', '..', '', 'n'.repeat(191)]) {
    await t.rejects(sql`insert into configurations (blog, name, value) values (3, ${name}, 'v')`, name)
  }
})

await t.test('the list of comments is empty', async (t) => {
  t.same(await json('Desk/Blog/1/Comment/Post'), wholeList('CommentList'))
  t.same(await json('Desk/Blog/1/Comment/Post?detailed=false'), { CommentList: [] })
})

await t.test('syncs are filtered, ordered and paged, and have no progress before they have run', async (t) => {
  for (const [path, expected] of [
    ['Desk/Sync', [1, 2, 3]],
    ['Desk/Blog/1/Sync', [1, 2]],
    ['Desk/Blog/3/Sync', []],
    ['Desk/Sync?auto=true', [1]],
    ['Desk/Sync?cId.since=64', [1]],
    ['Desk/Sync?cId.start=64&desc=cId', [1, 3]],
    ['Desk/Sync?syncStart.until=2026-11-01T00:00:00Z', [3]],
    ['Desk/Blog/1/Sync?auto=false', [2]],
    ['Desk/Sync?asc=syncStart&limit=2&offset=1', [3, 1]]
  ] as const) {
    t.same(await ids(path, 'SyncList'), expected, path)
  }
  t.equal(await statusOf('Desk/Sync?source=1'), 400)
  const { CId, SyncStart } = await json('Desk/Sync/2')
  t.same({ CId, SyncStart }, { CId: undefined, SyncStart: undefined })
})

await t.test('the sources of a blog have addresses below it, and look as they do among all sources', async (t) => {
  const list = await json('Desk/Blog/2/Source?X-Filter=Name,Type')
  const [{ href }] = list.SourceList
  const [, id] = /\/resources\/Desk\/Blog\/2\/Source\/(\d+)$/.exec(href) ?? []
  t.same(
    list,
    wholeList('SourceList', {
      href,
      Name: 'Skerry Half: runners abroad',
      Type: { href: `${resourcesUrl}/Data/SourceType/chained%20blog`, Key: 'chained blog' }
    })
  )
  const ofBlog = await json(`Desk/Blog/2/Source/${id}`)
  t.same(ofBlog, await json(`Data/Source/${id}`))
  t.match(ofBlog, { Id: id, Name: 'Skerry Half: runners abroad', Version: undefined })
  t.match(await json(`Desk/Blog/2/Source/${id}?X-Filter=Version`), { Version: /^\d+$/ })
  t.equal(await statusOf(`Desk/Blog/1/Source/${id}`), 404, 'the source is 404 below another blog')
})

await t.test('a source of an unknown provider is not listed, but its address works', async (t) => {
  const sources = await ids('Desk/Blog/1/Source', 'SourceList')
  const [first = 0, second] = sources
  await sql`update sources set origin_uri = 'https://elsewhere.example/' where id = ${first}`
  t.same([sources.length, await ids('Desk/Blog/1/Source', 'SourceList')], [2, [second]])
  t.equal(await statusOf(`Desk/Blog/1/Source/${first}`), 200)
})
