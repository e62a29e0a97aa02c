/** The pages of the live reader: their contents, their posts, and their size. */
import { brotliDecompressSync } from 'node:zlib'
import fc from 'fast-check'
import ts from 'typescript'
import t from 'tap'
import { embeddedAt } from '../../../plugins/pages/media.ts'
import { BROWSER, hrefOf } from '../../support/html.ts'
import { addLiveBlog, build, each, publishIn, words } from '../../support/index.ts'

// Without a cache, pages show changes in the database at once.
const { get, sql } = await build(t, { CACHE_MB: '0', BASE_URL: 'https://live.example' })

const newBlog = (): Promise<number> => addLiveBlog(sql, 'A long day')
const publish = (blogId: number, count: number) => sql`
  insert into posts (blog, creator, content, published_on)
  select ${blogId}, 1, '<p>Post ' || number || ' of the day</p>', now() from generate_series(1, ${count}) as number`

const idsIn = (html: string) => [...html.matchAll(/<article id="post-(\d+)"/g)].map(([, id]) => Number(id))
const pageAfter = (html: string, text: string) =>
  new RegExp(`<a href="https://live.example([^"]+)"(?: rel="next")?>${text}</a>`)
    .exec(html)?.[1]
    ?.replaceAll('&amp;', '&')
const bodyOf = async (path: string) => (await get(path)).body

/** Returns the structured data of a page. */
const dataIn = (html: string) =>
  JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html)?.[1] ?? '')

/** Follows the links with a text. Returns the ids of the posts of each page, by its path, which it names as its own. */
const walk = async (path: string, text: string): Promise<Map<string, number[]>> => {
  const pages = new Map<string, number[]>()
  let next: string | undefined = path
  while (next !== undefined) {
    const html: string = await bodyOf(next)
    pages.set(next, idsIn(html))
    const [, canonical = ''] = /<link rel="canonical" href="([^"]*)"/.exec(html) ?? []
    t.equal(canonical.replaceAll('&amp;', '&'), `https://live.example${next}`, 'search engines find each page')
    next = pageAfter(html, text)
  }
  return pages
}

t.test(
  'a page of another version of the service gets styles and scripts of this one, which nobody keeps',
  async (t) => {
    const html = await bodyOf(`/live/${await newBlog()}`)
    for (const [path] of html.matchAll(/\/pages\/(?:live-\w+\.css|reader-\w+\.js)/g)) {
      const own = await get(path)
      const other = await get(path.replace(/-\w+/, '-0123456789'))
      t.match([own.statusCode, own.headers['cache-control']], [200, /immutable/], path)
      t.match([other.statusCode, other.headers['cache-control'], other.body], [200, 'no-store', own.body], path)
      t.equal(other.headers['content-type'], own.headers['content-type'])
    }
    for (const path of ['/pages/live.css', '/pages/none-0123456789.css']) {
      t.equal((await get(path)).statusCode, 404, path)
    }
  }
)

t.test('the address of a post that was withdrawn leads on to its blog', async (t) => {
  const blog = await newBlog()
  const post = await publishIn(sql, blog, '<p>Too early</p>', { published_on: null })
  for (const path of [`/live/${blog}/post/${post}`, `/live/${blog}/page/0`]) {
    const { statusCode, body } = await get(path, BROWSER)
    t.same([statusCode, hrefOf(body, 'Whole live blog')], [404, `https://live.example/live/${blog}`], path)
  }
  for (const path of ['/live/999999999', `/resources/Desk/Blog/${blog}/Post/0`]) {
    t.equal(hrefOf((await get(path, BROWSER)).body, 'Whole live blog'), '', path)
  }
})

t.test('pages divide the posts of a blog, and new posts never change an archive page', async (t) => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.integer({ min: 1, max: 45 }), { minLength: 1, maxLength: 4 }), async (counts) => {
      const blogId = await newBlog()
      const archive = new Map<string, number[]>()
      for (const count of counts) {
        await publish(blogId, count)
        const all = (await sql<{ Id: number }[]>`select id from posts where blog = ${blogId} order by id desc`).map(
          ({ Id }) => Id
        )
        const pages = await walk(`/live/${blogId}`, 'Older posts')
        const [[, first = []] = [], ...rest] = pages
        t.same([...pages.values()].flat(), all)
        t.ok(first.length < 40 && (rest.length === 0 || first.length >= 20))
        for (const [path, ids] of rest) {
          t.equal(ids.length, 20)
          t.same(archive.get(path) ?? ids, ids)
          archive.set(path, ids)
        }
        const [last = ''] = [...pages.keys()].slice(-1)
        t.same(new Set([...(await walk(last, 'Newer posts')).keys()]), new Set(pages.keys()))
        t.same([...(await walk(`/live/${blogId}?order=oldest`, 'Newer posts')).values()].flat(), all.reverse())
      }
    }),
    { numRuns: 5, examples: [[[39, 1, 19, 1]], [[20, 20, 20]]] }
  )
})

t.test('structured data has each post with its own headline, and an end only when the blog is closed', async (t) => {
  await publishIn(sql, 1, '<p>Doors open.</p><p>A </script><b>quiet</b> start &amp; tea.</p>')
  const html = await bodyOf('/live/1')
  const data = dataIn(html)
  t.notOk('coverageEndTime' in data)
  const [newest] = data.liveBlogUpdate
  t.match(newest, { headline: 'Doors open.', articleBody: 'Doors open.\nA quiet start & tea.' })
  const shown = new Set(data.liveBlogUpdate.map(({ headline }: { headline: string }) => headline)).size
  t.equal(shown, data.liveBlogUpdate.length)
  await sql`update blogs set closed_on = '2026-11-22T12:00:00Z' where id = 2`
  const closed = await bodyOf('/live/2')
  t.equal(dataIn(closed).coverageEndTime, '2026-11-22T12:00:00.000Z')
  t.match(closed, /Closed<\/strong>.*22 November 2026 at 12:00 UTC/)
  t.notMatch(closed, /data-grows/, 'no page follows a closed blog')
})

t.test('structured data has these properties, and dates a blog and a post by their publication', async (t) => {
  const blogId = await newBlog()
  await sql`
    update blogs set created_on = '2026-11-01T08:00:00Z', live_on = '2026-11-03T18:00:00Z' where id = ${blogId}`
  const Id = await publishIn(sql, blogId, '<p>Doors open.</p>', {
    created_on: '2026-11-03T17:00:00Z',
    published_on: '2026-11-03T19:00:00Z',
    updated_on: '2026-11-03T20:00:00Z'
  })
  const [blog] = await sql<{ Title: string; Description: string; UpdatedOn: Date }[]>`
    select title, description, updated_on from blogs where id = ${blogId}`
  const url = `https://live.example/live/${blogId}`
  const post = {
    '@type': 'BlogPosting',
    '@id': `${url}/post/${Id}`,
    url: `${url}/post/${Id}`,
    datePublished: '2026-11-03T19:00:00.000Z',
    dateModified: '2026-11-03T20:00:00.000Z',
    headline: 'Doors open.',
    articleBody: 'Doors open.',
    author: { '@type': 'Person', name: 'admin' }
  }
  t.same(dataIn(await bodyOf(`/live/${blogId}`)), {
    '@context': 'https://schema.org',
    '@type': 'LiveBlogPosting',
    '@id': url,
    url,
    headline: blog?.Title,
    inLanguage: 'en',
    author: { '@type': 'Person', name: 'Ada Min' },
    datePublished: '2026-11-03T18:00:00.000Z',
    dateModified: blog?.UpdatedOn.toISOString(),
    coverageStartTime: '2026-11-03T18:00:00.000Z',
    liveBlogUpdate: [post]
  })
  t.same(dataIn(await bodyOf(`/live/${blogId}/post/${Id}`)), {
    '@context': 'https://schema.org',
    ...post,
    inLanguage: 'en',
    isPartOf: { '@type': 'LiveBlogPosting', url }
  })
})

t.test('the headline of a text without a short sentence is its first words', async (t) => {
  const blogId = await newBlog()
  const text = 'word '.repeat(40).trim()
  await publishIn(sql, blogId, text)
  const [post] = dataIn(await bodyOf(`/live/${blogId}`)).liveBlogUpdate
  t.equal(post.headline, `${'word '.repeat(20).trim()}…`)
})

t.test('structured data has only types, properties and values of schema.org', async (t) => {
  const blogId = await newBlog()
  await publish(blogId, 1)
  const meta = JSON.stringify({ url: 'https://p.example/a.jpg', width: 900, height: 600 })
  await publishIn(sql, blogId, '<p>A</p><img src="https://p.example/a.jpg" alt="A">', { type: 'image', meta })
  const paths = [blogId, `${blogId}/post/${idsIn(await bodyOf(`/live/${blogId}`))[0]}`, '1', '1/page/20', '1/post/20']
  const pages = await Promise.all(paths.map(async (path) => dataIn(await bodyOf(`/live/${path}`))))
  t.notMatch(JSON.stringify(pages), /:(""|null)/, 'a property without a value is left out')
  const wrong = { ...pages[0], author: { '@type': 'Person', fullName: 'admin' } }
  const folder = t.testdir({
    'data.ts': `
      import type { BlogPosting, WithContext } from 'schema-dts'
      export const data: WithContext<BlogPosting>[] = ${JSON.stringify([...pages, wrong])}`
  })
  const program = ts.createProgram([`${folder}/data.ts`], {
    strict: true,
    skipLibCheck: true,
    lib: ['lib.es2023.d.ts']
  })
  const objections = ts.getPreEmitDiagnostics(program).map(({ messageText }) => messageText)
  t.match(objections, { length: 1, 0: /'"fullName"' does not exist/ }, 'only the last is wrong')
})

t.test('drafts, deleted posts and hidden blogs have no page', async (t) => {
  const blogId = await newBlog()
  await publish(blogId, 3)
  const ids = idsIn(await bodyOf(`/live/${blogId}`))
  const [kept, draft, deleted] = ids
  await sql`update posts set published_on = null where id = ${draft ?? 0}`
  await sql`update posts set deleted_on = now() where id = ${deleted ?? 0}`
  t.same(idsIn(await bodyOf(`/live/${blogId}`)), [kept])
  t.same(idsIn(await bodyOf(`/live/${blogId}/post/${kept}`)), [kept])
  t.same(idsIn(await bodyOf(`/live/${blogId}/page/${draft}`)), [], 'a page of the archive outlives its first post')
  for (const path of [`${blogId}/post/${draft}`, `${blogId}/post/${deleted}`, `1/post/${kept}`, '1/page/99999999']) {
    t.equal((await get(`/live/${path}`)).statusCode, 404, path)
  }
  await sql`update blogs set deleted_on = now() where id = ${blogId}`
  for (const path of [blogId, 'x', '99999999999', '4711', `${blogId}/theme.css`, '1?order=oldest&after=x1']) {
    t.equal((await get(`/live/${path}`)).statusCode, 404, `${path}`)
  }
})

t.test('the address of a post shows it among its neighbours', async (t) => {
  const blogId = await newBlog()
  await publish(blogId, 12)
  await sql`update posts set published_on = '2026-11-03T19:00:00Z' where blog = ${blogId}`
  const ids = (await sql<{ Id: number }[]>`select id from posts where blog = ${blogId} order by id desc`).map(
    ({ Id }) => Id
  )
  const [, newest, , , , marked, , , , , , , oldest = 0] = [0, ...ids]
  const html = await bodyOf(`/live/${blogId}/post/${marked}`)
  t.same(idsIn(html), ids.slice(1, 11), 'three newer ones and six older ones')
  const [, current] = /<article id="post-(\d+)"[^>]*aria-current="true"[^>]*autofocus/.exec(html) ?? []
  t.equal(Number(current), marked)
  t.ok(html.includes(`<link rel="canonical" href="https://live.example/live/${blogId}/post/${marked}"/>`))
  t.ok(html.includes('<meta property="article:published_time" content="2026-11-03T19:00:00.000Z"/>'))
  t.equal(pageAfter(html, 'Newer posts'), `/live/${blogId}/post/${newest}`)
  t.equal(pageAfter(html, 'Older posts'), `/live/${blogId}/post/${ids[11]}`)
  t.equal(pageAfter(html, 'Whole live blog'), `/live/${blogId}`)
  t.same(idsIn(await bodyOf(`/live/${blogId}/post/${oldest}`)), ids.slice(8))
})

t.test('a filter shows the key points only, page by page', async (t) => {
  const blogId = await newBlog()
  t.match(await bodyOf(`/live/${blogId}?show=key-points`), '<p class="empty">There are no key points yet.</p>')
  t.match(await bodyOf(`/live/${blogId}`), /<a class="pill filter" href="[^"]*" hidden data-needs-service="true">/)
  await publish(blogId, 60)
  await sql`update posts set is_key_point = true where blog = ${blogId} and id % 2 = 0`
  const all = await sql<{ Id: number }[]>`
    select id from posts where blog = ${blogId} and is_key_point order by id desc`
  const pages = await walk(`/live/${blogId}?show=key-points`, 'Older posts')
  t.same(
    [...pages.values()].flat(),
    all.map(({ Id }) => Id)
  )
  t.equal(pages.size, 2)
  const [[, first = []] = [], [older = ''] = []] = pages
  t.equal(first.length, 20)
  t.equal(pageAfter(await bodyOf(older), 'Newest posts'), `/live/${blogId}?show=key-points`)
  t.match(await bodyOf(older), '<title>A long day: key points</title>')
  t.match(
    await bodyOf(`/live/${blogId}`),
    `href="https://live.example/live/${blogId}?show=key-points" data-needs-service="true">Key points only`
  )
  for (const place of ['show=key-points&from=', 'order=oldest&after=']) {
    for (const id of ['x', '', '0', '-1']) {
      t.equal((await get(`/live/${blogId}?${place}${id}`)).statusCode, 404, place + id)
    }
  }
})

t.test('a post begins with its headline, once, and is called by it everywhere', async (t) => {
  const blogId = await newBlog()
  const add = (content: string) => publishIn(sql, blogId, content)
  const id = await add('<p><b>The bridge <i>is</i> open</b></p><p>A band walked across. Then a dog.</p>')
  await add('<p><b>Run-in.</b> No headline</p>')
  const short = await add('<p><b>Nothing below</b></p>')
  const html = await bodyOf(`/live/${blogId}`)
  t.ok(html.includes(`id="headline-${id}" dir="auto">The bridge <i>is</i> open</h3><div class="text" dir="auto"><p>A`))
  t.equal(html.match(/class="headline"/g)?.length, 2)
  const [whole, , post] = dataIn(html).liveBlogUpdate
  t.match(whole, { headline: 'Nothing below', articleBody: 'Nothing below' })
  t.match(await bodyOf(`/live/${blogId}/post/${short}`), '<meta name="description" content="Nothing below"/>')
  t.match(post, { headline: 'The bridge is open', articleBody: 'A band walked across. Then a dog.' })
  t.match(await bodyOf(`/live/${blogId}/post/${id}`), '<title>The bridge is open | A long day</title>')
  const { items } = JSON.parse(await bodyOf(`/live/${blogId}/feed.json`))
  t.equal(items[2].title, 'The bridge is open')
})

t.test('a reader has the name that came with the comment, and an author the whole name', async (t) => {
  const blogId = await newBlog()
  await publishIn(sql, blogId, 'From another newsroom', { byline: 'Ann commentator' })
  const id = await publishIn(sql, blogId, 'By a reader', { commentator: 'Bob', comment_source: 'embed' })
  const updates: { author: { name: string } }[] = dataIn(await bodyOf(`/live/${blogId}`)).liveBlogUpdate
  const authors = updates.map(({ author }) => author.name)
  t.same(authors, ['Bob', 'Ann commentator'])
  const feed: { items: { authors: { name: string }[] }[] } = JSON.parse(await bodyOf(`/live/${blogId}/feed.json`))
  const names = feed.items.flatMap((item) => each(item.authors, 'name'))
  t.same(names, authors, 'in feeds, too')
  const url = `https://live.example/live/${blogId}/post/${id}`
  t.match(await bodyOf(`/oembed?url=${encodeURIComponent(url)}`), '"author_name":"Bob"', 'and on other sites')
})

t.test('every type of post has its look', async (t) => {
  const blogId = await newBlog()
  const add = (type: string, content: string, meta: object) =>
    publishIn(sql, blogId, content, { type, meta: JSON.stringify(meta) })
  await add('wrapup', '<h3>Halfway</h3><p>Two of four.</p>', {})
  await add('quote', '<blockquote>Well.</blockquote>', { annotation: 'The mayor', source: 'on the stairs' })
  await add('link', '<p>Read on.</p>', { url: 'https://other.example/a?b=1&c=2', title: 'Elsewhere' })
  await add('image', '<img src="https://p.example/a.jpg?w=1&amp;h=2" alt="A">', {
    url: 'https://p.example/a.jpg?w=1&h=2',
    width: 800,
    height: 600,
    credit: 'Mio'
  })
  await add('advertisement', '<p>Boots.</p>', {})
  await add('normal', '<p>Watch.</p>', { url: 'https://www.youtube.com/watch?v=abcdefghijk', title: 'The count' })
  await add('normal', '<p>Look.</p>', { url: 'https://www.youtube.com/watch?v=abcdefghijk' })
  await add('normal', '<p>Read.</p>', { url: 'https://x.com/a/status/1' })
  await add('normal', 'line one\nline two', { url: 'javascript:alert(1)' })
  for (const url of words`javascript:alert(1) JAVASCRIPT:alert(1) data:text/html,x //other.example mailto:a@b`) {
    await add('link', `<p>No link to ${url.slice(0, 4)}.</p>`, { url, title: 'A link that leaves the web' })
  }
  const html = await bodyOf(`/live/${blogId}`)
  for (const part of [
    '<a href="#post-',
    '>Halfway</a>',
    '<p class="source" dir="auto">The mayor, on the stairs</p>',
    '<a class="card" href="https://other.example/a?b=1&amp;c=2" rel="nofollow noopener noreferrer" dir="auto"><strong>',
    'width="800" height="600" loading="lazy"',
    '<p class="label">Advertisement</p>',
    'data-player="https://www.youtube-nocookie.com/embed/abcdefghijk?autoplay=1"',
    '<strong>Video on YouTube</strong>',
    '<strong>Post on X</strong>',
    '<div class="text plain" dir="auto">line one\nline two</div>'
  ]) {
    t.ok(html.includes(part), part)
  }
  t.notMatch(html, /<iframe|javascript:/i)
  t.equal(html.match(/<p>No link to/g)?.length, 5)
  t.notMatch(html, 'A link that leaves the web')
  t.notOk(dataIn(html).liveBlogUpdate.some(({ articleBody }: { articleBody: string }) => articleBody === 'Boots.'))
})

t.test('media belong to a service only at its own hosts', (t) => {
  const hosts = words`youtube.com m.youtube.com youtu.be vimeo.com player.vimeo.com x.com mobile.twitter.com
    instagram.com facebook.com m.facebook.com fb.watch tiktok.com vm.tiktok.com soundcloud.com`
  for (const host of hosts) {
    t.ok(embeddedAt(`https://${host}/a`), host)
    for (const other of [`a${host}`, `${host}.example`, host.replaceAll('.', '-')]) {
      t.equal(embeddedAt(`https://${other}/a`), undefined, other)
    }
  }
  t.end()
})

t.test('pictures have size and stages before they arrive, and load at once in the first screen', async (t) => {
  const blogId = await newBlog()
  const add = (content: string, meta: object = {}, type = 'normal') =>
    publishIn(sql, blogId, content, { type, meta: JSON.stringify(meta) })
  const stored = `https://old.example/content/files/${'a-1x1_B'.padEnd(30, 'z')}`
  await add('<img src="https://p.example/late.jpg" alt="Late">')
  await add(
    `<p>A flag, <img src="${stored}-40x30.png" alt="">, and ` +
      `<a href="https://a.example/"><img src="${stored}-900x300w.png"></a></p>`
  )
  await add(
    `<img src="${stored}.jpg" alt="Old" title="The altar, its width">`,
    { url: `${stored}.jpg`, width: 300, height: 200 },
    'image'
  )
  const id = await add(
    `<figure><img src="${stored}-1600x900aw.jpg" alt="At &lt;dawn&gt;"><figcaption>Dawn</figcaption></figure>`
  )
  const html = await bodyOf(`/live/${blogId}`)
  const [first = '', second = '', third = '', fourth = ''] = html.match(/<article.*?<\/article>/gs) ?? []
  const dawn = `${stored}-1600x900aw.jpg`
  t.match(first, `<a class="whole" href="${dawn}" rel="nofollow noopener noreferrer"><picture>`)
  const sizes = 'sizes="(min-width: 760px) 714px, calc(100vw - 40px)"'
  const setOf = (format: string, widths: number[]) =>
    `srcset="${widths.map((width) => `${dawn}.${width}.${format} ${width}w`).join(', ')}" ${sizes}`
  t.match(first, `<source type="image/avif" ${setOf('avif', [320, 640, 960, 1280])}>`)
  t.match(
    first,
    `<img src="${dawn}" alt="At &lt;dawn&gt;" ${setOf('webp', [320, 640, 960, 1280, 1600])} ` +
      'width="1600" height="900" decoding="async"></picture></a>'
  )
  t.match(
    second,
    `<img title="The altar, its width" src="${stored}.jpg" alt="Old" width="300" height="200" decoding="async">`
  )
  t.match(third, `<img src="${stored}-40x30.png" alt="" width="40" height="30" loading="lazy" decoding="async">, and`)
  t.match(third, /<a href="https:\/\/a.example\/"[^>]*><img src="[^"]*900x300w.png" alt="" srcset="[^"]*900w"/)
  t.notMatch(third, 'class="whole"', 'neither a small picture nor one in a link is a link')
  t.match(
    fourth,
    /<a class="whole" href="https:\/\/p\.example\/late\.jpg"[^>]*><img src="[^"]*" alt="Late" loading="lazy"/
  )

  const properties = (page: string) =>
    Object.fromEntries(
      [...page.matchAll(/<meta (?:property|name)="((?:og:image|twitter)[^"]*)" content="([^"]*)"/g)].map(
        ([, name = '', content]) => [name, content]
      )
    )
  const shared = {
    ...{ 'og:image': `${dawn}.shared.jpg`, 'og:image:width': '1200', 'og:image:height': '675' },
    ...{ 'og:image:alt': 'At &lt;dawn>', 'twitter:card': 'summary_large_image' }
  }
  t.same(properties(html), shared, 'the newest picture')
  const page = await bodyOf(`/live/${blogId}/post/${id}`)
  t.same(properties(page), shared)
  const image = {
    '@type': 'ImageObject',
    url: `${dawn}.shared.jpg`,
    width: '1200 px',
    height: '675 px',
    caption: 'At <dawn>'
  }
  t.match(dataIn(page), { image })
  t.match(dataIn(html), { image, liveBlogUpdate: { 0: { '@type': 'BlogPosting' } } })
  await sql`update posts set pinned_on = now() where blog = ${blogId} and id < ${id}`
  const articles = (await bodyOf(`/live/${blogId}`)).match(/<article.*?<\/article>/gs) ?? []
  const areLate = articles.map((article) => article.includes('loading="lazy"'))
  t.same(areLate, [false, false, true, true], 'three pinned posts are before the others')
})

t.test('a lead picture or video is above the posts, and represents the blog elsewhere', async (t) => {
  const blogId = await newBlog()
  const leading = async (Lead: unknown) => {
    await sql`update blogs set embed_config = ${JSON.stringify({ Lead })} where id = ${blogId}`
    return bodyOf(`/live/${blogId}`)
  }
  await publishIn(sql, blogId, '<img src="https://p.example/post.jpg" alt="">')
  const url = `https://live.example/content/files/${'a-1x1_B'.padEnd(30, 'z')}-1600x900w.jpg`
  const html = await leading({ url, alt: 'The "bridge"', credit: 'Mio <b>' })
  const [figure = ''] = /<figure class="lead">.*?<\/figure>/s.exec(html) ?? []
  t.match(figure, `src="${url}" alt="The &quot;bridge&quot;" srcset="${url}.320.webp 320w, `)
  t.match(figure, 'sizes="(min-width: 60rem) 28rem, calc(100vw - 2rem)" width="1600" height="900" decoding="async">')
  t.match(figure, '<figcaption>Mio &lt;b></figcaption>')
  t.match(html, `<meta property="og:image" content="${url}.shared.jpg"/>`)
  t.match(dataIn(html).image, { url: `${url}.shared.jpg`, width: '1200 px', caption: 'The "bridge"' })
  const onFront = new RegExp(
    `href="https://live.example/live/${blogId}"[^>]*><div><img fetchpriority="high" src="${url}"`
  )
  t.match(await bodyOf('/live'), onFront)
  t.notMatch(await bodyOf(`/live/${blogId}/embed`), 'class="lead"')

  const video = 'https://www.youtube.com/watch?v=abcdefghijk'
  const player = 'data-player="https://www.youtube-nocookie.com/embed/abcdefghijk?autoplay=1"'
  t.match(
    await leading({ video }),
    new RegExp(`class="embedded video" href="[^"]+" rel="[^"]+" ${player.slice(0, 40)}`)
  )
  t.match(await leading({ url, video }), /class="pictured video" .*<span>Play from YouTube<\/span>/)
  const recording = '/content/files/a-1x1_B.mp4'
  t.match(
    await leading({ video: recording }),
    `<video controls src="https://live.example${recording}" preload="metadata"`
  )
  t.match(
    await leading({ url, video: recording }),
    `src="https://live.example${recording}" preload="none" poster="${url}"`
  )
  for (const wrong of [
    'text',
    { video: '/content/files/a.mp4?x' },
    { video: '/content/files/a.html' },
    { url: 'http://p.example/a.jpg' },
    { url: 'javascript:alert(1)' },
    { url: 7, video: [] },
    { video: 'https://other.example/v.mp4' },
    { credit: 'Alone' }
  ]) {
    const page = await leading(wrong)
    t.notMatch(page, 'class="lead"', JSON.stringify(wrong))
    t.match(page, '<meta property="og:image" content="https://p.example/post.jpg"/>')
  }
  const Lead = { url: 'https://p.example/a.jpg' }
  await sql`update blogs set embed_config = ${JSON.stringify({ Lead })}, live_on = null, starts_on = now()
    where id = ${blogId}`
  t.match(
    await bodyOf(`/live/${blogId}`),
    /<meta property="og:image" content="https:\/\/p.example\/a.jpg".*class="lead"/s
  )
  await sql`update blogs set live_on = now(), starts_on = null where id = ${blogId}`
  const described = await leading({ url: 'https://p.example/a.jpg', width: 800, height: 600 })
  t.match(described, '<img fetchpriority="high" src="https://p.example/a.jpg" alt="" width="800" height="600"')
})

t.test('a size that is no number takes no page away', async (t) => {
  const blogId = await newBlog()
  const url = 'https://p.example/a.jpg'
  for (const size of [{ toString: 'x' }, { valueOf: {}, toString: {} }, [{ toString: 'x' }], [[]], true, null]) {
    const shown = JSON.stringify(size)
    const sized = { url, width: size, height: size }
    await publishIn(sql, blogId, `<img src="${url}" alt="">`, { type: 'image', meta: JSON.stringify(sized) })
    await sql`update blogs set embed_config = ${JSON.stringify({ Lead: sized })} where id = ${blogId}`
    const list = `/resources/Desk/Blog/${blogId}/Post/Published.html?X-Filter=*`
    for (const path of ['/live', `/live/${blogId}`, `/live/${blogId}/embed`, `/live/${blogId}/feed.json`, list]) {
      const { statusCode, body } = await get(path, BROWSER)
      t.equal(statusCode, 200, `${shown} at ${path}`)
      if (path !== '/live') t.match(body, url)
      t.notMatch(body, 'NaN')
    }
  }
})

t.test('a theme has only values that were checked', async (t) => {
  const blogId = await newBlog()
  const themed = async (config: unknown) => {
    await sql`update blogs set embed_config = ${JSON.stringify(config)} where id = ${blogId}`
    return bodyOf(`/live/${blogId}/theme.css`)
  }
  const colours = { background: '#ffffff', text: '#102030', accent: '#005ea5' }
  t.equal(await themed({}), '')
  t.notMatch(await bodyOf(`/live/${blogId}`), /theme\.css/)
  t.match(await themed({ theme: 'compact' }), /--size: 0\.9375rem/)
  t.match(await themed({ theme: 'default', Style: { ...colours, font: 'sans' } }), /--accent: #005ea5; --scheme: light/)
  t.match(await bodyOf(`/live/${blogId}`), /theme\.css\?v=\d+"/)
  t.equal(await themed({ Style: { ...colours, accent: '#dddddd' } }), '', 'links must be readable')
  t.equal(await themed({ theme: 'constructor', Style: { ...colours, text: '#000;}*{display:none' } }), '')
  await themed({ Style: { logo: 'https://p.example/logo.png', logoText: 'The "Tidewater"' } })
  const shown = await bodyOf(`/live/${blogId}`)
  t.match(shown, /<img class="logo" src="https:\/\/p.example\/logo.png" alt="The &quot;Tidewater/)
})

t.test('changes are streamed as the articles of the page', async (t) => {
  const path = '/resources/Desk/Blog/1/Post/Published.html?X-Filter=*&cId.since=1'
  const [article = ''] = /<article id="post-20".*?<\/article>/s.exec(await bodyOf(path)) ?? []
  t.match(article, /class="post /)
  t.ok((await bodyOf('/live/1/page/20')).includes(article))
  await sql`update posts set published_on = null where id = 20`
  t.match(
    await bodyOf(path),
    /<article id="post-20" class="post removed" data-c-id="\d+" data-removed="true"><p>This post was removed/
  )
})

t.test('a page of 20 posts with its style sheets and its script is small', async (t) => {
  const blogId = await newBlog()
  await sql`
    insert into posts (blog, type, creator, author, content, meta, published_on)
    select ${blogId}, type, creator, author, content, meta, published_on from posts
    where blog = 1 and published_on is not null and deleted_on is null order by "order" desc limit 20`
  const path = `/live/${blogId}`
  const html = await bodyOf(path)
  t.equal(idsIn(html).length, 20)
  const sent = async (address: string) => {
    const { headers, rawPayload } = await get(address, { 'accept-encoding': 'br' })
    t.equal(headers['content-encoding'], 'br', address)
    return { address, bytes: rawPayload.length }
  }
  const assets = html.match(/(?<=https:\/\/live\.example)\/pages\/[\w.-]+/g) ?? []
  const answers = await Promise.all([path, ...assets].map(sent))
  const shown = JSON.stringify(answers)
  t.equal(answers.length, 3, shown)
  t.ok(answers.reduce((sum, { bytes }) => sum + bytes, 0) <= 20_000, shown)
  const holds = answers.filter(({ address }) => address.endsWith('.js')).every(({ bytes }) => bytes <= 10_000)
  t.ok(holds, shown)
})

t.test('styles, scripts and descriptions are compressed, and caches keep the encodings apart', async (t) => {
  const assets = (await bodyOf('/live/1')).match(/\/pages\/[\w.-]+/g) ?? []
  t.equal(assets.length, 2)
  for (const path of [...assets, '/openapi.json', '/schema.xsd']) {
    const { headers, rawPayload } = await get(path, { 'accept-encoding': 'br' })
    t.match(headers, { 'content-encoding': 'br', vary: 'Accept-Encoding' }, path)
    t.same(brotliDecompressSync(rawPayload), (await get(path)).rawPayload)
    t.equal((await get(path, { 'if-none-match': String(headers.etag) })).statusCode, 304)
  }
})
