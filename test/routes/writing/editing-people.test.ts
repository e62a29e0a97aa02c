/** Creating, changing and deactivating users, and their passwords, pictures, roles and rights. */
import t from 'tap'
import { tokens } from '../../../db/tokens.ts'
import { newToken } from '../../../db/secrets.ts'
import { ADMIN_PASSWORD, bodyRefused, build, documentOf, idsOf, words, wordsOf } from '../../support/index.ts'

const newcomer = { Name: 'kit', FirstName: 'Kit', LastName: 'Marlow', Password: 'a long new password' }

const built = await build(t)

await t.test('a user is created, gets a role, posts, is renamed and deactivated', async (t) => {
  const { app, get, post, sql } = built
  const send = await built.senderOf('admin', '/resources')
  const created = await send('POST', '/HR/User', newcomer)
  t.equal(created.statusCode, 201, created.body)
  t.notMatch(created.body, /password/i, 'a password is never shown')
  const { href, Id, FullName, Active, Type } = documentOf(created)
  t.match({ FullName, Active, Type }, { FullName: 'Kit Marlow', Active: 'True', Type: { Key: 'standard' } })
  t.equal(created.headers.location, href)
  const [{ Hash }] = await sql<[{ Hash: string }]>`select password_hash as hash from users where id = ${Number(Id)}`
  t.match(Hash, /^\$argon2id\$/)
  const [collaborator] = await sql`select name from collaborator_rows where "user" = ${Number(Id)}`
  t.match(collaborator, { Name: 'Kit Marlow' }, 'the user can be invited to blogs at once')

  const logIn = async (Password: string) => post('/resources/Security/Login.json', { UserName: 'kit', Password })
  const { Session } = documentOf(await logIn(newcomer.Password))
  const session = { authorization: String(Session) }
  const insertPost = () => post('/resources/Desk/Blog/3/Post', { Content: 'x' }, session)
  const program = newToken()
  await tokens(sql).addUnlimited('kit', 'a program', program)
  t.equal((await insertPost()).statusCode, 403)
  t.equal((await send('PUT', `/HR/User/${String(Id)}/Role/3`)).statusCode, 200)
  t.equal((await insertPost()).statusCode, 201)
  const status = (await send('PUT', `/HR/User/${String(Id)}/Role/3`)).statusCode
  t.equal(status, 200, 'assigning a role again changes nothing')
  t.same(idsOf(documentOf(await get(`/resources/HR/User/${String(Id)}/Role.json`))), [3])
  t.equal((await send('DELETE', `/HR/User/${String(Id)}/Role/3`)).statusCode, 204)
  t.equal((await send('DELETE', `/HR/User/${String(Id)}/Role/3`)).statusCode, 404)
  t.equal((await insertPost()).statusCode, 403)

  const renamed = await send('PUT', `/HR/User/${String(Id)}`, {
    Name: 'kitty',
    LastName: '',
    EMail: 'kit@tidewater.example'
  })
  t.match(documentOf(renamed), { Name: 'kitty', FullName: 'Kit', EMail: 'kit@tidewater.example', Active: 'True' })
  t.equal(documentOf(renamed).LastName, undefined, 'an empty text clears the field')

  t.equal((await send('DELETE', `/HR/User/${String(Id)}`)).statusCode, 204)
  t.equal(documentOf(await get(`/resources/HR/User/${String(Id)}.json`)).Active, 'False')
  const { statusCode } = await app.inject({ method: 'DELETE', url: '/resources/Security/Login', headers: session })
  t.equal(statusCode, 401, 'the session has ended')
  t.equal((await logIn(newcomer.Password)).statusCode, 401)
  t.notOk(idsOf(documentOf(await get('/resources/HR/User.json?limit=100'))).includes(Number(Id)))
  t.equal((await send('PUT', `/HR/User/${String(Id)}`, { Active: true })).statusCode, 200)
  t.equal(
    (await post('/resources/Security/Login.json', { UserName: 'kitty', Password: newcomer.Password })).statusCode,
    201
  )
  for (const authorization of [String(Session), program]) {
    const secondStatus = (await app.inject({ url: '/resources/my/Desk/Blog', headers: { authorization } })).statusCode
    t.equal(secondStatus, 401, 'neither sessions nor API tokens come back')
  }
})

await t.test('the digest of a request that adds a user does not depend on the password', async (t) => {
  const authorization = await built.tokenOf('admin')
  const add = (Password: string) =>
    built.post('/resources/HR/User.json', { Name: 'lou', Password }, { authorization, 'idempotency-key': 'lou' })
  const { Id } = documentOf(await add('a long enough password'))
  t.equal(documentOf(await add('another long password')).Id, Id)
})

await t.test('a change that conflicts with other rows is refused, and the problem names the property', async (t) => {
  const { app, sql, tokenOf } = built
  const headers = { authorization: await tokenOf('admin') }
  const people = async () => {
    const [counts] = await sql`
      select (select count(*) from users) as users, (select count(*) from persons) as persons,
        (select count(*) from collaborators) as collaborators`
    return counts
  }
  const before = await people()
  const refuse = async (method: 'POST' | 'PUT' | 'DELETE', path: string, payload: object, words: string) => {
    const url = `/resources${path}`
    const answer = await app.inject({ method, url, headers, ...(method !== 'DELETE' && { payload }) })
    t.equal(wordsOf(answer), words, `${method} ${path} ${JSON.stringify(payload)}`)
  }
  const exists = (...names: string[]) =>
    [
      '409 An item with these values already exists; nothing was stored',
      ...names.map((name) => `${name} is already taken`)
    ].join('\n    ')
  const noType =
    '400 The body was refused; nothing was stored\n' +
    '    Type is not the Key of any UserType; GET /resources/HR/UserType/ lists them'
  await refuse('POST', '/HR/User', { ...newcomer, Name: 'mira' }, exists('Name'))
  await refuse('POST', '/HR/User', { ...newcomer, PhoneNumber: '+44 1632 960117' }, exists('PhoneNumber'))
  await refuse('PUT', '/HR/User/3', { Name: 'mira' }, exists('Name'))
  await refuse('POST', '/HR/User', { ...newcomer, Type: 'robot' }, noType)
  await refuse(
    'POST',
    '/HR/User',
    { ...newcomer, Password: 'elevenchars' },
    bodyRefused('Password must have at least 12 characters')
  )
  await refuse('POST', '/RBAC/Role', { Name: 'Editor' }, exists('Name'))
  await refuse('POST', '/Security/Right', { Name: 'IAM view', Type: 1 }, exists('Name', 'Type'))
  await refuse('DELETE', '/HR/Person/2', {}, '409 This is still in use by users')
  await refuse('DELETE', '/Security/RightType/1', {}, '409 This is still in use by rights')
  await refuse('DELETE', '/Data/Source/1', {}, '409 This is still in use by collaborators')
  await refuse('DELETE', '/Desk/Blog/3', {}, '409 This is still in use by posts')
  await refuse('PUT', '/HR/User/9999', { FirstName: 'x' }, '404 There is no user 9999')
  t.same(await people(), before)
})

await t.test('users change their password with the old one, and staff without it', async (t) => {
  const { app, post, sql } = built
  const { Session } = documentOf(
    await post('/resources/Security/Login.json', { UserName: 'admin', Password: ADMIN_PASSWORD })
  )
  const headers = { authorization: String(Session), 'idempotency-key': 'x' }
  const send = (payload: object) =>
    app.inject({ method: 'PUT', url: '/resources/HR/User/1/Password', headers, payload })
  const hash = async () => (await sql`select password_hash from users where id = 1`)[0]
  const before = await hash()
  for (const body of [
    { NewPassword: 'a long new password' },
    { NewPassword: 'a long new password', OldPassword: 'wrong' }
  ]) {
    t.equal((await send(body)).statusCode, 400)
  }
  t.same(await hash(), before)
  t.equal((await send({ NewPassword: 'a long new password', OldPassword: ADMIN_PASSWORD })).statusCode, 204)
  const status = (await send({ NewPassword: 'a longer new password', OldPassword: 'a long new password' })).statusCode
  t.equal(status, 401, 'the change ends the sessions of the user')
  t.equal(
    (await post('/resources/Security/Login.json', { UserName: 'admin', Password: ADMIN_PASSWORD })).statusCode,
    401
  )
  t.equal(
    (await post('/resources/Security/Login.json', { UserName: 'admin', Password: 'a long new password' })).statusCode,
    201
  )

  const staff = await built.senderOf('admin', '/resources')
  const secondStatus = (await staff('PUT', '/HR/User/2/Password', { NewPassword: 'given by the staff' })).statusCode
  t.equal(secondStatus, 204, 'staff need no old password')
  t.equal(
    (await post('/resources/Security/Login.json', { UserName: 'mira', Password: 'given by the staff' })).statusCode,
    201
  )
  const guesses = await Promise.all(
    Array.from({ length: 8 }, () =>
      staff('PUT', '/HR/User/1/Password', { NewPassword: 'a long new password', OldPassword: 'guess' })
    )
  )
  const holds = guesses.some(({ statusCode }) => statusCode === 429)
  t.ok(holds, 'guesses of the old password are limited')
})

await t.test('a role inherits from roles below it, and cycles are refused', async (t) => {
  const { get } = built
  const send = await built.senderOf('admin', '/resources')
  const createRole = async (Name: string) => Number(documentOf(await send('POST', '/RBAC/Role', { Name })).Id)
  const [chief, deputy] = [await createRole('Chief'), await createRole('Deputy')]
  t.equal((await send('PUT', `/RBAC/ToRole/${chief}/Role/${deputy}`)).statusCode, 200)
  t.same(idsOf(documentOf(await get(`/resources/RBAC/Role/${chief}/Roles.json`))), [deputy])
  for (const [above, below] of [
    [deputy, chief],
    [chief, chief]
  ]) {
    t.equal(wordsOf(await send('PUT', `/RBAC/ToRole/${above}/Role/${below}`)), '409 A role cannot be below itself')
  }
  t.equal((await send('PUT', `/RBAC/Role/${deputy}/Right/11`)).statusCode, 200)
  const shown = idsOf(documentOf(await get(`/resources/RBAC/Role/${chief}/Right.json`)))
  t.same(shown, [11], 'the upper role has the rights of the lower one')
  t.equal((await send('DELETE', `/RBAC/ToRole/1/Role/${deputy}`)).statusCode, 404, 'it is part of another role')
  t.equal((await send('DELETE', `/RBAC/ToRole/${chief}/Role/${deputy}`)).statusCode, 204)
  t.equal((await send('DELETE', `/RBAC/ToRole/${chief}/Role/${deputy}`)).statusCode, 404)
  t.same(idsOf(documentOf(await get(`/resources/RBAC/Role/${chief}/Right.json`))), [])
  const rename = () => send('PUT', '/RBAC/Role/Chief', { Name: 'Head' }, { 'idempotency-key': 'rename' })
  t.equal((await rename()).statusCode, 200, 'the name of a role works in place of its id')
  t.equal(documentOf(await rename()).Name, 'Head', 'also when the request is repeated')
  t.equal((await send('DELETE', '/RBAC/Role/Head')).statusCode, 204)
  t.equal((await get('/resources/RBAC/Role/Head')).statusCode, 404)
})

await t.test('a role or right that does not exist is 404, and so is one of nobody', async (t) => {
  const send = await built.senderOf('admin', '/resources')
  for (const path of words`
    /HR/User/9999/Role/1 /HR/User/1/Role/9999 /HR/User/9999/Right/1 /HR/User/1/Right/9999 /RBAC/Role/9999/Right/1
    /RBAC/Role/1/Right/9999 /RBAC/ToRole/9999/Role/1 /RBAC/ToRole/1/Role/9999`) {
    for (const method of ['PUT', 'DELETE'] as const) {
      const [, kind = ''] = /(User|Right|Role)\/9999/.exec(path) ?? []
      const what = kind.toLowerCase()
      t.equal(wordsOf(await send(method, path)), `404 There is no ${what} 9999`, `${method} ${path}`)
    }
  }
})

await t.test('rights that the service checks can be neither renamed nor deleted', async (t) => {
  const send = await built.senderOf('admin', '/resources')
  const rights = await built.sql<
    { Id: number; Name: string }[]
  >`select id, name from rights where name in ('Livedesk edit', 'IAM upload', 'Users update')`
  t.equal(rights.length, 3)
  for (const { Id, Name } of rights) {
    const refused = `409 The service requires the right ${Name}, so it cannot be renamed or deleted`
    t.equal(wordsOf(await send('DELETE', `/Security/Right/${Id}`)), refused)
    t.equal(wordsOf(await send('PUT', `/Security/Right/${Id}`, { Name: 'x' })), refused)
    t.equal((await send('PUT', `/Security/Right/${Id}`, { Description: 'x' })).statusCode, 200, Name)
  }
})

await t.test('a right or role that somebody holds cannot be deleted', async (t) => {
  const send = await built.senderOf('admin', '/resources')
  const create = async (list: string, body: object) => Number(documentOf(await send('POST', list, body)).Id)
  const role = await create('/RBAC/Role', { Name: 'Diver' })
  const right = await create('/Security/Right', { Name: 'Dive', Type: 1 })
  for (const [held, holding, table] of [
    [`/Security/Right/${right}`, `/RBAC/Role/${role}/Right/${right}`, 'role rights'],
    [`/Security/Right/${right}`, `/HR/User/2/Right/${right}`, 'user rights'],
    [`/RBAC/Role/${role}`, `/HR/User/2/Role/${role}`, 'user roles']
  ] as const) {
    t.equal((await send('PUT', holding)).statusCode, 200, holding)
    t.equal(wordsOf(await send('DELETE', held)), `409 This is still in use by ${table}`, holding)
    t.equal((await send('DELETE', holding)).statusCode, 204, 'nothing has taken it away')
  }
  t.equal((await send('PUT', `/RBAC/Role/${role}/Right/${right}`)).statusCode, 200)
  t.equal((await send('DELETE', `/RBAC/Role/${role}`)).statusCode, 204, 'a role that nobody has goes with its rights')
  t.equal((await send('DELETE', `/Security/Right/${right}`)).statusCode, 204)
})

await t.test('the picture of a person can be set, replaced and removed', async (t) => {
  const { get, sql } = built
  const send = await built.senderOf('admin', '/resources')
  const images = await sql<{ Id: number; Content: string }[]>`
    select id, content from image_data_rows where content <> 'content/person.svg' order by id limit 2`
  const icon = async () => documentOf(await get('/resources/HR/Person/2/MetaData/Icon.json')).Content
  for (const { Id, Content } of images) {
    const assigned = await send('POST', `/HR/Person/2/MetaData/${Id}/PersonIcon`)
    t.equal(assigned.statusCode, 201, assigned.body)
    t.match(documentOf(assigned), { Id: '2', MetaData: { Id: `${Id}` }, Person: { Id: '2' } })
    t.match(await icon(), { href: new RegExp(`${Content}$`) })
    t.match(
      documentOf(await get('/resources/Desk/Blog/3/Post.json?X-Filter=AuthorImage,Creator.Id&limit=100')).PostList,
      Array
    )
  }
  const [sound] = await sql<[{ Id: number }]>`select id from audio_data`
  const status = (await send('POST', `/HR/Person/2/MetaData/${sound.Id}/PersonIcon`)).statusCode
  t.equal(status, 404, 'a sound cannot be a picture')
  t.equal((await send('DELETE', '/HR/PersonIcon/2')).statusCode, 204)
  t.equal((await send('DELETE', '/HR/PersonIcon/2')).statusCode, 404)
  t.match(await icon(), { href: /person\.svg$/ })
})
