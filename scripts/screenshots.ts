/**
 * Writes pictures of the live reader and of the newsroom's page into docs/images. Pass the address of a new service
 * with the demo newsroom, to whose first blog it adds posts, and the password of `admin` in the environment:
 * `CHROMIUM=/usr/bin/chromium ADMIN_PASSWORD=… npx tsx scripts/screenshots.ts http://127.0.0.1:3000`
 */
import type { BrowserContextOptions, Page } from 'playwright-core'
import { openBrowser } from '../bench/stage/browser.ts'

const [, , address = 'http://127.0.0.1:3000', folder = 'docs/images'] = process.argv
const { ADMIN_PASSWORD: password = '' } = process.env

const DESK = { viewport: { width: 1280, height: 900 } }
const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true }

const browser = await openBrowser()
if (browser === undefined) throw new Error('There is no Chromium or Chrome on this machine')
const pageOf = async (options: BrowserContextOptions) => (await browser.newContext(options)).newPage()
const picture = (page: Page, name: string) => page.screenshot({ path: `${folder}/${name}.png` })

for (const [name, options] of [
  ['desktop', DESK],
  ['dark', { ...DESK, colorScheme: 'dark' }],
  ['phone', PHONE]
] as const) {
  const page = await pageOf(options)
  await page.goto(`${address}/live/1`)
  await page.waitForFunction(() => document.querySelector('.pause:not([hidden]), .state:not(.live)') !== null)
  await picture(page, `live-${name}`)
}

/** Logs a user in, in a new browser. @param to path of the page that follows */
const logIn = async (options: BrowserContextOptions, user: string, to: string) => {
  const page = await pageOf(options)
  await page.goto(`${address}/login?to=${to}`)
  await page.fill('#name', user)
  await page.fill('#password', password)
  await page.keyboard.press('Enter')
  await page.waitForURL(address + to)
  return page
}

/** Opens the page of the first blog. */
const newsroom = async (options: BrowserContextOptions = DESK, user = 'admin') => {
  const page = await logIn(options, user, '/desk/1')
  await page.waitForSelector('.tools .mark')
  await page.getByRole('button', { name: 'Got it' }).click()
  // On a phone, the page goes on with the plain box.
  if (options.isMobile !== true) await page.waitForSelector('#write [contenteditable]')
  return page
}

/** Returns the field in which somebody writes, in a form. */
const field = (page: Page, form: string) => page.locator(`${form} textarea, ${form} [contenteditable]`)

const editor = await newsroom()
const resources = `${address}/resources`
const request = (method: string, url: string, body: object) =>
  editor.evaluate(
    async ([method, url, body]) => {
      const headers = { 'content-type': 'application/json', accept: 'application/json' }
      const response = await fetch(url, { method, headers, body })
      const text = await response.text()
      if (!response.ok) throw new Error(text)
      return text === '' ? '' : String(JSON.parse(text).Id)
    },
    [method, url, JSON.stringify(body)] as const
  )
const send = (path: string, body: object) => request('POST', `${resources}/Desk/Blog/1/Post${path}`, body)
const opened = await send('/Published', { Content: 'The bridge is open. Pedestrians now, then buses.', Creator: 4 })
await send(`/${opened}/Pin`, {})
await send(`/${opened}/MarkKeyPoint`, {})
await send('/Published', { Content: 'A crane operator tells us the last bolt was tightened “by hand”.', Creator: 5 })
await send('/Submit', { Content: 'Queue at the north ramp: 300 m, mostly prams.', Creator: 6 })
await send('/Submit', { Content: 'The mayor’s scissors do not cut. A second pair is on its way.', Creator: 5 })
await editor.reload()
await editor.waitForSelector('#write [contenteditable]')
const TEXT =
  'The first bus is across. Forty-one people on board, one of them asleep, and the driver waved with both hands.'

/** Fills the box, and lets go of it, so that its cursor is not in the picture. */
const write = async (page: Page) => {
  await field(page, '#write').fill(TEXT)
  await field(page, '#write').blur()
  await page.waitForSelector('.preview', { state: 'attached' })
}
await write(editor)
await picture(editor, 'newsroom-writing')
for (const [name, options] of [
  ['newsroom-dark', { ...DESK, colorScheme: 'dark' }],
  ['newsroom-phone', PHONE]
] as const) {
  const page = await newsroom(options)
  await write(page)
  await picture(page, name)
}
await field(editor, '#write').fill('')
// Below are posts with pictures of other sites.
await editor.setViewportSize({ width: 1280, height: 700 })
await editor.locator('main .items').evaluate((list) => list.scrollIntoView())
await picture(editor, 'newsroom-timeline')

// Users of the demo have no passwords.
await request('PUT', `${resources}/HR/User/4/Password`, { NewPassword: password })
const colleague = await newsroom(DESK, 'folake')
const correct = async (page: Page, text: string) => {
  await field(page, 'main .correction').fill(text)
  await page.keyboard.press('Control+Enter')
}
for (const page of [editor, colleague]) await page.locator(`#post-${opened} [data-action=correct]`).click()
await correct(colleague, 'The bridge is open. Pedestrians first, then buses, cars from 15:00.')
await colleague.getByText('Corrected.').waitFor()
await correct(editor, 'The bridge is open. Pedestrians and cyclists now, then buses.')
await editor.waitForSelector('.conflict')
await editor.locator(`#post-${opened}`).screenshot({ path: `${folder}/newsroom-conflict.png` })

await request('PUT', `${resources}/HR/User/2/Password`, { NewPassword: password })
await picture(await logIn({ viewport: { width: 1280, height: 640 } }, 'mira', '/desk'), 'newsroom-home')
await editor.goto(`${address}/desk/1/settings`)
const colours = editor.locator('.colours').first()
for (const [name, colour] of [
  ['background', '#fff7e6'],
  ['text', '#14213d'],
  ['accent', '#d98200']
]) {
  await colours.locator(`[name=${name}]`).fill(String(colour))
}
await editor.getByLabel('Name of the publication').fill('The Tidewater')
await colours.screenshot({ path: `${folder}/newsroom-colours.png` })
await browser.close()
