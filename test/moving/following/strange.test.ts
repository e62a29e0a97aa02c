/** Other services can have strange lists: shorter ones than they are asked for, or with entries that are not posts. */
import t from 'tap'
import { CursorGone, openRemote } from '../../../moving/following/remote.ts'
import { guardedClient } from '../../../plugins/outgoing/index.ts'
import { until } from '../../support/index.ts'
import { atOnce } from '../../support/at-once.ts'
import { buildFollower, following, playing } from '../polled.ts'

const ours = await buildFollower(t)

type Item = Readonly<Record<string, unknown>> | string | null

/** A post as lists have it. */
const item = (id: number, more: object = {}) => ({
  ...{ Id: `${id}`, CId: `${id}`, Order: `${id}.0`, IsPublished: 'True', Content: `post ${id}`, Meta: '{}' },
  ...{ Type: { Key: 'normal' }, CreatedOn: '2026-01-02T03:04:05.000Z', PublishedOn: '2026-01-02T03:04:05.000Z' },
  AuthorName: 'Ann',
  ...more
})
const numberOf = (listed: Item): number =>
  typeof listed === 'object' && listed !== null ? Number(listed['CId'] ?? NaN) : NaN

/**
 * Serves a blog with these posts, which has no streams. Answers with a number of posts at a time, at most. `isOld` is a
 * Live Blog 2, which knows fewer properties, and pages by change number only if it is told to.
 */
const serving = async (items: readonly Item[], { isOld = false } = {}) => {
  const list = { items, cap: 1000, status: 200, isOld, refusals: 0 }
  const path = '/resources/LiveDesk/Blog/1'
  const { origin } = await playing(t, ({ pathname, searchParams }, { 'x-filter': filter = '' }) => {
    if (list.status !== 200) return { status: list.status, body: '' }
    if (!pathname.endsWith('/Published')) {
      return { body: JSON.stringify({ Id: '1', PostPublished: { href: `${path}/Post/Published` } }) }
    }
    if (list.isOld && (String(filter).includes('Uuid') || searchParams.get('asc') !== 'cId')) {
      return { status: 400, body: '' }
    }
    if (list.refusals > 0) {
      list.refusals -= 1
      return { status: 400, body: '' }
    }
    const since = searchParams.get('cId.since')
    const limit = Math.min(list.cap, Number(searchParams.get('limit') ?? 1000))
    // Entries without a number are in each answer.
    const found = list.items.filter((each) => !(numberOf(each) <= Number(since ?? 0))).slice(0, limit)
    const PostList = String(filter).includes('Content') ? found : found.map(withoutContent)
    return {
      body: JSON.stringify({ PostList, lastCId: `${Math.max(0, ...list.items.map(numberOf).filter(Boolean))}` })
    }
  })
  return { list, address: `${origin}${path}` }
}
const withoutContent = (listed: Item): Item =>
  typeof listed === 'object' && listed !== null ? { ...listed, Content: undefined } : listed

const follow = (address: string) => following(ours, address, { type: 'chained blog' })

t.test('no post is lost at a source that answers with fewer than it is asked for', atOnce(), async (t) => {
  const { list, address } = await serving(Array.from({ length: 40 }, (_, at) => item(at + 1)))
  list.cap = 15
  const { count, state, lead } = await follow(address)
  const { CId, NewestCId, Lag } = await state(({ SucceededOn }) => SucceededOn !== undefined)
  t.same([await count(), CId, NewestCId, Lag], [40, '40', '40', '0'])
  // A comparison reads the whole list, too.
  list.items = [...list.items.slice(0, 20), ...Array.from({ length: 20 }, (_, at) => item(at + 51))]
  await lead(`${address}?again`)
  await until(async () => (await ours.sql`select from posts where content = 'post 70'`).count === 1)
  await until(async () => (await count()) === 60 && (await state(() => true)).CId === '70')
})

t.test('entries that cannot be read are parked with their reasons, and the rest goes on', atOnce(), async (t) => {
  const { list, address } = await serving([
    item(1),
    null,
    'a text',
    item(2, { Id: undefined }),
    item(3, { CId: undefined }),
    item(4, { CId: '2147483648' }),
    item(5, { Id: 'a\0b' }),
    item(6, { Id: 'x'.repeat(501) }),
    item(7, { Order: 'high' }),
    item(8)
  ])
  const { showing, sync, state, lead, reasons } = await follow(address)
  await showing('post 8', 'post 1')
  const NUMBER = 'Its CId at the source is not a whole number up to 2147483647.'
  const ID = 'Its Id at the source is longer than 500 characters, or has some that cannot be stored.'
  const NO_ID = 'The other service lists a post without an Id.'
  const ORDER = 'The database refused it: invalid input syntax for type numeric: "high".'
  t.same(await reasons(), [NUMBER, NUMBER, ID, ID, ORDER, NO_ID, NO_ID, NO_ID])
  t.match(await state(({ SucceededOn }) => SucceededOn !== undefined), { CId: '8', Parked: '8', IsFailing: 'False' })
  // They come again with each look, and are the same changes still.
  const before = await ours.sql`select max(parked_on) as last from parked_changes where sync = ${sync}`
  list.items = [...list.items, item(9)]
  list.status = 503
  await lead(`${address}?again`)
  await state(({ IsFailing }) => IsFailing === 'True')
  list.status = 200
  await showing('post 9', 'post 8', 'post 1')
  t.match(await state(({ ComparedOn }) => ComparedOn !== undefined), { Parked: '8' })
  t.same(await ours.sql`select max(parked_on) as last from parked_changes where sync = ${sync}`, before)
})

t.test('meta data are copied digit by digit; what is left out of a post is said', atOnce(), async (t) => {
  const Meta = '{ "id": 12345678901234567890, "b": 1.0, "a": "\\u0000" }'
  // PostgreSQL stores no such name as JSON.
  const NAMELESS = '{"\\u0000":1}'
  const { address } = await serving([
    item(1, { Meta }),
    item(2, { Meta: '[1, 2]' }),
    item(3, { Meta: 'a text', PublishedOn: 'yesterday' }),
    item(4, { AuthorName: 'Ann <ann@example.org>' }),
    item(5, { AuthorName: 'ann@example.org' }),
    item(6, { Meta: NAMELESS, PublishedOn: 'yesterday' }),
    item(7, { Meta: NAMELESS, PublishedOn: 'yesterday', Content: '<img src="/none.png">post 7' })
  ])
  const { showing, reasons, blog } = await follow(address)
  await showing('post 7', 'post 6', 'post 5', 'post 4', 'post 3', 'post 2', 'post 1')
  const rows = await ours.sql`select meta, byline from posts where blog = ${blog} order by "order"`
  t.match(rows, [
    ...[{ Meta }, { Meta: '{}' }, { Meta: '{}' }, { Byline: 'Ann' }, { Byline: undefined }],
    ...[{ Meta: NAMELESS }, { Meta: NAMELESS }]
  ])
  const LEFT_OUT = 'The post is copied. Its meta data are not a JSON object: they are left out.'
  const DATE = 'Its PublishedOn cannot be read.'
  t.match(await reasons(), [
    ...[`The post is copied. ${DATE}`, new RegExp(`^The post is copied. ${DATE} The picture /none.png was not `)],
    ...[LEFT_OUT, `${LEFT_OUT} ${DATE}`]
  ])
})

t.test('a blog of Live Blog 2 is followed with the properties that it knows', atOnce(), async (t) => {
  const { list, address } = await serving([item(1), item(2, { IsKeyPoint: 'True' })], { isOld: true })
  const { showing, state, lead } = await follow(address)
  await showing('post 2', 'post 1')
  list.items = [item(1), item(3, { Id: '2', Content: 'post 2, corrected' })]
  await lead(`${address}?again`)
  await showing('post 2, corrected', 'post 1')
  t.match(await state(({ CId }) => CId === '3'), { IsFailing: 'False', Parked: '0' })
})

for (const isOld of [false, true]) {
  const name = isOld ? 'Live Blog 2' : 'Desk'
  t.test(`a withdrawn post that a restored ${name} does not know any more is deleted`, atOnce(), async () => {
    const { list, address } = await serving([item(1), item(2), item(3)], { isOld })
    const { showing, lead, blog } = await follow(address)
    await showing('post 3', 'post 2', 'post 1')
    const left = (id: number, cId: number) => item(id, { CId: `${cId}`, IsPublished: 'False', Order: undefined })
    const states = async () => {
      const rows = await ours.sql<{ Content: string; IsDeleted: boolean }[]>`
        select content, deleted_on is not null as is_deleted from posts
        where blog = ${blog} and (published_on is null or deleted_on is not null) order by id`
      return rows.map(({ Content, IsDeleted }) => `${Content}${IsDeleted ? ' is deleted' : ''}`)
    }
    list.items = [item(1), left(2, 4), left(3, 5)]
    await lead(`${address}?withdrawn`)
    await until(states, ['post 2', 'post 3'])
    list.items = [item(1), left(3, 5), item(6)]
    await lead(`${address}?restored`)
    await until(states, ['post 2 is deleted', 'post 3'])
    list.items = [item(1), left(3, 5), item(2, { CId: '7' })]
    await lead(`${address}?again`)
    await showing('post 2', 'post 1')
  })
}

const get = guardedClient({ isAllowed: () => true, timeout: 5000, maxBytes: 8e6, userAgent: 'test' })
const remoteAt = (address: string) => openRemote(address, { get, stream: get, signal: new AbortController().signal })

t.test('a service that refuses a filter for once is not taken for a Live Blog 2', atOnce(), async (t) => {
  const Uuid = '6a1fd5a5-6d0a-4e0f-8b49-52ad0e0a1d3f'
  const { list, address } = await serving([item(1, { Uuid })])
  const { changes } = await remoteAt(address)
  list.refusals = 1
  const { value } = await changes(0).next()
  t.match(value, { entries: [{ post: { uuid: Uuid } }] })
  list.isOld = true
  await t.rejects(changes(0).next(), { message: 'The other service answered 400' })
})

t.test('a Live Blog 2 that was restored does not have the number of the last change any more', atOnce(), async (t) => {
  const { list, address } = await serving([item(1), item(2)], { isOld: true })
  const { changes } = await remoteAt(address)
  t.match((await changes(2).next()).value, { entries: [], newest: 2 })
  list.items = [item(1)]
  await t.rejects(changes(2).next(), new CursorGone())
})

t.test('a post that is listed under two ids changes no more often than at its source', atOnce(), async (t) => {
  const Uuid = '6a1fd5a5-6d0a-4e0f-8b49-52ad0e0a1d3f'
  const { address } = await serving([item(1, { Uuid }), item(2, { Uuid }), item(3)])
  const { showing, lead, blog, sync } = await follow(address)
  await showing('post 3', 'post 2')
  const lastChange = async () => (await ours.sql`select last_c_id from blogs where id = ${blog}`)[0]
  const before = await lastChange()
  await lead(`${address}?again`)
  await until(async () => {
    const { count } = await ours.sql`select from sync_states where sync = ${sync} and compared_on is not null`
    return count === 1
  })
  t.same(await lastChange(), before)
})

t.test('a post that is too large to be read is parked, and the others are copied', atOnce(), async (t) => {
  const { address } = await serving([item(1), item(2, { Content: 'x'.repeat(8 * 1024 * 1024) }), item(3), item(4)])
  const { showing, reasons, state } = await follow(address)
  await showing('post 4', 'post 3', 'post 1')
  t.same(await reasons(), ['The post is too large to be read.'])
  t.match(await state(({ CId }) => CId === '4'), { IsFailing: 'False', Parked: '1' })
})

t.test('an address that leads to another blog changes nothing, and says so', atOnce(), async (t) => {
  const one = await serving([item(1), item(2)])
  const other = await serving([item(1, { Content: 'other' }), item(7, { Content: 'quite other' })])
  const { showing, shown, lead, state, failing } = await follow(one.address)
  await showing('post 2', 'post 1')
  await state(({ SucceededOn }) => SucceededOn !== undefined)
  t.equal((await lead(other.address)).statusCode, 200)
  const reason =
    'The source has none of the posts that were copied from it, so nothing is changed here. ' +
    'If its address leads to another blog, correct it, or stop following and follow the other blog'
  await failing(reason)
  t.same(await shown(), ['post 2', 'post 1'])
  await lead(one.address)
  const { Error: last } = await state(({ IsFailing }) => IsFailing === 'False')
  t.equal(last, reason, 'the last error stays on record')

  // As after a restore: its oldest change is of a post that was never copied.
  one.list.items = [item(9, { CId: '1' }), item(2), item(3)]
  await lead(`${one.address}?moved`)
  await showing('post 9', 'post 3', 'post 2')
})

t.test('an address that leads to no blog leads to an error that says what to do', atOnce(), async () => {
  const path = '/resources/LiveDesk/Blog/1'
  const blog = JSON.stringify({ Id: '1', PostPublished: { href: `${path}/Post/Published` } })
  const OTHER = 'The other service answered with something else than a list of posts'
  for (const [reason, answer, list = answer] of [
    [
      'The address leads to a document that is neither a blog nor a list of its published posts. ' +
        'Web pages and feeds are sources of the type blog provider',
      { body: '<!doctype html><title>A blog</title>' }
    ],
    ['The address leads to neither a blog nor a list of its published posts', { body: '{"Id":"1"}' }],
    ['The other service answered 404', { status: 404, body: '' }],
    ['The other service answered 500', { body: blog }, { status: 500, body: '' }],
    ['The change number is gone at the other service', { body: blog }, { status: 410, body: '' }],
    [OTHER, { body: blog }, { body: '{"PostList":{}}' }]
  ] as const) {
    const { origin } = await playing(t, ({ pathname }) => (pathname.endsWith('/Published') ? list : answer))
    const { failing } = await follow(origin + path)
    await failing(reason)
  }
})
