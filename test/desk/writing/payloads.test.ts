/** Markup that attacks does nothing on the page of a blog: not typed, not pasted, and not from colleagues. */
import type { Page } from 'playwright-core'
import t from 'tap'
import { browserTest, closeBrowser } from '../../support/browser.ts'
import { alive, openDesk, writeRich } from '../../support/desk.ts'
import { build } from '../../support/index.ts'
import { newsroom } from '../../support/newsroom.ts'
import { settled, watch } from '../../pages/detector.ts'
import { payloads } from '../../pages/payloads.ts'

const all = Object.values(payloads).flat()
/** Number of posts that arrive at a time. */
const POSTS = 40

const built = await build(t, { CACHE_MB: '0' })
const { app, sql } = built
const service = await app.listen({ host: '127.0.0.1', port: 0 })
t.teardown(closeBrowser)

/** Chromium reports styles that the policy refuses even where they would have no effect. */
const STYLE = 'REFUSED style-src-attr inline'

/** Returns what disturbs the page. */
const disturbing = (noticed: readonly { readonly what: string }[]) => noticed.filter(({ what }) => what !== STYLE)

/** Opens the page of a new blog. Returns what it notices. */
const opened = async (page: Page) => {
  const { blog, insert } = await newsroom(built)
  const ids = await insert(POSTS + 1)
  const noticed = await watch(page, new URL(service).host)
  await openDesk(page, service, blog)
  await alive(page)
  await page.evaluate(`
    // The editor marks what it adds.
    globalThis.inspectCopy = (root) => {
      const copy = root.cloneNode(true)
      for (const element of copy.querySelectorAll('*')) {
        if (/^ProseMirror-\\w+$/.test(element.className)) element.removeAttribute('class')
        for (const name of ['contenteditable', 'draggable']) element.removeAttribute(name)
      }
      return inspect(copy)
    }
    globalThis.inspectAll = (places) => [...document.querySelectorAll(places)].flatMap(inspectCopy)
    globalThis.settled = () => ${settled}`)
  return { noticed, ids }
}

/** Runs a script of the page for each payload, which returns what it found wrong. */
const forEach = (page: Page, script: string) =>
  page.evaluate(`(async (payloads) => {
    const problems = []
    for (const payload of payloads) {
      const found = await (${script})(payload)
      if (found.length > 0) problems.push([payload.slice(0, 200), found])
    }
    return problems
  })(${JSON.stringify(all)})`)

await browserTest(t, 'no payload that is typed runs in the preview', async (t, page) => {
  const { noticed } = await opened(page)
  const found = await forEach(
    page,
    `async (payload) => {
      const box = document.querySelector('#write textarea')
      box.value = 'before ' + payload
      box.dispatchEvent(new Event('input', { bubbles: true }))
      await settled()
      const preview = document.querySelector('.preview')
      return preview.textContent.includes('before') ? inspectAll('.preview .text') : ['no preview']
    }`
  )
  t.same(found, [])
  t.same(disturbing(noticed), [])
})

await browserTest(t, 'no payload that is pasted runs in the editor, nor in the preview', async (t, page) => {
  const { noticed } = await opened(page)
  await writeRich(page)
  const found = await forEach(
    page,
    `async (payload) => {
      const editor = document.querySelector('#write [contenteditable]')
      const data = new DataTransfer()
      data.setData('text/html', '<p>before</p>' + payload)
      data.setData('text/plain', 'before')
      getSelection().selectAllChildren(editor)
      await settled()
      editor.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
      await settled()
      return editor.textContent.includes('before')
        ? inspectAll('#write .ProseMirror, .preview .text')
        : ['nothing was pasted']
    }`
  )
  t.same(found, [])
  t.same(disturbing(noticed), [])
})

await browserTest(t, 'no payload that a colleague sends runs when it arrives', async (t, page) => {
  const { noticed, ids } = await opened(page)
  const [last = 0, ...posts] = ids
  for (let start = 0; start < all.length; start += POSTS) {
    const changed = posts.map((id, index) => ({ id, content: all[(start + index) % all.length] }))
    await sql`
      update posts set content = changed.content
      from jsonb_to_recordset(${JSON.stringify(changed)}::text::jsonb) as changed (id int, content text)
      where posts.id = changed.id`
    await sql`update posts set content = ${`until ${start}`} where id = ${last}`
    await page.locator('.item .content').getByText(`until ${start}`, { exact: true }).waitFor()
    await page.evaluate('settled()')
    t.same(await page.evaluate(`inspectAll('.item .content')`), [], `payloads ${start} and following are harmless`)
    t.equal(await page.locator('.item .content').count(), ids.length)
  }
  t.same(disturbing(noticed), [])
})
