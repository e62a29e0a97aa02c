/** The documents of what was just made, byte for byte: endpoints 9 and 10 of spec section 4, and a login. */
import t from '../../support/tap.ts'
import { ADMIN_PASSWORD, build } from '../../support/app.ts'
import { golden, normalized } from '../../support/golden.ts'
import { notations } from '../wire.ts'

// Times are those of the run, so they are replaced; that they are right is told by `inserting-addresses.test.ts`.
const MOMENT = /((?:CreatedOn|PublishedOn|ExpiresOn)(?:>|":"))\d{1,2}\/\d{1,2}\/\d\d \d{1,2}:\d\d [AP]M/g
const TOKEN = /(Session(?:>|":"))[\w-]{43}/g

const body = {
  Content: '<p>Das Tor steht. & „zu“ 🚪</p>',
  Type: 'wrapup',
  Meta: { annotation: 'a < b' },
  Author: 17,
  Creator: 6
}

await t.test('documents of what was made', async (t) => {
  const { app, post, tokenOf } = await build(t, { BASE_URL: 'https://desk.example' })
  const authorization = await tokenOf('bjarki')

  for (const [extension, accept] of notations) {
    for (const [name, path, content] of [
      ['post-inserted', '/resources/Desk/Blog/3/Post', { Content: 'x' }],
      ['post-inserted-with-everything', '/resources/Desk/Blog/3/Post/', body],
      ['post-inserted-published', '/resources/Desk/Blog/3/Post/Publish', body]
    ] as const) {
      const response = await post(path, content, { authorization, accept })
      t.equal(response.statusCode, 201, path)
      t.equal(response.headers['content-type'], `${accept}; charset=utf-8`)
      await golden(t, `${name}.${extension}`, normalized(response.rawPayload, [[MOMENT, '1/2/26 3:04 AM']]))
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
        [MOMENT, '1/2/26 3:04 AM'],
        [TOKEN, 'token']
      ])
    )
  }
})
