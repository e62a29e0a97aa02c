/** Somebody is in the middle of something while colleagues, the network or their own requests change the page. */
import type { Page } from 'playwright-core'
import t from 'tap'
import { browserTest } from '../../support/browser.ts'
import { box, correction, deskOf } from '../../support/desk.ts'
import { build, newsroom, until } from '../../support/index.ts'

const built = await build(t)
const { app } = built
const address = await app.listen({ host: '127.0.0.1', port: 0 })
const desk = deskOf(built, address)

const correct = async (editor: Page, post: number | undefined) => {
  await editor.locator(`main #post-${post} [data-action=correct]`).click()
  await correction(editor).press('End')
}

/** Returns the texts of the corrections that the page shows. */
const corrections = (editor: Page) => correction(editor).evaluateAll((all) => all.map((each) => each.value))

await browserTest(t, 'words that are typed while their post disappears are no commands', async (t, page) => {
  const { blog, insert, remove } = await newsroom(built)
  const [first = 0, second = 0, third = 0] = await insert(3)
  const editor = await desk.open(page, 'admin', blog)
  await correct(editor, second)
  await editor.keyboard.type(', when ')
  await remove([second])
  await correction(editor).waitFor({ state: 'detached' })
  await editor.keyboard.type('the zoo opened at nine')
  t.same(await corrections(editor), [])
  t.equal(await box(editor).inputValue(), '')
  t.match(await editor.locator('.outbox').innerText(), 'post 2, when')
  await editor.waitForTimeout(1100)
  await editor.locator(`main #post-${third}`).focus()
  await editor.keyboard.press('e')
  await until(() => corrections(editor), ['post 3'])
  await correction(editor).press('Control+Enter')
  await correction(editor).waitFor({ state: 'detached' })
  await editor.keyboard.press('j')
  await until(() => editor.evaluate(() => document.activeElement?.id), `post-${first}`)
})
