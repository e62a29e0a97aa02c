/** A blog follows a blog of another service: whatever happens there and in between, both end with the same posts. */
import t, { type Test } from 'tap'
import { build, until, untilWaitingForLocks, type Built } from '../support/index.ts'

/** Two services. The second one follows a new blog of the first. */
const pair = async (t: Test, env: Readonly<Record<string, string>> = {}) => {
  const theirs = await build(t)
  const ours = await build(t, { FOLLOW: 'true', FOLLOW_PRIVATE: 'true', ...env })
  const address = await theirs.app.listen({ host: '127.0.0.1', port: 0 })
  const write = await theirs.senderOf('admin', '/resources')
  const edit = await ours.senderOf('admin', '/resources')
  const blogOf = async (send: typeof write) => {
    const { Id } = (await send('POST', '/Desk/Blog.json', { Title: 'Night', Language: 1 })).json()
    return Number(Id)
  }
  const [source, copy] = [await blogOf(write), await blogOf(edit)]
  return {
    ...{ theirs, ours, write, edit, source, copy },
    /** Attaches the first blog as a source of the second, and follows it. @returns the id of the sync */
    follow: async (uri = `${address}/resources/Desk/Blog/${source}`, auto = true): Promise<number> => {
      const body = { Name: 'theirs', Type: 'chained blog', URI: { href: uri } }
      const { Id } = (await edit('POST', `/Desk/Blog/${copy}/Source.json`, body)).json()
      const sync = { Blog: copy, Source: Number(Id), Auto: auto }
      return Number((await edit('POST', '/Desk/Sync.json', sync)).json().Id)
    },
    /** Publishes a post at the source. @returns its id */
    publish: async (Content: string): Promise<number> =>
      Number((await write('POST', `/Desk/Blog/${source}/Post/Published.json`, { Content })).json().Id)
  }
}

/** What readers see of a blog: texts, authors, times and pins, the highest first. */
const shown = ({ sql }: Built, blog: number) => sql`
  select content, type, author_name, date_trunc('milliseconds', published_on) as published_on,
    date_trunc('milliseconds', pinned_on) as pinned_on, is_key_point, uuid
  from post_rows where blog = ${blog} and published_on is not null and deleted_on is null order by "order" desc`

/** Waits until both blogs show the same, and as many posts. */
const untilEqual = ({ theirs, ours, source, copy }: Awaited<ReturnType<typeof pair>>, count: number) =>
  until(
    async () => [JSON.stringify(await shown(theirs, source)), JSON.stringify(await shown(ours, copy)), String(count)],
    ([one = '', other, number]) => one === other && JSON.parse(one).length === Number(number)
  )

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

t.test('a change that comes while a page is read is not passed over', async (t) => {
  const both = await pair(t)
  const { theirs, source, publish, follow } = both
  const first = await publish('one')
  await theirs.sql.begin(async (sql) => {
    // The source reads posts from this table after their list: the first post then has a later change than its list.
    await sql`lock table person_icons in access exclusive mode`
    await follow()
    await untilWaitingForLocks(theirs.sql)
    await theirs.sql`
      insert into posts (blog, creator, content, published_on) values (${source}, 1, 'two', now())`
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

t.test('a correction that was made here is kept; the change of the source can be applied', async (t) => {
  const both = await pair(t)
  const { write, edit, source, copy, publish, follow, ours } = both
  const id = await publish('theirs')
  const sync = await follow()
  await untilEqual(both, 1)
  const [{ Id }] = await ours.sql<[{ Id: number }]>`select id from posts where blog = ${copy}`
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

t.test('blogs that follow each other copy nothing twice', async (t) => {
  const both = await pair(t)
  const { edit, follow, publish, source, copy, ours } = both
  await publish('one')
  await follow()
  await untilEqual(both, 1)
  // The service follows its own blog, too: a copy of the copies, and back.
  const address = await ours.app.listen({ host: '127.0.0.1', port: 0 })
  const { Id: third } = (await edit('POST', '/Desk/Blog.json', { Title: 'Third', Language: 1 })).json()
  const attach = async (blog: number, uri: string) => {
    const body = { Name: `to ${blog}`, Type: 'chained blog', URI: { href: uri } }
    const { Id } = (await edit('POST', `/Desk/Blog/${blog}/Source.json`, body)).json()
    await edit('POST', '/Desk/Sync.json', { Blog: blog, Source: Number(Id), Auto: true })
  }
  await attach(Number(third), `${address}/resources/Desk/Blog/${copy}`)
  await attach(copy, `${address}/resources/Desk/Blog/${third}`)
  await publish('two')
  await until(async () => (await shown(ours, Number(third))).length === 2)
  await until(async () => (await ours.sql`select from sync_states where succeeded_on is not null`).count === 3)
  await untilEqual(both, 2)
  t.equal((await shown(both.theirs, source)).length, 2)
})

t.test('after the source was restored from a backup, both sides are equal again', async (t) => {
  const both = await pair(t)
  const { theirs, source, publish, follow, write } = both
  const kept = await publish('kept')
  const backup = await theirs.sql`select last_c_id, published_c_id, last_order from blogs where id = ${source}`
  await follow()
  const lost = await publish('lost')
  await write('PUT', `/Desk/Blog/${source}/Post/${kept}`, { Content: 'changed, and lost' })
  await untilEqual(both, 2)
  // What a restore does: rows are as they were, numbers are given again, and connections end.
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
  t.pass('nothing twice')
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
