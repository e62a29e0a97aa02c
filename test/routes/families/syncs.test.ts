/** Syncs, with which a blog follows a blog of another provider, and the sources of a blog. */
import t from 'tap'
import { build } from '../../support/app.ts'

await t.test('syncs and sources of a blog can be read', async (t) => {
  const { get, sql } = await build(t, { BASE_URL: 'https://desk.example', CACHE_MB: '0' })
  const resourcesUrl = 'https://desk.example/resources'
  const json = async (path: string) => (await get(`/resources/${path}`, { accept: 'application/json' })).json()
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
    t.equal((await get('/resources/Desk/Sync/99')).statusCode, 404)
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
    for (const path of ['Desk/Blog/9/Sync', 'Desk/Blog/9/Source']) {
      t.equal((await get(`/resources/${path}`)).statusCode, 404, path)
    }
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
    t.match(
      (await get(new URL(href).pathname)).body,
      /<Source><Id>\d+<\/Id>.*<Name>Skerry Half: runners abroad<\/Name>/
    )
    t.equal(
      (await get(new URL(href).pathname.replace('Blog/2', 'Blog/1'))).statusCode,
      404,
      'the source is 404 below another blog'
    )
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
