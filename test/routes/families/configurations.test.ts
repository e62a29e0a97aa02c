/** The settings of a blog, and its list of comments, which is always empty. */
import t from 'tap'
import { build } from '../../support/app.ts'

await t.test('the settings of a blog can be read', async (t) => {
  const { get, sql } = await build(t, { BASE_URL: 'https://desk.example', CACHE_MB: '0' })
  const address = 'https://desk.example/resources/Desk/Blog/1/Configuration'
  const json = async (path: string) => (await get(`/resources/${path}`, { accept: 'application/json' })).json()

  await t.test('a setting can be read by name', async (t) => {
    t.equal(
      (await get('/resources/Desk/Blog/1/Configuration/embed.refresh')).body,
      '<?xml version="1.0" encoding="UTF-8"?>\n' +
        '<Configuration><Name>embed.refresh</Name><Value>10</Value></Configuration>'
    )
    t.same(await json('Desk/Blog/1/Configuration/newsroom.handover'), {
      Name: 'newsroom.handover',
      Value: 'Mira until midnight, then Folake'
    })
    for (const path of [
      'Blog/2/Configuration/embed.refresh',
      'Blog/9/Configuration/embed.page',
      'Blog/9/Configuration'
    ]) {
      t.equal((await get(`/resources/Desk/${path}`)).statusCode, 404, path)
    }
  })

  await t.test('settings can be filtered, ordered and shown with their fields', async (t) => {
    t.same(await json('Desk/Blog/1/Configuration?name=embed.%25&desc=name&X-Filter=Name,Value'), {
      total: '2',
      limit: '2',
      offset: '0',
      ConfigurationList: [
        { href: `${address}/embed.refresh`, Name: 'embed.refresh', Value: '10' },
        { href: `${address}/embed.page`, Name: 'embed.page', Value: '15' }
      ]
    })
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
    t.equal((await get('/resources/Desk/Blog/9/Comment/Post')).statusCode, 404)
  })
})
