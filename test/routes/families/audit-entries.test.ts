/** The audit trail tells who has done what and when, and never what was written. */
import t from 'tap'
import { connect } from '../../../db/client.ts'
import { tokens } from '../../../db/tokens.ts'
import { newToken } from '../../../db/secrets.ts'
import { buildApp } from '../../../app.ts'
import { readConfig } from '../../../config.ts'
import { ADMIN_PASSWORD, build } from '../../support/app.ts'
import { photograph } from '../../support/media.ts'
import { until } from '../../support/until.ts'
import { bodyWith, MULTIPART, uploadsOf } from '../uploads.ts'

const SECRET = 'Nobody may find this text in the audit trail'
const built = await build(t, { CACHE_MB: '0' })
const { app, databaseUrl, dataDir, json, sql, tokenOf } = built
/** Logs a user in. Returns a function that sends requests as that user, and gets JSON. */
const senderOf = async (name: string, base: string) => {
  const send = await built.senderOf(name, base)
  return (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object, headers: object = {}) =>
    send(method, path, body, { accept: 'application/json', ...headers })
}
const admin = await senderOf('admin', '/resources/')
const authorization = await tokenOf('admin')

interface Entry {
  readonly Action: string
  readonly Kind: string
}
/** Returns the entries that match a query, the newest first. */
const entriesOf = async (query = ''): Promise<readonly Entry[]> => {
  const { AuditEntryList } = await json(`Security/AuditEntry?X-Filter=*&${query}`, {
    authorization,
    'x-format-values': 'typed'
  })
  return AuditEntryList
}
const newestId = async () => {
  const [{ Id }] = await sql<[{ Id: number }]>`select max(id) as id from audit_entries`
  return Id
}
/** Returns the entries that `work` leaves, the oldest first, without the members that are the same for all. */
const entriesBy = async (work: () => Promise<unknown>) => {
  const last = await newestId()
  await work()
  return sql<Entry[]>`
    select action, kind, item, name, posts, blog, "user", client, token from audit_entries
    where id > ${last} order by id`
}
const idOf = async (name: string) => {
  const [{ Id }] = await sql<[{ Id: number }]>`select id from users where name = ${name}`
  return Id
}

await t.test('each write leaves one entry, with its user and its kind of client', async (t) => {
  const bjarki = await senderOf('bjarki', '/resources/Desk/Blog/3')
  const user = await idOf('bjarki')
  let post = 0
  const insert = async (path: string) => {
    post = Number((await bjarki('POST', path, { Content: SECRET })).json().Id)
  }
  const steps = [
    ['created', () => insert('/Post')],
    ['changed', () => bjarki('PUT', `/Post/${post}`, { Content: `${SECRET}.` })],
    ['submitted', () => bjarki('POST', `/Post/${post}/Submit`)],
    ['returned', () => bjarki('POST', `/Post/${post}/Return`, { Note: SECRET })],
    ['scheduled', () => bjarki('POST', `/Post/${post}/Schedule`, { PublishOn: new Date(Date.now() + 60_000) })],
    ['unscheduled', () => bjarki('POST', `/Post/${post}/Unschedule`)],
    ['published', () => bjarki('POST', `/Post/${post}/Publish`)],
    ['pinned', () => bjarki('POST', `/Post/${post}/Pin`)],
    ['unpinned', () => bjarki('POST', `/Post/${post}/Unpin`)],
    ['marked', () => bjarki('POST', `/Post/${post}/MarkKeyPoint`)],
    ['unmarked', () => bjarki('POST', `/Post/${post}/UnmarkKeyPoint`)],
    ['moved', () => bjarki('PUT', `/Post/${post}/Post/81/Reorder?before=true`)],
    ['withdrawn', () => bjarki('POST', `/Post/${post}/Unpublish`)],
    ['deleted', () => bjarki('DELETE', `/Post/${post}`)],
    ['restored', () => bjarki('POST', `/Post/${post}/Unhide`)],
    ['published', () => insert('/Post/Publish')],
    ['submitted', () => insert('/Post/Submit')]
  ] as const
  for (const [Action, step] of steps) {
    const entries = await entriesBy(step)
    t.match(entries, [{ Action, Kind: 'post', Item: post, Blog: 3, User: user, Client: 'program' }], Action)
    t.equal(entries.length, 1, `${Action}: one entry`)
  }
})

await t.test('blogs, members, settings, syncs, users, roles and files have entries too', async (t) => {
  const made = async (path: string, body: object) => Number((await admin('POST', path, body)).json().Id)
  let blog = 0
  let user = 0
  let right = 0
  let sync = 0
  let webhook = 0
  const steps = [
    [{ Action: 'created', Kind: 'blog' }, async () => (blog = await made('Desk/Blog', { Language: 1, Title: SECRET }))],
    [{ Action: 'changed', Kind: 'blog' }, () => admin('PUT', `Desk/Blog/${blog}`, { Title: `${SECRET}.` })],
    [{ Action: 'opened', Kind: 'blog' }, () => admin('PUT', `Desk/Blog/${blog}/PutLive`)],
    [{ Action: 'closed', Kind: 'blog' }, () => admin('PUT', `Desk/Blog/${blog}`, { ClosedOn: '2026-11-24' })],
    [{ Action: 'reopened', Kind: 'blog' }, () => admin('PUT', `Desk/Blog/${blog}`, { ClosedOn: null })],
    [{ Action: 'hidden', Kind: 'blog' }, () => admin('PUT', `Desk/Blog/${blog}/Hide`)],
    [{ Action: 'shown', Kind: 'blog' }, () => admin('PUT', `Desk/Blog/${blog}/Unhide`)],
    [{ Action: 'created', Kind: 'member', Item: 17 }, () => admin('PUT', `Desk/Blog/${blog}/Collaborator/17/Add`)],
    [
      { Action: 'changed', Kind: 'member', Name: 'Administrator' },
      () => admin('PUT', `Desk/Blog/${blog}/Collaborator/17/Type/Administrator`)
    ],
    [{ Action: 'deleted', Kind: 'member' }, () => admin('DELETE', `Desk/Blog/${blog}/Collaborator/17/Remove`)],
    [
      { Action: 'created', Kind: 'configuration', Name: 'colour' },
      () => admin('POST', `Desk/Blog/${blog}/Configuration`, { Name: 'colour', Value: SECRET })
    ],
    [
      { Action: 'created', Kind: 'sync' },
      async () => {
        const there = { Type: 'chained blog', Name: 'There', URI: 'https://there.example/resources/Desk/Blog/1' }
        const Source = await made(`Desk/Blog/${blog}/Source`, there)
        sync = await made('Desk/Sync', { Blog: blog, Source, Auto: false, IsPaused: true })
      }
    ],
    [{ Action: 'deleted', Kind: 'sync' }, () => admin('DELETE', `Desk/Sync/${sync}`)],
    [
      { Action: 'created', Kind: 'webhook' },
      async () => (webhook = await made(`Desk/Blog/${blog}/Webhook`, { Address: 'https://there.example/' }))
    ],
    [{ Action: 'changed', Kind: 'webhook' }, () => admin('PUT', `Desk/Webhook/${webhook}`, { IsOn: false })],
    [{ Action: 'changed', Kind: 'webhook' }, () => admin('POST', `Desk/Webhook/${webhook}/Secret`)],
    [{ Action: 'deleted', Kind: 'webhook' }, () => admin('DELETE', `Desk/Webhook/${webhook}`)],
    [
      { Action: 'created', Kind: 'user', Name: 'kit' },
      async () => (user = await made('HR/User', { Name: 'kit', Password: SECRET, FirstName: SECRET }))
    ],
    [{ Action: 'changed', Kind: 'user' }, () => admin('PUT', `HR/User/${user}`, { Name: 'kit2', LastName: SECRET })],
    [{ Action: 'changed', Kind: 'password' }, () => admin('PUT', `HR/User/${user}/Password`, { NewPassword: SECRET })],
    [{ Action: 'granted', Kind: 'user', Name: 'Collaborator' }, () => admin('PUT', `HR/User/${user}/Role/2`)],
    [{ Action: 'revoked', Kind: 'user', Name: 'Collaborator' }, () => admin('DELETE', `HR/User/${user}/Role/2`)],
    [
      { Action: 'created', Kind: 'right', Name: 'Fly' },
      async () => {
        right = await made('Security/Right', { Name: 'Fly', Type: 1 })
      }
    ],
    [{ Action: 'granted', Kind: 'user', Name: 'Fly' }, () => admin('PUT', `HR/User/${user}/Right/${right}`)],
    [{ Action: 'granted', Kind: 'role', Name: 'Fly' }, () => admin('PUT', `RBAC/Role/3/Right/${right}`)],
    [{ Action: 'closed', Kind: 'user' }, () => admin('DELETE', `HR/User/${user}`)],
    [
      { Action: 'created', Kind: 'file' },
      async () => {
        const body = bodyWith(await photograph())
        return built.post(uploadsOf(1), body, { 'content-type': MULTIPART, authorization })
      }
    ]
  ] as const
  for (const [entry, step] of steps) {
    const about = `${entry.Action} ${entry.Kind}`
    const entries = await entriesBy(step)
    t.match(entries, [{ ...entry, User: 1, Client: 'program' }], about)
    t.equal(entries.length, 1, `${about}: one entry`)
  }
})

await t.test('a refused write leaves no entry, and neither does one that changes nothing', async (t) => {
  await sql`delete from user_roles where "user" = ${await idOf('mira')}`
  const mira = await senderOf('mira', '/resources/Desk/Blog/3')
  const refusals = [
    [400, () => admin('POST', 'Desk/Blog/3/Post', { Contents: 'x' })],
    [403, () => mira('POST', '/Post/81/Unpublish')],
    [409, () => admin('POST', 'Desk/Blog/3/Post/81/Publish')],
    [412, () => admin('PUT', 'Desk/Blog/3/Post/81', { Content: 'x' }, { 'if-match': '"4711"' })],
    [404, () => admin('DELETE', 'Desk/Blog/3/Post/4711')]
  ] as const
  for (const [status, refused] of refusals) {
    t.same(await entriesBy(async () => t.equal((await refused()).statusCode, status)), [])
  }
  const key = { 'idempotency-key': 'once' }
  const insert = () => admin('POST', 'Desk/Blog/3/Post', { Content: 'x' }, key)
  t.equal((await entriesBy(insert)).length, 1)
  t.same(await entriesBy(insert), [], 'a repeated request')
})

await t.test('an entry names the kind of client', async (t) => {
  const token = newToken()
  await tokens(sql).addUnlimited('admin', 'wire import', token)
  const insert = (headers: Record<string, string>) => () =>
    built.post('/resources/Desk/Blog/3/Post', { Content: 'x' }, headers)
  t.match(await entriesBy(insert({ authorization: token })), [{ Client: 'token', Token: 'wire import', User: 1 }])

  const login = await app.inject({
    method: 'POST',
    url: '/login',
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' },
    payload: new URLSearchParams({ UserName: 'admin', Password: ADMIN_PASSWORD }).toString()
  })
  const [cookie = ''] = String(login.headers['set-cookie']).split(';')
  const sent = { cookie, 'sec-fetch-site': 'same-origin', accept: 'application/json' }
  t.match(await entriesBy(insert(sent)), [{ Client: 'browser', User: 1 }])

  const comment = () => built.post('/resources/Desk/Blog/1/Comment/Post', { UserName: 'Sam', CommentText: SECRET })
  // The first comment of all makes the account under which the service stores comments.
  await comment()
  t.match(await entriesBy(comment), [{ Client: 'reader', Action: 'created', Kind: 'post', User: undefined }])

  const { Id } = (await admin('POST', 'Desk/Blog/3/Post', { Content: 'x' })).json()
  await sql`update posts set publish_on = now() where id = ${Number(Id)}`
  await until(() => entriesOf(`item=${Id}&action=published`), { length: 1 })
  t.match(await entriesOf(`item=${Id}&action=published`), [{ Client: 'service' }])
  const command = connect({ url: databaseUrl, client: 'command', max: 1 })
  for (const [pool, Client] of [
    [sql, 'database'],
    [command, 'command']
  ] as const) {
    const change = () => pool`update posts set content = ${Client} where id = ${Number(Id)}`
    t.match(await entriesBy(change), [{ Client, User: undefined }])
  }
  await command.end()
})

await t.test('posts of one statement share an entry', async (t) => {
  const entries = await entriesBy(
    () => sql`insert into posts (blog, creator, content) select 2, 1, 'x' from generate_series(1, 500)`
  )
  t.match(entries, [{ Action: 'created', Kind: 'post', Posts: 500, Blog: 2 }])
  t.equal(entries.length, 1)
})

await t.test('administrators find entries, page by page', async (t) => {
  const all = await json('Security/AuditEntry?limit=2', { authorization })
  t.equal(all.AuditEntryList.length, 2)
  const total = Number(all.total)
  t.ok(total > 40)
  t.same(await entriesOf('kind=post&action=restored').then((entries) => entries.length), 1)
  t.equal((await entriesOf(`user=${await idOf('bjarki')}&limit=100`)).length, 17)
  t.ok((await entriesOf('blog=3&client=token')).every((entry) => entry.Kind === 'post'))
  const [middle] = await sql<[{ On: string }]>`
    select (happened_on at time zone 'UTC')::text as on from audit_entries where id = ${(await newestId()) - 10}`
  const query = (bound: string) => `happenedOn.${bound}=${encodeURIComponent(middle.On)}`
  const count = async (bound: string) => {
    const { total } = await json(`Security/AuditEntry?${query(bound)}&limit=0`, { authorization })
    return Number(total)
  }
  t.equal((await count('until')) + (await count('start')), total)
  const [newest] = (await json('Security/AuditEntry?limit=1&X-Filter=Id', { authorization })).AuditEntryList
  t.equal(Number((await json(`Security/AuditEntry/${newest.Id}`, { authorization })).Id), await newestId())
  t.match((await admin('GET', 'Security/AuditEntry?params=show')).body, 'happenedOn.since')
})

await t.test('others may not read them, and nothing that anybody wrote is in them', async (t) => {
  const mira = await senderOf('mira', '/resources/')
  const [{ Id }] = await sql<[{ Id: number }]>`select min(id) as id from audit_entries`
  for (const path of ['Security/AuditEntry', `Security/AuditEntry/${Id}`]) {
    t.equal((await mira('GET', path)).statusCode, 403)
    t.equal((await built.get(`/resources/${path}`)).statusCode, 401)
  }
  const [{ Text }] = await sql<[{ Text: string }]>`
    select string_agg(entry::text, '') as text from audit_entries as entry`
  t.notMatch(Text, SECRET)
})

await t.test('old entries go, step by step', async (t) => {
  await sql`
    insert into audit_entries (action, kind, happened_on)
    select 'changed', 'post', now() - interval '31 days' from generate_series(1, 2500)`
  const [{ Count: before }] = await sql<[{ Count: number }]>`select count(*)::integer as count from audit_entries`
  const config = readConfig({ DATABASE_URL: databaseUrl, DATA_DIR: dataDir, AUDIT_DAYS: '30', FOLLOW: 'false' })
  const other = await buildApp(config, { databaseUrl })
  await other.ready()
  const count = async () => {
    const [{ Count }] = await sql<[{ Count: number }]>`select count(*)::integer as count from audit_entries`
    return Count
  }
  t.equal(await until(count, (left) => left === before - 2500), before - 2500)
  await other.close()
})
