/** People of a newsroom in front of their browsers. */
import type { BrowserContextOptions, Page } from 'playwright-core'
import type { Test } from 'tap'
import type { Built } from './app.ts'
import { COLOUR_RULES, violationsIn } from './axe.ts'
import { browserTest, logIn, NARROW } from './browser.ts'

/** A telephone, held upright. */
export const PHONE: BrowserContextOptions = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true }

/** Chooses the plain box. Without a choice, the editor for rich text takes its place where there is a mouse. */
const PLAIN = `localStorage.getItem('desk:rich') ?? localStorage.setItem('desk:rich', 'false')`

interface DeskOptions extends BrowserContextOptions {
  /** Whether the page has the editor for rich text. */
  readonly isRich?: boolean
  /** Whether the test can move the clock of the page. */
  readonly hasClock?: boolean
}

/** Opens pages for people with a session. @param address of the service */
export const deskOf = ({ sql, tokenOf }: Pick<Built, 'sql' | 'tokenOf'>, address: string) => ({
  /** Opens the page of a blog for a user, in a new browser. Waits until its script runs and follows. */
  open: async (
    page: Page,
    user: string,
    blog: number,
    { isRich = false, hasClock = false, ...options }: DeskOptions = {}
  ): Promise<Page> => {
    const browser = page.context().browser()
    if (browser === null) throw new Error('no browser')
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options })
    // The whole browser may have been closed before.
    page.context().once('close', () => context.close().catch(() => {}))
    await context.addCookies([{ name: 'desk_session', value: await tokenOf(user), url: address }])
    if (!isRich) await context.addInitScript(PLAIN)
    const own = await context.newPage()
    if (hasClock) await own.clock.install()
    await own.goto(`${address}/desk/${blog}`)
    await whenAlive(own)
    return own
  },
  /** Logs the browser of a page in, and goes to a page of the service. @param path such as `/desk/profile` */
  visit: async (page: Page, user: string, path: string): Promise<void> => {
    await page.context().addCookies([{ name: 'desk_session', value: await tokenOf(user), url: address }])
    await page.goto(address + path)
  },
  /** Makes a user a member of a blog, who hands in and does not publish. */
  invite: (user: string, blog: number) => sql`
    insert into blog_collaborators (blog, collaborator, type)
    select ${blog}, collaborators.id, 'Collaborator' from collaborators join users on users.id = collaborators."user"
    where users.name = ${user}`
})

/** Waits until the script of a page runs. */
export const whenAlive = (page: Page) => page.waitForSelector('.tools .mark')

/**
 * Stops the clock of a page. The jump is far shorter than the silence after which the page takes its stream for lost:
 * it would connect again, and then send at once what waits for its next attempt.
 */
export const stopClock = (page: Page) => page.clock.pauseAt(Date.now() + 10_000)

/**
 * Refuses the first request of a page to an address, and asks it to wait.
 * @param seconds for which the page is to wait
 * @returns the times of the requests so far, in milliseconds
 */
export const refuseFirst = async (page: Page, address: string, seconds: number): Promise<readonly number[]> => {
  const times: number[] = []
  await page.route(address, (route) => {
    times.push(performance.now())
    return times.length > 1
      ? route.continue()
      : route.fulfill({ status: 503, headers: { 'retry-after': `${seconds}` } })
  })
  return times
}

/** The box in which people write. */
export const box = (page: Page) => page.locator('#write textarea')

/** The box in which a post is corrected. */
export const correction = (page: Page) => page.locator('.correction textarea')

/** Returns the texts of the posts in a page's timeline, rendered or not, the first at the top. */
export const timeline = (page: Page): Promise<string[]> => page.locator('main .items .content').allTextContents()

/** Returns the published texts of a blog in the database, the first at the top, without markup. */
export const published = async (sql: Built['sql'], blog: number): Promise<string[]> => {
  const rows = await sql<{ Content: string }[]>`
    select content from posts where blog = ${blog} and published_on is not null and deleted_on is null
    order by "order" desc`
  return rows.map(({ Content }) => Content.replace(/<[^>]*>/g, ''))
}

/** Logs in, and waits until the script of the page runs. It begins with the plain box. */
export const openDesk = async (page: Page, service: string, blogId: number): Promise<void> => {
  await page.addInitScript(PLAIN)
  await logIn(page, service, `/desk/${blogId}`)
  await whenAlive(page)
}

/** Goes on with the editor for rich text, and waits until it is open. */
export const writeRich = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Rich text' }).click()
  await page.locator('#write [contenteditable]').waitFor()
}

/**
 * Tests that a page has no violation that axe-core finds, and no horizontal scrolling on a phone, light and dark.
 * @param open goes to the page, and opens its closed parts
 */
export const testAccessibility = async (t: Test, open: (page: Page) => Promise<unknown>): Promise<void> => {
  await browserTest(t, 'the page is accessible and fits a phone, light and dark', NARROW, async (t, page) => {
    for (const [colorScheme, rules] of [['light'], ['dark', COLOUR_RULES]] as const) {
      await page.emulateMedia({ colorScheme })
      await open(page)
      t.same(await violationsIn(page, rules), [], colorScheme)
      t.ok(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), colorScheme)
    }
  })
}
