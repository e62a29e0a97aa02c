/** Login and logout: a login returns a token in every format, and a refusal does not reveal what was wrong. */
import { createHash } from 'node:crypto'
import t from 'tap'
import { hashPassword } from '../../../db/secrets.ts'
import { ADMIN_PASSWORD, build } from '../../support/app.ts'
import { expectProblem, expectRefusal } from '../problem.ts'
import { documentOf, formats } from '../wire.ts'

const url = '/resources/Security/Login'

await t.test('users log in and out', async (t) => {
  const { app, get, post, sql } = await build(t, { BASE_URL: 'https://desk.example' })
  const insert = (token: string) => post('/resources/Desk/Blog/3/Post', { Content: 'x' }, { authorization: token })
  const login = async () => String(documentOf(await post(url, { UserName: 'admin', Password: ADMIN_PASSWORD })).Session)

  await t.test('a login returns a token, in every format of the request and of the response', async (t) => {
    for (const [type, body] of [
      ['application/json', { UserName: 'admin', Password: ADMIN_PASSWORD }],
      ['application/json', { Login: { UserName: 'admin', Password: ADMIN_PASSWORD } }],
      ['application/xml', `<Login><UserName>admin</UserName><Password>${ADMIN_PASSWORD}</Password></Login>`],
      ['application/x-www-form-urlencoded', `UserName=admin&Password=${encodeURIComponent(ADMIN_PASSWORD)}`]
    ] as const) {
      for (const [, accept] of formats) {
        const answer = await post(url, body, { 'content-type': type, accept })
        t.equal(answer.statusCode, 201, type)
        t.equal(answer.headers['content-type'], `${accept}; charset=utf-8`)
        const { Session, CreatedOn, ExpiresOn, User, ...others } = documentOf(answer)
        t.same({ User, others }, { User: { href: 'https://desk.example/resources/HR/User/1', Id: '1' }, others: {} })
        t.match(Session, /^[\w-]{43}$/)
        const hours = (Date.parse(`${String(ExpiresOn)} UTC`) - Date.parse(`${String(CreatedOn)} UTC`)) / 3_600_000
        t.equal(hours, 12, 'a session lasts at most twelve hours')
        t.equal((await insert(String(Session))).statusCode, 201, 'the token is accepted')
      }
    }
  })

  await t.test('the database contains the hash of the token only', async (t) => {
    const token = await login()
    const [row] = await sql<[{ Name?: string; ExpiresOn: Date }?]>`
      select name, expires_on from sessions where token_hash = ${createHash('sha256').update(token).digest()}`
    t.ok(row?.ExpiresOn)
    const [{ Text }] = await sql<[{ Text: string }]>`select string_agg(sessions::text, ' ') as text from sessions`
    t.notMatch(Text, token)
    t.notMatch(Text, Buffer.from(token, 'base64url').toString('hex'))
  })

  await t.test('a wrong password, an unknown and an inactive user get the same refusal', async (t) => {
    await sql`update users set password_hash = ${await hashPassword('secret')} where name in ('gero', 'mio')`
    t.equal((await post(url, { UserName: 'mio', Password: 'secret' })).statusCode, 201, 'an active user can log in')
    const details = new Set<unknown>()
    for (const [UserName, Password] of [
      ['admin', 'wrong'],
      ['admin', ADMIN_PASSWORD.toUpperCase()],
      ['admin', ` ${ADMIN_PASSWORD}`],
      ['Admin', ADMIN_PASSWORD],
      ['admin ', ADMIN_PASSWORD],
      ['nobody', ADMIN_PASSWORD],
      ['gero', 'secret'],
      ['mira', '!'],
      ['mira', 'x'],
      ['%', '%'],
      ["' or 1=1 --", 'x']
    ] as const) {
      const answer = await post(url, { UserName, Password })
      details.add(expectProblem(t, answer, { status: 401, kind: 'unauthorized', places: [], about: UserName }).detail)
      t.match(answer.headers['www-authenticate'], /^Bearer\b/)
    }
    t.equal(details.size, 1, 'all refusals have the same detail')
    t.equal(
      (await sql`select from sessions join users on users.id = "user" where users.name in ('gero', 'mira')`).length,
      0
    )
  })

  await t.test('a login with an invalid body is refused', async (t) => {
    for (const [payload, places] of [
      [{}, ['UserName', 'Password']],
      [{ UserName: 'admin' }, ['Password']],
      [{ UserName: '', Password: '' }, ['UserName', 'Password']],
      [{ UserName: 'admin', Password: 'x', Extra: '1' }, ['Extra']],
      [{ UserName: 'a'.repeat(151), Password: 'x' }, ['UserName']],
      [{ UserName: 'admin', Password: 'x'.repeat(1001) }, ['Password']],
      [{ UserName: 'a\0', Password: '\0' }, ['UserName', 'Password']],
      [{ UserName: ['admin'], Password: { $ne: '' } }, ['UserName', 'Password']]
    ] as const) {
      await expectRefusal(
        t,
        app,
        { method: 'POST', url, payload },
        { status: 400, kind: 'bad-body', places, about: JSON.stringify(payload).slice(0, 60) }
      )
    }
    await expectRefusal(t, app, { method: 'POST', url }, { status: 400, kind: 'bad-body' })
  })

  await t.test('a logout ends its session and no other', async (t) => {
    const [token, otherToken] = [await login(), await login()]
    const answer = await app.inject({
      method: 'DELETE',
      url,
      headers: { authorization: `Bearer ${token}`, accept: 'application/json' }
    })
    t.same({ statusCode: answer.statusCode, body: answer.body }, { statusCode: 204, body: '' })
    for (const request of [
      { method: 'DELETE', url, headers: { authorization: token } },
      { method: 'DELETE', url },
      {
        method: 'POST',
        url: '/resources/Desk/Blog/3/Post',
        headers: { authorization: token },
        payload: { Content: 'x' }
      }
    ] as const) {
      await expectRefusal(t, app, request, { status: 401, kind: 'unauthorized' })
    }
    t.equal((await insert(otherToken)).statusCode, 201)
  })

  await t.test('a logout needs no body, even with Content-Type: application/json', async (t) => {
    const answer = await app.inject({
      method: 'DELETE',
      url,
      headers: { authorization: await login(), 'content-type': 'application/json' }
    })
    t.equal(answer.statusCode, 204)
  })

  await t.test('GET is answered 405', async (t) => {
    const answer = await get(url)
    t.equal(answer.statusCode, 405)
    t.equal(answer.headers.allow, 'POST, DELETE, OPTIONS')
  })
})
