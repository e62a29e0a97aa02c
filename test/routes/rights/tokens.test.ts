/** API tokens: users make them with limits, and each use is within these limits and within the rights of the user. */
import t from 'tap'
import { tokens } from '../../../db/tokens.ts'
import { newToken } from '../../../db/secrets.ts'
import { hashToken } from '../../../db/sessions.ts'
import { build } from '../../support/app.ts'
import { photograph } from '../../support/media.ts'
import { bodyWith, MULTIPART, uploadsOf } from '../uploads.ts'
import { bodyRefused, wordsOf } from '../problem.ts'
import { numberFrom } from '../../support/database.ts'

// A stranger sees neither drafts nor profiles, so the rights of a token show.
const built = await build(t, { CACHE_MB: '0', PUBLIC_DRAFTS: 'false', PUBLIC_PROFILES: 'false' })
const { app, sql, tokenOf } = built
type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

const sender =
  (authorization: string) =>
  (method: Method, path: string, body?: object, headers: Readonly<Record<string, string>> = {}) =>
    app.inject({
      method,
      url: `/resources/${path}`,
      headers: { authorization, accept: 'application/json', ...headers },
      ...(body && { payload: body })
    })
// Bjarki is the creator of blog 3 (user 3) and an administrator of the service.
const bjarki = sender(await tokenOf('bjarki'))
const admin = sender(await tokenOf('admin'))
const mira = sender(await tokenOf('mira'))
const MINE = 'HR/User/3/Token'
const DRAFT = (
  await sql<[{ Id: number }]>`
  select id from posts where blog = 3 and published_on is null and deleted_on is null order by id limit 1`
)[0].Id

const make = async (body: object) => {
  const made = await bjarki('POST', MINE, { Name: 'a program', ...body })
  t.equal(made.statusCode, 201, made.body)
  const { Token, ...row } = made.json()
  return { row, send: sender(Token), Token: String(Token) }
}
const statusOf = async (answer: ReturnType<typeof bjarki>) => (await answer).statusCode
/** Returns the words of a refusal; the status of other answers. */
const words = async (answer: ReturnType<typeof bjarki>) => wordsOf(await answer)

await t.test('users make, list and revoke their tokens; the token is shown once', async (t) => {
  const { row, send, Token } = await make({ Name: 'wire import', Allows: 'publish', Blog: 3 })
  t.match(Token, /^[\w-]{43}$/)
  t.match(row, { Name: 'wire import', Allows: 'publish', Blog: { Id: '3' }, User: { Id: '3' } })
  t.equal(row.LastUsedOn, undefined)
  t.equal(await statusOf(send('POST', 'Desk/Blog/3/Post/Publish', { Content: 'Polls are open.' })), 201)
  const listed = await bjarki('GET', `${MINE}?X-Filter=*`)
  const [shown] = listed.json().TokenList
  t.match(shown, { Id: row.Id, Name: 'wire import', LastUsedOn: String })
  t.equal((await bjarki('GET', `${MINE}/${row.Id}`)).json().Name, 'wire import')
  t.notMatch(listed.body, Token)
  const [{ Text }] = await sql<[{ Text: string }]>`select string_agg(sessions::text, '') as text from sessions`
  t.notMatch(Text, Token, 'only its hash is stored')

  t.equal(await statusOf(bjarki('DELETE', `${MINE}/${row.Id}`)), 204)
  t.equal(await statusOf(send('GET', 'my/Desk/Blog/3')), 401)
  t.equal(await statusOf(bjarki('DELETE', `${MINE}/${row.Id}`)), 404)
  const entries = (await admin('GET', 'Security/AuditEntry?kind=token&X-Filter=Action,Name')).json().AuditEntryList
  t.equal(entries.length, 2)
  t.match(entries, [
    { Action: 'revoked', Name: 'wire import' },
    { Action: 'created', Name: 'wire import' }
  ])
})

await t.test('bad tokens are refused, and so are too many', async (t) => {
  const sent = async (body: object) => wordsOf(await bjarki('POST', MINE, { Name: 'x', Allows: 'read', ...body }))
  t.equal(await sent({ Allows: 'everything' }), bodyRefused('Allows must be read or draft or publish'))
  t.equal(await sent({ Name: '' }), bodyRefused('Name is missing'))
  t.equal(await sent({ Name: 'x'.repeat(256) }), bodyRefused('Name must have at most 255 characters'))
  t.equal(await sent({ Blog: 99 }), '400 The body was refused; nothing was stored\n    Blog is not the Id of any Blog')

  const key = { 'idempotency-key': 'one token' }
  const once = { Name: 'x', Allows: 'read' }
  const made = await Promise.all([1, 2, 3].map(() => bjarki('POST', MINE, once, key)))
  t.same(made.map(({ statusCode }) => statusCode).sort(), [201, 409, 409])
  t.equal(
    wordsOf(await bjarki('POST', MINE, once, key)),
    '409 This request has made a token before, which only its first response could show. Revoke it, and make another ' +
      'one with another Idempotency-Key'
  )
  t.equal(await statusOf(bjarki('POST', MINE, { ...once, Name: 'y' }, key)), 422)
  t.equal((await bjarki('GET', MINE)).json().total, '1')
  await sql`
    insert into sessions (token_hash, "user", name)
    select sha256(n::text::bytea), 3, 'x' from generate_series(1, 48) as n`
  const last = await Promise.all([1, 2, 3].map(() => bjarki('POST', MINE, once)))
  const full = '409 A user has at most 50 tokens; revoke one first'
  t.same(last.map(wordsOf).sort(), ['201', full, full])
  await sql`delete from sessions where name = 'x'`
})

await t.test('administrators see and revoke the tokens of others, but make none', async (t) => {
  const { row } = await make({ Allows: 'read' })
  await make({ Name: 'a newer one', Allows: 'read' })
  const all = (await admin('GET', 'Security/Token?user=3&X-Filter=*')).json().TokenList
  t.equal(all.length, 2)
  t.match(all, [{ Id: row.Id, Name: 'a program' }, { Name: 'a newer one' }])
  t.equal(await words(admin('POST', MINE, { Name: 'x', Allows: 'read' })), '403 Users make their API tokens themselves')
  const notHers = '403 Only the user themselves, and holders of the right Users update may do this'
  t.equal(await words(mira('GET', MINE)), notHers)
  t.equal(await words(mira('GET', 'Security/Token')), '403 Only holders of the right Users update may do this')
  t.equal(await words(mira('DELETE', `${MINE}/${row.Id}`)), notHers)
  t.equal(await statusOf(admin('DELETE', `${MINE}/${row.Id}`)), 204)
})

await t.test('each token does what it allows, and no more', async (t) => {
  const insert = (send: ReturnType<typeof sender>) => send('POST', 'Desk/Blog/3/Post', { Content: 'x' })
  const publish = (send: ReturnType<typeof sender>) => send('POST', 'Desk/Blog/3/Post/Publish', { Content: 'x' })
  const limited = '403 API tokens with limits cannot do this; log in'
  for (const [Allows, mayDraft, mayPublish] of [
    [
      'read',
      '403 This API token allows read only, and this needs draft',
      '403 This API token allows read only, and this needs publish'
    ],
    ['draft', '201', '403 This API token allows draft only, and this needs publish'],
    ['publish', '201', '201']
  ] as const) {
    const { send, Token } = await make({ Allows })
    t.equal(await statusOf(send('GET', `Desk/Blog/3/Post/${DRAFT}`)), 200, `${Allows}: drafts`)
    t.match((await send('GET', 'HR/User/3')).json(), { Name: 'bjarki' })
    t.equal(await words(insert(send)), mayDraft)
    t.equal(await words(publish(send)), mayPublish)
    const pinned = await words(send('POST', `Desk/Blog/3/Post/${DRAFT}/Pin`))
    t.equal(pinned, Allows === 'publish' ? '409 This post is not published' : mayPublish)
    const upload = await built.post(uploadsOf(3), bodyWith(await photograph()), {
      authorization: Token,
      'content-type': MULTIPART
    })
    t.equal(wordsOf(upload), mayDraft, `${Allows}: upload`)
    // Bjarki may do all that in a session.
    t.equal(await words(send('POST', 'Desk/Blog', { Title: 'x', Language: 1 })), limited)
    t.equal(await words(send('PUT', 'HR/User/2', { FirstName: 'x' })), limited)
    t.equal(await words(send('GET', 'Security/AuditEntry')), limited)
    t.equal(await words(send('GET', MINE)), limited)
    t.equal(await words(send('DELETE', 'Security/Login')), limited)
  }
  const draft = await make({ Allows: 'draft' })
  const own = (await insert(draft.send)).json()
  t.equal(await statusOf(draft.send('PUT', `Desk/Blog/3/Post/${own.Id}`, { Content: 'y' })), 200)
  const draftOnly = '403 This API token allows draft only, and this needs publish'
  t.equal(await words(draft.send('POST', `Desk/Blog/3/Post/${own.Id}/Publish`)), draftOnly)
  t.equal(await words(draft.send('PUT', 'Archive/MetaInfo/1', { Title: 'x' })), draftOnly, 'a text that readers see')
})

const NO_RIGHT =
  '403 Only the creator and the administrators of the blog, and holders of the right Livedesk edit may do this'

await t.test('a token never exceeds the rights of its user', async (t) => {
  await sql`delete from user_roles where "user" = 2`
  const made = await mira('POST', 'HR/User/2/Token', { Name: 'mine', Allows: 'publish' })
  const send = sender(made.json().Token)
  t.equal(await statusOf(send('POST', 'Desk/Blog/3/Post', { Content: 'x' })), 201)
  t.equal(await words(send('POST', 'Desk/Blog/3/Post/Publish', { Content: 'x' })), NO_RIGHT)
})

await t.test('a token for one blog is a stranger everywhere else', async (t) => {
  const { send, Token } = await make({ Allows: 'publish', Blog: 2 })
  await sql`update blogs set closed_on = null where id = 2`
  const stranger = sender('')
  const own = await numberFrom(sql`
    insert into posts (blog, creator, content) values (2, 3, 'a draft') returning id`)
  t.equal(await statusOf(send('GET', `Desk/Blog/2/Post/${own}`)), 200)
  t.equal(await statusOf(send('POST', 'Desk/Blog/2/Post/Publish', { Content: 'x' })), 201)
  const elsewhere = '403 This API token is for blog 2 only'
  t.equal(await words(send('POST', 'Desk/Blog/3/Post', { Content: 'x' })), elsewhere)
  for (const path of [
    `Desk/Blog/3/Post/${DRAFT}`,
    'Desk/Blog/3/Post',
    'Desk/Blog/3/Post/Unpublished',
    'Data/Post?limit=100',
    `Data/Post/${own}`,
    'HR/User/3',
    'Archive/MetaData'
  ]) {
    const [asStranger, asToken] = [await stranger('GET', path), await send('GET', path)]
    t.same(
      [asToken.statusCode, asToken.body.replace(/"instance":"[^"]*"/, '')],
      [asStranger.statusCode, asStranger.body.replace(/"instance":"[^"]*"/, '')]
    )
    const below = await send('GET', `my/${path}`)
    t.equal(below.statusCode, asStranger.statusCode, `my/${path}`)
  }
  const creator = await send('POST', 'Desk/Blog/2/Post', { Content: 'x' }, { 'x-filter': 'Creator.EMail,Creator.Id' })
  t.match(creator.json(), { Creator: { Id: '3' } })
  t.notMatch(creator.body, 'EMail', 'profiles belong to no blog')
  await sql`update blogs set live_on = null where id in (2, 3)`
  for (const [blog, status] of [
    [2, 200],
    [3, 404]
  ] as const) {
    const page = await app.inject({ url: `/live/${blog}`, headers: { authorization: Token } })
    t.equal(page.statusCode, status, `the preview of blog ${blog}`)
  }
})

await t.test('no token, not even one without limits, gives its user access', async (t) => {
  const unlimited = newToken()
  await tokens(sql).addUnlimited('admin', 'provisioning', unlimited)
  const send = sender(unlimited)
  for (const [method, path, body] of [
    ['POST', 'HR/User/1/Token', { Name: 'x', Allows: 'read' }],
    ['PUT', 'HR/User/1/Password', { OldPassword: 'x', NewPassword: 'x'.repeat(12) }],
    ['PUT', 'HR/User/1/Role/2'],
    ['PUT', 'HR/User/1/Right/1'],
    // A right of all who have the role.
    ['PUT', 'RBAC/Role/1/Right/1'],
    ['PUT', 'RBAC/ToRole/1/Role/2'],
    // Under the name of another right, it gives its holders that one.
    ['PUT', 'Security/Right/1', { Name: 'Livedesk edit', Type: 2 }]
  ] as const) {
    const refusal = '403 An API token cannot decide who logs in as its user, or what the user may; log in'
    t.equal(await words(send(method, path, body)), refusal, path)
  }
  const logout = '403 An API token cannot log out; the operator can revoke it'
  t.equal(await words(send('DELETE', 'Security/Login')), logout)
  t.equal(await statusOf(send('PUT', 'HR/User/2/Role/2')), 200, 'it still looks after others')
  const renamed = await words(admin('PUT', 'Security/Right/15', { Name: 'x' }))
  t.equal(renamed, '409 The service requires the right Assistant publish, so it cannot be renamed or deleted')
  t.match((await admin('GET', 'Security/Token?name=provisioning&X-Filter=*')).json().TokenList, [
    { Allows: 'everything', Name: 'provisioning' }
  ])
})

await t.test('a token of a closed account is not valid, even if the database still has it', async (t) => {
  const token = newToken()
  await sql`insert into sessions (token_hash, "user", name)
    select ${hashToken(token)}, id, 'a program' from users where not active limit 1`
  t.equal(await numberFrom(sql`select count(*) from sessions where token_hash = ${hashToken(token)}`), 1)
  t.equal(await statusOf(sender(token)('GET', 'my/Desk/Blog/3')), 401)
})
