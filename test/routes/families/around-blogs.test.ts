/** Resources that belong to blogs: pictures, themes, settings, syncs and sources. */
import t, { type Test } from 'tap'
import { build, wholeList } from '../../support/index.ts'

const resourcesUrl = 'https://desk.example/resources'
const { get, sql, json } = await build(t, { BASE_URL: 'https://desk.example', CACHE_MB: '0' })

/** Expects that paths lead to nothing. */
const expectNotFound = async (t: Test, ...paths: readonly string[]) => {
  for (const path of paths) t.equal((await get(`/resources/${path}`)).statusCode, 404, path)
}

await t.test('the pictures of a blog can be read', async (t) => {
  await sql`insert into blog_media_types (key) values ('side')`
  await sql`insert into blog_media (blog, type, rank) values (1, 'side', 1), (2, 'top_banner', 1)`

  await t.test('the pictures of a blog are listed, also by type', async (t) => {
    const list = (...ids: number[]) =>
      wholeList('BlogMediaList', ...ids.map((id) => ({ href: `${resourcesUrl}/Desk/BlogMedia/${id}` })))
    t.same(await json('Desk/Blog/1/BlogMedia'), list(1, 2))
    t.same(await json('Desk/Blog/1/BlogMediaType/side/BlogMedia'), list(2))
    t.same(await json('Desk/Blog/3/BlogMediaType/side/BlogMedia'), list())
    await expectNotFound(t, 'Desk/Blog/9/BlogMedia', 'Desk/Blog/9/BlogMediaType/side/BlogMedia')
    await expectNotFound(t, 'Desk/Blog/1/BlogMediaType/nowhere/BlogMedia')
  })

  await t.test('a picture has its rank, blog and type', async (t) => {
    t.equal(
      (await get('/resources/Desk/BlogMedia/1')).body,
      '<?xml version="1.0" encoding="UTF-8"?>\n' +
        `<BlogMedia><Id>1</Id><Rank>1</Rank><Blog href="${resourcesUrl}/Desk/Blog/1"><Id>1</Id></Blog>` +
        `<Type href="${resourcesUrl}/Desk/BlogMediaType/top_banner"><Key>top_banner</Key></Type></BlogMedia>`
    )
    await expectNotFound(t, 'Desk/BlogMedia/99')
  })

  await t.test('X-Filter adds the title of the blog to each picture', async (t) => {
    const {
      BlogMediaList: [first]
    } = await json('Desk/Blog/2/BlogMedia?X-Filter=Rank,Type.Key,Blog.Title')
    t.same(first, {
      href: `${resourcesUrl}/Desk/BlogMedia/3`,
      Rank: '1',
      Blog: { href: `${resourcesUrl}/Desk/Blog/2`, Title: '38th Harbour Marathon: as it happened' },
      Type: { href: `${resourcesUrl}/Desk/BlogMediaType/top_banner`, Key: 'top_banner' }
    })
  })
})

await t.test('themes and media types can be read', async (t) => {
  await sql`insert into blog_themes (name, url) values ('tidewater', 'https://cdn.example/themes/tidewater/?v=1&dark')`

  await t.test('a theme has a name and, if it is not local, a URL', async (t) => {
    t.equal(
      (await get('/resources/Desk/BlogTheme/1')).body,
      '<?xml version="1.0" encoding="UTF-8"?>\n' +
        '<BlogTheme><Id>1</Id><IsLocal>True</IsLocal><Name>default</Name></BlogTheme>'
    )
    t.same(await json('Desk/BlogTheme/5'), {
      Id: '5',
      IsLocal: 'False',
      Name: 'tidewater',
      URL: { href: 'https://cdn.example/themes/tidewater/?v=1&dark' }
    })
    const shown = (await get('/resources/Desk/BlogTheme/5')).body
    t.match(shown, '<URL href="https://cdn.example/themes/tidewater/?v=1&amp;dark"/>')
    await expectNotFound(t, 'Desk/BlogTheme/6')
  })

  await t.test('themes can be filtered, ordered and shown with their fields', async (t) => {
    t.same(
      await json('Desk/BlogTheme?name=%25i%25&desc=name&X-Filter=Name'),
      wholeList(
        'BlogThemeList',
        { href: `${resourcesUrl}/Desk/BlogTheme/5`, Name: 'tidewater' },
        { href: `${resourcesUrl}/Desk/BlogTheme/4`, Name: 'night' },
        { href: `${resourcesUrl}/Desk/BlogTheme/2`, Name: 'big-screen' }
      )
    )
    t.equal(
      (await get('/resources/Desk/BlogTheme?name=default')).body,
      '<?xml version="1.0" encoding="UTF-8"?>\n' +
        '<BlogThemeList total="1" limit="1" offset="0">' +
        `<BlogTheme href="${resourcesUrl}/Desk/BlogTheme/1"/></BlogThemeList>`
    )
  })

  await t.test('media types can be listed and read by key', async (t) => {
    t.same(
      await json('Desk/BlogMediaType?X-Filter=*'),
      wholeList(
        'BlogMediaTypeList',
        ...['side', 'top_banner'].map((Key) => ({ href: `${resourcesUrl}/Desk/BlogMediaType/${Key}`, Key }))
      )
    )
    const shown = (await get('/resources/Desk/BlogMediaType/top_banner')).body
    t.match(shown, '<BlogMediaType><Key>top_banner</Key></BlogMediaType>')
    await expectNotFound(t, 'Desk/BlogMediaType/nowhere')
  })
})

await t.test('the settings of a blog can be read', async (t) => {
  const address = `${resourcesUrl}/Desk/Blog/1/Configuration`

  await t.test('a setting can be read by name', async (t) => {
    t.equal(
      (await get('/resources/Desk/Blog/1/Configuration/embed.refresh')).body,
      '<?xml version="1.0" encoding="UTF-8"?>\n' +
        '<Configuration><Name>embed.refresh</Name><Value>10</Value></Configuration>'
    )
    const shown = await json('Desk/Blog/1/Configuration/newsroom.handover')
    t.same(shown, { Name: 'newsroom.handover', Value: 'Mira until midnight, then Folake' })
    await expectNotFound(t, 'Desk/Blog/2/Configuration/embed.refresh')
    await expectNotFound(t, 'Desk/Blog/9/Configuration/embed.page', 'Desk/Blog/9/Configuration')
  })

  await t.test('settings can be filtered, ordered and shown with their fields', async (t) => {
    t.same(
      await json('Desk/Blog/1/Configuration?name=embed.%25&desc=name&X-Filter=Name,Value'),
      wholeList(
        'ConfigurationList',
        { href: `${address}/embed.refresh`, Name: 'embed.refresh', Value: '10' },
        { href: `${address}/embed.page`, Name: 'embed.page', Value: '15' }
      )
    )
    t.equal((await json('Desk/Blog/3/Configuration')).total, '0')
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
    t.match((await get('/resources/Desk/Blog/1/Comment/Post')).body, '<CommentList total="0" limit="0" offset="0"/>')
    t.same(await json('Desk/Blog/1/Comment/Post?detailed=false'), { CommentList: [] })
    await expectNotFound(t, 'Desk/Blog/9/Comment/Post')
  })
})

await t.test('syncs and sources of a blog can be read', async (t) => {
  const ids = async (path: string, list: string) => {
    const items: { href: string }[] = (await json(path))[list]
    return items.map(({ href }) => Number(href.split('/').at(-1)))
  }
  const [{ Source }] = await sql<[{ Source: number }]>`select source from syncs where id = 1`

  await t.test('a sync has its blog, creator, source and progress', async (t) => {
    t.equal(
      (await get('/resources/Desk/Sync/1')).body,
      '<?xml version="1.0" encoding="UTF-8"?>\n' +
        '<Sync><Id>1</Id><Auto>True</Auto><CId>118</CId><SyncStart>11/15/26 8:02 PM</SyncStart>' +
        `<Blog href="${resourcesUrl}/Desk/Blog/1"><Id>1</Id></Blog>` +
        `<Creator href="${resourcesUrl}/HR/User/2"><Id>2</Id></Creator>` +
        `<Source href="${resourcesUrl}/Data/Source/${Source}"><Id>${Source}</Id></Source></Sync>`
    )
    const { CId, SyncStart } = await json('Desk/Sync/2')
    t.same({ CId, SyncStart }, { CId: undefined, SyncStart: undefined }, 'a sync that never ran has no progress')
    t.equal((await get(`/resources/Data/Source/${Source}`)).statusCode, 200)
    await expectNotFound(t, 'Desk/Sync/99')
  })

  await t.test('syncs can be filtered, ordered and paged', async (t) => {
    const lists = [
      ['Desk/Sync', [1, 2, 3]],
      ['Desk/Blog/1/Sync', [1, 2]],
      ['Desk/Blog/3/Sync', []],
      ['Desk/Sync?auto=true', [1]],
      ['Desk/Sync?cId.since=64', [1]],
      ['Desk/Sync?cId.start=64&desc=cId', [1, 3]],
      ['Desk/Sync?syncStart.until=2026-11-01T00:00:00Z', [3]],
      ['Desk/Blog/1/Sync?auto=false', [2]],
      ['Desk/Sync?asc=syncStart&limit=2&offset=1', [3, 1]]
    ] as const
    for (const [path, expected] of lists) t.same(await ids(path, 'SyncList'), expected, path)
    await expectNotFound(t, 'Desk/Blog/9/Sync', 'Desk/Blog/9/Source')
    t.equal((await get('/resources/Desk/Sync?source=1')).statusCode, 400)
  })

  await t.test('the sources of a blog have addresses below the blog', async (t) => {
    const list = await json('Desk/Blog/2/Source?X-Filter=Name,Type')
    const [{ href }] = list.SourceList
    t.match(list, {
      total: '1',
      SourceList: [
        {
          Name: 'Skerry Half: runners abroad',
          Type: { href: `${resourcesUrl}/Data/SourceType/chained%20blog`, Key: 'chained blog' }
        }
      ]
    })
    t.match(href, new RegExp(`^${resourcesUrl}/Desk/Blog/2/Source/\\d+$`))
    const shown = (await get(new URL(href).pathname)).body
    t.match(shown, /<Source><Id>\d+<\/Id>.*<Name>Skerry Half: runners abroad<\/Name>/)
    const status = (await get(new URL(href).pathname.replace('Blog/2', 'Blog/1'))).statusCode
    t.equal(status, 404, 'the source is 404 below another blog')
  })

  await t.test('a source of an unknown provider is not listed, but its address works', async (t) => {
    t.equal((await ids('Desk/Blog/1/Source', 'SourceList')).length, 2)
    await sql`update sources set origin_uri = 'https://elsewhere.example/' where id = ${Source}`
    t.equal((await ids('Desk/Blog/1/Source', 'SourceList')).includes(Source), false)
    t.equal((await get(`/resources/Desk/Blog/1/Source/${Source}`)).statusCode, 200)
  })

  await t.test('a source looks the same below a blog and among all sources', async (t) => {
    const ofBlog = await json(`Desk/Blog/1/Source/${Source}`)
    t.same(ofBlog, await json(`Data/Source/${Source}`))
    t.notOk('Version' in ofBlog)
    t.match(await json(`Desk/Blog/1/Source/${Source}?X-Filter=Version`), { Version: /^\d+$/ })
  })
})
