/** Blogs of services are read over HTTP, page by page. golden.test.ts has all that is found in their posts. */
import t from 'tap'
import { readLiveBlog2 } from '../../../moving/formats/liveblog2.ts'
import { readLiveBlog3 } from '../../../moving/formats/liveblog3.ts'
import { build } from '../../support/index.ts'
import { liveBlog2Post } from '../examples.ts'
import { all } from '../reading.ts'

t.test('a blog of Live Blog 2 is read whole from pages that are shorter than it is asked for', async (t) => {
  const requested: string[] = []
  const posts = Array.from({ length: 101 }, (_post, index) => liveBlog2Post(index))
  const get = async ({ pathname, searchParams }: URL) => {
    requested.push(`${pathname}?${searchParams}`)
    if (!pathname.endsWith('/Published')) return { Title: 'Old' }
    const offset = Number(searchParams.get('offset'))
    return { total: '101', PostList: posts.slice(offset, offset + 60) }
  }
  const totals: number[] = []
  const address = new URL('http://old.example/resources/LiveDesk/Blog/3/Post')
  const [blog, ...found] = await all(readLiveBlog2(address, get, (total) => totals.push(total)))
  t.match(blog, { id: 'http://old.example/resources/LiveDesk/Blog/3' })
  t.equal(found.length, 101)
  t.same(totals, [101, 101])
  t.same(requested, [
    '/resources/LiveDesk/Blog/3?',
    '/resources/LiveDesk/Blog/3/Post/Published?cId.since=0&asc=order&limit=100&offset=0',
    '/resources/LiveDesk/Blog/3/Post/Published?cId.since=0&asc=order&limit=100&offset=60'
  ])
})

t.test('a post of Live Blog 2 that is missed, because another was withdrawn meanwhile, is reported', async (t) => {
  const posts = Array.from({ length: 250 }, (_post, index) => liveBlog2Post(index))
  const get = async ({ pathname, searchParams }: URL) => {
    if (!pathname.endsWith('/Published')) return { Title: 'Old' }
    const offset = Number(searchParams.get('offset'))
    // Withdrawn posts come after all others.
    if (offset === 100) posts.push(...posts.splice(50, 1))
    return { total: '250', PostList: posts.slice(offset, offset + 100) }
  }
  const found = await all(readLiveBlog2(new URL('http://old.example/resources/LiveDesk/Blog/3'), get))
  t.same(found.at(-1), {
    kind: 'loss',
    post: undefined,
    what: 'missing posts',
    why: 'The blog changed while it was read: run this again.'
  })
})

t.test('a blog of Desk itself is read', async (t) => {
  const { get: ask } = await build(t)
  const get = async ({ pathname, search }: URL, headers = {}) =>
    (await ask(pathname + search, { accept: 'application/json', ...headers })).json()
  const [blog, ...found] = await all(readLiveBlog2(new URL('http://localhost/resources/Desk/Blog/1'), get))
  t.match(blog, { title: String, language: 'en', liveOn: Date })
  t.ok(found.length > 5)
  for (const post of found) {
    t.match(post, { kind: 'post', id: /^\d+$/, publishedOn: Date, author: String, position: String })
  }
})

t.test('a blog of Live Blog 3 is read from short pages, its pinned posts in a second pass', async (t) => {
  const main = { id: 'main', refs: [{ item: { item_type: 'text', text: 'Old' } }] }
  const plain = ['a', 'b', 'c', 'd', 'e', 'f'].map((_id) => ({ _id, order: 4.25, groups: [{ id: 'root' }, main] }))
  const get = async ({ pathname, searchParams }: URL) => {
    if (!pathname.endsWith('/posts')) return { title: 'New', blog_status: 'open' }
    const posts = searchParams.get('sticky') === '1' ? [{ _id: 's', items: [] }] : plain
    const start = 4 * (Number(searchParams.get('page')) - 1)
    return { _items: posts.slice(start, start + 4), _meta: { total: posts.length } }
  }
  const totals: number[] = []
  const url = new URL('https://lb.example/app/api/client_blogs/5a62002548101327f3b5a585')
  const [blog, ...found] = await all(readLiveBlog3(url, get, (total) => totals.push(total)))
  t.match(blog, { title: 'New', id: url.href })
  t.match(found, [...plain.map(({ _id: id }) => ({ id, content: 'Old' })), { id: 's', isPinned: true }])
  t.same(totals, [6, 7], 'the number of posts is known as soon as the service says it')
})

t.test(
  'a blog of Live Blog 3 with posts without end is read up to a number of pages, and the rest is reported',
  async (t) => {
    let pages = 0
    const get = async ({ pathname, searchParams }: URL) => {
      if (!pathname.endsWith('/posts')) return {}
      pages += 1
      return { _items: searchParams.get('sticky') === '1' ? [] : [{ _id: `${pages}`, items: [] }] }
    }
    const found = await all(readLiveBlog3(new URL('https://lb.example/api/client_blogs/1'), get))
    t.equal(pages, 10_001)
    t.equal(found.length, 10_002)
    t.same(found.at(-1), {
      kind: 'loss',
      post: undefined,
      what: 'missing posts',
      why: 'The blog has more than 10000 pages of posts: the others are missing.'
    })
  }
)

t.test('an address that is not that of a blog is refused with an example', async (t) => {
  const url = new URL('https://lb.example/blog/1')
  await t.rejects(all(readLiveBlog2(url, async () => ({}))), {
    message: `${url.href} is not the address of a blog, such as …/resources/Desk/Blog/1`
  })
  await t.rejects(all(readLiveBlog3(url, async () => ({}))), {
    message: `${url.href} is not the address of a blog, such as …/api/client_blogs/5a62002548101327f3b5a585`
  })
})

t.test('a service that answers with something else than a list of posts has no end there', async (t) => {
  const error = { error: 'Too many requests' }
  const get = async ({ search }: URL) => (search === '' ? { Title: 'Old' } : error)
  const list = { message: /\?.* is not a list of posts$/ }
  await t.rejects(all(readLiveBlog2(new URL('https://lb.example/resources/Desk/Blog/1'), get)), list)
  await t.rejects(all(readLiveBlog3(new URL('https://lb.example/api/client_blogs/1'), get)), list)
})
