/** Themes of blogs, and types of pictures in a blog, as a new installation has them. */
import t from 'tap'
import { build } from '../../support/app.ts'

await t.test('themes and media types can be read', async (t) => {
  const { get, sql } = await build(t, { BASE_URL: 'https://desk.example', CACHE_MB: '0' })
  const resourcesUrl = 'https://desk.example/resources'
  const json = async (path: string) => (await get(`/resources/${path}`, { accept: 'application/json' })).json()
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
    t.match(
      (await get('/resources/Desk/BlogTheme/5')).body,
      '<URL href="https://cdn.example/themes/tidewater/?v=1&amp;dark"/>'
    )
    t.equal((await get('/resources/Desk/BlogTheme/6')).statusCode, 404)
  })

  await t.test('themes can be filtered, ordered and shown with their fields', async (t) => {
    t.same(await json('Desk/BlogTheme?name=%25i%25&desc=name&X-Filter=Name'), {
      total: '3',
      limit: '3',
      offset: '0',
      BlogThemeList: [
        { href: `${resourcesUrl}/Desk/BlogTheme/5`, Name: 'tidewater' },
        { href: `${resourcesUrl}/Desk/BlogTheme/4`, Name: 'night' },
        { href: `${resourcesUrl}/Desk/BlogTheme/2`, Name: 'big-screen' }
      ]
    })
    t.equal(
      (await get('/resources/Desk/BlogTheme?name=default')).body,
      '<?xml version="1.0" encoding="UTF-8"?>\n' +
        '<BlogThemeList total="1" limit="1" offset="0">' +
        `<BlogTheme href="${resourcesUrl}/Desk/BlogTheme/1"/></BlogThemeList>`
    )
  })

  await t.test('media types can be listed and read by key', async (t) => {
    t.same(await json('Desk/BlogMediaType?X-Filter=*'), {
      total: '1',
      limit: '1',
      offset: '0',
      BlogMediaTypeList: [{ href: `${resourcesUrl}/Desk/BlogMediaType/top_banner`, Key: 'top_banner' }]
    })
    t.match(
      (await get('/resources/Desk/BlogMediaType/top_banner')).body,
      '<BlogMediaType><Key>top_banner</Key></BlogMediaType>'
    )
    t.equal((await get('/resources/Desk/BlogMediaType/nowhere')).statusCode, 404)
  })
})
