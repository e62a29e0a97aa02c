/** Tests with people in front of browsers. */
import type { Route } from 'playwright-core'
import type { Test } from 'tap'
import { photograph, WORDS, type Newsroom } from './newsroom.ts'

export const testSettings = async (t: Test, { door, open, wordpress }: Newsroom): Promise<void> => {
  const page = `${wordpress.origin}/wp-admin/options-general.php?page=desk-live-blog`
  const admin = await open('admin')
  await admin.goto(`${wordpress.origin}/wp-admin/post-new.php`)
  await admin.getByLabel('Add title').fill('Too early')
  await admin.keyboard.press('Enter')
  await admin.keyboard.type('/live blog')
  await admin.getByRole('option', { name: 'Live blog' }).click()
  await admin.getByLabel('Address of a live blog').fill(`${door.origin}/live/1`)
  await admin.getByRole('button', { name: 'Show' }).click()
  await admin.getByText('Settings, Live blogs').waitFor()
  admin.once('dialog', (dialog) => dialog.accept())
  await admin.goto(page)
  const field = admin.getByLabel('Addresses of your Desk')
  await field.fill(`${door.origin}/live/1?posts=5\n${door.origin}/desk/live/1/post/2`)
  await admin.getByRole('button', { name: 'Save Changes' }).click()
  await admin.getByText('Settings saved.').waitFor()
  t.equal(await field.inputValue(), `${door.origin}\n${door.origin}/desk`, 'the address of a blog names its service')
  await field.fill(`${door.origin}/\nlive.example\njavascript://x`)
  await admin.getByRole('button', { name: 'Save Changes' }).click()
  await admin.getByText('live.example is not the address of a service').waitFor()
  await photograph(admin, 'settings')
  t.equal(await field.inputValue(), door.origin, 'only the address is kept')
  const author = await open('author')
  t.equal((await author.goto(page))?.status(), 403)
}

/** @param address of a post in WordPress with the blog */
export const testReaders = async (t: Test, newsroom: Newsroom, address: string): Promise<void> => {
  const { door, forget, grow, open, publish } = newsroom

  await t.test('a reader sees posts arrive', async (t) => {
    await forget('all')
    const reader = await open('reader')
    await reader.goto(address)
    const frame = reader.frameLocator('.desk-live-blog.is-live > iframe')
    await frame.getByText(WORDS).first().waitFor()
    t.notOk(await reader.locator('.desk-live-blog-first').isVisible(), 'the frame stands in place of the first posts')
    await photograph(reader, 'page')
    await publish('The doors are closed.')
    await frame.getByText('The doors are closed.').waitFor()
  })

  await t.test('a reader without scripts has the first posts', async (t) => {
    const reader = await open('reader', { javaScriptEnabled: false })
    await grow()
    await reader.goto(address)
    t.ok(await reader.getByText('The doors are closed.').isVisible())
    await photograph(reader, 'page-without-scripts')
  })

  await t.test('a reader whose browser does not reach the service keeps the first posts', async (t) => {
    const reader = await open('reader')
    await reader.route(`${door.origin}/**`, (route) => route.abort())
    await reader.goto(address)
    await grow()
    t.equal(await reader.locator('.desk-live-blog > iframe').count(), 1)
    t.ok(await reader.getByText(WORDS).isVisible())
  })

  await t.test('a reader who came while the service was away sees posts arrive, too', async (t) => {
    const reader = await open('reader')
    const faults = [
      (route: Route) => route.abort(),
      (route: Route) => route.fulfill({ status: 503, body: 'The database does not answer.' })
    ]
    await reader.route(`${door.origin}/live/1/embed`, (route) => faults.pop()?.(route) ?? route.continue())
    await reader.goto(address)
    const frame = reader.frameLocator('.desk-live-blog.is-live > iframe')
    await frame.getByText(WORDS).first().waitFor()
    t.same(faults, [])
  })
}

/** An author pastes an address into the editor, chooses an option, publishes, and edits the post again. */
export const testEditor = async (t: Test, { blog, open, wordpress }: Newsroom): Promise<void> => {
  const author = await open('author')
  await author.goto(`${wordpress.origin}/wp-admin/post-new.php`)
  await author.getByLabel('Add title').fill('Election night')
  await author.keyboard.press('Enter')
  await author.evaluate((text) => {
    const data = new DataTransfer()
    data.setData('text/plain', text)
    const paste = new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true })
    document.activeElement?.dispatchEvent(paste)
  }, `${blog}?order=oldest`)
  const block = author.locator('.wp-block-desk-live-blog').first()
  await block.locator('article').first().waitFor()
  const number = author.getByRole('spinbutton', { name: 'Posts to begin with' })
  await block.click({ position: { x: 5, y: 5 } })
  await number.fill('3')
  await author.waitForFunction(() => document.querySelectorAll('.wp-block-desk-live-blog article').length === 3)
  await photograph(author, 'editor')

  await author.getByRole('button', { name: 'Publish', exact: true }).click()
  const panel = author.locator('.editor-post-publish-panel')
  await panel.getByRole('button', { name: 'Publish', exact: true }).click()
  await panel.getByText('is now live').first().waitFor()
  const editor = author.url()
  await author.goto(
    (await panel.locator('.post-publish-panel__postpublish-buttons a').first().getAttribute('href')) ?? ''
  )
  await author.locator('.desk-live-blog.is-live').waitFor()
  t.equal(await author.locator('.desk-live-blog').getAttribute('data-frame'), `${blog}/embed?posts=3&order=oldest`)
  t.equal(await author.locator('.desk-live-blog article').count(), 3)
  await author.goto(editor)
  await block.locator('article').first().waitFor()
  await block.click({ position: { x: 5, y: 5 } })
  t.equal(await number.inputValue(), '3', 'the editor knows the option again')
}
