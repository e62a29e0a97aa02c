/** An evening in the newsroom: people write in real browsers, and the network, the service and sessions fail them. */
import type { Page } from 'playwright-core'
import t from 'tap'
import { ADMIN_PASSWORD, build, replicaOf, until, newsroom } from '../support/index.ts'
import { violationsIn } from '../support/axe.ts'
import { browserTest, logIn } from '../support/browser.ts'
import { whenAlive, box, correction, deskOf, PHONE, published, timeline } from '../support/desk.ts'
import { photograph } from '../support/media.ts'
import { wireTo } from '../support/wires.ts'

const built = await build(t)
const { app, sql } = built
const first = await app.listen({ host: '127.0.0.1', port: 0 })
const wire = await wireTo(t, first)
const desk = deskOf(built, wire.address)

/** Opens a new live blog that `naama` hands in for. */
const newBlog = async () => {
  const room = await newsroom(built)
  await desk.invite('naama', room.blog)
  await sql`update blogs set live_on = now() where id = ${room.blog}`
  return room
}

/** Starts another replica of the service. Returns its address, and a function that ends it. */
const startReplica = async () => {
  const app = await replicaOf(t, built)
  return { address: await app.listen({ host: '127.0.0.1', port: 0 }), close: () => app.close() }
}

/**
 * Moves the clocks of pages on until a value is accepted: five seconds each second. Pages wait up to 15 seconds before
 * they try again, and open a stream again that was silent for 40, as the end of a replica can leave it.
 */
const inTime = <T>(pages: readonly Page[], read: () => Promise<T>, isAccepted: (value: T) => boolean) =>
  until(
    async () => {
      await Promise.all(pages.map(({ clock }) => clock.runFor(5_000)))
      return read()
    },
    isAccepted,
    { pause: 1_000, limit: 60_000 }
  )

await browserTest(t, 'a reporter hands in with a picture, an editor publishes, a reader reads it', async (t, page) => {
  const { blog } = await newBlog()
  const reporter = await desk.open(page, 'naama', blog, PHONE)
  const editor = await desk.open(page, 'admin', blog)
  await page.goto(`${wire.address}/live/${blog}`)

  const file = { name: 'ramp.jpg', mimeType: 'image/jpeg', buffer: await photograph() }
  await reporter.setInputFiles('input[type=file]', file)
  await box(reporter).fill('Queue at the north ramp: 300 m.')
  await reporter.locator('.pictures img').waitFor()
  await reporter.getByLabel('Description of ramp.jpg').fill('Prams in a row')
  await reporter.getByLabel('Credit of ramp.jpg').fill('Photo: N. Gil’adon')
  await reporter.getByRole('button', { name: 'Hand in' }).click()
  await reporter.getByText('Handed in.').waitFor()
  t.equal(await box(reporter).inputValue(), '', 'the box is empty again')
  t.ok(await box(reporter).evaluate((element) => element === document.activeElement), 'and the cursor is in it')

  const waiting = editor.locator('.beside .item')
  await waiting.getByText('Queue at the north ramp').waitFor()
  t.match(await editor.locator('.side [data-value=submitted] .count').innerText(), '1')
  await editor.getByRole('status').getByText('Handed in: 1').waitFor({ state: 'attached' })
  await waiting.getByRole('link', { name: 'Open' }).click()
  const correcting = editor.locator('main .correction')
  t.equal(await correction(editor).inputValue(), 'Queue at the north ramp: 300 m.', 'no markup of the picture')
  t.equal(await correcting.getByLabel(/^Description of/).inputValue(), 'Prams in a row')
  await correcting.getByLabel(/^Credit of/).fill('Photo: Naama Gil’adon')
  await correction(editor).press('Control+Home')
  await correction(editor).pressSequentially('Now: ')
  await correcting.locator('.folded summary').click()
  t.match(await correcting.locator('.preview').innerText(), 'Now: Queue at the north ramp')
  await correction(editor).press('Control+Enter')
  await editor.getByText('Corrected and published.').waitFor()

  const article = page.locator('.posts article')
  await article.getByText('Now: Queue at the north ramp: 300 m.').waitFor()
  t.equal(await article.locator('img').getAttribute('alt'), 'Prams in a row')
  t.match(await article.locator('figcaption').innerText(), 'Naama Gil’adon')
  await reporter.locator('main .item').getByText('Now: Queue').waitFor()
  await reporter.getByText('An editor has published your post.').waitFor()
  t.same(await published(sql, blog), ['Now: Queue at the north ramp: 300 m.Prams in a row · Photo: Naama Gil’adon'])
})

await browserTest(t, 'an editor publishes an opened draft as it is, and takes that back', async (t, page) => {
  const { blog, send } = await newBlog()
  await send(false, 'Nothing to correct')
  const editor = await desk.open(page, 'admin', blog)
  await editor.locator('.side [data-value=drafts]').click()
  await editor.locator('main').getByRole('link', { name: 'Open' }).click()
  await correction(editor).press('Control+Enter')
  const message = editor.locator('.toast', { hasText: 'Corrected and published.' })
  await message.waitFor()
  t.same(await published(sql, blog), ['Nothing to correct'])
  await message.getByRole('button', { name: 'Undo' }).click()
  await editor.getByText('Withdrawn. Readers no longer see it.').waitFor()
  t.same(await published(sql, blog), [])
})

await browserTest(t, 'without a network, posts wait in order, and are published once it is back', async (t, page) => {
  const { blog } = await newBlog()
  const editor = await desk.open(page, 'admin', blog, { hasClock: true })
  await page.clock.install()
  await page.goto(`${wire.address}/live/${blog}`)
  wire.cut()
  for (const text of ['The first', 'The second', 'The third']) {
    await box(editor).fill(text)
    await box(editor).press('Control+Enter')
    await editor.locator('.outbox').getByText(text).waitFor()
    t.equal(await box(editor).inputValue(), '')
  }
  await editor.getByText('No connection.').waitFor()
  t.same(await violationsIn(editor), [], 'without a connection')
  t.same(await published(sql, blog), [])
  wire.mend()
  await inTime(
    [editor, page],
    () => published(sql, blog),
    ({ length }) => length === 3
  )
  await inTime(
    [editor],
    () => editor.locator('.outbox').count(),
    (count) => count === 0
  )
  t.same(await published(sql, blog), ['The third', 'The second', 'The first'])
  t.same(await timeline(editor), ['The third', 'The second', 'The first'])
  const texts = () => page.locator('.posts article .text').allInnerTexts()
  t.same(await inTime([page], texts, ({ length }) => length === 3), ['The third', 'The second', 'The first'])
})

/** Publishes a post in a new blog, whose page hears nothing of it until the wire is mended. */
const publishUnheard = async (page: Page) => {
  const { blog } = await newBlog()
  const editor = await desk.open(page, 'admin', blog)
  wire.loseResponses()
  await box(editor).fill('Only once')
  await box(editor).press('Control+Enter')
  await until(() => published(sql, blog), { length: 1 })
  return { blog, editor }
}

await browserTest(t, 'a post whose response was lost is published once', async (t, page) => {
  const { blog, editor } = await publishUnheard(page)
  await editor.locator('.outbox').getByText('Only once').waitFor()
  // A reload in the middle: the post waits in the new page, too.
  wire.mend()
  await editor.reload()
  await whenAlive(editor)
  await editor.locator('.outbox').waitFor({ state: 'detached' })
  t.same(await timeline(editor), ['Only once'])
  t.same(await published(sql, blog), ['Only once'])
})

await browserTest(t, 'a post whose response was lost the day before is published once', async (t, page) => {
  const { blog, editor } = await publishUnheard(page)
  await editor.goto('about:blank')
  wire.mend()
  await editor.clock.install({ time: Date.now() + 13 * 60 * 60_000 })
  await editor.goto(`${wire.address}/desk/${blog}`)
  await editor.getByRole('button', { name: 'Send again' }).click()
  await editor.getByText('Published.').waitFor()
  t.same(await published(sql, blog), ['Only once'])
})

/** Counts the files that are kept on the device. */
const KEPT_FILES = `new Promise((resolve) => {
  indexedDB.open('desk').onsuccess = ({ target }) => {
    target.result.transaction('files').objectStore('files').count().onsuccess = ({ target }) => resolve(target.result)
  }
})`

await browserTest(t, 'pictures that have not arrived survive a reload, and arrive once', async (t, page) => {
  const { blog } = await newBlog()
  const editor = await desk.open(page, 'admin', blog)
  const stored = () => sql<{ Name: string }[]>`select name from meta_data where name like 'bridge%' order by id`
  const choose = async (...names: string[]) => {
    const buffer = await photograph()
    await editor.setInputFiles(
      'input[type=file]',
      names.map((name) => ({ name, mimeType: 'image/jpeg', buffer: Buffer.concat([buffer, Buffer.from(name)]) }))
    )
  }
  // The service gets the first one, but the page does not learn it.
  wire.loseResponses()
  await choose('bridge-north.jpg', 'bridge-south.jpg')
  await until(stored, ({ length }) => length === 1)
  wire.cut()
  await editor.getByLabel('Description of bridge-south.jpg').fill('The south ramp')
  await box(editor).fill('Both ramps are open')
  // Of a text that is gone: the page was closed before it could remove the file.
  await editor.evaluate(`new Promise((resolve) => {
    indexedDB.open('desk').onsuccess = ({ target }) => {
      const files = target.result.transaction('files', 'readwrite').objectStore('files')
      files.put(new File(['a'], 'gone.jpg'), 'gone').onsuccess = resolve
    }
  })`)
  await editor.goto('about:blank')
  wire.mend()
  await editor.goto(`${wire.address}/desk/${blog}`)
  await whenAlive(editor)
  await editor.locator('.pictures img').nth(1).waitFor()
  t.equal(await editor.getByLabel('Description of bridge-south.jpg').inputValue(), 'The south ramp')

  // A post whose pictures wait waits in the list, and through another reload.
  wire.cut()
  await choose('bridge-east.jpg')
  await box(editor).press('Control+Enter')
  await editor.locator('.outbox').getByText('Its files are sent first').waitFor()
  t.same(await violationsIn(editor), [], 'while pictures wait')
  await editor.goto('about:blank')
  wire.mend()
  await editor.goto(`${wire.address}/desk/${blog}`)
  const texts = await until(
    () => published(sql, blog),
    ({ length }) => length > 0
  )
  t.same(texts, ['Both ramps are openThe south ramp'])
  const names = (await stored()).map(({ Name }) => Name)
  t.same(names, ['bridge-north.jpg', 'bridge-south.jpg', 'bridge-east.jpg'])
  await editor.locator('.outbox').waitFor({ state: 'detached' })
  t.equal(await editor.locator('main .item img').count(), 3)
  await until(
    () => editor.evaluate(KEPT_FILES),
    (count) => count === 0
  )
})

await browserTest(t, 'where the browser keeps no files, pictures are sent, and lost ones named', async (t, page) => {
  const { blog } = await newBlog()
  const editor = await desk.open(page, 'admin', blog)
  await editor.addInitScript(`Object.defineProperty(window, 'indexedDB', { get() { throw new Error('private') } })`)
  await editor.reload()
  await whenAlive(editor)
  const file = { name: 'quay.jpg', mimeType: 'image/jpeg', buffer: await photograph() }
  await editor.setInputFiles('input[type=file]', file)
  await editor.locator('.pictures img').waitFor()
  wire.cut()
  await editor.setInputFiles('input[type=file]', { ...file, name: 'ship.jpg' })
  await box(editor).fill('At the quay')
  wire.mend()
  await editor.goto(`${wire.address}/desk/${blog}`)
  const lost = 'This file has not arrived, and the page has lost it. Remove it, and choose it again.'
  await editor.locator('.pictures').getByText(lost, { exact: true }).waitFor()
  await box(editor).press('Control+Enter')
  await editor.locator('.composer > .error').getByText(`ship.jpg: ${lost}`, { exact: true }).waitFor()
  await editor.getByRole('button', { name: 'Remove ship.jpg' }).click()
  await box(editor).press('Control+Enter')
  await editor.getByText('Published.').waitFor()
  t.same(await published(sql, blog), ['At the quay'])
})

await browserTest(t, 'a text survives a reload, and two pages never mix their texts', async (t, page) => {
  const { blog, send } = await newBlog()
  await send(true, 'Pedestrians now, then buses.')
  const one = await desk.open(page, 'admin', blog)
  const other = await one.context().newPage()
  await other.goto(`${wire.address}/desk/${blog}`)
  await whenAlive(other)
  await box(one).fill('Text of one page')
  await box(other).fill('Text of the other')
  await one.locator('main').getByRole('link', { name: 'Correct' }).click()
  await correction(one).fill('Text of a correction')
  await one.reload()
  await whenAlive(one)
  t.equal(await box(one).inputValue(), 'Text of one page')
  t.equal(await correction(one).inputValue(), 'Text of a correction')
  await other.reload()
  await whenAlive(other)
  t.equal(await box(other).inputValue(), 'Text of the other')
})

await browserTest(t, 'after the session has ended, a login in place sends what was written', async (t, page) => {
  const { blog } = await newBlog()
  const editor = await desk.open(page, 'admin', blog)
  await box(editor).fill('Written before the login')
  await sql`delete from sessions`
  await box(editor).press('Control+Enter')
  await editor.getByRole('heading', { name: 'Log in again' }).waitFor()
  t.same(await published(sql, blog), [])
  await editor.getByLabel('User name').fill('admin')
  await editor.getByLabel('Password').fill('wrong password')
  await editor.getByRole('button', { name: 'Log in' }).click()
  await editor.getByText('The name or the password is wrong.', { exact: true }).waitFor()
  t.same(await violationsIn(editor), [], 'without a session')
  for (const [status, text] of [
    [429, 'Too many attempts. Try again in fifteen minutes.'],
    [503, 'There is no connection. Try again.']
  ] as const) {
    await editor.route('**/login', (route) => route.fulfill({ status }), { times: 1 })
    await editor.getByRole('button', { name: 'Log in' }).click()
    await editor.getByText(text, { exact: true }).waitFor()
  }
  // The page asks for changes again, and gets no answer.
  await editor.route('**/Post.json?*', () => {})
  await editor.getByLabel('Password').fill(ADMIN_PASSWORD)
  await editor.getByRole('button', { name: 'Log in' }).click()
  await editor.getByText('Published.').waitFor()
  t.same(await published(sql, blog), ['Written before the login'])
  t.same(await timeline(editor), ['Written before the login'])
})

await browserTest(t, 'after a login on another page, a page goes on and sends what waits', async (_t, page) => {
  const { blog } = await newBlog()
  const editor = await desk.open(page, 'admin', blog, { hasClock: true })
  await box(editor).fill('Waits for another page')
  await sql`delete from sessions`
  const file = { name: 'ramp.jpg', mimeType: 'image/jpeg', buffer: await photograph() }
  await editor.setInputFiles('input[type=file]', file)
  await box(editor).press('Control+Enter')
  await editor.getByRole('heading', { name: 'Log in again' }).waitFor()
  await logIn(await editor.context().newPage(), wire.address, '/desk/profile')
  await inTime(
    [editor],
    () => published(sql, blog),
    (posts) => posts.length === 1
  )
  await editor.getByRole('heading', { name: 'Log in again' }).waitFor({ state: 'hidden' })
})

await browserTest(t, 'a page says that its session has ended before anything is sent', async (t, page) => {
  const { blog } = await newBlog()
  const editor = await desk.open(page, 'admin', blog, { hasClock: true })
  await box(editor).fill('Tomorrow')
  await editor.getByRole('button', { name: 'Later…' }).click()
  await editor.getByRole('dialog').waitFor()
  await sql`delete from sessions`
  const login = editor.getByRole('heading', { name: 'Log in again' })
  await inTime([editor], () => login.isVisible(), Boolean)
  await editor.getByLabel('User name').fill('admin')
  await editor.getByLabel('Password').fill(ADMIN_PASSWORD)
  await editor.getByRole('button', { name: 'Log in' }).click()
  await login.waitFor({ state: 'hidden' })
  t.notOk(await editor.getByRole('dialog').isVisible(), 'no dialog covers the box')
})

await browserTest(t, 'the archive leads to the login if the session has ended', async (_t, page) => {
  const { blog } = await newBlog()
  const editor = await desk.open(page, 'admin', blog)
  // The page learns it from this answer only.
  await editor.route('**/ImageData?*', (route) => route.fulfill({ status: 401, json: {} }))
  await editor.locator('#write [data-action=archive]').click()
  await editor.getByRole('heading', { name: 'Log in again' }).waitFor()
})

await browserTest(t, 'the login stays while the stream is open to everybody', async (t, page) => {
  const { blog, send } = await newBlog()
  const editor = await desk.open(page, 'folake', blog, { hasClock: true })
  wire.cut()
  await editor.getByText('No connection.').waitFor()
  await sql`delete from sessions where "user" = (select id from users where name = 'folake')`
  wire.mend()
  await box(editor).fill('Waits for a login')
  await box(editor).press('Control+Enter')
  await editor.getByLabel('Password').fill('half a pass')
  // Else, the next answer would end the session again before anybody sees it.
  await editor.route(/Published$|Presence$/, () => {})
  await send(true, 'By a colleague')
  await inTime([editor], () => editor.getByRole('button', { name: '1 new post by colleagues' }).isVisible(), Boolean)
  t.equal(await editor.getByLabel('Password').inputValue(), 'half a pass')
  t.match(await editor.locator('.outbox').innerText(), 'Waits until you have logged in.')
})

for (const [status, text] of [
  [400, 'No connection.'],
  [404, 'This blog no longer exists.']
] as const) {
  await browserTest(t, `a page goes on after a proxy has answered for the service: ${status}`, async (t, page) => {
    const { blog, send } = await newBlog()
    const editor = await desk.open(page, 'folake', blog, { hasClock: true })
    // The page must not make these requests before it is left.
    await editor.goto('about:blank')
    // The first two requests are for the stream and for a poll.
    await editor.route('**/Post.json?*', (route) => route.fulfill({ status }), { times: status === 400 ? 2 : 1 })
    await editor.goto(`${wire.address}/desk/${blog}`)
    await editor.getByText(text).waitFor()
    await send(true, 'By a colleague')
    await inTime([editor], () => editor.getByRole('button', { name: '1 new post by colleagues' }).isVisible(), Boolean)
    t.equal(await editor.getByText(text).count(), 0)
  })
}

await browserTest(t, 'two corrections of one post: the second editor sees both texts, and decides', async (t, page) => {
  const { blog, send } = await newBlog()
  const post = await send(true, 'Pedestrians now, then buses.')
  const one = await desk.open(page, 'admin', blog, { hasClock: true })
  const other = await desk.open(page, 'folake', blog)
  for (const editor of [one, other]) {
    await editor.locator('main').getByRole('link', { name: 'Correct' }).click()
    await editor.locator('.correction textarea').waitFor()
  }
  // Until the page knows of colleagues, it asks every ten seconds.
  await one.clock.runFor(10_000)
  await one.locator('.correction .notice').getByText('is correcting this').waitFor()
  await one.locator('.correction textarea').fill('Pedestrians first, then buses.')
  await one.locator('.correction textarea').press('Control+Enter')
  await one.getByText('Corrected.').waitFor()
  await other.locator('.correction textarea').fill('Pedestrians now, then trams.')
  let answer = () => {}
  const slow = new Promise<void>((resolve) => (answer = resolve))
  await other.route(`**/Post/${post}?*Editor*`, (route) => slow.then(() => route.continue()))
  await other.locator('.correction textarea').press('Control+Enter')
  await other.locator('.outbox').getByText('Is being sent…').waitFor()
  answer()

  const conflict = other.locator('.conflict')
  await conflict.waitFor()
  t.same(await violationsIn(other), [], 'with two texts')
  t.same(await published(sql, blog), ['Pedestrians first, then buses.'], 'nothing is overwritten')
  t.equal(await conflict.locator('h3').innerText(), 'Ada Min corrected this post while you did')
  t.same(await conflict.locator('h4').allInnerTexts(), ['Live now', 'Yours'])
  t.equal(await conflict.locator('h3 + p').innerText(), 'Nothing of yours is stored until you decide.')
  const heights = await conflict.locator('button').evaluateAll((all) => all.map((button) => button.clientHeight))
  t.equal(new Set(heights).size, 1, 'the buttons are equally high')
  t.same(await conflict.locator('ins').allInnerTexts(), ['first, ', 'trams.'])
  t.same(await conflict.locator('del').allInnerTexts(), ['now, ', 'buses.'])
  t.ok(await conflict.locator('h3').evaluate((heading) => heading === document.activeElement), 'the focus stays here')
  // A text that the editor gives up can be brought back.
  await conflict.getByRole('button', { name: 'Keep the other text' }).click()
  await other.getByText('The other text stays.', { exact: true }).waitFor()
  await other.locator('.toast').getByRole('button', { name: 'Bring it back' }).click()
  await conflict.getByRole('button', { name: 'Edit both in one box' }).click()
  await other.locator('.correction textarea').fill('Pedestrians first, then trams.')
  await other.locator('.correction textarea').press('Control+Enter')
  const merged = 'Pedestrians first, then trams.'
  await until(
    () => published(sql, blog),
    ([text]) => text === merged
  )
  await one.locator(`#post-${post}`).getByText(merged).waitFor()
  t.same(await timeline(other), [merged])
})

await browserTest(t, 'a pin by a colleague is not a conflict', async (t, page) => {
  const { blog, send } = await newBlog()
  await send(true, 'The bridge is open.')
  const one = await desk.open(page, 'admin', blog)
  const other = await desk.open(page, 'folake', blog)
  await one.locator('main').getByRole('link', { name: 'Correct' }).click()
  await other.locator('main').getByRole('button', { name: 'Pin' }).click()
  await other.getByText('Pinned above all others.').waitFor()
  await one.locator('.correction textarea').fill('The bridge is open again.')
  await one.locator('.correction textarea').press('Control+Enter')
  await one.getByText('Corrected.').waitFor()
  t.same(await published(sql, blog), ['The bridge is open again.'])
})

await browserTest(t, 'nobody publishes words that have changed since they saw them', async (t, page) => {
  const { blog, send } = await newBlog()
  const editor = await desk.open(page, 'admin', blog)
  const change = () => sql`update posts set content = content || ' (unseen)', updated_on = now() where blog = ${blog}`
  const isRefused = async (state: string) => {
    const faster = /A colleague was faster: this post has changed/
    await editor.locator('.toast', { hasText: faster }).getByRole('button', { name: 'Close' }).click()
    const open = await sql`select id from posts where blog = ${blog} and (is_published or publish_on is not null)`
    t.equal(open.length, 0, state)
  }

  await send(true, 'Withdrawn')
  await editor.locator('main').getByRole('button', { name: 'Withdraw' }).click()
  const undo = editor.locator('.toast', { hasText: 'Withdrawn.' }).getByRole('button', { name: 'Undo' })
  await undo.waitFor()
  await change()
  await undo.click()
  await isRefused('published again')

  await editor.locator('.side [data-value=drafts]').click()
  await editor.locator('.item').getByRole('button', { name: 'Later…' }).click()
  await change()
  await editor.locator('dialog input').fill(new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 16))
  await editor.getByRole('button', { name: 'Publish at this time' }).click()
  await isRefused('planned')

  await editor.route('**/Publish', (route) => route.abort())
  await editor.locator('main').getByRole('link', { name: 'Open' }).click()
  await editor.locator('.correction textarea').fill('Corrected')
  await editor.locator('.correction').getByRole('button', { name: 'Publish' }).click()
  await editor.locator('.outbox').waitFor()
  await change()
  await editor.unroute('**/Publish')
  await isRefused('corrected and published')
})

await browserTest(t, 'through an evening in which everything fails, nothing is lost or doubled', async (t, page) => {
  const { blog } = await newBlog()
  const replica = await startReplica()
  wire.mend(replica.address)
  const people = [
    await desk.open(page, 'naama', blog, { ...PHONE, hasClock: true }),
    await desk.open(page, 'admin', blog, { hasClock: true }),
    await desk.open(page, 'folake', blog, { hasClock: true })
  ] as const
  const [reporter, editor, colleague] = people
  await page.clock.install()
  await page.goto(`${wire.address}/live/${blog}`)
  const inDatabase = (count: number) =>
    inTime(
      people,
      () => published(sql, blog),
      ({ length }) => length === count
    )

  const file = { name: 'quay.jpg', mimeType: 'image/jpeg', buffer: await photograph() }
  await reporter.setInputFiles('input[type=file]', file)
  await box(reporter).fill('Crowds at the quay')
  await reporter.getByRole('button', { name: 'Hand in' }).click()
  await editor.locator('.beside .item').getByRole('button', { name: 'Publish' }).click()
  await inDatabase(1)

  // The service restarts: the only replica that the wire leads to ends, and another one takes its place.
  wire.cut()
  await replica.close()
  for (const text of ['During the restart', 'Still restarting']) {
    await box(editor).fill(text)
    await box(editor).press('Control+Enter')
    await editor.locator('.outbox').getByText(text).waitFor()
  }
  const restarted = await startReplica()
  wire.mend(restarted.address)
  await inDatabase(3)

  await sql`delete from sessions where "user" = 1`
  await box(editor).fill('After the login')
  await box(editor).press('Control+Enter')
  await editor.getByLabel('User name').fill('admin')
  await editor.getByLabel('Password').fill(ADMIN_PASSWORD)
  await editor.getByRole('button', { name: 'Log in' }).click()
  await inDatabase(4)

  const arrived = colleague.getByRole('button', { name: '4 new posts by colleagues' })
  await inTime([colleague], () => arrived.isVisible(), Boolean)
  await arrived.click()
  for (const [person, text] of [
    [editor, 'After the login, twice'],
    [colleague, 'After the login, once']
  ] as const) {
    await person.locator('main .item', { hasText: 'After the login' }).getByRole('link', { name: 'Correct' }).click()
    await correction(person).fill(text)
  }
  await correction(editor).press('Control+Enter')
  await editor.getByText('Corrected.').waitFor()
  await correction(colleague).press('Control+Enter')
  await colleague.getByRole('button', { name: 'Replace it with mine' }).click()
  await colleague.getByText('Corrected.').waitFor()

  const ended = restarted.close()
  wire.mend(first)
  await ended
  await box(editor).fill('Good night')
  await box(editor).press('Control+Enter')
  const texts = await inDatabase(5)
  t.same(texts, ['Good night', 'After the login, once', 'Still restarting', 'During the restart', 'Crowds at the quay'])
  for (const person of people) {
    // Posts of colleagues wait behind a button, also those that arrive after it was clicked.
    const button = person.getByRole('button', { name: /new posts? by colleagues/ })
    const shown = async () => {
      if (await button.isVisible()) await button.click()
      return timeline(person)
    }
    await inTime([person], shown, (shown) => shown.join() === texts.join())
    t.equal(await person.locator('.outbox, .conflict').count(), 0)
  }
  const read = () => page.locator('.posts article .text').allInnerTexts()
  await inTime([page], read, (shown) => shown.map((text) => text.trim()).join() === texts.join())
  t.equal(await page.locator('.posts article img[src*="quay"], .posts article .text img').count(), 1)
})
