/**
 * Every route that changes something is requested by users with different rights: only those in its rule succeed,
 * and only where all that its address names exists.
 */
import t from 'tap'
import { build } from '../../support/app.ts'
import { expectProblem } from '../problem.ts'
import { tableDigests, prepareRows, writesOf, type Write } from '../writes.ts'

/** Login names in order of increasing rights, with a description and the rules that the user meets in blog 900. */
const people = [
  ['naama', 'a user who is not a member and has no right', []],
  ['mira', 'a member of the blog', ['member', 'author']],
  ['aurelie', 'an administrator of the blog', ['member', 'author', 'publisher']],
  ['folake', 'an editor of every blog', ['member', 'author', 'publisher', 'editor', 'archivist']],
  [
    'admin',
    'an administrator of the service',
    ['member', 'author', 'publisher', 'editor', 'archivist', 'staff', 'self']
  ]
] as const

const { app, sql, tokenOf } = await build(t)

await prepareRows(sql)

await t.test('a write whose address names something unknown is 404 and stores nothing', async (t) => {
  const authorization = await tokenOf('admin')
  const before = await tableDigests(sql)
  for (const { name, request, unknown } of writesOf(app)) {
    for (const url of unknown) {
      const answer = await app.inject({ ...request, url, headers: { authorization } })
      t.equal(answer.statusCode, 404, `${name}: ${url}: ${answer.body.slice(0, 200)}`)
    }
  }
  t.same(await tableDigests(sql), before)
})

await t.test('every write is allowed to the users that its rule names, and to nobody else', async (t) => {
  await sql`delete from user_roles where "user" in (select id from users where name in ('naama', 'mira', 'aurelie'))`
  const sessions = new Map<string, string>()
  for (const [name] of people) sessions.set(name, await tokenOf(name))
  const writes = writesOf(app)

  t.ok(writes.length > 80, `${writes.length} writes`)
  const isOpen = ({ description }: Write) => description.who === undefined
  t.same(
    writes.filter(isOpen).map(({ name }) => name),
    ['POST /Desk/Blog/:blogId/Comment/Post'],
    'every other write has a rule'
  )

  for (const {
    name,
    request,
    description: { who }
  } of writes.filter((write) => !isOpen(write))) {
    await t.test(`${name} follows its rule`, async (t) => {
      const before = await tableDigests(sql)
      for (const headers of [{}, { authorization: 'x'.repeat(43) }, { authorization: 'null' }]) {
        expectProblem(t, await app.inject({ ...request, headers }), {
          status: 401,
          kind: 'unauthorized',
          about: 'no session'
        })
      }
      let hasSucceeded = false
      for (const [login, about, rules] of people) {
        // The post is not Mira's own, and a member may not change posts of others.
        const isOthers = who === 'author' && login === 'mira'
        const may = rules.some((rule) => rule === who) && !isOthers
        const response = await app.inject({ ...request, headers: { authorization: sessions.get(login) } })
        if (may && !hasSucceeded) {
          t.ok(response.statusCode < 300, `${about} may: ${response.statusCode} ${response.body.slice(0, 300)}`)
          hasSucceeded = true
        } else if (may) {
          t.notOk(
            [401, 403].includes(response.statusCode) || response.statusCode >= 500,
            `${about} may: ${response.statusCode}`
          )
        } else {
          expectProblem(t, response, { status: 403, kind: 'forbidden', places: [], about })
          t.same(await tableDigests(sql), before, `${about} changes nothing`)
        }
      }
      t.ok(hasSucceeded, 'at least one user may')
    })
  }
})

await t.test(
  'a user without rights may change their own profile, except fields that only staff may change',
  async (t) => {
    const authorization = await tokenOf('naama')
    const [{ Id }] = await sql<[{ Id: number }]>`select id from users where name = 'naama'`
    await sql`delete from user_roles where "user" = ${Id}`
    const send = (method: 'PUT' | 'POST' | 'DELETE', url: string, payload?: object) =>
      app.inject({ method, url: `/resources${url}`, headers: { authorization }, ...(payload && { payload }) })

    t.equal((await send('PUT', `/HR/User/${Id}`, { PhoneNumber: '+44 1632 960999' })).statusCode, 200)
    t.equal((await send('PUT', `/HR/Person/${Id}`, { FirstName: 'N.' })).statusCode, 200)
    const [image] = await sql<[{ Id: number }]>`select id from image_data limit 1`
    t.equal((await send('POST', `/HR/Person/${Id}/MetaData/${image.Id}/PersonIcon`)).statusCode, 201)
    t.equal((await send('DELETE', `/HR/PersonIcon/${Id}`)).statusCode, 204)
    for (const staffOnly of [{ Name: 'boss' }, { Active: false }, { Type: 'commentator' }]) {
      t.equal((await send('PUT', `/HR/User/${Id}`, staffOnly)).statusCode, 403, JSON.stringify(staffOnly))
    }
    t.equal((await send('DELETE', `/HR/User/${Id}`)).statusCode, 403)
    t.equal((await send('PUT', `/HR/User/${Id}/Role/1`)).statusCode, 403, 'users cannot assign themselves a role')
  }
)
