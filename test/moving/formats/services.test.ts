/** Blogs of Live Blog 2, Live Blog 3 and Desk are read over HTTP, page by page. */
import t from 'tap'
import { readLiveBlog2 } from '../../../moving/formats/liveblog2.ts'
import { readLiveBlog3 } from '../../../moving/formats/liveblog3.ts'
import { build } from '../../support/index.ts'
import { liveBlog2Post } from '../examples.ts'
import { all } from '../reading.ts'

t.test('a blog of Live Blog 2 is read, with texts for all values and dates in both forms', async (t) => {
  const asked: string[] = []
  const posts = Array.from({ length: 101 }, (_post, index) =>
    liveBlog2Post(index, {
      ...{ Uuid: '6a1fd5a56d0a4e0f8b4952ad0e0a1d3f', CId: '4', IsPublished: index === 1 ? 'False' : 'True' },
      ...(index === 2 && { DeletedOn: '3/5/13 12:00 AM' })
    })
  )
  const get = async ({ pathname, searchParams }: URL) => {
    asked.push(`${pathname}?${searchParams}`)
    if (!pathname.endsWith('/Published')) return { Title: 'Old', Language: { Code: 'de' }, CreatedOn: '1/2/13 3:04 AM' }
    const offset = Number(searchParams.get('offset'))
    // Fewer than it is asked for.
    return { total: '101', PostList: posts.slice(offset, offset + 60) }
  }
  const totals: number[] = []
  const address = new URL('http://old.example/resources/LiveDesk/Blog/3/Post')
  const [blog, ...found] = await all(readLiveBlog2(address, get, (total) => totals.push(total)))
  t.same(totals, [101, 101])
  t.match(blog, { id: 'http://old.example/resources/LiveDesk/Blog/3', title: 'Old', language: 'de' })
  t.equal(found.length, 101)
  t.match(found.slice(0, 3), [
    {
      id: '0',
      uuid: '6a1fd5a5-6d0a-4e0f-8b49-52ad0e0a1d3f',
      state: 'published',
      type: 'quote',
      meta: { annotation: 'Ann' },
      metaText: '{"annotation": "Ann"}',
      createdOn: new Date('2013-03-05T15:04:00Z'),
      publishedOn: new Date('2013-03-05T15:05:00Z'),
      position: '0.5'
    },
    { state: 'withdrawn' },
    { state: 'deleted', content: '', deletedOn: new Date('2013-03-05T00:00:00Z') }
  ])
  t.same(asked, [
    '/resources/LiveDesk/Blog/3?',
    '/resources/LiveDesk/Blog/3/Post/Published?cId.since=0&asc=order&limit=100&offset=0',
    '/resources/LiveDesk/Blog/3/Post/Published?cId.since=0&asc=order&limit=100&offset=60'
  ])
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

t.test('a blog of Live Blog 3 is read, its pinned posts in a second pass', async (t) => {
  const post = (id: string, items: object[], more = {}) => ({
    _id: id,
    _created: '2026-01-02T03:00:00+00:00',
    published_date: '2026-01-02T03:01:00+00:00',
    order: 4.25,
    lb_highlight: false,
    items,
    publisher: { display_name: 'Ann Lee', email: 'ann@example.org' },
    ...more
  })
  const image = {
    item_type: 'image',
    meta: {
      caption: 'A & B',
      credit: 'Kim',
      media: { renditions: { original: { href: 'https://img.example/o.jpg' } } }
    }
  }
  const plain = [
    post('a', [{ item_type: 'text', text: '<p>One</p>' }], { content_updated_date: '2026-01-02T04:00:00+00:00' }),
    post('b', [{ item_type: 'quote', meta: { quote: 'Yes', credit: 'Mayor' } }]),
    post('c', [image, { item_type: 'text', text: '<p>Two</p>' }], { lb_highlight: true }),
    post('d', [{ item_type: 'embed', meta: { original_url: 'https://v.example/1', title: 'V', html: '<script>' } }]),
    post('e', [{ item_type: 'poll', poll_body: { question: 'Who?', answers: [{ option: 'Kim' }] } }]),
    post('f', [], { groups: [{ id: 'root' }, { id: 'main', refs: [{ item: { item_type: 'text', text: 'Old' } }] }] })
  ]
  const get = async ({ pathname, searchParams }: URL) => {
    if (!pathname.endsWith('/posts')) return { title: 'New', blog_status: 'open', blog_preferences: { language: 'fr' } }
    const posts = searchParams.get('sticky') === '1' ? [post('s', [])] : plain
    const start = 4 * (Number(searchParams.get('page')) - 1)
    // Fewer than it is asked for.
    return { _items: posts.slice(start, start + 4), _meta: { total: posts.length } }
  }
  const totals: number[] = []
  const url = new URL('https://lb.example/app/api/client_blogs/5a62002548101327f3b5a585')
  t.match(await all(readLiveBlog3(url, get, (total) => totals.push(total))), [
    { title: 'New', language: 'fr', id: url.href },
    { id: 'a', type: 'normal', content: '<p>One</p>', author: 'Ann Lee', position: '4.25', updatedOn: Date },
    { id: 'b', type: 'quote', content: '<blockquote>Yes</blockquote>', meta: { annotation: 'Mayor' } },
    { id: 'c', type: 'normal', content: /o\.jpg.*A &amp; B.*<p>Two/, isKeyPoint: true },
    { id: 'd', type: 'link', meta: { url: 'https://v.example/1', title: 'V' }, content: /^<p><a href/ },
    { kind: 'loss', post: 'd', what: 'frame' },
    { id: 'e', content: '<p>Who?</p><ul><li>Kim</li></ul>' },
    { kind: 'loss', post: 'e', what: 'poll' },
    { id: 'f', content: 'Old' },
    { id: 's', isPinned: true }
  ])
  t.same(totals, [6, 7], 'the number of posts is known as soon as the service says it')
})
