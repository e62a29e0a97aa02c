/** Failed logins are limited: for an account from one address, and for an address in total. */
import t, { type Test } from 'tap'
import { ADMIN_PASSWORD, build } from '../../support/app.ts'
import { expectProblem } from '../problem.ts'

await t.test('failed logins are limited', async (t) => {
  const { app, sql } = await build(t)
  const login = async (UserName: string, Password: string, remoteAddress = '192.0.2.1') =>
    app.inject({ method: 'POST', url: '/resources/Security/Login', payload: { UserName, Password }, remoteAddress })
  const failTimes = async (t: Test, times: number, UserName = 'admin', remoteAddress?: string) => {
    for (let n = 0; n < times; n++) t.equal((await login(UserName, 'wrong', remoteAddress)).statusCode, 401)
  }
  const expectLimit = async (t: Test, ...credentials: Parameters<typeof login>) => {
    const answer = await login(...credentials)
    expectProblem(t, answer, { status: 429, kind: 'too-many-requests', places: [] })
    const seconds = Number(answer.headers['retry-after'])
    t.ok(seconds > 0 && seconds <= 900, `Retry-After: ${seconds}`)
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
    t.equal(
      (await login('admin', ADMIN_PASSWORD, '2001:db8:1:3::1')).statusCode,
      201,
      'the next network is another address'
    )
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

  await t.test('concurrent guesses are limited too', async (t) => {
    await forget()
    const answers = await Promise.all(Array.from({ length: 20 }, () => login('admin', 'wrong')))
    const guessed = answers.filter(({ statusCode }) => statusCode === 401).length
    t.ok(guessed <= 5, `${guessed} of 20 guesses were checked`)
  })
})
