/** A form that the service refuses comes back with its values. */
import t from 'tap'
import { ADMIN_PASSWORD, build, each } from '../../support/index.ts'
import { COLOUR_RULES, violationsIn } from '../../support/axe.ts'
import { browserTest, logIn, PLAIN_PHONE } from '../../support/browser.ts'
import { BASE, elementsOf, formsOf, hrefsOf } from '../../support/html.ts'
import { UUIDS } from '../../support/golden.ts'
import { browserOf, errorAt, formWith } from '../../support/pages.ts'

/** Returns the address of a form without its key. */
const targetOf = ({ action }: { action: string }) => action.replace(UUIDS, '')

const TYPED =
  'Typed <b>for an hour</b>,\n"quoted" & kept; <script>alert(1)</script></textarea><img src=x onerror=alert(1)>'

const NO_SESSION = 'You are no longer logged in, so nothing was stored. Log in below, and the form is sent.'
const CHANGED =
  'This was changed after you opened the form, so nothing was stored. Where the stored value differs from yours, ' +
  'it is shown below your field. If you send the form again, your values replace the stored ones.'

await t.test('a refused form', async (t) => {
  const built = await build(t, { CACHE_MB: '0' })
  const { get, tokenOf } = built
  const sessionOf = async (name: string) => browserOf(built, `desk_session=${await tokenOf(name)}`)
  const admin = await sessionOf('admin')
  const post = '/resources/Desk/Blog/3/Post/83'
  const contentOf = async (url: string) => JSON.parse((await get(`${url.replace(BASE, '')}.json`)).body).Content

  await t.test('comes back with what was typed, and with each reason at its field', async (t) => {
    const form = await admin.form('/resources/Desk/Blog', 'Open a blog')
    const typed = { ...form.values, Title: '', Language: 'x', Description: TYPED, Creator: '999999' }
    const { statusCode, headers, body } = await admin.send(form.action, typed)
    t.equal(statusCode, 400)
    t.equal(headers['cache-control'], 'no-store')
    t.match(body, 'role="alert">Nothing was stored. Correct what is marked, and send the form again.')
    const again = formWith(body, 'Open a blog')
    t.equal(targetOf(again), targetOf(form))
    t.same(again.values, typed)
    t.equal(errorAt(body, 'Title'), 'Title is missing')
    t.equal(errorAt(body, 'Language'), 'Language must be a whole number')
    t.equal(errorAt(body, 'Description'), undefined)

    const unknown = await admin.send(again.action, { ...again.values, Title: 'A title', Language: '1' })
    t.equal(errorAt(unknown.body, 'Creator'), 'Creator is not the id of an active user')
    const last = formWith(unknown.body, 'Open a blog')
    const stored = await admin.send(last.action, { ...last.values, Creator: '' })
    t.equal(stored.statusCode, 303)
    const blog = JSON.parse((await get(`${String(stored.headers.location).slice(BASE.length)}.json`)).body)
    t.equal(blog.Description, TYPED)
  })

  await t.test('keeps the way back of its page', async (t) => {
    const back = '/desk/3?type=normal'
    const form = await admin.form(post, 'Correct this post')
    const action = `${form.action}&_back=${encodeURIComponent(back)}`
    const { statusCode, body } = await admin.send(action, { ...form.values, Meta: 'no object' })
    t.equal(statusCode, 400)
    t.ok(hrefsOf(body).includes(BASE + back), 'the page links to it')
    const again = formWith(body, 'Correct this post')
    t.equal(targetOf(again), targetOf({ action }))
    const { body: late } = await browserOf(built).send(again.action, { ...again.values, Meta: '{}' })
    const login = formWith(late, 'Log in and send')
    const stored = await admin.send(login.action, login.values)
    t.has(stored, { statusCode: 303, headers: { location: BASE + back } })
  })

  await t.test('shows markup that was typed as text', async (t) => {
    const form = await admin.form(post, 'Correct this post')
    const { body } = await admin.send(form.action, { ...form.values, Content: TYPED, Meta: TYPED })
    t.equal(errorAt(body, 'Meta')?.startsWith('Meta must be a JSON object'), true)
    t.same(
      elementsOf(body).filter(({ name, attributes }) => name === 'script' || name === 'img' || 'onerror' in attributes),
      []
    )
    const { values } = formWith(body, 'Correct this post')
    t.same(values, { Content: TYPED, Meta: TYPED })
  })

  await t.test('says what somebody else has stored meanwhile, and replaces it when it is sent again', async (t) => {
    const form = await admin.form(post, 'Correct this post')
    await admin.send(form.action, { ...form.values, Content: 'Stored by <i>somebody else</i>' })
    const late = await admin.send(form.action, { ...form.values, Content: TYPED })
    t.equal(late.statusCode, 412)
    t.match(late.body, 'This was changed')
    const stored = elementsOf(late.body).filter(({ name }) => name === 'pre')
    t.same(each(stored, 'text'), ['Stored by <i>somebody else</i>'], 'only the field that differs')
    t.equal(await contentOf(post), 'Stored by <i>somebody else</i>')
    const again = formWith(late.body, 'Correct this post')
    t.equal(again.values.Content, TYPED)
    t.equal((await admin.send(again.action, again.values)).statusCode, 303)
    t.equal(await contentOf(post), TYPED)
    const other = await admin.send(again.action, { ...again.values, Content: 'Other' })
    t.equal(other.statusCode, 412, 'only the version that it has shown')
  })

  await t.test('comes back from a change of a blog and of a user, too', async (t) => {
    for (const [url, button, field] of [
      ['/resources/Desk/Blog/3', 'Change this blog', 'Title'],
      ['/resources/HR/User/5', 'Change this user', 'FirstName']
    ] as const) {
      const form = await admin.form(url, button)
      await admin.send(form.action, { ...form.values, [field]: 'First' })
      const late = await admin.send(form.action, { ...form.values, [field]: 'Second' })
      t.equal(late.statusCode, 412, url)
      const again = formWith(late.body, button)
      t.equal((await admin.send(again.action, again.values)).statusCode, 303, url)
      t.equal((await admin.form(url, button)).values[field], 'Second', url)
    }
  })

  await t.test('comes back to somebody who may not send it, or whose post is gone', async (t) => {
    const stranger = await sessionOf('orysia')
    const form = await admin.form('/resources/Desk/Blog/1/Post', 'Insert a post and publish it')
    const address = '/resources/Desk/Blog/1/Post/Publish'
    const { statusCode, body } = await stranger.send(address, { ...form.values, Content: TYPED })
    t.equal(statusCode, 403)
    t.match(body, 'Only the creator and the administrators of the blog')
    t.equal(formWith(body, 'Insert a post and publish it').values.Content, TYPED)

    const gone = await admin.form('/resources/Desk/Blog/3/Post/82', 'Correct this post')
    const remove = await admin.form('/resources/Desk/Blog/3/Post/82', 'Delete this post')
    await admin.send(remove.action, {})
    const late = await admin.send(gone.action, { ...gone.values, Content: TYPED })
    t.equal(late.statusCode, 409)
    t.match(late.body, 'This post is deleted')
    t.notMatch(late.body, gone.values.Content ?? '', 'what was deleted is not shown')
    t.equal(formWith(late.body, 'Correct this post').values.Content, TYPED)
  })

  await t.test('asks for a login when the session is over, and stores what was typed with it', async (t) => {
    for (const [state, browser] of [
      ['a session that has expired', browserOf(built, `desk_session=${'x'.repeat(43)}`)],
      ['a cookie that the browser has deleted', browserOf(built)]
    ] as const) {
      const form = await admin.form(post, 'Correct this post')
      const typed = `${state}: ${TYPED}`
      const { statusCode, body } = await browser.send(form.action, { ...form.values, Content: typed })
      t.equal(statusCode, 401, state)
      t.match(body, NO_SESSION)
      const login = formWith(body, 'Log in and send')
      t.match(login.values, { Content: typed, _UserName: '', _Password: '' })

      const wrong = await browser.send(login.action, {
        ...login.values,
        _UserName: 'admin',
        _Password: 'wrong password'
      })
      t.equal(wrong.statusCode, 401, state)
      t.match(wrong.body, 'There is no active user with this name and password.</p>')
      t.notMatch(wrong.body, 'wrong password', 'a password is never sent back')
      t.equal(wrong.headers['set-cookie'], undefined)
      const again = formWith(wrong.body, 'Log in and send')
      t.match(again.values, { Content: typed, _UserName: 'admin', _Password: '' })

      const stored = await browser.send(again.action, { ...again.values, _Password: ADMIN_PASSWORD })
      t.equal(stored.statusCode, 303, state)
      t.equal(await contentOf(post), typed)
      const [cookie = ''] = String(stored.headers['set-cookie']).split(';')
      const shown = stored.headers['set-cookie']
      t.match(shown, /^desk_session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=43200$/)
      t.match((await browserOf(built, cookie).open(post)).body, '<span>admin</span>', 'the login began a session')
    }
  })

  await t.test('of a button asks for a login, too', async (t) => {
    const withdraw = await admin.form(post, 'Withdraw this post')
    const { statusCode, body } = await browserOf(built).send(withdraw.action, {})
    t.equal(statusCode, 401)
    const login = formWith(body, 'Log in and send')
    const credentials = { _UserName: 'admin', _Password: ADMIN_PASSWORD }
    t.equal((await browserOf(built).send(login.action, credentials)).statusCode, 303)
    t.equal(JSON.parse((await get(`${post}.json`)).body).IsPublished, 'False')
  })

  await t.test('of somebody who has logged in elsewhere needs no password', async (t) => {
    const form = await admin.form(post, 'Correct this post')
    const { body } = await browserOf(built).send(form.action, { ...form.values, Content: 'Logged in elsewhere' })
    const again = formWith(body, 'Log in and send')
    t.equal((await admin.send(again.action, again.values)).statusCode, 303)
    t.equal(await contentOf(post), 'Logged in elsewhere')
  })

  await t.test('never shows a password', async (t) => {
    const form = await admin.form('/resources/HR/User/5', 'Change the password of this user and end their sessions')
    const typed = { ...form.values, OldPassword: 'my old secret', NewPassword: 'a new secret password' }
    const { statusCode, body } = await admin.send(form.action, typed)
    t.equal(statusCode, 400)
    t.equal(errorAt(body, 'OldPassword'), 'Old password is not the current password of the user')
    t.notMatch(body, 'secret')
    const user = await admin.form('/resources/HR/User', 'Insert a user')
    const short = await admin.send(user.action, { ...user.values, Name: 'kim', Password: 'secret' })
    t.equal(errorAt(short.body, 'Password'), 'Password must have at least 12 characters')
    t.match(formWith(short.body, 'Insert a user').values, { Name: 'kim', Password: '' })
  })

  await t.test('of another site is not shown, and logs nobody in', async (t) => {
    const form = await admin.form(post, 'Correct this post')
    const foreign = { ...form.values, Content: 'chosen by evil.example', _UserName: 'admin', _Password: ADMIN_PASSWORD }
    for (const headers of [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: '' },
      { origin: BASE, 'sec-fetch-site': 'same-site' }
    ]) {
      for (const [browser, status] of [
        [admin, 403],
        [browserOf(built), 403]
      ] as const) {
        const { statusCode, body, headers: answered } = await browser.send(form.action, foreign, headers)
        t.equal(statusCode, status, JSON.stringify(headers))
        t.same(formsOf(body), [])
        t.notMatch(body, 'evil')
        t.equal(answered['set-cookie'], undefined)
      }
      const { _UserName, _Password, ...withoutLogin } = foreign
      const { statusCode, body } = await browserOf(built).send(form.action, withoutLogin, headers)
      t.equal(statusCode, 401)
      t.same(formsOf(body), [])
      t.match(body, /href="[^"?]*\/login"/, 'the login does not lead back: no page has the address')
      t.notMatch(body, 'evil')
    }
  })

  await t.test('of a program is answered with a problem document', async (t) => {
    const headers = { accept: 'application/json', authorization: await tokenOf('admin') }
    const { statusCode, body } = await browserOf(built).send(`${post}?_method=PUT`, { Content: '' }, headers)
    t.equal(statusCode, 405, 'the address of a form means a method in browsers only')
    t.equal(JSON.parse(body).status, 405)
  })
})

await t.test('on a phone and without JavaScript', async (t) => {
  const { app, get, sql } = await build(t)
  const origin = await app.listen({ host: '127.0.0.1', port: 0 })

  await browserTest(t, 'an editor whose session is over logs in and finds the text', PLAIN_PHONE, async (t, page) => {
    const path = '/resources/Desk/Blog/3/Post/83'
    await logIn(page, origin, path)
    await page.getByText('Correct this post').first().click()
    await page.getByLabel('Content').fill(TYPED)
    await sql`delete from sessions`
    await page.getByRole('button', { name: 'Correct this post' }).click()
    await page.getByRole('alert').getByText('You are no longer logged in').waitFor()
    t.equal(await page.getByLabel('Content').inputValue(), TYPED)
    t.ok(Number(await page.evaluate('document.documentElement.scrollWidth')) <= 360, 'it fits the phone')
    await page.getByLabel('Your user name').fill('admin')
    await page.getByLabel('Your password').fill(ADMIN_PASSWORD)
    await page.keyboard.press('Enter')
    await page.waitForURL(origin + path)
    await page.getByText('Correct this post').first().click()
    t.equal(await page.getByLabel('Content').inputValue(), TYPED)
    const { body } = await get(`${path}.json`)
    t.equal(JSON.parse(body).Content, TYPED, 'with the line breaks that were typed')
  })

  await browserTest(t, 'axe-core finds no violation in a form that was refused', async (t, page) => {
    const path = '/resources/Desk/Blog/3/Post/81'
    const correct = async (content: string) => {
      await page.getByRole('textbox', { name: 'Content' }).fill(content)
      await page.getByRole('button', { name: 'Correct this post' }).click()
    }
    const check = async (reason: string) => {
      await page.getByRole('alert').getByText(reason).waitFor()
      for (const [colorScheme, rules] of [['light'], ['dark', COLOUR_RULES]] as const) {
        await page.emulateMedia({ colorScheme })
        t.same(await violationsIn(page, rules), [], `${reason} (${colorScheme})`)
      }
    }
    await logIn(page, origin, path)
    await page.getByText('Correct this post').first().click()
    await page.getByLabel('Meta').fill('no object')
    await correct('New')
    await check('Nothing was stored. Correct what is marked, and send the form again.')
    await page.getByRole('textbox', { name: 'Meta' }).fill('{}')
    await sql`update posts set content = 'Changed by somebody else' where id = 81`
    await correct('New')
    await check(CHANGED)
    await sql`delete from sessions`
    await correct('Newer')
    await check(NO_SESSION)
  })
})
