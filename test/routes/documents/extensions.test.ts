/** An extension at the end of an address selects the format, overrides `Accept`, and is kept in every link. */
import t from 'tap'
import { build } from '../../support/app.ts'
import { documentOf, linksOf, formats } from '../wire.ts'

await t.test('an extension selects the format and overrides Accept', async (t) => {
  const { get, post, tokenOf } = await build(t, { BASE_URL: 'https://desk.example' })

  for (const [extension, media] of formats) {
    for (const accept of [undefined, 'application/json', 'application/xml', 'image/png']) {
      for (const path of [
        '',
        '/Desk/Blog',
        '/Desk/Blog/1',
        '/Desk/Blog/3/Post/Published',
        '/Desk/Blog/3/Post/83',
        '/HR/User/2',
        '/HR/User/2/Blog/Live',
        '/Data/PostType/wrapup'
      ]) {
        const url = `/resources${path}.${extension}`
        const response = await get(url, accept === undefined ? {} : { accept })
        t.equal(response.statusCode, 200, url)
        t.equal(response.headers['content-type'], `${media}; charset=utf-8`, `${url}, Accept: ${accept}`)
        t.equal(
          response.headers.vary,
          'Accept, Accept-Encoding, Authorization, X-Filter, X-Format-DateTime, X-TimeZone, X-Format-Values, ' +
            'Accept-Language'
        )

        const bare = await get(`/resources${path}`)
        const expected = linksOf(documentOf(bare)).map(([name, href]) => [
          name,
          `${href.replace(/\/$/, '')}.${extension}`
        ])
        t.same(linksOf(documentOf(response)), expected, `the links of ${url} keep .${extension}`)
      }
    }
  }

  await t.test('a client that follows links stays in its format', async (t) => {
    const visited = []
    let path = '/resources/Desk/Blog.json'
    for (const name of ['BlogList', 'PostPublished', 'PostList', 'Author', 'User', 'MetaDataIcon']) {
      const response = await get(path)
      t.equal(response.headers['content-type'], 'application/json; charset=utf-8', path)
      const [, href = ''] = linksOf(documentOf(response)).find(([link]) => link === name) ?? []
      path = new URL(href).pathname
      visited.push(path)
    }
    t.ok(
      visited.every((path) => path.endsWith('.json')),
      visited.join(' ')
    )
    const icon = documentOf(await get(path))
    t.same(icon.Content, { href: 'https://desk.example/content/person.svg' }, 'the address of a file gets no extension')
  })

  await t.test('an extension can be combined with parameters', async (t) => {
    const response = await get('/resources/Desk/Blog.json?limit=1&offset=1')
    t.same(documentOf(response), {
      total: '3',
      limit: '1',
      offset: '1',
      BlogList: [{ href: 'https://desk.example/resources/Desk/Blog/2.json' }]
    })
  })

  await t.test('an extension counts at the end of the path only', async (t) => {
    for (const [url, status] of [
      ['/resources/Desk/Blog?limit=1.json', 400],
      ['/resources/Desk/Blog?params=show.json', 400],
      ['/resources/Desk/Blog?x=/a.json', 400],
      ['/resources/Desk/Blog?limit=1.json?', 400],
      ['/resources/Desk.json/Blog', 404],
      ['/resources/Desk/Blog/1.yaml', 404],
      ['/resources/Desk/Blog/1.json.json', 404]
    ] as const) {
      t.equal((await get(url)).statusCode, status, url)
    }
    t.equal(
      (await get('/resources/Desk/Blog?limit=1.json')).headers['content-type'],
      'application/problem+xml; charset=utf-8'
    )
  })

  await t.test('an extension selects the format of problems and of inserted posts', async (t) => {
    for (const [extension, media] of formats) {
      for (const path of ['Desk/Blog/99', 'Nothing', 'Desk/Blog/x']) {
        const { statusCode, headers } = await get(`/resources/${path}.${extension}`)
        t.same(
          { statusCode, 'content-type': headers['content-type'] },
          { statusCode: 404, 'content-type': `application/problem+${extension}; charset=utf-8` },
          path
        )
      }
      const inserted = await post(
        `/resources/Desk/Blog/3/Post.${extension}`,
        { Content: 'x' },
        { authorization: await tokenOf('mira') }
      )
      t.equal(inserted.statusCode, 201)
      t.equal(inserted.headers['content-type'], `${media}; charset=utf-8`)
      t.match(inserted.headers.location, new RegExp(`/Post/\\d+\\.${extension}$`))
      t.equal(documentOf(inserted).href, inserted.headers.location)
    }
  })
})
