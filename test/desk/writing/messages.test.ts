/** The messages of the page of a blog, word for word, where people meet them. */
import type { Locator, Page } from 'playwright-core'
import t from 'tap'
import { browserTest } from '../../support/browser.ts'
import { deskOf } from '../../support/desk.ts'
import { build, numberFrom, until } from '../../support/index.ts'
import { newsroom } from '../../support/newsroom.ts'

const built = await build(t)
const { app, sql } = built
const address = await app.listen({ host: '127.0.0.1', port: 0 })
const desk = deskOf(built, address)

/** Waits for a single message other than the one before, and returns it. */
const messageIn = async (editor: Page, before?: string): Promise<string> => {
  const texts = () => editor.locator('.toast > span').allTextContents()
  const [text = ''] = await until(texts, ([one, ...others]) => one !== undefined && one !== before && !others.length)
  return text
}

const close = (editor: Page) => editor.locator('.toast').getByRole('button', { name: 'Close' }).click()

/** Uses a button, and takes back what it did. Returns what the page says about both. */
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
  const comment = await numberFrom(sql`
    insert into posts (blog, creator, content, commentator, comment_source)
    values (${blog}, 1, 'Well said.', 'Ann', 'embed') returning id`)
  await sql`insert into received_comments (client, blog, request, post) values ('192.0.2.9', ${blog}, '', ${comment})`
  const editor = await desk.open(page, 'admin', blog)
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
})
