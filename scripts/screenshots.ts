/**
 * Writes the pictures of the live reader in docs/images. Pass the address of a running service with the demo newsroom:
 * `npx tsx scripts/screenshots.ts http://127.0.0.1:3000`
 */
import { openBrowser } from '../bench/stage/browser.ts'

const [, , address = 'http://127.0.0.1:3000', folder = 'docs/images'] = process.argv
const shots = [
  ['desktop', { viewport: { width: 1280, height: 900 }, colorScheme: 'light' }],
  ['dark', { viewport: { width: 1280, height: 900 }, colorScheme: 'dark' }],
  ['phone', { viewport: { width: 390, height: 844 }, colorScheme: 'light', deviceScaleFactor: 2 }]
] as const

const browser = await openBrowser()
if (browser === undefined) throw new Error('There is no Chromium or Chrome on this machine')
for (const [name, options] of shots) {
  const context = await browser.newContext(options)
  const page = await context.newPage()
  await page.goto(`${address}/live/1`)
  await page.waitForFunction(() => document.querySelector('.pause:not([hidden]), .state:not(.live)') !== null)
  await page.screenshot({ path: `${folder}/live-${name}.png` })
  await context.close()
}
await browser.close()
