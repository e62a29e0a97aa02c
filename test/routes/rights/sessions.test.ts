/** What a session token is good for, and for how long. Time is moved in the database. */
import t, { type Test } from '../../support/tap.ts'
import { hashToken, newToken } from '../../../db/secrets.ts'
import { sessions } from '../../../db/sessions.ts'
import { users } from '../../../db/users.ts'
import { build } from '../../support/app.ts'
import { expectRefusal } from '../problem.ts'

await t.test('sessions', async (t) => {
  const { app, sql, tokenOf } = await build(t)
  const insert = (authorization: string) =>
    app.inject({
      method: 'POST',
      url: '/resources/Desk/Blog/3/Post',
      headers: { authorization },
      payload: { Content: 'x' }
    })
  const works = async (t: Test, authorization: string, about: string) =>
    t.equal((await insert(authorization)).statusCode, 201, about)
  const refused = (t: Test, authorization: string, about: string) =>
    expectRefusal(
      t,
      app,
      {
        method: 'POST',
        url: '/resources/Desk/Blog/3/Post',
        headers: { authorization },
        payload: { Content: 'x' }
      },
      { status: 401, kind: 'unauthorized', about }
    )
  const pass = (time: string) => sql`
    update sessions set created_on = created_on - ${time}::interval, accessed_on = accessed_on - ${time}::interval, expires_on = expires_on - ${time}::interval`

  await t.test('a token is sent bare or as Bearer', async (t) => {
    const token = await tokenOf('mira')
    for (const value of [token, `Bearer ${token}`, `bearer ${token}`, `BEARER  ${token}`, ` ${token} `]) {
      await works(t, value, value)
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
      await refused(t, value, value)
    }
    await refused(t, newToken(), 'a token nobody was given')
    await refused(t, token.toLowerCase(), 'a token in other letters')
  })

  await t.test('use keeps it alive', async (t) => {
    const token = await tokenOf('mira')
    for (let n = 0; n < 4; n++) {
      await pass('59 minutes')
      await works(t, token, `after ${n + 1} times 59 minutes`)
    }
    await pass('61 minutes')
    await refused(t, token, 'an hour without use')
    await refused(t, token, 'and a refusal does not revive it')
  })

  await t.test('but no longer than twelve hours', async (t) => {
    const token = await tokenOf('mira')
    for (let n = 0; n < 14; n++) {
      await pass('50 minutes')
      await works(t, token, `after ${n + 1} times 50 minutes`)
    }
    await pass('19 minutes')
    await works(t, token, 'a minute before the end')
    await pass('2 minutes')
    await refused(t, token, 'after twelve hours')
  })

  await t.test('a token for programs does not end', async (t) => {
    const token = newToken()
    t.match(await sessions(sql).addToken('mira', 'a program', hashToken(token)), /^[0-9a-f]{12}$/)
    await pass('1000 days')
    await works(t, token, 'years later')
    await tokenOf('bjarki')
    await works(t, token, 'and after a sweep')
  })

  await t.test('a look does not prolong a session', async (t) => {
    const { isAlive } = sessions(sql)
    const token = await tokenOf('mira')
    await pass('59 minutes')
    t.equal(await isAlive(hashToken(token)), true)
    await pass('2 minutes')
    t.equal(await isAlive(hashToken(token)), false)
    t.equal(await isAlive(hashToken(newToken())), false, 'nor is a token alive that nobody was given')
  })

  await t.test('only sessions can be ended, not tokens for programs', async (t) => {
    const { end, addToken } = sessions(sql)
    const [session, program] = [await tokenOf('mira'), newToken()]
    t.type(await addToken('mira', 'a program', hashToken(program)), 'string')
    t.equal(await end(hashToken(program)), false)
    t.equal(await end(hashToken(session)), true)
    t.equal(await end(hashToken(session)), false, 'a session ends once')
    await works(t, program, 'the program goes on')
    await refused(t, session, 'the session has ended')
  })

  await t.test('sessions that ended are swept away', async (t) => {
    await tokenOf('mira')
    await pass('2 days')
    await tokenOf('bjarki')
    t.equal((await sql`select from sessions where expires_on is not null`).length, 1)
  })

  await t.test('of a disabled user ends, even a program’s', async (t) => {
    const [token, program] = [await tokenOf('mira'), newToken()]
    await sql`insert into sessions (token_hash, "user", name) values (${hashToken(program)}, 2, 'a program')`
    t.equal(await users(sql).disable('mira'), true)
    await refused(t, token, 'a session')
    await refused(t, program, 'a token for programs')
    await works(t, await tokenOf('bjarki'), 'nobody else’s')
  })
})
