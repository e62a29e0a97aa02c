/** The newsroom's page of a service below a path: all that browsers ask for is below it, and nothing is missing. */
import { request } from 'node:http'
import t from 'tap'
import { browserTest } from '../../support/browser.ts'
import { box, openDesk } from '../../support/desk.ts'
import { ADMIN_PASSWORD, build, until, newsroom } from '../../support/index.ts'
import { photograph } from '../../support/media.ts'
import { site } from '../../support/sites.ts'

const PATH = '/news'

let port = 0
const missing: string[] = []
/** A proxy that has the service at a path, and nothing else. */
const proxy = await site(t, (incoming, outgoing) => {
  const { url = '', method, headers } = incoming
  const path = url.startsWith(`${PATH}/`) ? url.slice(PATH.length) : '/outside'
  const passed = request({ host: '127.0.0.1', port, path, method, headers }, (answer) => {
    if (answer.statusCode === 404) missing.push(`${method} ${url}`)
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.pipe(outgoing)
  })
  passed.on('error', () => outgoing.destroy())
  outgoing.on('close', () => passed.destroy())
  incoming.pipe(passed)
})
const base = `${proxy.origin}${PATH}`
const built = await build(t, { BASE_URL: base })
const { app, sql } = built
port = Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port)

await browserTest(t, 'people write with pictures, choose others, and log in again', async (t, page) => {
  const { blog } = await newsroom(built)
  await openDesk(page, base, blog)
  const choose = async (name: string) => {
    await page.setInputFiles('input[type=file]', { name, mimeType: 'image/jpeg', buffer: await photograph() })
    await page.locator('.pictures img').waitFor()
  }
  const contents = () => sql<{ Content: string }[]>`select content from posts where blog = ${blog} order by id`

  await choose('bridge.jpg')
  await box(page).fill('The bridge is open')
  await box(page).press('Control+Enter')
  const [first] = await until(contents, { length: 1 })
  t.match(first?.Content, new RegExp(`<img src="${base}/content/[^"]+" alt="" width="\\d+" height="\\d+">`))

  await page.getByRole('button', { name: 'Archive' }).press('Enter')
  await page.locator('.thumbnails button img').first().waitFor()
  await page.keyboard.press('Escape')

  await box(page).fill('https://127.0.0.1/bridge')
  await until(() => proxy.requested.some((path) => path.startsWith(`${PATH}/resources/Tool/URLInfo?`)))

  await sql`delete from sessions`
  await box(page).fill('Written before the login')
  await box(page).press('Control+Enter')
  await page.getByLabel('User name').fill('admin')
  await page.getByLabel('Password').fill(ADMIN_PASSWORD)
  await page.getByRole('button', { name: 'Log in' }).click()
  await until(contents, { length: 2 })
  t.same(missing, [])
})
