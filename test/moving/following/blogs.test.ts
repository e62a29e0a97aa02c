/** A blog follows a blog of another service: after any failure there and in between, both end with the same posts. */
import { Registry } from 'prom-client'
import t from 'tap'
import {
  type Built,
  each,
  numberFrom,
  openStream,
  publishIn,
  remembering,
  replicaOf,
  until,
  untilWaitingForLocks
} from '../../support/index.ts'
import { wireTo } from '../../support/wires.ts'
import { pair, shown, untilEqual } from '../pair.ts'

t.test('posts, corrections, moves, pins, withdrawals and deletions follow', async (t) => {
  const both = await pair(t)
  const { write, source, publish, follow, ours, copy } = both
  const [first, second, third] = [await publish('one'), await publish('two'), await publish('three')]
  const sync = await follow()
  await untilEqual(both, 3)
  const post = `/Desk/Blog/${source}/Post`
  await write('PUT', `${post}/${first}`, { Content: 'one, corrected' })
  await write('POST', `${post}/${second}/Pin`)
  await write('POST', `${post}/${first}/MarkKeyPoint`)
  await write('PUT', `${post}/${first}/Post/${third}/Reorder`)
  await write('POST', `${post}/${third}/Unpublish`)
  await untilEqual(both, 2)
  await write('POST', `${post}/${third}/Publish`)
  await untilEqual(both, 3)
  await write('DELETE', `/Data/Post/${second}`)
  await untilEqual(both, 2)
  const chain = await ours.json(`Desk/Blog/${copy}/SourceType/chained%20blog/Post/Chain`)
  t.equal(chain.PostList.length, 2, 'the list of chained posts shows them')
  const state = await until(
    () => ours.json(`Desk/Sync/${sync}/State`),
    ({ SucceededOn, NewestCId, CId }) => SucceededOn !== undefined && NewestCId === CId
  )
  t.match(state, { IsFollowed: 'True', Parked: '0' })
})

t.test('the blogs of the demo follow, with all their types, languages and states', async (t) => {
  const { theirs, ours, address, attach, edit } = await pair(t)
  for (const blog of [1, 2, 3]) {
    const { Id: copy } = (await edit('POST', '/Desk/Blog.json', { Title: 'A copy', Language: 1 })).json()
    await attach(Number(copy), `${address}/resources/Desk/Blog/${blog}`)
    const posts = JSON.stringify(await shown(theirs, blog))
    // Drawings stay at the source, because the archive takes none.
    const copies = async () =>
      JSON.stringify(await shown(ours, Number(copy))).replaceAll(`${address}/content/`, '/content/')
    await until(async () => (await copies()) === posts)
    t.not(posts, '[]', `blog ${blog}`)
  }
})

t.test('a change that comes while a page is read is not passed over', async (t) => {
  const both = await pair(t)
  const { theirs, source, publish, follow } = both
  const first = await publish('one')
  await theirs.sql.begin(async (sql) => {
    // The source reads posts from this table after their list: the first post then has a later change than its list.
    await sql`lock table person_icons in access exclusive mode`
    await follow()
    await untilWaitingForLocks(theirs.sql)
    await publishIn(theirs.sql, source, 'two')
    await theirs.sql`update posts set content = 'one, corrected' where id = ${first}`
  })
  await untilEqual(both, 2)
  t.match(await shown(both.ours, both.copy), [{ Content: 'two' }, { Content: 'one, corrected' }])
})

for (const offset of ['1 day', '-1 day']) {
  t.test(`a source whose clock is off by ${offset} has the same posts, order and pins here`, async (t) => {
    const both = await pair(t)
    const { theirs, ours, source, copy, write, publish, follow } = both
    const [first, second] = [await publish('one'), await publish('two'), await publish('three')]
    const shift = () => theirs.sql`
      update posts set
        published_on = published_on + ${offset}::interval, created_on = created_on + ${offset}::interval,
        updated_on = updated_on + ${offset}::interval, pinned_on = pinned_on + ${offset}::interval
      where blog = ${source}`
    await shift()
    await follow()
    await write('POST', `/Desk/Blog/${source}/Post/${first}/Pin`)
    await write('PUT', `/Desk/Blog/${source}/Post/${second}`, { Content: 'two, corrected' })
    await write('POST', `/Desk/Blog/${source}/Post/${second}/Pin`)
    await shift()
    await publish('four')
    const state = async (built: Built, blog: number) =>
      JSON.stringify(
        await built.sql`
          select content, is_pinned, uuid from posts
          where blog = ${blog} and published_on is not null order by pinned_on desc nulls last, "order" desc`
      )
    await until(async () => (await state(theirs, source)) === (await state(ours, copy)))
    const late = await ours.sql`select from posts where greatest(published_on, updated_on, pinned_on) > now()`
    t.equal(late.count, 0, 'and no times in the future')
  })
}

t.test('a reader of the copy with an open stream sees each post', async (t) => {
  const { follow, publish, origin, copy } = await pair(t)
  await follow()
  const stream = await openStream(`${origin}/resources/Desk/Blog/${copy}/Post/Published?cId.since=0`, {
    accept: 'text/event-stream',
    'x-filter': 'Content'
  })
  for (const text of ['one', 'two', 'three']) {
    await publish(text)
    t.match((await stream.next()).data, text)
  }
  await stream.close()
})

t.test('a correction that was made here is kept; the change of the source can be applied', async (t) => {
  const both = await pair(t)
  const { write, edit, source, copy, publish, follow, ours } = both
  const id = await publish('theirs')
  const sync = await follow()
  await untilEqual(both, 1)
  const Id = await numberFrom(ours.sql`select id from posts where blog = ${copy}`)
  await edit('PUT', `/Desk/Blog/${copy}/Post/${Id}`, { Content: 'ours' })
  await write('PUT', `/Desk/Blog/${source}/Post/${id}`, { Content: 'theirs, corrected' })
  const list = `Desk/Sync/${sync}/ParkedChange.json?X-Filter=*`
  const { ParkedChangeList: parked } = await until(
    () => ours.json(list),
    ({ ParkedChangeList }) => ParkedChangeList.length === 1
  )
  t.match(parked, [{ Kind: 'offered', Content: 'theirs, corrected' }])
  t.match(await shown(ours, copy), [{ Content: 'ours' }])
  const { pathname } = new URL(parked[0].href)
  t.equal((await ours.post(`${pathname.replace('.json', '')}/Apply`, undefined)).statusCode, 401, 'not for everybody')
  const applied = await edit('POST', `${pathname.replace('/resources', '').replace('.json', '')}/Apply`)
  t.equal(applied.statusCode, 204, applied.body)
  await untilEqual(both, 1)
  t.same((await ours.json(list)).ParkedChangeList, [])
})

t.test('the metrics have the numbers of each sync until it ends', async (t) => {
  const registry = new Registry()
  const both = await pair(t, {}, { registry })
  const { write, edit, attach, source, copy, publish, follow, ours } = both
  const numbers = async () => {
    const lines = (await registry.metrics()).matchAll(/^desk_sync_(\w+)\{sync="(\d+)"\} (\S+)$/gm)
    return Array.from(lines, ([, name, sync, value]) => [Number(sync), name, Number(value)] as const)
  }
  const id = await publish('theirs')
  const sync = await follow()
  await untilEqual(both, 1)
  await ours.sql`update posts set content = 'ours' where blog = ${copy}`
  await write('PUT', `/Desk/Blog/${source}/Post/${id}`, { Content: 'theirs, corrected' })
  await until(() => ours.json(`Desk/Sync/${sync}/State`), { Parked: '1', Lag: '0' })
  const [lag, parked, [last, name, seconds = NaN] = []] = await numbers()
  t.same(
    [lag, parked, [last, name]],
    [
      [sync, 'lag_changes', 0],
      [sync, 'parked_changes', 1],
      [sync, 'last_success_seconds']
    ]
  )
  t.ok(seconds >= 0 && seconds < 60, `${seconds} seconds`)

  // The clock of this machine is another one than that of the database.
  const { now } = Date
  t.teardown(() => {
    Date.now = now
  })
  for (const hours of [-1, 1]) {
    Date.now = () => now() + hours * 3_600_000
    const [, , [, , age = NaN] = []] = await numbers()
    t.ok(age >= 0 && age < 60, `${age} seconds`)
  }
  Date.now = now

  await edit('DELETE', `/Desk/Sync/${sync}`)
  const never = await attach(copy, `${both.address}/resources/Desk/Blog/999`)
  await until(() => ours.json(`Desk/Sync/${never}/State`), { IsFailing: 'True' })
  t.same(await numbers(), [
    [never, 'lag_changes', 0],
    [never, 'parked_changes', 0],
    [never, 'last_success_seconds', -1]
  ])
})

t.test('blogs that follow each other copy nothing twice', async (t) => {
  const both = await pair(t)
  const { edit, follow, attach, publish, source, copy, ours, origin } = both
  await publish('one')
  await follow()
  await untilEqual(both, 1)
  // The service follows its own blog, too: a copy of the copies, and back.
  const { Id: third } = (await edit('POST', '/Desk/Blog.json', { Title: 'Third', Language: 1 })).json()
  await attach(Number(third), `${origin}/resources/Desk/Blog/${copy}`)
  await attach(copy, `${origin}/resources/Desk/Blog/${third}`)
  await publish('two')
  await until(async () => (await shown(ours, Number(third))).length === 2)
  await until(async () => (await ours.sql`select from sync_states where succeeded_on is not null`).count === 3)
  await untilEqual(both, 2)
  t.equal((await shown(both.theirs, source)).length, 2)
})

t.test('after the source was restored from a backup, both sides are equal again', async (t) => {
  const both = await pair(t)
  const { theirs, ours, source, publish, follow, write } = both
  const kept = await publish('kept')
  const backup = await theirs.sql`select last_c_id, published_c_id, last_order from blogs where id = ${source}`
  const sync = await follow()
  const lost = await publish('lost')
  await write('PUT', `/Desk/Blog/${source}/Post/${kept}`, { Content: 'changed, and lost' })
  await untilEqual(both, 2)
  // A restore brings back the rows as they were, gives numbers again, and ends connections.
  await theirs.sql.begin(async (sql) => {
    await sql`set local session_replication_role = replica`
    await sql`delete from posts where id = ${lost}`
    await sql`update posts set content = 'kept', updated_on = null, c_id = 1, published_c_id = 1 where id = ${kept}`
    await sql`update blogs set ${sql({
      last_c_id: Number(backup[0]?.['LastCId']),
      published_c_id: Number(backup[0]?.['PublishedCId']),
      last_order: String(backup[0]?.['LastOrder']),
      post_count: 1,
      published_count: 1
    })} where id = ${source}`
    await sql`insert into changes (tag) values ('everything') on conflict do nothing`
    await sql`notify desk_changes`
  })
  theirs.app.server.closeAllConnections()
  await untilEqual(both, 1)
  await publish('new')
  await untilEqual(both, 2)
  const { IsFailing } = await until(
    () => ours.json(`Desk/Sync/${sync}/State`),
    ({ CId }) => CId === '2'
  )
  t.equal(IsFailing, 'False', 'it follows the new numbers')
})

t.test('private addresses are read only if the operator allows it, and the reason is shown', async (t) => {
  const { follow, ours } = await pair(t, { FOLLOW_PRIVATE: 'false' })
  const sync = await follow()
  const { Error: reason } = await until(
    () => ours.json(`Desk/Sync/${sync}/State`),
    ({ Error: error }) => error !== undefined
  )
  t.match(reason, /does not lead to a public address/)
})

t.test('a paused sync goes on without loss', async (t) => {
  const both = await pair(t)
  const { edit, follow, publish } = both
  const sync = await follow()
  await publish('one')
  await untilEqual(both, 1)
  t.equal((await edit('PUT', `/Desk/Sync/${sync}`, { IsPaused: true })).statusCode, 200)
  await publish('two')
  t.equal((await edit('PUT', `/Desk/Sync/${sync}`, { IsPaused: false })).statusCode, 200)
  await untilEqual(both, 2)
})

t.test('a database whose connection is reset is not taken for the other service', async (t) => {
  const both = await pair(t, { FOLLOW: 'false' })
  const { follow, ours, publish } = both
  const { address, mend } = await wireTo(t, ours.databaseUrl)
  const { href: databaseUrl } = Object.assign(new URL(ours.databaseUrl), { host: new URL(address).host })
  const lines: string[] = []
  const env = { FOLLOW: 'true', FOLLOW_PRIVATE: 'true' }
  await replicaOf(t, { ...ours, databaseUrl }, env, { logger: remembering(lines, 'warn') })
  await follow()
  await publish('one')
  await untilEqual(both, 1)
  await ours.sql.begin(async (transaction) => {
    await transaction`select from sync_states for update`
    await publish('two')
    await until(
      () => ours.sql`
        select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and query like '%set%newest_c_id =%'`,
      ({ count }) => count > 0
    )
    mend()
  })
  await untilEqual(both, 2)
  const failures = lines
    .map((line) => JSON.parse(line))
    .filter(({ msg }) => msg.startsWith('a blog cannot be followed'))
  t.same(each(failures, 'reason'), ['The database of this service did not answer'])
})
