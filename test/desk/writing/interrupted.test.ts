/** Somebody is in the middle of something while colleagues, the network or their own requests change the page. */
import type { Page } from 'playwright-core'
import t from 'tap'
import { browserTest, hold, rendered } from '../../support/browser.ts'
import { box, correction, deskOf, PHONE, published, timeline, whenAlive } from '../../support/desk.ts'
import { build, newsroom, publishIn, until } from '../../support/index.ts'
import { picture } from '../../support/media.ts'
import { wireTo } from '../../support/wires.ts'

const built = await build(t)
const { app, sql } = built
const address = await app.listen({ host: '127.0.0.1', port: 0 })
const desk = deskOf(built, address)

/** Inserts a post that a colleague has handed in. @returns its id */
const handIn = (blog: number, content: string) =>
  publishIn(sql, blog, content, { creator: 2, published_on: null, submitted_on: new Date() })

/** Opens the list of posts that wait for an editor. */
const openWaiting = async (page: Page, blog: number) => {
  const editor = await desk.open(page, 'admin', blog)
  await editor.locator('.side [data-value=submitted]').click()
  return editor
}

const correct = async (editor: Page, post: number | undefined) => {
  await editor.locator(`main #post-${post} [data-action=correct]`).click()
  await correction(editor).press('End')
}

/** Begins to correct a post that was handed in, while the requests that store it are held. */
const correctHeld = async (page: Page) => {
  const { blog } = await newsroom(built)
  const post = await handIn(blog, 'The hall')
  const editor = await openWaiting(page, blog)
  const letGo = await hold(editor, /Post\/\d+$/)
  await correct(editor, post)
  await editor.keyboard.type(' is')
  return { blog, post, editor, letGo }
}

/** Stores such a correction, and adds a word to it while it is on its way. */
const goOnCorrecting = async (page: Page) => {
  const { letGo, editor, ...held } = await correctHeld(page)
  await editor.keyboard.press('Control+Enter')
  await editor.keyboard.type(' full')
  letGo()
  await editor.locator('.toast', { hasText: 'Corrected and published.' }).waitFor()
  return { ...held, editor }
}

/** Returns the texts of the corrections that the page shows. */
const corrections = async (editor: Page) => {
  const boxes = await correction(editor).all()
  return Promise.all(boxes.map((box) => box.inputValue()))
}

await browserTest(t, 'words that are typed while their post disappears are no commands', async (t, page) => {
  const { blog, insert, remove } = await newsroom(built)
  const [first = 0, second = 0, third = 0] = await insert(3)
  const editor = await desk.open(page, 'admin', blog)
  await correct(editor, second)
  await editor.keyboard.type(', when ')
  await remove([second])
  // Somebody who goes on typing, however long the news takes.
  await until(async () => {
    await editor.keyboard.type('.')
    return correction(editor).count()
  }, 0)
  await editor.keyboard.type('the zoo opened at nine')
  t.same(await corrections(editor), [])
  t.equal(await box(editor).inputValue(), '')
  t.match(await editor.locator('.outbox').innerText(), 'post 2, when')
  // After a second without a key, letters are commands again.
  await editor.waitForTimeout(1100)
  await editor.locator(`main #post-${third}`).focus()
  await editor.keyboard.press('e')
  await until(() => corrections(editor), ['post 3'])
  await correction(editor).press('Control+Enter')
  await correction(editor).waitFor({ state: 'detached' })
  await editor.keyboard.press('j')
  await until(() => editor.evaluate(() => document.activeElement?.id), `post-${first}`)
})

await browserTest(t, 'a conflict leaves the cursor where somebody writes', async (t, page) => {
  const { blog, insert, edit } = await newsroom(built)
  const [post = 0] = await insert(1)
  const editor = await desk.open(page, 'admin', blog)
  const letGo = await hold(editor, /Post\/\d+$/)
  await correct(editor, post)
  await editor.keyboard.type(', mine')
  await edit([post], 'Theirs')
  await editor.keyboard.press('Control+Enter')
  await box(editor).click()
  await editor.keyboard.type('The ')
  letGo()
  await editor.locator('.conflict').waitFor()
  await editor.keyboard.type('next post')
  t.equal(await box(editor).inputValue(), 'The next post')
})

await browserTest(t, 'a post that has been moved leaves the cursor where somebody writes', async (t, page) => {
  const { blog, insert } = await newsroom(built)
  const [post = 0] = await insert(2)
  const editor = await desk.open(page, 'admin', blog)
  const letGo = await hold(editor, '**/Reorder*')
  await editor.locator(`main #post-${post}`).focus()
  await editor.keyboard.press('Alt+ArrowUp')
  await editor.keyboard.press('n')
  await editor.keyboard.type('The ')
  letGo()
  await editor.locator('.toast', { hasText: 'Moved.' }).waitFor()
  await editor.keyboard.type('next post')
  t.equal(await box(editor).inputValue(), 'The next post')
})

await browserTest(t, 'a post that is returned leaves the note on the next one open', async (t, page) => {
  const { blog } = await newsroom(built)
  const [first, second] = [await handIn(blog, 'First'), await handIn(blog, 'Second')]
  const editor = await openWaiting(page, blog)
  const letGo = await hold(editor, '**/Return')
  await editor.locator(`main #post-${first} [data-action=ask-return]`).click()
  await editor.locator('.return input').press('Enter')
  await editor.locator(`main #post-${second} [data-action=ask-return]`).click()
  const note = editor.locator(`main #post-${second} .return input`)
  await note.pressSequentially('Which ')
  letGo()
  await editor.locator('.toast', { hasText: 'Returned to its author.' }).waitFor()
  await editor.keyboard.type('source?')
  t.equal(await note.inputValue(), 'Which source?')
})

await browserTest(t, 'a note that was begun stays when a colleague publishes its post', async (t, page) => {
  const { blog } = await newsroom(built)
  const post = await handIn(blog, 'First')
  const editor = await openWaiting(page, blog)
  const note = editor.locator(`main #post-${post} .return input`)
  await editor.locator(`main #post-${post} [data-action=ask-return]`).click()
  await until(() => note.evaluate((field) => field === document.activeElement))
  await editor.keyboard.type('Which ')
  await sql`update posts set published_on = now(), submitted_on = null where id = ${post}`
  // Its badge goes once the page knows.
  await editor.locator(`main #post-${post} .badge.submitted`).waitFor({ state: 'detached' })
  await editor.keyboard.type('source?')
  t.equal(await note.inputValue(), 'Which source?')
  await note.press('Enter')
  await editor.locator('.toast.error').waitFor()
  t.equal(await note.inputValue(), 'Which source?')
  await editor.getByRole('button', { name: 'Cancel' }).click()
  await note.waitFor({ state: 'detached' })
})

await browserTest(t, 'a note that was begun stays while another post gets one, too', async (_t, page) => {
  const { blog } = await newsroom(built)
  const ids = [await handIn(blog, 'First'), await handIn(blog, 'Second')]
  const editor = await openWaiting(page, blog)
  const notes = ids.map((id) => editor.locator(`main #post-${id} .return input`))
  for (const [index, note] of notes.entries()) {
    await editor.locator(`main #post-${ids[index]} [data-action=ask-return]`).click()
    await until(() => note.evaluate((field) => field === document.activeElement))
    await editor.keyboard.type(`Note ${index}`)
  }
  for (const note of notes) await note.press('Enter')
  const stored = async () => {
    const rows = await sql<{ ReturnNote: string }[]>`select return_note from posts where id in ${sql(ids)} order by id`
    return rows.map(({ ReturnNote }) => ReturnNote)
  }
  await until(stored, ['Note 0', 'Note 1'])
  for (const note of notes) await note.waitFor({ state: 'detached' })
})

await browserTest(t, 'a post that no longer matches the filter stays while it is corrected', async (t, page) => {
  const { blog, insert, edit } = await newsroom(built)
  const [post = 0] = await insert(1)
  await sql`update posts set is_key_point = true where id = ${post}`
  const editor = await desk.open(page, 'admin', blog)
  await editor.getByLabel('State', { exact: true }).selectOption('key')
  await correct(editor, post)
  await editor.keyboard.type(', not')
  await sql`update posts set is_key_point = false where id = ${post}`
  // The page hears of changes in their order.
  const waiting = await handIn(blog, 'The ferry')
  await editor.locator('.beside').getByText('The ferry').waitFor()
  await editor.keyboard.type(' key')
  t.same(await corrections(editor), ['post 1, not key'])

  await editor.locator('.correction').getByRole('link', { name: 'Cancel' }).click()
  await editor.locator('.side [data-value=submitted]').click()
  await editor.getByLabel('State', { exact: true }).selectOption('')
  await editor.getByLabel('Search the posts').fill('ferry')
  await editor.keyboard.press('Enter')
  await correct(editor, waiting)
  await editor.keyboard.type(' is')
  await edit([waiting], 'The boat')
  await handIn(blog, 'The ferry is late')
  await editor.locator('main').getByText('The ferry is late').waitFor()
  await editor.keyboard.type(' away')
  t.same(await corrections(editor), ['The ferry is away'])
})

await browserTest(t, 'a post stays while it is corrected after its first words went out', async (t, page) => {
  const { post, editor } = await goOnCorrecting(page)
  await editor.keyboard.type(' again')
  t.same(await corrections(editor), ['The hall is full again'])

  await sql`update posts set content = 'Theirs', updated_on = now() where id = ${post}`
  await editor.keyboard.press('Control+Enter')
  await editor.getByRole('button', { name: 'Edit both in one box' }).click()
  await until(
    () => corrections(editor),
    ([text]) => text?.includes('The hall is full again') === true
  )
})

await browserTest(t, 'words that are added to a correction on its way are stored after it', async (t, page) => {
  const { blog, editor } = await goOnCorrecting(page)
  await editor.keyboard.press('Control+Enter')
  await correction(editor).waitFor({ state: 'detached' })
  t.same(await published(sql, blog), ['The hall is full'])
})

for (const [browser, script] of [
  ['Chromium', ''],
  ['Safari', 'delete Element.prototype.moveBefore']
] as const) {
  await browserTest(
    t,
    `a post that a colleague moves keeps the selection in the editor, ${browser}`,
    async (t, page) => {
      const { blog, insert, reorder } = await newsroom(built)
      const [oldest = 0, ...others] = await insert(4)
      const editor = await desk.open(page, 'admin', blog, { isRich: true })
      await editor.evaluate(script)
      await editor.locator('#write [contenteditable]').waitFor()
      await editor.locator(`main #post-${oldest} [data-action=correct]`).click()
      const text = editor.locator('.correction [contenteditable]')
      const move = async (moved: readonly number[]) => {
        await reorder(moved)
        await until(() => editor.locator('main .item').first().getAttribute('data-post'), String(moved.at(-1)))
      }
      await text.press('End')
      await editor.keyboard.type(', by')
      await move([oldest])
      await editor.keyboard.type(' letter')
      t.equal(await text.innerText(), 'post 1, by letter')
      await move(others)
      await editor.keyboard.press('Shift+Home')
      await move([oldest])
      await editor.keyboard.type('All of it')
      t.equal(await text.innerText(), 'All of it')
    }
  )
}

await browserTest(t, 'undo takes back the marks of a plain text, and the words before them', async (t, page) => {
  const { blog } = await newsroom(built)
  const editor = await desk.open(page, 'admin', blog)
  await box(editor).click()
  await editor.keyboard.type('The hall')
  await editor.keyboard.press('Control+Shift+ArrowLeft')
  await editor.locator('#write').getByRole('button', { name: 'Bold' }).click()
  t.equal(await box(editor).inputValue(), 'The <b>hall</b>')
  await editor.locator('#write').getByRole('button', { name: 'Italic' }).click()
  await editor.keyboard.type('is full')
  t.equal(await box(editor).inputValue(), 'The <b>hall</b><i>is full</i>')
  const texts: string[] = []
  while (texts.length < 50 && texts.at(-1) !== '') {
    await editor.keyboard.press('Control+z')
    texts.push(await box(editor).inputValue())
  }
  t.ok(texts.includes('The hall'), texts.join('; '))
  t.equal(texts.at(-1), '')
})

await browserTest(t, 'pictures go to the text whose archive is open, also while it is being read', async (t, page) => {
  const { blog, insert } = await newsroom(built)
  const [post] = await insert(1)
  const editor = await desk.open(page, 'admin', blog)
  const file = { name: 'tide.png', mimeType: 'image/png', buffer: await picture('png') }
  await editor.locator('#write input[type=file]').setInputFiles(file)
  await editor.getByRole('button', { name: 'Remove tide.png' }).waitFor()
  await editor.getByText('tide.png has arrived.').waitFor({ state: 'attached' })
  await editor.getByRole('button', { name: 'Remove tide.png' }).click()
  const dialog = editor.getByRole('dialog')
  await editor.locator('#write [data-action=archive]').click()
  await dialog.getByRole('button', { name: 'tide.png' }).waitFor()
  await dialog.getByRole('button', { name: 'Done' }).click()

  const letGo = await hold(editor, '**/Archive/ImageData?*')
  await correct(editor, post)
  await editor.locator('.correction [data-action=archive]').click()
  await dialog.getByText('One moment').waitFor()
  t.equal(await dialog.locator('.thumbnails button').count(), 0)
  letGo()
  await dialog.getByRole('button', { name: 'tide.png' }).click()
  await editor.locator('.correction .pictures li').waitFor({ state: 'attached' })
  t.equal(await editor.locator('#write .pictures li').count(), 0)
})

await browserTest(t, 'an answer to an earlier search of the archive replaces no later one', async (t, page) => {
  const { blog } = await newsroom(built)
  const editor = await desk.open(page, 'admin', blog)
  const dialog = editor.getByRole('dialog')
  await editor.locator('#write [data-action=archive]').click()
  await dialog.getByText('the newest first').waitFor()
  const letGo = await hold(editor, '**/Archive/ImageData?*name.inc=zebra*')
  await dialog.getByRole('searchbox').fill('zebra')
  await editor.keyboard.press('Enter')
  await dialog.getByRole('searchbox').fill('tide')
  await editor.keyboard.press('Enter')
  await until(() => dialog.locator('.thumbnails button').allInnerTexts(), ['tide.png'])
  const answered = editor.waitForResponse(/zebra/)
  letGo()
  await (await answered).finished()
  await rendered(editor)
  t.same(await dialog.locator('.thumbnails button').allInnerTexts(), ['tide.png'])
})

await browserTest(t, 'a text can be brought back for ten seconds, whatever else happens', async (t, page) => {
  const { blog, insert } = await newsroom(built)
  const [first, ...others] = await insert(6)
  for (const options of [{}, PHONE]) {
    const editor = await desk.open(page, 'admin', blog, options)
    await correct(editor, first)
    await editor.keyboard.type(', half of it')
    await editor.locator('.correction').getByRole('link', { name: 'Cancel' }).click()
    for (const post of others) {
      await editor.locator(`main #post-${post} [data-action=copy]`).evaluate((button: HTMLElement) => button.click())
      await editor.locator('.toast', { hasText: `/post/${post}` }).waitFor()
    }
    await editor.getByRole('button', { name: 'Bring it back' }).click()
    t.same(
      await until(
        () => corrections(editor),
        ({ length }) => length > 0
      ),
      ['post 1, half of it']
    )
  }
})

await browserTest(t, 'a message that arrives does not move the one at which the pointer is', async (t, page) => {
  const { blog, insert } = await newsroom(built)
  const [first = 0, second = 0] = await insert(2)
  const editor = await desk.open(page, 'admin', blog)
  await editor.locator(`main #post-${first} [data-action=mark-key]`).click()
  const undo = editor.locator('.toast', { hasText: 'post 1' }).getByRole('button', { name: 'Undo' })
  await undo.hover()
  await editor.locator(`main #post-${second} [data-action=mark-key]`).evaluate((button: HTMLElement) => button.click())
  await editor.locator('.toast', { hasText: 'post 2' }).waitFor()
  await editor.mouse.down()
  await editor.mouse.up()
  await editor.getByText('No longer a key point.').waitFor()
  t.same(await sql`select id from posts where blog = ${blog} and is_key_point`, [{ Id: second }])
})

await browserTest(t, 'a correction stays where it is on the screen while posts above it change', async (t, page) => {
  const { blog, insert, edit, reorder } = await newsroom(built)
  const [post = 0, above = 0, top = 0] = await insert(3)
  const editor = await desk.open(page, 'admin', blog)
  await correct(editor, post)
  const place = () => correction(editor).evaluate((box) => box.getBoundingClientRect().top)
  const before = await place()
  const stays = async () => t.ok(Math.abs((await place()) - before) < 2, `${before} to ${await place()}`)
  for (const changed of [above, top]) {
    await edit([changed], `changed ${changed} `.repeat(200))
    await editor.locator('main').getByText(`changed ${changed}`).first().waitFor()
    await rendered(editor)
    await stays()
  }
  await reorder([above])
  await until(() => editor.locator('main .item').first().getAttribute('data-post'), String(above))
  await stays()
})

await browserTest(t, 'comments that arrive move none of those that wait', async (t, page) => {
  const { blog } = await newsroom(built)
  const send = (content: string) => publishIn(sql, blog, content, { published_on: null, comment_source: 'embed' })
  await send('first')
  const editor = await desk.open(page, 'admin', blog)
  await editor.locator('.side [data-value=comments]').click()
  for (const comment of ['second', 'third']) {
    await send(comment)
    await editor.locator('main').getByText(comment).waitFor()
  }
  t.same(await timeline(editor), ['first', 'second', 'third'])
})

await browserTest(t, 'the second click of a double click meets nothing that came under it', async (t, page) => {
  const { blog, insert } = await newsroom(built)
  const [, second, third] = await insert(3)
  const editor = await desk.open(page, 'admin', blog)
  /** Clicks twice, the second time after the page shows the outcome. */
  const clickTwice = async (post: number | undefined, action: string, outcome: string) => {
    const button = editor.locator(`main #post-${post} [data-action=${action}]`)
    await button.hover()
    await editor.mouse.down()
    await editor.mouse.up()
    await editor.locator('.toast', { hasText: outcome }).waitFor()
    await rendered(editor)
    await editor.mouse.down({ clickCount: 2 })
    await editor.mouse.up({ clickCount: 2 })
    await rendered(editor)
  }
  await clickTwice(third, 'delete', 'Deleted.')
  await clickTwice(second, 'mark-key', 'Marked as a key point.')
  // A request of the second click would have been answered before this one.
  await editor.locator(`main #post-${second} [data-action=pin]`).click()
  await editor.getByText('Pinned above all others.').waitFor()
  t.equal((await timeline(editor)).length, 2)
  t.same(await sql`select id from posts where blog = ${blog} and is_key_point`, [{ Id: second }])
})

await browserTest(t, 'a post is published also while its words are being stored', async (t, page) => {
  const { blog, editor, letGo } = await correctHeld(page)
  await editor.keyboard.press('Control+s')
  await editor.keyboard.type(' full')
  await editor.keyboard.press('Control+Enter')
  letGo()
  await editor.locator('.toast', { hasText: 'Corrected and published.' }).waitFor()
  await correction(editor).waitFor({ state: 'detached' })
  t.same(await published(sql, blog), ['The hall is full'])
})

await browserTest(t, 'an action whose answer was lost is done once it is tried again', async (t, page) => {
  const { blog, insert } = await newsroom(built)
  await insert(1)
  const wire = await wireTo(t, address)
  const editor = await deskOf(built, wire.address).open(page, 'admin', blog)
  // The page hears nothing of what it has done.
  await editor.route('**/Post.json*', (route) => route.abort())
  await editor.reload()
  await whenAlive(editor)
  const press = (name: string) => editor.locator('main .item').getByRole('button', { name, exact: true }).click()
  const isDone = (text: string) => editor.locator('.toast', { hasText: text }).waitFor()
  const tryTwice = async (name: string, done: string) => {
    wire.loseResponses()
    // The message about the action before may still be there.
    const failed = editor.waitForEvent('requestfailed', (request) => request.method() === 'POST')
    await press(name)
    await failed
    await editor.locator('.toast', { hasText: 'There is no connection. Try again.' }).waitFor()
    wire.mend()
    await press(name)
    await isDone(done)
  }
  await tryTwice('Pin', 'Pinned above all others.')
  await press('Unpin')
  await isDone('No longer pinned.')
  // The same action on the changed post is another one.
  await press('Pin')
  await editor.locator('main .item').getByRole('button', { name: 'Unpin' }).waitFor()
  const pinned = await sql`select id from posts where blog = ${blog} and pinned_on is not null`
  t.equal(pinned.length, 1)
  await tryTwice('Withdraw', 'Withdrawn.')
  t.same(await published(sql, blog), [])
})
