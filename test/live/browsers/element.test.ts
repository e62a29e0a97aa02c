/** The element <desk-live> in a page of another site. */
import { readFile } from 'node:fs/promises'
import type { Page, Request } from 'playwright-core'
import t, { type Test } from 'tap'
import { violationsIn } from '../../support/axe.ts'
import { browserTest, hide } from '../../support/browser.ts'
import { golden, normalized, UUIDS } from '../../support/golden.ts'
import { addLiveBlog, build, numberFrom, publishIn, until } from '../../support/index.ts'
import { root } from '../../support/root.ts'
import { otherSite } from '../../support/sites.ts'

const { app, sql } = await build(t)
const service = await app.listen({ host: '127.0.0.1', port: 0 })

const newBlog = (title: string): Promise<number> => addLiveBlog(sql, title)
const publish = (blog: number, content: string): Promise<number> => publishIn(sql, blog, content)

const STYLE = 'desk-live { --accent: rgb(0, 94, 165) } desk-live::part(headline) { color: rgb(1, 2, 3) }'

/** The directives of a site that requires Trusted Types, and allows the policy of the element. */
const TRUSTED = "require-trusted-types-for 'script'; trusted-types desk"

/** Opens a page of another site. Its own strict policy must be enough for the element. */
const open = async (t: Test, page: Page, body: string, trusted = TRUSTED) => {
  const html = `<!doctype html><html lang="en"><title>Another site</title><style nonce="site">${STYLE}</style>
    <script async src="${service}/element.js"></script><main><h1>News</h1>${body}</main>`
  const policy =
    `default-src 'none'; script-src ${service}; connect-src ${service}; img-src ${service}; style-src 'nonce-site'; ` +
    trusted
  await page.goto(await otherSite(t, 'localhost', html, { 'content-security-policy': policy }))
}

/** Waits until an element follows its blog. Nothing says that it is not connected before its script has run, either. */
const whenFollowing = async (page: Page): Promise<void> => {
  await page.locator('.pause').waitFor()
  await page.locator('.connection').waitFor({ state: 'hidden' })
}

/** Counts in `alive` the parts of a page that act alone: its intervals, observers, and listeners of whole pages. */
const COUNTING = `globalThis.alive = []
  const note = (kind, thing) => alive.push([kind, thing])
  const forget = (thing) => { alive = alive.filter(([, other]) => other !== thing) }
  const { setInterval: begin, clearInterval: end, IntersectionObserver: Observer } = globalThis
  globalThis.setInterval = (...args) => {
    const timer = begin(...args)
    note('interval', timer)
    return timer
  }
  globalThis.clearInterval = (timer) => {
    forget(timer)
    end(timer)
  }
  globalThis.IntersectionObserver = class extends Observer {
    observe(element) {
      if (element.part.contains('blog')) note('observer', this)
      super.observe(element)
    }
    disconnect() {
      forget(this)
      super.disconnect()
    }
  }
  for (const target of [document, globalThis]) {
    const listen = target.addEventListener.bind(target)
    target.addEventListener = (type, listener, options) => {
      note(type, listener)
      options?.signal?.addEventListener('abort', () => forget(listener))
      listen(type, listener, options)
    }
  }`

const isStream = (request: Request) => request.url().endsWith('&stream')
const styleOf = (page: Page, selector: string, property: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), property)

await browserTest(t, 'a site may allow Trusted Types of others only, if it does not require them', async (t, page) => {
  const blog = await newBlog('Harbour')
  await publish(blog, '<h2>The ribbon is cut</h2>')
  await open(t, page, `<desk-live blog="${blog}"></desk-live>`, 'trusted-types other')
  await page.getByText('The ribbon is cut').waitFor()
})

await browserTest(t, 'an element follows its blog in the style of its site', async (t, page) => {
  const blog = await newBlog('Harbour bridge opens')
  const first = await publish(blog, '<h2>The ribbon is cut</h2><p>And the band plays.</p>')
  const refused: string[] = []
  page.on('console', (message) => refused.push(message.text()))
  const opened = page.waitForRequest(isStream)
  await open(
    t,
    page,
    `<desk-live blog="${blog}"><a href="${service}/live/${blog}">Harbour bridge opens</a></desk-live>`
  )
  await page.locator(`desk-live #post-${first}`).waitFor()
  t.equal(await page.locator('desk-live iframe').count(), 0)
  t.ok(await page.locator('desk-live > a').isHidden(), 'the link shows only without the blog')
  t.equal(await styleOf(page, '.headline', 'color'), 'rgb(1, 2, 3)')
  t.equal(await styleOf(page, '.post time', 'color'), 'rgb(0, 94, 165)')
  t.equal(await styleOf(page, '[part=blog]', 'background-color'), 'rgb(255, 255, 255)', 'black on white, on any page')
  await page.emulateMedia({ media: 'print' })
  t.ok(await page.locator('.pause').isHidden(), 'paper has no buttons')
  await page.emulateMedia({ media: 'screen' })
  t.equal((await (await opened).allHeaders()).cookie, undefined)
  await whenFollowing(page)
  const markup = await page.evaluate<string>('document.querySelector("desk-live").shadowRoot.innerHTML')
  const shown = normalized(Buffer.from(markup.replaceAll('><', '>\n<')), [
    [/()(?<=http:\/\/)127\.0\.0\.1:\d+/g, 'live.example'],
    [/(\/|-)\d+(?=[/"? ])/g, 'N'],
    [/( (?:title|datetime|data-since|data-version|data-order|data-c-id)=")[^"]*/g, '…'],
    [UUIDS, 'uuid']
  ])
  await golden(t, 'element.html', shown)
  t.ok(await page.locator('.more').isHidden(), 'no button while no post waits')

  const second = await publish(blog, '<p>The first car crosses.</p>')
  await page.locator(`.posts li:first-child #post-${second}`).waitFor()
  await sql`update posts set content = '<p>The first <b>bus</b> crosses.</p>', updated_on = now() where id = ${second}`
  await page.locator(`#post-${second} b:text-is("bus")`).waitFor()
  await sql`update posts set published_on = null where id = ${first}`
  await page.locator(`#post-${first}:has-text("This post was removed.")`).waitFor()
  t.same(await violationsIn(page), [])

  const again = page.waitForRequest((request) => !isStream(request))
  await sql`update blogs set closed_on = now() where id = ${blog}`
  await page.locator('.connection:has-text("This blog is closed")').waitFor()
  t.equal((await (await again).allHeaders())['cache-control'], 'max-age=0', 'a stored page is too old')
  t.same(refused, [], 'nothing breaks the policy of the site')
})

await browserTest(t, 'the button for new posts moves nothing, whatever the browser keeps in place', async (t, page) => {
  const blog = await newBlog('Read far below')
  for (const number of Array(9).keys()) await publish(blog, `<p>${`Post ${number}. `.repeat(200)}</p>`)
  await open(t, page, `<desk-live blog="${blog}"></desk-live>`)
  const post = page.locator('.posts li:nth-child(5)')
  await post.waitFor()
  await whenFollowing(page)
  await page.evaluate(`document.body.style.overflowAnchor = 'none'`)
  await post.evaluate((item) => item.scrollIntoView())
  const place = await post.boundingBox()
  await publish(blog, '<p>The newest</p>')
  await page.locator('.more:visible').waitFor()
  t.same(await post.boundingBox(), place)
})

await browserTest(t, 'an element stops while its blog is hidden', async (t, page) => {
  const blog = await newBlog('Hidden')
  await publish(blog, '<p>Before.</p>')
  await open(t, page, `<desk-live blog="${blog}"></desk-live>`)
  await whenFollowing(page)
  await sql`update blogs set live_on = null where id = ${blog}`
  await page.locator('.connection:has-text("This blog is no longer here.")').waitFor()
  t.equal(await page.locator('article').count(), 1)
})

/** Keeps in `reports` what the browser says about the elements in view, as a slow one says it late. */
const LATE_REPORTS = `globalThis.reports = []
  globalThis.IntersectionObserver = class extends IntersectionObserver {
    constructor(callback, options) {
      super((entries) => reports.push(() => callback(entries)), options)
    }
  }`

for (const isOpenedThere of [false, true]) {
  const name = `a page ${isOpenedThere ? 'opened ' : ''}in the background stops after five minutes, and misses nothing`
  await browserTest(t, name, async (t, page) => {
    const blog = await newBlog('In the background')
    await publish(blog, '<p>Before.</p>')
    await page.addInitScript(LATE_REPORTS)
    if (isOpenedThere) await page.addInitScript(hide, true)
    await page.clock.install()
    await open(t, page, `<desk-live blog="${blog}"></desk-live>`)
    await whenFollowing(page)
    // Without heartbeats, the stream is soon opened again.
    const opened = page.waitForEvent('request', isStream)
    if (!isOpenedThere) await page.evaluate(hide, true)
    await page.clock.fastForward('04:00')
    await page.evaluate('for (const report of reports) report()')
    await page.clock.runFor(30_000)
    await opened
    await page.clock.runFor(40_000)
    const requested: string[] = []
    page.on('request', (request) => requested.push(request.url()))
    await page.clock.runFor(120_000)
    t.same(requested, [])
    const late = await publish(blog, '<p>Much later.</p>')
    await page.evaluate(hide, false)
    await page.locator(`#post-${late}`).waitFor()
  })
}

await browserTest(t, 'an element shows its blog in the language and direction of the blog', async (t, page) => {
  const blog = await newBlog('Harbour bridge opens')
  const language = await numberFrom(sql`select id from languages where code = 'ar'`)
  await sql`update blogs set language = ${language} where id = ${blog}`
  await publish(blog, '<p>And the band plays.</p>')
  await open(t, page, `<desk-live blog="${blog}"></desk-live>`)
  await page.locator('desk-live section .posts > li').waitFor()
  t.equal(await page.locator('desk-live section[part=blog]').getAttribute('lang'), 'ar')
  t.equal(await styleOf(page, 'desk-live section[part=blog]', 'direction'), 'rtl')
})

await browserTest(t, 'the first example of docs/element.md works', async (t, page) => {
  const [, example = ''] = /```html\n([^]*?)```/.exec(await readFile(`${root}/docs/element.md`, 'utf8')) ?? []
  const lines = example.replaceAll('https://live.example', service)
  const html = `<!doctype html><html lang="en"><title>A site</title>${lines}`
  await page.goto(await otherSite(t, 'localhost', html))
  await page.locator('desk-live .posts > li').nth(19).waitFor()
  await whenFollowing(page)
})

await browserTest(t, 'a page starts, stops, changes and removes elements by hand', async (t, page) => {
  const [one, other] = [await newBlog('One'), await newBlog('Other')]
  for (let number = 1; number <= 8; number += 1) await publish(one, `<p>Post ${number}.</p>`)
  await publish(other, '<p>Of another blog.</p>')
  await page.addInitScript(COUNTING)
  await open(t, page, `<desk-live blog="${one}" posts="5" order="oldest" manual></desk-live>`)
  await page.evaluate(`customElements.whenDefined('desk-live')`)
  t.equal(await page.locator('.posts').count(), 0)

  const call = (name: string) => page.evaluate(`document.querySelector('desk-live').${name}`)
  await call('start()')
  await page.locator('.posts > li').nth(4).waitFor()
  await page.locator('a[rel=next]').click()
  await page.locator('.posts > li').nth(7).waitFor()
  t.same(
    await page.locator('.posts .text').allTextContents(),
    Array.from({ length: 8 }, (_, index) => `Post ${index + 1}.`)
  )
  t.equal(await page.locator('.posts article[part=post]').count(), 8, 'the style of the site applies to all of them')

  const last = await publish(one, '<p>After the last page.</p>')
  await page.locator(`.posts > li:last-child #post-${last}`).waitFor()

  const opened = page.waitForRequest(isStream)
  await call(`setAttribute('order', 'newest')`)
  await opened
  await whenFollowing(page)
  const ended = page.waitForEvent('requestfailed', isStream)
  await call('stop()')
  await ended
  const missed = await publish(one, '<p>While it stood still.</p>')
  t.equal(await page.locator('.pause').textContent(), 'Resume')
  t.equal(await page.locator(`#post-${missed}`).count(), 0)
  await page.locator('.pause').click()
  await page.locator(`#post-${missed}`).waitFor()

  await call(`setAttribute('blog', '${other}')`)
  await page.locator('.text:has-text("Of another blog.")').waitFor()
  await whenFollowing(page)
  const kinds = ['interval', 'observer', 'pageshow', 'visibilitychange']
  const alive = async () => {
    const all = await page.evaluate<string[]>('alive.map(([kind]) => kind)')
    return all.filter((kind) => kinds.includes(kind))
  }
  t.same(new Set(await alive()), new Set(kinds))
  const left = page.waitForEvent('requestfailed', isStream)
  await call('remove()')
  await left
  t.same(await alive(), [], 'an element that leaves the page leaves nothing behind')
})

await browserTest(t, 'an element that moves, or gets an attribute again, goes on as it is', async (t, page) => {
  const blog = await newBlog('A day')
  const pinned = await publishIn(sql, blog, '<p>Post 0.</p>', { pinned_on: new Date() })
  for (let number = 1; number <= 8; number += 1) await publish(blog, `<p>Post ${number}.</p>`)
  await open(t, page, `<desk-live blog="${blog}" posts="5"></desk-live><div></div>`)
  await whenFollowing(page)
  await page.locator('a[rel=next]').click()
  await page.locator('.posts > li').nth(7).waitFor()
  t.equal(await page.locator(`#post-${pinned}`).count(), 1, 'a pinned post is above, and not at its place, too')
  await page.locator('.pause').click()
  const requested: string[] = []
  page.on('request', (request) => requested.push(request.url()))
  await page.evaluate(`{
    const element = document.querySelector('desk-live')
    document.querySelector('div').append(element)
    element.setAttribute('blog', '${blog}')
    element.setAttribute('posts', '5')
  }`)
  const last = `${service}/element.js?last`
  await page.evaluate(`fetch('${last}')`)
  t.same(requested, [last])
  t.equal(await page.locator('div desk-live .posts > li').count(), 8)
  t.equal(await page.locator('.pause').textContent(), 'Resume')
  await page.locator('.pause').click()
  const id = await publish(blog, '<p>After the move.</p>')
  await page.locator(`#post-${id}`).waitFor()
})

await browserTest(t, 'an element whose script is a module shows its blog', async (t, page) => {
  const blog = await newBlog('Module')
  const id = await publish(blog, '<p>It runs.</p>')
  const html = `<!doctype html><script type="module" src="${service}/element.js?v=2"></script>`
  await page.goto(await otherSite(t, 'localhost', `${html}<desk-live blog="${blog}"></desk-live>`))
  await page.locator(`desk-live #post-${id}`).waitFor()
})

for (const [answer, reported] of [
  [{ status: 503 }, /embed answered 503/],
  // A proxy may answer for the service.
  [
    { body: '<main>Back soon</main>', headers: { 'access-control-allow-origin': '*' } },
    /embed answered with another page/
  ]
] as const) {
  await browserTest(t, `an element appears when the service is back: ${reported.source}`, async (t, page) => {
    const blog = await newBlog('Restart')
    const id = await publish(blog, '<p>Back again.</p>')
    const errors: string[] = []
    page.on('pageerror', ({ message }) => errors.push(message))
    await page.clock.install()
    await page.route('**/embed', (route) => route.fulfill({ contentType: 'text/html', ...answer }), { times: 1 })
    await open(t, page, `<desk-live blog="${blog}"></desk-live>`)
    await until(() => errors.length === 1)
    t.match(errors, [reported])
    await page.clock.runFor(5_000)
    await page.locator(`desk-live #post-${id}`).waitFor()
    t.equal(errors.length, 1)
  })
}

await browserTest(t, 'an element that has left the page does not read its blog again', async (t, page) => {
  const blog = await newBlog('Short')
  // The element waits for a random time before it reads a blog that has changed.
  await page.addInitScript(`Math.random = () => { document.documentElement.dataset.waits = ''; return 0.9 }`)
  await page.clock.install()
  await open(t, page, `<desk-live blog="${blog}"></desk-live>`)
  await whenFollowing(page)
  const id = await publish(blog, '<p>It follows.</p>')
  await page.locator(`#post-${id}`).waitFor()
  await page.evaluate('delete document.documentElement.dataset.waits')
  await sql`update blogs set title = 'Shorter' where id = ${blog}`
  await page.locator('html[data-waits]').waitFor({ state: 'attached' })
  const requested: string[] = []
  page.on('request', (request) => requested.push(request.url()))
  await page.evaluate(`document.querySelector('desk-live').remove()`)
  await page.clock.runFor(4_000)
  const last = `${service}/element.js?last`
  await page.evaluate(`fetch('${last}').catch(() => {})`)
  t.same(requested, [last])
})

await browserTest(t, 'without its blog, an element shows its own content and says why', async (t, page) => {
  const errors: string[] = []
  page.on('pageerror', ({ message }) => errors.push(message))
  await open(t, page, '<desk-live blog="99"><a href="/">Blog 99</a></desk-live><desk-live blog="x">No</desk-live>')
  await until(() => errors.length === 2)
  t.match(errors.sort(), [
    'The attribute "blog" of <desk-live> is the id of a blog, not "x"',
    /\/live\/99\/embed answered 404/
  ])
  const link = page.getByRole('link', { name: 'Blog 99' })
  t.ok(await link.isVisible())

  const blog = await newBlog('There')
  const id = await publish(blog, '<p>Here it is.</p>')
  const name = (id: number) => page.evaluate(`document.querySelector('desk-live').setAttribute('blog', '${id}')`)
  await name(blog)
  await page.locator(`#post-${id}`).waitFor()
  t.ok(await link.isHidden())
  await name(98)
  await link.waitFor()
  t.equal(await page.locator('article').count(), 0, 'the posts of another blog do not stay')
  await name(blog)
  await page.locator(`#post-${id}`).waitFor()
})
