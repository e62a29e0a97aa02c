/** `Accept` selects XML, JSON or HTML (RFC 9110, section 12.5.1). */
import t from 'tap'
import { build } from '../../support/app.ts'

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
  'image/png',
  'application/xhtml+xml',
  'image/*',
  '*/*;q=0',
  'application/json;q=0',
  'application/xml;q=0, application/json;q=0, text/*;q=0',
  'json',
  'text/event-streams'
]

/**
 * Returns the media type of a problem document for a client that gets documents of the media type `media`. Clients that
 * also accept HTML get plain XML: for `application/problem+xml`, browsers would show an error page of their own.
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
      t.equal(headers.vary, media === 'text/html' ? `${VARY}, Cookie` : VARY, about)
      t.equal(body.slice(0, 1), media.endsWith('json') ? '{' : '<', about)
    }
  }

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
