/** Sessions of browsers: login with a form, actions as forms, and no request of another site. */
import t from 'tap'
import { ADMIN_PASSWORD, build } from '../../support/app.ts'
import { BASE, BROWSER, formsOf } from '../../support/html.ts'
import { browserOf, formWith } from '../../support/pages.ts'
import { numberFrom } from '../../support/database.ts'

await t.test('people log in and change things with forms', async (t) => {
  const built = await build(t)
  const { get, tokenOf } = built
  const { send } = browserOf(built)
  const sessionOf = async (name: string) => ({ cookie: `consent=yes; desk_session=${await tokenOf(name)}` })
  const admin = await sessionOf('admin')
  const page = (url: string, headers: Record<string, string> = {}) =>
    get(url.replace(BASE, ''), { ...BROWSER, ...headers })

  await t.test('the login sets a cookie that scripts and other sites cannot use, and leads back', async (t) => {
    const [form] = formsOf((await page('/login?to=%2Fresources%2FDesk%2FBlog%2F1')).body)
    t.ok(form)
    const { statusCode, headers } = await send('/login', {
      ...form?.values,
      UserName: 'admin',
      Password: ADMIN_PASSWORD
    })
    t.same({ statusCode, location: headers.location }, { statusCode: 303, location: `${BASE}/resources/Desk/Blog/1` })
    const cookie = String(headers['set-cookie'])
    t.match(cookie, /^desk_session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=43200$/)
    const [pair = ''] = cookie.split(';')
    t.match(
      (await page('/resources/Desk/Blog/1', { cookie: pair })).body,
      /<form method="post" action="http:[^"]+\/logout"><span>admin<\/span> <button type="submit">Log out<\/button>/
    )

    const left = await send('/logout', {}, { cookie: pair })
    t.equal(left.statusCode, 303)
    t.match(left.headers['set-cookie'], /^desk_session=; .*Max-Age=0/)
    t.notMatch((await page('/resources/Desk/Blog/1', { cookie: pair })).body, '<span>admin</span>', 'the session ended')
  })

  await t.test('the next login ends the session that the browser had', async (t) => {
    const logIn = async (headers = {}) => {
      const answer = await send('/login', { UserName: 'admin', Password: ADMIN_PASSWORD }, headers)
      t.equal(answer.statusCode, 303)
      return { cookie: String(answer.headers['set-cookie']).split(';')[0] ?? '' }
    }
    const isAlive = async (headers: Record<string, string>) =>
      (await page('/resources/Desk/Blog/1', headers)).body.includes('<span>admin</span>')
    const first = await logIn()
    const otherBrowser = await logIn()
    const next = await logIn(first)
    t.equal(await isAlive(first), false)
    t.equal(await isAlive(next), true)
    t.equal(await isAlive(otherBrowser), true, 'other browsers stay logged in')
  })

  await t.test('a space that a telephone adds to the user name does no harm', async (t) => {
    t.equal((await send('/login', { UserName: 'admin ', Password: ADMIN_PASSWORD })).statusCode, 303)
    const login = { _UserName: ' admin ', _Password: ADMIN_PASSWORD }
    t.equal((await send('/resources/Desk/Blog/3/Post', { ...login, Content: 'x' })).statusCode, 303)
  })

  await t.test('a wrong password shows the form again', async (t) => {
    const { statusCode, body, headers } = await send('/login', { UserName: 'admin', Password: 'x', to: '/resources/x' })
    t.same({ statusCode, 'set-cookie': headers['set-cookie'] }, { statusCode: 401, 'set-cookie': undefined })
    t.match(formsOf(body)[0]?.values, { to: '/resources/x', UserName: 'admin', Password: '' })
    t.match(body, '<title>Login failed')
    t.match(body, '<p class="error" role="alert" id="error">There is no active user with this name and password.</p>')
    t.match(body, /<input id="password"[^>]* autofocus aria-describedby="error"/, 'the cursor is in the field')
  })

  await t.test('after too many wrong passwords, the form says when to try again', async (t) => {
    const fail = () => send('/login', { UserName: 'folake', Password: 'x', to: '/resources/x' })
    for (let n = 0; n < 5; n++) t.equal((await fail()).statusCode, 401)
    const { statusCode, body } = await fail()
    t.equal(statusCode, 429)
    t.match(formsOf(body)[0]?.values, { to: '/resources/x', UserName: 'folake', Password: '' })
    t.match(body, 'id="error">Too many failed logins; try again in fifteen minutes</p>')
  })

  await t.test('a login that meets a busy service shows the form again', async (t) => {
    const { statusCode, headers, body } = await built.sql.begin(async (transaction) => {
      await transaction`lock table login_failures in access exclusive mode`
      return send('/login', { UserName: 'admin', Password: ADMIN_PASSWORD, to: '/resources/x' })
    })
    t.same([statusCode, headers['retry-after']], [503, '2'])
    t.match(formsOf(body)[0]?.values, { to: '/resources/x', UserName: 'admin', Password: '' })
    t.match(body, 'id="error">The service is busy. Try again in a moment.</p>')
  })

  await t.test('the login leads to no other site', async (t) => {
    for (const to of ['https://evil.example/', '//evil.example/', '/\\evil.example', '/x\r\nset-cookie: y']) {
      const { statusCode } = await send('/login', { UserName: 'admin', Password: ADMIN_PASSWORD, to })
      t.equal(statusCode, 400, to)
    }
  })

  await t.test('a login that is not a form is refused', async (t) => {
    const headers = { ...BROWSER, 'content-type': 'application/x-www-form-urlencoded', origin: BASE }
    t.equal((await built.post('/login', '%', headers)).statusCode, 400)
    t.equal((await built.post('/login', '{}', { ...BROWSER, origin: BASE })).statusCode, 415)
  })

  await t.test('credentials in a form that no account can have are refused unused', async (t) => {
    const before = (await built.sql`select from login_failures`).count
    for (const credentials of [
      { '_UserName[x]': 'x', _Password: 'y' },
      { _UserName: 'x', '_Password[toString]': 'y' },
      { _UserName: '\0', _Password: 'y' },
      { _UserName: 'x'.repeat(151), _Password: 'y' },
      { _UserName: 'x', _Password: 'y'.repeat(1001) },
      { _UserName: 'x' }
    ] as const) {
      for (const url of ['/desk', '/resources/Desk/Blog/3/Post']) {
        const { statusCode, body } = await send(url, { ...credentials, Content: 'x' })
        t.equal(statusCode, 401, `${url} ${JSON.stringify(credentials).slice(0, 60)}`)
        t.ok(formsOf(body).length > 0, 'the form is shown again')
      }
    }
    t.equal((await built.sql`select from login_failures`).count, before)
  })

  await t.test('a form edits a post, and refuses to overwrite the change of somebody else', async (t) => {
    const url = '/resources/Desk/Blog/3/Post/83'
    const form = formWith((await page(url, admin)).body, 'Correct this post')
    const Content = 'A line\n<b>and</b> another; ü & "quotes"'
    const changed = await send(form.action, { ...form.values, Content }, admin)
    t.has(changed, { statusCode: 303, headers: { location: BASE + url } })
    const json = await get(`${url}.json`)
    t.equal(JSON.parse(json.body).Content, Content)

    const again = await send(form.action, { ...form.values, Content }, admin)
    t.equal(again.statusCode, 303, 'a form that is sent twice changes the post once')

    const late = await send(form.action, { ...form.values, Content: 'late' }, admin)
    t.equal(late.statusCode, 412, 'the form was made from an older version')
    t.match(late.headers['content-type'], 'text/html')
    const { values } = formWith((await page(url, admin)).body, 'Correct this post')
    t.equal(values.Content, Content, 'the form shows the text as it was sent')
  })

  await t.test('a refused form keeps fields that hold others', async (t) => {
    const fields = { 'Meta[url]': 'https://a.example/', 'Content[toString]': 'x', '_UserName[toString]': 'x' }
    const { statusCode, body } = await send('/resources/Desk/Blog/3/Post', fields)
    t.equal(statusCode, 401)
    t.match(formsOf(body)[0]?.values, { Meta: '{"url":"https://a.example/"}', Content: '{"toString":"x"}' })
  })

  await t.test('a form that one person opened is not sent with the session of another', async (t) => {
    const other = await sessionOf('folake')
    for (const [url, button] of [
      ['/resources/Desk/Blog/3/Post/83', 'Correct this post'],
      ['/desk/profile', 'Save']
    ] as const) {
      const form = formWith((await page(url, admin)).body, button)
      const { statusCode, body } = await send(form.action, form.values, other)
      t.equal(statusCode, 401, url)
      t.match(body, 'Log in and send', url)
      t.equal((await send(form.action, form.values, admin)).statusCode, 303, url)
    }
  })

  await t.test('a form inserts a post, publishes it and deletes it', async (t) => {
    const list = '/resources/Desk/Blog/3/Post'
    const insert = formWith((await page(list, admin)).body, 'Insert a draft')
    const inserted = await send(insert.action, { ...insert.values, Content: 'From a form' }, admin)
    t.equal(inserted.statusCode, 303)
    const item = String(inserted.headers.location)
    const again = await send(insert.action, { ...insert.values, Content: 'From a form' }, admin)
    t.equal(again.headers.location, item, 'a form that is sent twice inserts once')
    const other = await send(insert.action, { ...insert.values, Content: 'After the way back' }, admin)
    t.not(other.headers.location, item)
    const publish = formWith((await page(item, admin)).body, 'Publish this draft')
    t.equal((await send(publish.action, {}, admin)).headers.location, item)
    const remove = formWith((await page(`${item}.html`, admin)).body, 'Delete this post')
    const removed = await send(remove.action, {}, admin)
    t.has(removed, { statusCode: 303, headers: { location: `${BASE + list}.html` } })
    t.match((await page(item, admin)).body, 'Deleted on')
  })

  await t.test('a form leads back to the page that its address names', async (t) => {
    const list = '/resources/Desk/Blog/3/Post'
    const back = '/desk/3?type=normal&q=a+b#post-83'
    const way = `_back=${encodeURIComponent(back)}`
    const inserted = await send(`${list}?${way}`, { Content: 'From a desk' }, admin)
    t.has(inserted, { statusCode: 303, headers: { location: BASE + back } })
    const Id = await numberFrom(built.sql`select max(id) as id from posts`)
    for (const [end, values] of [
      [`?_method=PUT&${way}`, { Content: 'Better' }],
      [`/Publish?${way}`, {}],
      [`.html?${way}&_method=DELETE`, {}]
    ] as const) {
      const { statusCode, headers } = await send(`${list}/${Id}${end}`, values, admin)
      t.same({ statusCode, location: headers.location }, { statusCode: 303, location: BASE + back }, end)
    }
  })

  await t.test('and stands for PUT and DELETE only', async (t) => {
    const item = '/resources/Desk/Blog/3/Post/83'
    for (const method of ['GET', 'HEAD', 'PATCH', 'POST', 'OPTIONS', 'put', '']) {
      const { statusCode } = await send(`${item}?_method=${method}`, { Content: 'Other' }, admin)
      t.equal(statusCode, 405, method)
    }
  })

  await t.test('and never to another site', async (t) => {
    const [before] = await built.sql`select count(*) from posts`
    for (const back of [
      'https://evil.example/',
      '//evil.example/',
      '/\\evil.example',
      '/x\r\nset-cookie: y',
      'x',
      '',
      `/${'x'.repeat(2000)}`
    ]) {
      const url = `/resources/Desk/Blog/3/Post?_back=${encodeURIComponent(back)}`
      const { statusCode, body, headers } = await send(url, { Content: 'evil' }, admin)
      t.equal(statusCode, 400, back)
      t.match(body, '_back must be a path of this service, such as /resources/Desk/Blog/1')
      t.notMatch(JSON.stringify(headers) + body, 'evil')
    }
    const broken = await send('/resources/Desk/Blog/3/Post?_back=%', { Content: 'x' }, admin)
    t.equal(broken.statusCode, 400)
    t.same(await built.sql`select count(*) from posts`, [before])
    const program = await built.post(
      '/resources/Desk/Blog/3/Post?_back=/desk',
      { Content: 'x' },
      { authorization: await tokenOf('admin') }
    )
    t.equal(program.statusCode, 400, 'programs have no way back')
  })

  await t.test('a form with unchanged fields changes nothing', async (t) => {
    const url = '/resources/Desk/Blog/3'
    const before = await get(`${url}.json?X-Filter=EmbedConfig,OutputLink,ClosedOn`)
    const form = formWith((await page(url, admin)).body, 'Change this blog')
    t.equal((await send(form.action, form.values, admin)).statusCode, 303)
    const shown = JSON.parse((await get(`${url}.json?X-Filter=EmbedConfig,OutputLink,ClosedOn`)).body)
    t.same(shown, JSON.parse(before.body))
  })

  await t.test('forms of other sites are refused', async (t) => {
    const action = '/resources/Desk/Blog/3/Post/83?_method=PUT'
    for (const headers of [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: '' },
      { origin: BASE, 'sec-fetch-site': 'cross-site' },
      { origin: BASE, 'sec-fetch-site': 'same-site' }
    ]) {
      const { statusCode, body } = await send(action, { Content: 'evil' }, { ...admin, ...headers })
      t.equal(statusCode, 403, JSON.stringify(headers))
      t.match(body, 'Another site sent this form. Open the page of this service, and send its form')
      const login = await send('/login', { UserName: 'admin', Password: ADMIN_PASSWORD }, headers)
      t.equal(login.statusCode, 403)
      t.equal((await send('/logout', {}, { ...admin, ...headers })).statusCode, 403)
    }
    t.not(JSON.parse((await get('/resources/Desk/Blog/3/Post/83.json')).body).Content, 'evil')
    const own = await send(action, { Content: 'own' }, { ...admin, origin: '', 'sec-fetch-site': 'same-origin' })
    t.equal(own.statusCode, 303)
  })

  await t.test('the cookie counts for scripts of our own pages, in every format', async (t) => {
    const own = { ...admin, 'sec-fetch-site': 'same-origin' }
    const list = '/resources/Desk/Blog/3/Post'
    for (const [type, payload] of [
      ['application/json', '{"Content":"by a script"}'],
      ['application/xml', '<Post><Content>by a script</Content></Post>'],
      ['application/x-www-form-urlencoded', 'Content=by+a+script']
    ] as const) {
      const headers = { ...own, 'content-type': type, accept: 'application/json' }
      const inserted = await built.post(list, payload, headers)
      t.equal(inserted.statusCode, 201, type)
      const url = String(inserted.headers.location).slice(BASE.length)
      t.equal(JSON.parse(inserted.body).Content, 'by a script')
      const removed = await built.app.inject({ method: 'DELETE', url, headers: own })
      t.equal(removed.statusCode, 204)
    }
    const read = await get(`${list}.json`, own)
    t.equal(read.headers['cache-control'], 'private, no-store')
    const ended = { ...own, cookie: `desk_session=${'x'.repeat(43)}` }
    t.equal((await built.post(list, { Content: 'x' }, ended)).statusCode, 401)
    t.equal((await get(`${list}.json`, ended)).statusCode, 200, 'everybody may read it')
  })

  await t.test('and for no other request of a program', async (t) => {
    const json = { ...admin, 'content-type': 'application/json', accept: 'application/json', origin: BASE }
    for (const site of [undefined, 'same-site', 'cross-site', 'none', 'Same-Origin', 'same-origin, same-origin']) {
      const headers = site === undefined ? json : { ...json, 'sec-fetch-site': site }
      const { statusCode } = await built.post('/resources/Desk/Blog/3/Post', { Content: 'x' }, headers)
      t.equal(statusCode, 401, String(site))
    }
  })

  await t.test('a page shows what its viewer may do, and nothing else', async (t) => {
    const buttonsOf = async (url: string, headers = {}) =>
      formsOf((await page(url, headers)).body).flatMap(({ button }) =>
        button === 'Log out' || button === 'Apply' ? [] : [button]
      )
    t.same(await buttonsOf('/resources/Desk/Blog/3'), [])
    t.same(await buttonsOf('/resources/Desk/Blog/3', { cookie: `desk_session=${'x'.repeat(43)}` }), [])
    t.ok((await buttonsOf('/resources/Desk/Blog/3', admin)).includes('Delete this blog'))
    const ofPost = await buttonsOf('/resources/Desk/Blog/3/Post/83', admin)
    t.ok(ofPost.includes('Withdraw this post'))
    t.notOk(ofPost.includes('Publish this draft'), 'the post is published')
    const stranger = await sessionOf('orysia')
    const offered = await buttonsOf('/resources/Desk/Blog/1/Post', stranger)
    t.same(offered, ['Insert a draft', 'Insert a draft and hand it in'], 'members may not publish')
    t.same(await buttonsOf('/resources/HR/User/1', stranger), [])
    for (const path of ['Desk/Webhook', 'Desk/Blog/1/Webhook', 'Desk/Blog/1/Presence']) {
      t.same(await buttonsOf(`/resources/${path}`, admin), [], `${path} is for programs`)
    }
  })

  await t.test('pages of a session are neither stored nor sent to others', async (t) => {
    const url = '/resources/Desk/Blog/2'
    const bodies = []
    for (const headers of [{}, {}, {}, admin, { cookie: 'other=1' }, admin, {}, {}]) {
      const answer = await page(url, headers)
      const isSession = headers === admin
      t.equal(answer.body.includes('<span>admin</span>'), isSession)
      t.match(answer.headers['cache-control'], isSession ? /^private, no-store$/ : /^public/)
      t.match(answer.headers.vary, 'Cookie')
      bodies.push(answer.body)
    }
    t.equal(bodies[0], bodies[4], 'another cookie changes nothing')
  })
})

await t.test('if BASE_URL is https, only the cookie that other hosts cannot set counts', async (t) => {
  for (const base of ['https://desk.example', 'https://desk.example/news']) {
    const built = await build(t, { BASE_URL: base })
    const values = { UserName: 'admin', Password: ADMIN_PASSWORD }
    const { headers } = await browserOf(built).send('/login', values, { origin: 'https://desk.example' })
    t.equal(headers.location, `${base}/desk`, 'a login that names no path leads to the newsroom')
    const cookie = String(headers['set-cookie'])
    t.match(cookie, /^__Host-desk_session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=43200; Secure$/)
    const userOn = async (sent: string) =>
      /<span>(admin|mira)<\/span>/.exec((await built.get('/resources', { ...BROWSER, cookie: sent })).body)?.[1]
    const [pair = ''] = cookie.split(';')
    const planted = `desk_session=${await built.tokenOf('mira')}`
    t.equal(await userOn(pair), 'admin')
    t.equal(await userOn(`${planted}; ${pair}; ${planted}`), 'admin')
    t.equal(await userOn(planted), undefined)
    t.match(
      (await browserOf(built).send('/logout', {}, { origin: 'https://desk.example', cookie: pair })).headers[
        'set-cookie'
      ],
      /^__Host-desk_session=; .*Max-Age=0; Secure/
    )
    t.equal(await userOn(pair), undefined, 'the session has ended')
  }
})
