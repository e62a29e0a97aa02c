/** The feeds of a blog show its newest posts and its removals, and are valid. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import { RelaxNGValidator, XmlDocument } from 'libxml2-wasm'
import { build, type Built, publishIn, words } from '../../support/index.ts'
import { root } from '../../support/root.ts'
import t, { type Test } from 'tap'
import { parseXml, type Element } from '../../support/xml.ts'

const ATOM = '/live/1/atom'
const JSON_FEED = '/live/1/feed.json'
const BASE = 'https://news.example'
const MAX_BYTES = 100_000

const atomSchema = RelaxNGValidator.fromDoc(XmlDocument.fromBuffer(await readFile(join(root, 'test/live/atom.rng'))))
const isJsonFeed = new Ajv().compile<JsonFeed>(
  JSON.parse(await readFile(join(root, 'test/live/json-feed.schema.json'), 'utf8'))
)

interface JsonFeed {
  title: string
  description: string
  language: string
  expired?: boolean
  next_url?: string
  items: { id: string; content_html: string; date_modified: string }[]
  _desk: { removed: { id: string; removed_on: string }[] }
}

const textOf = (element: Element | undefined, name: string) =>
  element?.children.find((child) => child.name === name)?.text

const named = ({ children }: Element, wanted: string) => children.filter(({ name }) => name === wanted)
const authorOf = (entry: Element | undefined) => textOf(entry && named(entry, 'author')[0], 'name')

/** Parses an Atom feed, and checks it against the schema. */
const atomIn = (t: Test, bytes: Buffer): Element => {
  const document = XmlDocument.fromBuffer(bytes)
  t.doesNotThrow(() => atomSchema.validate(document), 'valid Atom')
  document.dispose()
  return parseXml(bytes)
}

/** Parses a JSON Feed. @throws Error if it does not follow the schema */
const jsonIn = (bytes: Buffer): JsonFeed => {
  const feed: unknown = JSON.parse(bytes.toString())
  if (!isJsonFeed(feed)) throw new Error(JSON.stringify(isJsonFeed.errors))
  return feed
}

/** Reads both feeds, by default of blog 1, and checks them against their schemas and sizes. */
const readBoth = async (t: Test, { get }: Built, atomPath: string = ATOM, jsonPath: string = JSON_FEED) => {
  const [atom, json] = await Promise.all([get(atomPath), get(jsonPath)])
  t.equal(atom.headers['content-type'], 'application/atom+xml; charset=utf-8')
  t.equal(json.headers['content-type'], 'application/feed+json; charset=utf-8')
  for (const { rawPayload } of [atom, json]) t.ok(rawPayload.length <= MAX_BYTES, `${rawPayload.length} bytes`)
  const tree = atomIn(t, atom.rawPayload)
  return { tree, feed: jsonIn(json.rawPayload), entries: named(tree, 'entry') }
}

/** Reads both feeds, and checks that they say the same. */
const readFeeds = async (t: Test, built: Built, ...paths: string[]) => {
  const { tree, feed, entries } = await readBoth(t, built, ...paths)
  const tombstones = named(tree, 'deleted-entry').map(({ attributes }) => attributes)
  t.same(
    entries.map((entry) => [textOf(entry, 'id'), textOf(entry, 'content'), textOf(entry, 'updated')]),
    feed.items.slice(0, entries.length).map((item) => [item.id, item.content_html, item.date_modified]),
    'both feeds show the same posts'
  )
  const shown = feed._desk.removed.map((post) => ({ ref: post.id, when: post.removed_on }))
  t.same(tombstones, shown, 'and the same removals')
  return { tree, feed, entries, removed: feed._desk.removed }
}

/** Returns functions that write as an administrator of blog 1. */
const newsroom = async ({ app, post, tokenOf }: Built) => {
  const authorization = `Bearer ${await tokenOf('mira')}`
  const send = (method: 'PUT' | 'DELETE', url: string, payload?: object) =>
    app.inject({ method, url, headers: { authorization, accept: 'application/json' }, ...(payload && { payload }) })
  const posts = '/resources/Desk/Blog/1/Post'
  return {
    publish: async (Content: string): Promise<string> => {
      const response = await post(`${posts}/Publish`, { Content }, { authorization, accept: 'application/json' })
      return response.json().Id
    },
    edit: (id: string, Content: string) => send('PUT', `${posts}/${id}`, { Content }),
    withdraw: (id: string) => post(`${posts}/${id}/Unpublish`, undefined, { authorization }),
    publishAgain: (id: string) => post(`${posts}/${id}/Publish`, undefined, { authorization }),
    remove: (id: string) => send('DELETE', `${posts}/${id}`),
    close: () => send('PUT', '/resources/Desk/Blog/1', { ClosedOn: '2026-11-21T10:00:00Z' }),
    hide: () => send('PUT', '/resources/Desk/Blog/1/Hide')
  }
}

const idOf = (postId: string) => `${BASE}/live/1/post/${postId}`

const built = await build(t, { BASE_URL: BASE })

t.test('the feeds of the demo are valid', async (t) => {
  const { tree, feed, entries } = await readFeeds(t, built)
  t.equal(textOf(tree, 'title'), feed.title)
  const published = await built.get('/resources/Desk/Blog/1/Post/Published', { accept: 'application/json' })
  t.equal(entries.length, Number(published.json().total), 'they show every published post, and no draft')
  t.equal(feed.expired, undefined)
  const [first] = entries
  t.equal(textOf(tree, 'updated'), textOf(first, 'updated'))
})

t.test('feeds and pages have the language of their blog as a tag', async (t) => {
  const speak = async (code: string) => {
    await built.sql`update languages set code = ${code} where id = (select language from blogs where id = 1)`
    await built.app.freshness.catchUp()
  }
  await speak('"<&>')
  const { lang } = parseXml((await built.get(ATOM)).rawPayload).attributes
  t.equal(lang, '"<&>', 'a feed can be read even if the code of its language is no tag')
  await speak('zh_Hant_TW')
  const { tree, feed } = await readFeeds(t, built)
  t.same({ atom: tree.attributes.lang, json: feed.language }, { atom: 'zh-Hant-TW', json: 'zh-Hant-TW' })
  const { body } = await built.get('/live/1')
  for (const part of ['<ol class="posts" lang="zh-Hant-TW">', '"inLanguage":"zh-Hant-TW"', 'content="zh_Hant_TW"']) {
    t.match(body, part)
  }
})

t.test('a feed follows what happens to a post', async (t) => {
  const built = await build(t, { BASE_URL: BASE })
  const { publish, edit, withdraw, publishAgain, remove } = await newsroom(built)
  const id = await publish('<p>First <b>words</b>.</p>')
  const { entries, removed } = await readFeeds(t, built)
  const [entry] = entries
  t.same({ id: textOf(entry, 'id'), title: textOf(entry, 'title') }, { id: idOf(id), title: 'First words.' })
  t.same(removed, [])

  await edit(id, '<p>Better words.</p>')
  const edited = await readFeeds(t, built)
  t.equal(edited.feed.items[0]?.id, idOf(id), 'an edit keeps the id')
  t.ok(String(textOf(edited.entries[0], 'updated')) > String(textOf(entry, 'updated')), 'and moves the time')

  await withdraw(id)
  const withdrawn = await readFeeds(t, built)
  const shown = withdrawn.removed.map((post) => post.id)
  t.same(shown, [idOf(id)])
  t.not(withdrawn.feed.items[0]?.id, idOf(id))
  t.equal(textOf(withdrawn.tree, 'updated'), withdrawn.removed[0]?.removed_on)

  await publishAgain(id)
  const again = await readFeeds(t, built)
  t.same({ removed: again.removed, id: again.feed.items[0]?.id }, { removed: [], id: idOf(id) })

  await remove(id)
  const deleted = await readFeeds(t, built)
  const found = deleted.removed.map((post) => post.id)
  t.same(found, [idOf(id)])
})

t.test('removals are shown for 30 days', async (t) => {
  const built = await build(t, { BASE_URL: BASE, CACHE_MB: '0' })
  const { publish, withdraw, remove } = await newsroom(built)
  const [withdrawn, deleted, recent] = [await publish('one'), await publish('two'), await publish('three')]
  await withdraw(withdrawn)
  await remove(deleted)
  await withdraw(recent)
  // The change of a draft is not its withdrawal.
  await built.sql`update posts set updated_on = now() where id = ${withdrawn}`
  await built.sql`alter table posts disable trigger note_withdrawal`
  await built.sql`update posts set withdrawn_on = now() - interval '31 days' where id = ${withdrawn}`
  await built.sql`update posts set deleted_on = now() - interval '31 days' where id = ${deleted}`
  await built.sql`update posts set withdrawn_on = now() - interval '29 days' where id = ${recent}`
  const { removed } = await readFeeds(t, built)
  const shown = removed.map((post) => post.id)
  t.same(shown, [idOf(recent)])
})

t.test('a feed keeps the newest of many removals', async (t) => {
  const built = await build(t, { BASE_URL: BASE, CACHE_MB: '0' })
  await built.sql`
    insert into posts (id, blog, creator, content, published_on, deleted_on)
    select 9000 + n, 1, 1, 'x', now(), now() - n * interval '1 hour' from generate_series(1, 210) as n`
  const { removed } = await readFeeds(t, built)
  const shown = removed.map((post) => post.id)
  t.same(
    shown,
    Array.from({ length: 200 }, (_, n) => idOf(`${9001 + n}`)),
    'the last removed first'
  )
})

t.test('the feeds of the service have the newest posts that readers see of all blogs', async (t) => {
  const built = await build(t, { BASE_URL: BASE, SITE_NAME: 'Tide & Water' })
  const { app, sql } = built
  await sql`
    insert into posts (blog, creator, type, content, published_on, deleted_on) values
      (1, 1, 'normal', 'In the first', now(), null), (2, 1, 'normal', 'In the second', now() + interval '1 s', null),
      (3, 1, 'normal', 'A rehearsal', now(), null), (1, 1, 'advertisement', 'Buy this', now(), null),
      (1, 1, 'normal', 'A draft', null, null), (1, 1, 'normal', 'Deleted', now(), now())`
  await app.freshness.catchUpAfterWrite()
  const { tree, feed, entries } = await readFeeds(t, built, '/live/atom', '/live/feed.json')
  t.same([textOf(tree, 'title'), textOf(tree, 'id'), feed.title], ['Tide & Water', `${BASE}/live`, 'Tide & Water'])
  const shown = entries.slice(0, 2).map((entry) => textOf(entry, 'content'))
  t.same(shown, ['In the second', 'In the first'])
  t.notMatch(JSON.stringify(feed), /rehearsal|Buy this|A draft|Deleted/)
  await sql`update blogs set deleted_on = now() where id = 2`
  await app.freshness.catchUpAfterWrite()
  t.notMatch((await built.get('/live/atom')).body, 'In the second', 'a hidden blog')
})

t.test('hostile texts change nothing but the text', async (t) => {
  const built = await build(t, { BASE_URL: BASE, CACHE_MB: '0' })
  const { sql } = built
  const title = ']]> <script>alert(1)</script> "&\u0001\ufffe\'😀'
  const description = '<b>]]></b><script>x</script><svg><title>never text</title></svg> &amp; <i>tea</i>'
  await sql`update blogs set title = ${title}, description = ${description} where id = 1`
  for (const content of [
    ']]><script>alert(1)</script><b onclick="x()">&amp; 😀</b>',
    '\u0001\u000b\ufffe\uffff',
    '<img src=x onerror=x()>',
    '</content></entry></feed>',
    '&lt;script&gt;'
  ]) {
    await publishIn(sql, 1, content)
  }
  // The feeds differ in characters that XML cannot contain.
  const { tree, feed, entries } = await readBoth(t, built)
  t.equal(textOf(tree, 'title'), title.replace('\u0001', '\ufffd').replace('\ufffe', '\ufffd'))
  t.same([textOf(tree, 'subtitle'), feed.description], [']]> & tea', ']]> & tea'])
  t.equal(feed.title, title)
  t.same(
    entries.slice(0, 5).map((entry) => [textOf(entry, 'title'), textOf(entry, 'content')]),
    [
      ['<script>', '&lt;script&gt;'],
      [authorOf(entries[1]), ''],
      [authorOf(entries[2]), '<img src="x" />'],
      ['\ufffd \ufffd\ufffd', '\ufffd\ufffd\ufffd\ufffd'],
      [']]>& 😀', ']]&gt;<b>&amp; 😀</b>']
    ]
  )
})

t.test('pictures and recordings of the archive have whole addresses, also below a path', async (t) => {
  const built = await build(t, { BASE_URL: `${BASE}/now`, CACHE_MB: '0' })
  const content = '<img src="/content/a.jpg" alt="a"> <audio src="/content/b.mp3"></audio> Not src="/content/c"'
  await publishIn(built.sql, 1, content)
  const { feed, entries } = await readBoth(t, built)
  const shown = String(feed.items[0]?.content_html)
  t.equal(entries[0] && textOf(entries[0], 'content'), shown, 'both feeds show the same')
  t.match(shown, `src="${BASE}/now/content/a.jpg"`)
  t.match(shown, `src="${BASE}/now/content/b.mp3"`)
  t.match(shown, 'Not src="/content/c"', 'a text stays as it is')
})

t.test('a feed of many long posts stays small', async (t) => {
  const built = await build(t, { BASE_URL: BASE, CACHE_MB: '0' })
  const { sql } = built
  const insert = (content: string, times: number) => sql`
    insert into posts (blog, creator, content, published_on)
    select 1, 1, ${content}, now() from generate_series(1, ${times})`
  await insert('<p>Ordinary news of the evening. </p>'.repeat(60), 100)
  await insert('<'.repeat(65_535), 2)
  await insert(`<a href="https://other.example/${'a'.repeat(600)}">Here</a>${' is the news'.repeat(2000)}`, 1)
  const { feed, entries } = await readFeeds(t, built)
  t.ok(entries.length > 10, `${entries.length} entries in Atom`)
  t.ok(feed.items.length > 20, `${feed.items.length} entries in JSON`)
  t.match(feed.items[0]?.content_html, /^<p>Here is the news.{400,500}…<\/p>$/, 'a long post is cut')
  t.ok(String(feed.items[1]?.content_html).length < 3000, 'also if all of it is escaped')
})

t.test('the archive of a feed has every post and removal, each in one page', async (t) => {
  const built = await build(t, { BASE_URL: BASE, CACHE_MB: '0' })
  const { sql, get } = built
  const { publish, edit, withdraw, remove } = await newsroom(built)
  await sql`
    insert into posts (blog, creator, content, published_on)
    select 1, 1, 'x', now() - interval '1 day' from generate_series(1, 450)`
  const [first, second, third] = [await publish('one'), await publish('two'), await publish('three')]
  await withdraw(first)
  await remove(second)
  await edit(third, 'three again')
  await sql`update posts set deleted_on = now() - interval '90 days' where content = 'x' and id % 50 = 0`

  /** Walks from a feed to the end of its archive. Returns the ids of the posts and of the removed posts. */
  const walk = async (start: string, read: (body: Buffer) => Page) => {
    const seen: Page[] = []
    for (let path: string | undefined = start; path !== undefined; path = seen.at(-1)?.earlier?.slice(BASE.length)) {
      const { statusCode, rawPayload } = await get(path)
      t.equal(statusCode, 200, path)
      seen.push(read(rawPayload))
    }
    const [feed, ...pages] = seen
    t.ok(pages.length > 4, `${pages.length} pages`)
    t.ok(feed?.posts.every((id) => pages.some(({ posts }) => posts.includes(id))))
    return { posts: pages.flatMap(({ posts }) => posts), removed: pages.flatMap(({ removed }) => removed) }
  }
  const atom = await walk(ATOM, readAtomPage(t))
  const json = await walk(JSON_FEED, readJsonPage)
  const rows = await sql<{ Id: number; IsListed: boolean }[]>`
    select id, deleted_on is null and published_on is not null as is_listed
    from posts where blog = 1 and was_published order by published_c_id desc`
  const idsOf = (isListed: boolean) => rows.filter((row) => row.IsListed === isListed).map(({ Id }) => idOf(`${Id}`))
  const expected = { posts: idsOf(true), removed: idsOf(false) }
  t.ok(expected.removed.length > 8)
  t.same({ atom, json }, { atom: expected, json: expected })
})

interface Page {
  posts: string[]
  removed: string[]
  earlier: string | undefined
}

const readAtomPage = (t: Test) => (body: Buffer) => {
  const tree = atomIn(t, body)
  return {
    posts: named(tree, 'entry').map((entry) => textOf(entry, 'id') ?? ''),
    removed: named(tree, 'deleted-entry').map(({ attributes }) => attributes.ref ?? ''),
    earlier: named(tree, 'link').find(({ attributes }) => attributes.rel === 'prev-archive')?.attributes.href
  }
}

const readJsonPage = (body: Buffer) => {
  const { items, _desk, next_url: earlier } = jsonIn(body)
  return { posts: items.map(({ id }) => id), removed: _desk.removed.map(({ id }) => id), earlier }
}

t.test('a page of the archive keeps its address, and gets no new posts', async (t) => {
  const built = await build(t, { BASE_URL: BASE, CACHE_MB: '0' })
  const { publish } = await newsroom(built)
  const linkIn = async (path: string) => readAtomPage(t)((await built.get(path)).rawPayload)
  await publish('one')
  const { earlier = '' } = await linkIn(ATOM)
  const path = earlier.slice(BASE.length)
  const page = await linkIn(path)
  const links = named(atomIn(t, (await built.get(path)).rawPayload), 'link')
  t.match(Object.fromEntries(links.map(({ attributes: { rel, href } }) => [rel, href])), {
    self: BASE + path,
    current: BASE + ATOM
  })
  const id = await publish('two')
  t.same(await linkIn(path), page)
  const newest = await linkIn(ATOM)
  t.ok((await linkIn(String(newest.earlier).slice(BASE.length))).posts.includes(idOf(id)))
  const last = Number(/\d+$/.exec(String(newest.earlier))?.[0])
  for (const name of [`1-${last + 1}`, '2-3', '1-0', '0-0', '1-101', 'x', '1', '1-2-3', '9999999999-9999999999']) {
    t.equal((await built.get(`${ATOM}/${name}`)).statusCode, 404, name)
    t.equal((await built.get(`/live/1/feed/${name}.json`)).statusCode, 404, name)
  }
  t.equal((await built.get(path.replace('atom', 'feed'))).statusCode, 404, 'without its extension')
})

t.test('a closed blog is over, and a hidden or unknown one has no feeds', async (t) => {
  const built = await build(t, { BASE_URL: BASE })
  const { get } = built
  const { close } = await newsroom(built)
  await close()
  t.equal((await readFeeds(t, built)).feed.expired, true)
  await built.sql`update blogs set deleted_on = now() where id = 1`
  await built.app.freshness.catchUp()
  for (const path of [
    ATOM,
    JSON_FEED,
    ...words`/live/999/atom /live/999/feed.json /live/x/atom /live/9999999999/atom`
  ]) {
    t.equal((await get(path)).statusCode, 404, path)
  }
  t.equal((await get('/resources/Desk/Blog/1')).headers.link, undefined)
})

t.test('the JSON feed is at its whole address only', async (t) => {
  for (const path of ['/live/1/feed', '/live/1/feed.xml', '/live/1/feed.html']) {
    t.equal((await built.get(path)).statusCode, 404, path)
  }
})

t.test('a feed that has not changed is not sent again, and one that has is', async (t) => {
  const { publish } = await newsroom(built)
  for (const path of [ATOM, JSON_FEED]) {
    const { headers } = await built.get(path)
    const condition = { 'if-none-match': String(headers.etag) }
    const { statusCode, rawPayload } = await built.get(path, condition)
    t.same({ statusCode, length: rawPayload.length }, { statusCode: 304, length: 0 }, path)
    await publish(`News for ${path}`)
    t.equal((await built.get(path, condition)).statusCode, 200, `${path} after a change`)
  }
})

t.test('a blog leads to its feeds in every format', async (t) => {
  for (const accept of ['application/xml', 'application/json', 'text/html']) {
    const { headers } = await built.get('/resources/Desk/Blog/1', { accept })
    t.equal(
      headers.link,
      `<${BASE}${ATOM}>; rel="alternate"; type="application/atom+xml"; title="Atom", ` +
        `<${BASE}${JSON_FEED}>; rel="alternate"; type="application/feed+json"; title="JSON Feed"`,
      accept
    )
  }
  t.equal((await built.get('/resources/Desk/BlogType/1')).headers.link, undefined, 'other resources do not')
})
