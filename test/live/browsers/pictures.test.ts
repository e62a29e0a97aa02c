/** Pictures in a browser: the stage that suits the screen, and the light box. */
import type { Page } from 'playwright-core'
import t from 'tap'
import { build } from '../../support/app.ts'
import { violationsIn } from '../../support/axe.ts'
import { browserTest, NARROW, WITHOUT_SCRIPTS } from '../../support/browser.ts'
import { golden } from '../../support/golden.ts'
import { landscape } from '../../support/media.ts'
import { otherSite } from '../../support/sites.ts'
import { until } from '../../support/until.ts'
import { bodyWith, uploader } from '../../routes/uploads.ts'
import { numberFrom } from '../../support/database.ts'
import { addLiveBlog, publishIn } from '../../support/newsroom.ts'

const built = await build(t)
const origin = await built.app.listen({ host: '127.0.0.1', port: 0 })

const { send } = await uploader(built, 'admin')
const blog = await numberFrom(built.sql`
  insert into blogs (type, language, creator, title, live_on) values (1, 1, 1, 'At the quay', now()) returning id`)
for (const name of ['First', 'Second']) {
  const picture = await landscape(1600, 900)
  // A busy machine refuses an upload, and says so.
  const uploaded = await until(() => send(bodyWith(picture), { accept: 'application/json' }), { statusCode: 201 })
  const src = new URL(uploaded.json().Content.href).pathname
  const content = `<figure><img src="${src}" alt="${name}"><figcaption>${name} · Photo: Mio</figcaption></figure>`
  await publishIn(built.sql, blog, content)
}
const address = `${origin}/live/${blog}`
// The first page takes longer than others.
await until(() => built.get(`/live/${blog}`), { statusCode: 200 })

const focused = (page: Page) => page.evaluate(() => document.activeElement?.querySelector('img')?.alt)

await browserTest(t, 'a telephone loads small stages', NARROW, async (t, page) => {
  const requested: string[] = []
  page.on('request', (request) => requested.push(new URL(request.url()).pathname))
  await page.goto(address)
  await page.$eval('a.whole >> nth=1', (link) => link.scrollIntoView())
  await page.waitForFunction(() => [...document.images].every(({ complete }) => complete))
  const pictures = requested.filter((path) => path.startsWith('/content/files/'))
  t.equal(pictures.length, 2)
  for (const path of pictures) t.match(path, /-1600x900aw\.jpg\.320\.avif$/)
  t.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360)
})

await browserTest(t, 'pictures appear in a site that loads only what allows it', async (t, page) => {
  const html = `<script async src="${origin}/element.js"></script><desk-live blog="${blog}"></desk-live>`
  await page.goto(await otherSite(t, 'localhost', html, { 'cross-origin-embedder-policy': 'require-corp' }))
  const picture = page.locator('desk-live img').first()
  await picture.scrollIntoViewIfNeeded()
  await until(() => picture.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0))
})

await browserTest(t, 'the light box shows the pictures of a page, and works with the keyboard', async (t, page) => {
  await page.goto(address)
  await page.focus('a.whole')
  await page.keyboard.press('Enter')
  const box = page.locator('dialog.light-box')
  await box.locator('img[alt=Second]').waitFor()
  t.equal(await box.locator('p').textContent(), 'Second · Photo: Mio')
  t.same(await violationsIn(page), [])
  const markup = await box.evaluate(({ outerHTML }) => outerHTML)
  const lines = markup.replace(/[^\s"]*\/content\/[^\s"]*?(?=-1600)/g, '…').replaceAll('><', '>\n<')
  await golden(t, 'light-box.html', Buffer.from(lines))
  await page.keyboard.press('ArrowRight')
  t.equal(await box.locator('img').getAttribute('alt'), 'First')
  t.ok(await box.locator('.next').isHidden(), 'it is the last one')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowLeft')
  t.equal(await box.locator('img').getAttribute('alt'), 'Second')
  await page.keyboard.press('Escape')
  await box.waitFor({ state: 'hidden' })
  t.equal(await focused(page), 'Second', 'the focus returns to the link')
  await page.click('a.whole >> nth=1')
  await box.getByRole('button', { name: 'Close' }).click()
  t.equal(await focused(page), 'First')
  await page.keyboard.press('Enter')
  await box.locator('img').waitFor()
  // Texts about the picture are outside of its figure, too, and none is said twice.
  await box.click({ position: { x: 2, y: 2 } })
  await box.waitFor({ state: 'hidden' })
  await page.$eval('a.whole', (link) => {
    document.dir = 'rtl'
    link.insertAdjacentHTML('afterend', '<p class="source">Photo: Mio</p>')
    link.closest('figure')?.classList.add('image')
  })
  await page.click('a.whole')
  t.equal(await box.locator('p').textContent(), 'Second · Photo: Mio')
  t.ok(await box.locator('.previous').isHidden(), 'it is the first one')
  await page.keyboard.press('ArrowLeft')
  t.equal(await box.locator('img').getAttribute('alt'), 'First')
  await page.keyboard.press('ArrowRight')
  t.equal(await box.locator('img').getAttribute('alt'), 'Second')
})

await browserTest(t, 'the light box shows corrections of a picture, and closes if it is withdrawn', async (t, page) => {
  const { sql } = built
  const quays = await addLiveBlog(sql, 'Three quays')
  const ids: number[] = []
  const figure = (name: string, caption: string) =>
    `<figure><img src="/content/files/${name}.jpg" alt="${name}" width="900" height="600">
    <figcaption>${caption}</figcaption></figure>`
  for (const name of ['Third', 'Second', 'First']) ids.push(await publishIn(sql, quays, figure(name, 'Mayor Ode')))
  await page.goto(`${origin}/live/${quays}`)
  await page.waitForSelector('.connection[hidden]', { state: 'attached' })
  const [, second = 0] = ids
  const box = page.locator('.light-box')
  const correct = (content: string) => sql`update posts set content = ${content} where id = ${second}`
  await page.click(`#post-${second} a.whole`)
  await correct(figure('Second', 'Mayor Rode'))
  await box.locator('p:text-is("Second · Mayor Rode")').waitFor()
  await correct(figure('Other', 'Mayor Rode'))
  await box.locator('img[alt=Other]').waitFor()
  t.match(await box.locator('a').getAttribute('href'), /Other\.jpg$/)
  await page.keyboard.press('ArrowRight')
  t.equal(await box.locator('img').getAttribute('alt'), 'Third')
  await page.keyboard.press('ArrowLeft')
  await correct('The picture was withdrawn.')
  await box.waitFor({ state: 'hidden' })
})

await browserTest(t, 'in a frame of another site, a picture opens in a tab of its own', async (t, page) => {
  const frame = `<iframe title="Blog" width="600" height="900" src="${address}/embed"></iframe>`
  await page.goto(await otherSite(t, 'localhost', `<!doctype html>${frame}`))
  const opened = page.waitForEvent('popup')
  await page.frameLocator('iframe').locator('a.whole').first().click()
  await (await opened).waitForURL(/-1600x900aw\.jpg$/)
  t.equal(await page.frameLocator('iframe').locator('dialog').count(), 0)
})

await browserTest(t, 'a tall picture can be seen whole', async (t, page) => {
  const tall = await numberFrom(built.sql`
    insert into blogs (type, language, creator, title, live_on) values (1, 1, 1, 'The tower', now()) returning id`)
  await publishIn(built.sql, tall, '<img src="/content/files/none.jpg" alt="Tower" width="900" height="3000">')
  await page.goto(`${origin}/live/${tall}`)
  const { height } = (await page.locator('.text img').boundingBox()) ?? {}
  t.equal(height, 680)
})

await browserTest(t, 'without scripts, a picture is a link to the whole picture', WITHOUT_SCRIPTS, async (t, page) => {
  await page.goto(address)
  await page.click('a.whole')
  t.match(page.url(), /-1600x900aw\.jpg$/)
})
