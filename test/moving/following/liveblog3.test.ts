/** A blog follows a blog of Live Blog 3, whose client API the test plays as its source code has it. */
import t from 'tap'
import { until } from '../../support/index.ts'
import { atOnce } from '../../support/at-once.ts'
import { buildFollower, following, playing } from '../polled.ts'

const ours = await buildFollower(t)

const ID = '5a62002548101327f3b5a585'

interface Post {
  readonly _id: string
  readonly _updated: string
  readonly published_date: string
  readonly [name: string]: unknown
}

/** A post as version 1 of the API lists it. */
const post = (number: number, text: string, more: Readonly<Record<string, unknown>> = {}): Post => ({
  _id: `post-${number}`,
  _created: '2026-01-02T20:00:00+00:00',
  _updated: `2026-01-02T20:${String(number).padStart(2, '0')}:00+00:00`,
  published_date: `2026-01-02T20:${String(number).padStart(2, '0')}:00+00:00`,
  post_status: 'open',
  deleted: false,
  sticky: false,
  lb_highlight: false,
  order: number + 0.5,
  publisher: { display_name: 'Ann Lee', email: 'ann@example.org' },
  groups: [
    { id: 'root', refs: [{ idRef: 'main' }] },
    { id: 'main', refs: [{ residRef: 'x', item: { item_type: 'text', text: `<p>${text}</p>` } }] }
  ],
  ...more
})

/** Plays the list of posts: the filters of the query that following uses, in pages. */
const playList = (posts: readonly Post[], { searchParams }: URL, reads: string[]) => {
  const { query } = JSON.parse(searchParams.get('source') ?? '')
  const [{ terms }, range] = query.filtered.filter.and
  const since = range?.bool.should[0].range._updated.gte
  reads.push(since ?? 'all')
  const size = Math.min(2, Number(searchParams.get('max_results')))
  const start = (Number(searchParams.get('page')) - 1) * size
  const found = posts
    .filter(({ post_status: status }) => terms.post_status.includes(status))
    .filter(
      (each) =>
        since === undefined || [each._updated, each.published_date].some((one) => new Date(one) >= new Date(since))
    )
    .toSorted((one, other) => one.published_date.localeCompare(other.published_date))
  return { _items: found.slice(start, start + size), _meta: { total: found.length, max_results: size } }
}

t.test('posts of Live Blog 3 arrive, change, move, are pinned, and go', atOnce(), async (t) => {
  let posts = [
    post(1, 'one'),
    post(2, 'two', { sticky: true, lb_highlight: true }),
    post(3, 'three'),
    post(4, 'advertisement', { post_status: 'ad' }),
    post(5, 'five')
  ]
  const reads: string[] = []
  const { origin } = await playing(t, (url) =>
    url.pathname === `/api/client_blogs/${ID}/posts`
      ? { body: JSON.stringify(playList(posts, url, reads)) }
      : { status: 404, body: '' }
  )
  const { showing, blog, count, state } = await following(ours, `${origin}/api/client_blogs/${ID}`)
  await showing('five', 'three', 'two', 'one')
  const pinned = await ours.sql`
    select content, author_name, is_key_point from post_rows where blog = ${blog} and pinned_on is not null`
  t.same(pinned, [{ Content: '<p>two</p>', AuthorName: 'Ann Lee', IsKeyPoint: true }])
  await until(() => reads.at(-1) === '2026-01-02T20:03:00.000Z')
  t.equal(reads.filter((since) => since === 'all').length, 2, 'the whole list is read once, in two pages')

  const later = { _updated: '2026-01-02T21:00:00+00:00' }
  posts = [
    post(1, 'one', { ...later, order: 9.5 }),
    post(2, 'two, corrected', later),
    post(3, 'three', { ...later, post_status: 'submitted', unpublished_date: later._updated }),
    post(5, 'five', { ...later, deleted: true }),
    post(6, 'six', { ...later, published_date: '2026-01-02T21:00:00+00:00' })
  ]
  await showing('one', 'six', 'two, corrected')
  t.equal((await ours.sql`select from posts where blog = ${blog} and pinned_on is not null`).count, 0)
  const { count: deleted } = await ours.sql`select from posts where blog = ${blog} and deleted_on is not null`
  t.equal(deleted, 1, 'withdrawn posts are not deleted')
  posts = posts.map((each) => ({ ...each, _updated: '2026-01-02T22:00:00+00:00', post_status: 'open' }))
  await showing('one', 'six', 'three', 'two, corrected')
  t.equal(await count(), 5, 'nothing twice, and no advertisement')
  const change = (id: number, text: string, time: string) => {
    const changed = post(id, text, { _updated: `2026-01-02T${time}+00:00` })
    posts = posts.map((each) => (each._id === changed._id ? changed : each))
  }
  change(3, 'three, corrected', '22:09:30')
  const before = posts
  change(2, 'two, corrected again', '22:10:00')
  await showing('one', 'six', 'three, corrected', 'two, corrected again')
  // The other service was restored from a backup: of a minute before, and of the day before.
  posts = before
  await showing('one', 'six', 'three, corrected', 'two, corrected')
  posts = [post(1, 'one, as it was'), post(2, 'two'), post(3, 'three')]
  await showing('six', 'three', 'two', 'one, as it was')
  t.match(await state(({ IsFailing }) => IsFailing === 'False'), { IsFollowed: 'True', Parked: '0' })
})

t.test('after a post with a moment in the future, further changes arrive', atOnce(), async (t) => {
  let posts = [post(1, 'one'), post(2, 'two', { published_date: '2099-01-02T20:00:00+00:00' })]
  const reads: string[] = []
  const { origin } = await playing(t, (url) => ({ body: JSON.stringify(playList(posts, url, reads)) }))
  const { showing } = await following(ours, `${origin}/api/client_blogs/${ID}`)
  await showing('two', 'one')
  await until(() => reads.at(-1) !== 'all')
  posts = [post(1, 'one, corrected', { _updated: new Date().toISOString() }), ...posts.slice(1)]
  await showing('two', 'one, corrected')
})

t.test('an address without a blog is said to the editor', atOnce(), async (t) => {
  const { origin } = await playing(t, () => ({ body: '{"_status":"ERR"}' }))
  const { state } = await following(ours, `${origin}/api/client_blogs/${ID}`)
  const { Error: reason } = await state(({ Error: error }) => error !== undefined)
  t.equal(reason, 'The other service answered with something else than a list of posts')
})
