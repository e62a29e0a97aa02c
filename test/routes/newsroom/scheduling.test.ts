/** Editors schedule drafts, and the service publishes each of them once when its time has come. */
import { setTimeout } from 'node:timers/promises'
import t from 'tap'
import {
  allowConnections,
  bodyRefused,
  build,
  documentOf,
  expectNothingStored,
  idsOf,
  numberFrom,
  replicaOf
} from '../../support/index.ts'
import { listen, newsroom, openStream, remembering, until, type Built } from '../../support/index.ts'

const HOUR = 60 * 60 * 1000
const STATE = { 'x-filter': 'PublishOn,SubmittedOn', 'x-format-datetime': "yyyy-MM-dd'T'HH:mm:ss'Z'" }

const inHours = (hours: number) => `${new Date(Date.now() + hours * HOUR).toISOString().slice(0, 19)}Z`

/** Moves the clock: the drafts are due, those before others in the list a second earlier each. */
const makeDue = (sql: Built['sql'], posts: readonly number[]) => sql`
  update posts set publish_on = now() - make_interval(secs => ${posts.length} - due.place)
  from (select value::integer as id, place from jsonb_array_elements_text(${sql.json([...posts])})
    with ordinality as listed (value, place)) as due
  where posts.id = due.id`

const arePublished = async (sql: Built['sql'], posts: readonly number[]) => {
  const Count = await numberFrom(sql`
    select count(*)::integer as count from posts where published_on is not null and id in ${sql([...posts])}`)
  return Count === posts.length
}

const built = await build(t, { CACHE_MB: '0' })
const editor = await built.senderOf('admin')

await t.test('a draft is scheduled, for another time, and not any more', async (t) => {
  const room = await newsroom(built)
  const { Id } = documentOf(await editor('POST', `${room.posts}/Submit`, { Content: 'Polls close' }))
  const listed = async (end: string) => idsOf(documentOf(await editor('GET', `${room.posts}/${end}`)))
  for (const hours of [1, 2]) {
    const PublishOn = inHours(hours)
    const scheduled = await editor('POST', `${room.posts}/${Id}/Schedule`, { PublishOn }, STATE)
    t.equal(scheduled.statusCode, 201)
    t.match(documentOf(scheduled), { IsPublished: 'False', PublishOn, SubmittedOn: /^\d/ })
  }
  t.same(await listed('Scheduled'), [Number(Id)])
  t.same(await listed('Submitted'), [], 'a scheduled draft waits for no editor')
  const cancelled = await editor('POST', `${room.posts}/${Id}/Unschedule`, undefined, STATE)
  t.match(documentOf(cancelled), { PublishOn: undefined })
  t.same([await listed('Scheduled'), await listed('Submitted')], [[], [Number(Id)]])

  await editor('POST', `${room.posts}/${Id}/Schedule`, { PublishOn: inHours(1) })
  t.match(documentOf(await editor('POST', `${room.posts}/${Id}/Publish`, undefined, STATE)), { PublishOn: undefined })
  t.same(await listed('Scheduled'), [], 'what is published is no longer scheduled')
})

await t.test('a time that is past, far or no time is refused, and so is a published post', async (t) => {
  const room = await newsroom(built)
  const [draft = 0] = await room.insert(1, { published: false })
  const [published = 0] = await room.insert(1)
  const headers = { authorization: await built.tokenOf('admin') }
  const tooFar = bodyRefused('PublishOn must be a time in the future, and within a year from now')
  const noTime = bodyRefused(
    'PublishOn must be a time in the years 1 to 9999, such as 2026-11-03 20:00:00; UTC unless an offset follows'
  )
  for (const [post, end, payload, words] of [
    [draft, 'Schedule', { PublishOn: inHours(-1) }, tooFar],
    [draft, 'Schedule', { PublishOn: inHours(24 * 367) }, tooFar],
    [draft, 'Schedule', { PublishOn: 'tonight' }, noTime],
    [draft, 'Schedule', {}, bodyRefused('PublishOn is missing')],
    [draft, 'Unschedule', undefined, '409 This draft is not scheduled'],
    [published, 'Schedule', { PublishOn: inHours(1) }, '409 This post is published already']
  ] as const) {
    const request = {
      method: 'POST',
      url: `${room.posts}/${post}/${end}`,
      headers,
      ...(payload && { payload })
    } as const
    const expected = { kind: words.startsWith('409') ? 'conflict' : 'bad-body' }
    t.equal(await expectNothingStored(t, built, request, expected), words, `${end} ${JSON.stringify(payload)}`)
  }
})

await t.test('a member takes an own scheduled draft back, but does not change it in place', async (t) => {
  await built.sql`delete from user_roles where "user" = (select id from users where name = 'mira')`
  const reporter = await built.senderOf('mira')
  const posts = '/resources/Desk/Blog/3/Post'
  // The editor may also schedule a draft that nobody has handed in.
  for (const end of ['/Submit', '']) {
    const { Id } = documentOf(await reporter('POST', posts + end, { Content: 'Read by an editor' }))
    await editor('POST', `${posts}/${Id}/Schedule`, { PublishOn: inHours(1) })
    t.equal((await reporter('PUT', `${posts}/${Id}`, { Content: 'Read by nobody' })).statusCode, 403)
    t.equal((await reporter('POST', `${posts}/${Id}/Unschedule`)).statusCode, 403)
    const back = await reporter('POST', `${posts}/${Id}/Return`, undefined, STATE)
    t.match(documentOf(back), { PublishOn: undefined, SubmittedOn: undefined })
    t.equal((await reporter('PUT', `${posts}/${Id}`, { Content: 'Mine again' })).statusCode, 200)
  }
})

await t.test('a blog that is locked does not delay the drafts of others', async (t) => {
  const { sql } = built
  const [locked, free] = [await newsroom(built), await newsroom(built)]
  const waiting = await locked.insert(1, { published: false })
  const others = await free.insert(3, { published: false })
  await sql`update posts set publish_on = now() + interval '1 second' where id in ${sql([...waiting, ...others])}`
  await sql.begin(async (transaction) => {
    await transaction`select from blogs where id = ${locked.blog} for update`
    await until(() => arePublished(sql, others))
    t.notOk(await arePublished(sql, waiting))
  })
  await until(() => arePublished(sql, waiting))
})

await t.test('two processes publish each due draft once, in the order of their times', async (t) => {
  const lines: string[] = []
  const one = await build(t, {}, { logger: remembering(lines, 'info') })
  await replicaOf(t, one, {}, { logger: remembering(lines, 'info') })
  const rooms = [await newsroom(one), await newsroom(one), await newsroom(one)]
  const written = await Promise.all(rooms.map((room) => room.insert(20, { published: false })))
  // The draft that was written last is due first.
  const drafts = written.map((ids) => ids.toReversed())
  const origin = `http://127.0.0.1:${await listen(one.app)}`
  const stream = await openStream(`${origin}${rooms[0]?.posts}/Published?stream`, { 'x-filter': 'Id' })

  await makeDue(one.sql, drafts.flat())
  await until(() => arePublished(one.sql, drafts.flat()))
  // A process writes its line after the commit.
  const published = await until(
    () => lines.flatMap((line) => (/"post":(\d+).*scheduled draft is published/.exec(line) ?? []).slice(1)),
    ({ length }) => length >= drafts.flat().length
  )
  t.same(published.map(Number).toSorted(), drafts.flat().toSorted(), 'each process logs what it has published')
  for (const [index, { blog, posts }] of rooms.entries()) {
    const list = documentOf(await one.get(`${posts}/Published?X-Filter=Id`))
    t.same(idsOf(list).toReversed(), drafts[index], 'the last one is on top')
    const Last = await numberFrom(one.sql`select last_c_id as last from blogs where id = ${blog}`)
    t.equal(Last, 60, 'inserted, made due, published')
  }
  const events: number[] = []
  while (events.length < 20) events.push(Number(/<Id>(\d+)/.exec((await stream.next()).data)?.[1]))
  t.same(events, drafts[0], 'a reader gets each of them once')
  await stream.close()
})

await t.test('a closed blog publishes nothing until it is open again', async (t) => {
  const [closed, open] = [await newsroom(built), await newsroom(built)]
  const [waiting, due] = [await closed.insert(1, { published: false }), await open.insert(1, { published: false })]
  await built.sql`update blogs set closed_on = now() where id = ${closed.blog}`
  await makeDue(built.sql, [...waiting, ...due])
  await until(() => arePublished(built.sql, due))
  t.notOk(await arePublished(built.sql, waiting))
  await built.sql`update blogs set closed_on = null where id = ${closed.blog}`
  await until(() => arePublished(built.sql, waiting))
})

await t.test('a draft that was hidden before its time stays a draft when it is shown again', async (t) => {
  const room = await newsroom(built)
  const [hidden = 0, due = 0] = await room.insert(2, { published: false })
  await editor('POST', `${room.posts}/${hidden}/Schedule`, { PublishOn: inHours(1) })
  await editor('POST', `${room.posts}/${hidden}/Hide`)
  await makeDue(built.sql, [hidden])
  const shown = documentOf(await editor('POST', `${room.posts}/${hidden}/Unhide`, undefined, STATE))
  t.match(shown, { IsPublished: 'False', PublishOn: undefined })
  await makeDue(built.sql, [due])
  await until(() => arePublished(built.sql, [due]))
  t.notOk(await arePublished(built.sql, [hidden]))
})

await t.test('the log says once that a draft of a locked blog waits', async (t) => {
  const lines: string[] = []
  const built = await build(t, {}, { logger: remembering(lines, 'warn') })
  const room = await newsroom(built)
  const [draft = 0] = await room.insert(1, { published: false })
  await built.sql`update posts set publish_on = now() + interval '1 second' where id = ${draft}`
  await built.sql.begin(async (transaction) => {
    await transaction`select from blogs where id = ${room.blog} for update`
    // Each of several attempts waits for half a second.
    await setTimeout(4000)
  })
  await until(() => arePublished(built.sql, [draft]))
  t.same(lines.filter((line) => line.includes('has to wait')).length, 1)
})

await t.test('a draft that becomes due while the database is away is published when it is back', async (t) => {
  const { app, sql, databaseUrl, get, ...rest } = await build(t)
  const room = await newsroom({ sql, ...rest })
  const drafts = await room.insert(2, { published: false })
  const isReady = async () => (await get('/health/ready')).statusCode === 200
  await sql.reserve().then(async (reserved) => {
    await allowConnections(databaseUrl, false)
    await reserved`
      select pg_terminate_backend(pid, 10000) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`
    await until(async () => !(await isReady()))
    await reserved`update posts set publish_on = now() where id in ${reserved([...drafts])}`
    reserved.release()
  })
  t.notOk(await isReady())
  await allowConnections(databaseUrl, true)
  await until(isReady)
  await until(() => arePublished(sql, drafts))
  t.equal(app.freshness.load().write.waiting, 0)
})
