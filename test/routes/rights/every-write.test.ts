/** Every route that changes something, tried by everybody: those whom its rule names may, nobody else changes anything. */
import t from '../../support/tap.ts'
import { build } from '../../support/app.ts'
import { expectProblem } from '../problem.ts'
import { everythingIn, prepareRows, writesOf, type Write } from '../writes.ts'

/** Login names, from those who may least to those who may most, and the rules that each of them meets in blog 900. */
const people = [
  ['naama', 'a stranger to the blog without any right', []],
  ['mira', 'a member of the blog', ['member', 'author']],
  ['aurelie', 'an administrator of the blog', ['member', 'author', 'publisher']],
  ['folake', 'an editor of every blog', ['member', 'author', 'publisher', 'editor', 'archivist']],
  [
    'admin',
    'an administrator of the service',
    ['member', 'author', 'publisher', 'editor', 'archivist', 'staff', 'self']
  ]
] as const

await t.test('every write', async (t) => {
  const { app, sql, tokenOf } = await build(t)
  await prepareRows(sql)
  await sql`delete from user_roles where "user" in (select id from users where name in ('naama', 'mira', 'aurelie'))`
  const sessions = new Map<string, string>()
  for (const [name] of people) sessions.set(name, await tokenOf(name))
  const writes = writesOf(app)

  t.ok(writes.length > 80, `${writes.length} writes`)
  const isOpen = ({ description }: Write) => description.who === undefined
  t.same(
    writes.filter(isOpen).map(({ name }) => name),
    ['POST /Desk/Blog/:blogId/Comment/Post'],
    'all others have a rule'
  )

  for (const {
    name,
    request,
    description: { who }
  } of writes.filter((write) => !isOpen(write))) {
    await t.test(name, async (t) => {
      const before = await everythingIn(sql)
      for (const headers of [{}, { authorization: 'x'.repeat(43) }, { authorization: 'null' }]) {
        expectProblem(t, await app.inject({ ...request, headers }), {
          status: 401,
          kind: 'unauthorized',
          about: 'nobody'
        })
      }
      let isDone = false
      for (const [login, about, met] of people) {
        // A post of somebody else: members may do nothing to it.
        const isOthers = who === 'author' && login === 'mira'
        const may = met.some((rule) => rule === who) && !isOthers
        const response = await app.inject({ ...request, headers: { authorization: sessions.get(login) } })
        if (may && !isDone) {
          t.ok(response.statusCode < 300, `${about} may: ${response.statusCode} ${response.body.slice(0, 300)}`)
          isDone = true
        } else if (may) {
          t.notOk(
            [401, 403].includes(response.statusCode) || response.statusCode >= 500,
            `${about} may: ${response.statusCode}`
          )
        } else {
          expectProblem(t, response, { status: 403, kind: 'forbidden', places: [], about })
          t.same(await everythingIn(sql), before, `${about} changes nothing`)
        }
      }
      t.ok(isDone, 'somebody may')
    })
  }
})

await t.test('what is one’s own', async (t) => {
  const { app, sql, tokenOf } = await build(t)
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
  for (const ofStaff of [{ Name: 'boss' }, { Active: false }, { Type: 'commentator' }]) {
    t.equal((await send('PUT', `/HR/User/${Id}`, ofStaff)).statusCode, 403, JSON.stringify(ofStaff))
  }
  t.equal((await send('DELETE', `/HR/User/${Id}`)).statusCode, 403)
  t.equal((await send('PUT', `/HR/User/${Id}/Role/1`)).statusCode, 403, 'nobody gives themselves a role')
})
