/** Readers search the posts of all blogs and of one, and find nothing that they may not see. */
import t from 'tap'
import { build } from '../../support/app.ts'
import { BASE, BROWSER, elementsOf, hrefOf } from '../../support/html.ts'
import { payloads } from '../../pages/payloads.ts'
import { wordsIn } from '../../../plugins/front/words.ts'
import { publishIn } from '../../support/newsroom.ts'

const built = await build(t)
const { app, get, sql, tokenOf } = built

const publish = (content: string, columns: object = {}) => publishIn(sql, 1, content, { ...columns })

const search = async (query: string, path = '/live/search', headers = {}) => {
  await app.freshness.catchUpAfterWrite()
  return get(`${path}?q=${encodeURIComponent(query)}`, { ...BROWSER, ...headers })
}
/** Returns the ids of the posts that a page of results leads to. */
const idsIn = (html: string): number[] =>
  elementsOf(html)
    .filter(({ name }) => name === 'a')
    .flatMap(({ attributes: { href = '' } }) => /\/post\/(\d+)$/.exec(href)?.[1] ?? [])
    .map(Number)
const found = async (query: string, path?: string) => idsIn((await search(query, path)).body)

await t.test('a search finds posts with all of its words, the newest first', async (t) => {
  const first = await publish('<p>The <b>Zür</b>ich ferry: Müller&nbsp;waits, o’xy</p>')
  const second = await publish('<p>A FERRY to Zürich</p><p>Zurichberg</p>', { blog: 2 })
  t.same(await found('zurich ferry'), [second, first])
  t.same(await found('ZÜRICH  Ferry!'), [second, first], 'case, accents and punctuation don’t count')
  t.same(await found('ferry muller'), [first])
  t.same(await found('zuri'), [second, first], 'the start of a word')
  t.same(await found('zurichb'), [second])
  t.same(await found('o’xy'), [first], 'short words match whole words')
  t.same(await found('erry'), [])
  t.same(await found('b nbsp'), [], 'markup is not text')
  t.same(await found('zurich', '/live/1/search'), [first], 'in one blog')
  t.same(await found('zurich', '/live/2/search'), [second])
})

await t.test('a text of signs that begin no tag is published and found in time', async (t) => {
  const began = performance.now()
  const id = await publish(`${'<'.repeat(65_000)}&a;pier`)
  t.same(await found('pier'), [id])
  t.ok(performance.now() - began < 5000)
  await sql`update posts set deleted_on = now() where id = ${id}`
})

await t.test('a blog of very long posts is searched, too', async (t) => {
  const blog = 2
  const text = Array.from({ length: 1500 }, (_, at) => `Sentence${at} of a <b>very</b> long post.`).join(' ')
  const oldest = await publish(`${text} breakwater`, { blog })
  for (let post = 0; post < 59; post += 1) await publish(`${text} ${post}`, { blog })
  // As PostgreSQL does by itself after so many changes.
  await sql`analyze posts`
  t.same(await found('breakwater', `/live/${blog}/search`), [oldest])
  t.equal((await found('sentence7', `/live/${blog}/search`)).length, 20)
  t.same(await found('lighthouseman', `/live/${blog}/search`), [])
  await sql`update posts set deleted_on = now() where content like 'Sentence%'`
})

await t.test('control characters part words', async (t) => {
  const id = await publish('jetty lamp')
  for (const path of ['/live/search', '/live/1/search']) t.same(await found('jetty\0lamp', path), [id], path)
})

await t.test('the words of other scripts are found, and those of meta data are not', async (t) => {
  const hindi = await publish('चुनाव के नतीजे')
  const arabic = await publish('مُحَمَّد يفوز')
  await publish('Never again', { meta: '{"annotation":"Harbourmaster: note for the desk"}' })
  t.same(await found('नतीजे'), [hindi])
  t.same(await found('محمد'), [arabic])
  t.same(await found('harbourmaster'), [])
})

await t.test('what readers cannot see is not found', async (t) => {
  const states: Readonly<Record<string, Readonly<Record<string, Date | number | null>>>> = {
    draft: { published_on: null },
    deleted: { deleted_on: new Date() },
    'in a rehearsal': { blog: 3 }
  }
  for (const [about, properties] of Object.entries(states)) {
    const id = await publish(`Xylophone ${about}`, properties)
    t.same(await found('xylophone'), [], about)
    const path = `/live/${String(properties.blog ?? 1)}/search`
    const { statusCode, body } = await search('xylophone', path)
    t.same({ statusCode, ids: idsIn(body) }, { statusCode: properties.blog === 3 ? 404 : 200, ids: [] }, about)
    await sql`update posts set deleted_on = now() where id = ${id}`
  }
  const id = await publish('Xylophone')
  t.same(await found('xylophone'), [id])
  await sql`update posts set content = 'Edited' where id = ${id}`
  t.same(await found('xylophone'), [], 'an edited post is found by its new words only')
  t.same(await found('edited'), [id])
  await sql`update posts set published_on = null where id = ${id}`
  t.same(await found('edited'), [], 'withdrawn')
  await sql`update posts set published_on = now() where id = ${id}`
  t.same(await found('edited'), [id], 'published again')
  await sql`update blogs set deleted_on = now() where id = 1`
  t.same(await found('edited'), [], 'hidden')
  t.equal((await search('edited', '/live/1/search')).statusCode, 404)
  await sql`update blogs set deleted_on = null where id = 1`
})

await t.test('people with a session search a rehearsal, and nobody else gets that page', async (t) => {
  const id = await publish('Zither rehearsal', { blog: 3 })
  const { body, headers } = await search('zither', '/live/3/search', { authorization: await tokenOf('mira') })
  t.same(idsIn(body), [id])
  t.equal(headers['cache-control'], 'private, no-store')
  t.equal((await search('zither', '/live/3/search')).statusCode, 404)
})

await t.test('results are pages that search engines leave out, with the words marked', async (t) => {
  await publish(`<p>${'Before the storm. '.repeat(20)}</p><p>Then the Brücken&amp;Boote <i>opened</i>, twice.</p>`)
  const { body, headers } = await search('brucken opened')
  t.match(headers['cache-control'], /^public/)
  t.match(body, '<meta name="robots" content="noindex"/>')
  t.match(body, /…[^<]* Before the storm\. Then the <mark>Brücken<\/mark>&amp;Boote <mark>opened<\/mark>, twice/)
  t.match(body, '<title>Search: brucken opened | Live blogs</title>')
  const field = elementsOf(body).find(({ name }) => name === 'input')
  t.equal(field?.attributes.value, 'brucken opened')
})

await t.test('a post whose words begin late has the title of its blog', async (t) => {
  const id = await publish(`${'<p> </p>'.repeat(300)}<p>Gangway</p>`)
  const { body } = await search('gangway')
  t.match(body, new RegExp(`<a href="${BASE}/live/1/post/${id}">Ullenmouth votes: election night, live</a>`))
})

await t.test('blogs are found by their titles', async (t) => {
  await sql`update blogs set title = 'Secret marathon rehearsal' where id = 3`
  const { body } = await search('marathon')
  t.equal(hrefOf(body, '38th Harbour Marathon: as it happened'), `${BASE}/live/2`)
  t.notMatch(body, 'Secret')
})

await t.test('an empty, short or long search says what to do', async (t) => {
  const empty = '<p>Type one or more words. Posts that contain all of them are shown, the newest first.</p>'
  const nothing = '<p role="status">No post contains all of these words.</p>'
  const tooLong = '<p role="alert">The search is too long: use at most ten words and 200 characters.</p>'
  for (const [path, text] of [
    ['/live/search', empty],
    ['/live/search?q=', empty],
    ['/live/search?q=%20%21%3F', empty],
    ['/live/search?q=a&q=b', empty],
    ['/live/search?q=qqqq', nothing],
    [`/live/search?q=${'x'.repeat(200)}`, nothing],
    [`/live/search?q=${'x'.repeat(201)}`, tooLong],
    [`/live/search?q=${'qqqq+'.repeat(10)}`, nothing],
    [`/live/search?q=${'a+'.repeat(11)}`, tooLong],
    [`/live/1/search?q=${'a+'.repeat(11)}`, tooLong],
    ['/live/search?q=a&before=x', 'Search results']
  ] as const) {
    const { statusCode, body } = await get(path, BROWSER)
    t.equal(statusCode, 200, path.slice(0, 40))
    t.match(body, text, path.slice(0, 40))
  }
})

await t.test('results come in pages of 20, each post once, while new ones arrive', async (t) => {
  const now = Date.now()
  const ids: number[] = []
  // Several have the same time, and those that were made last were published first.
  for (let number = 0; number < 45; number += 1) {
    ids.push(await publish(`Pelican ${number}`, { published_on: new Date(number < 20 ? now : now - 1000) }))
  }
  await app.freshness.catchUpAfterWrite()
  const seen: number[] = []
  let path = '/live/1/search?q=pelican'
  for (const count of [20, 20, 5]) {
    const { body } = await get(path, BROWSER)
    t.equal(idsIn(body).length, count)
    seen.push(...idsIn(body))
    await publish('Pelican, new')
    await app.freshness.catchUpAfterWrite()
    path = hrefOf(body, 'Older results').replace(BASE, '')
  }
  t.equal(path, '')
  t.same(seen, [...ids.slice(0, 20).reverse(), ...ids.slice(20).reverse()])

  const { body } = await search('pelican & “#', '/live/1/search')
  t.match(hrefOf(body, 'Older results'), /\?q=pelican%20%26%20%E2%80%9C%23&before=/, 'signs stay in the query')

  for (const further of ['/live?', '/live/search?q=pelican&', '/live/1/search?q=pelican&']) {
    const { body } = await get(`${further}before=9999999999999999-1`, BROWSER)
    t.match(body, /<nav class="pages" aria-label="Pages"><a /, further)
  }
  const { body: afterLast } = await get('/live/search?q=pelican&before=1-1', BROWSER)
  t.same(idsIn(afterLast), [])
  t.notMatch(afterLast, 'No post contains', 'newer ones do')
  t.not(hrefOf(afterLast, 'Newest results'), '')
})

await t.test('a query or a post that attacks stays text', async (t) => {
  const plain = elementsOf((await search('nothing here')).body).map(({ name }) => name)
  for (const [kind, texts] of Object.entries(payloads)) {
    for (const [index, text] of texts.slice(0, 8).entries()) {
      const { statusCode, body } = await get(`/live/search?q=${encodeURIComponent(text)}`, BROWSER)
      t.equal(statusCode, 200, kind)
      const foreign = elementsOf(body).filter(
        ({ name, attributes }) =>
          (!plain.includes(name) && !['mark', 'ol', 'ul', 'h2', 'h3', 'time'].includes(name)) ||
          Object.keys(attributes).some((attribute) => attribute.startsWith('on'))
      )
      t.same(foreign, [], `${kind} ${index}`)
    }
  }
  await publish('<img src=x onerror=hit()><script>kakapo()</script><b onclick=hit()>Kakapo &lt;script&gt;</b>')
  const { body } = await search('kakapo')
  t.match(body, '<mark>Kakapo</mark> &lt;script>')
  t.notMatch(body, /onerror|onclick|<script>/)
})

await t.test('the service and the database split texts into the same words', async (t) => {
  for (const text of [
    'ÜBER Zürich: don’t — 2–1, naïve Größe ﬁn İstanbul',
    'हिन्दी समाचार',
    'مُحَمَّد',
    'שָׁלוֹם',
    '选举结果 2026',
    'ΣΊΣΥΦΟΣ Ελλάδα',
    'snake_case a-b c/d e.f g@h'
  ]) {
    const [{ Words }] = await sql<[{ Words: string[] }]>`select to_json(words_in(${text})) as words`
    t.same(Words, wordsIn(text), text)
  }
})
