/** Posts on their way: the box is empty at once, and nothing that is typed meanwhile is lost. */
import type { Page } from 'playwright-core'
import t from 'tap'
import { browserTest, hold } from '../../support/browser.ts'
import { box, correction, deskOf, published, refuseFirst, stopClock, whenAlive } from '../../support/desk.ts'
import { ADMIN_PASSWORD, build, until, newsroom } from '../../support/index.ts'

const built = await build(t)
const { app, sql } = built
const address = await app.listen({ host: '127.0.0.1', port: 0 })
const desk = deskOf(built, address)

const send = async (page: Page, text: string) => {
  await box(page).fill(text)
  await box(page).press('Control+Enter')
}

for (const isRich of [false, true]) {
  await browserTest(t, `a fast writer loses no key, ${isRich ? 'with' : 'without'} the editor`, async (t, page) => {
    const { blog } = await newsroom(built)
    const editor = await desk.open(page, 'admin', blog, { isRich })
    await editor.locator(`#write ${isRich ? '[contenteditable]' : 'textarea'}`).click()
    await editor.route('**/Post/Published', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 150))
      await route.continue()
    })
    const texts = Array.from({ length: 8 }, (_, number) => `fast ${number}`)
    for (const text of texts) {
      await editor.keyboard.type(text)
      await editor.keyboard.press('Control+Enter')
    }
    await editor.keyboard.type('not sent')
    await until(() => published(sql, blog), { length: 8 }, { limit: 15_000 })
    t.same((await published(sql, blog)).reverse(), texts)
    await editor.locator('.preview').getByText('not sent').waitFor()
  })
}

const REFUSAL = { status: 413, json: {} } as const
const TOO_LONG = 'This is too long. Shorten it, or make two posts.'

await browserTest(t, 'a refused text comes back into the empty box, with the cursor', async (t, page) => {
  const { blog } = await newsroom(built)
  const editor = await desk.open(page, 'admin', blog)
  const letGo = await hold(editor, '**/Post/Published', REFUSAL)
  await send(editor, 'Refused')
  t.equal(await box(editor).inputValue(), '')
  letGo()
  await editor.locator('#write .error').getByText(TOO_LONG).waitFor()
  await editor.keyboard.type(' again')
  t.equal(await box(editor).inputValue(), 'Refused again')
  t.equal(await editor.locator('.outbox').count(), 0)
})

await browserTest(t, 'a text that cannot be sent says so before the stream notices', async (t, page) => {
  const { blog } = await newsroom(built)
  const editor = await desk.open(page, 'admin', blog)
  await editor.route('**/Post/Published', (route) => route.abort())
  await send(editor, 'In a tunnel')
  await editor.getByText('No connection.').waitFor()
  t.match(await editor.locator('.outbox').innerText(), 'Waits for the connection.')
  await editor.unroute('**/Post/Published')
  await until(() => published(sql, blog), ['In a tunnel'])
  await editor.getByText('No connection.').waitFor({ state: 'detached' })
})

await browserTest(t, 'a text is not sent again before the time for which the service asks', async (t, page) => {
  const { blog } = await newsroom(built)
  const editor = await desk.open(page, 'admin', blog)
  const times = await refuseFirst(editor, '**/Post/Published', 3)
  await send(editor, 'Patient')
  await editor.locator('.outbox').getByText('Patient', { exact: true }).waitFor()
  // Else, the page sends at once what waits, as when its stream opens.
  await editor.evaluate(`dispatchEvent(new Event('online'))`)
  await until(() => published(sql, blog), ['Patient'])
  const [first = NaN, second = NaN] = times
  t.ok(second - first >= 2_900, `after ${second - first} milliseconds`)
})

await browserTest(t, 'a text whose page could not be read is sent again as it was', async (t, page) => {
  const { blog } = await newsroom(built)
  const editor = await desk.open(page, 'admin', blog, { hasClock: true })
  let readings = 0
  await editor.route('**/Tool/URLInfo*', (route) => {
    readings += 1
    return route.fulfill(readings > 2 ? { json: { Title: 'Too late' } } : { status: 503 })
  })
  const sent: unknown[] = []
  await editor.route('**/Post/Published', (route) => {
    sent.push(route.request().postDataJSON())
    return sent.length > 1 ? route.continue() : route.abort()
  })
  await box(editor).fill('Watch:\nhttps://busy.example/')
  await editor.getByText('The title of this page is read when you send this.').waitFor()
  await box(editor).press('Control+Enter')
  await until(
    () => editor.clock.runFor(1000).then(() => sent.length),
    (count) => count > 1
  )
  t.same(sent[1], sent[0])
  t.match(sent[0], { Content: 'Watch:', Type: 'link' })
})

await browserTest(t, 'a page that needed a session is read when its text is sent', async (t, page) => {
  const { blog } = await newsroom(built)
  const editor = await desk.open(page, 'admin', blog)
  await editor.route('**/Tool/URLInfo*', (route) => route.fulfill({ status: 401, json: {} }), { times: 1 })
  await editor.route('**/Post/Published', (route) => route.abort(), { times: 1 })
  await box(editor).fill('Watch:\nhttps://closed.example/')
  await editor.getByText('The title of this page is read when you send this.').waitFor()
  await editor.route('**/Tool/URLInfo*', (route) => route.fulfill({ json: { Title: 'Open again' } }))
  const sent = editor.waitForRequest('**/Post/Published')
  await box(editor).press('Control+Enter')
  t.match((await sent).postDataJSON(), { Type: 'link', Meta: /Open again/ })
})

await browserTest(t, 'a text waits while another program answers for the service', async (t, page) => {
  const { blog } = await newsroom(built)
  const editor = await desk.open(page, 'admin', blog)
  await editor.route('**/Post/Published', (route) => route.fulfill({ contentType: 'text/html', body: '<p>Log in' }))
  await send(editor, 'Behind a login page')
  await editor.locator('.outbox').getByText('Behind a login page').waitFor()
  await editor.unroute('**/Post/Published')
  await until(() => published(sql, blog), ['Behind a login page'])
  t.equal(await box(editor).inputValue(), '')
})

await browserTest(t, 'a refused text leaves what was typed meanwhile, and waits', async (t, page) => {
  const { blog } = await newsroom(built)
  const editor = await desk.open(page, 'admin', blog)
  const letGo = await hold(editor, '**/Post/Published', REFUSAL)
  await send(editor, 'Refused')
  await editor.keyboard.type('The next one')
  letGo()
  await editor.locator('.outbox').getByText(TOO_LONG).waitFor()
  t.match(await editor.locator('.outbox').innerText(), 'Refused')
  t.equal(await box(editor).inputValue(), 'The next one')
  await editor.unroute('**/Post/Published')
  await editor.route('**/Post/Published', (route) => route.abort())
  const failed = editor.waitForEvent('requestfailed')
  await editor.locator('.outbox').getByRole('button', { name: 'Send again' }).click()
  await failed
  await editor.locator('.outbox').getByText('Refused').waitFor()
  await editor.locator('.outbox').getByText(TOO_LONG).waitFor({ state: 'detached' })
})

await browserTest(t, 'a key that comes too late for a correction changes nothing else', async (t, page) => {
  const { blog, insert } = await newsroom(built)
  await insert(1)
  const editor = await desk.open(page, 'admin', blog, { hasClock: true })
  await box(editor).fill('Half of a post')
  await editor.locator('main').getByRole('link', { name: 'Correct' }).click()
  await correction(editor).fill('Corrected')
  // Between the answer and the next frame, the box of the correction is still there.
  await stopClock(editor)
  const answered = editor.waitForResponse(/Post\/\d+$/)
  await correction(editor).press('Control+Enter')
  await (await answered).finished()
  // A later version of the page finds the text in the same place.
  const kept = () => editor.evaluate<string | null>(`localStorage.getItem('desk:${blog}:1:0')`)
  await until(kept, (text) => text?.includes('Corrected') === false)
  await correction(editor).press('x')
  await editor.clock.resume()
  await correction(editor).waitFor({ state: 'detached' })
  await editor.reload()
  await whenAlive(editor)
  t.equal(await box(editor).inputValue(), 'Half of a post')
})

await browserTest(t, 'a post without an answer is sent again after 1, 2, 4, 8 and 15 seconds', async (t, page) => {
  const { blog } = await newsroom(built)
  const editor = await desk.open(page, 'admin', blog, { hasClock: true })
  await editor.route('**/Post/Published', (route) => route.abort())
  // The clock goes on without heartbeats, so the page asks for changes again. An answer would send the post at once.
  await editor.route(/cId\.since/, (route) => route.abort())
  // Counted in the page: when it says so, its script has heard of the failure, too.
  await editor.evaluate(`{
    globalThis.failures = 0
    const { fetch } = globalThis
    globalThis.fetch = (address, request) =>
      fetch(address, request).finally(() => (failures += String(address).endsWith('/Post/Published') ? 1 : 0))
  }`)
  const failures = () => editor.evaluate<number>('failures')
  await stopClock(editor)
  await send(editor, 'Waits')
  await until(failures, (count) => count === 1)
  for (const [index, seconds] of [1, 2, 4, 8, 15, 15].entries()) {
    await editor.clock.runFor(seconds * 1000 - 50)
    t.equal(await failures(), index + 1)
    await editor.clock.runFor(50)
    await until(failures, (count) => count === index + 2)
  }
})

await browserTest(t, 'the browser asks before a text is lost that the device does not keep', async (t, page) => {
  const { blog } = await newsroom(built)
  const editor = await desk.open(page, 'admin', blog)
  await editor.evaluate(`Storage.prototype.setItem = () => { throw new DOMException('', 'QuotaExceededError') }`)
  await editor.route('**/Post/Published', (route) => route.abort())
  await send(editor, 'Waits')
  await editor.locator('.outbox').getByText('Waits', { exact: true }).waitFor()
  const asked = editor.waitForEvent('dialog')
  await editor.close({ runBeforeUnload: true })
  const dialog = await asked
  t.equal(dialog.type(), 'beforeunload')
  await dialog.dismiss()
  await editor.unroute('**/Post/Published')
  await editor.getByText('Published.').waitFor()
  const closed = editor.waitForEvent('close')
  await editor.close({ runBeforeUnload: true })
  await closed
  t.same(await published(sql, blog), ['Waits'])
})

await browserTest(t, 'a post that always fails can be discarded, and the next one is sent', async (t, page) => {
  const { blog } = await newsroom(built)
  const editor = await desk.open(page, 'admin', blog)
  await editor.route('**/Post/Published', async (route) => {
    if (route.request().postData()?.includes('Fails') === true) await route.fulfill({ status: 500, json: {} })
    else await route.continue()
  })
  await send(editor, 'Fails')
  await editor.locator('.outbox li').waitFor()
  await send(editor, 'Waits behind it')
  const failing = editor.locator('.outbox li', { hasText: 'Fails' })
  await failing.getByRole('button', { name: 'Discard' }).click()
  await editor.getByText('Published.').waitFor()
  t.same(await published(sql, blog), ['Waits behind it'])
  await editor.unroute('**/Post/Published')
  await editor.locator('.toast', { hasText: 'Discarded.' }).getByRole('button', { name: 'Bring it back' }).click()
  await until(() => published(sql, blog), ['Fails', 'Waits behind it'])
})

await browserTest(t, 'a post that is discarded while its link is read is not sent', async (t, page) => {
  const { blog } = await newsroom(built)
  const editor = await desk.open(page, 'admin', blog)
  const letGo = await hold(editor, '**/Tool/URLInfo*')
  await send(editor, 'Discarded\nhttps://a.example/')
  await editor.locator('.outbox').getByRole('button', { name: 'Discard' }).click()
  await send(editor, 'Sent after it')
  letGo()
  await editor.getByText('Published.').waitFor()
  t.same(await published(sql, blog), ['Sent after it'])
})

for (const [wish, seconds] of [
  ['', 3],
  ['8', 8]
] as const) {
  await browserTest(t, `a correction whose post cannot be read waits for ${seconds} seconds`, async (t, page) => {
    const { blog, insert, edit } = await newsroom(built)
    const ids = await insert(1)
    const editor = await desk.open(page, 'admin', blog, { hasClock: true })
    const methods: string[] = []
    const busy = { status: 503, headers: { 'retry-after': wish }, json: {} }
    await editor.route(/Post\/\d+(\?|$)/, async (route) => {
      const method = route.request().method()
      await (method === 'GET' ? route.fulfill(busy) : route.continue())
      methods.push(method)
    })
    await editor.locator('main').getByRole('link', { name: 'Correct' }).click()
    await correction(editor).fill('Mine')
    await edit(ids, 'Theirs')
    await stopClock(editor)
    await correction(editor).press('Control+Enter')
    const once = ['PUT', 'GET']
    await until(() => methods, once)
    await editor.clock.runFor(seconds * 1000 - 1000)
    t.same(methods, once)
    // Much sooner than the page notices that its stream is silent, and sends what waits.
    await editor.clock.runFor(2000)
    await until(
      () => methods.length,
      (count) => count > 2
    )
  })
}

await browserTest(t, 'a search that somebody types stays while posts arrive', async (t, page) => {
  const { blog, send: publish } = await newsroom(built)
  const editor = await desk.open(page, 'admin', blog)
  const search = editor.locator('.filters input')
  await search.pressSequentially('ferry')
  await publish(true, 'the last bus')
  await editor.locator('main').getByText('the last bus').waitFor()
  t.equal(await search.inputValue(), 'ferry')
})

await browserTest(t, 'posts that arrive while older ones are being read are found, too', async (t, page) => {
  const { blog, insert, send: publish } = await newsroom(built)
  await insert(60, { content: 'ferry' })
  const editor = await desk.open(page, 'admin', blog)
  const found = editor.waitForResponse(/search\.ilike/)
  await editor.locator('.filters input').fill('ferry')
  await editor.locator('.filters input').press('Enter')
  await found
  const letGo = await hold(editor, '**/Post/Published?*order.until*')
  await editor.getByRole('link', { name: 'Older posts' }).click()
  await publish(true, 'ferry, the newest')
  const shown = () => editor.locator('main .items .content').allTextContents()
  await until(shown, ([first]) => first === 'ferry, the newest')
  letGo()
  await until(shown, ({ length }) => length > 60)
  t.equal((await shown())[0], 'ferry, the newest')
})

await browserTest(t, 'posts that match a filter are read again if they could not be read', async (t, page) => {
  const { blog, insert } = await newsroom(built)
  await insert(2, { content: 'bus' })
  await insert(1, { content: 'ferry' })
  const editor = await desk.open(page, 'admin', blog, { hasClock: true })
  await editor.route(/search\.ilike/, (route) => route.fulfill({ status: 503, json: {} }), { times: 2 })
  const search = editor.locator('.filters input')
  await search.fill('ferry')
  await search.press('Enter')
  await editor.getByText('The service is busy. Try again in a minute.').waitFor()
  const shown = async () => {
    await editor.clock.runFor(10_000)
    return editor.locator('main .items .content').allTextContents()
  }
  t.same(await until(shown, ({ length }) => length === 1), ['ferry 1'])
})

await browserTest(t, 'a blog that has changed is read again if it could not be read', async (_t, page) => {
  const { blog } = await newsroom(built)
  const editor = await desk.open(page, 'admin', blog, { hasClock: true })
  const address = `**/Blog/${blog}?X-Filter=*`
  await editor.route(address, (route) => route.fulfill({ status: 503, json: {} }), { times: 1 })
  const refused = editor.waitForResponse(address)
  await sql`update blogs set live_on = now() where id = ${blog}`
  await refused
  // Sooner than a stream that is silent for 40 seconds begins again, and tells it once more.
  await editor.clock.runFor(10_000)
  await editor.getByText('This blog is live: readers see it.', { exact: true }).waitFor()
})

await browserTest(t, 'a login without an answer says so, and can be tried again', async (_t, page) => {
  const { blog } = await newsroom(built)
  const editor = await desk.open(page, 'admin', blog)
  await sql`delete from sessions where "user" = 1`
  await editor.getByLabel('User name').fill('admin')
  await editor.getByLabel('Password').fill(ADMIN_PASSWORD)
  await editor.evaluate(`{ const { timeout } = AbortSignal
    AbortSignal.timeout = (limit) => timeout.call(AbortSignal, limit / 10) }`)
  await editor.route('**/login', () => {}, { times: 1 })
  const login = editor.getByRole('button', { name: 'Log in' })
  await login.click()
  await editor.locator('.login').getByText('There is no connection. Try again.').waitFor()
  await login.click()
  await editor.locator('.login').waitFor({ state: 'detached' })
})
