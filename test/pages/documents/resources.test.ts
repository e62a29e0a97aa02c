/** Pages for people: every resource in HTML, with links to other pages. They need no JavaScript. */
import t from 'tap'
import { build } from '../../support/app.ts'
import { BASE, BROWSER, elementsOf, hrefOf } from '../../support/html.ts'
import { golden, normalized } from '../../support/golden.ts'

const stable = (body: Buffer) =>
  normalized(body, [
    [/(\/pages\/page-)[0-9a-f]{10}/g, 'HASH'],
    [/(Request <code>)[0-9a-f-]{36}/g, 'ID']
  ])

await t.test('pages show resources to people', async (t) => {
  // Without a cache, pages show the SQL changes of the test at once.
  const built = await build(t, { CACHE_MB: '0' })
  const { get, sql } = built
  const page = (path: string) => get(path, BROWSER)

  await t.test('pages of a blog, a post, a list, and an error equal the golden pages', async (t) => {
    for (const [name, url, status] of [
      ['page-blog', '/resources/Desk/Blog/3', 200],
      ['page-post', '/resources/Desk/Blog/3/Post/83', 200],
      ['page-list', '/resources/Desk/Blog?limit=2', 200],
      ['page-error', '/resources/Desk/Blog?limit=x', 400]
    ] as const) {
      const { statusCode, rawPayload } = await page(url)
      t.equal(statusCode, status, url)
      await golden(t, `${name}.html`, stable(rawPayload))
    }
  })

  await t.test('markup of posts is made safe, and all other text is escaped', async (t) => {
    const attack = '<script>alert(1)</script><img src=x onerror=alert(1)>'
    await sql`update blogs set title = ${attack} where id = 2`
    await sql`update posts set content = ${`<b>bold alert</b> ${attack}`}, meta = ${attack} where id = 83`
    for (const url of [
      '/resources/Desk/Blog/2',
      '/resources/Desk/Blog',
      '/resources/Desk/Blog/3/Post/83?X-Filter=*',
      '/resources/Desk/Blog/3/Post?X-Filter=*',
      `/resources/${encodeURIComponent(attack)}`,
      `/resources/Desk/Blog?title=${encodeURIComponent(attack)}`,
      `/login?to=${encodeURIComponent('/"><script>alert(1)</script>')}`
    ]) {
      const { body } = await page(url)
      t.match(body, 'alert', url)
      const elements = elementsOf(body)
      const unexpected = elements.filter(({ name }) => name === 'script')
      t.same(unexpected, [], url)
      const shown = elements.filter(({ attributes }) => 'onerror' in attributes)
      t.same(shown, [], url)
    }
    t.match((await page('/resources/Desk/Blog/3/Post/83')).body, '<b>bold alert</b> ')
    t.match((await page('/resources/Desk/Blog/2')).body, '<h1>&lt;script>alert(1)')
  })

  await t.test('titles and headings say what a page shows, in words', async (t) => {
    const titlesOf = async (url: string) => {
      const { body } = await page(url)
      const textOf = (tag: string) => elementsOf(body).find(({ name }) => name === tag)?.text
      return { h1: textOf('h1'), h2: textOf('h2'), kicker: /(?<=class="kicker">)[^<]*/.exec(body)?.[0] }
    }
    t.match(await titlesOf('/resources/Desk/Blog/3/Post'), { h1: 'Posts', h2: 'Post 92 Draft', kicker: 'Blog 3' })
    t.match(await titlesOf('/resources/Desk/Blog/1/Post/Published'), { h1: 'Published posts', h2: 'Post 54' })
    t.match(await titlesOf('/resources/Desk/BlogType/1/Post'), { kicker: 'Blog type 1' })
    t.match(await titlesOf('/resources/HR/User/3/Blog/Live'), { h1: 'Live blogs', kicker: 'User 3' })
    t.match(await titlesOf('/resources/HR/User/3'), { h1: 'Bjarki Öxndal', kicker: 'User 3' })
    const namedType = { h1: 'Access control layer', kicker: 'Right type Access control layer' }
    t.match(await titlesOf('/resources/Security/RightType/Access%20control%20layer'), namedType)
    t.match(await titlesOf('/resources/Desk/Blog/1/Post/Comment'), { h1: 'Readers’ comments', kicker: 'Blog 1' })
    t.match(await titlesOf('/resources/Desk/Blog?params=show'), { h1: 'Parameters' })
    const { body } = await page('/resources')
    for (const words of ['Users', 'Roles', 'Live blogs', 'Descriptions of web pages']) {
      t.match(body, `<dt>${words}</dt>`)
    }
    t.notMatch(body, /<dt>(HR|RBAC|GUI|Tool)/)
    const posts = elementsOf((await page('/resources/Desk/Blog/1/Post/Published')).body)
    const labels = posts.flatMap(({ name, text }) => (name === 'dt' ? [text] : []))
    t.same(labels.slice(0, 5), ['offset of the next page', 'total', 'limit', 'last change number', 'offset'])
  })

  await t.test('drafts are marked in every list and on their pages, published posts are not', async (t) => {
    for (const url of ['/resources/Desk/Blog/3/Post', '/resources/Data/Post']) {
      const { body } = await page(url)
      const headings = elementsOf(body).filter(({ name }) => name === 'h2')
      const marked = headings.flatMap(({ text }) => /^Post (\d+) Draft$/.exec(text)?.[1] ?? [])
      const shown = headings.map(({ text }) => Number(/^Post (\d+)/.exec(text)?.[1]))
      const drafts = await sql<{ Id: number }[]>`
        select id from posts where id in ${sql(shown)} and published_on is null`
      t.ok(marked.length > 0 && marked.length < shown.length, `${url} has both`)
      t.same(new Set(marked.map(Number)), new Set(drafts.map(({ Id }) => Id)), url)
    }
    t.match((await page('/resources/Desk/Blog/3/Post/92')).body, /<h1>Post 92 <span class="draft">Draft<\/span><\/h1>/)
    t.notMatch((await page('/resources/Desk/Blog/3/Post/83')).body, 'class="draft"')
  })

  await t.test('a page explains its fields, also those that are shown on request', async (t) => {
    const explains = async (query: string) =>
      (await page(`/resources/Desk/Blog/3/Post/83${query}`)).body.includes('<code>Uuid</code>')
    t.same([await explains(''), await explains('?X-Filter=Uuid'), await explains('?X-Filter=*')], [false, true, true])
  })

  await t.test('a page shows pictures of the archive, and names other files', async (t) => {
    const shown = async (file: string) => {
      await sql`
        insert into meta_data (id, name, type, size_in_bytes, content, thumbnail)
        values (990, ${file}, 'image', 7, ${`content/${file}`}, 'content/none')
        on conflict (id) do update set content = excluded.content`
      const { body } = await page('/resources/Archive/MetaData/990')
      return /<dt>Content<\/dt><dd>(.*?)<\/dd>/.exec(body)?.[1]
    }
    const address = `${BASE}/content/quay.JPG`
    t.equal(await shown('quay.JPG'), `<img src="${address}" alt="Content" loading="lazy">`)
    t.match(await shown('harbour.mp3'), `${BASE}/content/harbour.mp3</a>`)
  })

  await t.test('the page of a blog that readers see leads there', async (t) => {
    const liveOf = async (id: number) => hrefOf((await page(`/resources/Desk/Blog/${id}`)).body, 'Read this blog live')
    t.same([await liveOf(1), await liveOf(3)], [`${BASE}/live/1`, ''])
  })

  await t.test('a page leads to the same document in XML and JSON', async (t) => {
    const { body } = await page('/resources/Desk/Blog?limit=1&offset=1')
    t.equal(hrefOf(body, 'XML'), `${BASE}/resources/Desk/Blog.xml?limit=1&offset=1`)
    const json = await get(hrefOf(body, 'JSON')?.slice(BASE.length) ?? '', BROWSER)
    t.equal(json.headers['content-type'], 'application/json; charset=utf-8')
  })

  await t.test('a page of a list leads to its neighbours, as the Link header does', async (t) => {
    const { body, headers } = await page('/resources/Desk/Blog.html?limit=1&offset=1')
    t.match(body, '<span aria-current="page">Blog</span>')
    t.equal(hrefOf(body, 'Resources'), `${BASE}/resources.html`)
    const targets = [hrefOf(body, 'Previous page'), hrefOf(body, 'Next page')]
    t.equal(headers.link, `<${targets[0]}>; rel="prev", <${targets[1]}>; rel="next"`)
    t.match((await page(targets[1]?.slice(BASE.length) ?? '')).body, '<dd>3</dd>')
    const posts = `${BASE}/resources/Desk/Blog/1/Post/Published.html?limit=20&detailed=true`
    const next = hrefOf((await page(posts.slice(BASE.length))).body, 'Next page')
    t.equal(hrefOf((await page(next.slice(BASE.length))).body, 'First page'), posts)
  })

  await t.test('a form filters a list; its empty fields do not count', async (t) => {
    const { body } = await page('/resources/Desk/Blog')
    const fields = elementsOf(body).filter(({ name }) => name === 'input' || name === 'select')
    t.ok(fields.some(({ attributes: { name } }) => name === 'title'))
    const query = fields.map(({ attributes: { name } }) => `${name}=${name === 'isLive' ? 'true' : ''}`).join('&')
    const filtered = await page(`/resources/Desk/Blog?${query}`)
    t.equal(filtered.statusCode, 200)
    t.match(filtered.body, /<option value="true" selected>yes/)
    t.match((await page('/resources/Desk/Blog?title=a=')).body, 'value="a="', 'a value may end with the sign')
    t.equal((await get('/resources/Desk/Blog?title=&createdOn.since=')).statusCode, 400, 'programs have to send values')
  })
})
