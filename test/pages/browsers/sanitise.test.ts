/** Markup that others sent is shown in pages without running, loading or disturbing anything. */
import { deepEqual } from 'node:assert/strict'
import fc from 'fast-check'
import { Parser } from 'htmlparser2'
import { sanitise } from '../../../plugins/pages/markup.tsx'
import { addLiveBlog, build, until, words } from '../../support/index.ts'
import { browserTest } from '../../support/browser.ts'
import { anyCodePoint } from '../../support/rows.ts'
import t from 'tap'
import { ATTRIBUTES, DETECTOR, ELEMENTS, settled, watch } from '../detector.ts'
import { payloads } from '../payloads.ts'

const all = Object.values(payloads).flat()

/** Number of posts of the blog: as many as a page of the live reader can show. */
const POSTS = 39
/**
 * The pages that show posts. `posts` selects the elements around their markup. The service makes markup safe for all of
 * them at one place, so two show all payloads, and the others some of each kind.
 */
const PAGES: readonly {
  readonly path: (blogId: number, postId: number) => string
  readonly posts: string
  readonly count: number
  /** Expression of the root of the posts; by default the document. */
  readonly root?: string
  readonly showsAll?: boolean
}[] = [
  { path: (blogId) => `/live/${blogId}`, posts: '.posts > li > article > .text', count: POSTS, showsAll: true },
  { path: (blogId) => `/live/${blogId}/embed`, posts: '.posts > li > article > .text', count: POSTS },
  { path: (blogId, postId) => `/live/${blogId}/post/${postId}`, posts: '[aria-current] > .text', count: 1 },
  {
    path: (blogId) => `/resources/Desk/Blog/${blogId}/Post/Published.html?X-Filter=*&limit=${POSTS}`,
    posts: 'article.post > .text',
    count: POSTS
  },
  {
    path: (blogId) => `/another-site?${blogId}`,
    posts: '.posts > li > article > .text',
    count: POSTS,
    root: `document.querySelector('desk-live').shadowRoot`,
    showsAll: true
  }
]
const ROUNDS = Math.ceil(all.length / POSTS)

const { app, sql } = await build(t, { CACHE_MB: '0' })
const origin = await app.listen({ host: '127.0.0.1', port: 0 })
// Before the service, which would wait for connections that the browser has opened and not used.

t.test('at least 300 different payloads', async (t) => {
  t.ok(new Set(all).size >= 300)
})

t.test('what nobody was meant to read goes with its element', async (t) => {
  const names = words`iframe math noembed noframes noscript option script style svg template textarea title xmp`
  for (const name of names) t.equal(sanitise(`seen<${name}>hidden</${name}>`), 'seen', name)
})

await browserTest(t, 'no payload runs, loads or disturbs anything in a page that shows posts', async (t, page) => {
  const noticed = await watch(page, new URL(origin).host)
  await page.route(`${origin}/another-site?*`, (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<!doctype html><script src="/element.js"></script>
        <desk-live blog="${new URL(route.request().url()).search.slice(1)}"></desk-live>`
    })
  )
  const Blog = await addLiveBlog(sql, 'Payloads')
  const posts = await sql<{ Id: number }[]>`
    insert into posts (blog, creator, content, published_on)
    select ${Blog}, 1, '', now() from generate_series(1, ${POSTS}) returning id`
  const [{ Id = 0 } = {}] = posts
  for (let round = 0; round < ROUNDS; round += 1) {
    // Some payloads of each kind, which lie next to each other.
    const share = all.filter((_payload, at) => at % ROUNDS === round)
    const changed = posts.map(({ Id: id }, index) => ({ id, content: share[index % share.length] }))
    await sql`
      update posts set content = changed.content
      from jsonb_to_recordset(${JSON.stringify(changed)}::text::jsonb) as changed (id int, content text)
      where posts.id = changed.id`
    for (const { path, posts, count, root = 'document', showsAll = false } of PAGES) {
      if (round > 0 && !showsAll) continue
      const address = origin + path(Blog, Id)
      // A busy machine may refuse the first request.
      await until(
        () => page.goto(address),
        (answer) => answer?.status() === 200
      )
      await page
        .locator(posts)
        .nth(count - 1)
        .waitFor({ state: 'attached' })
      await page.evaluate(settled)
      const found = await page.evaluate(
        `[...${root}.querySelectorAll(${JSON.stringify(posts)})].map((post) => inspect(post))`
      )
      t.same(found, Array(count).fill([]), `${address} shows the payloads of round ${round} as harmless markup`)
      const headlines = await page.evaluate(`[...${root}.querySelectorAll('.headline')].flatMap(inspect)`)
      t.same(headlines, [])
      t.equal(page.url(), address, 'and stays where it is')
    }
  }
  t.same(noticed, [])
})

await browserTest(t, 'the detector notices the same payloads where nothing holds them back', async (t, page) => {
  const noticed = await watch(page, 'control.test')
  await page.route('http://control.test/**', (route) =>
    new URL(route.request().url()).pathname === '/'
      ? route.fulfill({ contentType: 'text/html', body: '<!doctype html><body>' })
      : route.fulfill({ status: 404, body: '' })
  )
  // A browser that shows elements in thousands of elements crashes.
  const small = all.filter(({ length }) => length < 5000)
  await page.goto('http://control.test/')
  const found = await page.evaluate<string[][]>(`(${JSON.stringify(small)}).map((payload) => {
    const parsed = new DOMParser().parseFromString('<!doctype html>' + payload + '<hr class=end>', 'text/html')
    // Not parsed.documentElement: markup can hide the properties of its document too.
    const root = Object.getOwnPropertyDescriptor(Document.prototype, 'documentElement').get.call(parsed)
    return root.querySelector('hr.end') === null ? ['swallows what follows']
      : inspect(root).filter((name) => !['head', 'body', 'hr class'].includes(name))
  })`)
  const isNoticed = (index: number) => (found[index]?.length ?? 0) > 0
  // Frames take most of the time of this file, so only some of the payloads that are noticed without one have one.
  const framed = small.map((_, index) => index).filter((index) => index % 3 === 0 || !isNoticed(index))
  await page.evaluate(`(async (payloads) => {
    const frames = payloads.map(([name, payload]) => {
      const frame = document.createElement('iframe')
      frame.name = String(name)
      frame.srcdoc = '<!doctype html>' + payload
      return frame
    })
    const loaded = frames.map((frame) => new Promise((resolve) => frame.addEventListener('load', resolve)))
    document.body.append(...frames)
    await Promise.all(loaded)
    await ${settled}
  })(${JSON.stringify(framed.map((index) => [index, small[index]]))})`)
  const ran = new Set(noticed.filter(({ what }) => what.startsWith('RAN')).map(({ frame }) => frame))
  t.ok(ran.size >= 50, `${ran.size} of ${framed.length} payloads run by themselves`)
  const asked = noticed.filter(({ what }) => what.startsWith('asked'))
  t.ok(asked.length >= 7, `${asked.length} requests go to another host`)
  const seen = new Set(noticed.map(({ frame }) => Number(frame)))
  const missed = small.filter((_, index) => !isNoticed(index) && !seen.has(index))
  t.same(missed, [], 'each payload is noticed by what it does or by its markup')
})

/** Pieces of markup. A random order of them is often broken in ways that parsers repair differently. */
const piece = fc.oneof(
  fc.constantFrom(...[...ELEMENTS].flatMap((name) => [`<${name}>`, `</${name}>`, `<${name} `])),
  fc.constantFrom(...['svg', 'math', 'style', 'mtext', 'mglyph', 'noscript', 'template'].map((name) => `<${name}>`)),
  fc.constantFrom(...['svg', 'math', 'style', 'title', 'textarea', 'xmp', 'select'].map((name) => `</${name}>`)),
  fc.constantFrom(...[' href=', ' src=', ' onclick=', ' style=', ' title=', ' dir=', 'javascript:', 'https://a.b/']),
  fc.constantFrom(...['"', "'", '`', '>', '<', '/', '=', '&', '&lt;', '&#60;', '&quot;', '<!--', '-->', ']]>', ' ']),
  fc.string({ unit: anyCodePoint, maxLength: 3 }),
  fc.constantFrom(...all.filter(({ length }) => length < 200))
)
const markup = fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join(''))

/** Browsers make a relative address of everything that has no scheme. */
const isAllowedAddress = (address: string) =>
  !URL.canParse(address, 'http://own.test/') ||
  ['http:', 'https:', 'mailto:'].includes(new URL(address, 'http://own.test/').protocol)

/**
 * The start tags and the text of markup. Where an element ends may differ when markup is made safe again: an element
 * that is left out, such as `mglyph`, can have kept a paragraph open.
 */
const contentOf = (markup: string) => ({
  tags: [...new Set(markup.match(/<\w[^>]*>/g))].sort(),
  text: markup.replaceAll(/<[^>]*>/g, '')
})

t.test('safe markup contains only what is allowed, and all of it when it is made safe again', async (t) => {
  fc.assert(
    fc.property(markup, (text) => {
      const safe = sanitise(text)
      const parser = new Parser({
        onopentag(name, attributes) {
          if (!ELEMENTS.has(name)) throw new Error(`element ${name} in ${safe}`)
          for (const [attribute, value] of Object.entries(attributes)) {
            if (!ATTRIBUTES.has(attribute)) throw new Error(`attribute ${attribute} in ${safe}`)
            if (['href', 'src'].includes(attribute) && !isAllowedAddress(value)) {
              throw new Error(`address ${value} in ${safe}`)
            }
          }
        },
        oncomment: () => {
          throw new Error(`a comment in ${safe}`)
        }
      })
      parser.end(safe)
      deepEqual(contentOf(sanitise(safe)), contentOf(safe))
    }),
    { numRuns: 1000 }
  )
  t.pass('1000 random texts')
})

/** Elements that browsers end before their end tag, which then ends an element around them. */
const ENDED_EARLY = [
  '<li><span>x<li>y</span>z</li></li>',
  '<li><section><div><li></div></section></li>',
  '<table><div><table></table></div></table>',
  '<table><ol><table></table></ol></table>',
  '<table><div><th><tbody><table></table></tbody></th></div></table>',
  '<table><td><th></th><ol><table></table></ol></td></table>',
  '<h2><div><h2><h3></h3></h2></div></h2>'
]

await browserTest(t, 'safe markup stays inside the element that it is put in', async (t, page) => {
  await page.addInitScript(DETECTOR)
  await page.route('http://control.test/**', (route) => route.fulfill({ contentType: 'text/html', body: '' }))
  await page.goto('http://control.test/')
  const texts = [...fc.sample(markup, 500), ...all, ...ENDED_EARLY.map((text) => `${text}<p>z</p>`)].map(sanitise)
  const problems = await page.evaluate(`(${JSON.stringify(texts)}).flatMap((text) => {
    const page = document.createElement('div')
    const post = (content) => '<li><article><div>' + content + '</div></article></li>'
    const listOf = (content) => '<ol>' + post(content) + post('end') + '</ol>'
    page.innerHTML = listOf(text)
    // Once more with the markup that the browser made of it.
    page.innerHTML = page.innerHTML
    const place = page.querySelector('article > div')
    const found = inspect(place)
    place.replaceChildren()
    return found.length === 0 && page.innerHTML === listOf('') ? [] : [text]
  })`)
  t.same(problems, [])
})

t.test('what live blogs use stays', async (t) => {
  const kept =
    '<p><b>Bold</b> and <a href="https://news.example/?a=1&amp;b=2" title="News" rel="nofollow noopener noreferrer">' +
    'a link</a>, <a href="mailto:desk@news.example" rel="nofollow noopener noreferrer">mail</a>, 9 &lt; 23</p>' +
    '<figure><img src="https://pictures.example/a.jpg" alt="A quay" width="4" height="3" />' +
    '<figcaption>Dawn</figcaption></figure><ul><li lang="uk">Добрий ранок</li></ul>' +
    '<table><thead><tr><th>Quill</th></tr></thead><tbody><tr><td>214</td></tr></tbody></table>'
  t.equal(sanitise(kept), kept)
  const nested =
    '<ol><li>a<ul><li>b</li></ul></li></ol><table><tr><td><table><tr><td>c</td></tr></table></td></tr></table>'
  t.equal(sanitise(nested), nested)
  const shown = sanitise('<a href="https://a.example" target="_top" rel="opener">x</a>')
  t.equal(shown, '<a href="https://a.example" rel="nofollow noopener noreferrer">x</a>')
  t.equal(sanitise('<img src="javascript:hit()">text'), 'text', 'a picture without an address disappears')
})
