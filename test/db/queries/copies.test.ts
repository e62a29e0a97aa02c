/** Copies of posts of other services: each change and the cursor are stored together, and corrections stay. */
import { randomUUID } from 'node:crypto'
import t, { type Test } from 'tap'
import type { Begin } from '../../../db/client.ts'
import { copies, type SourceChange, type SourcePost } from '../../../db/copies/index.ts'
import { parkedChanges } from '../../../db/parked-changes.ts'
import { holds } from '../../../db/syncs.ts'
import { addBlog, build, each, numberFrom } from '../../support/index.ts'

/** Makes a blog with a sync that the process `me` holds. */
const follower = async (t: Test, { auto = true } = {}) => {
  const { sql } = await build(t)
  const Blog = await addBlog(sql, 'copies')
  const Source = await numberFrom(sql`
    insert into sources (type, name, uri)
    values ('chained blog', 'theirs', 'http://theirs.example/resources/Desk/Blog/1')
    returning id`)
  await sql`insert into blog_sources (blog, source) values (${Blog}, ${Source})`
  const Sync = await numberFrom(sql`
    insert into syncs (blog, source, creator, auto) values (${Blog}, ${Source}, 1, ${auto}) returning id`)
  await holds(sql).take('me')
  const hold = { sync: Sync, holder: 'me' }
  const begin: Begin = async (work) => {
    const { result } = await sql.begin(async (transaction) => ({ result: await work(transaction) }))
    return result
  }
  const { apply, foreign, copies: copiesOf } = copies(sql, begin)
  let cursor: number | undefined
  return {
    sql,
    blog: Blog,
    source: Source,
    sync: Sync,
    hold,
    apply: (change: SourceChange) => apply(hold, change),
    copies: (ids?: string[]) => copiesOf(hold, ids),
    foreign: (...ids: number[]) => foreign(hold, ids.map(uuidOf)),
    /** Applies a post as the next change of the source. */
    next: async (post: SourcePost, refusal?: string) => {
      const to = (cursor ?? 0) + 1
      const outcome = await apply(hold, { post, refusal, cursor: { from: cursor, to } })
      if (outcome === 'done' || outcome === 'parked') cursor = to
      return outcome
    },
    cursor: async () => (await sql<{ CId?: number }[]>`select c_id from syncs where id = ${Sync}`)[0]?.CId,
    /** The texts of the published posts, the highest first. */
    published: async () => {
      const rows = await sql<{ Content: string }[]>`
        select content from posts where blog = ${Blog} and published_on is not null and deleted_on is null
        order by "order" desc`
      return rows.map(({ Content }) => Content)
    },
    /** The changes that wait for an editor, each with the id of its post, its kind and its reason. */
    parked: async () => {
      const rows = await sql<{ Kind: string; Reason: string; ForeignId: string }[]>`
        select kind, reason, foreign_id from parked_changes where sync = ${Sync} order by id`
      return rows.map(({ ForeignId, Kind, Reason }) => `${ForeignId} ${Kind}: ${Reason}`)
    },
    /** Carries the change of a post out that waits for an editor. */
    carryOut: async (foreignId: number) =>
      parkedChanges(sql).apply(
        begin,
        Sync,
        await numberFrom(sql`select id from parked_changes where sync = ${Sync} and foreign_id = ${foreignId}`)
      )
  }
}

const PINS_FULL = 'The post is pinned at its source, but three other posts are pinned here.'
const CORRECTED = 'The post was corrected here, and then changed at its source.'
const DELETED = 'The post was corrected here, and then deleted at its source. It is withdrawn.'

/** A published post of the source. */
const post = (id: number, more: Partial<SourcePost> = {}): SourcePost => ({
  id: String(id),
  uuid: uuidOf(id),
  state: 'published',
  type: 'normal',
  content: `post ${id}`,
  meta: {},
  author: 'Ada Lovelace',
  createdOn: new Date('2026-01-01T10:00:00Z'),
  publishedOn: new Date('2026-01-01T10:05:00Z'),
  position: `${id}.0`,
  isPinned: false,
  isKeyPoint: false,
  ...more
})
const uuids = new Map<number, string>()
const uuidOf = (id: number) => {
  const uuid = uuids.get(id) ?? randomUUID()
  uuids.set(id, uuid)
  return uuid
}
const left = (id: number, state: 'withdrawn' | 'deleted'): SourcePost => ({
  ...{ id: String(id), state, type: 'normal', content: '', meta: {} }
})

t.test('a copy whose type is unknown here is no correction', async (t) => {
  const { next, published, parked } = await follower(t)
  await next(post(1, { type: 'poll' }))
  await next(post(1, { type: 'poll', content: 'better' }))
  t.same([await published(), await parked()], [['better'], []])
})

t.test('a copy has the author, the times, the type and the order of its post, and follows all changes', async (t) => {
  const { sql, blog, source, next, published, cursor } = await follower(t)
  for (const id of [2, 1, 3]) t.equal(await next(post(id, { type: id === 1 ? 'quote' : 'normal' })), 'done')
  t.same(await published(), ['post 3', 'post 2', 'post 1'], 'in the order of the source, whatever came first')
  t.equal(await cursor(), 3)
  const rowOf = (content: string) => sql`
    select author_name, created_on, published_on, updated_on, post_rows.type, is_key_point, sources.id as source
    from post_rows
    join collaborators on collaborators.id = author join sources on sources.id = collaborators.source
    where blog = ${blog} and content = ${content}`
  const copied = {
    ...{ AuthorName: 'Ada Lovelace', Type: 'quote', Source: source, IsKeyPoint: false, UpdatedOn: undefined },
    ...{ CreatedOn: new Date('2026-01-01T10:00:00Z'), PublishedOn: new Date('2026-01-01T10:05:00Z') }
  }
  t.same(await rowOf('post 1'), [copied])
  t.equal((await sql`select from collaborators where source = ${source}`).count, 1, 'an author is added once')

  await next(post(1, { position: '2.5' }))
  t.same(await published(), ['post 3', 'post 1', 'post 2'], 'a move')
  const better = { type: 'quote', content: 'better', position: '9', isKeyPoint: true }
  for (const UpdatedOn of ['2026-01-01T10:06:00Z', '2026-01-01T10:07:00Z'].map((moment) => new Date(moment))) {
    await next(post(2, { ...better, updatedOn: UpdatedOn }))
    t.same(await rowOf('better'), [{ ...copied, UpdatedOn, IsKeyPoint: true }])
  }
  t.same(await published(), ['better', 'post 3', 'post 1'], 'a correction and a move to the top')
  await next(left(3, 'withdrawn'))
  await next(left(1, 'deleted'))
  t.same(await published(), ['better'])
  await next(post(3, { position: '10', publishedOn: new Date('2026-01-02') }))
  t.same(await published(), ['post 3', 'better'], 'published again')
})

t.test('times in the future are cut to now, and unknown types become normal posts', async (t) => {
  const { sql, blog, next } = await follower(t)
  const tomorrow = new Date(Date.now() + 86_400_000)
  await next(post(1, { type: 'hologram', createdOn: tomorrow, publishedOn: tomorrow, updatedOn: tomorrow }))
  const [row] = await sql`
    select type, greatest(created_on, published_on, updated_on) <= now() as is_past from posts where blog = ${blog}`
  t.same(row, { Type: 'normal', IsPast: true })

  for (const [id, minute] of [
    [2, 2],
    [3, 1],
    [4, 3]
  ] as const) {
    await next(post(id, { isPinned: true, pinnedOn: new Date(Number(tomorrow) + minute * 60_000) }))
  }
  const pinned = await sql<{ Content: string }[]>`
    select content from posts where blog = ${blog} and pinned_on <= now() order by pinned_on desc`
  const shown = pinned.map(({ Content }) => Content)
  t.same(shown, ['post 4', 'post 2', 'post 3'], 'pins keep their order')
})

t.test('the cursor moves with each change, and only from the place that the change belongs to', async (t) => {
  const { apply, hold, sql, published, cursor } = await follower(t)
  t.equal(await apply({ post: post(1), cursor: { from: undefined, to: 5 } }), 'done')
  t.equal(await apply({ post: post(2), cursor: { from: undefined, to: 6 } }), 'lost', 'a process that slept')
  await sql`update sync_states set held_until = now() - interval '1 second'`
  t.equal(await apply({ post: post(2), cursor: { from: 5, to: 6 } }), 'lost', 'a hold that ended')
  const isTakenOver = (await holds(sql).take('other')).some(({ Sync }) => Sync === hold.sync)
  t.ok(isTakenOver, 'another process takes over')
  t.notOk((await holds(sql).take('me')).some(({ Sync }) => Sync === hold.sync))
  await sql`update sync_states set held_until = now() + interval '1 hour'`
  const isTakenBack = (await holds(sql).take('me')).some(({ Sync }) => Sync === hold.sync)
  t.ok(isTakenBack, 'a hold from before the clock went back does not count')
  t.same(await published(), ['post 1'])
  t.equal(await cursor(), 5)
})

t.test('a change that the database refuses is parked with its reason, and the rest goes on', async (t) => {
  const { next, parked, published, cursor } = await follower(t)
  const meta = (length: number) => ({ metaText: JSON.stringify({ a: 'x'.repeat(length - 8) }) })
  t.equal(await next(post(1, { content: 'x'.repeat(65_536) })), 'parked')
  t.equal(await next(post(2, { content: 'a\0b' })), 'parked')
  t.equal(await next(post(3), 'It is too large.'), 'parked')
  t.equal(await next(post(4, meta(65_535))), 'done')
  t.equal(await next(post(5, meta(65_536))), 'parked')
  t.equal(await next(post(6, { position: 'high' })), 'parked')
  t.same(await published(), ['post 4'])
  t.equal(await cursor(), 6)
  t.same(await parked(), [
    '1 refused: Its text is longer than 65535 characters.',
    '2 refused: Its text contains control characters that documents cannot contain. Applying it replaces them.',
    '3 refused: It is too large.',
    '5 refused: Its meta data are longer than 65535 characters.',
    '6 refused: The database refused it: invalid input syntax for type numeric: "high".'
  ])
  t.equal(await next(post(1, { content: 'x'.repeat(65_535) })), 'done')
  t.same(await published(), ['post 4', 'x'.repeat(65_535)], 'shortened at the source')
  t.equal((await parked()).length, 4)
})

t.test('a post that was corrected here keeps its text; the change of the source is offered', async (t) => {
  const { sql, next, parked, published } = await follower(t)
  await next(post(1))
  await next(post(2))
  await sql`update posts set content = 'ours' where content in ('post 1', 'post 2')`
  t.equal(await next(post(1, { content: 'theirs', isKeyPoint: true })), 'parked')
  t.same(await published(), ['ours', 'ours'])
  t.same(await parked(), [`1 offered: ${CORRECTED}`])
  await next(left(1, 'withdrawn'))
  t.same(await published(), ['ours'], 'a withdrawal follows')
  t.same(await parked(), [`1 offered: ${CORRECTED}`], 'and the offer still stands')
  t.equal(await next(left(2, 'deleted')), 'parked', 'a deletion withdraws, and is offered')
  t.same(await published(), [])
  const { count } = await sql`select from posts where content = 'ours' and deleted_on is null`
  t.equal(count, 2)
  await next(post(1, { content: 'theirs', position: '8' }))
  t.same(await published(), ['ours'])
  t.same(await parked(), [`1 offered: ${CORRECTED}`, `2 offered: ${DELETED}`])
})

t.test('an editor carries out what is offered; what is refused stays, with the reason', async (t) => {
  const { sql, blog, next, parked, published, carryOut } = await follower(t)
  for (const id of [1, 2, 3, 4]) await next(post(id))
  await sql`update posts set content = 'ours' where content in ('post 1', 'post 2')`
  await next(post(1, { content: 'theirs' }))
  await next(left(2, 'deleted'))
  await next(post(5, { content: 'x'.repeat(65_536) }))
  await sql`update blogs set closed_on = now() where id = ${blog}`
  t.same(await carryOut(1), { refusal: 'The blog is closed.' })
  await sql`update blogs set closed_on = null where id = ${blog}`
  for (const id of [1, 2]) t.same(await carryOut(id), {})
  t.same(await carryOut(5), { refusal: 'One of its texts is longer than 65535 characters.' })
  t.same(await published(), ['post 4', 'post 3', 'theirs'])
  t.equal((await sql`select from posts where content = 'ours' and deleted_on is not null`).count, 1)
  t.same(await parked(), ['5 refused: Its text is longer than 65535 characters.'])
})

t.test('a state that was changed here stays until the source changes its own', async (t) => {
  const { sql, next, published } = await follower(t)
  await next(post(1))
  await sql`update posts set published_on = null where content = 'post 1'`
  await next(post(1, { content: 'corrected' }))
  t.same(await published(), [])
  await next(left(1, 'withdrawn'))
  await next(post(1, { content: 'corrected', position: '5' }))
  t.same(await published(), ['corrected'])
})

t.test('without Auto, copies are handed in and wait for an editor', async (t) => {
  const { sql, blog, next, published } = await follower(t, { auto: false })
  await next(post(1))
  await next(post(2))
  const waiting = () => sql`select from posts where blog = ${blog} and submitted_on is not null`
  t.equal((await waiting()).count, 2)
  await next(left(2, 'withdrawn'))
  t.equal((await waiting()).count, 1)
  await next(post(2))
  t.equal((await waiting()).count, 2, 'published again at the source, it is handed in again')
  await sql`update posts set published_on = now() where content = 'post 1'`
  await next(post(1, { content: 'corrected' }))
  t.same(await published(), ['corrected'])
})

t.test('a post that is deleted and then withdrawn at its source is no longer deleted', async (t) => {
  const { sql, blog, next, published } = await follower(t)
  const states = () => sql`select is_published, deleted_on from posts where blog = ${blog}`
  const deletedOn = new Date('2026-01-03T00:00:00Z')
  await next(post(1))
  for (const again of [1, 2]) {
    await next({ ...left(1, 'deleted'), deletedOn })
    t.same(await states(), [{ IsPublished: true, DeletedOn: deletedOn }], `deleted, time ${again}`)
  }
  await next(left(1, 'withdrawn'))
  t.same(await states(), [{ IsPublished: false, DeletedOn: undefined }])
  await next(post(1))
  t.same(await published(), ['post 1'])
})

t.test('a post that was deleted here stays so when its source withdraws it', async (t) => {
  const { sql, blog, next } = await follower(t)
  await next(post(1))
  await sql`update posts set deleted_on = now() where blog = ${blog}`
  await next(left(1, 'withdrawn'))
  t.match(await sql`select is_published, deleted_on from posts where blog = ${blog}`, [
    { IsPublished: false, DeletedOn: Date }
  ])
})

t.test('a fourth pin is reported, and follows as soon as there is room', async (t) => {
  const { sql, blog, next, parked } = await follower(t)
  for (const id of [1, 2, 3, 4]) await next(post(id, { isPinned: true, pinnedOn: new Date(id) }))
  const pinned = async () => {
    const rows = await sql<{ Content: string }[]>`
      select content from posts where blog = ${blog} and pinned_on is not null order by pinned_on`
    return rows.map(({ Content }) => Content)
  }
  t.same(await pinned(), ['post 1', 'post 2', 'post 3'])
  t.same(await parked(), [`4 refused: ${PINS_FULL}`])
  await next(left(2, 'withdrawn'))
  t.same(await pinned(), ['post 1', 'post 3', 'post 4'])
  t.same(await parked(), [])

  await next(post(1, { isPinned: false }))
  t.same(await pinned(), ['post 3', 'post 4'], 'one that is no longer pinned')
  await next(post(1, { isPinned: true, pinnedOn: new Date(1) }))
  await next(post(5))
  await sql`update posts set content = 'ours' where content = 'post 5'`
  await next(post(5, { content: 'theirs', isPinned: true, pinnedOn: new Date(5) }))
  t.same(await parked(), [`5 offered: ${CORRECTED} ${PINS_FULL}`])
  await next(post(3, { isPinned: false }))
  t.same(await pinned(), ['post 1', 'post 4', 'ours'])
  t.same(await parked(), [`5 offered: ${CORRECTED}`], 'the text still waits for an editor')
})

t.test('a change whose pin has no room changes nothing when an editor applies it', async (t) => {
  const { sql, next, parked, published, carryOut } = await follower(t)
  for (const id of [1, 2, 3]) await next(post(id, { isPinned: true }))
  await next(post(4))
  await sql`update posts set content = 'ours' where content = 'post 4'`
  await next(post(4, { content: 'theirs', isPinned: true }))
  t.same(await carryOut(4), { refusal: PINS_FULL })
  t.same(await published(), ['ours', 'post 3', 'post 2', 'post 1'])
  t.same(await parked(), [`4 offered: ${CORRECTED} ${PINS_FULL}`])
  await sql`update posts set pinned_on = null where content = 'post 1'`
  t.same(await carryOut(4), {})
  t.same(await published(), ['theirs', 'post 3', 'post 2', 'post 1'])
  t.same(await parked(), [])
})

t.test('a post whose pin has no room says what else it lacks', async (t) => {
  const { next, parked } = await follower(t)
  for (const id of [1, 2, 3]) await next(post(id, { isPinned: true }))
  const losses = ['A picture stays at its source.']
  const incomplete = `4 refused: The post is copied. ${losses[0]} ${PINS_FULL}`
  await next(post(4, { isPinned: true, losses }))
  t.same(await parked(), [incomplete])
  await next(post(4, { content: 'corrected', isPinned: true, losses }))
  t.same(await parked(), [incomplete])
  await next(post(1, { isPinned: false }))
  t.same(await parked(), [`4 partial: The post is copied. ${losses[0]}`])
})

t.test('a blog takes no copy of its own posts or of a post that it has from another source', async (t) => {
  const { sql, blog, next, foreign, published } = await follower(t)
  await next(post(2))
  await next(post(3))
  await sql`
    insert into posts (blog, creator, content, uuid, published_on)
    values (${blog}, 1, 'own', ${uuidOf(1)}, now())`
  await sql`update copied_posts set source = (select min(id) from sources) where blog = ${blog} and foreign_id = '2'`
  for (const id of [1, 2]) t.equal(await next(post(id, { content: 'what they made of it' })), 'done')
  t.same(await published(), ['own', 'post 3', 'post 2'])
  t.same(await foreign(1, 2, 3), new Set([uuidOf(1), uuidOf(2)]))
})

t.test('a source that was restored may give a post another id, and its id to another post', async (t) => {
  const { next, published, sql, blog } = await follower(t)
  await next(post(1))
  await next(post(2))
  await next(post(1, { uuid: uuidOf(2), content: 'post 2, corrected', position: '2.0' }))
  t.same(await published(), ['post 2, corrected', 'post 1'])
  await next(post(2, { uuid: uuidOf(3), content: 'post 3' }))
  t.equal((await sql`select from posts where blog = ${blog}`).count, 3)
})

t.test('a closed blog takes nothing, nor does a sync that is paused or whose source was detached', async (t) => {
  const { sql, blog, source, next, cursor } = await follower(t)
  await sql`update blogs set live_on = now(), closed_on = now() where id = ${blog}`
  t.equal(await next(post(1)), 'resting')
  await sql`update blogs set closed_on = null where id = ${blog}`
  await sql`update syncs set is_paused = true`
  t.equal(await next(post(1)), 'lost')
  await sql`update syncs set is_paused = false`
  t.equal(await next(post(1)), 'done')
  t.equal(await cursor(), 1)
  await sql`delete from blog_sources where blog = ${blog} and source = ${source}`
  t.equal(await next(post(2)), 'lost')
  const held = await holds(sql).take('me')
  const unexpected = held.filter((sync) => sync.Blog === blog)
  t.same(unexpected, [], 'nobody follows it any more')
})

t.test('what cannot be copied of a post is said, also after a change, until nothing is left over', async (t) => {
  const { next, parked, sql, blog } = await follower(t)
  const say = async (more: Partial<SourcePost>) => {
    t.equal(await next(post(1, more)), more.losses === undefined ? 'done' : 'parked')
    return parked()
  }
  t.same(await say({ losses: ['A film.', 'A poll.'] }), ['1 partial: The post is copied. A film. A poll.'])
  t.same(await say({ content: 'b', losses: ['A poll.'] }), ['1 partial: The post is copied. A poll.'])
  t.same(await say({ content: 'c', losses: ['x'.repeat(3000)] }), [
    `1 partial: ${'The post is copied. '.padEnd(2000, 'x')}`
  ])
  t.same(await say({ content: 'd', author: ` ${'y'.repeat(300)}` }), [])
  const [row] = await sql<[{ Byline: string }]>`select byline from posts where blog = ${blog}`
  t.equal(row.Byline, 'y'.repeat(255), 'an author has at most 255 characters')
})

t.test('a look reads the copies of its page alone, not all of the blog', async (t) => {
  const { next, copies } = await follower(t)
  for (const id of [1, 2, 3]) await next(post(id))
  t.same(each(await copies(['3', '4']), 'ForeignId'), ['3'])
  t.same(await copies([]), [])
  t.equal((await copies()).length, 3)
})
