/** The preview of a post is what readers see of it, in a real browser. */
import t from 'tap'
import { browserTest, closeBrowser } from '../support/browser.ts'
import { box, deskOf } from '../support/desk.ts'
import { build } from '../support/index.ts'
import { newsroom } from '../support/newsroom.ts'

const built = await build(t, { CACHE_MB: '0' })
const service = await built.app.listen({ host: '127.0.0.1', port: 0 })
const desk = deskOf(built, service)
t.teardown(closeBrowser)

/** Returns the class, the markup and some of the look of an article, without its head and its foot. */
const LOOK = `(article) => [...article.querySelectorAll(':scope > :not(header, footer)')].flatMap((part) => {
  const { borderLeftWidth, fontFamily, textTransform, aspectRatio } = getComputedStyle(part)
  return [article.className, part.className, part.innerHTML, borderLeftWidth, textTransform,
    part.className === 'text' ? fontFamily : aspectRatio]
})`

for (const [type, text, field, value] of [
  ['Text', 'One <b>bold</b> word\n\nSecond paragraph\n\n<ul><li>a</li></ul>', '', ''],
  ['Text', 'Watch it\nhttps://www.youtube.com/watch?v=abcdefghijk', '', ''],
  ['Quote', 'We are open', 'Who said it, and where', 'The harbour master'],
  ['Summary', 'All of the evening\nin two lines', '', ''],
  ['Ad', 'Buy ropes', 'Label above the ad', 'Sponsored']
] as const) {
  await browserTest(t, `the preview of ${type.toLowerCase()} “${text.slice(0, 10)}”`, async (t, page) => {
    const room = await newsroom(built)
    await built.sql`update blogs set live_on = now() where id = ${room.blog}`
    const editor = await desk.open(page, 'admin', room.blog)
    await editor.locator('.types').getByText(type, { exact: true }).click()
    if (field !== '') await editor.getByLabel(field).fill(value)
    await box(editor).fill(text)
    const [, last = text] = /\n([^\n<>:]+)$/.exec(text) ?? []
    if (!last.includes('<') && !last.includes(':')) await editor.locator('.preview .text', { hasText: last }).waitFor()
    const preview = editor.locator('.preview article')
    await preview.waitFor()
    const shown = await editor.evaluate<string[]>(`(${LOOK})(document.querySelector('.preview article'))`)
    await box(editor).press('Control+Enter')
    await editor.getByText('Published.').waitFor()
    await page.goto(`${service}/live/${room.blog}`)
    const live = await page.evaluate<string[]>(`(${LOOK})(document.querySelector('.posts article'))`)
    t.same(shown, live)
    t.ok(shown.length >= 6)
  })
}
