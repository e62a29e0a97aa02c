/** A page brings back texts that closed pages have left on the device, and corrections of old posts. */
import type { Page } from 'playwright-core'
import t from 'tap'
import { browserTest, hold } from '../../support/browser.ts'
import { box, correction, deskOf, published, whenAlive } from '../../support/desk.ts'
import { ADMIN_PASSWORD, build, until, newsroom } from '../../support/index.ts'

const built = await build(t)
const { app, sql } = built
const address = await app.listen({ host: '127.0.0.1', port: 0 })
const desk = deskOf(built, address)

/** Opens another page of a blog in the same browser. */
const openAnother = async (page: Page, blog: number): Promise<Page> => {
  const other = await page.context().newPage()
  await other.clock.install()
  await other.goto(`${address}/desk/${blog}`)
  await whenAlive(other)
  return other
}

/** Leaves a page as a reload or a browser that is closed does. */
const leave = (page: Page) => page.goto('about:blank')

const send = async (page: Page, text: string) => {
  await box(page).fill(text)
  await box(page).press('Control+Enter')
}

/** Opens the page of a blog, and types before its script runs. */
const typeEarly = async (page: Page, blog: number, text: string) => {
  const letGo = await hold(page, '**/desk-*.js')
  await page.goto(`${address}/desk/${blog}`, { waitUntil: 'commit' })
  await box(page).pressSequentially(text)
  letGo()
  await whenAlive(page)
}

/** The addresses to which texts are sent. */
const PUBLISHING = '**/Post/Published'

/** Opens a page whose text waits, because no request gets through until `PUBLISHING` is unrouted. */
const openWaiting = async (page: Page, blog: number, text: string, hasClock = false) => {
  const editor = await desk.open(page, 'admin', blog, { hasClock })
  await editor.route(PUBLISHING, (route) => route.abort())
  await send(editor, text)
  await editor.locator('.outbox').waitFor()
  return editor
}

await browserTest(t, 'a correction of an old post is there after a reload, or waits', async (t, page) => {
  const { blog, insert, remove } = await newsroom(built)
  const [oldest = 0] = await insert(60)
  const editor = await desk.open(page, 'admin', blog)
  await editor.getByRole('link', { name: 'Older posts' }).click()
  await editor.locator(`#post-${oldest}`).getByRole('link', { name: 'Correct' }).click()
  await correction(editor).fill('Corrected, not stored')
  await editor.reload()
  await correction(editor).waitFor()
  t.equal(await correction(editor).inputValue(), 'Corrected, not stored')
  await leave(editor)
  await remove([oldest])
  await editor.goto(`${address}/desk/${blog}`)
  await editor.locator('.outbox').getByText('This post was deleted while you corrected it.').waitFor()
  t.match(await editor.locator('.outbox').innerText(), 'Corrected, not stored')
})

await browserTest(t, 'a correction whose post could not be read comes with the connection', async (t, page) => {
  const { blog, insert } = await newsroom(built)
  const [oldest = 0] = await insert(60)
  const editor = await desk.open(page, 'admin', blog)
  await editor.getByRole('link', { name: 'Older posts' }).click()
  await editor.locator(`#post-${oldest}`).getByRole('link', { name: 'Correct' }).click()
  await correction(editor).fill('Corrected in a tunnel')
  const reading = `**/Post/${oldest}?*`
  await editor.route(reading, (route) => route.abort())
  const failed = editor.waitForEvent('requestfailed', (request) => request.url().includes(`/Post/${oldest}?`))
  await editor.reload()
  await failed
  await editor.route(PUBLISHING, (route) => route.abort())
  await send(editor, 'Sent in a tunnel')
  await editor.getByText('No connection.').waitFor()
  t.equal(await correction(editor).count(), 0)
  await editor.unroute(reading)
  await editor.unroute(PUBLISHING)
  // Before the page looks for it by itself.
  await correction(editor).waitFor({ timeout: 10_000 })
  t.equal(await correction(editor).inputValue(), 'Corrected in a tunnel')
})

await browserTest(t, 'an open page takes over what a closed one has left, and sends it once', async (t, page) => {
  const { blog, send: publish } = await newsroom(built)
  await publish(true, 'Polls are open')
  const editor = await desk.open(page, 'admin', blog, { hasClock: true })
  const other = await openAnother(editor, blog)
  await other.locator('main').getByRole('link', { name: 'Correct' }).click()
  await correction(other).fill('Polls are open until ten')
  await other.route(PUBLISHING, (route) => route.abort())
  await send(other, 'Sent from the other page')
  await other.locator('.outbox').waitFor()
  await box(other).fill('Written on the other page')
  await editor.clock.fastForward(21_000)
  await other.reload()
  await whenAlive(other)
  t.equal(await box(other).inputValue(), 'Written on the other page', 'a page that is loaded again keeps its text')
  await other.close()
  const card = editor.locator('.outbox li')
  await until(
    async () => {
      await editor.clock.fastForward(21_000)
      return card.count()
    },
    (count) => count > 0,
    { pause: 300 }
  )
  await card.getByText('You wrote this on a page that is closed now.').waitFor()
  t.equal(await correction(editor).inputValue(), 'Polls are open until ten')
  // Its message may have gone: the clock runs fast.
  const shown = await until(
    () => published(sql, blog),
    ({ length }) => length > 1
  )
  t.same(shown, ['Sent from the other page', 'Polls are open'])
  await card.getByRole('button', { name: 'Edit' }).click()
  await until(() => box(editor).inputValue(), 'Written on the other page')
  await leave(editor)
  const next = await openAnother(editor, blog)
  await next.clock.fastForward(21_000)
  t.same(await next.locator('.outbox').count(), 0, 'nothing was left twice')
  t.equal(await box(next).inputValue(), 'Written on the other page')
})

await browserTest(t, 'a page that opens takes over what several closed ones have left', async (t, page) => {
  const { blog } = await newsroom(built)
  const editor = await desk.open(page, 'admin', blog, { hasClock: true })
  const other = await openAnother(editor, blog)
  await box(editor).fill('Left on the first page')
  await box(other).fill('Left on the second page')
  await other.close()
  await editor.reload()
  await whenAlive(editor)
  t.equal(await box(editor).inputValue(), 'Left on the first page')
  await editor.clock.fastForward(21_000)
  // Before the page looks again.
  await editor.locator('.outbox').getByText('Left on the second page').waitFor({ timeout: 10_000 })
})

/** Fills the storage of the device, but for less than eight letters. */
const FILL = `for (let size = 2 ** 22; size >= 8; size /= 2) {
  try {
    for (let count = 0; ; count += 1) localStorage.setItem(size + 'x' + count, 'x'.repeat(size))
  } catch {}
}`

await browserTest(t, 'a text that a full device cannot keep twice is not removed', async (t, page) => {
  const { blog } = await newsroom(built)
  const text = 'Written on the other page'
  const editor = await desk.open(page, 'admin', blog, { hasClock: true })
  const other = await openAnother(editor, blog)
  await box(other).fill(text)
  await other.close()
  await editor.evaluate(FILL)
  const card = editor.locator('.outbox').getByText(text)
  await until(
    async () => {
      await editor.clock.fastForward(21_000)
      return card.count()
    },
    1,
    { pause: 300 }
  )
  await box(editor).fill('Own words')
  await editor.getByText('Not kept on this device').waitFor()
  t.ok(await editor.evaluate<boolean>(`Object.values(localStorage).some((kept) => kept.includes('${text}'))`))
})

await browserTest(t, 'what another version of the page has kept in another shape is left out', async (t, page) => {
  const { blog } = await newsroom(built)
  const editor = await desk.open(page, 'admin', blog)
  await box(editor).fill('Kept')
  const place = `desk:${blog}:1:0`
  const text = await until(
    () => editor.evaluate<string | null>(`localStorage.getItem('${place}')`),
    (value) => value?.includes('Kept') === true
  )
  for (const other of [{ draft: {} }, { outbox: [{}] }, { corrections: { 1: {} } }]) {
    const kept = JSON.stringify({ ...JSON.parse(text ?? ''), ...other })
    await editor.addInitScript(`localStorage.setItem('${place}', ${JSON.stringify(kept)})`)
    await editor.reload()
    await whenAlive(editor)
    t.equal(await box(editor).inputValue(), '', Object.keys(other).join())
  }
})

await browserTest(t, 'what somebody types before the script runs stays, as does the cursor', async (t, page) => {
  const { blog } = await newsroom(built)
  const editor = await desk.open(page, 'admin', blog, { isRich: true })
  await editor.route('**/rich-*.js', (route) => route.abort())
  await typeEarly(editor, blog, 'Typed early')
  await editor.keyboard.type(', and on')
  t.equal(await box(editor).inputValue(), 'Typed early, and on')
  await typeEarly(editor, blog, 'Typed again')
  t.equal(await box(editor).inputValue(), 'Typed again')
  t.match(await editor.locator('.outbox').innerText(), 'Typed early, and on', 'the text that was kept waits')
})

await browserTest(t, 'a type that somebody chooses before the script runs stays', async (t, page) => {
  const { blog } = await newsroom(built)
  const editor = await desk.open(page, 'admin', blog)
  for (const text of ['', 'Typed early']) {
    const letGo = await hold(editor, '**/desk-*.js')
    await editor.goto(`${address}/desk/${blog}`, { waitUntil: 'commit' })
    await box(editor).fill(text)
    await editor.locator('#write .types').getByText('Quote').click()
    letGo()
    await whenAlive(editor)
    t.ok(await editor.getByRole('radio', { name: 'Quote' }).isChecked(), text)
    await editor.getByLabel('Who said it, and where').waitFor()
    t.equal(await box(editor).inputValue(), text)
    await editor.unroute('**/desk-*.js')
    await editor.locator('#write .types').getByText('Text').click()
  }
})

await browserTest(t, 'the way back brings no text of another user into the box', async (t, page) => {
  const { blog } = await newsroom(built)
  await desk.invite('naama', blog)
  const editor = await desk.open(page, 'admin', blog)
  await box(editor).fill('Written by another user')
  await desk.visit(editor, 'naama', '/desk/profile')
  await editor.goBack()
  await whenAlive(editor)
  t.equal(await box(editor).inputValue(), '')
})

await browserTest(t, 'what has waited since the day before is not sent by itself', async (t, page) => {
  const { blog } = await newsroom(built)
  const editor = await openWaiting(page, blog, 'Nobody has voted yet')
  await leave(editor)
  await editor.unroute(PUBLISHING)
  await editor.clock.install({ time: Date.now() + 13 * 60 * 60_000 })
  await editor.goto(`${address}/desk/${blog}`)
  await editor.locator('.outbox').getByText('This has waited for more than twelve hours').waitFor()
  t.same(await published(sql, blog), [])
  await editor.getByRole('button', { name: 'Send again' }).click()
  await editor.getByText('Published.').waitFor()
  t.same(await published(sql, blog), ['Nobody has voted yet'])
})

await browserTest(t, 'a page that has slept does not send what has waited since the day before', async (t, page) => {
  const { blog } = await newsroom(built)
  const editor = await openWaiting(page, blog, 'Nobody has voted yet', true)
  await editor.clock.fastForward(13 * 60 * 60_000)
  await editor.unroute(PUBLISHING)
  await editor.clock.runFor(20_000)
  await editor.locator('.outbox').getByText('This has waited for more than twelve hours').waitFor()
  t.same(await published(sql, blog), [])
})

await browserTest(t, 'an old correction that has waited since the day before goes on as one', async (t, page) => {
  const { blog, insert } = await newsroom(built)
  const [oldest = 0] = await insert(60)
  const editor = await desk.open(page, 'admin', blog)
  await editor.getByRole('link', { name: 'Older posts' }).click()
  await editor.locator(`#post-${oldest}`).getByRole('link', { name: 'Correct' }).click()
  await editor.route(`**/Post/${oldest}`, (route) => route.abort())
  await correction(editor).fill('Corrected in a tunnel')
  await correction(editor).press('Control+Enter')
  await editor.locator('.outbox').waitFor()
  await leave(editor)
  await editor.unroute(`**/Post/${oldest}`)
  await editor.clock.install({ time: Date.now() + 13 * 60 * 60_000 })
  const found = editor.waitForResponse(new RegExp(`/Post/${oldest}\\?`))
  await editor.goto(`${address}/desk/${blog}`)
  await found
  await editor.locator('.side [data-value=drafts]').click()
  const waiting = editor.locator('.outbox', { hasText: 'This has waited for more than twelve hours' })
  await waiting.getByRole('button', { name: 'Edit' }).click()
  t.equal(await correction(editor).inputValue(), 'Corrected in a tunnel')
  t.equal(await box(editor).inputValue(), '', 'it is no new post')
  await correction(editor).press('Control+Enter')
  await until(
    () => published(sql, blog),
    (texts) => texts.at(-1) === 'Corrected in a tunnel' && texts.length === 60
  )
})

await browserTest(t, 'somebody who may no longer write still sees what they have written', async (t, page) => {
  const { blog } = await newsroom(built)
  await desk.invite('naama', blog)
  const reporter = await desk.open(page, 'naama', blog)
  await box(reporter).fill('Three pages of notes')
  await sql`delete from blog_collaborators where blog = ${blog}`
  await app.freshness.catchUp()
  await reporter.reload()
  await reporter.getByText('To write in it, ask its editors to add you.').waitFor()
  await whenAlive(reporter)
  t.equal(await box(reporter).inputValue(), 'Three pages of notes')
})

await browserTest(t, 'a text that waits is not sent with the session of somebody else', async (t, page) => {
  const { blog } = await newsroom(built)
  const editor = await openWaiting(page, blog, 'Written by the first user')
  const value = await built.tokenOf('folake')
  await editor.context().addCookies([{ name: 'desk_session', value, url: address }])
  await editor.unroute(PUBLISHING)
  await editor.getByText('Your session has ended.').waitFor()
  t.same(await published(sql, blog), [])
  await editor.getByLabel('User name').fill('admin')
  await editor.getByLabel('Password').fill(ADMIN_PASSWORD)
  await editor.getByRole('button', { name: 'Log in' }).click()
  await editor.getByText('Published.').waitFor()
  t.match(await sql`select creator, content from posts where blog = ${blog}`, [{ Creator: 1, Content: /first user/ }])
})
