/** A document that is kept costs the database nothing, and is dropped as soon as what it shows has changed, whoever changed it. */
import { setTimeout as sleep } from 'node:timers/promises'
import t from '../support/tap.ts'
import { blogTag } from '../../db/changes.ts'
import { build, type Built } from '../support/app.ts'
import { documentOf } from './wire.ts'
import { overSocket, pastTheFront, buildCounted, type Ask } from './cached.ts'

const LIST = '/resources/Desk/Blog/3/Post/Unpublished'
const lastOf = async (ask: Ask, headers: Readonly<Record<string, string>> = {}) =>
  Number(/lastCId="(\d+)"/.exec((await ask(LIST, headers)).body.toString())?.[1])

t.test('a hit asks the database nothing, a miss does, and CACHE_MB=0 keeps nothing', async (t) => {
  for (const CACHE_MB of ['64', '0']) {
    const { app, count } = await buildCounted(t, { CACHE_MB })
    const [ask, router] = [await overSocket(t, app), pastTheFront(app)]
    for (const url of [
      '/resources/Desk/Blog',
      '/resources/Desk/Blog/1',
      LIST,
      `${LIST}?cId.since=2&X-Filter=*`,
      '/resources/Desk/Blog/3/Post',
      '/resources/HR/User/1',
      '/resources/Data/Post'
    ]) {
      t.not(await count(() => ask(url)), 0, `${url}: first`)
      for (const [about, again] of [
        ['a second time', () => ask(url)],
        ['as another form', () => ask(url, { accept: '*/*' })],
        ['in gzip', () => ask(url, { 'accept-encoding': 'gzip' })],
        ['by HEAD', () => ask(url, {}, 'HEAD')],
        ['past the front', () => router(url)],
        ['unchanged', () => ask(url, { 'if-none-match': '*' })]
      ] as const) {
        t.equal((await count(again)) === 0, CACHE_MB === '64', `${url}: ${about}`)
      }
    }
  }
})

/** From here on changes are noted, and nobody is notified. */
const tellNobody = (sql: Built['sql']) => sql`
  create or replace function note_change() returns trigger language plpgsql as $$ begin
    if tg_table_name = 'blogs' then insert into changes (tag) values ('blog:' || new.id) on conflict do nothing; end if;
    return null;
  end $$`

t.test('whoever writes reads it next', async (t) => {
  const { app, post, sql, tokenOf } = await build(t)
  const [ask, authorization] = [await overSocket(t, app), await tokenOf('admin')]
  await tellNobody(sql)
  for (let time = 0; time < 20; time += 1) {
    const before = await lastOf(ask)
    const { statusCode } = await post('/resources/Desk/Blog/3/Post/Publish', { Content: 'x' }, { authorization })
    t.same([statusCode, (await lastOf(ask)) > before], [201, true])
  }
})

t.test('the links of a list lead to nothing older than the list', async (t) => {
  const { get, sql } = await build(t)
  await tellNobody(sql)
  const [{ Id }] = await sql<[{ Id: number }]>`select id from posts where blog = 3 and published_on is not null limit 1`
  const item = `/resources/Desk/Blog/3/Post/${Id}`
  for (let time = 0; time < 10; time += 1) {
    await get(item)
    const [{ CId }] = await sql<[{ CId: number }]>`
      update posts set content = ${`time ${time}`} where id = ${Id} returning c_id`
    const list = documentOf(await get(`/resources/Desk/Blog/3/Post/Published?cId.since=${CId - 1}`))
    t.same([list.lastCId, documentOf(await get(item)).CId], [`${CId}`, `${CId}`])
  }
})

/** Ends the connection that hears the bell, once there is one; the service makes another, but what rings meanwhile is lost. */
const deafen = async ({ sql }: Built) => {
  for (;;) {
    const { count } = await sql`
      select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query ilike 'listen%'`
    if (count > 0) return
    await sleep(10)
  }
}

t.test('what is written past the service shows within a second', async (t) => {
  for (const [about, before, most] of [
    ['told', async () => {}, 300],
    ['while nobody listens', deafen, 1000],
    ['and never told', async ({ sql }: Built) => tellNobody(sql), 1000]
  ] as const) {
    const built = await build(t)
    const { app, sql } = built
    const ask = await overSocket(t, app)
    await app.freshness.catchUp()
    for (let time = 0; time < 4; time += 1) {
      await lastOf(ask)
      await before(built)
      const [{ LastCId }] = await sql<[{ LastCId: number }]>`
        with made as (insert into posts (blog, creator, content, published_on) values (3, 1, 'x', now()) returning c_id) select c_id as last_c_id from made`
      const began = performance.now()
      while ((await lastOf(ask)) < LastCId && performance.now() - began < 2000) await sleep(5)
      const took = performance.now() - began
      t.ok(took < most, `${about}: after ${took.toFixed(0)} ms`)
      // The next change falls into another moment between two polls of the service.
      await sleep(100 * time)
    }
  }
})

t.test('a change of a blog drops its own documents and those of all blogs, and no other', async (t) => {
  const { app, sql, count } = await buildCounted(t)
  const ask = await overSocket(t, app)
  const dropped = [
    'Desk/Blog/3',
    'Desk/Blog/3/Post/Unpublished',
    'Desk/Blog/3/Post',
    'Desk/Blog',
    'Desk/Blog/Live',
    'HR/User/1/Blog',
    'Data/Post',
    'HR/User/1/Post/Published'
  ]
  const left = [
    'Desk/Blog/1',
    'Desk/Blog/1/Post/Unpublished',
    'Desk/Blog/1/Post',
    'Desk/Blog/2',
    'HR/User/1',
    'HR/User',
    'Data/PostType',
    'Localization/Language'
  ]
  const kept = async () => {
    const found: string[] = []
    for (const end of [...dropped, ...left]) if ((await count(() => ask(`/resources/${end}`))) === 0) found.push(end)
    return found
  }
  await app.freshness.catchUp()
  await kept()
  t.same(await kept(), [...dropped, ...left])
  for (const [about, change, stays] of [
    ['a post', () => sql`insert into posts (blog, creator, content) values (3, 1, 'x')`, left],
    ['the blog', () => sql`update blogs set title = 'x' where id = 3`, left],
    [
      'a post taken back',
      () =>
        sql
          .begin(async (transaction) => {
            await transaction`insert into posts (blog, creator, content) values (3, 1, 'x')`
            throw new Error('back')
          })
          .catch(() => {}),
      [...dropped, ...left]
    ],
    ['a session', () => sql`delete from sessions`, [...dropped, ...left]],
    ['a name, which is shown everywhere', () => sql`update persons set last_name = 'X' where id = 1`, []]
  ] as const) {
    await change()
    await app.freshness.catchUp()
    t.same(await kept(), stays, about)
  }
})

t.test('fifty who ask for one cold document at once cost one reading', async (t) => {
  const { app, sql, count } = await buildCounted(t)
  const ask = await overSocket(t, app)
  const everybody = (limit: number) => Promise.all(Array.from({ length: 50 }, () => ask(`${LIST}?limit=${limit}`)))
  // The first list also waits until the process has heard of the blog's changes.
  await ask(`${LIST}?limit=100`)
  const one = await count(() => ask(`${LIST}?limit=99`))
  t.equal(await count(() => everybody(98)), one)
  t.equal(await count(() => everybody(98)), 0)

  // Those who asked before the change share its reading; a client that asks after it reads again.
  for (const [about, times] of [
    ['undisturbed', 1],
    ['with a change in between', 2]
  ] as const) {
    await sql`update blogs set title = ${about} where id = 3`
    await app.freshness.catchUp()
    let answers: Awaited<ReturnType<typeof everybody>> = []
    let late: Promise<unknown> | undefined
    const statements = await count(() =>
      sql
        .begin(async (transaction) => {
          await transaction`lock table posts in access exclusive mode`
          const asked = everybody(97 - times)
          await sleep(300)
          if (times === 2) {
            const heard = new Promise<void>((resolve) => {
              app.freshness.whenChanged([blogTag(3)], app.freshness.now(), resolve)
            })
            await sql`update blogs set last_c_id = last_c_id + 100, published_c_id = last_c_id + 100 where id = 3`
            await heard
            late = ask(`${LIST}?limit=95`)
            await sleep(100)
          }
          return { asked }
        })
        .then(async ({ asked }) => {
          answers = await asked
        })
        .then(() => late)
    )
    t.equal(statements, one * times, about)
    t.ok(answers.every(({ status }) => status === 200))
    t.equal(new Set(answers.slice(1).map(({ body }) => body.toString())).size, 1)
  }
})
