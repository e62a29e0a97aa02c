/** Sessions: how they begin and end, and tokens that are refused. */
import { Readable } from 'node:stream'
import t, { type Test } from 'tap'
import { WITHOUT_KEY } from '../../../db/records.ts'
import { sessions } from '../../../db/sessions.ts'
import { tokens } from '../../../db/tokens.ts'
import { newToken } from '../../../db/secrets.ts'
import { users } from '../../../db/users.ts'
import {
  build,
  expectNothingStored,
  expectRefusal,
  insertAddresses,
  untilWaitingForLocks
} from '../../support/index.ts'

/** The refusals of a missing token, of a text that is not a token, and of a token whose session has ended. */
const MISSING = '401 Send a session token in the Authorization header'
const MALFORMED = '401 The Authorization header does not contain a session token of this service'
const UNKNOWN = '401 The session token is unknown or has expired; log in again'

await t.test('sessions begin, last and end', async (t) => {
  const { app, sql, tokenOf } = await build(t)
  const insert = (authorization: string) =>
    app.inject({
      method: 'POST',
      url: '/resources/Desk/Blog/3/Post',
      headers: { authorization },
      payload: { Content: 'x' }
    })
  const expectAccepted = async (t: Test, authorization: string, about: string) =>
    t.equal((await insert(authorization)).statusCode, 201, about)
  const expectUnauthorized = async (t: Test, authorization: string, about: string, words = UNKNOWN) => {
    const request = { url: '/resources/Desk/Blog/3/Post', headers: { authorization }, payload: { Content: 'x' } }
    const text = await expectRefusal(t, app, { method: 'POST', ...request }, { kind: 'unauthorized', about })
    t.equal(text, words, about)
  }
  const letPass = (time: string) => sql`
    update sessions set created_on = created_on - ${time}::interval, accessed_on = accessed_on - ${time}::interval,
      expires_on = expires_on - ${time}::interval`

  await t.test('a token may be sent with or without the scheme Bearer', async (t) => {
    const token = await tokenOf('mira')
    for (const value of [token, `Bearer ${token}`, `bearer ${token}`, `BEARER  ${token}`, ` ${token} `]) {
      await expectAccepted(t, value, value)
    }
    for (const value of [
      `Basic ${token}`,
      `Token ${token}`,
      `Bearer${token}`,
      `"${token}"`,
      `Bearer ${token} x`,
      token.slice(1),
      `${token}A`,
      `${token},${token}`,
      'Bearer',
      'Bearer ',
      '\u00e9'
    ]) {
      await expectUnauthorized(t, value, value, MALFORMED)
    }
    await expectUnauthorized(t, newToken(), 'a token that was never issued')
    await expectUnauthorized(t, token.toLowerCase(), 'a token in lower case')
  })

  await t.test('a user has at most 50 sessions: a login ends the one unused for the longest time', async (t) => {
    const { addUnlimited } = tokens(sql)
    const apiToken = newToken()
    await addUnlimited('folake', 'a program', apiToken)
    const oldest = await tokenOf('folake')
    await letPass('2 minutes')
    const used = await tokenOf('folake')
    await letPass('2 minutes')
    await expectAccepted(t, oldest, 'the oldest session is used')
    for (let count = 3; count <= 50; count++) await tokenOf('folake')
    await expectAccepted(t, used, 'the fiftieth login ends none')
    await sql`
        update sessions set accessed_on = now() - interval '1 minute'
        where token_hash = sha256(convert_to(${used}, 'UTF8'))`
    await tokenOf('folake')
    await expectUnauthorized(t, used, 'the next login ends the session that was not used for the longest time')
    await expectAccepted(t, oldest, 'not the oldest')
    await expectAccepted(t, apiToken, 'and no API token')
  })

  await t.test('a session ends after an hour without requests', async (t) => {
    const token = await tokenOf('mira')
    for (let n = 0; n < 4; n++) {
      await letPass('59 minutes')
      await expectAccepted(t, token, `request ${n + 1}, 59 minutes after the last one`)
    }
    await letPass('61 minutes')
    await expectUnauthorized(t, token, '61 minutes after the last request')
    await expectUnauthorized(t, token, 'a refused request does not revive the session')
  })

  await t.test('a session ends after twelve hours, even if it is used', async (t) => {
    const token = await tokenOf('mira')
    for (let n = 0; n < 14; n++) {
      await letPass('50 minutes')
      await expectAccepted(t, token, `request ${n + 1}, 50 minutes after the last one`)
    }
    await letPass('19 minutes')
    await expectAccepted(t, token, 'a minute before twelve hours')
    await letPass('2 minutes')
    await expectUnauthorized(t, token, 'after twelve hours')
  })

  await t.test('an API token does not expire', async (t) => {
    const token = newToken()
    t.match(await tokens(sql).addUnlimited('mira', 'a program', token), /^[0-9a-f]{12}$/)
    await letPass('1000 days')
    await expectAccepted(t, token, 'years later')
    await tokenOf('bjarki')
    await expectAccepted(t, token, 'after expired sessions were deleted')
  })

  await t.test('isAlive does not prolong a session', async (t) => {
    const { isAlive } = sessions(sql)
    const token = await tokenOf('mira')
    await letPass('59 minutes')
    t.equal(await isAlive(token), true)
    await letPass('2 minutes')
    t.equal(await isAlive(token), false)
    t.equal(await isAlive(newToken()), false, 'a token that was never issued is not alive')
  })

  await t.test('a logout ends sessions, but not API tokens', async (t) => {
    const { end } = sessions(sql)
    const [session, apiToken] = [await tokenOf('mira'), newToken()]
    t.type(await tokens(sql).addUnlimited('mira', 'a program', apiToken), 'string')
    t.equal(await end(apiToken), false)
    t.equal(await end(session), true)
    t.equal(await end(session), false, 'a session ends once')
    await expectAccepted(t, apiToken, 'the API token is still valid')
    await expectUnauthorized(t, session, 'the session has ended')
  })

  await t.test('expired sessions are deleted at the next login', async (t) => {
    await tokenOf('mira')
    await letPass('2 days')
    await tokenOf('bjarki')
    t.equal((await sql`select from sessions where expires_on is not null`).length, 1)
  })

  await t.test('sessions and API tokens of a disabled user end', async (t) => {
    const [token, apiToken] = [await tokenOf('mira'), newToken()]
    await tokens(sql).addUnlimited('mira', 'a program', apiToken)
    t.equal(await users(sql).change({ Id: 2 }, null, { Active: false }), true)
    await expectUnauthorized(t, token, 'a session of the disabled user')
    await expectUnauthorized(t, apiToken, 'an API token of the disabled user')
    await expectAccepted(t, await tokenOf('bjarki'), 'a session of another user')
    await tokens(sql).add(WITHOUT_KEY, { User: 2, Name: 'late', Allows: 'publish' }, apiToken)
    await users(sql).change({ Id: 2 }, null, { Active: true })
    await expectUnauthorized(t, apiToken, 'a token that was being made meanwhile')
  })

  await t.test('a login with the password before the newest one begins no session', async (t) => {
    const { account, setPassword } = users(sql)
    const before = await account('aurelie')
    if (before === undefined) return t.fail('a user')
    const token = newToken()
    const changed = await sql.begin(async (transaction) => {
      await sessions(transaction).begin(before, token)
      const change = setPassword('aurelie', 'a newer hash', before.PasswordHash)
      await untilWaitingForLocks(sql)
      return { change }
    })
    t.equal(await changed.change, true)
    t.equal(await sessions(sql).isAlive(token), false, 'one that the new password had to wait for')
    t.equal(await sessions(sql).begin(before, newToken()), undefined, 'one whose password was compared before')
    t.equal(await setPassword('aurelie', 'another hash', before.PasswordHash), false, 'nor does it set a password')
  })

  await t.test('a session that ends while the body arrives changes nothing', async (t) => {
    for (const [method, path, body] of [
      ['POST', 'Desk/Blog/3/Post/Publish', { Content: 'x' }],
      ['POST', 'HR/User/3/Token', { Name: 'kept', Allows: 'publish' }],
      ['PUT', 'HR/User/3', { FirstName: 'x' }]
    ] as const) {
      const authorization = await tokenOf('bjarki')
      const bytes = JSON.stringify(body)
      const arriving = async function* () {
        yield bytes.slice(0, 5)
        await sessions(sql).end(authorization)
        yield bytes.slice(5)
      }
      const headers = { authorization, 'content-type': 'application/json', 'content-length': `${bytes.length}` }
      const request = { method, url: `/resources/${path}`, headers, payload: Readable.from(arriving()) } as const
      t.equal(await expectRefusal(t, app, request, { kind: 'unauthorized', about: path }), UNKNOWN)
    }
  })
})

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

  for (const [about, authorization, words] of [
    ['no token', undefined, MISSING],
    ['an empty token', '', MALFORMED],
    ['a malformed token', 'x', MALFORMED],
    ['another scheme', `Basic ${Buffer.from('mira:mira').toString('base64')}`, MALFORMED],
    ['Bearer without a token', 'Bearer', MALFORMED],
    ['a very long token', 'a'.repeat(4000), MALFORMED],
    ['markup', '<b>&\'"--', MALFORMED],
    ['an unknown token', newToken(), UNKNOWN],
    ['an unknown token as Bearer', `Bearer ${newToken()}`, UNKNOWN],
    ['the token of an idle session', idle, UNKNOWN],
    ['the token of an expired session', expired, UNKNOWN],
    ['the token of a disabled user', disabled, UNKNOWN]
  ] as const) {
    for (const url of [
      ...insertAddresses(3),
      ...insertAddresses(9999).slice(0, 1),
      ...insertAddresses(2).slice(0, 1)
    ]) {
      for (const [payload, type] of bodies) {
        const headers = { 'content-type': type, ...(authorization !== undefined && { authorization }) }
        const request = { url, headers, payload }
        const text = await expectNothingStored(t, built, request, { kind: 'unauthorized', about: `${about}, ${url}` })
        t.equal(text, words, about)
      }
    }
    const { headers } = await app.inject({
      method: 'POST',
      url: '/resources/Desk/Blog/3/Post',
      ...(authorization !== undefined && { headers: { authorization } })
    })
    t.equal(headers['www-authenticate'], 'Bearer realm="desk"', about)
  }
})
