/** People choose pictures that were uploaded before, in a real browser. */
import t from 'tap'
import { violationsIn } from '../../support/axe.ts'
import { browserTest } from '../../support/browser.ts'
import { box, deskOf } from '../../support/desk.ts'
import { build, until, newsroom } from '../../support/index.ts'
import { picture } from '../../support/media.ts'
import { bodyWith, uploader } from '../../routes/uploads.ts'

const built = await build(t)
const { app, sql } = built
const service = await app.listen({ host: '127.0.0.1', port: 0 })
const desk = deskOf(built, service)
const { send } = await uploader(built, 'admin')
for (let number = 1; number <= 30; number += 1) {
  await send(bodyWith(await picture('png', 8 + number, 8), `Quay ${number}.png`))
}

await browserTest(t, 'somebody finds a picture in the archive and publishes it, by keys only', async (t, page) => {
  const { blog } = await newsroom(built)
  const editor = await desk.open(page, 'admin', blog)
  await box(editor).fill('At the quay')
  await editor.getByRole('button', { name: 'Archive' }).press('Enter')
  await editor.getByText('Pictures 1 to 24, the newest first').waitFor()
  const shown = editor.locator('.thumbnails button')
  t.same((await shown.allInnerTexts()).slice(0, 2), ['Quay 30.png', 'Quay 29.png'])
  t.ok(
    await shown
      .locator('img')
      .first()
      .evaluate((image: HTMLImageElement) => image.src.includes('large'))
  )
  await editor.getByRole('button', { name: 'Older pictures' }).press('Enter')
  await editor.getByText(/Pictures 25 to \d/).waitFor()
  t.same((await shown.allInnerTexts()).slice(0, 1), ['Quay 6.png'])
  await editor.getByLabel('Name of the picture').fill('y 7.')
  await editor.keyboard.press('Enter')
  await editor.getByText('Pictures 1 to 1,').waitFor()
  await shown.press('Space')
  await editor.locator('dialog [aria-pressed=true]').waitFor()
  t.same(await violationsIn(editor), [])
  await editor.keyboard.press('Escape')
  t.ok(await editor.evaluate(`document.activeElement.textContent === 'Archive'`), 'the focus is where it was')
  await editor.getByLabel('Description of Quay 7.png').fill('Ships')
  await box(editor).press('Control+Enter')
  const contents = () => sql<{ Content: string }[]>`select content from posts where blog = ${blog}`
  const [row] = await until(contents, ({ length }) => length > 0)
  t.match(
    row?.Content,
    /^<p>At the quay<\/p><figure><img src="http[^"]+" alt="Ships" width="15" height="8"><figcaption>Ships</
  )
})
