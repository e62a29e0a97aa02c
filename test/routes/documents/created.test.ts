/** Golden documents of inserted posts (docs/spec.md, section 4, endpoints 9 and 10) and of a login. */
import t from 'tap'
import { ADMIN_PASSWORD, build } from '../../support/app.ts'
import { golden, normalized } from '../../support/golden.ts'
import { formats } from '../wire.ts'

// Timestamps differ each time, so they are replaced. `inserting-addresses.test.ts` checks their values.
const TIMESTAMP = /((?:CreatedOn|PublishedOn|ExpiresOn)(?:>|":"))\d{1,2}\/\d{1,2}\/\d\d \d{1,2}:\d\d [AP]M/g
const TOKEN = /(Session(?:>|":"))[\w-]{43}/g

const everyField = {
  Content: '<p>Das Tor steht. & „zu“ 🚪</p>',
  Type: 'wrapup',
  Meta: { annotation: 'a < b' },
  Author: 17,
  Creator: 6
}

await t.test('the responses to inserts and logins equal the golden documents', async (t) => {
  const { app, post, tokenOf } = await build(t, { BASE_URL: 'https://desk.example' })
  const authorization = await tokenOf('bjarki')

  for (const [extension, accept] of formats) {
    for (const [name, path, body] of [
      ['post-inserted', '/resources/Desk/Blog/3/Post', { Content: 'x' }],
      ['post-inserted-with-everything', '/resources/Desk/Blog/3/Post/', everyField],
      ['post-inserted-published', '/resources/Desk/Blog/3/Post/Publish', everyField]
    ] as const) {
      const response = await post(path, body, { authorization, accept })
      t.equal(response.statusCode, 201, path)
      t.equal(response.headers['content-type'], `${accept}; charset=utf-8`)
      await golden(t, `${name}.${extension}`, normalized(response.rawPayload, [[TIMESTAMP, '1/2/26 3:04 AM']]))
    }

    const login = await app.inject({
      method: 'POST',
      url: '/resources/Security/Login',
      headers: { accept },
      payload: { UserName: 'admin', Password: ADMIN_PASSWORD }
    })
    t.equal(login.statusCode, 201)
    await golden(
      t,
      `login.${extension}`,
      normalized(login.rawPayload, [
        [TIMESTAMP, '1/2/26 3:04 AM'],
        [TOKEN, 'token']
      ])
    )
  }
})
