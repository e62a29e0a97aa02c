/** Live blogs in a page of another site. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Frame, Page, Request } from 'playwright-core'
import { addLiveBlog, build, publishIn, until } from '../../support/index.ts'
import { violationsIn } from '../../support/axe.ts'
import { browserTest, rendered, WITHOUT_SCRIPTS } from '../../support/browser.ts'
import { otherSite } from '../../support/sites.ts'
import t, { type Test } from 'tap'

const { app, sql } = await build(t)
const service = await app.listen({ host: '127.0.0.1', port: 0 })
// Only blogs that have gone live can be embedded.
await sql`update blogs set live_on = now() where id = 3`

const publish = (blog: number, content: string): Promise<number> => publishIn(sql, blog, content)

/** Serves a page of another site. */
const hostPage = (t: Test, body: string): Promise<string> =>
  otherSite(t, 'localhost', `<!doctype html><html lang="en"><title>Another site</title><h1>News</h1>${body}`, {
    // A strict policy of the site's own, which the script must not need to bend.
    'content-security-policy': `default-src 'none'; script-src ${service}; frame-src ${service}`
  })

const snippet = (blog: string, attributes = '') =>
  `<script async src="${service}/embed.js" data-blog="${blog}" data-title="Blog ${blog}" ${attributes}></script>` +
  `<noscript><a href="${service}/live/${blog}">Live blog ${blog}</a></noscript>`

const isStream = (request: Request) => request.url().endsWith('&stream')

/**
 * Waits until an expression is true. Not page.waitForFunction, which the policies of the pages refuse. A frame that
 * loads while it is asked may never answer, so it is asked again.
 */
const untilTrue = (frame: Frame, expression: string) =>
  until(() => Promise.race([frame.evaluate<boolean>(expression).catch(() => false), sleep(1_000, false)]))

const heightOf = (page: Page, blog: number) =>
  page.evaluate<number>(`document.querySelector('iframe[title="Blog ${blog}"]').clientHeight`)

/** Returns the frame of a blog when its element is as high as its content. */
const sizedFrame = async (page: Page, blog: number): Promise<{ frame: Frame; height: number }> => {
  const element = page.locator(`iframe[title="Blog ${blog}"]`)
  await element.evaluate((frame) => frame.scrollIntoView())
  const frame = await (await element.elementHandle())?.contentFrame()
  if (!frame) throw new Error(`no frame of blog ${blog}`)
  await untilTrue(
    frame,
    'innerHeight > 500 && Math.abs(innerHeight - document.documentElement.getBoundingClientRect().height) <= 1'
  )
  return { frame, height: await heightOf(page, blog) }
}

await browserTest(t, 'two embeds on one page each have the height of their content', async (t, page) => {
  await page.goto(await hostPage(t, `${snippet('1')}<p>Between</p>${snippet('3')}${snippet('1x')}${snippet('')}`))
  const first = await sizedFrame(page, 1)
  const second = await sizedFrame(page, 3)
  t.not(first.height, second.height)
  t.equal(await page.locator('iframe').count(), 2, 'one frame for each script with a blog')
  t.match(await first.frame.title(), 'election night')

  for (const [blog, { height }] of [
    [1, first],
    [3, second]
  ] as const) {
    const { frame } = await sizedFrame(page, blog)
    await publish(blog, '<p>Higher.</p>'.repeat(30))
    await frame.locator('.posts li:first-child :text("Higher.")').first().waitFor()
    await untilTrue(frame, `innerHeight > ${height}`)
    t.ok((await sizedFrame(page, blog)).height > height, `blog ${blog} gets a post, and its frame grows`)
  }

  await t.test('but not when another frame or the site sends the message', async (t) => {
    const other = await sizedFrame(page, 3)
    const { frame, height } = await sizedFrame(page, 1)
    const name = await frame.evaluate<string>('name')
    const send = (from: Frame, message: object, target = 'parent') =>
      from.evaluate(`${target}.postMessage(${JSON.stringify(message)}, '*')`)
    await send(other.frame, { desk: name, height: 5 })
    await send(page.mainFrame(), { desk: name, height: 5 }, 'window')
    await send(frame, { desk: 'desk-other', height: 5 })
    await send(frame, { desk: name, height: '5' })
    for (const height of [-5, 0, 1e6]) await send(frame, { desk: name, height })
    await send(frame, { height: 5 })
    t.equal(await heightOf(page, 1), height)
    // Messages of a frame arrive in order, so those above have arrived when this one has.
    await send(frame, { desk: name, height: 776.2 })
    await untilTrue(page.mainFrame(), `document.querySelector('iframe[title="Blog 1"]').clientHeight === 777`)
    t.equal((await sizedFrame(page, 3)).height, other.height)
    t.equal(await heightOf(page, 1), 777, 'nor has a message from another frame come later')
  })
})

await browserTest(t, 'a site limits the height of a frame, which then scrolls inside', async (t, page) => {
  await page.goto(
    await hostPage(t, `${snippet('1', 'data-max-height="450"')}${snippet('3', 'data-max-height="none"')}`)
  )
  await sizedFrame(page, 3)
  const element = page.locator('iframe[title="Blog 1"]')
  await element.scrollIntoViewIfNeeded()
  const frame = await (await element.elementHandle())?.contentFrame()
  if (!frame) throw new Error('no frame of blog 1')
  await frame.locator('.posts li').nth(5).waitFor()
  await untilTrue(page.mainFrame(), `document.querySelector('iframe[title="Blog 1"]').clientHeight === 450`)
  t.ok(await frame.evaluate<boolean>('document.documentElement.scrollHeight > 2000'), 'it has more to show')

  await frame
    .locator('.posts li')
    .nth(5)
    .evaluate((item) => item.scrollIntoView())
  await untilTrue(frame, 'scrollY > 400')
  await rendered(frame)
  await untilTrue(frame, `document.querySelector('.connection').hidden`)
  const id = await publish(1, '<p>Above the text that is read.</p>')
  await frame.locator('.more:text-is("1 new post")').waitFor()
  t.equal(await heightOf(page, 1), 450)
  await page.evaluate('scrollTo(0, 0)')
  await frame.locator('.more').click()
  await frame.locator(`.posts li:first-child #post-${id}`).waitFor()
  t.ok(await frame.locator(`#post-${id}`).evaluate((post) => post.getBoundingClientRect().top < innerHeight))
})

await browserTest(t, 'a frame begins with as many posts as its site wants, and loads more', async (t, page) => {
  const Blog = await addLiveBlog(sql, 'A day')
  for (let number = 1; number <= 50; number += 1) await publish(Blog, `<p>Post ${number}.</p>`)
  await page.goto(await hostPage(t, snippet(String(Blog), 'data-posts="5" data-order="oldest"')))
  const { frame, height } = await sizedFrame(page, Blog)
  const texts = () => frame.locator('.posts .text').allTextContents()
  const numbered = (count: number) => Array.from({ length: count }, (_, index) => `Post ${index + 1}.`)
  t.same(await texts(), numbered(5))
  const address = frame.url()
  const next = frame.locator('a[rel=next]')
  await next.click()
  await frame.locator('.posts > li').nth(24).waitFor()
  t.same(await texts(), numbered(25))
  t.equal(await frame.evaluate('document.activeElement.querySelector(".text").textContent'), 'Post 6.')
  await untilTrue(frame, `innerHeight > ${height}`)

  await page.route(/after=/, (route) => route.abort(), { times: 1 })
  await next.click()
  await frame.locator('a[rel=next]:text-is("This could not be loaded. Try again.")').click()
  await frame.locator('.posts > li').nth(44).waitFor()
  await next.click()
  await frame.locator('.posts > li').nth(49).waitFor()
  t.equal(await next.count(), 0)
  t.equal(frame.url(), address, 'the page is still the same one')
  await frame.locator('.pause:not([hidden])').waitFor()
  await untilTrue(frame, `document.querySelector('.connection').hidden`)
  await publish(Blog, '<p>Post 51.</p>')
  await frame.locator('.posts > li').nth(50).waitFor()
  t.same(await texts(), numbered(51), 'after the last page, new posts arrive')
})

await browserTest(t, 'a single-page site starts and stops a frame by hand', async (t, page) => {
  await page.goto(await hostPage(t, `<script src="${service}/embed.js"></script><div></div>`))
  const place = `document.querySelector('div'), { blog: 1, title: 'Blog 1', posts: 3 }`
  await page.evaluate(`globalThis.stop = deskEmbed.start(${place})`)
  const { frame } = await sizedFrame(page, 1)
  t.match(frame.url(), /\/live\/1\/embed\?posts=3$/)
  const [markup, parent] = await page.evaluate<string[]>(`(() => {
    const { outerHTML, parentElement } = document.querySelector('iframe')
    return [outerHTML, parentElement.localName]
  })()`)
  t.equal(
    markup?.replace(/(?<=name="desk-)\w{8,}|(?<= height: )[\d.]+(?=px)/g, '…'),
    `<iframe src="${service}/live/1/embed?posts=3" title="Blog 1" name="desk-…" loading="lazy" ` +
      'allow="autoplay; encrypted-media; fullscreen; picture-in-picture" ' +
      'style="display: block; width: 100%; height: …px; min-height: 0px; max-height: none; border: 0px;"></iframe>'
  )
  t.equal(parent, 'div')
  await page.evaluate('stop()')
  t.equal(await page.locator('iframe').count(), 0)
  // Frames have a height and a name until their content is known.
  for (const [options, shown] of [
    ['{ blog: 2 }', 'Live blog 400px'],
    ['{ blog: 2, title: "", maxHeight: 300 }', ' 300px']
  ] as const) {
    await page.evaluate(`globalThis.stop = deskEmbed.start(document.querySelector('div'), ${options})`)
    t.equal(await page.$eval('iframe', ({ title, style }) => `${title} ${style.height}`), shown)
    await page.evaluate('stop()')
  }
})

await browserTest(t, 'a frame appears when the service is back, and is then left alone', async (t, page) => {
  await page.clock.install()
  let loads = 0
  await page.route('**/embed', (route) => {
    loads += 1
    return loads > 2 ? route.continue() : route.fulfill({ status: 502, contentType: 'text/html', body: 'Bad gateway' })
  })
  await page.goto(await hostPage(t, snippet('1')))
  const before = await page.evaluate('history.length')
  await until(async () => {
    await page.clock.runFor(1_000)
    return loads === 3
  })
  const { frame } = await sizedFrame(page, 1)
  t.match(await frame.title(), 'election night')
  await page.clock.runFor(120_000)
  t.equal(loads, 3)
  t.equal(await page.evaluate('history.length'), before, '"Back" leads to the page before')
})

await browserTest(t, 'a frame out of view has no stream, and misses nothing', async (t, page) => {
  const opened = page.waitForEvent('request', isStream)
  await page.goto(await hostPage(t, `${snippet('1')}<pre>${'\n'.repeat(500)}</pre>`))
  const { frame } = await sizedFrame(page, 1)
  await opened
  const ended = page.waitForEvent('requestfailed', isStream)
  await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)')
  await ended
  const id = await publish(1, '<p>Out of sight.</p>')
  const openedAgain = page.waitForEvent('request', isStream)
  await sizedFrame(page, 1)
  await openedAgain
  await frame.locator(`#post-${id}`).waitFor()
})

await browserTest(t, 'new posts wait while a reader of the other site reads further down', async (t, page) => {
  await page.goto(await hostPage(t, snippet('1')))
  const { frame, height } = await sizedFrame(page, 1)
  await page.evaluate('scrollTo(0, 1000)')
  await untilTrue(frame, `document.querySelector('.connection').hidden`)
  // Browsers tell a moment later that the place of the newest post is out of view.
  await untilTrue(
    frame,
    `new Promise((resolve) => new IntersectionObserver((entries) => resolve(!entries.at(-1).isIntersecting), {
      rootMargin: '0px 0px 1000000px'
    }).observe(document.querySelector('.flow > div')))`
  )
  const id = await publish(1, '<p>Above.</p>')
  await frame.locator('.more:text-is("1 new post")').waitFor()
  t.equal(await heightOf(page, 1), height)
  await page.evaluate('scrollTo(0, 0)')
  await frame.locator(`.posts li:first-child #post-${id}`).waitFor()
  t.ok(await frame.locator('.more').isHidden(), 'scrolling back shows it')
})

await browserTest(t, 'a page in a sandbox shows a frame, which has the height of its content', async (t, page) => {
  const inner = await hostPage(t, snippet('1'))
  await page.goto(
    await otherSite(t, 'localhost', `<iframe sandbox="allow-scripts" src="${inner}" width="900" height="800"></iframe>`)
  )
  const frame = page.frameLocator('iframe').frameLocator('iframe[title="Blog 1"]')
  await frame.locator('.connection').waitFor({ state: 'hidden' })
  const element = page.frameLocator('iframe').locator('iframe[title="Blog 1"]')
  await until(async () => (await element.evaluate((frame) => frame.clientHeight)) > 2000)
  const id = await publish(1, '<p>Into the sandbox.</p>')
  await frame.locator(`#post-${id}`).waitFor()
})

await browserTest(
  t,
  'a site that limits the height of its frames, and loads modules, shows all of it',
  async (t, page) => {
    const script = snippet('1').replace('async', 'type="module"')
    await page.goto(
      await otherSite(
        t,
        'localhost',
        `<!doctype html><style>iframe { max-height: 300px; min-height: 99999px }</style><p>News</p>${script}`
      )
    )
    const { height } = await sizedFrame(page, 1)
    t.ok(height > 2000 && height < 99_999, String(height))
    t.equal(await page.locator('iframe').count(), 1)
  }
)

await browserTest(t, 'links in a frame open a new page, and axe finds no violation in it', async (t, page) => {
  await page.goto(await hostPage(t, snippet('1')))
  const { frame } = await sizedFrame(page, 1)
  t.same(await violationsIn(frame), [])
  const popup = page.waitForEvent('popup')
  await frame.locator('h1 a').click()
  t.equal((await popup).url(), `${service}/live/1`)
})

await browserTest(t, 'without scripts, the page links to the blog', WITHOUT_SCRIPTS, async (t, page) => {
  await page.goto(await hostPage(t, snippet('1')))
  const link = page.getByRole('link', { name: 'Live blog 1' })
  t.ok(await link.isVisible())
  t.equal(await link.getAttribute('href'), `${service}/live/1`)
  t.equal(await page.locator('iframe').count(), 0)
})
