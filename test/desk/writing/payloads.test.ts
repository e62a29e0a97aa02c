/** Markup that attacks does nothing on the page of a blog: not typed, not pasted, and not from colleagues. */
import type { Page } from 'playwright-core'
import t from 'tap'
import { browserTest } from '../../support/browser.ts'
import { whenAlive, openDesk, writeRich } from '../../support/desk.ts'
import { build, newsroom } from '../../support/index.ts'
import { settled, watch } from '../../pages/detector.ts'
import { payloads } from '../../pages/payloads.ts'

const all = Object.values(payloads).flat()
/** Some of each kind: the page makes markup safe by one function, which the test of typed payloads gives all. */
const some = all.filter((_payload, at) => at % 4 === 0)
/** Number of posts that arrive at a time. */
const POSTS = 40
/** Number of tabs that share the payloads, because each waits for the next frame after each payload. */
const TABS = 3

const built = await build(t, { CACHE_MB: '0' })
const { app, sql } = built
const service = await app.listen({ host: '127.0.0.1', port: 0 })

/** Chromium reports styles that the policy refuses even where they would have no effect. */
const STYLE = 'REFUSED style-src-attr inline'

/** Functions that the tests use in the pages. */
const IN_PAGE = `
  // The editor marks the elements that it adds.
  globalThis.inspectCopy = (root) => {
    const copy = root.cloneNode(true)
    for (const element of copy.querySelectorAll('*')) {
      if (/^ProseMirror-\\w+$/.test(element.className)) element.removeAttribute('class')
      for (const name of ['contenteditable', 'draggable']) element.removeAttribute(name)
    }
    return inspect(copy)
  }
  globalThis.inspectAll = (places) => [...document.querySelectorAll(places)].flatMap(inspectCopy)
  globalThis.settled = () => ${settled}`

/** Opens the page of a new blog, and those of others in further tabs. */
const opened = async (page: Page, count = 1) => {
  const { blog, insert } = await newsroom(built)
  const ids = await insert(POSTS + 1)
  const tabs = [page]
  while (tabs.length < count) tabs.push(await page.context().newPage())
  const noticed = await Promise.all(tabs.map((tab) => watch(tab, new URL(service).host)))
  await openDesk(page, service, blog)
  for (const tab of tabs.slice(1)) await tab.goto(`${service}/desk/${(await newsroom(built)).blog}`)
  for (const tab of tabs) {
    await whenAlive(tab)
    await tab.evaluate(IN_PAGE)
  }
  /** Returns the events that disturb the pages. */
  const disturbing = () => noticed.flat().filter(({ what }) => what !== STYLE)
  return { tabs, ids, disturbing }
}

/** Runs a script in one of the tabs for each payload, which returns the faults that it found. */
const forEach = async (tabs: readonly Page[], texts: readonly string[], script: string): Promise<unknown[]> => {
  const run = `(async (payloads) => {
    const problems = []
    for (const payload of payloads) {
      const found = await (${script})(payload)
      if (found.length > 0) problems.push([payload.slice(0, 200), found])
    }
    return problems
  })`
  const shares = tabs.map((_tab, index) => texts.filter((_text, at) => at % tabs.length === index))
  const found = tabs.map((tab, at) => tab.evaluate<unknown[]>(`${run}(${JSON.stringify(shares[at])})`))
  return (await Promise.all(found)).flat()
}

await browserTest(t, 'no payload that is typed runs in the preview', async (t, page) => {
  const { tabs, disturbing } = await opened(page, TABS)
  const found = await forEach(
    tabs,
    all,
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
  t.same(disturbing(), [])
})

await browserTest(t, 'no payload that is pasted runs in the editor, nor in the preview', async (t, page) => {
  const { tabs, disturbing } = await opened(page, TABS)
  for (const tab of tabs) await writeRich(tab)
  const found = await forEach(
    tabs,
    some,
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
  t.same(disturbing(), [])
})

await browserTest(t, 'no payload that a colleague sends runs when it arrives', async (t, page) => {
  const { ids, disturbing } = await opened(page)
  const [last = 0, ...posts] = ids
  for (let start = 0; start < some.length; start += POSTS) {
    const changed = posts.map((id, index) => ({ id, content: some[(start + index) % some.length] }))
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
  t.same(disturbing(), [])
})
