/** The audit trail tells who has done what and when, and never the texts. */
import t from 'tap'
import { auditEntries } from '../../../db/audit-entries.ts'
import { connect } from '../../../db/client.ts'
import { tokens } from '../../../db/tokens.ts'
import { newToken } from '../../../db/secrets.ts'
import { READ_TIMEOUT } from '../../../db/time-limits.ts'
import { golden } from '../../support/golden.ts'
import { photograph } from '../../support/media.ts'
import { each, ADMIN_PASSWORD, build, replicaOf, until, numberFrom, untilWaitingForLocks } from '../../support/index.ts'
import { stable } from '../still.ts'
import { bodyWith, MULTIPART, uploadsOf } from '../uploads.ts'
import { prepareRows, writesOf } from '../writes.ts'

const SECRET = 'Nobody may find this text in the audit trail'
const built = await build(t, { CACHE_MB: '0' })
const { app, databaseUrl, json, sql, tokenOf } = built
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
const newestId = () => numberFrom(sql`select max(id) as id from audit_entries`)
/** Returns the entries that `work` leaves, the oldest first, without the members that are the same for all. */
const entriesBy = async (work: () => Promise<unknown>) => {
  const last = await newestId()
  await work()
  return sql<Entry[]>`
    select action, kind, item, name, posts, blog, "user", client, token from audit_entries
    where id > ${last} order by id`
}
const idOf = (name: string) => numberFrom(sql`select id from users where name = ${name}`)

/** Notes which table each statement changes, and how long PostgreSQL lets the statement run. */
const noteTimeouts = () =>
  sql`
    create table timeouts (name text, milliseconds integer);
    create function note_timeout() returns trigger language plpgsql as $$
    begin
      insert into timeouts select tg_table_name, setting::integer from pg_settings where name = 'statement_timeout';
      return null;
    end $$;
    do $$
    declare
      name text;
    begin
      for name in select tablename from pg_tables where schemaname = 'public' and tablename <> 'timeouts' loop
        execute format('create trigger note_timeout after insert or update or delete on %I
          execute function note_timeout()', name);
      end loop;
    end $$`.simple()

await t.test('each write leaves the entries that are meant, with its user and its kind of client', async (t) => {
  await prepareRows(sql)
  await noteTimeouts()
  const sections: string[] = []
  for (const { name, request } of writesOf(app)) {
    const entries = await entriesBy(async () => {
      const { statusCode, body } = await app.inject({ ...request, headers: { authorization } })
      t.ok(statusCode < 300, `${name} ${body}`)
    })
    sections.push(`${name}\n${entries.map((entry) => `  ${JSON.stringify(entry)}\n`).join('')}`)
  }
  const upload = async () => {
    const body = bodyWith(await photograph())
    return built.post(uploadsOf(1), body, { 'content-type': MULTIPART, authorization })
  }
  t.match(await entriesBy(upload), [{ Action: 'created', Kind: 'file', User: 1, Client: 'program' }])
  await golden(t, 'audit-entries.txt', stable(sections.join('')))
  const names = await sql`select distinct name from timeouts where milliseconds = ${READ_TIMEOUT}`
  t.same(each(names, 'Name'), [], 'no read waits on the same connection for the lock that a write needs')
  for (const [Action, ClosedOn] of Object.entries({ closed: '2026-11-24', reopened: null })) {
    t.match(await entriesBy(() => admin('PUT', 'Desk/Blog/3', { ClosedOn })), [{ Action, Kind: 'blog', Blog: 3 }])
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
  t.equal((await entriesOf('kind=blog&action=hidden')).length, 1)
  const bjarki = await senderOf('bjarki', '/resources/Desk/Blog/3')
  for (const Content of ['one', 'two']) await bjarki('POST', '/Post', { Content })
  t.equal((await entriesOf(`user=${await idOf('bjarki')}`)).length, 2)
  t.match(await entriesOf('blog=3&client=token&token=wire%20import'), [{ Kind: 'post', Token: 'wire import' }])
  const all = await json('Security/AuditEntry?limit=2', { authorization })
  t.equal(all.AuditEntryList.length, 2)
  const total = Number(all.total)
  t.ok(total > 40)
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
  const Id = await numberFrom(sql`select min(id) as id from audit_entries`)
  for (const path of ['Security/AuditEntry', `Security/AuditEntry/${Id}`]) {
    t.equal((await mira('GET', path)).statusCode, 403)
    t.equal((await built.get(`/resources/${path}`)).statusCode, 401)
  }
  for (const [method, path, body] of [
    ['POST', 'Desk/Blog', { Language: 1, Title: SECRET, Description: SECRET }],
    ['POST', 'Desk/Blog/3/Post', { Content: SECRET }],
    ['PUT', 'Desk/Blog/3/Post/81', { Content: SECRET }],
    ['POST', 'Desk/Blog/3/Configuration', { Name: 'secret', Value: SECRET }],
    ['POST', 'HR/User', { Name: 'kit', Password: SECRET, FirstName: SECRET }]
  ] as const) {
    t.ok((await admin(method, path, body)).statusCode < 300, path)
  }
  const [{ Text }] = await sql<[{ Text: string }]>`
    select string_agg(entry::text, '') as text from audit_entries as entry`
  t.notMatch(Text, SECRET)
})

await t.test('a step that removes old entries reads no others', async (t) => {
  const pool = connect({ url: databaseUrl, max: 1 })
  t.teardown(() => pool.end())
  await pool`
    insert into audit_entries (action, kind, happened_on)
    select 'changed', 'post', now() - interval '31 days' from generate_series(1, 20000);
    analyze audit_entries`.simple()
  const [mayBeMore, read] = await pool.begin(async (transaction) => [
    await auditEntries(transaction).removeOld(30),
    await numberFrom(transaction`
      select seq_tup_read + idx_tup_fetch from pg_stat_xact_user_tables where relname = 'audit_entries'`)
  ])
  t.ok(mayBeMore)
  t.ok(read <= 2000, `${read} entries read`)
})

await t.test('old entries go, step by step', async (t) => {
  await sql`
    insert into audit_entries (action, kind, happened_on)
    select 'changed', 'post', now() - interval '31 days' from generate_series(1, 2500)`
  const young = await numberFrom(sql`
    select count(*)::integer as count from audit_entries where happened_on > now() - interval '30 days'`)
  await replicaOf(t, built, { AUDIT_DAYS: '30', FOLLOW: 'false' })
  const count = () => numberFrom(sql`select count(*)::integer as count from audit_entries`)
  await until(count, (left) => left === young)
})

await t.test('a service that stops while old entries go waits for one step', async (t) => {
  await sql`
    insert into audit_entries (action, kind, happened_on)
    select 'changed', 'post', now() - interval '31 days' from generate_series(1, 2500)`
  const stopped = await sql.begin(async (lock) => {
    await lock`lock table audit_entries in exclusive mode`
    const replica = await replicaOf(t, built, { AUDIT_DAYS: '30', FOLLOW: 'false' })
    await untilWaitingForLocks(sql)
    return { promise: replica.close() }
  })
  await stopped.promise
  const old = sql`select count(*)::integer as count from audit_entries where happened_on < now() - interval '30 days'`
  const left = await numberFrom(old)
  t.ok(left >= 1500 && left < 2500, `${left} are left`)
})
