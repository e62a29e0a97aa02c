/** The live reader in a browser: changes arrive while the page is open, and nothing moves the text being read. */
import type { Page } from 'playwright-core'
import t from 'tap'
import { violationsIn } from '../../support/axe.ts'
import { browserTest, hide, NARROW, rendered, WITHOUT_SCRIPTS } from '../../support/browser.ts'
import { addLiveBlog, build, numberFrom, publishIn, replicaOf, until } from '../../support/index.ts'
import { dataDir } from '../../support/stage.ts'

const built = await build(t)
const { app, sql, post, tokenOf } = built
const origin = await app.listen({ host: '127.0.0.1', port: 0 })
const authorization = await tokenOf('admin')

const publish = async (content: string, blogId = 1): Promise<number> => {
  const { headers } = await post(`/resources/Desk/Blog/${blogId}/Post/Publish`, { Content: content }, { authorization })
  return Number(/\d+$/.exec(String(headers.location))?.[0])
}
const edit = (id: number, content: string) =>
  sql`update posts set content = ${content}, updated_on = now() where id = ${id}`
const withdraw = (id: number) => sql`update posts set published_on = null where id = ${id}`

/**
 * Opens the reader and waits until it follows the blog. Counts layout shifts from then on. The page does not wait at
 * random before it reads itself again, as it does so that readers don't all ask at once.
 */
const open = async (page: Page, path = '/live/1') => {
  await page.addInitScript('Math.random = () => 0')
  await page.goto(origin + path)
  await page.waitForSelector('.pause:not([hidden])')
  await page.waitForFunction(() => document.querySelector('.connection')?.hasAttribute('hidden'))
  await page.evaluate(() => {
    document.documentElement.dataset.shift = '0'
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { dataset } = document.documentElement
        if ('value' in entry) dataset.shift = String(Number(dataset.shift) + Number(entry.value))
      }
    }).observe({ type: 'layout-shift' })
  })
}

/** Returns how the next request for an address that ends with a text uses the cache of the browser. */
const cachingOf = async (page: Page, end: RegExp) => {
  const request = await page.waitForRequest(end)
  return (await request.allHeaders())['cache-control']
}

/** Returns the sum of the layout shifts, once the page has come to rest. */
const shifts = (page: Page) =>
  page.evaluate(async () => {
    await Promise.all(document.getAnimations().map(({ finished }) => finished))
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    return Number(document.documentElement.dataset.shift)
  })

const topOf = (page: Page, selector: string) =>
  page.$eval(selector, (element) => Math.round(element.getBoundingClientRect().top))

/** Scrolls until a post is being read. */
const read = async (page: Page, index: number): Promise<string> => {
  const id = await page.$eval(`.posts li:nth-child(${index}) article`, (article) => {
    article.scrollIntoView({ block: 'center' })
    return article.id
  })
  await page.waitForFunction(() => scrollY > 500)
  await rendered(page)
  return `#${id}`
}

await browserTest(t, 'at the top, a new post slides in without a layout shift', async (t, page) => {
  const streams: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('&stream')) streams.push(request.url())
  })
  await open(page)
  const id = await publish('<p>The lighthouse is lit again.</p>')
  await page.waitForSelector(`.posts li:first-child #post-${id}`)
  t.equal(await shifts(page), 0)
  t.match(await page.textContent(`#post-${id} header time`), /just now|min/)
  t.match(await page.getAttribute(`#post-${id} header time`, 'title'), /Coordinated Universal Time/)
  t.match(await page.textContent('.status time'), /just now|minute/)
  await page.waitForFunction(() => document.querySelector('[role=status]')?.textContent === '1 new post')
  t.equal(streams.length, 1, 'the page has one stream')

  await page.emulateMedia({ media: 'print' })
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
  const printed = await page.locator('time').allTextContents()
  const unexpected = printed.filter((text) => !/\b20\d\d\b.*\d\d:\d\d/.test(text))
  t.same(unexpected, [], 'on paper, all times are absolute and have their year')
  t.equal(await page.locator(':is(.side, .controls, .share, .pages):visible').count(), 0)
})

/**
 * Lets the posts that slide for one change go on in the frame of the next change, right after that has moved them. On a
 * slow telephone, a frame is long enough for both.
 */
const slowFrames = () => {
  const { requestAnimationFrame: frame } = globalThis
  const held: FrameRequestCallback[] = []
  globalThis.requestAnimationFrame = (call) => {
    // Two of each change; the last one of the second.
    if (held.length < 3) return held.push(call)
    globalThis.requestAnimationFrame = (inner) => {
      inner(0)
      return 0
    }
    for (const each of held) each(0)
    globalThis.requestAnimationFrame = frame
    return frame(call)
  }
}

await browserTest(t, 'two posts that come within a frame slide in without a layout shift', async (t, page) => {
  await open(page)
  await page.evaluate(slowFrames)
  for (const content of ['<p>The first boat is in.</p>', '<p>So is the second one.</p>']) {
    const id = await publish(content)
    await page.waitForSelector(`.posts li:first-child #post-${id}`)
  }
  t.equal(await shifts(page), 0)
})

await browserTest(t, 'a blog with a dark theme is printed in black', async (t, page) => {
  const blog = await addLiveBlog(sql, 'Night watch', { embed_config: '{"theme":"night"}' })
  await publishIn(sql, blog, '<p>All quiet.</p>')
  await page.goto(`${origin}/live/${blog}`)
  const colour = () => page.$eval('.post .text', (text) => getComputedStyle(text).color)
  t.equal(await colour(), 'rgb(236, 234, 228)')
  await page.emulateMedia({ media: 'print' })
  t.equal(await colour(), 'rgb(0, 0, 0)')
})

await browserTest(t, 'times of the last day are ages, as the clock of the device has it', async (t, page) => {
  const blog = await addLiveBlog(sql, 'Ages')
  await publishIn(sql, blog, '<p>Said</p>')
  await page.goto(`${origin}/live/${blog}`)
  const time = page.locator('.posts header time')
  const published = Date.parse((await time.getAttribute('datetime')) ?? '')
  const shown: string[] = []
  for (const minutes of [-5.5, -5, -1, 0, 1, 59, 60, 119, 120, 1439, 1440]) {
    await page.clock.setFixedTime(published + minutes * 60_000)
    await page.evaluate(() => dispatchEvent(new Event('afterprint')))
    shown.push((await time.textContent()) ?? '')
  }
  const clockTime = /^\d+ \w+, \d\d:\d\d$/
  const now = 'just now'
  const ages = ['1 min ago', '59 min ago', '1 hr ago', '1 hr ago', '2 hr ago', '23 hr ago']
  t.match(shown, [clockTime, now, now, now, ...ages, clockTime])
})

await browserTest(t, 'on a device that travels, times are in its zone', async (t, page) => {
  const blog = await addLiveBlog(sql, 'Travels')
  await publishIn(sql, blog, '<p>Said</p>', { published_on: new Date('2026-07-01T12:00:00Z') })
  await page.goto(`${origin}/live/${blog}`)
  const time = page.locator('.posts header time')
  const device = await page.context().newCDPSession(page)
  const shown: (string | null)[] = []
  for (const timezoneId of ['Europe/Lisbon', 'Asia/Tokyo']) {
    await device.send('Emulation.setTimezoneOverride', { timezoneId })
    await page.evaluate(() => dispatchEvent(new Event('afterprint')))
    shown.push(await time.textContent(), await time.getAttribute('title'))
  }
  t.match(shown, [/13:00/, /Western European Summer Time/, /21:00/, /Japan Standard Time/])
})

await browserTest(t, 'a link to a post that is no longer on the page leads to its own', async (t, page) => {
  const blog = await addLiveBlog(sql, 'Long')
  const [old, withdrawn] = [await publishIn(sql, blog, '<p>Old</p>'), await publishIn(sql, blog, '<p>Gone</p>')]
  await sql`update posts set published_on = null where id = ${withdrawn}`
  for (let n = 0; n < 40; n += 1) await publishIn(sql, blog, `<p>New ${n}</p>`)
  await page.goto(`${origin}/live/${blog}#post-${old}`)
  await page.waitForURL(`${origin}/live/${blog}/post/${old}`)
  t.equal(await page.evaluate('document.activeElement.id'), `post-${old}`)
  const answered = page.waitForResponse(`${origin}/live/${blog}/post/${withdrawn}`)
  await page.goto(`${origin}/live/${blog}#post-${withdrawn}`)
  t.equal((await answered).status(), 404)
  await rendered(page)
  t.equal(page.url(), `${origin}/live/${blog}#post-${withdrawn}`)
})

await browserTest(t, 'a share link copies its address, or leads to it', async (t, page) => {
  const blog = await addLiveBlog(sql, 'Shared')
  const id = await publishIn(sql, blog, '<h2>Open at last</h2><p>The ferry.</p>')
  await publishIn(sql, blog, '<h2>Above it</h2>')
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.clock.install()
  await open(page, `/live/${blog}`)
  await page.clock.pauseAt(Date.now() + 3_600_000)
  const link = page.locator(`#post-${id} .share`)
  const address = await link.evaluate((element: HTMLAnchorElement) => element.href)
  const own = (await link.textContent()) ?? ''
  for (let times = 0; times < 2; times += 1) {
    await link.click()
    await page.locator(`#post-${id} .share:text-is("Copied")`).waitFor()
    t.equal(await page.evaluate('navigator.clipboard.readText()'), address)
    t.equal(await page.textContent('[role=status]'), 'Copied')
    // Another click does not change the text of the link afterwards.
    await link.click()
    await page.evaluate('navigator.clipboard.readText()')
    await page.clock.runFor(1_900)
    t.equal(await link.textContent(), 'Copied')
    await page.clock.runFor(100)
    t.equal(await link.textContent(), own)
  }
  t.equal(page.url(), `${origin}/live/${blog}`)

  await page.evaluate(`navigator.share = (data) => Promise.reject(globalThis.shared = data)`)
  const onTelephone = 'matchMedia = (query) => ({ matches: query === "(pointer: coarse)" })'
  await page.evaluate(onTelephone)
  await link.click()
  t.same(await page.evaluate('shared'), { title: 'Open at last', url: address })
  t.equal(await link.textContent(), own, 'the device says so itself')
  await link.evaluate((element) => element.closest('article')?.querySelector('.headline')?.remove())
  await link.click()
  t.same(await page.evaluate('shared'), { title: 'Shared', url: address })
  await page.evaluate('matchMedia = () => ({ matches: false })')
  await page.evaluate(`navigator.clipboard.writeText = () => Promise.reject(new Error('not allowed'))`)
  await link.click()
  await page.waitForURL(address)
})

await browserTest(t, 'older posts arrive in place, follow changes, and are a link for other tabs', async (t, page) => {
  const Blog = await addLiveBlog(sql, 'Long')
  const rows = await sql<{ Id: number }[]>`
    insert into posts (blog, creator, content, published_on, pinned_on)
    select ${Blog}, 1, '<p>Post ' || n || '</p>', now(), case when n = 3 then now() end
    from generate_series(1, 65) as n returning id`
  const ids = rows.map(({ Id }) => `post-${Id}`).toReversed()
  await open(page, `/live/${Blog}`)
  const address = page.url()
  const link = page.locator('a[rel=next]')
  const shown = () => page.locator('.posts article').evaluateAll((articles) => articles.map(({ id }) => id))
  t.same(await shown(), ids.slice(0, 25))
  const caching = cachingOf(page, /\/page\/\d+$/)
  await link.click()
  t.equal(await caching, 'max-age=0', 'a stored page may be older than this one')
  await page.locator('.posts > li').nth(44).waitFor()
  t.same(await shown(), ids.slice(0, 45))
  t.equal(await page.evaluate(() => document.activeElement?.id), ids[25])
  t.match(await page.textContent(`#${ids[25]} header time`), /just now|min/)
  t.equal(await shifts(page), 0)
  await edit(rows[25]?.Id ?? 0, '<p>Corrected below the first page.</p>')
  await page.locator(`#post-${rows[25]?.Id} :text("Corrected below the first page.")`).waitFor()
  await link.click()
  await page.locator('.posts > li').nth(63).waitFor()
  t.same(
    await shown(),
    ids.filter((id) => id !== `post-${rows[2]?.Id}`),
    'the pinned post is above only'
  )
  t.equal(await page.locator('.pages').count(), 0)
  t.equal(page.url(), address)
})

await browserTest(t, 'changes of older posts that are on their way reach the page', async (t, page) => {
  const blog = await addLiveBlog(sql, 'Slow')
  const rows = await sql<{ Id: number }[]>`insert into posts (blog, creator, content, published_on)
    select ${blog}, 1, 'Post ' || n, now() from generate_series(1, 60) as n returning id`
  const [withdrawn = 0, corrected = 0, moved = 0] = rows.slice(25, 28).map(({ Id }) => Id)
  await open(page, `/live/${blog}`)
  await page.route('**/page/*', async (route) => {
    const response = await route.fetch()
    await withdraw(withdrawn)
    await edit(corrected, 'Corrected')
    await sql`update posts set "order" = 1000 where id = ${moved}`
    await page.waitForSelector('.more:text-is("1 new post")')
    await route.fulfill({ response })
  })
  await page.click('a[rel=next]')
  await page.waitForSelector(`#post-${rows[20]?.Id}`)
  t.equal(await page.textContent(`#post-${withdrawn}`), 'This post was removed.')
  t.equal(await page.textContent(`#post-${corrected} .text`), 'Corrected')
  await page.click('.more')
  t.equal(await page.locator(`#post-${moved}`).count(), 1, 'a post that has moved is there once')
})

await browserTest(t, 'older posts that never arrive can be asked for again', async (t, page) => {
  const blog = await addLiveBlog(sql, 'Tunnel')
  await sql`insert into posts (blog, creator, content, published_on)
    select ${blog}, 1, 'Post ' || n, now() from generate_series(1, 60) as n`
  // This limit does not follow the clock of the test.
  await page.addInitScript(`const { timeout } = AbortSignal
    AbortSignal.timeout = (limit) => timeout.call(AbortSignal, limit / 10)`)
  await open(page, `/live/${blog}`)
  await page.route('**/page/*', () => {})
  const link = page.locator('a[rel=next]')
  await link.click()
  await link.and(page.locator(':text("Try again")')).waitFor()
  await page.unroute('**/page/*')
  await link.click()
  await page.locator('.posts > li').nth(30).waitFor()
  t.equal(await link.textContent(), 'Older posts')
})

await browserTest(t, 'a page takes nothing from a proxy that answers for the service', async (t, page) => {
  const blog = await addLiveBlog(sql, 'Upgrade')
  await sql`insert into posts (blog, creator, content, published_on)
    select ${blog}, 1, 'Post ' || n, now() from generate_series(1, 60) as n`
  await open(page, `/live/${blog}`)
  const body = '<!doctype html><title>Maintenance</title><main>Back soon</main>'
  await page.route('**/live/**', (route) => route.fulfill({ contentType: 'text/html', body }))
  const read = page.waitForResponse(`**/live/${blog}`)
  await sql`update blogs set title = 'Upgraded' where id = ${blog}`
  await read
  const link = page.locator('a[rel=next]')
  await link.click()
  await link.and(page.locator(':text("Try again")')).waitFor()
  t.equal(await page.title(), 'Upgrade')
  t.equal(await page.textContent('.state'), 'Live')
  await page.unroute('**/live/**')
  await link.click()
  await page.locator('.posts > li').nth(30).waitFor()
  await page.waitForSelector('.masthead h1 a:text-is("Upgraded")')
})

await browserTest(t, 'older posts that arrive late leave the focus where a reader writes', async (t, page) => {
  const blog = await addLiveBlog(sql, 'Slow', { embed_config: '{"UserComments": true}' })
  await sql`insert into posts (blog, creator, content, published_on)
    select ${blog}, 1, 'Post ' || n, now() from generate_series(1, 60) as n`
  await open(page, `/live/${blog}`)
  await page.route('**/page/*', async (route) => {
    await page.click('#comment-text')
    await page.keyboard.type('Is the toll ')
    await route.continue()
  })
  await page.click('a[rel=next]')
  await page.locator('.posts > li').nth(30).waitFor()
  await page.keyboard.type('free?')
  t.equal(await page.inputValue('#comment-text'), 'Is the toll free?')
})

await browserTest(t, 'a lead video plays in place of its picture, and goes on under a new title', async (t, page) => {
  // No request leaves this machine.
  await page.route(/youtube|p\.example/, (route) => route.abort())
  const Lead = { url: 'https://p.example/a.jpg', width: 1600, height: 900, video: 'https://youtu.be/abcdefghijk' }
  const Id = await addLiveBlog(sql, 'Film', { embed_config: JSON.stringify({ Lead }) })
  await open(page, `/live/${Id}`)
  await page.click('.lead a')
  t.equal(
    await page.evaluate('document.activeElement.outerHTML'),
    '<iframe class="player" src="https://www.youtube-nocookie.com/embed/abcdefghijk?autoplay=1" title="Film" ' +
      'allow="autoplay; fullscreen; encrypted-media; picture-in-picture" ' +
      'referrerpolicy="strict-origin-when-cross-origin"></iframe>'
  )
  await page.locator('.lead iframe').evaluate((frame) => frame.setAttribute('data-first', ''))
  await sql`update blogs set title = 'Film and talk' where id = ${Id}`
  await page.locator('h1:has-text("Film and talk")').waitFor()
  t.equal(await page.locator('.lead iframe[data-first]').count(), 1)
})

await browserTest(t, 'a video in a post plays in place of its link, under its own title', async (t, page) => {
  await page.route(/youtube/, (route) => route.abort())
  const blog = await addLiveBlog(sql, 'Film')
  const meta = JSON.stringify({ url: 'https://youtu.be/abcdefghijk', title: 'The bridge opens' })
  const id = await publishIn(sql, blog, '<p>See for yourselves.</p>', { type: 'link', meta })
  await open(page, `/live/${blog}`)
  await page.click(`#post-${id} .embedded`)
  t.equal(await page.locator(`#post-${id} iframe.player`).getAttribute('title'), 'The bridge opens')
})

await browserTest(t, 'a page that the browser has put aside and shows again connects again', async (t, page) => {
  await open(page)
  const reconnected = page.waitForRequest(/&stream$/)
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
  await reconnected
  const id = await publish('<p>Still here.</p>')
  await page.waitForSelector(`#post-${id}`)
  t.equal(await page.locator('.connection:not([hidden])').count(), 0)
})

await browserTest(t, 'while a reader reads, changes wait or happen in place, and nothing moves', async (t, page) => {
  const above = await publish('<p>Short.</p>')
  await open(page)
  const title = await page.title()
  const reading = await read(page, 6)
  const before = await topOf(page, reading)
  await page.focus(`${reading} .share`)

  const ids = [await publish('<p>One.</p>'), await publish('<p>Two.</p>')]
  await page.waitForSelector('.more:text-is("2 new posts")')
  t.equal(await page.title(), `(2) ${title}`)
  t.equal(await page.locator(`#post-${ids[0]}`).count(), 0, 'a post that waits is not shown')

  await edit(above, `<p>${'Much longer. '.repeat(200)}</p>`)
  await page.waitForSelector(`#post-${above} .updated`, { state: 'attached' })
  await withdraw(ids[0] ?? 0)
  await page.waitForSelector('.more:text-is("1 new post")')
  t.ok(Math.abs((await topOf(page, reading)) - before) <= 1)
  t.equal(await shifts(page), 0)
  await edit(Number(reading.slice('#post-'.length)), '<p>Corrected while it is read.</p>')
  await page.waitForSelector(`${reading} :text("Corrected while it is read.")`)
  t.ok(await page.$eval(`${reading} .share`, (link) => link === document.activeElement), 'the focus stays on its link')

  await page.click('.more')
  await page.waitForSelector(`.posts li:first-child #post-${ids[1]}`)
  t.equal(await page.title(), title)
  t.ok(await page.$eval(`#post-${ids[1]}`, (article) => article === document.activeElement))
})

await browserTest(t, 'on a phone, new posts slide in at a place in view or below', NARROW, async (t, page) => {
  await open(page)
  const below = await publish('<p>Below the window.</p>')
  await page.waitForSelector(`.posts li:first-child #post-${below}`)
  t.equal(await shifts(page), 0)
  await page.$eval(`#post-${below}`, (article) => article.scrollIntoView({ block: 'center' }))
  t.ok((await page.evaluate(() => scrollY)) > 100)
  const place = await topOf(page, `#post-${below}`)
  const inView = await publish('<p>In view.</p>')
  await page.waitForSelector(`.posts li:first-child #post-${inView}`)
  t.equal(await shifts(page), 0)
  t.equal(await topOf(page, `#post-${inView}`), place, 'where the one before it was')
})

await browserTest(t, 'posts that wait appear when the reader scrolls back or asks for them', async (t, page) => {
  await open(page)
  await read(page, 6)
  const first = await publish('<p>Waiting.</p>')
  await page.waitForSelector('.more:text-is("1 new post")')
  await page.evaluate(() => scrollTo(0, 0))
  await page.waitForSelector(`.posts li:first-child #post-${first}`)
  t.ok(await page.isHidden('.more'))

  await read(page, 6)
  const second = await publish('<p>Waiting, too.</p>')
  await page.click('.more')
  await page.waitForSelector(`.posts li:first-child #post-${second}`)
  const third = await publish('<p>After the click.</p>')
  await page.waitForSelector(`.posts li:first-child #post-${third}`)
})

await browserTest(t, 'an edit replaces a post in place, and a withdrawal leaves a note', async (t, page) => {
  const long = `<p>${'The ferry leaves at nine. '.repeat(60)}</p>`
  const id = await publish(long)
  await open(page)
  await edit(id, `${long}<p>No, at <b>ten</b>.</p>`)
  await page.waitForSelector(`#post-${id} b:text-is("ten")`)
  t.match(await page.textContent(`#post-${id} .updated`), /^Updated/)
  t.equal(await shifts(page), 0, 'what follows slides')
  await withdraw(id)
  await page.waitForSelector(`#post-${id}:has-text("This post was removed.")`)
  t.notMatch(await page.textContent('main'), /ferry leaves/)
  t.equal(await shifts(page), 0)
})

await browserTest(t, 'a correction leaves what a reader does in other parts of the post', async (t, page) => {
  await page.route(/youtube/, (route) => route.abort())
  const blog = await addLiveBlog(sql, 'Film')
  const sound = '<figure><audio src="https://a.example/horn.mp3"></audio></figure>'
  const table = `<table><tr>${'<td>Long words in cells</td>'.repeat(20)}</tr></table>`
  const meta = JSON.stringify({ url: 'https://youtu.be/abcdefghijk', title: 'The bridge opens' })
  const end = `${table}<p><a href="https://b.example/">B</a></p>`
  const content = `<p>See for yourselfs.</p><p>The toll is free.</p>${sound}${end}`
  const id = await publishIn(sql, blog, content, { type: 'link', meta })
  await open(page, `/live/${blog}#post-${id}`)
  const post = page.locator(`#post-${id}`)
  await post.locator('.embedded').click()
  await post.locator('.text a').focus()
  await post.evaluate((article) => {
    for (const part of article.querySelectorAll('iframe, audio')) Object.assign(part, { isFirst: true })
    article.querySelector('table')?.scrollTo(150, 0)
    getSelection()?.selectAllChildren(article.querySelectorAll('.text p')[1] ?? article)
  })
  const state = () =>
    post.evaluate((article) => [
      ...['iframe', 'audio'].map((name) => 'isFirst' in (article.querySelector(name) ?? {})),
      article.querySelector('table')?.scrollLeft,
      `${getSelection()}`,
      document.activeElement?.textContent,
      article.matches(':target')
    ])
  const expected = [true, true, 150, 'The toll is free.', 'B', true]
  t.same(await state(), expected)
  const corrected = content.replace('yourselfs', 'yourselves').replace(sound, `<p>Hear, hear:</p>${sound}`)
  await edit(id, corrected)
  await page.waitForSelector(`#post-${id}:has-text("yourselves")`)
  t.same(await state(), expected)
  await edit(id, `<h2>Open</h2>${corrected}<p>Until nine.</p>`)
  await page.waitForSelector(`#post-${id}:has-text("Until nine.")`)
  t.same(await state(), expected)
  await withdraw(id)
  await page.waitForSelector(`#post-${id}:has-text("This post was removed.")`)
  t.equal(await post.locator('iframe, audio, .text').count(), 0)
  t.equal(await page.evaluate('document.activeElement.id'), `post-${id}`)
})

await browserTest(t, 'a change of a post that is half seen leaves the next one where it is', async (t, page) => {
  const id = await publish(`<p>${'The ferry leaves at nine. '.repeat(60)}</p>`)
  await open(page)
  const next = '.posts li:nth-child(2) article'
  await page.$eval(next, (article) => scrollBy({ top: article.getBoundingClientRect().top - 100 }))
  await rendered(page)
  const before = await topOf(page, next)
  await withdraw(id)
  await page.waitForSelector(`#post-${id}:has-text("This post was removed.")`, { state: 'attached' })
  t.ok(Math.abs((await topOf(page, next)) - before) <= 1)
  t.equal(await shifts(page), 0)
})

await browserTest(t, 'changes below and above at the same time leave the text in its place', async (t, page) => {
  const blog = await addLiveBlog(sql, 'Corrections')
  await sql`insert into posts (blog, creator, content, published_on)
    select ${blog}, 1, repeat('Wave ', 60), now() from generate_series(1, 20)`
  const ids = await sql<{ Id: number }[]>`select id from posts where blog = ${blog} order by id`
  await open(page, `/live/${blog}`)
  const reading = await read(page, 12)
  const before = await topOf(page, reading)
  const [below, above] = [ids[7]?.Id ?? 0, ids[15]?.Id ?? 0]
  const text = 'Corrected '.repeat(120)
  // One statement, so that they arrive together, the one below first.
  await sql`with below as (
      update posts set content = ${text}, updated_on = now() where id = ${below} returning id
    ) update posts set content = ${text}, updated_on = now() where id = ${above} and exists (select from below)`
  for (const id of [below, above]) await page.waitForSelector(`#post-${id}:has-text("Corrected")`)
  t.ok(Math.abs((await topOf(page, reading)) - before) <= 1)
  t.equal(await shifts(page), 0)
})

await browserTest(t, 'where the list begins at the edge of the window, a new post slides in, too', async (t, page) => {
  await open(page)
  await page.$eval('.flow', (flow) => scrollBy({ top: flow.getBoundingClientRect().top }))
  await rendered(page)
  const before = await page.evaluate('scrollY')
  const id = await publish('<p>The tide is in.</p>')
  await page.waitForSelector(`.posts li:first-child #post-${id}`)
  t.equal(await shifts(page), 0)
  t.equal(await page.evaluate('scrollY'), before, 'nothing jumps')
})

await browserTest(t, 'a reader can pause updates and miss nothing', async (t, page) => {
  await open(page)
  await page.click('.pause')
  t.equal(await page.textContent('.pause'), 'Resume')
  const id = await publish('<p>Behind the curtain.</p>')
  const other = await page.context().newPage()
  await open(other)
  t.equal(await other.locator(`#post-${id}`).count(), 1)
  t.equal(await page.locator(`#post-${id}`).count(), 0)
  await page.click('.pause')
  await page.waitForSelector(`#post-${id}`)
})

await browserTest(t, 'a changed title, description and look reach an open page', async (t, page) => {
  await open(page)
  const reading = await read(page, 12)
  const before = await topOf(page, reading)
  const caching = cachingOf(page, /\/live\/1$/)
  await sql`
    update blogs set title = 'Renamed', description = 'Until the last vote',
      embed_config = '{ "Style": { "font": "serif" }, "TimeZone": "Asia/Kolkata" }'
    where id = 1`
  await page.waitForSelector('.masthead h1 a:text-is("Renamed")')
  t.equal(await caching, 'max-age=0', 'a stored page is too old')
  t.match(await page.textContent('.description'), 'Until the last vote')
  t.equal(await page.title(), 'Renamed')
  t.equal(await page.locator('time:not([title$="Universal Time"])').count(), 0, 'times are those of the device')
  await page.waitForFunction(() => document.querySelectorAll('link[rel=stylesheet]').length === 2)
  t.ok(Math.abs((await topOf(page, reading)) - before) <= 1, 'the text that is read stays where it is')
  t.equal(await shifts(page), 0)
})

await browserTest(t, 'styles that do not arrive leave a page those that it has', async (t, page) => {
  const blog = await addLiveBlog(sql, 'Restyled', { embed_config: '{"theme":"night"}' })
  await open(page, `/live/${blog}`)
  // The service was upgraded meanwhile: its pages name other styles.
  await page.route(`**/live/${blog}`, async (route) => {
    const response = await route.fetch()
    const body = (await response.text()).replace(/live-[0-9a-f]+\.css/, 'live-0123456789.css')
    await route.fulfill({ response, body })
  })
  const look = () =>
    page.evaluate(() => {
      const bar = document.querySelector('.masthead .bar')
      return bar && [getComputedStyle(bar).display, getComputedStyle(document.body).color]
    })
  const before = await look()
  await page.route('**/live-0123456789.css', (route) => route.abort())
  for (const title of ['In a tunnel', 'Still in it']) {
    const [styles, theme] = [page.waitForEvent('requestfailed'), page.waitForResponse('**/theme.css*')]
    await sql`update blogs set title = ${title} where id = ${blog}`
    await page.waitForSelector(`.masthead h1 a:text-is("${title}")`)
    await Promise.all([styles, theme])
    await rendered(page)
    t.same(await look(), before)
  }
  await page.unroute('**/live-0123456789.css')
  await sql`update blogs set title = 'Out again' where id = ${blog}`
  await page.waitForFunction(() => document.querySelector('link[href*="live-0123456789"]') !== null)
  await page.waitForFunction(() => document.querySelectorAll('link[rel=stylesheet]').length === 2)
  t.same(await look(), before)
})

await browserTest(t, 'a changed masthead leaves the focus, and a lead video where it was stopped', async (t, page) => {
  const embed = JSON.stringify({ Lead: { video: '/content/tide.mp4' } })
  const blog = await addLiveBlog(sql, 'Focused', { embed_config: embed })
  await open(page, `/live/${blog}`)
  await page.$eval('.lead video', (video) => Object.assign(video, { isFirst: true }))
  for (const [link, title] of [
    ['.bar .all', 'Still focused'],
    ['h1 a', 'Focused again']
  ] as const) {
    await page.focus(link)
    await sql`update blogs set title = ${title} where id = ${blog}`
    await page.waitForSelector(`h1 a:text-is("${title}")`)
    t.ok(await page.$eval(link, (element) => element === document.activeElement), link)
  }
  t.ok(await page.$eval('.lead video', (video) => 'isFirst' in video))
})

await browserTest(t, 'a corrected key point keeps the focus', async (t, page) => {
  const blog = await addLiveBlog(sql, 'Points')
  const id = await publishIn(sql, blog, '<h2>Open at nine</h2>', { is_key_point: true })
  await publishIn(sql, blog, '<h2>Closed</h2>', { is_key_point: true })
  await open(page, `/live/${blog}`)
  await page.focus('.key-points li:nth-child(2) a')
  await edit(id, '<h2>Open at ten</h2>')
  await page.waitForSelector('.key-points li:nth-child(2) a:text-is("Open at ten")')
  t.equal(await page.evaluate('document.activeElement.textContent'), 'Open at ten')
})

await browserTest(t, 'a page that cannot read its new title asks for it ever more rarely', async (t, page) => {
  const blog = await addLiveBlog(sql, 'Overloaded')
  await page.clock.install()
  await page.goto(`${origin}/live/${blog}`)
  await page.waitForFunction(() => document.querySelector('.connection')?.hasAttribute('hidden'))
  let reads = 0
  await page.route(`**/live/${blog}`, (route) => {
    reads += 1
    return route.fulfill({ status: 503 })
  })
  const asked = page.waitForRequest(`**/live/${blog}`)
  await sql`update blogs set title = 'Overloaded, too' where id = ${blog}`
  await asked
  for (let second = 0; second < 120; second += 2) await page.clock.runFor(2_000)
  // Each stream that opens, after 40 seconds without a word, names the version again.
  t.ok(reads < 25, `${reads} reads in two minutes`)
})

/** Lets the time of a page pass until it shows an element. */
const waitFor = (page: Page, selector: string) =>
  until(async () => {
    await page.clock.runFor(6_000)
    return page.locator(selector).count()
  })

await browserTest(t, 'where streams are refused, the page polls and rarely asks for one again', async (t, page) => {
  const refused: string[] = []
  await page.route(/&stream/, (route) => {
    refused.push(route.request().method())
    return route.fulfill({ status: 503 })
  })
  await page.clock.install()
  await page.goto(`${origin}/live/1`)
  const id = await publish('<p>Through the back door.</p>')
  await waitFor(page, `#post-${id}`)
  t.equal(await page.textContent('.connection'), 'Updates arrive with a delay.')
  const polls: string[] = []
  page.on('response', (response) => {
    if (response.url().includes('&cId.end=')) polls.push(response.url())
  })
  while (polls.length < 16) await page.clock.runFor(6_000)
  t.ok(refused.length <= 7, `${refused.length} requests for a stream with 16 polls`)
})

await browserTest(t, 'with LIVE_UPDATES=poll, pages ask for addresses that all of them share', async (t, page) => {
  const polled = await replicaOf(t, built, { LIVE_UPDATES: 'poll' })
  const asked: URL[] = []
  page.on('request', (request) => asked.push(new URL(request.url())))
  await page.clock.install()
  await page.goto(`${await polled.listen({ host: '127.0.0.1', port: 0 })}/live/1?fbclid=an-id-of-this-reader`)
  const first = await publish('<p>The count begins.</p>')
  await waitFor(page, `#post-${first}`)
  t.ok(await page.isHidden('.connection'))
  await sql`insert into posts (blog, creator, content, published_on)
    select 1, 1, '<p>Precinct ' || n || '</p>', now() from generate_series(1, 20) as n`
  await edit(first, '<p>The count goes on.</p>')
  await waitFor(page, `#post-${first}:has-text("The count goes on.")`)
  for (const n of [1, 20]) t.equal((await page.locator(`article:has-text("Precinct ${n}")`).count()) > 0, true)
  await sql`update blogs set title = 'A closed blog', closed_on = now() where id = 1`
  await waitFor(page, '.connection:has-text("This blog is closed")')
  await sql`update blogs set closed_on = null where id = 1`

  const lists = asked.filter(({ pathname }) => pathname.endsWith('/Published.html'))
  t.ok(lists.length > 0)
  for (const { searchParams } of lists) {
    const [since, end] = ['cId.since', 'cId.end'].map((name) => Number(searchParams.get(name)))
    t.equal((since ?? NaN) % 16, 0)
    t.equal(end, (since ?? NaN) + 16)
    t.notOk(searchParams.has('stream'))
  }
  t.ok(new Set(lists.map(({ search }) => search)).size <= 3)
  const pages = asked.filter(({ pathname }) => pathname === '/live/1').map(({ search }) => search)
  t.same(new Set(pages.slice(1)), new Set(['']), 'the page itself is read without what other sites add')
})

await browserTest(t, 'readers of the oldest posts get new ones at the end', async (_t, page) => {
  await sql`update blogs set live_on = now() where id = 3`
  await open(page, '/live/3?order=oldest')
  const id = await publish('<p>Zuletzt.</p>', 3)
  await page.waitForSelector(`.posts li:last-child #post-${id}`)
})

await browserTest(t, 'a page to which the newest posts were added goes on after a change', async (t, page) => {
  await sql`update blogs set live_on = now() where id = 3`
  await sql`insert into posts (blog, creator, content, published_on)
    select 3, 1, '<p>Absatz ' || n || '</p>', now() from generate_series(1, 20) as n`
  await page.addInitScript('Math.random = () => 0')
  await page.goto(`${origin}/live/3?order=oldest`)
  await page.click('a[rel=next]')
  await page.waitForSelector('.pause:not([hidden])')
  await sql`update blogs set title = 'Noch ein Abend' where id = 3`
  await page.waitForSelector('h1:has-text("Noch ein Abend")')
  t.ok(await page.isVisible('.pause'))
  const id = await publish('<p>Danach.</p>', 3)
  await page.waitForSelector(`.posts li:last-child #post-${id}`)
})

await browserTest(t, 'a page from the oldest posts on goes on beyond the posts of its first page', async (t, page) => {
  const blog = await addLiveBlog(sql, 'A short evening')
  await sql`insert into posts (blog, creator, content, published_on)
    select ${blog}, 1, 'Post ' || n, now() from generate_series(1, 20) as n`
  await app.freshness.catchUp()
  await page.clock.install()
  await open(page, `/live/${blog}?order=oldest`)
  const appears = async (content: string) => {
    const id = await publish(content, blog)
    await page.waitForSelector(`.posts li:last-child #post-${id}`)
  }
  await appears('<p>The twenty-first.</p>')
  await sql`update blogs set title = 'A long evening' where id = ${blog}`
  await page.waitForSelector('h1:has-text("A long evening")')
  await appears('<p>And on it goes.</p>')
  t.ok(await page.locator('.connection').isHidden())
  await sql`update blogs set closed_on = now() where id = ${blog}`
  await page.waitForSelector('.connection:has-text("This blog is closed")')
  await sql`update blogs set closed_on = null where id = ${blog}`
  await app.freshness.catchUp()
  await page.clock.runFor(30_000)
  await appears('<p>Open again.</p>')
})

await browserTest(t, 'a page to which the newest posts were added shows what has changed before', async (t, page) => {
  const blog = await addLiveBlog(sql, 'From the beginning')
  const rows = await sql<{ Id: number }[]>`insert into posts (blog, creator, content, published_on)
    select ${blog}, 1, 'Post ' || n, now() from generate_series(1, 30) as n returning id`
  await page.addInitScript('Math.random = () => 0')
  await page.goto(`${origin}/live/${blog}?order=oldest`)
  await withdraw(rows[4]?.Id ?? 0)
  await edit(rows[5]?.Id ?? 0, 'Corrected')
  await sql`update blogs set title = 'From noon on' where id = ${blog}`
  await publish('The newest', blog)
  await page.click('a[rel=next]')
  await page.waitForSelector('.pause:not([hidden])')
  await page.waitForSelector(`#post-${rows[4]?.Id}:has-text("This post was removed.")`)
  await page.waitForSelector(`#post-${rows[5]?.Id}:has-text("Corrected")`)
  await page.waitForSelector('h1:has-text("From noon on")')
  t.equal(await page.locator('.posts article').count(), 31)
})

await browserTest(t, 'on a phone, nothing is wider than the screen', NARROW, async (t, page) => {
  const long = 'x'.repeat(140)
  const blog = await addLiveBlog(sql, long, { description: long })
  await publishIn(sql, blog, `<h2>${long}</h2>`, { is_key_point: true })
  await publishIn(sql, blog, long, {
    type: 'link',
    meta: JSON.stringify({ url: `https://${long.slice(80)}.example/` })
  })
  await publishIn(sql, blog, long, { commentator: long.slice(40), comment_source: 'embed', pinned_on: new Date() })
  await publishIn(sql, blog, '<ol><li lang="ar" dir="rtl">الشاي جاهز</li></ol>')
  for (const path of ['/live/1', `/live/${blog}`, `/live/${blog}/embed`, '/live', `/live/${blog}/search?q=x`]) {
    await page.goto(origin + path)
    t.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360, path)
  }
  await page.goto(`${origin}/live/${blog}`)
  const width = await page.$eval('.key-points li', (keyPoint) => keyPoint.getBoundingClientRect().width)
  t.ok(width < 252, `a key point takes less than 70 % of it, not ${width} pixels`)
})

await browserTest(t, 'each post reads in the direction of its words', async (t, page) => {
  const blog = await addLiveBlog(sql, 'Both ways')
  const quote = { type: 'quote', meta: '{"annotation":"נעמה"}', is_key_point: true }
  const add = () => publishIn(sql, blog, '<h2>שלום!</h2><p>נתוני ההצבעה, 2026.</p>', quote)
  const directionIn = (part: string) => page.$eval(part, (element) => getComputedStyle(element).direction)
  await add()
  await open(page, `/live/${blog}`)
  for (const posts of [1, 2]) {
    await page.waitForFunction((count) => document.querySelectorAll('.key-points li').length === count, posts)
    for (const part of ['.headline', '.text', '.source']) t.equal(await directionIn(`.posts ${part}`), 'rtl', part)
    t.equal(await directionIn('.key-points a'), 'rtl')
    t.equal(await directionIn('.posts header'), 'ltr', 'what is around it reads as the page')
    await add()
  }
})

await browserTest(t, 'paper has all of what scrolls on a screen', async (t, page) => {
  const blog = await addLiveBlog(sql, 'On paper')
  await publishIn(sql, blog, `<pre>${'x '.repeat(400)}</pre><table><tr>${'<td>123456789</td>'.repeat(20)}</tr></table>`)
  const hidden = () =>
    page.$$eval('.text :is(pre, table)', (parts) => parts.filter((part) => part.scrollWidth > part.clientWidth).length)
  await page.goto(`${origin}/live/${blog}`)
  t.equal(await hidden(), 2)
  await page.emulateMedia({ media: 'print' })
  t.equal(await hidden(), 0)
})

await browserTest(t, 'a keyboard reaches everything, and axe finds no violation', async (t, page) => {
  await publish('<p>A page with a button.</p>')
  await open(page)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  t.equal(await page.evaluate(() => document.activeElement?.id), 'posts')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  t.equal(await page.textContent('.pause'), 'Resume')
  const language = await numberFrom(sql`select id from languages where code = 'ar'`)
  const arabic = await addLiveBlog(sql, 'ليلة الانتخابات', { language, description: 'من قاعة الفرز' })
  await publish('<h2>النتيجة الأولى</h2><p>فازت القائمة الأولى.</p>', arabic)
  for (const path of ['/live/1', '/live/1/post/20', '/live/2', `/live/${arabic}`, '/live/search?q=ballot']) {
    if (path !== '/live/1') await page.goto(origin + path)
    t.same(await violationsIn(page), [], path)
  }
})

await browserTest(t, 'without scripts, posts, pages and orders are links', WITHOUT_SCRIPTS, async (t, page) => {
  await page.goto(`${origin}/live/1`)
  t.ok((await page.locator('article.post').count()) >= 20)
  t.equal(await page.locator('main button:visible').count(), 0)
  await page.click('text=Older posts')
  t.match(page.url(), /\/live\/1\/page\/\d+$/)
  await page.click('text=Newer posts')
  await page.click('text=Oldest first')
  t.match(await page.textContent('.posts li:first-child time'), /^15 Nov \d{4}, \d\d:\d\d$/)
  await page.click('.posts li:first-child .share')
  t.equal(await page.locator('article[aria-current]').count(), 1)
})

await browserTest(t, 'screen readers are told how many posts have come since they were told last', async (t, page) => {
  await page.clock.install()
  await open(page)
  await read(page, 16)
  const announced = () => page.textContent('[role=status]')
  await publish('<p>Three.</p>')
  await until(announced, '1 new post')
  await page.evaluate(`document.querySelector('[role=status]').replaceChildren()`)
  await publish('<p>Four.</p>')
  await page.waitForSelector('.more:text-is("2 new posts")')
  await publish('<p>Five.</p>')
  await page.waitForSelector('.more:text-is("3 new posts")')
  // Announcements are 15 seconds apart.
  await page.clock.runFor(12_000)
  t.equal(await announced(), '')
  await page.clock.runFor(3_000)
  t.equal(await announced(), '2 new posts')

  await page.clock.setSystemTime(Date.now() - 3_600_000)
  await page.$eval('[role=status]', (region) => region.replaceChildren())
  await publish('<p>Six.</p>')
  await page.waitForSelector('.more:text-is("4 new posts")')
  await page.clock.runFor(15_000)
  t.equal(await announced(), '1 new post', 'also after the clock of the device was set back')
})

await browserTest(t, 'a page goes on by itself when its blog was closed by mistake', async (t, page) => {
  const blog = await addLiveBlog(sql, 'Closed too early')
  await sql`insert into posts (blog, creator, content, published_on)
    select ${blog}, 1, 'Before the mistake', now() from generate_series(1, 45)`
  await app.freshness.catchUp()
  await page.clock.install()
  await open(page, `/live/${blog}`)
  await page.click('a[rel=next]')
  const shown = () => page.locator('article').count()
  await until(shown, 45)
  await page.evaluate(() => scrollTo(0, 0))
  await sql`update blogs set closed_on = now() where id = ${blog}`
  await page.waitForSelector('.pause', { state: 'hidden' })
  // The page looks again after 30 to 60 seconds, and if the blog is still closed, after twice as many.
  await page.clock.fastForward(20_000)
  t.match(await page.textContent('.connection'), 'This blog is closed')
  await sql`update blogs set closed_on = null where id = ${blog}`
  await publish('<p>Open again.</p>', blog)
  await page.clock.fastForward(61_000)
  await page.waitForSelector('article:has-text("Open again.")')
  t.equal(await shown(), 46, 'with the older posts that the reader has added')
  t.equal(await page.textContent('.state'), 'Live')
  await page.waitForSelector('.connection', { state: 'hidden' })
  t.ok(await page.isVisible('.pause'))
})

await browserTest(t, 'readers who come back to a closed blog soon see that it is open again', async (t, page) => {
  const blog = await addLiveBlog(sql, 'Closed for the night')
  await page.clock.install()
  await page.addInitScript('Math.random = () => 0')
  await open(page, `/live/${blog}`)
  // A post shows that the stream is open.
  await page.waitForSelector(`#post-${await publish('<p>Good night.</p>', blog)}`)
  const version = await page.getAttribute('main', 'data-version')
  await sql`update blogs set closed_on = now() where id = ${blog}`
  // The page has read itself again, as after each change of the blog. All other requests are looks.
  await page.waitForSelector(`main:not([data-version="${version}"])`)
  await page.waitForSelector('.pause', { state: 'hidden' })
  let looks = 0
  page.on('request', () => looks++)
  const looksSoFar = async () => {
    await page.clock.runFor(30_000)
    return looks
  }
  // The next look would follow after eight minutes, but a page counts as not seen after five.
  await until(looksSoFar, 4)
  await page.evaluate(hide, true)
  await page.clock.runFor('03:06:00')
  t.equal(looks, 4, 'a page that nobody sees does not look')
  await sql`update blogs set closed_on = null where id = ${blog}`
  // The service has read that the blog is open again before the page looks.
  await publish('<p>Good morning.</p>', blog)
  await page.evaluate(hide, false)
  await page.clock.runFor(30_000)
  await page.waitForSelector('article:has-text("Good morning.")')
})

await browserTest(t, 'in a long page, only the posts near a new one slide', async (t, page) => {
  const blog = await addLiveBlog(sql, 'A long night')
  await open(page, `/live/${blog}`)
  await sql`
    insert into posts (blog, creator, content, published_on)
    select ${blog}, 1, 'Post ' || number, now() from generate_series(1, 100) as number`
  await page.waitForFunction(() => document.querySelectorAll('.posts article').length === 100)
  await shifts(page)
  const moved = page.evaluate<number>(`new Promise((resolve) => {
    const seen = new Set()
    new MutationObserver((changes) => {
      for (const { target } of changes) if (target.style.transform !== '') seen.add(target)
    }).observe(document.body, { subtree: true, attributeFilter: ['style'] })
    // The first posts may still be on their way.
    addEventListener('transitionend', () => seen.size > 0 && resolve(seen.size))
  })`)
  await publish('The next one', blog)
  const count = await moved
  t.ok(count > 0 && count <= 40, `${count} elements`)
})

await browserTest(t, 'the masthead has the time of the newest of several changes', async (t, page) => {
  const blog = await addLiveBlog(sql, 'Polled')
  const early = await publishIn(sql, blog, '<p>Early.</p>', { published_on: new Date('2026-01-02') })
  const service = await replicaOf(t, built, { LIVE_UPDATES: 'poll' })
  await page.clock.install()
  await page.goto(`${await service.listen({ host: '127.0.0.1', port: 0 })}/live/${blog}`)
  await page.waitForSelector('.connection[hidden]', { state: 'attached' })
  const late = await publish('<p>Late.</p>', blog)
  await sql`update posts set is_key_point = true where id = ${early}`
  await waitFor(page, `#post-${late}`)
  const publishedOn = await page.getAttribute(`#post-${late} header time`, 'datetime')
  t.equal(await page.getAttribute('.status time', 'datetime'), publishedOn)
  await edit(early, '<p>Early, and corrected.</p>')
  await waitFor(page, 'article:has-text("and corrected")')
  const correctedOn = await page.getAttribute(`#post-${early} .updated time`, 'datetime')
  t.equal(await page.getAttribute('.status time', 'datetime'), correctedOn)
})

for (const updates of ['stream', 'poll']) {
  await browserTest(t, `a page stops while its blog is hidden, and then goes on: ${updates}`, async (t, page) => {
    const blog = await addLiveBlog(sql, 'Hidden')
    const service = updates === 'poll' ? await replicaOf(t, built, { LIVE_UPDATES: 'poll' }) : app
    await page.clock.install()
    await page.addInitScript('Math.random = () => 0')
    await page.goto(`${service === app ? origin : await service.listen({ host: '127.0.0.1', port: 0 })}/live/${blog}`)
    await page.waitForSelector('.connection[hidden]', { state: 'attached' })
    await sql`update blogs set live_on = null where id = ${blog}`
    await waitFor(page, '.connection:has-text("This blog is no longer here."):not([hidden])')
    await publish('<p>Only a rehearsal.</p>', blog)
    let reads = 0
    page.on('request', () => reads++)
    for (let minutes = 0; minutes < 8; minutes++) await page.clock.runFor(15_000)
    t.equal(await page.locator('article').count(), 0)
    t.ok(reads <= 3, `${reads} requests in two minutes`)
    await sql`update posts set published_on = null where blog = ${blog}`
    await sql`update blogs set live_on = now() where id = ${blog}`
    await publish('<p>Live again.</p>', blog)
    await waitFor(page, 'article:has-text("Live again.")')
    t.ok(await page.isHidden('.connection'))
    t.notOk(await page.locator('article:has-text("Only a rehearsal.")').count())
  })
}

await browserTest(t, 'the reader resumes after a restart, and stops when the blog closes', async (t, page) => {
  await open(page)
  const closed = app.close()
  await page.waitForSelector('.connection:has-text("Reconnecting")')
  // Otherwise the service waits a minute for connections that the browser keeps open without a request.
  app.server.closeAllConnections()
  await closed
  await publishIn(sql, 1, '<p>While you were away.</p>')
  const next = await replicaOf(t, { ...built, dataDir: await dataDir(t) })
  await next.listen({ host: '127.0.0.1', port: Number(new URL(origin).port) })
  await page.waitForSelector('article:has-text("While you were away.")')
  await sql`update blogs set closed_on = now() where id = 1`
  await page.waitForSelector('.connection:has-text("This blog is closed")')
  t.equal(await page.textContent('.state'), 'Closed')
  t.equal(await page.locator('.state.live').count(), 0, 'it does not look live')
  t.ok(await page.isHidden('.pause'))

  const requested: string[] = []
  page.on('request', (request) => requested.push(new URL(request.url()).pathname))
  // A browser that shows a page again from its memory.
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
  await page.evaluate(async () => (await fetch('/health/live')).text())
  // The page may still read its style again, since the blog has changed.
  const changes = requested.filter((path) => !path.endsWith('.css'))
  t.same(changes, ['/health/live'], 'a page that is shown again asks for no more changes')
  t.match(await page.textContent('.connection'), 'This blog is closed')
})
