/** People write with the editor for rich text, in a real browser. */
import { readFile } from 'node:fs/promises'
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import type { Page } from 'playwright-core'
import t from 'tap'
import { markupOf, textOf } from '../../../plugins/desk/view/content.ts'
import { ALLOWED_ELEMENTS } from '../../../plugins/pages/allowed-markup.ts'
import { sanitise } from '../../../plugins/pages/markup.tsx'
import { violationsIn } from '../../support/axe.ts'
import { browserTest, rendered } from '../../support/browser.ts'
import { deskOf, openDesk, writeRich } from '../../support/desk.ts'
import { golden } from '../../support/golden.ts'
import { addLiveBlog, build, publishIn, until } from '../../support/index.ts'
import { root } from '../../support/root.ts'

const built = await build(t)
const { app, sql } = built
const service = await app.listen({ host: '127.0.0.1', port: 0 })

const Blog = await addLiveBlog(sql, 'Rich', { language: 3 })
const newest = async () => {
  const [row] = await sql<
    { Content: string }[]
  >`select content from posts where blog = ${Blog} order by id desc limit 1`
  return row?.Content
}
const stored = (content: string) => until(newest, (text) => text === content)
const box = (page: Page) => page.locator('#write [contenteditable]')

t.test('the script of the page is small, and the editor is only loaded by those who want it', async (t) => {
  const sizeOf = async (name: string) =>
    gzipSync(await readFile(`${root}/dist/plugins/desk/browser/${name}.js`), { level: 9 }).length / 1024
  const [desk, rich] = [await sizeOf('desk'), await sizeOf('rich')]
  t.ok(desk <= 40, `${desk.toFixed(1)} KB without the editor`)
  t.ok(desk + rich <= 120, `${(desk + rich).toFixed(1)} KB with it`)
})

await browserTest(t, 'with a mouse, the page begins with the editor, and the cursor is in it', async (t, page) => {
  const own = await deskOf(built, service).open(page, 'admin', Blog, { isRich: true })
  // As in Safari 16.
  await own.evaluate('delete URL.canParse')
  await own.locator('#write [lang=fr]:focus').waitFor()
  await own.keyboard.type('Results: https://a.example/?b&c, said twice.')
  await own.locator('.preview a').waitFor()
  await own.keyboard.press('Control+Enter')
  const link = '<a href="https://a.example/?b&amp;c">https://a.example/?b&amp;c</a>'
  t.ok(await stored(`Results: ${link}, said twice.`), String(await newest()))
})

await browserTest(t, 'somebody writes with marks, a list and a link, by keys only', async (t, page) => {
  const problems: string[] = []
  page.on('pageerror', ({ message }) => problems.push(message))
  page.on('console', (message) => {
    if (/Content Security Policy|ProseMirror/.test(message.text())) problems.push(message.text())
  })
  await openDesk(page, service, Blog)
  await writeRich(page)
  await page.waitForFunction(`document.activeElement.getAttribute('role') === 'textbox'`)
  t.equal(await box(page).getAttribute('aria-multiline'), 'true')
  t.equal(await box(page).getAttribute('aria-label'), 'Text of the post')
  await page.keyboard.type('The ')
  await page.keyboard.press('Control+b')
  await page.keyboard.type('quay')
  t.equal(await page.getByRole('button', { name: 'Bold' }).getAttribute('aria-pressed'), 'true')
  await page.keyboard.press('Control+b')
  await page.keyboard.type(' at ')
  await page.keyboard.press('Control+k')
  await page.keyboard.type('javascript:alert(1)')
  await page.keyboard.press('Enter')
  t.equal(
    await page.locator('.link-field [role=alert]').textContent(),
    'Only web and e-mail addresses: https://… or name@example.org'
  )
  t.same(await page.locator('.link-field button').allInnerTexts(), ['Set link', 'Remove link', 'Cancel'])
  const tools = page.getByRole('toolbar', { name: 'Marks', exact: true }).getByRole('button')
  t.same(
    await tools.evaluateAll((all) =>
      all.map((one) => [one.ariaLabel, one.getAttribute('title'), one.textContent].join())
    ),
    [
      'Bold,Bold (Ctrl+B),B',
      'Italic,Italic (Ctrl+I),I',
      'Link,Link (Ctrl+K),Link',
      'Heading,Heading,Heading',
      'List,List,List',
      'Numbered list,Numbered list,Numbered',
      'Quotation,Quotation,“ ”'
    ]
  )
  t.same(await violationsIn(page), [])
  await page.getByLabel('Address of the link').fill('news.example/quay')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  // From the text to the toolbar, and along it.
  await page.keyboard.press('Shift+Tab')
  t.equal(await page.evaluate('document.activeElement.ariaLabel'), 'Bold')
  for (let step = 0; step < 4; step += 1) await page.keyboard.press('ArrowRight')
  t.equal(await page.evaluate('document.activeElement.ariaLabel'), 'List')
  await page.keyboard.press('Enter')
  await page.keyboard.type('one')
  await page.keyboard.press('Enter')
  await page.keyboard.type('two too many')
  await page.keyboard.press('Control+z')
  await page.keyboard.press('Control+Shift+z')
  await page.keyboard.press('Control+Enter')
  const link = 'https://news.example/quay'
  const rel = 'rel="nofollow noopener noreferrer"'
  t.ok(
    await stored(
      `<p>The <b>quay</b> at <a href="${link}" ${rel}>${link}</a></p><ul><li>one</li><li>two too many</li></ul>`
    ),
    String(await newest())
  )
  await page.locator('.ProseMirror.empty:focus').waitFor()
  t.pass('the box is empty, and has the cursor')
  await page.keyboard.type('Next')
  await page.keyboard.press('Control+s')
  t.ok(await stored('Next'))
  t.same(problems, [], 'nothing is refused by the Content-Security-Policy')
})

await browserTest(t, 'the text goes from one editor to the other and survives a reload', async (t, page) => {
  await openDesk(page, service, Blog)
  const text = 'One & <b>two</b> < 3 > 2\n\nSecond\nline &lt;i&gt;'
  await page.locator('#write textarea').fill(text)
  await writeRich(page)
  await page.locator('#write [contenteditable]').press('End')
  await page.keyboard.type('!')
  await page.locator('.kept time').waitFor()
  await page.reload()
  await box(page).waitFor()
  t.match(await box(page).innerText(), /line <i>!/, 'the page remembers the text and the editor')
  await page.getByRole('button', { name: 'Plain text' }).click()
  t.equal(await page.locator('#write textarea').inputValue(), `${text}!`)
  t.ok(await page.evaluate(`document.activeElement.matches('#write textarea')`))
})

await browserTest(t, 'the line that a key begins is in view', async (t, page) => {
  await openDesk(page, service, Blog)
  await writeRich(page)
  for (const key of ['Enter', 'Shift+Enter']) {
    await box(page).press('Control+a')
    await page.keyboard.press('Delete')
    for (let count = 0; count < 50; count += 1) await page.keyboard.press(key)
    await rendered(page)
    const { end, height, window } = await box(page).evaluate((editor) => ({
      end: editor.lastElementChild?.getBoundingClientRect().bottom,
      height: editor.scrollHeight,
      window: innerHeight
    }))
    t.ok(height > window, 'the text is longer than the window')
    t.ok(Number(end) <= window, `${key}: the text ends at ${end} of ${window}`)
  }
  await box(page).press('Control+a')
  await page.keyboard.press('Delete')
})

await browserTest(t, 'a post is corrected with the editor', async (t, page) => {
  await publishIn(sql, Blog, 'A <i>tpyo</i>')
  await openDesk(page, service, Blog)
  await writeRich(page)
  const item = page.locator('.item', { hasText: 'A tpyo' })
  await item.getByRole('link', { name: 'Correct' }).click()
  await page.locator('[aria-label="Corrected text"]:focus').waitFor()
  await page.keyboard.type('!')
  t.equal(await page.locator('[aria-label="Corrected text"]').innerText(), 'A tpyo!', 'the cursor is at the end')
  await page.keyboard.press('Backspace')
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Control+i')
  await page.keyboard.press('End')
  // Browsers say a moment later that the selection has changed.
  await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))')
  await page.keyboard.type('s')
  await page.keyboard.press('Control+Enter')
  t.ok(await stored('<i>A tpyos</i>'), String(await newest()))
})

await browserTest(t, 'on a telephone, the page begins with a plain field', async (t, page) => {
  await page.addInitScript(`localStorage.setItem('desk:rich', 'true')`)
  await page.setViewportSize({ width: 390, height: 800 })
  await openDesk(page, service, Blog)
  const field = page.locator('#write textarea')
  const [hint, quiet] = await field.evaluate((box) => [
    getComputedStyle(box, '::placeholder').color,
    getComputedStyle(document.querySelector('#write .mark') ?? box).color
  ])
  t.equal(hint, quiet, 'the hint is as dark as the buttons')
  const height = async () => (await field.boundingBox())?.height ?? 0
  const before = await height()
  await field.fill('A line\n'.repeat(8))
  await rendered(page)
  t.ok((await height()) > 2 * before)
  t.equal(await field.evaluate((box) => box.scrollHeight - box.clientHeight), 0, 'all lines are in view')
  await field.fill('')
  await rendered(page)
  t.equal(await height(), before)
  await page.setViewportSize({ width: 1200, height: 800 })
  await page.reload()
  await box(page).waitFor()
  t.pass('and elsewhere with what the person chose last')
})

/** Pastes into the box. @param data texts by their types, and a picture. @returns whether the page itself takes it */
const paste = (page: Page, data: Readonly<Record<string, string>>): Promise<boolean> =>
  page.evaluate(`(() => {
    const { file, ...texts } = ${JSON.stringify(data)}
    const clipboardData = new DataTransfer()
    for (const [type, text] of Object.entries(texts)) clipboardData.setData(type, text)
    if (file !== undefined) {
      const bytes = Uint8Array.from(atob(file), (sign) => sign.charCodeAt())
      clipboardData.items.add(new File([bytes], 'a.png', { type: 'image/png' }))
    }
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
    return !document.querySelector('#write :is([contenteditable], textarea)').dispatchEvent(event)
  })()`)

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

await browserTest(t, 'a pasted picture goes to the archive, and text with its picture stays text', async (t, page) => {
  await openDesk(page, service, Blog)
  await writeRich(page)
  const pictures = page.locator('.pictures img')
  const words = { file: PIXEL, 'text/html': '<b>words</b>', 'text/plain': 'words' }
  await paste(page, words)
  t.match(await box(page).innerHTML(), '<b>words</b>')
  t.equal(await pictures.count(), 0)
  await paste(page, { file: PIXEL })
  await pictures.waitFor()
  await paste(page, { file: PIXEL, 'text/plain': 'a.png' })
  await pictures.nth(1).waitFor()
  await paste(page, { file: PIXEL, 'text/html': '<img src="https://a.example/a.png">', 'text/plain': '\n' })
  await pictures.nth(2).waitFor()
  t.match(await box(page).innerText(), /^words\s*$/)
  t.notMatch(await box(page).innerHTML(), '<img')

  const editor = await box(page).elementHandle()
  await page.getByRole('button', { name: 'Plain text' }).click()
  await page.locator('#write textarea').waitFor()
  // An editor that is not ended listens to the document for as long as the page is open.
  await until(async () => await editor?.evaluate(({ parentNode }) => parentNode === null))
  t.notOk(await paste(page, words), 'in a plain field, too')
  t.ok(await paste(page, { file: PIXEL, 'text/plain': 'a.png' }), 'the name of a file is no text')
  await pictures.nth(3).waitFor()
})

await browserTest(t, 'text that is copied in Safari keeps its spaces', { userAgent: 'Safari' }, async (t, page) => {
  await openDesk(page, service, Blog)
  await writeRich(page)
  const space = '<span class="Apple-converted-space">\u00a0</span>'
  await paste(page, { 'text/html': `<p>One${space}<b>two</b>${space}three,\u00a0four</p>`, 'text/plain': 'One' })
  t.match(await box(page).innerHTML(), '<p>One <b>two</b> three,&nbsp;four</p>')
})

await browserTest(t, 'undoing a line at the end leaves no empty paragraph', async (t, page) => {
  await openDesk(page, service, Blog)
  await writeRich(page)
  await page.keyboard.type('One')
  await paste(page, { 'text/html': '<hr>', 'text/plain': '' })
  // The line is selected, and is no text box.
  const text = page.locator('#write [role=textbox]')
  t.match(await text.innerHTML(), /<hr[^<>]*><p>.*<\/p>$/, 'people can go on below')
  await page.keyboard.press('Control+z')
  t.equal(await text.locator('hr').count(), 0)
  t.equal(await text.locator('p').count(), 1)
})

await browserTest(t, 'lists and marks that are copied from word processors stay lists and marks', async (t, page) => {
  await openDesk(page, service, Blog)
  await writeRich(page)
  const shown = async (markup: string) => {
    await page.keyboard.press('Control+a')
    await paste(page, { 'text/html': markup, 'text/plain': 'One' })
    return (await box(page).innerHTML()).replace(/<p><br[^<>]*><\/p>$/, '')
  }
  const item = (mark: string, text: string) =>
    `<p class=MsoListParagraph style='margin:0;mso-list:l0 level1 lfo1'><![if !supportLists]>` +
    `<span style='mso-list:Ignore'>${mark}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span>` +
    `<![endif]>${text}<o:p></o:p></p>\n`
  const list = '<ul><li><p>One</p></li><li><p>Two</p></li></ul>'
  t.equal(await shown(`<p>Before</p>${item('·', 'One')}${item('·', 'Two')}`), `<p>Before</p>${list}`)
  t.match(await shown(item('1.', 'One') + item('2.', 'Two')), /^<ol><li><p>One<\/p><\/li><li>.*<\/ol>$/)
  const google = (blocks: string) => `<b style="font-weight:normal;" id="docs-internal-guid-1">${blocks}</b>`
  const span = (style: string, text: string) => `<span style="color:#000;${style}">${text}</span>`
  const words = span('font-weight:700', 'Bold') + span('font-weight:400', ', ') + span('font-style:italic', 'slanted')
  const ltr = '<ul><li dir="ltr"><p dir="ltr">One</p></li><li dir="ltr"><p dir="ltr">Two</p></li></ul><br />'
  t.equal(await shown(google(`<p dir="ltr">${words}</p>${ltr}`)), `<p><b>Bold</b>, <i>slanted</i></p>${list}`)
  t.match(await shown(google('<p dir="rtl">אחד</p><p dir="ltr">Two</p>')), '<p dir="rtl">אחד</p><p dir="ltr">Two</p>')
  await shown(google('<ul><li dir="rtl"><p dir="rtl">אחד</p></li></ul>'))
  const { height = 0 } = (await page.locator('.preview li', { hasText: 'אחד' }).boundingBox()) ?? {}
  t.ok(height < 40, 'readers see the mark on the line of its words')
})

/** Trees of the elements that posts may contain, in any order. */
const { markup } = fc.letrec<{ markup: string }>((tie) => ({
  markup: fc
    .array(
      fc.oneof(
        { maxDepth: 6, withCrossShrink: true },
        fc.constantFrom(
          'word ',
          'a & b',
          '5 < 6',
          '&lt;b&gt;',
          ' ',
          '<br>',
          '<hr>',
          '<img src="/a.png" alt="A" width="2">',
          '<audio src="/a.mp3" aria-label="A"></audio>',
          '<video src="/a.mp4" width="2" autoplay></video>'
        ),
        fc
          .tuple(
            fc.constantFrom(...ALLOWED_ELEMENTS),
            fc.constantFrom('', ' lang="uk"', ' dir="rtl"', ' title="t > s"'),
            tie('markup')
          )
          .map(
            ([name, attribute, content]) =>
              `<${name}${name === 'a' ? ' href="https://a.example/?b&c"' : ''}${attribute}>${content}</${name}>`
          )
      ),
      { maxLength: 4 }
    )
    .map((parts) => parts.join(''))
}))

/** Texts as the service has them. */
const TEXTS = [
  '<h2 lang="uk">a</h2><h3>b</h3><h4 dir="rtl">c</h4><p lang="uk" dir="rtl">d</p><p></p><p>e</p>',
  '<b>b</b><strong lang="uk">c</strong><i>d</i><em>e</em><u>f</u><ins>g</ins><s>h</s><del>i</del>',
  '<code>a</code><q dir="rtl">b</q><cite>c</cite><abbr>d</abbr><small>e</small><sub>f</sub><sup>g</sup>',
  '<a href="https://a.example/" title="t" lang="en" onclick="x"><b>x</b> y</a> <a href="javascript:x">z</a>',
  '<span>a</span><span lang="uk">b <span dir="rtl">c</span></span>',
  '<ul lang="uk"><li>a</li><li lang="en"><p>b</p></li><li><p>c</p><p>d</p></li></ul><ol dir="rtl"><li>e</li></ol>',
  '<pre lang="en">a\n  <b>b</b></pre><hr><blockquote lang="uk"><p>c</p><p>d</p></blockquote>',
  '<figure lang="uk"><a href="/a"><img src="/a.png" alt="A" width="2" height="3" title="T" lang="en"></a>' +
    '<figcaption dir="rtl">c</figcaption></figure>',
  '<figure><video src="/a.mp4" aria-label="A" width="2" height="3" autoplay></video></figure>',
  'a <audio src="/a.mp3" controls><a href="/b">b</a></audio> c <video><source src="/d.mp4"><b>d</b></video>',
  'a <img src="/a.png" alt="A"> b <img src="javascript:x"><br>c',
  '<table lang="uk"><thead><tr><th dir="rtl">a</th></tr></thead>' +
    '<tbody><tr lang="en"><td>b</td><td><p>c</p><p>d</p></td></tr></tbody></table>',
  '<div lang="uk"><p>a</p></div><div>b</div><script>c</script>'
]

/** Texts, and the actions of somebody there: buttons in brackets, typed text in quotes, and keys. */
const USES: readonly (readonly [string, ...string[]])[] = [
  ...['Bold', 'Italic', 'Heading', 'List', 'Numbered list', 'Quotation'].flatMap(
    (name) =>
      [
        ['<p>One</p><p>Two</p>', 'Control+a', `[${name}]`],
        ['<p>One</p><p>Two</p>', 'Control+a', `[${name}]`, `[${name}]`]
      ] as const
  ),
  ['<h2>One</h2>', 'Control+a'],
  ['<b>One</b> two', 'Control+a', 'Control+b'],
  ['One', 'Control+a', 'Control+u', 'Control+i'],
  ['', 'Control+b', '"One"', 'Control+b', '" two"'],
  ['<ul><li>One</li><li>Two</li></ul>', 'Control+]'],
  ['<ul><li>One</li><li>Two</li></ul>', 'Control+]', 'Control+[', 'Control+['],
  ['<ol><li>One</li></ol>', 'End', 'Enter', '"Two"'],
  ['One', 'End', 'Shift+Enter', '"Two"'],
  ['<pre>One</pre>', 'End', 'Shift+Enter', '"Two"'],
  ['One', 'End', '"s"', 'Control+z'],
  ['One', 'End', '"s"', 'Control+z', 'Control+y'],
  ['One', 'End', '"s"', 'Control+z', 'Control+Shift+z'],
  ['One', 'Control+k'],
  ['One <a href="https://a.example/">two</a>', 'ArrowLeft', 'Control+k'],
  ['One <a href="https://a.example/">two</a>', 'ArrowLeft', 'Control+k', '[Remove link]'],
  ['One <a href="https://a.example/">two</a> three', 'Control+a', '[Link]', 'Delete', '[Set link]'],
  ['<a href="https://a.example/">One</a>', 'End', '"s"'],
  ['<a href="https://a.example/">One</a>', 'End', 'Control+k', '[Remove link]'],
  ['A <a href="https://a.example/">two</a>', 'ArrowRight', 'ArrowRight', 'Control+k', '[Remove link]'],
  ...['n@a.example', '/a', '#a', '?a', 'a.example:80/b', 'mailto:n@a.example', 'ftp://a.example', 'data:,a'].map(
    (address) => ['One', 'Control+a', 'Control+k', `" ${address}"`, 'Enter'] as const
  ),
  ['', 'Control+k', '"a.example"', 'Enter'],
  ['One', 'Control+a', 'Control+k', '"a.example"', 'Escape'],
  ['One', 'Control+a', 'Control+k', '"a.example"', '[Cancel]'],
  ['One', 'Control+a', 'Control+k', '"data:,a"', 'Enter', 'Escape', 'Control+k'],
  ['<hr>', 'Control+End', '"One"'],
  ['<table><tbody><tr><td>One</td></tr></tbody></table>', 'Control+End', '"Two"'],
  ['One', 'Shift+Tab', 'ArrowLeft'],
  ['One', 'Shift+Tab', 'ArrowLeft', 'ArrowRight'],
  ['One', 'Shift+Tab', 'End', 'ArrowLeft', 'Tab', 'Shift+Tab'],
  ['One', 'Shift+Tab', 'End', 'Home']
]

/** Returns the signs of markup, without spaces, in alphabetical order: browsers move words out of tables. */
const wordsIn = (text: string) => [...sanitise(text).replace(/<[^>]*>|\s+/g, '')].sort().join('')

await browserTest(t, 'what the editor writes is what the service keeps, whatever is put into it', async (t, page) => {
  await openDesk(page, service, Blog)
  await page.evaluate(`(async () => {
    const { editor } = JSON.parse(document.getElementById('state').textContent)
    Object.assign(window, await import(editor))
    // Without the order of attributes, and the signs that one writer escapes and the other does not.
    window.normal = (markup) => {
      const { body } = new DOMParser().parseFromString(markup, 'text/html')
      for (const element of body.querySelectorAll('*')) {
        const attributes = [...element.attributes].sort((one, other) => one.name < other.name ? -1 : 1)
        for (const { name } of attributes) element.removeAttribute(name)
        for (const { name, value } of attributes) element.setAttribute(name, value)
      }
      return body.innerHTML
    }
  })()`)
  const texts = [...new Set(fc.sample(markup, { numRuns: 600, seed: 27 }))]
  const inPage = (call: string, values: readonly string[]) =>
    page.evaluate<string[]>(`${JSON.stringify(values)}.map((value) => ${call})`)
  const written = await inPage('serialise(parse(value))', texts)
  const differing = (some: readonly string[], others: readonly string[]) =>
    some.map((each, index) => [each, others[index]]).filter(([one, other]) => one !== other)
  const [kept, shown] = [await inPage('normal(value)', written.map(sanitise)), await inPage('normal(value)', written)]
  t.same(differing(kept, shown), [], 'the service keeps all of it')
  t.same(differing(texts.map(wordsIn), written.map(wordsIn)), [], 'no word is lost')
  // Spaces at the edges of blocks, which nobody sees, are gone after the first time.
  const again = await inPage('serialise(parse(value))', written)
  t.same(differing(await inPage('serialise(parse(value))', again), again), [], 'reading it again changes nothing')
  const plain = again.map((each) => markupOf(textOf(each)))
  t.same(differing(await inPage('serialise(parse(value))', plain), again), [], 'nor does plain text in between')
  const names = new Set(written.join('').match(/(?<=<)[a-z]\w*/g))
  const unexpected = ALLOWED_ELEMENTS.filter((name) => !names.has(name))
  t.same(unexpected, [], 'all elements occur')

  const read = await inPage('serialise(parse(value))', TEXTS)
  /** Uses a new editor. Returns its text, the buttons that are pressed, the field for links, and what has the focus. */
  const used = async (markup: string, ...steps: readonly string[]) => {
    await page.evaluate(`begin(${JSON.stringify(markup)})`)
    for (const step of steps) {
      const [, name, text] = /^(?:\[(.+)\]|"(.*)")$/.exec(step) ?? []
      if (name !== undefined) await page.locator('#place').getByRole('button', { name, exact: true }).click()
      else if (text !== undefined) await page.keyboard.type(text)
      else await page.keyboard.press(step)
      await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))')
    }
    return page.evaluate<string>('told()')
  }
  await page.evaluate(`
    window.begin = (markup) => {
      window.editor?.destroy()
      document.querySelector('#place')?.remove()
      const place = Object.assign(document.createElement('div'), { id: 'place' })
      document.body.append(place)
      window.written = 'unchanged'
      const onChange = (text) => { window.written = text }
      window.editor = openEditor(place, { markup, label: 'Text', placeholder: 'Write', language: 'uk', onChange })
      editor.focus()
    }
    window.told = () => {
      const [field, error] = document.querySelectorAll('#place .link-field :is(input, .error)')
      const pressed = Array.from(document.querySelectorAll('#place [aria-pressed=true]'), (one) => one.ariaLabel)
      const asked = field.parentElement.hidden ? 'no field' : 'field: ' + field.value + ' ' + error.textContent
      const focused = 'in ' + document.activeElement.ariaLabel
      return [written, pressed.join(' and ') || 'plain', asked.trim(), focused].join(' | ')
    }
    begin('')`)
  const lines = await page.evaluate<string>(`document.querySelector('#place').innerHTML.replaceAll('><', '>\\n<')`)
  const uses: string[] = []
  for (const use of USES) uses.push(`${use.join(' ')}\n  ${await used(...use)}`)
  const [parsed, opened] = [TEXTS.map((text, index) => `${text}\n  ${read[index]}`), lines]
  await golden(t, 'rich-editor.txt', Buffer.from([opened, '', ...parsed, '', ...uses, ''].join('\n')))
})
