/** The messages of the page of a blog, word for word, where people meet them. */
import type { Locator, Page } from 'playwright-core'
import t from 'tap'
import { browserTest, hold, rendered } from '../../support/browser.ts'
import { box, correction, deskOf, PHONE, published, writeRich } from '../../support/desk.ts'
import { golden, UUIDS } from '../../support/golden.ts'
import { ADMIN_PASSWORD, build, numberFrom, until, newsroom } from '../../support/index.ts'
import { picture as image } from '../../support/media.ts'

const built = await build(t, { UPLOAD_MB: '1' })
const { app, sql } = built
const address = await app.listen({ host: '127.0.0.1', port: 0 })
const desk = deskOf(built, address)

/** Waits for a single message other than the one before, and returns it. */
const messageIn = async (editor: Page, before?: string): Promise<string> => {
  const texts = () => editor.locator('.toast > span').allTextContents()
  const [text = ''] = await until(texts, ([one, ...others]) => one !== undefined && one !== before && !others.length)
  return text
}

/** Notes the requests of a page, but for those that it sends again and again: their addresses, bodies and headers. */
const requestsOf = (editor: Page): string[] => {
  const requests: string[] = []
  editor.on('request', (request) => {
    if (!['fetch', 'xhr'].includes(request.resourceType()) || /stream|Presence/.test(request.url())) return
    const headers = Object.entries(request.headers())
      .filter(([name]) => /^(?:accept|content-type|if-match|idempotency-key|x-.*)$/.test(name))
      .map(([name, value]) => `${name}: ${value.replace(UUIDS, 'uuid')}`)
    const path = request
      .url()
      .replace(address, '')
      .replace(/(?<=(?:Blog|Post)\/)\d+/g, 'N')
    const body = (request.postData() ?? '').replace(/(?<="PublishOn":")[^"]+/, 'time')
    requests.push([`${request.method()} ${path} ${body}`, ...headers].join('\n  '))
  })
  return requests
}

const close = (editor: Page) => editor.locator('.toast').getByRole('button', { name: 'Close' }).click()

/** Uses a button, and takes back its effect. Returns the messages of the page about both. */
const messagesOf = async (editor: Page, button: Locator): Promise<string[]> => {
  await button.click()
  const done = await messageIn(editor)
  await editor.locator('.toast').getByRole('button', { name: 'Undo' }).click()
  const undone = await messageIn(editor, done)
  await close(editor)
  return [done, undone]
}

/** As long as the words by which a message names a post. */
const DRAFT = 'My draft, '.padEnd(60, 'and so on ').trimEnd().padEnd(60, '!')

await browserTest(t, 'each action says what it has done, and what taking it back has done', async (t, page) => {
  const { blog, insert } = await newsroom(built)
  await insert(1, { content: `<p>A <b>bold</b></p><p>word, ${'and another '.repeat(5)}` })
  await sql`insert into posts (blog, creator, content, submitted_on) values (${blog}, 1, 'Handed in', now())`
  await sql`insert into posts (blog, creator, content) values (${blog}, 1, ${DRAFT})`
  await sql`
    insert into posts (blog, creator, content, publish_on) values (${blog}, 1, 'Planned', now() + interval '1 hour')`
  const comment = await numberFrom(sql`
    insert into posts (blog, creator, content, commentator, comment_source)
    values (${blog}, 1, 'Well said.', 'Ann', 'embed') returning id`)
  await sql`insert into received_comments (client, blog, request, post) values ('192.0.2.9', ${blog}, '', ${comment})`
  const editor = await desk.open(page, 'admin', blog)
  const requests = requestsOf(editor)
  const post = ' A bold word, and another and another and another and another…'
  for (const [panel, about, ...rows] of [
    [
      'timeline',
      post,
      ['Pin', 'Pinned above all others.', 'No longer pinned.'],
      ['Key point', 'Marked as a key point.', 'No longer a key point.'],
      ['Delete', 'Deleted. Readers no longer see it.', 'It is back.']
    ],
    ['submitted', ' Handed in', ['Take back', 'Taken back. It is in your drafts.', 'Handed in.']],
    ['later', ' Planned', ['Cancel the time', 'It stays a draft.', 'Planned.']],
    ['drafts', ` ${DRAFT}`, ['Delete', 'Deleted.', 'It is back.']],
    [
      'comments',
      ' Well said.',
      ['Reject', 'Deleted.', 'It is back.'],
      ['Block', 'Rejected. Its author cannot comment here for a day.', 'It is back, and its author may comment again.']
    ],
    ['drafts', ` ${DRAFT}`, ['Publish', 'Published.', 'Withdrawn. Readers no longer see it.']]
  ] as const) {
    await editor.locator(`.side [data-value=${panel}]`).click()
    for (const [name, ...messages] of rows) {
      const button = editor.locator('main .item').last().getByRole('button', { name, exact: true })
      t.same(
        await messagesOf(editor, button),
        messages.map((text) => text + about),
        name
      )
    }
  }

  await editor.locator('.side [data-value=timeline]').click()
  const filters = editor.locator('.filters')
  for (const filter of [
    () => filters.locator('[name=who]').selectOption('Mine'),
    () => filters.locator('[name=type]').selectOption('Quote'),
    () => filters.locator('[name=only]').selectOption('Pinned'),
    () =>
      filters
        .locator('[name=text]')
        .fill('100 %')
        .then(() => editor.keyboard.press('Enter'))
  ]) {
    const answered = editor.waitForResponse(/Post\/Published/)
    await filter()
    await answered
  }
  await golden(t, 'desk-requests.txt', Buffer.from(requests.map((text) => `${text}\n`).join('\n')))
})

await browserTest(t, 'what was written is taken back where the page says that it has arrived', async (t, page) => {
  const { blog } = await newsroom(built)
  await desk.invite('naama', blog)
  for (const [name, button, ...messages] of [
    ['naama', 'Hand in', 'Handed in.', 'Taken back. It is in your drafts.'],
    ['admin', 'Publish', 'Published.', 'Withdrawn. Readers no longer see it.']
  ] as const) {
    const editor = await desk.open(page, name, blog)
    await box(editor).fill('The mayor has won')
    const said = await messagesOf(editor, editor.locator('#write').getByRole('button', { name: button }).first())
    t.same(
      said,
      messages.map((text) => `${text} The mayor has won`)
    )
  }
})

await browserTest(t, 'on a phone, a thumb on its way to a message does not press the next one', async (t, page) => {
  const { blog } = await newsroom(built)
  const editor = await desk.open(page, 'admin', blog, PHONE)
  const publish = async (text: string) => {
    await box(editor).fill(text)
    await box(editor).press('Control+Enter')
    await editor.locator('.toast', { hasText: text }).waitFor()
  }
  await publish('One')
  const undo = editor.getByRole('button', { name: 'Undo' }).last()
  await undo.click({ trial: true })
  const { x = 0, y = 0 } = (await undo.boundingBox()) ?? {}
  const buttonThere = () =>
    editor.evaluate(([x, y]) => document.elementFromPoint(x, y)?.closest('button')?.textContent, [
      x + 9,
      y + 9
    ] as const)
  t.equal(await buttonThere(), 'Undo')
  const met = editor.evaluate(
    ([x, y]) =>
      new Promise((resolve) => {
        const look = () => resolve(document.elementFromPoint(x, y)?.closest('.toast, button')?.className)
        new MutationObserver(look).observe(document.querySelector('.notices') ?? document, { childList: true })
      }),
    [x + 9, y + 9] as const
  )
  await publish('Two')
  t.equal(await met, 'toast', 'no button yet')
  await until(buttonThere, 'Undo')
  t.same(await published(sql, blog), ['Two', 'One'])
})

await browserTest(t, 'an action that is refused says why, and not that it is done', async (t, page) => {
  const { blog, insert } = await newsroom(built)
  await insert(2)
  await sql`
    insert into posts (blog, creator, content, submitted_on, publish_on)
    values (${blog}, 2, 'Handed in', now(), null), (${blog}, 1, 'Planned', null, now() + interval '1 hour')`
  const editor = await desk.open(page, 'admin', blog)
  const posts = /\/Post\/\d+/
  const refuse = () =>
    editor.route(posts, (route) =>
      route.request().method() === 'GET' ? route.continue() : route.fulfill({ status: 409, json: {} })
    )
  const press = (name: string) => editor.locator('main .item').last().getByRole('button', { name, exact: true }).click()
  const undo = async (message: string) => {
    const toast = editor.locator('.toast', { hasText: message })
    await toast.waitFor()
    await refuse()
    await toast.getByRole('button', { name: 'Undo' }).click()
  }
  const refused = async (post = '') => {
    const text = `A colleague was faster: this post has changed. Check it, and try again. ${post}`
    await editor.locator('.toast', { hasText: text }).waitFor()
    t.same(await editor.locator('.toast > span').allTextContents(), [text])
    await close(editor)
  }
  await refuse()
  await press('Pin')
  await refused('post 1')
  await press('Delete')
  await refused('post 1')
  await press('Move up')
  await refused('post 1')
  await editor.locator('.side [data-value=submitted]').click()
  await press('Return…')
  await press('Return')
  await refused()
  await editor.unroute(posts)
  await editor.locator('.side [data-value=later]').click()
  await press('Cancel the time')
  await undo('It stays a draft.')
  await refused('Planned')
  await editor.unroute(posts)
  await editor.locator('.side [data-value=timeline]').click()
  await editor.locator('main .item').last().getByRole('link', { name: 'Correct' }).click()
  await correction(editor).fill('Corrected')
  await correction(editor).press('Control+Enter')
  await undo('Corrected.')
  await refused('Corrected')
})

const NOT_DONE = 'This was not done: your session has ended. Log in at the lower edge, and try again.'

await browserTest(t, 'what cannot be taken back now can be taken back later', async (_t, page) => {
  const { blog, insert } = await newsroom(built)
  await insert(3)
  const editor = await desk.open(page, 'admin', blog, { hasClock: true })
  const item = editor.locator('main .item').first()
  const press = (name: string) => item.getByRole('button', { name, exact: true }).click()
  const correct = async () => {
    await item.getByRole('link', { name: 'Correct' }).click()
    await correction(editor).fill('Corrected')
    await correction(editor).press('Control+Enter')
  }
  const toast = editor.locator('.toast')
  for (const act of [() => press('Delete'), () => press('Withdraw'), () => press('Move down'), correct]) {
    await act()
    await editor.route(/\/Post\/\d+/, (route) =>
      route.request().method() === 'GET' ? route.continue() : route.fulfill({ status: 503, json: {} })
    )
    await toast.getByRole('button', { name: 'Undo' }).click()
    const refused = toast.filter({ hasText: 'The service is busy. Try again in a minute.' })
    await refused.waitFor()
    await editor.clock.runFor(30_000)
    await editor.unroute(/\/Post\/\d+/)
    await refused.getByRole('button', { name: 'Undo' }).click()
    await until(() => published(sql, blog), ['post 3', 'post 2', 'post 1'])
    await refused.waitFor({ state: 'detached' })
    await editor.clock.runFor(15_000)
  }
  await press('Delete')
  await toast.waitFor()
  await sql`delete from sessions where "user" = 1`
  await toast.getByRole('button', { name: 'Undo' }).click()
  await toast.filter({ hasText: `${NOT_DONE} post 3` }).waitFor()
  await editor.getByLabel('User name').fill('admin')
  await editor.getByLabel('Password').fill(ADMIN_PASSWORD)
  await editor.getByRole('button', { name: 'Log in' }).click()
  await editor.locator('.login').waitFor({ state: 'detached' })
  await toast.getByRole('button', { name: 'Undo' }).click()
  await until(() => published(sql, blog), ['post 3', 'post 2', 'post 1'])
})

await browserTest(
  t,
  'an action for which the session has ended was not done, and the page says so',
  async (t, page) => {
    const { blog, insert } = await newsroom(built)
    await insert(1)
    for (const options of [{}, PHONE]) {
      const editor = await desk.open(page, 'admin', blog, options)
      await sql`delete from sessions where "user" = 1`
      // The login may cover it by now.
      await editor.getByRole('button', { name: 'Withdraw' }).evaluate((button: HTMLElement) => button.click())
      t.equal(await messageIn(editor), `${NOT_DONE} post 1`)
      await editor.locator('.login').waitFor()
      // The login does not cover the message.
      await editor.getByRole('button', { name: 'Close' }).click()
    }
  }
)

await browserTest(t, 'an action that is on its way is not sent again', async (t, page) => {
  const { blog, insert } = await newsroom(built)
  await insert(1)
  const editor = await desk.open(page, 'admin', blog)
  let requests = 0
  editor.on('request', (request) => (requests += Number(request.url().endsWith('/Pin'))))
  const letGo = await hold(editor, '**/Pin')
  const pin = editor.getByRole('button', { name: 'Pin' })
  await pin.click()
  await pin.click()
  await rendered(editor)
  letGo()
  t.equal(await messageIn(editor), 'Pinned above all others. post 1')
  t.equal(requests, 1)
  await editor.getByRole('button', { name: 'Unpin' }).click()
  await editor.getByText('No longer pinned.').waitFor()
})

await browserTest(
  t,
  'a message names its post, also if the page hears of the deletion before the answer',
  async (t, page) => {
    const { blog, insert } = await newsroom(built)
    await insert(1)
    const editor = await desk.open(page, 'admin', blog)
    const item = editor.locator('main .item')
    await editor.route('**/Post/*', async (route) => {
      await sql`update posts set deleted_on = now() where blog = ${blog}`
      await item.waitFor({ state: 'detached' })
      await route.continue()
    })
    await item.getByRole('button', { name: 'Delete' }).click()
    t.equal(await messageIn(editor), 'Deleted. Readers no longer see it. post 1')
  }
)

await browserTest(t, 'the page says what becomes of a correction', async (t, page) => {
  const { blog, insert } = await newsroom(built)
  const [post = 0] = await insert(1)
  const editor = await desk.open(page, 'admin', blog)
  const requests = requestsOf(editor)
  const item = editor.locator('main .item')
  const begin = () => item.getByRole('link', { name: 'Correct' }).click()
  const reasons = () => editor.locator('main .error').allInnerTexts()
  await begin()
  await correction(editor).fill(' ')
  await correction(editor).press('Control+Enter')
  await until(reasons, ['A post needs a text. Delete it instead.'])
  await correction(editor).fill('Other')
  await correction(editor).press('Control+s')
  t.equal(await messageIn(editor), 'Kept on this device. “Store correction” shows it to readers. ')
  await close(editor)
  await item.getByRole('link', { name: 'Cancel' }).click()
  await item.and(editor.locator(':focus')).waitFor()
  t.equal(await messageIn(editor), 'Your correction is not stored. ')
  await editor.locator('.toast').getByRole('button', { name: 'Bring it back' }).click()
  t.equal(await correction(editor).inputValue(), 'Other')
  t.same(await messagesOf(editor, item.getByRole('button', { name: 'Store correction' })), [
    'Corrected. Other',
    'The text is as it was before. post 1'
  ])

  // A colleague deletes the post meanwhile.
  await begin()
  await correction(editor).fill('Without a post')
  await sql`update posts set deleted_on = now() where id = ${post}`
  const gone = 'This post was deleted while you corrected it. “Edit” brings your text into the box above.'
  await until(reasons, [gone])
  await box(editor).fill('Something else')
  await editor.locator('.outbox').getByRole('button', { name: 'Edit' }).click()
  await until(reasons, ['Send or keep the text in the box first.', gone])
  await editor.locator('.outbox').getByRole('button', { name: 'Discard' }).click()
  t.equal(await messageIn(editor), 'Discarded. ')
  await editor.locator('.toast').getByRole('button', { name: 'Bring it back' }).click()
  await box(editor).fill('')
  await editor.locator('.outbox').getByRole('button', { name: 'Edit' }).click()
  await until(() => box(editor).inputValue(), 'Without a post')
  await golden(t, 'desk-requests-of-corrections.txt', Buffer.from(requests.map((text) => `${text}\n`).join('\n')))
})

await browserTest(t, 'the page says why it does not take a text or pictures', async (t, page) => {
  const { blog } = await newsroom(built)
  const editor = await desk.open(page, 'admin', blog)
  const reasons = () => editor.locator('#write .error').allInnerTexts()
  await editor.locator('.types').getByText('Picture', { exact: true }).click()
  await box(editor).fill('Look')
  await box(editor).press('Control+Enter')
  await until(reasons, ['This has no picture yet. Add one, or choose “Text” above.'])
  await editor.getByRole('button', { name: 'Keep as draft' }).click()
  t.equal(await messageIn(editor), 'Kept as a draft. Look', 'a draft may do without')
  await close(editor)
  await editor.locator('.types').getByText('Text', { exact: true }).click()
  await box(editor).fill('x'.repeat(65_536))
  await box(editor).press('Control+Enter')
  await until(reasons, ['This is 1 character too long. Shorten it, or make two posts.', '1 character too long'])
  await box(editor).fill('x'.repeat(65_535))
  await editor.getByText('0 characters left').waitFor()
  await box(editor).press('Control+Enter')
  t.equal(await messageIn(editor), `Published. ${'x'.repeat(60)}…`)
  await close(editor)

  const small = { name: 'a.png', mimeType: 'image/png', buffer: await image('png') }
  const choose = (files: readonly (typeof small)[]) => editor.setInputFiles('#write input[type=file]', [...files])
  const megabyte = Buffer.alloc(1024 * 1024)
  await choose([
    { ...small, buffer: Buffer.concat([megabyte, megabyte]) },
    { ...small, name: 'a.pdf', mimeType: 'application/pdf' },
    { ...small, buffer: megabyte }
  ])
  await until(reasons, [
    'This file is too large. Choose a smaller copy. Files may have at most 1 MB.',
    'Not all browsers show this file. Save a picture as JPEG or PNG, sound as MP3, video as MP4, and choose that.',
    'Not all browsers show this file. Save a picture as JPEG or PNG, sound as MP3, video as MP4, and choose that.'
  ])
  await choose(Array.from({ length: 18 }, () => small))
  t.equal(await messageIn(editor), 'A post can have 20 files. ')
  t.equal(await editor.locator('#write .pictures > li').count(), 20)
  await close(editor)
  await until(() => editor.locator('#write progress').count(), 0)
  await editor.getByRole('button', { name: 'Archive' }).click()
  await editor.locator('.thumbnails button[aria-pressed=false]').first().click()
  await until(() => editor.locator('dialog .error').allInnerTexts(), ['A post can have 20 files.'])
})

await browserTest(t, 'the page says what the browser does not let it do', async (t, page) => {
  const { blog, insert } = await newsroom(built)
  const [post = 0] = await insert(1)
  const editor = await desk.open(page, 'admin', blog)
  const copy = editor.getByRole('button', { name: 'Copy link' })
  await editor.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await copy.click()
  t.equal(await messageIn(editor), 'Link copied. ')
  t.equal(await editor.evaluate('navigator.clipboard.readText()'), `${address}/live/${blog}/post/${post}`)
  await close(editor)
  await editor.evaluate(`navigator.clipboard.writeText = () => Promise.reject(new Error('not allowed'))`)
  await copy.click()
  t.equal(await messageIn(editor), `${address}/live/${blog}/post/${post} `)
  await close(editor)

  await editor.route(/rich/, (route) => route.abort())
  await editor.getByRole('button', { name: 'Rich text' }).click()
  t.equal(await messageIn(editor), 'The editor could not be loaded. You can write plain text. ')
  await box(editor).waitFor()
  await editor.unroute(/rich/)
  await writeRich(editor)

  await editor.addInitScript(`Object.defineProperty(window, 'isSecureContext', { get: () => false })`)
  await editor.reload()
  t.equal(
    await editor.locator('main > :first-child').evaluate(({ outerHTML }) => outerHTML),
    '<p class="notice wait">' +
      'This page is not opened over HTTPS, so only its plain forms work. Ask for an address with https.</p>'
  )
})

await browserTest(
  t,
  'a message waits for somebody who is at its button, and for a page that nobody sees',
  async (t, page) => {
    const { blog, insert } = await newsroom(built)
    await insert(1)
    const editor = await desk.open(page, 'admin', blog, { hasClock: true })
    await editor.getByRole('button', { name: 'Pin', exact: true }).click()
    const undo = editor.locator('.toast').getByRole('button', { name: 'Undo' })
    await undo.focus()
    await editor.clock.runFor(35_000)
    await undo.press('Enter')
    await editor.locator('.toast', { hasText: 'No longer pinned.' }).waitFor()
    await editor.evaluate(`Object.defineProperty(document, 'hidden', { value: true, configurable: true })`)
    await editor.clock.runFor(35_000)
    t.equal(await editor.locator('.toast').count(), 1)
    await editor.evaluate('delete document.hidden')
    await editor.clock.runFor(11_000)
    await editor.locator('.toast').waitFor({ state: 'detached' })
  }
)
