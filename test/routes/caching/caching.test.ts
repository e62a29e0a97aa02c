/** A cached document costs the database nothing. A change of its data invalidates it, also a direct one by SQL. */
import t from 'tap'
import { blogTag } from '../../../db/changes.ts'
import { build, documentOf, numberFrom, until, untilWaitingForLocks, words } from '../../support/index.ts'
import { buildWithCounter, lastCIdOf, LIST, overSocket, silenceNotifications, throughRouter } from '../cached.ts'

t.test('a hit costs no statement, a miss does, and CACHE_MB=0 turns the cache off', async (t) => {
  for (const CACHE_MB of ['64', '0']) {
    const { app, count } = await buildWithCounter(t, { CACHE_MB })
    const [ask, askRouter] = [await overSocket(t, app), throughRouter(app)]
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
        ['with another Accept for the same format', () => ask(url, { accept: '*/*' })],
        ['with gzip', () => ask(url, { 'accept-encoding': 'gzip' })],
        ['by HEAD', () => ask(url, {}, 'HEAD')],
        ['through the router', () => askRouter(url)],
        ['with If-None-Match', () => ask(url, { 'if-none-match': '*' })]
      ] as const) {
        t.equal((await count(again)) === 0, CACHE_MB === '64', `${url}: ${about}`)
      }
    }
  }
})

t.test('a client that writes reads its own write next', async (t) => {
  const { app, post, sql, tokenOf } = await build(t)
  const [ask, authorization] = [await overSocket(t, app), await tokenOf('admin')]
  await silenceNotifications(sql)
  for (let time = 0; time < 20; time += 1) {
    const before = await lastCIdOf(ask)
    const { statusCode } = await post('/resources/Desk/Blog/3/Post/Publish', { Content: 'x' }, { authorization })
    t.equal(statusCode, 201)
    t.ok((await lastCIdOf(ask)) > before)
  }
})

t.test('a list never links to an older cached version of its items', async (t) => {
  const { get, sql } = await build(t)
  await silenceNotifications(sql)
  const Id = await numberFrom(sql`
    select id from posts where blog = 3 and published_on is not null limit 1`)
  const item = `/resources/Desk/Blog/3/Post/${Id}`
  for (let time = 0; time < 10; time += 1) {
    await get(item)
    const CId = await numberFrom(sql`
      update posts set content = ${`time ${time}`} where id = ${Id} returning c_id`)
    const list = documentOf(await get(`/resources/Desk/Blog/3/Post/Published?cId.since=${CId - 1}`))
    t.same({ lastCId: list.lastCId, CId: documentOf(await get(item)).CId }, { lastCId: `${CId}`, CId: `${CId}` })
  }
})

t.test('a change of a blog invalidates its documents and those of all blogs, but of no other blog', async (t) => {
  const { app, sql, count } = await buildWithCounter(t)
  const ask = await overSocket(t, app)
  const invalidated = words`
      Desk/Blog/3 Desk/Blog/3/Post/Unpublished Desk/Blog/3/Post Desk/Blog Desk/Blog/Live HR/User/1/Blog Data/Post
      HR/User/1/Post/Published`
  const unaffected = words`
      Desk/Blog/1 Desk/Blog/1/Post/Unpublished Desk/Blog/1/Post Desk/Blog/2 HR/User/1 HR/User Data/PostType
      Localization/Language`
  const all = [...invalidated, ...unaffected]
  /** Requests every document, and returns those that came from the cache. */
  const readCached = async () => {
    const cached: string[] = []
    for (const end of all) if ((await count(() => ask(`/resources/${end}`))) === 0) cached.push(end)
    return cached
  }
  await app.freshness.catchUp()
  await readCached()
  t.same(await readCached(), all)
  for (const [about, change, stillCached] of [
    ['a post', () => sql`insert into posts (blog, creator, content) values (3, 1, 'x')`, unaffected],
    ['the blog', () => sql`update blogs set title = 'x' where id = 3`, unaffected],
    [
      'a post that is rolled back',
      () =>
        sql
          .begin(async (transaction) => {
            await transaction`insert into posts (blog, creator, content) values (3, 1, 'x')`
            throw new Error('roll back')
          })
          .catch(() => {}),
      all
    ],
    ['a session', () => sql`delete from sessions`, all],
    ['a name, which many documents show', () => sql`update persons set last_name = 'X' where id = 1`, []]
  ] as const) {
    await change()
    await app.freshness.catchUp()
    t.same(await readCached(), stillCached, about)
  }
})

t.test('first reads of lists ask for no changes while there are none', async (t) => {
  const { app, sql } = await buildWithCounter(t)
  const ask = await overSocket(t, app)
  const lastPoll = async () => {
    const [{ Time }] = await sql<[{ Time: string }]>`
      select query_start::text as time from pg_stat_activity
      where datname = current_database() and query like '%is_draft_due%' and pid <> pg_backend_pid()`
    return Time
  }
  let offset = 0
  /** Returns how often the service polls during twenty first reads. */
  const pollsOfReads = async () => {
    offset += 1
    const polls = new Set([await lastPoll()])
    for (let limit = 1; limit <= 20; limit += 1) {
      await ask(`${LIST}?limit=${limit}&offset=${offset}`)
      polls.add(await lastPoll())
    }
    return polls.size
  }
  await app.freshness.catchUp()
  // It polls twice a second by itself, and for reads after other tests have written to the server of all databases.
  t.ok(await until(pollsOfReads, (polls) => polls < 10))
})

t.test('fifty concurrent requests for an uncached document read it once', async (t) => {
  const { app, sql, count } = await buildWithCounter(t)
  const ask = await overSocket(t, app)
  const fifty = (limit: number) => Promise.all(Array.from({ length: 50 }, () => ask(`${LIST}?limit=${limit}`)))
  // The first list also waits until the change feed has reported the blog's changes.
  await ask(`${LIST}?limit=100`)
  const costOfOne = await count(() => ask(`${LIST}?limit=99`))
  t.equal(await count(() => fifty(98)), costOfOne)
  t.equal(await count(() => fifty(98)), 0)

  // Requests from before the change share one read; a request after it causes a second one.
  for (const [about, times] of Object.entries({ 'without a change': 1, 'with a change in between': 2 })) {
    await sql`update blogs set title = ${about} where id = 3`
    await app.freshness.catchUp()
    let answers: Awaited<ReturnType<typeof fifty>> = []
    let late: Promise<unknown> | undefined
    const statements = await count(() =>
      sql
        .begin(async (transaction) => {
          await transaction`lock table posts in access exclusive mode`
          const requests = fifty(97 - times)
          await untilWaitingForLocks(sql)
          if (times === 2) {
            const reported = new Promise<void>((resolve) => {
              app.freshness.whenChanged([blogTag(3)], app.freshness.now(), resolve)
            })
            await sql`
              update blogs set last_c_id = last_c_id + 100, published_c_id = last_c_id + 100 where id = 3`
            await reported
            late = ask(`${LIST}?limit=95`)
            await untilWaitingForLocks(sql, 2)
          }
          return { requests }
        })
        .then(async ({ requests }) => {
          answers = await requests
        })
        .then(() => late)
    )
    t.equal(statements, costOfOne * times, about)
    t.ok(answers.every(({ status }) => status === 200))
    t.equal(new Set(answers.slice(1).map(({ body }) => body.toString())).size, 1)
  }
})
