/** The home page of the newsroom, with forms that need no scripts. */
import t from 'tap'
import { ADMIN_PASSWORD, build } from '../../support/app.ts'
import { browserTest, NARROW } from '../../support/browser.ts'
import { deskOf, testAccessibility } from '../../support/desk.ts'
import { BASE, elementsOf, formsOf, hrefOf, outcomeOf } from '../../support/html.ts'
import { numberFrom } from '../../support/database.ts'
import { addLiveBlog } from '../../support/newsroom.ts'
import { browserOf, errorAt, formWith } from '../../support/pages.ts'

const built = await build(t)
const { get, json, sql, tokenOf } = built
const sessionOf = async (name: string) => `desk_session=${await tokenOf(name)}`
const mira = browserOf(built, await sessionOf('mira'))
const orysia = browserOf(built, await sessionOf('orysia'))

/** Returns the text by which a page says why a form was not carried out. */
const alertIn = (body: string) => elementsOf(body).find(({ attributes: { role } }) => role === 'alert')?.text

const address = await built.app.listen({ host: '127.0.0.1', port: 0 })

t.test('a stranger is led to the login and back', async (t) => {
  const { open, send } = browserOf(built)
  for (const path of ['/desk', '/desk/1', '/desk?x=1&y=2']) {
    const { statusCode, headers } = await open(path)
    t.same([statusCode, headers.location], [303, `${BASE}/login?to=${encodeURIComponent(path)}`])
  }
  // The login would refuse a longer path.
  const long = `/desk?q=${'%25'.repeat(700)}`
  t.equal((await open(long)).headers.location, `${BASE}/login`)
  const [form] = formsOf((await open('/login?to=%2Fdesk')).body)
  t.equal(form?.values.to, '/desk')
  t.equal((await send('/desk', { do: 'open', Title: 'By a stranger' })).statusCode, 401)
})

t.test('the home page lists my blogs, the others, and closed ones folded', async (t) => {
  const { body } = await mira.open('/desk')
  const cards = elementsOf(body).filter(({ attributes }) => attributes.class === 'card')
  t.match(cards.map(({ text }) => text).join('\n'), /Live.*Ullenmouth votes/)
  const closed = elementsOf(body).find(({ name, text }) => name === 'details' && text.startsWith('Closed blogs'))
  t.match(closed?.text, '38th Harbour Marathon')
  t.equal(hrefOf(body, 'Ullenmouth votes: election night, live'), `${BASE}/desk/1`)
  t.match((await browserOf(built, await sessionOf('admin')).open('/desk')).body, 'Other blogs')
})

t.test('drafts that were handed in and comments are counted', async (t) => {
  const comment = JSON.stringify({ UserName: 'Ann', CommentText: 'Well done' })
  t.equal((await built.post('/resources/Desk/Blog/1/Comment/Post', comment)).statusCode, 201)
  const submit = async () => {
    t.equal((await orysia.send('/resources/Desk/Blog/1/Post/Submit', { Content: 'For the editor' })).statusCode, 303)
  }
  await submit()
  const { body } = await mira.open('/desk')
  t.match(body, '<span class="count">1</span> comment<')
  t.match(body, '<span class="count">1</span> draft handed in<')
  await submit()
  t.match((await mira.open('/desk')).body, '<span class="count">2</span> drafts handed in<')
})

t.test('times are shown in the zone of their blog', async (t) => {
  t.match((await mira.open('/desk')).body, /Last post <time[^>]*>19 November 2026 at 11:34 UTC/)
  await sql`update blogs set embed_config = '{"TimeZone":"Asia/Kolkata"}' where id = 1`
  t.match((await mira.open('/desk')).body, '19 November 2026 at 17:04 (Asia/Kolkata)')
  t.equal((await mira.form('/desk/1/settings', 'Save')).values.TimeZone, 'Asia/Kolkata', 'a save keeps the zone')
  await sql`update posts set content = 'Corrected', updated_on = now() where id = (
    select min(id) from posts where blog = 1 and published_on is not null)`
  t.match((await mira.open('/desk')).body, '19 November 2026 at 17:04', 'a correction is not a new post')
})

t.test('the page of a blog ignores what its links never name', async (t) => {
  const stateAt = async (query: string) => {
    const { statusCode, body } = await mira.open(`/desk/1${query}`)
    const state = elementsOf(body).find(({ attributes: { id } }) => id === 'state')?.text ?? '{}'
    return { statusCode, ...JSON.parse(state), draft: undefined }
  }
  const usual = await stateAt('')
  t.match(usual, { statusCode: 200, panel: 'timeline', filter: {} })
  for (const name of ['panel', 'edit', 'before', 'after', 'who', 'only']) {
    for (const value of ['', 'x', 'constructor', '-1', `drafts&${name}=later`]) {
      t.same(await stateAt(`?${name}=${value}`), usual, `${name}=${value}`)
    }
  }
})

t.test('an editor opens a blog in one step, and readers do not see it', async (t) => {
  const Type = String(await numberFrom(sql`insert into blog_types (name) values ('fair') returning id`))
  const form = await mira.form('/desk', 'Open the blog')
  const values = { ...form.values, Title: 'Fête <b>live</b> & "more"', Language: '3', Type }
  const { statusCode, headers } = await mira.send(form.action, values)
  t.equal(statusCode, 303)
  const id = Number(/\/desk\/(\d+)$/.exec(String(headers.location))?.[1])
  t.match(await json(`Desk/Blog/${id}?X-Filter=*`), {
    ...{ Title: values.Title, IsLive: 'False', Language: { Id: '3' }, Type: { Id: Type } }
  })
  t.equal((await get(`/live/${id}`)).statusCode, 404)
  const { body } = await mira.open('/desk')
  t.match(body, 'Fête &lt;b>live&lt;/b> &amp; &quot;more', 'the title is not markup')
  t.match(body, 'Rehearsal')
})

t.test('a form that is sent twice opens one blog', async (t) => {
  const form = await mira.form('/desk', 'Open the blog')
  const send = (Title: string) => mira.send(form.action, { ...form.values, Title })
  const answers = await Promise.all([send('Sent twice'), send('Sent twice')])
  const [one, other] = answers.map(({ headers }) => headers.location)
  t.equal(one, other)
  const { headers } = await send('After the way back')
  t.not(headers.location, one)
})

t.test('without scripts, a post that is sent twice is published once', async (t) => {
  const buttons = elementsOf((await mira.open('/desk/3')).body)
  const { formaction = '' } = buttons.find(({ text }) => text.trim() === 'Publish')?.attributes ?? {}
  const send = async (Content: string) => (await mira.send(formaction, { Content, Type: 'normal' })).statusCode
  t.same(await Promise.all([send('Sent twice'), send('Sent twice')]), [303, 303])
  t.equal(await send('After the way back'), 303)
  const posts = await sql<{ Content: string }[]>`select content from posts where blog = 3 order by id desc limit 3`
  t.match(posts, [{ Content: 'After the way back' }, { Content: 'Sent twice' }, { Content: /^(?!Sent twice)/ }])
})

t.test('without scripts, the next page says what has become of a post, and leads to it', async (t) => {
  for (const [page, button, said, link] of [
    ['/desk/1', 'Publish', 'Published. View it', /\/live\/1\/post\/\d+$/],
    ['/desk/3', 'Publish', 'Published. View it', /\/desk\/3\?panel=timeline#post-\d+$/],
    ['/desk/1', 'Keep as draft', 'Kept as a draft. View it', /\/desk\/1\?panel=drafts#post-\d+$/]
  ] as const) {
    const buttons = elementsOf((await mira.open(page)).body)
    const { formaction = '' } = buttons.find(({ text }) => text.trim() === button)?.attributes ?? {}
    const { headers } = await mira.send(formaction, { Content: `Said so: ${button}`, Type: 'normal' })
    const { body } = await mira.open(String(headers.location))
    t.equal(outcomeOf(body), said)
    t.match(hrefOf(body, 'View it'), link)
  }
  t.notMatch((await mira.open('/desk/1?stored=%7BId%7D')).body, 'View it')
})

t.test('a blog that is opened with a planned start is announced', async (t) => {
  const form = await mira.form('/desk', 'Open the blog')
  const planned = { Title: 'Regatta', TimeZone: 'Asia/Kolkata', StartsOn: '2026-12-24T06:30' }
  const { headers } = await mira.send(form.action, { ...form.values, ...planned })
  const id = Number(/\/desk\/(\d+)$/.exec(String(headers.location))?.[1])
  const { EmbedConfig, StartsOn } = await json(`Desk/Blog/${id}?X-Filter=StartsOn,EmbedConfig`)
  t.same({ EmbedConfig, StartsOn }, { EmbedConfig: '{"TimeZone":"Asia/Kolkata"}', StartsOn: '12/24/26 1:00 AM' })
  t.match((await get(`/live/${id}`)).body, 'Regatta')
})

t.test('a refused form shows what was typed, and why', async (t) => {
  const form = await mira.form('/desk', 'Open the blog')
  const { statusCode, body } = await mira.send(form.action, { ...form.values, Title: 'x'.repeat(300) })
  t.equal(statusCode, 400)
  t.equal(outcomeOf(body), 'Nothing was stored. Correct what is marked, and send it again.')
  t.equal(formWith(body, 'Open the blog').values.Title, 'x'.repeat(300))
  t.equal(errorAt(body, 'Title'), 'Title must have at most 255 characters')
})

t.test('those who may not open blogs have no form, and are refused', async (t) => {
  const { body } = await orysia.open('/desk')
  t.notMatch(body, 'Open the blog')
  const refused = await orysia.send('/desk', { do: 'open', Title: 'Mine', Language: '1', Type: '1' })
  t.equal(refused.statusCode, 403)
  t.equal(outcomeOf(refused.body), 'You may not do this. Ask somebody who looks after the people of the newsroom.')
  t.equal((await mira.send('/desk', { do: 'toString' })).statusCode, 400)
})

t.test('of hundreds of blogs, each is found by its title, and on a page', async (t) => {
  await sql`
    insert into blogs (type, language, creator, title, closed_on)
    select 1, 1, 1, kind || ' ' || number, case kind when 'Council' then now() end
    from generate_series(1, 130) as number, (values ('Ferry'), ('Council')) as kinds (kind)`
  await sql`
    insert into blog_collaborators (blog, collaborator)
    select blogs.id, collaborators.id from blogs, collaborators
    where title ~ '^Ferry [78]' and "user" = (select id from users where name = 'mira')`
  const titles = (body: string) =>
    elementsOf(body)
      .filter(({ name, attributes: { href = '' } }) => name === 'a' && /desk\/\d+$/.test(href))
      .map(({ text }) => text)
  const { body } = await mira.open('/desk')
  t.match(body, /<summary>Closed blogs \(13[0-9]\)/)
  t.equal(body.split('<p class="row waits">').length - 1, 20, 'what waits is counted in the first twenty of hers')
  const shown = titles(body)
  for (let page = hrefOf(body, 'More blogs'); page !== '';) {
    const next = await mira.open(page)
    shown.push(...titles(next.body))
    page = hrefOf(next.body, 'More blogs')
  }
  const wanted = await sql<{ Title: string }[]>`select title from blogs where deleted_on is null`
  t.same(shown.sort(), wanted.map(({ Title }) => Title).sort(), 'each once')
  const found = (await mira.open('/desk?search=ferry+8')).body
  t.same(titles(found).sort(), ['Ferry 8', ...Array.from({ length: 10 }, (_, last) => `Ferry 8${last}`)])
  t.match(found, /<h2 dir="auto"><a[^>]*>Ferry 8<\/a>/, 'a card of an own blog')
  t.notMatch(found, 'You have no open blog')
  t.match((await mira.open('/desk?search=council+77')).body, '<details open>')
  t.match((await mira.open('/desk?search=%25')).body, '<p class="empty">No blog has such a title.</p>')
})

t.test('forms of other sites are refused', async (t) => {
  const evil = { origin: 'https://evil.example' }
  const count = async () => (await sql`select from blogs`).count
  const before = await count()
  t.equal((await mira.send('/desk', { do: 'open', Title: 'Evil', Language: '1' }, evil)).statusCode, 403)
  t.equal(await count(), before)
})

t.test('a form whose session has ended is sent after a login, as it was typed', async (t) => {
  const { form, send } = browserOf(built, await sessionOf('admin'))
  const { action, values } = await form('/desk', 'Open the blog')
  await sql`delete from sessions where "user" = 1`
  const ended = await send(action, { ...values, Title: 'Typed for an hour' })
  t.equal(ended.statusCode, 401)
  const again = formWith(ended.body, 'Log in and send')
  t.match(again.values, { do: 'open', Title: 'Typed for an hour' })
  const wrong = await send(again.action, { ...again.values, _UserName: 'admin', _Password: 'wrong' })
  t.equal(wrong.statusCode, 401)
  t.equal(alertIn(wrong.body), 'There is no active user with this name and password. Your text is still here.')

  const sent = await send(again.action, { ...again.values, _UserName: 'admin', _Password: ADMIN_PASSWORD })
  t.equal(sent.statusCode, 303)
  t.match(sent.headers['set-cookie'], /^desk_session=/)
  t.equal((await sql`select from blogs where title = 'Typed for an hour'`).count, 1)
})

t.test('a form that comes after too many failed logins keeps its text', async (t) => {
  const { values } = await browserOf(built, await sessionOf('mira')).form('/desk/3/settings', 'Save')
  const { send } = browserOf(built)
  const login = { _UserName: 'mira', _Password: 'wrong' }
  const sendWrong = () => send('/desk/3/settings', { ...values, ...login, Description: 'Typed for an hour' })
  let last = await sendWrong()
  for (let n = 0; n < 10 && last.statusCode === 401; n += 1) last = await sendWrong()
  t.equal(last.statusCode, 429)
  t.equal(alertIn(last.body), 'Too many failed logins; try again in fifteen minutes. Your text is still here.')
  t.match(formWith(last.body, 'Log in and send').values, { Description: 'Typed for an hour', version: values.version })
})

t.test('a form keeps its text if its sender has lost the right to it', async (t) => {
  const setType = async (type: string) => {
    await sql`
      update blog_collaborators set type = ${type} where blog = 1 and collaborator =
        (select collaborators.id from collaborators join users on users.id = collaborators."user"
         where users.name = 'orysia')`
    await built.app.freshness.catchUpAfterWrite()
  }
  await setType('Administrator')
  const { action, values } = await orysia.form('/desk/1/settings', 'Save')
  await setType('Collaborator')
  const refused = await orysia.send(action, { ...values, Description: 'Typed for an hour' })
  t.equal(refused.statusCode, 403)
  t.equal(
    alertIn(refused.body),
    'Only those who publish in this blog may change its settings and its people. Your text is still here.'
  )
  await setType('Administrator')
  const again = formWith(refused.body, 'Send again')
  t.equal((await orysia.send(again.action, again.values)).statusCode, 303)
  t.equal((await orysia.form('/desk/1/settings', 'Save')).values.Description, 'Typed for an hour')
  await setType('Collaborator')
})

t.test('a form keeps its text while the database does not answer', async (t) => {
  const { form, send } = browserOf(built, await sessionOf('mira'))
  const { action, values } = await form('/desk/3/settings', 'Save the look')
  for (const table of ['blogs', 'sessions']) {
    const refused = await sql.begin(async (transaction) => {
      await transaction`lock table ${transaction(table)} in access exclusive mode`
      return send(action, { ...values, logoText: 'Typed for an hour' })
    })
    t.same([refused.statusCode, refused.headers['retry-after']], [503, '2'], table)
    t.equal(alertIn(refused.body), 'The service is busy. Try again in a minute. Your text is still here.', table)
    t.match(formWith(refused.body, 'Send again').values, { logoText: 'Typed for an hour' }, table)
  }
})

const { visit } = deskOf(built, address)
await testAccessibility(t, async (page) => {
  await visit(page, 'mira', '/desk')
  await page.locator('summary', { hasText: 'Open a blog' }).click()
})

await browserTest(
  t,
  'on a phone, a long word in a title or a name makes no page wider than the screen',
  NARROW,
  async (t, page) => {
    const long = 'x'.repeat(120)
    const blog = await addLiveBlog(sql, long)
    await sql`
      insert into blog_collaborators (blog, collaborator)
      select ${blog}, id from collaborators where "user" = (select id from users where name = 'mira')`
    await sql`update persons set first_name = ${long} where id = (select id from users where name = 'mira')`
    await built.post('/resources/HR/User/1/Token', { Name: long }, { authorization: await tokenOf('admin') })
    const paths = ['/desk', `/desk/${blog}`, `/desk/${blog}/settings`, `/desk/${blog}/people`, '/desk/profile']
    for (const path of [...paths, '/desk/people']) {
      await visit(page, 'admin', path)
      t.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360, path)
    }
  }
)

await browserTest(t, 'where the bar has room, its letters are whole', async (t, page) => {
  await visit(page, 'mira', '/desk')
  const words = page.locator('.brand .unseen')
  t.ok(await words.evaluate(({ clientWidth }) => clientWidth > 50))
  t.equal(await words.evaluate((element) => getComputedStyle(element).overflow), 'visible')
})

await browserTest(
  t,
  'on a phone, letters of twice the size lie on no others',
  { ...NARROW, bypassCSP: true },
  async (t, page) => {
    await visit(page, 'mira', '/desk/1')
    await page.addStyleTag({ content: ':root { font-size: 32px }' })
    const widths = (parts: Element[]) => parts.map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
    t.same(await page.$$eval('.bar :is(a, button), .tabs a', widths), Array(8).fill(0))
    await page.locator('.tabs a').last().click()
    await page.waitForURL(/panel=comments$/)
  }
)
