/** Inserts are refused with a missing, malformed, unknown or expired token, and with that of a disabled user. */
import t from 'tap'
import { newToken } from '../../../db/secrets.ts'
import { build } from '../../support/app.ts'
import { expectNothingStored, insertAddresses } from '../state.ts'

/** Valid and invalid bodies: without a session, the problem says nothing about the body. */
const bodies = [
  ['{"Content":"x"}', 'application/json'],
  ['<Post><Content>x</Content></Post>', 'application/xml'],
  ['{', 'application/json'],
  ['x', 'image/png']
] as const

await t.test('an insert without a valid session is answered 401, whatever its body', async (t) => {
  const built = await build(t)
  const { app, sql, tokenOf } = built
  const [idle, expired, disabled] = await Promise.all(['mira', 'aurelie', 'orysia'].map(tokenOf))
  await sql`update sessions set accessed_on = now() - interval '61 minutes' where "user" = 2`
  await sql`update sessions set expires_on = now() - interval '1 second' where "user" = 5`
  await sql`update users set active = false where name = 'orysia'`

  for (const [about, authorization] of [
    ['no token', undefined],
    ['an empty token', ''],
    ['a malformed token', 'x'],
    ['another scheme', `Basic ${Buffer.from('mira:mira').toString('base64')}`],
    ['Bearer without a token', 'Bearer'],
    ['a very long token', 'a'.repeat(4000)],
    ['markup', '<b>&\'"--'],
    ['an unknown token', newToken()],
    ['an unknown token as Bearer', `Bearer ${newToken()}`],
    ['the token of an idle session', idle],
    ['the token of an expired session', expired],
    ['the token of a disabled user', disabled]
  ] as const) {
    for (const url of [
      ...insertAddresses(3),
      ...insertAddresses(9999).slice(0, 1),
      ...insertAddresses(2).slice(0, 1)
    ]) {
      for (const [payload, type] of bodies) {
        const headers = { 'content-type': type, ...(authorization !== undefined && { authorization }) }
        await expectNothingStored(
          t,
          built,
          { url, headers, payload },
          { status: 401, kind: 'unauthorized', places: [], about: `${about}, ${url}` }
        )
      }
    }
    const { headers } = await app.inject({
      method: 'POST',
      url: '/resources/Desk/Blog/3/Post',
      ...(authorization !== undefined && { headers: { authorization } })
    })
    t.match(headers['www-authenticate'], /^Bearer realm="[^"]+"$/, about)
  }
})
