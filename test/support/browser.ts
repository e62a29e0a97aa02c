/** Opens pages in Chromium. */
import type { Browser, BrowserContextOptions, Frame, Page } from 'playwright-core'
import root, { type Test } from 'tap'
import { openBrowser } from '../../bench/stage/browser.ts'
import { ADMIN_PASSWORD } from './database.ts'

type Run = (t: Test, page: Page) => Promise<void>

export const WITHOUT_SCRIPTS: BrowserContextOptions = { javaScriptEnabled: false }

/** A window as narrow as a telephone. */
export const NARROW: BrowserContextOptions = { viewport: { width: 360, height: 740 } }

export const PLAIN_PHONE: BrowserContextOptions = { ...WITHOUT_SCRIPTS, ...NARROW }

/** Browsers may report several changes at once, the newest last. Here, an outdated one is always before it. */
const OUTDATED_REPORTS = `globalThis.IntersectionObserver = class extends IntersectionObserver {
  constructor(callback, options) {
    const report = (entries) => callback([{ isIntersecting: !entries.at(-1).isIntersecting }, ...entries])
    super(report, options)
  }
}`

/** Opens the browser of the process, which is closed after the last test of the file or suite. */
const launch = async (): Promise<Browser | undefined> => {
  const browser = await openBrowser()
  root.teardown(() => browser?.close())
  return browser
}
let launching: Promise<Browser | undefined> | undefined

/**
 * Runs a test with a page of a new browser session. Reports it as skipped, by name, on a machine without a browser.
 * @param args options of the session, if it has some, and the test
 */
export const browserTest = async (
  t: Test,
  name: string,
  ...args: [Run] | [BrowserContextOptions, Run]
): Promise<void> => {
  const [options, run] = args.length === 2 ? args : [{}, ...args]
  // The browser is awaited inside the test: tap ends a file whose tests are over while nothing of it runs.
  await t.test(name, async (t) => {
    launching ??= launch()
    const browser = await launching
    if (browser === undefined) {
      t.plan(0, 'no Chromium or Chrome on this machine')
      return
    }
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options })
    t.teardown(() => context.close())
    await context.addInitScript({ content: OUTDATED_REPORTS })
    await run(t, await context.newPage())
  })
}

/** Waits for the second rendering from now: in the first, a page learns which of its parts are in view. */
export const rendered = async (page: Page | Frame): Promise<void> => {
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
}

/**
 * Holds requests of a page until they are let go on, all together.
 * @param answer takes the place of the service's answers
 * @returns the function that lets them go on
 */
export const hold = async (page: Page, addresses: string | RegExp, answer?: { status: number; json: object }) => {
  let letGo = () => {}
  const free = new Promise<void>((resolve) => (letGo = resolve))
  await page.route(addresses, (route) => free.then(() => (answer ? route.fulfill(answer) : route.continue())))
  return letGo
}

/** Makes a page believe that it is in the background, or in front. */
export const hide = (value: boolean): void => {
  Object.defineProperty(document, 'hidden', { value, configurable: true })
  document.dispatchEvent(new Event('visibilitychange'))
}

/** Logs `admin` in, and waits for the page that the login leads to. @param to path of that page */
export const logIn = async (page: Page, origin: string, to: string): Promise<void> => {
  await page.goto(`${origin}/login?to=${to}`)
  await page.getByLabel('User name').fill('admin')
  await page.getByLabel('Password').fill(ADMIN_PASSWORD)
  await page.keyboard.press('Enter')
  await page.waitForURL(origin + to)
}
