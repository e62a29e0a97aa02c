/** The rights to insert posts, and the rule of every other write. */
import t from 'tap'
import { build, each, expectProblem, numberFrom, words } from '../../support/index.ts'
import { expectNothingStored, insertAddresses, insertAt } from '../state.ts'
import { tableDigests, prepareRows, writesOf, type Write } from '../writes.ts'

const { app, sql, tokenOf } = await build(t)
await prepareRows(sql)

await t.test('posting and publishing need a right', async (t) => {
  const built = await build(t)
  const { app, sql, tokenOf } = built
  // Each user has exactly one reason for their rights.
  await sql`delete from user_roles where "user" in (select id from users where name in ('bjarki', 'aurelie', 'mira'))`
  await sql`insert into user_rights ("user", "right") select 9, id from rights where name = 'Livedesk edit'`
  await sql`insert into user_rights ("user", "right") select 8, id from rights where name <> 'Livedesk edit'`

  /** Login name, role in blog 3, and whether the user may post and publish there. */
  const people = [
    ['bjarki', 'the creator of the blog', true, true],
    ['aurelie', 'a member of type Administrator', true, true],
    ['mira', 'a member of type Collaborator', true, false],
    ['orysia', 'a member of type Collaborator with the role of that name', true, false],
    ['folake', 'no member, but with the right to edit by the role Editor', true, true],
    ['admin', 'no member, but with the right to edit by the role Administrator', true, true],
    ['salma', 'no member, but with the right to edit itself', true, true],
    ['naama', 'no member, with every other right', false, false],
    ['ishan', 'a member of other blogs', false, false]
  ] as const

  for (const [name, role, mayPost, mayPublish] of people) {
    const allowed = mayPublish ? 'may publish' : mayPost ? 'may post' : 'may not post'
    await t.test(`${name}, ${role}, ${allowed}`, async (t) => {
      const authorization = await tokenOf(name)
      const [draft = '', ...published] = insertAddresses(3)
      const refuse = async (url: string, others: string) => {
        const request = { url, headers: { authorization }, payload: { Content: 'x' } }
        const text = await expectNothingStored(t, built, request, { kind: 'forbidden', about: url })
        const may = `the creator and the ${others} of the blog, and holders of the right Livedesk edit`
        t.equal(text, `403 Only ${may} may do this`, url)
      }
      if (mayPost) t.equal(await insertAt(app, draft, authorization), 201)
      else await refuse(draft, 'members')
      for (const url of published) {
        if (mayPublish) t.equal(await insertAt(app, url, authorization), 201, url)
        else await refuse(url, 'administrators')
      }
    })
  }

  await t.test('a change of roles and memberships takes effect at once', async (t) => {
    const authorization = await tokenOf('ishan')
    const url = '/resources/Desk/Blog/3/Post/Publish'
    for (const [change, status] of [
      [() => sql`insert into blog_collaborators (blog, collaborator) values (3, 22)`, 403],
      [() => sql`update blog_collaborators set type = 'Administrator' where blog = 3 and collaborator = 22`, 201],
      [() => sql`delete from blog_collaborators where blog = 3 and collaborator = 22`, 403],
      [() => sql`update blogs set creator = 11 where id = 3`, 201],
      [() => sql`update blogs set creator = 3 where id = 3`, 403],
      [() => sql`insert into user_roles ("user", role) select 11, id from roles where name = 'Editor'`, 201],
      [() => sql`delete from role_rights where role = (select id from roles where name = 'Editor')`, 403]
    ] as const) {
      await change()
      t.equal(await insertAt(app, url, authorization), status)
    }
  })

  await t.test('a closed blog refuses the posts of every user', async (t) => {
    for (const name of ['aurelie', 'bjarki', 'mio', 'admin', 'salma']) {
      const authorization = await tokenOf(name)
      for (const url of insertAddresses(2)) {
        const isForbidden = name === 'mio' && !url.endsWith('/Post')
        const refusal = isForbidden ? { kind: 'forbidden' } : { kind: 'conflict', detail: /closed/, places: [] }
        const request = { url, headers: { authorization }, payload: { Content: 'x' } }
        await expectNothingStored(t, built, request, { ...refusal, about: `${name} ${url}` })
      }
    }
    await sql`update blogs set closed_on = null where id = 2`
    const shown = await insertAt(app, '/resources/Desk/Blog/2/Post', await tokenOf('mio'))
    t.equal(shown, 201, 'a reopened blog accepts posts')
  })
})

await t.test('Filter/Authenticated tells whether a user has access', async (t) => {
  const { get } = await build(t)
  const address = '/resources/Filter/Authenticated'
  // Users: 2 is mira (creator of blog 1), 3 bjarki (role Administrator), 5 aurelie (member of blog 1,
  // creator of blog 2), 12 gero (inactive member of blog 2).
  const answers = [
    ['2/Blog/1/HasBlog/Administrator', 'True'],
    ['2/Blog/1/HasBlog/Collaborator', 'True'],
    ['2/Blog/1/HasBlog/Status', 'True'],
    ['6/Blog/1/HasBlog/Administrator', 'False'],
    ['6/Blog/1/HasBlog/Collaborator', 'True'],
    ['6/Blog/2/HasBlog/Collaborator', 'False'],
    ['5/Blog/2/HasBlog/Status', 'False'],
    ['12/Blog/2/HasBlog/Collaborator', 'False'],
    ['2/User/2/IsAuthenticated', 'True'],
    ['2/User/3/IsAuthenticated', 'False'],
    ['12/User/12/IsAuthenticated', 'False']
  ] as const
  for (const [path, answer] of answers) {
    const rootName = path.includes('/HasBlog/') ? 'HasBlog' : 'HasAccess'
    t.equal(
      (await get(`${address}/${path}`)).body,
      `<?xml version="1.0" encoding="UTF-8"?>\n<${rootName}><HasAccess>${answer}</HasAccess></${rootName}>`,
      path
    )
    t.same((await get(`${address}/${path}`, { accept: 'application/json' })).json(), { HasAccess: answer }, path)
  }
  for (const path of words`
    99/Blog/1/HasBlog/Status 2/Blog/9/HasBlog/Status 99/User/2/IsAuthenticated 2/User/99/IsAuthenticated
    2/Blog/1/HasBlog/Else`) {
    t.equal((await get(`${address}/${path}`)).statusCode, 404, path)
  }
})

/** Login names in order of increasing rights, with a description and the rules that the user meets in blog 900. */
const people = [
  ['naama', 'a user who is not a member and has no right', []],
  ['mira', 'a member of the blog', ['member', 'author']],
  ['aurelie', 'an administrator of the blog', ['member', 'author', 'publisher', 'webhookKeeper']],
  ['folake', 'an editor of every blog', ['member', 'author', 'publisher', 'webhookKeeper', 'editor', 'archivist']],
  [
    'admin',
    'an administrator of the service',
    ['member', 'author', 'publisher', 'webhookKeeper', 'editor', 'archivist', 'staff', 'self']
  ]
] as const

await t.test('a write whose address names something unknown is 404 and stores nothing', async (t) => {
  const authorization = await tokenOf('admin')
  const before = await tableDigests(sql)
  for (const { name, request, unknown, elsewhere } of writesOf(app)) {
    for (const url of [...unknown, ...elsewhere]) {
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
  t.same(each(writes.filter(isOpen), 'name'), ['POST /Desk/Blog/:blogId/Comment/Post'], 'every other write has a rule')

  for (const {
    name,
    request,
    description: { who }
  } of writes.filter((write) => !isOpen(write))) {
    await t.test(`${name} follows its rule`, async (t) => {
      const before = await tableDigests(sql)
      for (const headers of [{}, { authorization: 'x'.repeat(43) }, { authorization: 'null' }]) {
        expectProblem(t, await app.inject({ ...request, headers }), { kind: 'unauthorized', about: 'no session' })
      }
      // The post is not Mira's own, and a member may not change posts of others.
      const may = ([login, , rules]: (typeof people)[number]) =>
        rules.some((rule) => rule === who) && !(who === 'author' && login === 'mira')
      const send = (login: string) => app.inject({ ...request, headers: { authorization: sessions.get(login) } })
      for (const [login, about] of people.filter((person) => !may(person))) {
        expectProblem(t, await send(login), { kind: 'forbidden', places: [], about })
      }
      t.same(await tableDigests(sql), before, 'refused requests change nothing')
      const [first, ...others] = people.filter(may)
      t.ok(first, 'at least one user may')
      const { statusCode, body } = await send(first?.[0] ?? '')
      t.ok(statusCode < 300, `${first?.[1]} may: ${statusCode} ${body.slice(0, 300)}`)
      for (const [login, about] of others) {
        const { statusCode } = await send(login)
        t.notOk([401, 403].includes(statusCode) || statusCode >= 500, `${about} may: ${statusCode}`)
      }
    })
  }
})

await t.test('a user without rights may change their own profile, except what only staff may', async (t) => {
  const authorization = await tokenOf('naama')
  const Id = await numberFrom(sql`select id from users where name = 'naama'`)
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
})
