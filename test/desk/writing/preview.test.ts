/** The preview of a post equals the post on the page for readers, in a real browser. */
import type { Locator } from 'playwright-core'
import t from 'tap'
import { violationsIn } from '../../support/axe.ts'
import { browserTest } from '../../support/browser.ts'
import { box, deskOf, PHONE } from '../../support/desk.ts'
import { build, newsroom, publishIn } from '../../support/index.ts'
import { picture } from '../../support/media.ts'
import { bodyWith, uploader } from '../../routes/uploads.ts'

const built = await build(t, { CACHE_MB: '0' })
const service = await built.app.listen({ host: '127.0.0.1', port: 0 })
const desk = deskOf(built, service)
const { send } = await uploader(built, 'admin')
const { Id } = (
  await send(bodyWith(await picture('png', 90, 90), 'Ada’s face.png'), { accept: 'application/json' })
).json()
await built.post(
  `/resources/HR/Person/1/MetaData/${Id}/PersonIcon`,
  {},
  { authorization: await built.tokenOf('admin') }
)

/** Returns the class, the markup and some of the look of an article, its author and their picture. */
const LOOK = `(article) => [article.querySelector('.author').textContent, article.querySelector('.face').outerHTML,
  ...[...article.querySelectorAll(':scope > :not(header, footer)')].flatMap((part) => {
  const { borderLeftWidth, fontFamily, textTransform, aspectRatio } = getComputedStyle(part)
  return [article.className, part.className, part.innerHTML, borderLeftWidth, textTransform,
    part.className === 'text' ? fontFamily : aspectRatio]
})]`

for (const [type, text, field, value] of [
  ['Text', 'One <b>bold</b> word\n\nSecond paragraph\n\n<ul><li>a</li></ul>', '', ''],
  ['Text', 'Watch it\nhttps://www.youtube.com/watch?v=abcdefghijk', '', ''],
  ['Quote', 'We are open', 'Who said it, and where', 'The harbour master'],
  ['Summary', 'All of the evening\nin two lines', '', ''],
  ['Ad', 'Buy ropes', 'Label above the ad', 'Sponsored']
] as const) {
  await browserTest(t, `the preview of ${type.toLowerCase()} ${JSON.stringify(text.slice(0, 10))}`, async (t, page) => {
    const room = await newsroom(built)
    await built.sql`update blogs set live_on = now() where id = ${room.blog}`
    const editor = await desk.open(page, 'admin', room.blog)
    await editor.locator('.types').getByText(type, { exact: true }).click()
    if (field !== '') await editor.getByLabel(field).fill(value)
    await box(editor).fill(text)
    const [, last = text] = /\n([^\n<>:]+)$/.exec(text) ?? []
    const preview = editor.getByRole('region', { name: 'As readers see it' }).getByRole('article')
    if (!last.includes('<') && !last.includes(':')) await preview.locator('.text', { hasText: last }).waitFor()
    await preview.waitFor()
    t.equal(await preview.locator('.share').count(), 0, 'a post without an address is not shared')
    const shown = await editor.evaluate<string[]>(`(${LOOK})(document.querySelector('.preview article'))`)
    await box(editor).press('Control+Enter')
    await editor.getByText('Published.').waitFor()
    await page.goto(`${service}/live/${room.blog}`)
    const live = await page.evaluate<string[]>(`(${LOOK})(document.querySelector('.posts article'))`)
    t.same(shown, live)
    t.ok(shown.length >= 8)
    t.match(shown[1], '<img')
  })
}

await browserTest(t, 'on a phone, the preview opens below the box, and stays open', async (t, page) => {
  const { blog, insert } = await newsroom(built)
  await insert(3)
  const editor = await desk.open(page, 'admin', blog, PHONE)
  const preview = editor.locator('details', { hasText: 'As readers see it' })
  t.notOk(await preview.isVisible(), 'there is nothing to see')
  await box(editor).fill('One bus')
  await preview.locator('summary').tap()
  const article = preview.locator('article', { hasText: 'One bus' })
  await article.waitFor()
  const top = async (place: Locator) => (await place.boundingBox())?.y ?? NaN
  const order = await Promise.all([box(editor), article, editor.locator('main .items')].map(top))
  t.same(
    order,
    [...order].sort((one, other) => one - other)
  )
  t.same(await violationsIn(editor), [])
  await editor.getByRole('button', { name: 'Publish' }).first().tap()
  await editor.getByText('Published.').waitFor()
  t.notOk(await preview.isVisible())
  await box(editor).fill('Two buses')
  await preview.locator('article', { hasText: 'Two buses' }).waitFor()
})

await browserTest(t, 'a table in the preview of a correction is as wide as its words', async (t, page) => {
  const { blog } = await newsroom(built)
  await publishIn(built.sql, blog, `<table><tr>${'<td>Beteiligung</td>'.repeat(20)}</tr></table>`)
  const editor = await desk.open(page, 'admin', blog)
  await editor.locator('main').getByRole('link', { name: 'Correct' }).click()
  const preview = editor.locator('.correction details')
  await preview.locator('summary').click()
  const { height = 0 } = (await preview.locator('td').first().boundingBox()) ?? {}
  t.ok(height > 0 && height < 50, `${height} pixels`)
})
