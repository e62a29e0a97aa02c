/** Cache-Control states which documents HTTP caches may store and for how long, by content and viewer. */
import t from 'tap'
import { build, documentOf, words, type Built } from '../../support/index.ts'
import { overSocket, throughRouter } from '../cached.ts'

const LIVE = 'public, max-age=1, stale-while-revalidate=5, stale-if-error=600'
const POST = 'public, no-cache, stale-if-error=600'
const REFERENCE = 'public, max-age=10, stale-while-revalidate=60, stale-if-error=600'
const COMPLETE = 'public, max-age=60, stale-if-error=600'
const PRIVATE = 'private, no-store'

const live = words`
  Desk/Blog Desk/Blog/Live Desk/Blog/1 Desk/Blog/1/Post/Published Desk/Blog/1/Post/Published?cId.since=1
  Desk/Blog/1/Post/Published?cId.since=16&cId.end=100000
  Desk/Blog/1/Collaborator Desk/Blog/1/Configuration HR/User/1/Blog HR/User/1/Post/Published Data/Post/Published
  Desk/Blog/3/PostType/normal/Post/Published Desk/Blog/3/Collaborator/17/Post/Published`
const reference = [
  '',
  ...words`HR/User/1 HR/User Data/PostType Localization/Language/1 Data/Collaborator Admin/Request`
]
const drafting = words`
  Desk/Blog/3/Post Desk/Blog/3/Post/Unpublished Desk/Blog/3/Post/Comment Desk/Blog/3/PostType/normal/Post
  Desk/Blog/3/User/6/Post Desk/Blog/3/User/6/Post/Unpublished Desk/Blog/3/User/6/Post/Owned
  Desk/Blog/3/User/6/PostType/normal/Post/Owned Desk/Blog/3/Collaborator/17/Post
  Desk/Blog/3/SourceType/internal/Post/Chain Data/Post Data/Post/Unpublished HR/User/6/Post HR/User/6/Post/Unpublished
  Data/Collaborator/17/Post Data/Collaborator/17/Post/Unpublished Data/Source/1/Post Data/SourceType/internal/Post`

/** Addresses of drafts that need a session with PUBLIC_DRAFTS=false. */
const closed = words`
  Desk/Blog/1/BlogCollaboratorGroup/1/Post/GroupUnpublished
  Desk/Blog/1/BlogCollaboratorGroup/1/PostType/normal/Post/GroupUnpublished`

/** Returns the ids of a draft and of a published post of the demo. */
const postsOf = async ({ sql }: Built) => {
  const [posts] = await sql<[{ Draft: number; Published: number }]>`
    select max(id) filter (where not is_published) as draft, max(id) filter (where is_published) as published
    from posts where blog = 3 and deleted_on is null`
  return posts
}

t.test('Cache-Control depends on the kind of document, whether it is rendered or cached', async (t) => {
  for (const env of [{}, { PUBLIC_DRAFTS: 'false' }]) {
    const built = await build(t, env)
    const { Draft, Published } = await postsOf(built)
    const socket = await overSocket(t, built.app)
    const authorization = await built.tokenOf('admin')
    for (const [control, urls] of [
      [LIVE, live],
      [POST, [`Desk/Blog/3/Post/${Published}`, `Data/Post/${Published}`]],
      [REFERENCE, reference],
      [COMPLETE, ['Desk/Blog/1/Post/Published?cId.since=0&cId.end=16']],
      ['public, max-age=300', ['Desk/Blog/1?params=show', 'HR/User?params=show']],
      [PRIVATE, [...drafting, ...closed, `Desk/Blog/3/Post/${Draft}`, `Data/Post/${Draft}`]]
    ] as const) {
      for (const end of urls) {
        const url = `/resources/${end}`
        for (const [way, ask] of [
          ['rendered', socket],
          ['cached', socket],
          ['through the router', throughRouter(built.app)]
        ] as const) {
          const { status, headers } = await ask(url)
          // With PUBLIC_DRAFTS=false, lists show no drafts to anonymous viewers, so HTTP caches may store them.
          const expected = control === PRIVATE && 'PUBLIC_DRAFTS' in env ? LIVE : control
          if (status === 200) t.equal(headers['cache-control'], expected, `${url} ${way}`)
          else {
            const shown = { isClosed: 'PUBLIC_DRAFTS' in env, control, header: headers['cache-control'] }
            t.same(shown, { isClosed: true, control: PRIVATE, header: 'no-store' }, `${url} is closed: ${status}`)
          }
        }
        const { status, headers } = await socket(url, { authorization })
        t.has({ status, headers }, { status: 200, headers: { 'cache-control': PRIVATE } }, `${url} with a session`)
        const anonymous = await socket(url)
        const isShared = anonymous.status === 200 && (control !== PRIVATE || 'PUBLIC_DRAFTS' in env)
        const shown = anonymous.headers['cache-control']
        t.match(shown, isShared ? /^public/ : /no-store/, 'which changes nothing for anonymous viewers')
      }
    }
  }
})

t.test('a post that is withdrawn becomes private', async (t) => {
  const built = await build(t)
  const { Published } = await postsOf(built)
  const ask = await overSocket(t, built.app)
  const url = `/resources/Desk/Blog/3/Post/${Published}`
  t.equal((await ask(url)).headers['cache-control'], POST)
  await built.sql`update posts set published_on = null where id = ${Published}`
  await built.app.freshness.catchUp()
  t.equal((await ask(url)).headers['cache-control'], PRIVATE)
  t.equal((await ask(url)).headers['cache-control'], PRIVATE, 'also from the cache')
})

t.test('errors and responses to writes are never stored', async (t) => {
  const { app, post, tokenOf } = await build(t)
  const ask = await overSocket(t, app)
  for (const [url, status] of [
    ['/resources/Desk/Blog/4711', 404],
    ['/resources/Nothing', 404],
    ['/resources/Desk/Blog?x=1', 400],
    ['/resources/Desk/Blog/x', 404],
    ['/resources/%zz', 400]
  ] as const) {
    for (const method of ['GET', 'HEAD'] as const) {
      const { status: actual, headers } = await ask(url, {}, method)
      const shown = { status: actual, 'cache-control': headers['cache-control'], etag: headers.etag }
      t.same(shown, { status, 'cache-control': 'no-store', etag: undefined }, `${method} ${url}`)
    }
  }
  const { status, headers } = await ask('/resources/Desk/Blog', { accept: 'image/png' })
  t.same({ status, 'cache-control': headers['cache-control'] }, { status: 406, 'cache-control': 'no-store' })
  const created = await post('/resources/Desk/Blog/3/Post', { Content: 'x' }, { authorization: await tokenOf('admin') })
  const { CId } = documentOf(created)
  t.has(
    created,
    { statusCode: 201, headers: { 'cache-control': 'no-store', etag: `"${String(CId)}"` } },
    'the entity tag is the change number of the post'
  )
  t.same((await post('/resources/Desk/Blog/3/Post', { Content: 'x' })).headers['cache-control'], 'no-store')
})

t.test('a setting overrides the Cache-Control of what changes live, and of nothing else', async (t) => {
  const { app } = await build(t, { CACHE_CONTROL_LIVE: 'public, max-age=7' })
  const ask = await overSocket(t, app)
  for (const [url, control] of [
    ['/resources/Desk/Blog/1', 'public, max-age=7'],
    ['/resources/Desk/Blog/1/Post/3', 'public, no-cache, stale-if-error=600'],
    ['/resources/HR/User/1', 'public, max-age=10, stale-while-revalidate=60, stale-if-error=600'],
    ['/resources/Desk/Blog/3/Post', PRIVATE]
  ] as const) {
    t.equal((await ask(url)).headers['cache-control'], control)
    t.equal((await ask(url)).headers['cache-control'], control, 'also from the cache')
  }
})

t.test('a setting names what each document depends on, for caches that can forget it', async (t) => {
  const ask = await overSocket(t, (await build(t, { CACHE_TAGS: 'Surrogate-Key' })).app)
  for (const [url, tags] of [
    ['/resources/Desk/Blog/1/Post/Published', 'desk blog-1'],
    ['/resources/Desk/Blog', 'desk blogs'],
    ['/resources/HR/User/1', 'desk'],
    ['/live/1', 'desk blog-1'],
    ['/live/1/atom', 'desk blog-1'],
    ['/live', 'desk blogs']
  ] as const) {
    t.has(await ask(url), { status: 200, headers: { 'surrogate-key': tags } }, url)
    t.has(await ask(url), { headers: { 'surrogate-key': tags } }, `${url} from the cache`)
  }
  const cloudflare = await overSocket(t, (await build(t, { CACHE_TAGS: 'Cache-Tag' })).app)
  t.has(await cloudflare('/live/1'), { headers: { 'cache-tag': 'desk,blog-1' } })
  t.notOk('cache-tag' in (await (await overSocket(t, (await build(t)).app))('/live/1')).headers)
})
