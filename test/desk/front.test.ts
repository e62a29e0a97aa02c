/** The front page: live blogs for readers, the newsroom for those who are logged in, and the index for programs. */
import t from 'tap'
import { build } from '../support/app.ts'
import { closeBrowser } from '../support/browser.ts'
import { testAccessibility } from '../support/desk.ts'
import { BASE, elementsOf, hrefOf } from '../support/html.ts'
import { browserOf } from '../support/pages.ts'

const built = await build(t)
const { get, sql, tokenOf } = built
const address = await built.app.listen({ host: '127.0.0.1', port: 0 })
const { open } = browserOf(built)
t.teardown(closeBrowser)

await t.test('strangers see live blogs, and those that were closed last', async (t) => {
  const { statusCode, body, headers } = await open('/')
  t.equal(statusCode, 200)
  t.equal(hrefOf(body, 'Ullenmouth votes: election night, live'), `${BASE}/live/1`)
  t.equal(hrefOf(body, '38th Harbour Marathon: as it happened'), `${BASE}/live/2`)
  t.notMatch(body, '/live/3', 'a rehearsal is not shown')
  t.equal(hrefOf(body, 'Log in to the newsroom'), `${BASE}/login`)
  t.equal(hrefOf(body, 'All resources, for programs'), `${BASE}/resources`)
  t.match(headers['cache-control'], /^public/)
  t.match(headers.vary, /Cookie/)
  t.match(headers['content-security-policy'], "default-src 'none'")
})

await t.test('a blog that goes live or changes appears at once, with its markup as text', async (t) => {
  await sql`
    update blogs set live_on = now(), title = '<i>Storm</i> "watch"', description = '<b>Elf</b> Jahre' where id = 3`
  await t.resolves(built.app.freshness.catchUpAfterWrite())
  const { body } = await open('/')
  t.match(body, '&lt;i>Storm&lt;/i> &quot;watch&quot;')
  t.match(body, /<p class="quiet" lang="de" dir="auto">Elf Jahre/)
})

await t.test('people with a session are sent to their blogs, others with an old cookie are not', async (t) => {
  const mira = browserOf(built, `desk_session=${await tokenOf('mira')}`)
  const { statusCode, headers } = await mira.open('/')
  t.same([statusCode, headers.location], [303, `${BASE}/desk`])
  t.match(headers['cache-control'], 'no-store')
  t.equal((await browserOf(built, `desk_session=${'x'.repeat(43)}`).open('/')).statusCode, 200)
  t.equal((await mira.send('/logout', {})).headers.location, `${BASE}/`)
})

await t.test('programs are sent to the index of resources', async (t) => {
  for (const accept of ['*/*', 'application/json', 'application/xml', 'image/png']) {
    const { statusCode, headers } = await get('/', { accept, host: 'desk.example' })
    t.same([statusCode, headers.location], [302, `${BASE}/resources`], accept)
  }
})

await t.test('without live blogs the page says so', async (t) => {
  await sql`update blogs set live_on = null, closed_on = null`
  await built.app.freshness.catchUpAfterWrite()
  const { body } = await open('/')
  t.match(body, 'Nothing is live at the moment.')
  t.notOk(elementsOf(body).some(({ text }) => text === 'Recently closed'))
  await sql`update blogs set live_on = now()`
  await sql`update blogs set closed_on = now() where id > 1`
})

await testAccessibility(t, (page) => page.goto(`${address}/`))
