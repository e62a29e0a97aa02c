/** Blog types and their template posts. */
import t from 'tap'
import { build } from '../../support/app.ts'

await t.test('template posts can be read', async (t) => {
  const { get, sql } = await build(t, { BASE_URL: 'https://desk.example', CACHE_MB: '0' })
  const resourcesUrl = 'https://desk.example/resources'
  const json = async (path: string) => (await get(`/resources/${path}`, { accept: 'application/json' })).json()
  await sql`update template_posts set created_on = '2026-01-02T03:04:05Z'`
  await sql`insert into blog_types (name) values ('sports')`
  await sql`
    insert into template_posts (blog_type, type, creator, name, content, "order")
    values (1, 'wrapup', 2, 'Half-time', 'So far …', 1.5)`

  await t.test('a template post can be read in both formats', async (t) => {
    t.equal(
      (await get('/resources/Desk/BlogType/1/Post/1')).body,
      '<?xml version="1.0" encoding="UTF-8"?>\n' +
        '<Post><Id>1</Id><IsModified>False</IsModified><IsPublished>False</IsPublished><Order>1.0</Order>' +
        '<Content>&lt;p&gt;Welcome. We report here as it happens, and the newest post is always on top.&lt;/p&gt;' +
        '</Content><Meta>{}</Meta><Name>Hello</Name>' +
        `<CreatedOn>1/2/26 3:04 AM</CreatedOn><BlogType href="${resourcesUrl}/Desk/BlogType/1"><Id>1</Id></BlogType>` +
        `<Type href="${resourcesUrl}/Data/PostType/normal"><Key>normal</Key></Type></Post>`
    )
    t.match(await json('Desk/BlogType/1/Post/3'), {
      Name: 'Half-time',
      Creator: { href: `${resourcesUrl}/HR/User/2`, Id: '2' }
    })
    for (const path of [
      'BlogType/2/Post/1',
      'BlogType/1/Post/9',
      'BlogType/9/Post',
      'BlogType/9/PostType/normal/Post'
    ]) {
      t.equal((await get(`/resources/Desk/${path}`)).statusCode, 404, path)
    }
  })

  await t.test('template posts are listed by descending order, also by post type', async (t) => {
    t.same(await json('Desk/BlogType/1/Post?X-Filter=Name,BlogType.Name'), {
      total: '3',
      limit: '3',
      offset: '0',
      PostList: [
        ['2', 'Conclusion'],
        ['3', 'Half-time'],
        ['1', 'Hello']
      ].map(([id, Name]) => ({
        href: `${resourcesUrl}/Desk/BlogType/1/Post/${id}`,
        Name,
        BlogType: { href: `${resourcesUrl}/Desk/BlogType/1`, Name: 'default' }
      }))
    })
    t.same(await json('Desk/BlogType/1/PostType/wrapup/Post?detailed=false'), {
      PostList: [{ href: `${resourcesUrl}/Desk/BlogType/1/Post/3` }]
    })
    t.same(await json('Desk/BlogType/2/Post'), { total: '0', limit: '0', offset: '0', PostList: [] })
  })

  await t.test('blog types can be filtered by name', async (t) => {
    t.same(await json('Desk/BlogType?name=sp%25&X-Filter=Name'), {
      total: '1',
      limit: '1',
      offset: '0',
      BlogTypeList: [{ href: `${resourcesUrl}/Desk/BlogType/2`, Name: 'sports' }]
    })
  })
})
