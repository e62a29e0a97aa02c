/** Pinned posts and key points in a browser: both stay right while the page is open, and nothing moves the reader. */
import type { Page } from 'playwright-core'
import t from 'tap'
import { build, newsroom, publishIn } from '../../support/index.ts'
import { violationsIn } from '../../support/axe.ts'
import { browserTest, rendered } from '../../support/browser.ts'

const built = await build(t)
const { app, sql } = built
const origin = await app.listen({ host: '127.0.0.1', port: 0 })
const editor = await built.senderOf('admin')

/** Opens a live blog, and its page, which follows it. Returns functions that change its posts. */
const follow = async (page: Page, count: number, path = '') => {
  const { blog, posts, insert, withdraw } = await newsroom(built)
  await sql`update blogs set live_on = now() where id = ${blog}`
  const ids = (await insert(count, { content: `<p>${'A post of the evening. '.repeat(20)}</p>` })).toReversed()
  const change = async (post: number | undefined, end: string) => {
    const { statusCode, body } = await editor('POST', `${posts}/${post}/${end}`)
    if (statusCode !== 201) throw new Error(body)
  }
  await page.goto(`${origin}/live/${blog}${path}`)
  await page.waitForSelector('.pause:not([hidden])')
  await page.waitForFunction(() => document.querySelector('.connection')?.hasAttribute('hidden'))
  return { blog, posts, ids, change, insert, withdraw }
}

const idsIn = (page: Page, selector: string) =>
  page.$$eval(`${selector} article`, (articles) => articles.map(({ id }) => Number(id.replace('post-', ''))))
const waitForIds = (page: Page, selector: string, ids: readonly (number | undefined)[]) =>
  page.waitForFunction(
    ([selector, expected]) =>
      [...document.querySelectorAll(`${selector} article`)].map(({ id }) => id).join() === expected,
    [selector, ids.map((id) => `post-${id}`).join()] as const
  )
const keyPoints = (page: Page) =>
  page.$$eval('.key-points li:not([hidden]) a', (items) => items.map((item) => item.textContent))

await browserTest(t, 'pinned posts appear above all others and go back to their places', async (t, page) => {
  const { ids, change, withdraw } = await follow(page, 5)
  const [first, second, third, fourth, fifth] = ids
  t.equal(await page.locator('.pinned').isVisible(), false)
  await change(third, 'Pin')
  await waitForIds(page, '.pinned', [third])
  await change(fifth, 'Pin')
  await waitForIds(page, '.pinned', [fifth, third])
  t.same(await idsIn(page, '.posts'), [first, second, fourth])
  t.same(await violationsIn(page), [])
  await editor('PUT', `/resources/Data/Post/${third}`, { Content: '<p>Corrected <b>above</b>.</p>' })
  await page.waitForSelector(`.pinned #post-${third} b`)
  await change(third, 'Unpin')
  await waitForIds(page, '.posts', [first, second, third, fourth])
  await withdraw([fifth ?? 0])
  await page.waitForSelector('.pinned', { state: 'hidden' })
  t.equal(await page.locator('.more:not([hidden])').count(), 0)
})

await browserTest(t, 'a post that moves keeps the focus', async (t, page) => {
  const { posts, ids, change } = await follow(page, 4)
  const [first, second, third, fourth] = ids
  const hasFocus = () => page.$eval(`#post-${third} .share`, (link) => link === document.activeElement)
  await page.focus(`#post-${third} .share`)
  await change(third, 'Pin')
  await waitForIds(page, '.pinned', [third])
  t.ok(await hasFocus(), 'pinned')
  await change(third, 'Unpin')
  await waitForIds(page, '.posts', [first, second, third, fourth])
  t.ok(await hasFocus(), 'no longer pinned')
  await editor('PUT', `${posts}/${third}/Post/${first}/Reorder?before=true`)
  await waitForIds(page, '.posts', [third, first, second, fourth])
  t.ok(await hasFocus(), 'put elsewhere')
})

await browserTest(t, 'the video of a post plays on when it is pinned', async (t, page) => {
  const { blog, ids, change } = await follow(page, 2)
  let players = 0
  await page.route(/youtube/, (route) => {
    players += 1
    return route.fulfill({ contentType: 'text/html', body: 'A player' })
  })
  const meta = JSON.stringify({ url: 'https://youtu.be/abcdefghijk' })
  const post = await publishIn(sql, blog, '<p>See for yourselves.</p>', { type: 'link', meta })
  await page.click(`#post-${post} .embedded`)
  await page.frameLocator('iframe.player').getByText('A player').waitFor()
  await page.evaluate(() => scrollTo(0, 0))
  await change(post, 'Pin')
  await waitForIds(page, '.pinned', [post])
  await page.frameLocator('.pinned iframe.player').getByText('A player').waitFor()
  t.equal(players, 1)
  t.same(await idsIn(page, '.posts'), ids)
})

await browserTest(t, 'a post of an archive page is pinned on the first page, and leaves it again', async (t, page) => {
  const { ids, change } = await follow(page, 60)
  const [oldest] = ids.slice(-1)
  const shown = await idsIn(page, '.posts')
  await change(oldest, 'Pin')
  await waitForIds(page, '.pinned', [oldest])
  await change(oldest, 'Unpin')
  await page.waitForSelector('.pinned', { state: 'hidden' })
  t.same(await idsIn(page, '.posts'), shown)
})

await browserTest(t, 'while a reader reads, a pinned post waits, and nothing moves', async (t, page) => {
  const { ids, change, insert } = await follow(page, 15)
  const reading = `#post-${ids[8]}`
  await page.$eval(reading, (article) => article.scrollIntoView({ block: 'center' }))
  await page.waitForFunction(() => scrollY > 500)
  await rendered(page)
  const top = () => page.$eval(reading, (article) => Math.round(article.getBoundingClientRect().top))
  const before = await top()
  await change(ids[2], 'Pin')
  await page.waitForSelector('.more:text-is("1 new post")')
  t.ok(Math.abs((await top()) - before) <= 1)
  t.same(await idsIn(page, '.posts'), ids, 'until then, it stays where it was')
  const newer = await insert(1)
  await page.waitForSelector('.more:text-is("2 new posts")')
  await page.click('.more')
  await waitForIds(page, '.pinned', [ids[2]])
  t.same(await idsIn(page, '.posts'), [...newer, ...ids.filter((id) => id !== ids[2])])
  t.ok(await page.$eval(`#post-${ids[2]}`, (article) => article === document.activeElement))

  await page.$eval(reading, (article) => article.scrollIntoView({ block: 'center' }))
  await rendered(page)
  const [newest] = await insert(1)
  await page.click('.more:text-is("1 new post")')
  t.ok(await page.$eval(`#post-${newest}`, (article) => article === document.activeElement), 'below the pinned one')
})

await browserTest(t, 'key points come and go, and at most eight are shown', async (t, page) => {
  const { ids, change, posts, withdraw } = await follow(page, 12)
  for (const id of ids) await sql`update posts set content = ${`<p>Point ${id}</p>`} where id = ${id}`
  const state = () =>
    page.$eval('.key-points', (nav) => [
      nav.className,
      nav.querySelector('p')?.hidden,
      ...[...document.querySelectorAll<HTMLElement>('[href="#key-points"], .filter')].map(({ hidden }) => hidden)
    ])
  const [none, some] = [
    ['key-points none', false, true, true],
    ['key-points', true, false, false]
  ]
  t.same(await state(), none)
  await change(ids[0], 'MarkKeyPoint')
  await page.waitForSelector('.key-points li')
  t.same(await state(), some)
  await change(ids[0], 'UnmarkKeyPoint')
  await page.waitForSelector('.key-points li', { state: 'detached' })
  t.same(await state(), none)
  for (const id of ids.slice(0, 9)) await change(id, 'MarkKeyPoint')
  const newest = ids.slice(0, 8).map((id) => `Point ${id}`)
  await page.waitForFunction(() => document.querySelectorAll('.key-points li').length === 9)
  t.same(await keyPoints(page), newest, 'the newest first')
  const markup = await page.$eval('.key-points li', ({ outerHTML }) => outerHTML)
  t.match(
    markup,
    new RegExp(
      `^<li data-post="post-${ids[0]}" data-order="\\d+"><time[^>]+>just now</time> ` +
        `<a href="#post-${ids[0]}" dir="auto">Point ${ids[0]}</a></li>$`
    )
  )
  t.same(await violationsIn(page), [])
  await change(ids[0], 'UnmarkKeyPoint')
  await page.waitForFunction(() => document.querySelectorAll('.key-points li').length === 8)
  t.same(await keyPoints(page), [...newest.slice(1), `Point ${ids[8]}`], 'the ninth takes the place of another')
  await withdraw([ids[1] ?? 0])
  await page.waitForFunction(() => document.querySelectorAll('.key-points li').length === 7)
  await editor('POST', `${posts}/Publish`, { Content: '<p>All in all, a calm night.</p>', Type: 'wrapup' })
  await page.waitForSelector('.key-points li:first-child a:text-is("All in all, a calm night.")')
  await page.click(`.key-points a[href="#post-${ids[2]}"]`)
  await page.waitForFunction((id) => location.hash === `#post-${id}`, ids[2])
})

await browserTest(t, 'a page of key points announces these alone', async (t, page) => {
  const { ids, change, insert } = await follow(page, 2, '?show=key-points')
  await insert(2)
  await change(ids[0], 'MarkKeyPoint')
  await waitForIds(page, '.posts', [ids[0]])
  await page.waitForSelector('[role=status]:not(:empty)', { state: 'attached' })
  t.equal(await page.textContent('[role=status]'), '1 new post')
})

await browserTest(t, 'the last page of the oldest-first order keeps pinned posts at their places', async (t, page) => {
  const { ids, change } = await follow(page, 5, '?order=oldest')
  await change(ids[3], 'Pin')
  await page.waitForSelector(`.posts #post-${ids[3]}[data-pinned]`)
  t.same(await idsIn(page, '.posts'), ids.toReversed())
})
