/** An extension at the end of an address, or else `Accept` (RFC 9110, section 12.5.1), selects the format. */
import t from 'tap'
import { build, documentOf, formats, words } from '../../support/index.ts'

/** Values of `Accept`, and the media type that each selects. */
const accepted = [
  [undefined, 'application/xml'],
  ['', 'application/xml'],
  ['*/*', 'application/xml'],
  ['application/xml', 'application/xml'],
  ['text/xml', 'text/xml'],
  ['application/json', 'application/json'],
  ['text/json', 'text/json'],
  ['APPLICATION/JSON', 'application/json'],
  ['application/json; charset=utf-8', 'application/json'],
  ['application/*', 'application/xml'],
  ['text/*', 'text/xml'],
  ['application/json;q=0.5, application/xml;q=0.6', 'application/xml'],
  ['application/xml;q=0.5, application/json;q=0.6', 'application/json'],
  ['application/xml;q=0.1, */*;q=0.01', 'application/xml'],
  ['*/*;q=0.1, application/json', 'application/json'],
  ['*/*, application/xml;q=0, text/xml;q=0', 'application/json'],
  ['application/*;q=0.9, application/xml;q=0', 'application/json'],
  ['text/*;q=0.3, application/json;q=0.2', 'text/xml'],
  ['application/json, text/javascript, */*; q=0.01', 'application/json'],
  ['text/html', 'text/html'],
  ['application/xml;q=0.9, text/html;q=0.8', 'application/xml'],
  ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', 'text/html'],
  [
    'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8,' +
      'application/signed-exchange;v=b3;q=0.7',
    'text/html'
  ],
  ['image/png, application/json;q=0.1', 'application/json'],
  ['application/problem+json', 'application/json'],
  ['application/problem+xml', 'application/xml'],
  ['application/json, application/problem+json', 'application/json']
] as const

/** `Vary` of a document; pages also vary with the cookie of a session. A problem varies with `Accept` only. */
const VARY =
  'Accept, Accept-Encoding, Authorization, X-Filter, X-Format-DateTime, X-TimeZone, X-Format-Values, Accept-Language'

const refused = [
  ...words`image/png application/xhtml+xml image/* */*;q=0 application/json;q=0`,
  'application/xml;q=0, application/json;q=0, text/*;q=0',
  'json',
  'text/event-streams'
]

/**
 * Returns the media type of a problem document for a client that gets documents of the media type `media`. Clients that
 * also accept HTML get plain XML: for `application/problem+xml`, browsers would show their own error page.
 */
const problemMedia = (accept: string | undefined, media: string) => {
  if (media === 'text/html') return media
  const isBrowser = accept?.includes('text/html') === true
  return `application/${isBrowser ? '' : 'problem+'}${media.endsWith('json') ? 'json' : 'xml'}`
}

await t.test('Accept selects XML, JSON or HTML, and any other media type is answered 406', async (t) => {
  const { app, get } = await build(t)

  for (const [accept, media] of accepted) {
    for (const url of ['/resources', '/resources/Desk/Blog/1', '/resources/Desk/Blog?params=show']) {
      const { statusCode, headers, body } = await get(url, accept === undefined ? {} : { accept })
      const about = `${url}, Accept: ${accept}`
      t.equal(statusCode, 200, about)
      t.equal(headers['content-type'], `${media}; charset=utf-8`, about)
      t.equal(headers.vary, media === 'text/html' ? VARY.replace('Accept-Language', 'Cookie') : VARY, about)
      t.equal(body.slice(0, 1), media.endsWith('json') ? '{' : '<', about)
    }
  }

  const { headers } = await get('/resources/Desk/Blog.json?x-filter=Id&Accept-Language=de')
  t.equal(headers.vary, 'Accept, Accept-Encoding, Authorization, X-Format-DateTime, X-TimeZone, X-Format-Values')

  for (const accept of refused) {
    const { statusCode, headers } = await get('/resources', { accept })
    t.equal(statusCode, 406, accept)
    t.equal(headers.vary, 'Accept', accept)
    t.equal(headers['content-type'], `${problemMedia(accept, 'application/xml')}; charset=utf-8`, accept)
  }

  await t.test('a problem has the format that the document would have', async (t) => {
    for (const [accept, media] of accepted) {
      const { statusCode, headers } = await get('/resources/Desk/Blog/99', accept === undefined ? {} : { accept })
      t.equal(statusCode, 404)
      t.equal(headers['content-type'], `${problemMedia(accept, media)}; charset=utf-8`, `Accept: ${accept}`)
      t.equal(headers.vary, 'Accept')
    }
  })

  await t.test('several Accept headers are combined', async (t) => {
    const { headers } = await app.inject({ url: '/resources', headers: { accept: ['image/png', 'text/json'] } })
    t.equal(headers['content-type'], 'text/json; charset=utf-8')
  })
})

await t.test('an extension selects the format and overrides Accept', async (t) => {
  const { get, post, tokenOf } = await build(t, { BASE_URL: 'https://desk.example' })

  for (const [extension, media] of formats) {
    for (const accept of [undefined, 'application/json', 'application/xml', 'image/png']) {
      const url = `/resources/Desk/Blog/1.${extension}`
      const { statusCode, headers } = await get(url, accept === undefined ? {} : { accept })
      const shown = [statusCode, headers['content-type'], headers.vary]
      t.same(shown, [200, `${media}; charset=utf-8`, VARY], `${url}, Accept: ${accept}`)
    }
  }

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
    const shown = (await get('/resources/Desk/Blog?limit=1.json')).headers['content-type']
    t.equal(shown, 'application/problem+xml; charset=utf-8')
  })

  await t.test('an extension selects the format of problems and of inserted posts', async (t) => {
    for (const [extension, media] of formats) {
      for (const path of ['Desk/Blog/99', 'Nothing', 'Desk/Blog/x']) {
        const { statusCode, headers } = await get(`/resources/${path}.${extension}`)
        const shown = { statusCode, 'content-type': headers['content-type'] }
        t.same(shown, { statusCode: 404, 'content-type': `application/problem+${extension}; charset=utf-8` }, path)
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
