/** A newsroom with a service, a WordPress with the plugin, and people who use it. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { BrowserContextOptions, Page } from 'playwright-core'
import type { Test } from 'tap'
import { ask, logIn, publication } from '../../../bench/load/requests.ts'
import { openBrowser } from '../../../bench/stage/browser.ts'
import { ownPostgres } from '../../../bench/stage/postgres.ts'
import { serve } from '../../../bench/stage/service.ts'
import { openDoor } from './door.ts'
import { PASSWORD, startWordPress, type User } from './wordpress.ts'

/** Milliseconds after which an answer of the service is no longer fresh. */
const FRESH = 1000

/** The title of blog 1 of the demo, and words of one of its newest posts. */
export const TITLE = 'Ullenmouth votes: election night, live'
export const WORDS = '107 of 143 tables recounted'

export interface View {
  readonly status: number
  readonly text: string
  /** Milliseconds until the whole page has arrived. */
  readonly ms: number
}

export type Newsroom = Awaited<ReturnType<typeof openNewsroom>>

export const openNewsroom = async (t: Test) => {
  const { url } = await ownPostgres(t)
  const desk = await serve(t, { DATABASE_URL: url, DEMO: 'true', ADMIN_PASSWORD: PASSWORD })
  const token = await logIn(desk.origin, PASSWORD)
  const door = await openDoor(t, desk.origin)
  const blog = `${door.origin}/live/1`
  const wordpress = await startWordPress(t)
  const { origin, php, rest } = wordpress
  const browser = await openBrowser()
  if (browser === undefined) throw new Error('There is no Chromium on this machine.')
  t.teardown(() => browser.close())
  const foreign: string[] = []

  return {
    desk,
    /** The address of the service in the settings of the plugin. */
    door,
    /** The address of a service that is not in the settings. */
    stranger: await openDoor(t, desk.origin),
    wordpress,
    /** Address of the live blog. */
    blog,
    /** Addresses on other machines that browsers have requested. */
    foreign,
    /** Waits until nothing that the service has said is fresh. */
    grow: () => sleep(FRESH),

    /** Publishes a post in the live blog. Returns its address. */
    async publish(text: string): Promise<string> {
      const { body } = await ask(...publication(desk.origin, token, 1, text), [201])
      return `${blog}/post/${/<Id>(\d+)<\/Id>/.exec(`${body}`)?.[1]}`
    },

    /** Publishes a post of the author in WordPress. Returns its address. */
    async write(content: string): Promise<string> {
      const post = { title: 'Tonight', status: 'publish', content }
      const { status, text } = await rest('author', 'POST', '/wp/v2/posts', post)
      if (status !== 201) throw new Error(text)
      return `${origin}/?p=${JSON.parse(text).id}`
    },

    async view(address: string): Promise<View> {
      const start = performance.now()
      const response = await fetch(address)
      return { status: response.status, text: await response.text(), ms: performance.now() - start }
    },

    /** Lets the plugin forget that the service has failed, or all that it knows. */
    forget: (kind: 'failures' | 'all') =>
      php(`global $wpdb; $wpdb->query("delete from $wpdb->options
        where option_name like '%transient%desk_live_blog_${kind === 'failures' ? 'away' : ''}%'");`),

    /** Opens a page for somebody, in a new browser session. */
    async open(user: User | 'reader', options: BrowserContextOptions = {}): Promise<Page> {
      const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options })
      await context.route(
        ({ hostname, protocol }) => protocol.startsWith('http') && hostname !== '127.0.0.1',
        async (route) => {
          foreign.push(route.request().url())
          await route.abort()
        }
      )
      const page = await context.newPage()
      if (user === 'reader') return page
      await page.goto(`${origin}/wp-login.php`)
      await page.getByLabel('Username or Email Address').fill(user)
      await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
      await page.getByRole('button', { name: 'Log In' }).click()
      await page.waitForURL(/wp-admin/)
      return page
    }
  }
}

/** Returns the block of an address, as the editor writes it. */
export const blockOf = (address: string): string =>
  `<!-- wp:desk/live-blog ${JSON.stringify({ url: address }).replaceAll('&', '\\u0026')} /-->`

/** Returns the markup of the first live blog in a page, or an empty text. */
export const sectionIn = (page: string): string =>
  /<section class="desk-live-blog"[^]*?<\/section>/.exec(page)?.[0] ?? ''

/** Returns the number of posts in the first live blog of a page. */
export const countPosts = (page: string): number => sectionIn(page).split('<article>').length - 1

/** Takes a picture of a page, if SCREENSHOTS names a folder. */
export const photograph = async (page: Page, name: string): Promise<void> => {
  const { SCREENSHOTS } = process.env
  if (SCREENSHOTS !== undefined) await page.screenshot({ path: `${SCREENSHOTS}/${name}.png` })
}
