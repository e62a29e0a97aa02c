/** The front page: live blogs for readers, the newsroom for those who are logged in, and the index for programs. */
import t from 'tap'
import { build } from '../../support/app.ts'
import { until } from '../../support/until.ts'
import { violationsIn } from '../../support/axe.ts'
import { browserTest, NARROW } from '../../support/browser.ts'
import { testAccessibility } from '../../support/desk.ts'
import { BASE, BROWSER, elementsOf, hrefOf } from '../../support/html.ts'
import { browserOf } from '../../support/pages.ts'
import { addBlog, publishIn } from '../../support/newsroom.ts'

const built = await build(t, { SITE_NAME: 'The <b>Tidewater</b>' })
const { get, sql, tokenOf } = built
const address = await built.app.listen({ host: '127.0.0.1', port: 0 })
const { open } = browserOf(built)

const changed = () => built.app.freshness.catchUpAfterWrite()

/** Returns the texts of the titles in a section, in order. @param id of its heading */
const titlesIn = (html: string, id: string): string[] => {
  const sections = html.split('<section aria-labelledby="')
  const section = sections.find((each) => each.startsWith(`${id}"`)) ?? ''
  return elementsOf(section).flatMap(({ name, text }) => (name === 'h3' ? [text] : []))
}

const DAY = 24 * 60 * 60 * 1000
const inDays = (days: number) => new Date(Date.now() + days * DAY)

await t.test('readers see live blogs with their last posts, and those that were closed', async (t) => {
  const { statusCode, body, headers } = await open('/live')
  t.equal(statusCode, 200)
  t.same(titlesIn(body, 'live'), ['Ullenmouth votes: election night, live'])
  t.same(titlesIn(body, 'past'), ['38th Harbour Marathon: as it happened'])
  t.equal(hrefOf(body, 'Ullenmouth votes: election night, live'), `${BASE}/live/1`)
  t.equal(hrefOf(body, 'Where we stand on Thursday morning'), `${BASE}/live/1/post/54`)
  t.notMatch(body, 'There are no live blogs yet.')
  t.match(body, '<time datetime="2026-11-19T11:34:56.000Z"')
  t.equal(hrefOf(body, 'Log in to the newsroom'), `${BASE}/login`)
  t.equal(hrefOf(body, 'All resources, for programs'), `${BASE}/resources`)
  t.match(body, 'The &lt;b>Tidewater&lt;/b>')
  t.match(headers['cache-control'], /^public/)
  t.match(headers['content-security-policy'], "default-src 'none'")
  const canonical = elementsOf(body).find(({ attributes: { rel } }) => rel === 'canonical')
  t.equal(canonical?.attributes.href, `${BASE}/live`)
})

await t.test('a service without blogs for readers says so', async (t) => {
  const { get, sql } = await build(t)
  await sql`update blogs set deleted_on = now()`
  t.match((await get('/live')).body, '<p class="empty">There are no live blogs yet.</p>')
})

await t.test('rehearsals and hidden blogs are unknown, and announced ones show no post', async (t) => {
  const hidden = await addBlog(sql, 'Hidden live', { live_on: inDays(-1), deleted_on: inDays(0) })
  await addBlog(sql, 'Hidden past', { live_on: inDays(-2), closed_on: inDays(-1), deleted_on: inDays(0) })
  await addBlog(sql, 'Hidden soon', { starts_on: inDays(1), deleted_on: inDays(0) })
  await addBlog(sql, 'Closed rehearsal', { starts_on: inDays(1), closed_on: inDays(0) })
  await addBlog(sql, 'Forgotten', { starts_on: inDays(-2) })
  await addBlog(sql, 'Later', { starts_on: inDays(2) })
  const settings = '{"TimeZone":"Asia/Kolkata","Lead":{"url":"https://pictures.example/lead.jpg"}}'
  const soon = await addBlog(sql, 'Sooner', { starts_on: inDays(1), embed_config: settings })
  for (const blog of [hidden, soon]) {
    await publishIn(sql, blog, 'Secret rehearsal')
  }
  await changed()
  const { body } = await open('/live')
  t.same(titlesIn(body, 'soon'), ['Sooner', 'Later'], 'the next one first')
  t.match(body, /GMT\+5:30|IST/, 'in the zone of its blog')
  const pictures = elementsOf(body).map(({ attributes: { src } }) => src)
  t.ok(pictures.includes('https://pictures.example/lead.jpg'), 'with its lead picture')
  t.notMatch(body, /Hidden|rehearsal|Forgotten|Sturmwacht/)
  t.match((await get(`/live/${soon}`, BROWSER)).body, 'Sooner')
})

await t.test('a blog that goes live or changes appears at once, with its markup as text', async (t) => {
  await sql`
    update blogs set live_on = now(), title = '<i>Storm</i> "watch"', description = '<b>Elf</b> Jahre' where id = 3`
  await publishIn(sql, 3, '<p><script>alert(1)</script>Water &amp; &lt;wind&gt;.</p>')
  await changed()
  const { body } = await open('/live')
  t.same(titlesIn(body, 'live'), ['<i>Storm</i> "watch"', 'Ullenmouth votes: election night, live'])
  t.match(body, '&lt;i>Storm&lt;/i> &quot;watch&quot;')
  t.match(body, /<p class="about" lang="de" dir="auto">Elf Jahre/)
  t.match(body, 'Water &amp; &lt;wind>.')
  t.notMatch(body, 'alert(1)')
})

await t.test('a blog has the picture of one of its last posts, and only what is safe of it', async (t) => {
  await publishIn(sql, 3, '<p>Look</p><img src="https://pictures.example/a.jpg" onerror="hit()" alt="Waves">')
  await publishIn(sql, 3, 'No picture')
  await changed()
  const { body } = await open('/live')
  const pictures = elementsOf(body).filter(({ name }) => name === 'img')
  t.ok(pictures.some(({ attributes: { src } }) => src === 'https://pictures.example/a.jpg'))
  t.notMatch(body, 'onerror')
  const holds = pictures.every(({ attributes: { alt } }) => alt === '')
  t.ok(holds, 'they are next to the titles that say the same')
})

await t.test('neither an advertisement nor a draft or withdrawn post is a last post', async (t) => {
  await sql`
    insert into posts (blog, creator, type, content, published_on, deleted_on) values
      (3, 1, 'advertisement', 'Buy this', now(), null),
      (3, 1, 'normal', 'A draft', null, null),
      (3, 1, 'normal', 'Deleted', now(), now())`
  await changed()
  t.notMatch((await open('/live')).body, /Buy this|A draft|Deleted/)
})

await t.test('past blogs are listed on pages, each once', async (t) => {
  for (let number = 1; number <= 44; number += 1) {
    // Two at a time were closed together.
    await addBlog(sql, `Past ${number}`, {
      live_on: inDays(-400),
      closed_on: new Date(2024, 0, 1 + Math.floor(number / 2))
    })
  }
  await changed()
  const seen: string[] = []
  let path = '/live'
  for (const expected of [20, 20, 5]) {
    const { body, statusCode } = await open(path)
    t.equal(statusCode, 200)
    t.equal(titlesIn(body, 'past').length, expected, path)
    seen.push(...titlesIn(body, 'past'))
    if (path !== '/live') {
      t.same(titlesIn(body, 'live').concat(titlesIn(body, 'soon')), [], 'only the first page has others')
    }
    t.equal(hrefOf(body, 'Newest live blogs'), path === '/live' ? '' : `${BASE}/live`)
    path = hrefOf(body, 'Older live blogs').replace(BASE, '')
  }
  t.equal(path, '', 'the last page leads to no other')
  t.equal(new Set(seen).size, 45)
  t.same(seen.slice(0, 3), ['38th Harbour Marathon: as it happened', 'Past 44', 'Past 43'])
  for (const before of ['x', '1', '1-', '99999999999999999-1x', `1-${'9'.repeat(10)}`]) {
    const { statusCode, body } = await open(`/live?before=${before}`)
    t.equal(statusCode, 404, before)
    t.match(body, 'The list of past live blogs has no such page', before)
  }
})

await t.test('the front page is made once for all readers', async (t) => {
  const statements: string[] = []
  const watched = await build(t, {}, { watch: (statement) => statements.push(statement) })
  const read = async () => {
    statements.length = 0
    const { statusCode } = await watched.get('/live', BROWSER)
    t.equal(statusCode, 200)
    return statements.filter((statement) => /\bblogs\b/.test(statement)).length
  }
  await watched.app.freshness.catchUp()
  t.equal(await read(), 3, 'one query for each section')
  t.equal(await read(), 0)
  await publishIn(watched.sql, 1, 'News')
  await watched.app.freshness.catchUp()
  t.equal(await read(), 3)
})

await t.test('the address of the service leads readers here, and people with a session to their blogs', async (t) => {
  const { statusCode, headers } = await open('/')
  t.same([statusCode, headers.location], [302, `${BASE}/live`])
  t.match(headers.vary, /Cookie/)
  const mira = browserOf(built, `desk_session=${await tokenOf('mira')}`)
  const sent = await mira.open('/')
  t.same([sent.statusCode, sent.headers.location], [303, `${BASE}/desk`])
  t.match(sent.headers['cache-control'], 'no-store')
  t.equal((await browserOf(built, `desk_session=${'x'.repeat(43)}`).open('/')).headers.location, `${BASE}/live`)
  t.equal((await mira.send('/logout', {})).headers.location, `${BASE}/`)
})

await t.test('programs are sent to the index of resources', async (t) => {
  for (const accept of ['*/*', 'application/json', 'application/xml', 'image/png']) {
    const { statusCode, headers } = await get('/', { accept, host: 'desk.example' })
    t.same([statusCode, headers.location], [302, `${BASE}/resources`], accept)
  }
})

await t.test('its labels are in the language of the service, and titles in that of their blog', async (t) => {
  const german = await build(t, { SITE_LANGUAGE: 'de' })
  const { body } = await german.get('/live', BROWSER)
  t.match(body, '<html lang="de"')
  t.match(body, '<h3 lang="en" dir="auto">')
})

await testAccessibility(t, (page) => page.goto(`${address}/live`))

await browserTest(t, 'fingers find the links of the front page and of a resource', NARROW, async (t, page) => {
  for (const path of ['/live', '/resources/Desk/Blog/1']) {
    await page.goto(address + path)
    const heights = await page
      .locator(':is(main, nav, .account) a:visible:not(.description a, .about a, .markup a)')
      .evaluateAll((links) => links.map((link) => link.getBoundingClientRect().height))
    t.ok(Math.min(...heights) > 34, path)
  }
})

await browserTest(t, 'on paper, the front page has its name, and nothing to press', async (t, page) => {
  await page.goto(`${address}/live`)
  await page.emulateMedia({ media: 'print' })
  t.same(await page.locator('body > :visible:not(main)').allInnerTexts(), ['The <b>Tidewater</b>'])
  t.equal(await page.locator(':is(form, button):visible').count(), 0)
})

await browserTest(
  t,
  'times are at once in the zone of the device, those of the last day as ages, which grow',
  { timezoneId: 'Asia/Kolkata', locale: 'en-GB' },
  async (t, page) => {
    const blog = await addBlog(sql, 'Regatta', { live_on: inDays(-1), starts_on: inDays(-1) })
    await publishIn(sql, blog, 'The first boat')
    const race = await addBlog(sql, 'Race', { starts_on: new Date('2099-06-01T20:00:00Z') })
    await changed()
    await page.clock.install()
    await page.goto(`${address}/live`)
    const textOf = (id: number) => page.locator(`li:has(a[href$="/live/${id}"]) time`).first().textContent()
    t.equal(await textOf(blog), 'just now')
    t.match(await textOf(race), '2 June 2099 at 01:30')
    t.equal(await page.locator('.now time:not([title$="India Standard Time"])').count(), 0)
    await page.clock.runFor(180_000)
    t.match(await textOf(blog), /^[34] minutes ago$/)
  }
)

await browserTest(t, 'a page that waits for a blog becomes its live page', async (t, page) => {
  const blog = await addBlog(sql, 'Boat race', { starts_on: inDays(1), description: 'Two boats' })
  await changed()
  await page.goto(`${address}/live/${blog}`)
  const other = await page.context().newPage()
  await other.clock.install()
  // The first answer that it gets breaks off.
  await other.addInitScript(`{
    const { fetch } = globalThis
    globalThis.fetch = async () => {
      globalThis.fetch = fetch
      return new Response(new ReadableStream({ start: (controller) => controller.error() }))
    }
  }`)
  await other.goto(`${address}/live/${blog}`)
  t.equal(await page.locator('main .empty').count(), 1)
  t.same(await violationsIn(page), [])
  await sql`update blogs set live_on = now() where id = ${blog}`
  await publishIn(sql, blog, 'They are off')
  await changed()
  // The first look may get the page from the cache of the browser, which asks for it again meanwhile.
  const look = () => {
    document.dispatchEvent(new Event('visibilitychange'))
    return document.querySelector('article.post') !== null
  }
  // Sooner than the page looks by itself.
  await page.waitForFunction(look, undefined, { polling: 100, timeout: 12_000 })
  t.match(await page.textContent('article.post'), 'They are off')
  // The other one is left alone, and looks every 15 to 30 seconds.
  const posts = async () => {
    await other.clock.runFor(30_000)
    return other.locator('article.post').count()
  }
  await until(posts, 1)
})

await browserTest(t, 'a page that waits for a blog outlasts a proxy that answers for the service', async (_t, page) => {
  const blog = await addBlog(sql, 'Boat race', { starts_on: inDays(1) })
  await changed()
  await page.goto(`${address}/live/${blog}`)
  await page.route('**/live/*', (route) => route.fulfill({ contentType: 'text/html', body: '<main>Back soon</main>' }))
  const answered = page.waitForResponse('**/live/*')
  const look = () => {
    document.dispatchEvent(new Event('visibilitychange'))
    return document.querySelector('article.post') !== null
  }
  await page.evaluate(look)
  await answered
  await sql`update blogs set live_on = now() where id = ${blog}`
  await publishIn(sql, blog, 'They are off')
  await changed()
  await page.unroute('**/live/*')
  await page.waitForFunction(look, undefined, { polling: 100, timeout: 12_000 })
})

await browserTest(t, 'a page that waits for a blog shows that its start was put off', async (t, page) => {
  const blog = await addBlog(sql, 'Boat race', { starts_on: new Date('2099-06-01T20:00:00Z') })
  await changed()
  await page.goto(`${address}/live/${blog}`)
  await sql`update blogs set starts_on = '2099-06-02T20:00:00Z', title = 'Later race' where id = ${blog}`
  await changed()
  const look = () => {
    document.dispatchEvent(new Event('visibilitychange'))
    return document.title === 'Later race'
  }
  await page.waitForFunction(look, undefined, { polling: 100, timeout: 12_000 })
  t.equal(await page.locator('.status time').getAttribute('datetime'), '2099-06-02T20:00:00.000Z')
})

await t.test('without blogs the page says so', async (t) => {
  await sql`update blogs set live_on = null, closed_on = null, starts_on = null`
  await changed()
  t.match((await open('/live')).body, 'Nothing is live at the moment.')
  t.same(titlesIn((await open('/live')).body, 'past'), [])
})
