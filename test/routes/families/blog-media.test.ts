/** The pictures of blogs: lists, items, and X-Filter. */
import t from 'tap'
import { build } from '../../support/app.ts'

await t.test('the pictures of a blog can be read', async (t) => {
  const { get, sql } = await build(t, { BASE_URL: 'https://desk.example', CACHE_MB: '0' })
  const resourcesUrl = 'https://desk.example/resources'
  const json = async (path: string) => (await get(`/resources/${path}`, { accept: 'application/json' })).json()
  await sql`insert into blog_media_types (key) values ('side')`
  await sql`insert into blog_media (blog, type, rank) values (1, 'side', 1), (2, 'top_banner', 1)`

  await t.test('the pictures of a blog are listed, also by type', async (t) => {
    const list = (...ids: number[]) => ({
      total: `${ids.length}`,
      limit: `${ids.length}`,
      offset: '0',
      BlogMediaList: ids.map((id) => ({ href: `${resourcesUrl}/Desk/BlogMedia/${id}` }))
    })
    t.same(await json('Desk/Blog/1/BlogMedia'), list(1, 2))
    t.same(await json('Desk/Blog/1/BlogMediaType/side/BlogMedia'), list(2))
    t.same(await json('Desk/Blog/3/BlogMediaType/side/BlogMedia'), list())
    for (const path of [
      'Desk/Blog/9/BlogMedia',
      'Desk/Blog/9/BlogMediaType/side/BlogMedia',
      'Desk/Blog/1/BlogMediaType/nowhere/BlogMedia'
    ]) {
      t.equal((await get(`/resources/${path}`)).statusCode, 404, path)
    }
  })

  await t.test('a picture has its rank, blog and type', async (t) => {
    t.equal(
      (await get('/resources/Desk/BlogMedia/1')).body,
      '<?xml version="1.0" encoding="UTF-8"?>\n' +
        `<BlogMedia><Id>1</Id><Rank>1</Rank><Blog href="${resourcesUrl}/Desk/Blog/1"><Id>1</Id></Blog>` +
        `<Type href="${resourcesUrl}/Desk/BlogMediaType/top_banner"><Key>top_banner</Key></Type></BlogMedia>`
    )
    t.equal((await get('/resources/Desk/BlogMedia/99')).statusCode, 404)
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
