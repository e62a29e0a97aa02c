/** The focus stays where people work, so that keys and screen readers go on from there. */
import type { Page, Route } from 'playwright-core'
import t from 'tap'
import { browserTest } from '../../support/browser.ts'
import { box, correction, deskOf } from '../../support/desk.ts'
import { ADMIN_PASSWORD, build, until, newsroom, publishIn } from '../../support/index.ts'

const built = await build(t)
const { app, sql } = built
const address = await app.listen({ host: '127.0.0.1', port: 0 })
const desk = deskOf(built, address)

/** Returns the text of the post that has the focus. */
const focused = (editor: Page) =>
  editor.evaluate(() => document.activeElement?.closest('.item')?.querySelector('.content')?.textContent)

const press = async (editor: Page, post: string, button: string) => {
  await editor.locator('main .item', { hasText: post }).getByRole('button', { name: button, exact: true }).focus()
  await editor.keyboard.press('Enter')
}

await browserTest(t, 'after an action on a post, the focus is on it or on its neighbour', async (t, page) => {
  const { blog, insert } = await newsroom(built)
  await insert(4)
  const editor = await desk.open(page, 'admin', blog)
  await press(editor, 'post 3', 'Withdraw')
  await until(() => focused(editor), 'post 2')
  await press(editor, 'post 1', 'Delete')
  await until(() => focused(editor), 'post 2', { pause: 20 })
  await editor.locator('.toast', { hasText: 'Withdrawn.' }).getByRole('button', { name: 'Undo' }).focus()
  await editor.keyboard.press('Enter')
  await editor.locator('main .item', { hasText: 'post 3' }).waitFor()
  t.equal(await editor.evaluate(() => document.activeElement?.id), 'content', 'its message is gone, with the button')

  await editor.locator('main .item', { hasText: 'post 2' }).focus()
  await editor.keyboard.press('e')
  await correction(editor).fill('post 2, corrected')
  await editor.keyboard.press('Control+Enter')
  await until(() => focused(editor), 'post 2, corrected')
  await editor.locator('.toast', { hasText: 'Corrected.' }).getByRole('button', { name: 'Undo' }).focus()
  await editor.keyboard.press('Enter')
  await until(() => focused(editor), 'post 2')
})

await browserTest(t, 'a ring shows the focus to those who use keys, and to nobody else', async (t, page) => {
  const { blog, insert } = await newsroom(built)
  await insert(4)
  const editor = await desk.open(page, 'admin', blog)
  const ring = () =>
    editor.evaluate(() => {
      const item = document.activeElement
      return item?.matches('.item') === true ? getComputedStyle(item).outlineStyle : undefined
    })
  await press(editor, 'post 3', 'Withdraw')
  await until(ring, 'solid')
  await editor.locator('main .item', { hasText: 'post 2' }).getByRole('button', { name: 'Delete' }).click()
  await until(() => focused(editor), 'post 1')
  t.equal(await ring(), 'none')
  await editor.keyboard.press('k')
  await until(ring, 'solid')
})

await browserTest(t, 'a post that a colleague moves stays the one that is being corrected', async (t, page) => {
  const { blog, insert, reorder } = await newsroom(built)
  const [oldest = 0] = await insert(5)
  const editor = await desk.open(page, 'admin', blog)
  await editor.locator('main .item', { hasText: 'post 1' }).focus()
  await editor.keyboard.press('e')
  await correction(editor).fill('post 1, ')
  await reorder([oldest])
  await until(() => editor.locator('main .item').first().getAttribute('data-post'), String(oldest))
  await editor.keyboard.type('by letter')
  t.equal(await correction(editor).inputValue(), 'post 1, by letter')
  await sql`update posts set deleted_on = now() where id = ${oldest}`
  await until(() => focused(editor), 'post 5')
})

await browserTest(t, 'a post stays where it is being corrected, whatever becomes of it', async (t, page) => {
  const { blog } = await newsroom(built)
  const editor = await desk.open(page, 'admin', blog)
  const draft = { published_on: null, submitted_on: null }
  const submitted = { ...draft, submitted_on: new Date() }
  const shown = { ...draft, published_on: new Date() }
  const showNew = editor.getByRole('button', { name: 'by colleagues' })
  for (const [panel, before, after] of [
    ['submitted', submitted, shown],
    ['submitted', submitted, draft],
    ['timeline', shown, draft]
  ] as const) {
    const post = await publishIn(sql, blog, 'Half', { creator: 2, ...before })
    if (panel === 'timeline') await showNew.click()
    await editor.locator(`.side [data-value=${panel}]`).click()
    await editor.locator(`main #post-${post} [data-action=correct]`).click()
    await correction(editor).press('End')
    await editor.keyboard.type(' of a')
    await sql`update posts set ${sql(after)} where id = ${post}`
    // The page hears of changes in their order.
    await publishIn(sql, blog, 'Later', { creator: 2 })
    await editor.getByText('new post').first().waitFor({ state: 'attached' })
    await editor.keyboard.type(' sentence')
    t.equal(await correction(editor).inputValue(), 'Half of a sentence', panel)
    await editor.locator('.correction').getByRole('link', { name: 'Cancel' }).click()
    await editor.locator('.side [data-value=timeline]').click()
    await showNew.click()
  }
})

await browserTest(t, 'a session that ends takes nobody away from the next sentence', async (t, page) => {
  const { blog } = await newsroom(built)
  const editor = await desk.open(page, 'admin', blog)
  const refuse = async (route: Route) => {
    await editor.evaluate(`document.querySelector('#help').showModal()`)
    await route.fulfill({ status: 401 })
  }
  await editor.route('**/Post/Published', refuse, { times: 1 })
  await box(editor).fill('The doors are open')
  await box(editor).press('Control+Enter')
  await editor.getByRole('alert').getByText('Your session has ended.').waitFor()
  t.notOk(await editor.locator('#help').isVisible(), 'the list of keys does not cover the login')
  await editor.keyboard.type('The hall is full')
  t.equal(await box(editor).inputValue(), 'The hall is full')

  await editor.keyboard.press('Home')
  await editor.getByLabel('User name').fill('admin')
  await editor.getByLabel('Password').fill(ADMIN_PASSWORD)
  await editor.keyboard.press('Enter')
  await editor.getByText('Published.').waitFor()
  await editor.keyboard.type('Now, ')
  t.equal(await box(editor).inputValue(), 'Now, The hall is full', 'after the login, the cursor is where it was')
})

for (const [width, height] of [
  [1280, 400],
  [360, 640]
] as const) {
  await browserTest(t, `the login leaves in view what is written: ${width} × ${height}`, async (t, page) => {
    const { blog, insert } = await newsroom(built)
    await insert(8)
    const editor = await desk.open(page, 'admin', blog, { viewport: { width, height } })
    await box(editor).click()
    await editor.route('**/Presence', (route) => route.fulfill({ status: 401 }))
    await editor.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await editor.getByRole('alert').getByText('Your session has ended.').waitFor()
    await editor.keyboard.type('The doors are open')
    const [text, login] = [await box(editor).boundingBox(), await editor.locator('.login').boundingBox()]
    t.ok(text && login && text.y + 30 <= login.y, 'the line is above')
    await editor.getByRole('button', { name: 'Log in' }).click({ trial: true })
  })
}
