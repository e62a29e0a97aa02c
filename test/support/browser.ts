/** Opens pages in Chromium. */
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core'
import type { Test } from './tap.ts'

/** Chromium without a screen, that sends nothing to its maker. */
const FLAGS = [
  ...['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
  ...['--disable-background-networking', '--disable-component-update', '--disable-sync']
]
const INSTALLED = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'
]

/** Opens the browser of the package for Linux on x64, else an installed one; undefined without either. */
export const openBrowser = async (): Promise<Browser | undefined> => {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    const executablePath = INSTALLED.find((path) => existsSync(path))
    return executablePath === undefined ? undefined : chromium.launch({ executablePath, args: FLAGS })
  }
  // The package also has the system's libraries and fonts, but unpacks them only if it seems to run at its usual place.
  const env = { ...process.env }
  process.env.AWS_EXECUTION_ENV = 'AWS_Lambda_nodejs20.x'
  const { default: packaged } = await import('@sparticuz/chromium')
  packaged.setGraphicsMode = false
  const executablePath = await packaged.executablePath()
  const browserEnv = { ...process.env, FONTCONFIG_PATH: join(tmpdir(), 'fonts') }
  process.env = env
  return chromium.launch({ executablePath, args: FLAGS, env: browserEnv })
}

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
  launching ??= openBrowser()
  const browser = await launching
  await t.test(name, { skip: browser === undefined && 'no Chromium or Chrome on this machine' }, async (t) => {
    const context = await browser?.newContext({ viewport: { width: 1280, height: 900 }, ...options })
    if (context === undefined) return
    t.teardown(() => context.close())
    await run(t, await context.newPage())
  })
}

/** Closes the browser after the last test of a file. */
export const closeBrowser = async (): Promise<void> => {
  await (await launching)?.close()
  launching = undefined
}
