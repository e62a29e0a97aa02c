/** Opens pages in Chromium. */
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import type { Test } from 'tap'
import { openBrowser } from '../../bench/stage/browser.ts'
import { ADMIN_PASSWORD } from './database.ts'

let launching: Promise<Browser | undefined> | undefined

/**
 * Runs a test with a page of a new browser session. Reports it as skipped, by name, on a machine without a browser.
 * @param options options of the session, such as `javaScriptEnabled`
 */
export const browserTest = async (
  t: Test,
  name: string,
  run: (t: Test, page: Page) => Promise<void>,
  options: BrowserContextOptions = {}
): Promise<void> => {
  // The browser is awaited inside the test: tap ends a file whose tests are over while nothing of it runs.
  await t.test(name, async (t) => {
    launching ??= openBrowser()
    const browser = await launching
    if (browser === undefined) {
      t.plan(0, 'no Chromium or Chrome on this machine')
      return
    }
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options })
    t.teardown(() => context.close())
    await run(t, await context.newPage())
  })
}

/** Logs `admin` in, and waits for the page that the login leads to. @param to path of that page */
export const logIn = async (page: Page, origin: string, to: string): Promise<void> => {
  await page.goto(`${origin}/login?to=${to}`)
  await page.getByLabel('User name').fill('admin')
  await page.getByLabel('Password').fill(ADMIN_PASSWORD)
  await page.keyboard.press('Enter')
  await page.waitForURL(origin + to)
}

/** Closes the browser after the last test of a file or suite. */
export const closeBrowser = async (): Promise<void> => {
  await (await launching)?.close()
  launching = undefined
}
