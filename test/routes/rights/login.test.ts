/** Logging in and out: what a refusal reveals, the limits of failed attempts, and the hashes of passwords. */
import { createHook } from 'node:async_hooks'
import { createHash } from 'node:crypto'
import t, { type Test } from 'tap'
import { hashPassword, isPassword, NO_PASSWORD } from '../../../db/secrets.ts'
import {
  ADMIN_PASSWORD,
  bodyRefused,
  build,
  documentOf,
  expectProblem,
  expectRefusal,
  formats,
  wordsOf
} from '../../support/index.ts'

const url = '/resources/Security/Login'

await t.test('users log in and out', async (t) => {
  const { app, post, sql } = await build(t, { BASE_URL: 'https://desk.example' })
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
      expectProblem(t, answer, { kind: 'unauthorized', about: UserName })
      t.equal(wordsOf(answer), '401 There is no active user with this name and password', UserName)
      t.equal(answer.headers['www-authenticate'], 'Bearer realm="desk"')
    }
    t.equal(
      (await sql`select from sessions join users on users.id = "user" where users.name in ('gero', 'mira')`).length,
      0
    )
  })

  await t.test('a login with an invalid body is refused', async (t) => {
    const isMissing = ['UserName is missing', 'Password is missing']
    const forbidden = 'contains a character that XML forbids: a control character, a lone surrogate, U+FFFE or U+FFFF'
    for (const [payload, reasons] of [
      [{}, isMissing],
      [{ UserName: 'admin' }, ['Password is missing']],
      [{ UserName: '', Password: '' }, isMissing],
      [{ UserName: 'admin', Password: 'x', Extra: '1' }, ['Extra is not known here']],
      [{ UserName: 'a'.repeat(151), Password: 'x' }, ['UserName must have at most 150 characters']],
      [{ UserName: 'admin', Password: 'x'.repeat(1001) }, ['Password must have at most 1000 characters']],
      [{ UserName: 'a\0', Password: '\0' }, [`UserName ${forbidden}`, `Password ${forbidden}`]],
      [
        { UserName: ['admin'], Password: { $ne: '' } },
        ['UserName must be a single value, sent once', 'Password must be text; markup must be escaped, as in &lt;b&gt;']
      ]
    ] as const) {
      const about = JSON.stringify(payload).slice(0, 60)
      const text = await expectRefusal(t, app, { method: 'POST', url, payload }, { kind: 'bad-body', about })
      t.equal(text, bodyRefused(...reasons), about)
    }
    await expectRefusal(t, app, { method: 'POST', url }, { kind: 'bad-body' })
  })

  await t.test('a logout ends its session and no other', async (t) => {
    const [token, otherToken] = [await login(), await login()]
    const headers = { authorization: `Bearer ${token}`, accept: 'application/json' }
    const answer = await app.inject({ method: 'DELETE', url, headers })
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
      await expectRefusal(t, app, request, { kind: 'unauthorized' })
    }
    t.equal((await insert(otherToken)).statusCode, 201)
  })

  await t.test('a logout needs no body, even with Content-Type: application/json', async (t) => {
    const headers = { authorization: await login(), 'content-type': 'application/json' }
    const answer = await app.inject({ method: 'DELETE', url, headers })
    t.equal(answer.statusCode, 204)
  })
})

await t.test('failed logins are limited', async (t) => {
  const { app, sql } = await build(t)
  const login = async (UserName: string, Password: string, remoteAddress = '192.0.2.1') =>
    app.inject({ method: 'POST', url: '/resources/Security/Login', payload: { UserName, Password }, remoteAddress })
  const failTimes = async (t: Test, times: number, UserName = 'admin', remoteAddress?: string) => {
    for (let n = 0; n < times; n++) t.equal((await login(UserName, 'wrong', remoteAddress)).statusCode, 401)
  }
  const expectLimit = async (t: Test, ...credentials: Parameters<typeof login>) => {
    const answer = await login(...credentials)
    expectProblem(t, answer, { kind: 'too-many-requests' })
    t.equal(wordsOf(answer), '429 Too many failed logins; try again in fifteen minutes')
    t.equal(answer.headers['retry-after'], '900')
  }
  const forget = () => sql`delete from login_failures`

  await t.test('after five failures, even the right password is refused', async (t) => {
    await failTimes(t, 5)
    await expectLimit(t, 'admin', 'wrong')
    await expectLimit(t, 'admin', ADMIN_PASSWORD)
    t.equal((await login('admin', ADMIN_PASSWORD, '192.0.2.2')).statusCode, 201, 'another address may log in')
    t.equal((await login('nobody', 'wrong')).statusCode, 401, 'another account may try')
  })

  await t.test('the limit lasts a quarter of an hour', async (t) => {
    await sql`update login_failures set failed_on = failed_on - interval '14 minutes'`
    for (let n = 0; n < 10; n++) await expectLimit(t, 'admin', ADMIN_PASSWORD)
    t.comment('a refusal does not prolong the wait')
    await sql`update login_failures set failed_on = failed_on - interval '1 minute'`
    t.equal((await login('admin', ADMIN_PASSWORD)).statusCode, 201)
  })

  await t.test('a successful login resets the count', async (t) => {
    await forget()
    for (let round = 0; round < 2; round++) {
      await failTimes(t, 4)
      t.equal((await login('admin', ADMIN_PASSWORD)).statusCode, 201)
    }
  })

  await t.test('the limit counts for accounts that do not exist too', async (t) => {
    await forget()
    await failTimes(t, 5, 'nobody')
    await expectLimit(t, 'nobody', 'wrong')
  })

  await t.test('after fifty failures from an address, all logins from it are refused', async (t) => {
    await forget()
    await sql`
      insert into login_failures (user_name, address)
      select 'user ' || n, '192.0.2.1' from generate_series(1, 49) as n`
    await failTimes(t, 1)
    await expectLimit(t, 'admin', ADMIN_PASSWORD)
    t.equal((await login('admin', ADMIN_PASSWORD, '192.0.2.2')).statusCode, 201)
  })

  await t.test('a /64 network of IPv6 counts as one address', async (t) => {
    await forget()
    for (let n = 1; n <= 5; n++) await failTimes(t, 1, 'admin', `2001:db8:1:2::${n}`)
    await expectLimit(t, 'admin', ADMIN_PASSWORD, '2001:db8:1:2:ffff::1')
    const status = (await login('admin', ADMIN_PASSWORD, '2001:db8:1:3::1')).statusCode
    t.equal(status, 201, 'the next network is another address')
    await failTimes(t, 5, 'admin', '::ffff:192.0.2.7')
    await expectLimit(t, 'admin', ADMIN_PASSWORD, '192.0.2.7')
  })

  await t.test('X-Forwarded-For is ignored unless the proxy is trusted', async (t) => {
    await forget()
    for (let n = 0; n < 5; n++) {
      await app.inject({
        method: 'POST',
        url: '/resources/Security/Login',
        payload: { UserName: 'admin', Password: 'wrong' },
        remoteAddress: '192.0.2.1',
        headers: { 'x-forwarded-for': `198.51.100.${n}` }
      })
    }
    await expectLimit(t, 'admin', 'wrong')
  })

  await t.test('a port that a trusted proxy adds to an address makes no other client', async (t) => {
    const proxied = await build(t, { TRUSTED_PROXIES: '192.0.2.1' })
    const statuses: number[] = []
    for (let n = 0; n < 6; n++) {
      const { statusCode } = await proxied.app.inject({
        method: 'POST',
        url: '/resources/Security/Login',
        payload: { UserName: 'admin', Password: 'wrong' },
        remoteAddress: '192.0.2.1',
        headers: { 'x-forwarded-for': `198.51.100.1:5000${n}` }
      })
      statuses.push(statusCode)
    }
    t.same(statuses, [401, 401, 401, 401, 401, 429])
  })

  await t.test('concurrent guesses are limited too', async (t) => {
    await forget()
    const answers = await Promise.all(Array.from({ length: 20 }, () => login('admin', 'wrong')))
    const guessed = answers.filter(({ statusCode }) => statusCode === 401).length
    t.ok(guessed <= 5, `${guessed} of 20 guesses were checked`)
  })
})

/**
 * Returns the tasks that `run` hands to Node's thread pool: one for each password that is hashed or checked. Promises
 * and the messages that load modules do not count.
 */
const tasksOf = async (run: () => Promise<unknown>): Promise<string[]> => {
  const tasks: string[] = []
  const hook = createHook({
    init: (_id, type) => {
      if (!/PROMISE|MESSAGEPORT/.test(type)) tasks.push(type)
    }
  }).enable()
  await run()
  hook.disable()
  return tasks
}

t.test('only the hashed password is correct', async (t) => {
  const hash = await hashPassword('correct horse')
  t.match(hash, /^\$argon2id\$v=19\$m=\d+,t=\d+,p=\d+\$/)
  t.ok(await isPassword(hash, 'correct horse'))
  t.notOk(await isPassword(hash, 'correct horse '))
  t.notOk(await isPassword(undefined, 'correct horse'), 'an account that does not exist has no password')
  t.notOk(await isPassword(NO_PASSWORD, NO_PASSWORD), 'an account without a password accepts none')
})

t.test('a login to an account that does not exist takes as much work as to one that exists', async (t) => {
  const hash = await hashPassword('correct horse')
  // The first check of a process also hashes the placeholder for accounts that do not exist.
  await isPassword(hash, 'wrong')
  const tasks = await tasksOf(() => isPassword(hash, 'wrong'))
  t.equal(tasks.length, 1, 'one check')
  t.same(await tasksOf(() => isPassword(undefined, 'wrong')), tasks)
  t.same(await tasksOf(() => isPassword(NO_PASSWORD, 'wrong')), tasks)
})
