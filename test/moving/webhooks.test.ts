/** Webhooks tell other programs of changes: signed, in order, at least once, and never in the way of a write. */
import type { IncomingMessage } from 'node:http'
import { Registry } from 'prom-client'
import t, { type Test } from 'tap'
import type { AppOptions } from '../../app.ts'
import { build, each, remembering, until, wordsOf } from '../support/index.ts'
import { openReceiver } from '../../bench/webhooks/receiver.ts'
import { atOnce } from '../support/at-once.ts'
import { silenceNotifications } from '../routes/cached.ts'

const BASE = 'https://live.example'
const ON = { WEBHOOKS: 'true', WEBHOOKS_PRIVATE: 'true', BASE_URL: BASE }

/** Builds a service with a receiver, and a blog that is live. */
const newsroom = async (
  t: Test,
  env: Readonly<Record<string, string>> = ON,
  options: Pick<AppOptions, 'logger' | 'registry'> = {}
) => {
  const service = await build(t, env, options)
  const hook = await openReceiver(t)
  const send = await service.senderOf('admin', '/resources')
  const json = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) => {
    const response = await send(method, path, body, { accept: 'application/json', 'x-format-values': 'typed' })
    return response.statusCode === 204 ? {} : response.json()
  }
  const blogOf = async (Title: string) => {
    const { Id } = await json('POST', '/Desk/Blog', { Title, Language: 1 })
    await send('PUT', `/Desk/Blog/${Id}/PutLive`)
    return Number(Id)
  }
  const blog = await blogOf('Night')
  return {
    ...{ ...service, ...hook, send, api: json, blog, blogOf },
    /** Publishes a post. @returns its id and its change number */
    publish: async (Content: string, where = blog): Promise<{ Id: number; CId: number }> =>
      json('POST', `/Desk/Blog/${where}/Post/Published`, { Content }),
    /** Makes a webhook of the receiver, of the blog unless another list is named. */
    register: async (list = `/Desk/Blog/${blog}/Webhook`, Address = hook.origin) => {
      const made = await json('POST', list, { Address })
      hook.secrets.push(made.Secret)
      return { ...made, path: `/Desk/Webhook/${made.Id}` }
    },
    /** Lets the next try of all webhooks be now. */
    tryNow: () => service.sql`update webhook_states set next_try_on = now()`
  }
}

t.test('a webhook says that its receiver does not encrypt as its address says', async (t) => {
  const { api, register, received, origin, send } = await newsroom(t)
  const { path } = await register(undefined, origin.replace('http:', 'https:'))
  await send('POST', `${path}/Delivery`)
  const { Error: reason } = await until(
    () => api('GET', path),
    ({ Error }) => Error !== undefined
  )
  t.equal(reason, 'The receiver cannot be reached: the server does not encrypt (TLS) in a way that is known here')
  t.same(received, [])
})

t.test('a receiver learns of each change that readers see, by messages of the standard', atOnce(), async (t) => {
  const { api, blog, publish, register, received, secrets, send, settings } = await newsroom(t)
  const isKnown = ({ headers }: IncomingMessage) => headers['user-agent'] === 'Desk-Webhooks/1.0'
  settings.answer = (response) => response.writeHead(isKnown(response.req) ? 204 : 406).end()
  const first = await publish('before the webhook')
  await register()
  await send('POST', `/Desk/Blog/${blog}/Post`, { Content: 'a draft' })
  const { Id, CId } = await publish('one')
  await until(() => received.length === 1)
  t.match(received, [
    {
      type: 'blog.changed',
      ...{ blog, since: first.CId, newest: CId, kinds: ['published'], verifiedBy: secrets, signatures: 1 },
      changes: `${BASE}/resources/Desk/Blog/${blog}/Post/Published?cId.since=${first.CId}`,
      id: /^msg_[0-9a-f]{32}$/
    }
  ])
  const { pathname, search } = new URL(received[0]?.changes ?? '')
  const { lastCId } = await api('GET', `${pathname.replace('/resources', '')}${search}`)
  t.equal(lastCId, CId, 'the address leads to the changes')

  await send('POST', `/Desk/Blog/${blog}/Post/${Id}/Unpublish`)
  await until(() => received.length === 2)
  await send('DELETE', `/Desk/Blog/${blog}/Post/${Id}`)
  await until(() => received.length === 3)
  t.same(each(received, 'kinds'), [['published'], ['unpublished'], ['deleted']])
  t.same(
    each(received.slice(1), 'since'),
    each(received.slice(0, -1), 'newest'),
    'each begins where the last one ended'
  )
})

t.test('the changes are at the address when the message arrives', atOnce(), async (t) => {
  const { blog, get, publish, register, received, settings, sql } = await newsroom(t)
  await publish('before')
  await register()
  await silenceNotifications(sql)
  const list = (since: number) => `/resources/Desk/Blog/${blog}/Post/Published?cId.since=${since}`
  const seen: (string | undefined)[] = []
  settings.answer = async (response) => {
    const { since = 0, newest = 0 } = received.at(-1) ?? {}
    seen.push(/lastCId="(\d+)"/.exec((await get(list(since))).body)?.[1])
    if (seen.length < 5) {
      // The receiver reads until it knows everything. Then the next change is committed.
      await get(list(newest))
      await sql`update posts set content = ${`time ${newest}`} where blog = ${blog}`
    }
    response.writeHead(200).end()
  }
  await publish('one')
  await until(() => seen.length === 5)
  t.same(
    seen,
    received.map(({ newest }) => String(newest))
  )
})

t.test('a webhook that works announces also after the clock has gone back', atOnce(), async (t) => {
  const { publish, register, received, sql } = await newsroom(t)
  await register()
  await publish('before')
  await until(() => received.length === 1)
  await until(async () => (await sql`select from webhook_deliveries where is_waiting`).count === 0)
  // After a step back of an hour, the noted times are in the future. The process that held the webhook is gone.
  await sql`
    update webhook_states
    set next_try_on = now() + interval '1 hour', held_until = now() + interval '1 hour', holder = 'gone'`
  const { CId } = await publish('after')
  await until(() => received.at(-1)?.newest === CId)
})

t.test('a webhook that failed is tried again when the clock has gone back by hours', atOnce(), async (t) => {
  const { publish, register, received, settings, sql } = await newsroom(t)
  await register()
  settings.answer = (response) => response.writeHead(500).end()
  const { CId } = await publish('refused')
  await until(async () => (await sql`select from webhook_states where failures > 0`).count === 1)
  settings.answer = (response) => response.writeHead(204).end()
  const tries = received.length
  await sql`update webhook_states set next_try_on = now() + interval '3 hours'`
  await until(() => received.length > tries)
  t.equal(received.at(-1)?.newest, CId)
})

t.test('many changes are few messages, and the last one names the newest', atOnce(), async (t) => {
  const { publish, register, received, settings } = await newsroom(t)
  await register()
  settings.answer = (response) => setTimeout(() => response.writeHead(200).end('thanks'), 100)
  let newest = 0
  for (let count = 0; count < 60; count += 1) newest = (await publish(`post ${count}`)).CId
  await until(() => received.at(-1)?.newest === newest)
  t.ok(received.length < 50, `${received.length} messages`)
  const numbers = received.map((message) => message.newest)
  t.same(
    numbers,
    numbers.toSorted((one, other) => one - other),
    'in order'
  )
})

t.test('a webhook of all blogs announces each of them, but none that readers cannot see', atOnce(), async (t) => {
  const { api, blog, blogOf, publish, register, received, send } = await newsroom(t)
  await register('/Desk/Webhook')
  const later = await blogOf('Later')
  const { Id: hidden } = await api('POST', '/Desk/Blog', { Title: 'Not live', Language: 1 })
  await publish('secret', hidden)
  await publish('one')
  const { CId } = await publish('two', later)
  await until(() => received.some((message) => message.blog === later && message.newest === CId))
  await until(() => received.some((message) => message.blog === blog))
  t.notOk(received.some((message) => message.blog === hidden))
  await send('PUT', `/Desk/Blog/${hidden}/PutLive`)
  await until(() => received.some((message) => message.blog === hidden && message.since === 0))
})

t.test('a receiver that fails gets the same message again', atOnce(), async (t) => {
  const registry = new Registry()
  const { api, publish, register, received, answerWith, sql, tryNow } = await newsroom(t, ON, { registry })
  const gauges = async () => {
    const texts = await registry.metrics()
    return ['waiting', 'failing'].map((name) => new RegExp(`^desk_webhooks_${name} (\\d+)$`, 'm').exec(texts)?.[1])
  }
  const { Id: webhook, path } = await register()
  t.same(await gauges(), ['0', '0'])
  answerWith(500)
  const one = await publish('one')
  await until(() => received.length === 1)
  await publish('two')
  answerWith(301, { location: '/elsewhere' })
  await until(
    async () => {
      await tryNow()
      return received.length === 2
    },
    Boolean,
    { pause: 200 }
  )
  const failing = await until(() => api('GET', path), { Failures: 2 })
  t.match(failing, { IsOn: true, Error: 'The receiver answered 301; redirects are not followed', CId: one.CId })
  t.ok(failing.NextTryOn > failing.FailingSince)
  t.same(await gauges(), ['1', '1'])
  answerWith(200)
  await until(
    async () => {
      await tryNow()
      return received.length === 4
    },
    Boolean,
    { pause: 200 }
  )
  t.equal(new Set(each(received.slice(0, 3), 'id')).size, 1)
  t.same(each(received.slice(0, 3), 'newest'), [one.CId, one.CId, one.CId])
  t.equal(received[3]?.newest, one.CId + 1)
  t.match(await until(() => api('GET', path), { Failures: 0 }), { IsOn: true, Error: undefined })
  t.same(await gauges(), ['0', '0'])

  await t.test('and the list of deliveries says so', async (t) => {
    const { DeliveryList } = await api('GET', `${path}/Delivery?X-Filter=*`)
    t.match(DeliveryList, [
      { CId: one.CId + 1, Attempts: 1, Status: 200, IsWaiting: false, Kinds: 'published' },
      { CId: one.CId, Attempts: 3, Status: 200, IsWaiting: false, MessageId: received[0]?.id }
    ])
    const [, { Id }] = DeliveryList
    t.match(await api('POST', `${path}/Delivery/${Id}/Resend`), { Id, IsWaiting: true })
    await until(() => received.length === 5)
    t.equal(received[4]?.id, received[0]?.id, 'a message that is sent again is the same')
  })

  await t.test('a test message announces nothing', async (t) => {
    t.match(await api('POST', `${path}/Delivery`), { IsWaiting: true })
    await until(() => received.length === 6)
    t.match(received[5], { type: 'test', blog: undefined })
  })

  await t.test('the last hundred messages are kept', async () => {
    await sql`
      insert into webhook_deliveries (webhook, is_waiting) select ${webhook}, false from generate_series(1, 120)`
    await api('POST', `${path}/Delivery`)
    await until(() => api('GET', `${path}/Delivery`), { total: 100 })
  })
})

t.test('a receiver that hangs is given up for now, and delays neither writes nor others', atOnce(), async (t) => {
  const { api, blog, publish, register, received, settings, sql, secrets } = await newsroom(t)
  const other = await openReceiver(t)
  const { path } = await register()
  await register(`/Desk/Blog/${blog}/Webhook`, other.origin)
  settings.answer = () => {}
  await publish('one')
  await until(() => received.length === 1 && other.received.length === 1)
  const began = performance.now()
  // Other statements hold locks for moments. One that lasts as long as the message would end with its failure.
  await until(
    () => sql`
      select from pg_locks
      where database = (select oid from pg_database where datname = current_database())
        and relation::regclass::text ~ 'webhook|blogs' and mode ~ 'Exclusive|Share' and pid <> pg_backend_pid()`,
    ({ length }) => length === 0
  )
  t.equal((await api('GET', path)).Failures, 0, 'no lock is held while a message is on its way')
  await publish('two')
  await until(() => other.received.length === 2)
  const { Error: reason } = await until(() => api('GET', path), { Failures: 1 })
  t.equal(reason, 'The receiver did not answer in time')
  t.ok(performance.now() - began > 9000, 'it has ten seconds')
  t.equal(secrets.length, 2)
})

t.test('a webhook is switched off by 410 at once, and after three days of failures', atOnce(), async (t) => {
  const { api, publish, register, received, answerWith, sql, tryNow } = await newsroom(t)
  const { path } = await register()
  answerWith(410)
  await publish('one')
  const gone = await until(() => api('GET', path), { IsOn: false })
  t.equal(gone.Error, 'The receiver wants no more messages: it answered 410')
  const isOff = 'This webhook is off, so nothing is sent; switch it on first, with IsOn'
  t.match(await api('POST', `${path}/Delivery`), { status: 409, detail: isOff })

  answerWith(500)
  await api('PUT', path, { IsOn: true })
  await until(() => api('GET', path), { Failures: 1 })
  await sql`update webhook_states set failing_since = now() - interval '71 hours'`
  await tryNow()
  t.match(await until(() => api('GET', path), { Failures: 2 }), { IsOn: true })
  await sql`update webhook_states set failing_since = now() - interval '73 hours'`
  await tryNow()
  const over = await until(() => api('GET', path), { IsOn: false })
  t.equal(over.Error, 'Switched off after three days of failed tries. The last one: The receiver answered 500')
  const count = received.length
  await publish('two')

  answerWith(204)
  await api('PUT', path, { IsOn: true })
  await until(() => received.length === count + 2)
  t.equal(received.at(-2)?.id, received[0]?.id, 'it goes on where it stopped')
  t.equal(received.at(-1)?.since, received[0]?.newest)
  t.match(await api('GET', path), { Failures: 0, Error: undefined })
})

t.test('a new secret signs messages at once, beside the old one for a day', atOnce(), async (t) => {
  const { api, publish, register, received, secrets, sql } = await newsroom(t)
  const { path } = await register()
  const { Secret, FormerUntil } = await api('POST', `${path}/Secret`)
  t.match(Secret, /^whsec_[A-Za-z0-9+/]{43}=$/)
  t.ok(Math.abs(Date.parse(FormerUntil) - Date.now() - 86_400_000) < 60_000)
  secrets.push(Secret)
  await publish('one')
  await until(() => received.length === 1)
  t.match(received[0], { signatures: 2, verifiedBy: secrets })
  await sql`update webhooks set former_until = now()`
  await publish('two')
  await until(() => received.length === 2)
  t.match(received[1], { signatures: 1, verifiedBy: [Secret] })
})

t.test('messages do not lead into private networks', atOnce(), async (t) => {
  const { api, blog, origin, publish, register, received, sql } = await newsroom(t, { WEBHOOKS: 'true' })
  const list = `/Desk/Blog/${blog}/Webhook`
  for (const Address of [
    'http://127.0.0.1/',
    'http://[::1]/',
    'http://10.0.0.1/',
    'http://2130706433/',
    'ftp://a.example/',
    'x'
  ]) {
    const { status, errors } = await api('POST', list, { Address })
    t.match({ status, errors }, { status: 400, errors: [{ place: 'Address' }] }, Address)
  }
  const { path, Id } = await register(list, `http://localhost:${new URL(origin).port}/`)
  t.match(await api('PUT', path, { Address: 'http://192.168.1.1/' }), { status: 400 })
  await publish('one')
  const { Error: reason } = await until(() => api('GET', path), { Failures: 1 })
  t.equal(reason, 'The address does not lead to a public address')
  await sql`update webhooks set address = ${origin} where id = ${Id}`
  const again = await until(() => api('GET', path), { Failures: 1 })
  t.equal(again.Error, 'The address does not lead to a public address', 'an address that an older version allowed')
  t.same(received, [])
})

t.test('people who may publish in a blog see its webhooks, and only editors those of all', atOnce(), async (t) => {
  const { api, blog, get, register, send, senderOf, sql } = await newsroom(t)
  const ofBlog = await register()
  const ofAll = await register('/Desk/Webhook')
  await sql`delete from user_roles where "user" in (select id from users where name in ('aurelie', 'mira'))`
  await sql`
    insert into blog_collaborators (blog, collaborator, type)
    select ${blog}, min(collaborators.id), case users.name when 'aurelie' then 'Administrator' else 'Collaborator' end
    from users join collaborators on "user" = users.id where users.name in ('aurelie', 'mira') group by users.name`
  const addresses = (path: string, list: string) =>
    [
      ['GET', list],
      ['POST', list, { Address: 'https://example.org/' }],
      ['GET', path],
      ['PUT', path, { IsOn: true }],
      ['POST', `${path}/Secret`],
      ['GET', `${path}/Delivery`],
      ['POST', `${path}/Delivery`]
    ] as const
  const own = addresses(ofBlog.path, `/Desk/Blog/${blog}/Webhook`)
  const all = addresses(ofAll.path, '/Desk/Webhook')
  for (const [method, path] of [...own, ...all]) {
    const answer =
      method === 'GET' ? await get(`/resources${path}`) : await send(method, path, {}, { authorization: '' })
    t.equal(answer.statusCode, 401, `${method} ${path} without a session`)
  }
  for (const [name, statuses] of [
    ['mira', [403, 403]],
    ['aurelie', [200, 403]]
  ] as const) {
    const ask = await senderOf(name, '/resources')
    for (const [group, status] of [
      [own, statuses[0]],
      [all, statuses[1]]
    ] as const) {
      for (const [method, path, body] of group) {
        const { statusCode } = await ask(method, path, body)
        t.equal(statusCode, status === 200 && method === 'POST' ? 201 : status, `${method} ${path} by ${name}`)
      }
    }
  }
  t.equal((await api('GET', '/Desk/Webhook')).total, 3)

  await t.test('ten for each blog', async (t) => {
    const answers = []
    for (let count = 2; count < 12; count += 1) {
      const Address = `https://example.org/${count}`
      answers.push(wordsOf(await send('POST', `/Desk/Blog/${blog}/Webhook`, { Address })))
    }
    const full = '409 There are ten webhooks here already; delete one first'
    t.same(answers, [...Array(8).fill('201'), full, full])
  })
})

t.test('a secret is shown once', atOnce(), async (t) => {
  const lines: string[] = []
  const { api, blog, publish, received, origin, send, secrets } = await newsroom(t, ON, {
    logger: remembering(lines)
  })
  const list = `/Desk/Blog/${blog}/Webhook`
  const body = { Address: origin }
  const key = { 'idempotency-key': 'one', accept: 'application/json' }
  const attempts = await Promise.all([1, 2, 3].map(async () => (await send('POST', list, body, key)).json()))
  const [made, ...others] = attempts.filter(({ Secret }) => Secret !== undefined)
  t.match(made.Secret, /^whsec_/)
  t.same(others, [], 'requests with one key make one webhook, and one of the answers has its secret')
  const repeated = (await send('POST', list, body, key)).json()
  t.match(repeated, { Id: made.Id, Secret: undefined }, 'nor does a later one')
  const path = `/Desk/Webhook/${made.Id}`
  const { Secret } = await api('POST', `${path}/Secret`)
  secrets.push(Secret)
  await publish('one')
  await until(() => received.length === 1)
  t.equal(received[0]?.verifiedBy.length, 1)

  const reads = [
    ...[list, path, '/Desk/Webhook', `${path}/Delivery`, `/Desk/Blog/${blog}`, '/HR/User/1'].flatMap((address) => [
      address,
      `${address}?X-Filter=*`
    ]),
    `${path}/Delivery?X-Filter=Webhook.*`,
    `/Desk/Blog/${blog}/Export/lines`
  ]
  for (const address of reads) {
    const { statusCode, body: text } = await send('GET', address)
    t.equal(statusCode, 200, address)
    for (const secret of [made.Secret, Secret]) t.notOk(text.includes(secret.slice(6)), address)
  }
  t.match((await send('GET', `${path}?X-Filter=Secret`)).statusCode, 400)
  t.ok(lines.length > 0)
  const shown = lines.some((line) => line.includes(made.Secret.slice(6)) || line.includes(Secret.slice(6)))
  t.notOk(shown, 'nor in the log')
})
