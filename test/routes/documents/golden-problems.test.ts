/** Golden problem documents (RFC 9457). The id of the request, `instance`, is replaced. */
import t from 'tap'
import { build } from '../../support/app.ts'
import { golden, normalized } from '../../support/golden.ts'
import { formats } from '../wire.ts'

const INSTANCE = /(instance(?:>|":"))[0-9a-f-]{36}/g

const problems = [
  ['not-found-item', 404, 'GET', '/resources/Desk/Blog/99'],
  ['not-found-path', 404, 'GET', '/resources/Desk/Blogs'],
  ['not-found-id', 404, 'GET', '/resources/Desk/Blog/x'],
  ['bad-parameter', 400, 'GET', '/resources/Desk/Blog?Limit=1&offset=-1'],
  ['bad-body', 400, 'POST', '/resources/Desk/Blog/3/Post', '{"Title":"x"}'],
  [
    'unreadable-body',
    400,
    'POST',
    '/resources/Desk/Blog/3/Post',
    '<Post>\n<Content>a & b</Content></Post>',
    { 'content-type': 'application/xml' }
  ],
  ['unknown-type', 400, 'POST', '/resources/Desk/Blog/3/Post', '{"Content":"x","Type":"wrap-up"}'],
  ['unauthorized', 401, 'POST', '/resources/Desk/Blog/3/Post', '{"Content":"x"}', { authorization: '' }],
  ['forbidden', 403, 'POST', '/resources/Desk/Blog/3/Post/Publish', '{"Content":"x"}'],
  ['method-not-allowed', 405, 'DELETE', '/resources/Desk/Blog/3/Post'],
  ['conflict', 409, 'POST', '/resources/Desk/Blog/2/Post', '{"Content":"x"}'],
  ['unsupported-media-type', 415, 'POST', '/resources/Desk/Blog/3/Post', 'x', { 'content-type': 'text/plain' }]
] as const

await t.test('problem documents equal the golden documents', async (t) => {
  const { app, sql, tokenOf } = await build(t, { BASE_URL: 'https://desk.example' })
  await sql`insert into blog_collaborators (blog, collaborator) select 2, id from collaborators where "user" = 6`
  const authorization = await tokenOf('orysia')

  for (const [extension, accept] of formats) {
    for (const [name, status, method, url, payload, headers] of problems) {
      const response = await app.inject({
        method,
        url,
        ...(payload !== undefined && { payload }),
        headers: { accept, authorization, ...(payload && { 'content-type': 'application/json' }), ...headers }
      })
      t.equal(response.statusCode, status, name)
      t.equal(response.headers['content-type'], `application/problem+${extension}; charset=utf-8`, name)
      await golden(
        t,
        `problem-${name}.${extension}`,
        normalized(response.rawPayload, [[INSTANCE, '00000000-0000-4000-8000-000000000000']])
      )
    }
  }

  const unacceptable = await app.inject({ url: '/resources', headers: { accept: 'image/png' } })
  t.equal(unacceptable.statusCode, 406)
  t.equal(unacceptable.headers['content-type'], 'application/problem+xml; charset=utf-8')
  await golden(
    t,
    'problem-not-acceptable.xml',
    normalized(unacceptable.rawPayload, [[INSTANCE, '00000000-0000-4000-8000-000000000000']])
  )
})
