/**
 * Measures the page of a blog in Chromium: from an editor's key to the reader's screen, the time to open the page of a
 * long blog, and whether the page stays usable while twenty posts a second arrive.
 * Usage: npx tsx bench/browsers/newsroom.ts
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { printed, quantile } from '../claims.ts'
import { startService, type Service } from '../figures/service.ts'
import { openBrowser } from '../stage/browser.ts'
import { atEnd, finish } from '../stage/ending.ts'

const POSTS = 200
const OPENINGS = 15
/** Number of posts of the long blog. */
const LONG = 20_000
/** Seconds in which posts arrive, and their number in each. */
const SECONDS = 30
const RATE = 20

/** Milliseconds since 1970, of the clock that all pages share. */
const NOW = 'performance.timeOrigin + performance.now()'

const measure = async () => {
  const service = await startService()
  const browser = await openBrowser()
  if (browser === undefined) throw new Error('There is no Chromium on this machine.')
  atEnd.teardown(() => browser.close())
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } })
  // The plain box: that of the editor for rich text cannot be filled at once.
  await context.addInitScript(`localStorage.setItem('desk:rich', 'false')`)
  await context.addCookies([{ name: 'desk_session', value: service.token, url: service.origin }])
  const [editor, reader] = [await context.newPage(), await (await browser.newContext()).newPage()]
  await keyToScreen(service, editor, reader)
  await openings(service, editor)
  await arrivals(service, editor)
}

const open = async (page: Page, { origin }: Service, blog: number) => {
  await page.goto(`${origin}/desk/${blog}`)
  await page.waitForSelector('.tools .mark')
}

/** Returns the id of a new live blog with a number of published posts. */
const newBlog = async ({ sql }: Service, posts: number): Promise<number> => {
  const [blog] = await sql<[{ id: number }]>`
    insert into blogs (type, language, creator, title, description, live_on)
    values (1, 1, 1, 'Night', '', now()) returning id`
  await sql`
    insert into posts (blog, creator, content, published_on)
    select ${blog.id}, 2, '<p>Post ' || n || ' of the night.</p>', now()
    from generate_series(1, ${posts}::integer) as n`
  return blog.id
}

/** From Ctrl+Enter in the page of the editor to the post in the page of the reader. */
const keyToScreen = async (service: Service, editor: Page, reader: Page) => {
  const blog = await newBlog(service, 20)
  await open(editor, service, blog)
  await reader.goto(`${service.origin}/live/${blog}`)
  await reader.evaluate(`new MutationObserver(() => {
    const text = document.querySelector('.posts article .text')?.textContent
    if (text !== window.last) { window.last = text; window.seen = [text, ${NOW}] }
  }).observe(document.querySelector('.posts'), { childList: true, subtree: true })`)
  await editor.evaluate(`document.addEventListener('keydown', ({ key, ctrlKey }) => {
    if (key === 'Enter' && ctrlKey) window.pressed = ${NOW}
  }, { capture: true })`)
  const totals: number[] = []
  const shares: number[] = []
  for (let post = 0; post < POSTS; post += 1) {
    const text = `Measured post ${post}`
    await editor.fill('#write textarea', text)
    await editor.keyboard.press('Control+Enter')
    await reader.waitForFunction((expected) => Reflect.get(window, 'seen')?.[0] === expected, text)
    await editor.waitForFunction(() => document.querySelector<HTMLTextAreaElement>('#write textarea')?.value === '')
    const seenAt = Number(await reader.evaluate('window.seen[1]'))
    const pressed = Number(await editor.evaluate('window.pressed'))
    const sent = Number(
      await editor.evaluate(`performance.timeOrigin + performance.getEntriesByType('resource')
        .filter(({ name }) => name.endsWith('/Post/Published')).at(-1).startTime`)
    )
    await editor.evaluate('performance.clearResourceTimings()')
    totals.push(seenAt - pressed)
    shares.push(sent - pressed)
  }
  printed.claim(`from the key to the reader's screen, median of ${POSTS} posts`, quantile(0.5, totals), [
    '≤',
    300,
    'ms'
  ])
  printed.note(`p99 ${quantile(0.99, totals).toFixed(0)} ms`)
  const [half, most] = [0.5, 0.99].map((share) => quantile(share, shares).toFixed(1))
  printed.note(`of which from the key to the request: median ${half} ms, p99 ${most} ms`)
}

/** The time until the page of a blog is alive, for a short and a long blog, one after the other. */
const openings = async (service: Service, page: Page) => {
  const [short, long] = [await newBlog(service, 50), await newBlog(service, LONG)]
  const times = new Map<number, number[]>([
    [short, []],
    [long, []]
  ])
  for (let round = 0; round < OPENINGS; round += 1) {
    for (const [blog, list] of times) {
      const start = performance.now()
      await open(page, service, blog)
      list.push(performance.now() - start)
    }
  }
  const [few = NaN, many = NaN] = [short, long].map((blog) => quantile(0.5, times.get(blog) ?? []))
  printed.note(`open with 50 posts: ${few.toFixed(0)} ms; with ${LONG.toLocaleString('en-US')}: ${many.toFixed(0)} ms`)
  printed.claim('a long blog opens as fast as a short one', many / few, ['≤', 1.5, '×'])
}

/** Tasks of the page that take longer than 50 ms while posts arrive and somebody writes. */
const arrivals = async (service: Service, page: Page) => {
  const blog = await newBlog(service, LONG)
  await open(page, service, blog)
  await page.evaluate(`window.tasks = []; new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) window.tasks.push(duration)
  }).observe({ type: 'longtask' })`)
  const until = performance.now() + SECONDS * 1000
  const writing = (async () => {
    while (performance.now() < until) await page.type('#write textarea', 'a word ', { delay: 80 })
  })()
  for (let second = 0; second < SECONDS; second += 1) {
    const next = sleep(1000)
    for (let post = 0; post < RATE; post += 1) {
      await service.sql`
        insert into posts (blog, creator, content, published_on)
        values (${blog}, 2, ${`<p>Arrival ${second}.${post}</p>`}, now())`
      await sleep(1000 / RATE - 5)
    }
    await next
  }
  await writing
  const held = await page.locator('.held').innerText()
  const tasks: unknown = await page.evaluate('window.tasks')
  const durations = Array.isArray(tasks) ? tasks.map(Number) : [NaN]
  printed.note(`${held} while somebody wrote`)
  printed.note(`longest task: ${Math.max(0, ...durations).toFixed(0)} ms`)
  printed.claim(`tasks over 50 ms in ${SECONDS} s with ${RATE} posts a second`, durations.length, ['=', 0])
}

await finish(measure())
