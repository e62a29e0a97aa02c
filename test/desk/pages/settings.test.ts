/** The settings of a blog, with forms that need no scripts. */
import t from 'tap'
import { build } from '../../support/app.ts'
import { violationsIn } from '../../support/axe.ts'
import { browserTest } from '../../support/browser.ts'
import { deskOf, testAccessibility } from '../../support/desk.ts'
import { BASE, elementsOf, formsOf, hrefOf, outcomeOf, paragraphsIn } from '../../support/html.ts'
import { photograph } from '../../support/media.ts'
import { browserOf, errorAt, formSender, formWith } from '../../support/pages.ts'
import { until } from '../../support/until.ts'

// Webhooks may be made, and nothing is sent.
const built = await build(t, { WEBHOOKS_PRIVATE: 'true' })
const { get, sql, tokenOf } = built
const address = await built.app.listen({ host: '127.0.0.1', port: 0 })
const cookie = `desk_session=${await tokenOf('mira')}`
const mira = browserOf(built, cookie)
const orysia = browserOf(built, `desk_session=${await tokenOf('orysia')}`)

const PAGE = '/desk/3/settings'

const sendForm = formSender(mira, PAGE)

/** Returns the stored values that a refused form shows, where they differ from the typed ones. */
const storedIn = (body: string) =>
  elementsOf(body)
    .filter(({ name, text, attributes: { 'aria-label': label = '' } }) =>
      name === 'pre' ? label.startsWith('Stored value') : name === 'small' && text.startsWith('Stored:')
    )
    .map(({ text }) => text)

const configOf = async () => {
  const { body } = await get('/resources/Desk/Blog/3.json?X-Filter=EmbedConfig')
  return JSON.parse(JSON.parse(body).EmbedConfig)
}

await t.test('a blog goes live, back to the rehearsal, and is closed and opened again', async (t) => {
  const statusForReaders = async () => (await get('/live/3')).statusCode
  const stateIn = (body: string) => paragraphsIn(body, 'state')[0]
  t.equal(await statusForReaders(), 404)
  t.equal(
    stateIn((await mira.open(PAGE)).body),
    'Rehearsal: you can write, publish and try everything, and readers see nothing.'
  )
  const live = await sendForm(t, 'Go live')
  t.equal(outcomeOf(live), 'The blog is live: readers see it now.')
  t.equal(stateIn(live), 'Live: readers see this blog, and every post at once.')
  t.equal(await statusForReaders(), 200)
  const closed = await sendForm(t, 'Close the blog')
  t.equal(stateIn(closed), 'Closed: readers can still read it. Nobody can add posts.')
  t.equal((await mira.send('/resources/Desk/Blog/3/Post', { Content: 'Late' })).statusCode, 409)
  await sendForm(t, 'Open it again')
  await sendForm(t, 'Back to rehearsal')
  t.equal(await statusForReaders(), 404)
})

await t.test('two people who go live at once do not undo each other', async (t) => {
  const form = await mira.form(PAGE, 'Go live')
  const other = await mira.form(PAGE, 'Go live')
  t.equal((await mira.send(form.action, form.values)).statusCode, 303)
  const late = await mira.send(other.action, other.values)
  t.equal(late.statusCode, 412)
  t.equal(
    outcomeOf(late.body),
    'Somebody else changed this after you opened the page, so nothing was stored. Your values are in the fields, and ' +
      'stored ones that differ are below. If you send yours again, they replace those.'
  )
  t.equal((await get('/live/3')).statusCode, 200, 'it is still live')
})

await t.test('a form that is sent twice changes a blog once', async (t) => {
  for (const button of ['Back to rehearsal', 'Go live', 'Save', 'Close the blog', 'Open it again']) {
    const { action, values } = await mira.form(PAGE, button)
    const send = async () => (await mira.send(action, values)).statusCode
    t.same(await Promise.all([send(), send()]), [303, 303], button)
    t.same(await Promise.all([send(), send()]), [303, 303], `${button}, again`)
  }
  t.equal((await get('/live/3')).statusCode, 200, 'it is still live')
  const { action, values } = await mira.form('/resources/Desk/Blog/3', 'Change this blog')
  const answers = await Promise.all([mira.send(action, values), mira.send(action, values)])
  t.same(
    answers.map(({ statusCode }) => statusCode),
    [303, 303]
  )
})

await t.test(
  'a description is a text, and what programs have put into its markup stays until it changes',
  async (t) => {
    const markup = '<span class="lede">Wind &amp; <b>rain</b>.</span><br>More'
    await sql`update blogs set description = ${markup} where id = 3`
    const stored = async () => JSON.parse((await get('/resources/Desk/Blog/3.json')).body).Description
    const { values } = await mira.form(PAGE, 'Save')
    t.equal(values.Description, 'Wind & <b>rain</b>.\nMore')
    await sendForm(t, 'Save', { Title: 'Storm' })
    t.equal(await stored(), markup)
    await sendForm(t, 'Save', { Description: 'Wind < 3 & rain\r\n\r\nMore' })
    t.equal(await stored(), '<p>Wind &lt; 3 &amp; rain</p><p>More</p>')
  }
)

await t.test('title, description, language, time zone and comments change, and nothing else', async (t) => {
  const config = { theme: 'compact', FrontendServer: '//x', Style: { other: 1 } }
  await sql`update blogs set embed_config = ${JSON.stringify(config)} where id = 3`
  const Title = 'Storm <b>watch</b> & "more"'
  const page = await sendForm(t, 'Save', {
    ...{ Title, Description: 'Two\r\nlines', TimeZone: 'Portugal', UserComments: 'true' }
  })
  t.match(page, 'Saved.')
  const { values } = formWith(page, 'Save')
  t.match(values, { Title, Description: 'Two\nlines', TimeZone: 'Portugal' })
  t.notMatch(page, '<b>watch</b>', 'the title is not markup')
  const shown = elementsOf(page).find(({ attributes: { id } }) => id === 'embed-code')?.text
  t.match(shown, 'data-title="Storm &lt;b&gt;watch&lt;/b&gt; &amp; &quot;more&quot;"></script>')
  t.same(await configOf(), {
    ...config,
    ...{ TimeZone: 'Portugal', UserComments: true }
  })

  const { UserComments: _without, ...off } = formWith(page, 'Save').values
  await mira.send(PAGE, { ...off, TimeZone: '' })
  t.match(await configOf(), { UserComments: false, TimeZone: undefined })
})

await t.test('a rehearsal is announced for a time in the zone of the blog, and readers see no posts', async (t) => {
  await sendForm(t, 'Back to rehearsal')
  const page = await sendForm(t, 'Save', { TimeZone: 'Europe/Lisbon', StartsOn: '2026-07-24T20:15' })
  t.equal(
    paragraphsIn(page, 'state')[0],
    'Announced rehearsal: readers see the title, the description and the planned start, and no posts until you go live.'
  )
  t.equal(formWith(page, 'Save').values.StartsOn, '2026-07-24T20:15')
  const { body } = await get('/resources/Desk/Blog/3.json?X-Filter=StartsOn')
  t.equal(JSON.parse(body).StartsOn, '7/24/26 7:15 PM')
  t.equal((await get('/live/3')).statusCode, 200)

  const { action, values } = formWith(page, 'Save')
  for (const StartsOn of ['tomorrow', '0026-07-24T20:15', '2026-07-24', '2026-07-24T20:15Z', '2026-13-24T20:15']) {
    const { statusCode, body } = await mira.send(action, { ...values, StartsOn })
    t.same(
      [statusCode, errorAt(body, 'StartsOn')],
      [400, 'Planned start must be a date and a time such as 2026-11-24T20:15'],
      StartsOn
    )
  }
  // The first half past one of that night, of two, by a program.
  await sql`update blogs set starts_on = '2026-10-25T00:30:20Z' where id = 3`
  const another = await sendForm(t, 'Save', { Title: 'Storm' })
  t.equal(formWith(another, 'Save').values.StartsOn, '2026-10-25T01:30')
  t.equal((await sql`select from blogs where id = 3 and starts_on = '2026-10-25T00:30:20Z'`).count, 1, 'it stays')
  const { action: again, values: unchanged } = await mira.form(PAGE, 'Save')
  const moved = { ...unchanged, TimeZone: 'UTC' }
  t.same([(await mira.send(again, moved)).statusCode, (await mira.send(again, moved)).statusCode], [303, 303])
  t.equal((await sql`select from blogs where id = 3 and starts_on = '2026-10-25T01:30:00Z'`).count, 1)

  await sendForm(t, 'Save', { TimeZone: '', StartsOn: '' })
  t.equal((await get('/live/3')).statusCode, 404, 'without a start it is unknown to readers')
})

await t.test('a refused form shows what was typed, and stores nothing', async (t) => {
  const { action, values } = await mira.form(PAGE, 'Save')
  const { statusCode, body } = await mira.send(action, { ...values, Title: 'Typed', TimeZone: 'Mars/Base' })
  t.same([statusCode, errorAt(body, 'TimeZone')], [400, 'Time zone must be one of the list, such as Europe/Lisbon'])
  t.equal(formWith(body, 'Save').values.Title, 'Typed')
  const nameless = await mira.send(action, { ...values, Title: '' })
  t.equal(nameless.statusCode, 400)
  t.equal(errorAt(nameless.body, 'Title'), 'Title must not be empty')

  await sql`update blogs set title = 'Changed by somebody' where id = 3`
  const late = await mira.send(action, { ...values, Title: 'Mine' })
  t.equal(late.statusCode, 412)
  const again = formWith(late.body, 'Save')
  t.equal(again.values.Title, 'Mine')
  t.equal((await mira.send(again.action, again.values)).statusCode, 303, 'sent again, it replaces the other change')
})

await t.test('a form that was made before a change of somebody else shows what they have stored', async (t) => {
  const config = JSON.stringify(await configOf())
  const [mine, theirs] = [await mira.form(PAGE, 'Save'), await mira.form(PAGE, 'Save')]
  const [myLook, theirLook] = [await mira.form(PAGE, 'Save the look'), await mira.form(PAGE, 'Save the look')]
  const { UserComments: _off, ...values } = mine.values
  const stored = { ...theirs.values, Title: 'Their title', TimeZone: 'Europe/Lisbon', UserComments: 'true' }
  t.equal((await mira.send(theirs.action, stored)).statusCode, 303)
  const late = await mira.send(mine.action, { ...values, Description: 'My words' })
  t.equal(late.statusCode, 412)
  t.same(storedIn(late.body), ['Their title', values.Description, 'Europe/Lisbon', 'Stored: yes'])
  const again = formWith(late.body, 'Save')
  t.match(again.values, { Title: values.Title, Description: 'My words', TimeZone: '' })

  const theirNewLook = await mira.form(PAGE, 'Save the look')
  const colours = { background: '#ffffff', text: '#102030', accent: '#005ea5', hasColours: 'true' }
  const { hasDark: _dark, ...look } = theirLook.values
  await mira.send(theirNewLook.action, {
    ...look,
    ...colours,
    version: theirNewLook.values.version ?? '',
    size: 'large'
  })
  const { hasColours: _no, hasDark: _none, ...own } = myLook.values
  const lateLook = await mira.send(myLook.action, { ...own, logoText: 'Mine' })
  t.equal(lateLook.statusCode, 412)
  t.same(storedIn(lateLook.body), ['Large', '', 'Stored: yes', '#ffffff', '#102030', '#005ea5'])
  await sql`update blogs set embed_config = ${config} where id = 3`
})

await t.test('settings of any kind, which a program has stored, break no page', async (t) => {
  const before = await configOf()
  await sql`update blogs set live_on = now() where id = 3`
  const shapes = (value: unknown) => [
    ...[value, { TimeZone: value, UserComments: value, theme: value, Lead: value, Style: value }],
    ...[{ Lead: { url: value, alt: value, width: value, height: value, credit: value, video: value } }],
    ...[{ Style: { background: value, text: value, accent: value, font: value, size: value, logo: value } }]
  ]
  const settings = ['Mars/Base', 7, true, null, [], {}].flatMap(shapes).map((each) => JSON.stringify(each))
  for (const config of ['', 'broken', ...settings]) {
    await sql`update blogs set embed_config = ${config} where id = 3`
    for (const path of ['/desk', '/desk/3', PAGE, '/desk/3/people']) {
      t.equal((await mira.open(path)).statusCode, 200, `${path} with ${config}`)
    }
    for (const path of ['/live', '/live/3', '/live/3/embed']) {
      t.equal((await get(path)).statusCode, 200, `${path} with ${config}`)
    }
  }
  await sql`update blogs set embed_config = ${JSON.stringify(before)}, live_on = null where id = 3`
})

await t.test('a lead picture comes from the archive or by its address, with what belongs to it', async (t) => {
  const before = await configOf()
  const [{ Content }] = await sql<[{ Content: string }]>`
    select content from meta_data where name = 'harbour-bridge.svg'`
  const { body } = await mira.open(PAGE)
  const [, address = ''] = new RegExp(`name="chosen" value="([^"]*${Content})"`).exec(body) ?? []
  const page = await sendForm(t, 'Save the picture', { chosen: address, alt: ' A bridge ', credit: 'Mio' })
  t.match(page, 'Readers see it at the top of the blog')
  const Lead = { url: address, alt: 'A bridge', credit: 'Mio', width: 640, height: 360 }
  t.same(await configOf(), { ...before, Lead })
  t.match(formWith(page, 'Save the picture').values, { url: address, alt: 'A bridge', credit: 'Mio', video: '' })

  const { action, values: all } = formWith(page, 'Save the picture')
  const values = { ...all, chosen: '' }
  const refused = await mira.send(action, { ...values, url: 'http://p.example/a.jpg' })
  t.equal(refused.statusCode, 400)
  t.equal(
    errorAt(refused.body, 'url'),
    'Address of the picture must be the address of a picture that begins with https://, or of one of the archive'
  )
  const noVideo = await mira.send(action, { ...values, video: 'https://p.example/a.mp4' })
  t.equal(
    errorAt(noVideo.body, 'video'),
    'Address of a video must be that of a video on YouTube, Vimeo, Facebook or TikTok, or in the archive'
  )
  for (const video of ['/content/files/a-1x1_B.mp4', 'https://youtu.be/abcdefghijk']) {
    await sendForm(t, 'Save the picture', { chosen: '', url: '', alt: '', credit: '', video })
    t.same(await configOf(), { ...before, Lead: { video } })
  }
  await sendForm(t, 'Save the picture', { chosen: '', video: '' })
  t.same(await configOf(), before)

  // A program has stored the size of a picture of another site.
  const size = { width: 800, height: 400 }
  const external = { ...before, Lead: { url: 'https://p.example/a.png', ...size } }
  await sql`update blogs set embed_config = ${JSON.stringify(external)} where id = 3`
  await sendForm(t, 'Save the picture', { chosen: '', alt: 'A bridge' })
  t.same((await configOf()).Lead, { url: 'https://p.example/a.png', alt: 'A bridge', ...size })
  await sendForm(t, 'Save the picture', { chosen: '', url: 'https://p.example/b.png' })
  t.same((await configOf()).Lead, { url: 'https://p.example/b.png', alt: 'A bridge' })
  const own = `${BASE}/content/files/b.png`
  await sendForm(t, 'Save the picture', { chosen: '', url: own })
  t.match((await configOf()).Lead, { url: own }, 'one of this service, whose address may begin with http://')
  await sendForm(t, 'Save the picture', { chosen: '', url: '' })
})

await t.test('a picture is stored in the archive, and can be chosen there', async (t) => {
  const { action } = await mira.form(PAGE, 'Add to the archive')
  const body = new FormData()
  body.set('file', new Blob([new Uint8Array(await photograph())]), 'bridge.jpg')
  const headers = { accept: 'text/html', cookie, origin: address }
  const sent = await fetch(action.replace(BASE, address), { method: 'POST', headers, body, redirect: 'manual' })
  t.same([sent.status, sent.headers.get('location')], [303, `${address}${PAGE}?done=picture`])
  const page = (await mira.open(`${PAGE}?done=picture`)).body
  t.equal(outcomeOf(page), 'The picture is in the archive: choose it for the blog, and save.')
  t.match(page, /<details open><summary>Choose one of the newest pictures.*?<span>bridge\.jpg<\/span>/s)
})

await t.test('the look has colours that can be read, and keeps what it does not know', async (t) => {
  const colours = { background: '#ffffff', text: '#102030', accent: '#005ea5' }
  const form = await mira.form(PAGE, 'Save the look')
  const { hasColours: _off, hasDark: _dark, ...values } = form.values
  const send = (sent: Readonly<Record<string, string>>) => mira.send(form.action, { ...values, ...sent })

  const pale = await send({ ...colours, text: '#888888', hasColours: 'true' })
  t.equal(pale.statusCode, 400)
  t.match(pale.body, 'Text is hard to read on this background: its contrast is 3.5, and must be at least 9')
  for (const [name, label] of [
    ['background', 'Background'],
    ['text', 'Text'],
    ['accent', 'Links and marks']
  ] as const) {
    for (const prefix of ['', 'dark-']) {
      const { statusCode, body } = await send({ [prefix + name]: 'red', hasColours: 'true', hasDark: 'true' })
      t.same(
        [statusCode, errorAt(body, prefix + name)],
        [400, `${label} must be a colour such as #1a2b3c`],
        prefix + name
      )
    }
  }
  const plain = await send({ logo: 'http://logo.example/x.png' })
  t.same(
    [plain.statusCode, errorAt(plain.body, 'logo')],
    [400, 'Logo must be the address of a picture that begins with https://']
  )
  t.same((await configOf()).Style, { other: 1 })

  const logo = { logo: 'https://logo.example/x.png', logoText: 'The Tidewater' }
  const stored = await send({ ...colours, ...logo, hasColours: 'true', font: 'sans', theme: 'gone' })
  t.equal(stored.statusCode, 303)
  t.match(await configOf(), { theme: 'gone', Style: { other: 1, font: 'sans', ...colours, ...logo, dark: undefined } })
  t.match((await get('/live/3/theme.css')).body, '--text: #102030')

  const { values: shown } = await mira.form(PAGE, 'Save the look')
  t.match(shown, { ...colours, ...logo, theme: 'gone', font: 'sans' })
  const { hasColours: _h, hasDark: _d, ...without } = shown
  await mira.send(form.action, { ...without, font: '', logo: '', logoText: '' })
  t.same((await configOf()).Style, { other: 1 }, 'without the box, the colours are those of the theme')
})

await t.test('reporters see no settings, and change none', async (t) => {
  const { body: blog } = await get('/resources/Desk/Blog/3.json?X-Filter=EmbedConfig')
  const shown = await orysia.open('/desk/1/settings')
  t.equal(shown.statusCode, 403)
  t.match(shown.body, 'Only those who publish in this blog may change its settings')
  for (const values of [{ do: 'live' }, { do: 'close' }, { do: 'describe', TimeZone: 'UTC', Title: 'x' }]) {
    t.equal((await orysia.send('/desk/1/settings', values)).statusCode, 403, values.do)
  }
  t.equal((await get('/resources/Desk/Blog/3.json?X-Filter=EmbedConfig')).body, blog)
  for (const path of ['/desk/99/settings', '/desk/x/settings', '/desk/99999999999/settings']) {
    const { statusCode, body } = await mira.open(path)
    t.equal(statusCode, 404, path)
    t.match(body, 'There is nothing here')
    t.equal(hrefOf(body, 'My blogs'), 'http://desk.example/desk')
  }
})

await browserTest(t, 'colours are shown as they are chosen, and the code is copied', async (t, page) => {
  await page.context().addCookies([{ name: 'desk_session', value: await tokenOf('mira'), url: address }])
  await page.goto(address + PAGE)
  const light = page.locator('.colours').first()
  const shown = () =>
    light.locator('.preview').evaluate((element) => {
      const { backgroundColor, fontFamily, fontSize } = getComputedStyle(element)
      return [backgroundColor, fontFamily.includes('serif') && !fontFamily.includes('sans'), fontSize]
    })
  await page.getByLabel('Theme').selectOption('None')
  t.same(await shown(), ['rgb(251, 250, 247)', true, '17px'], 'the look without a theme')
  await page.getByLabel('Theme').selectOption('night')
  await page.getByLabel('Type', { exact: true }).selectOption('sans')
  await page.getByLabel('Size of the text').selectOption('large')
  await page.getByLabel('Name of the publication').fill('The Tidewater')
  t.same(await shown(), ['rgb(20, 23, 26)', false, '20px'])
  const publication = light.locator('.preview-name')
  t.equal(await publication.innerText(), 'The Tidewater')
  await page.getByLabel('Name of the publication').fill('')
  await page.getByLabel('Logo').fill('https://logo.example/x.png')
  t.equal(await publication.innerText(), 'Your logo')
  await light.locator('input[name=background]').fill('#112233')
  t.ok(await light.locator('input[type=checkbox]').isChecked(), 'who chooses a colour wants it')
  const backgroundOf = () => light.locator('.preview').evaluate((element) => getComputedStyle(element).backgroundColor)
  t.equal(await backgroundOf(), 'rgb(17, 34, 51)')
  t.equal(
    await light.locator('.notice').textContent(),
    'The text is hard to read on this background: contrast 1.1, at least 9 is needed. ' +
      'The colour of links and marks is hard to read on this background: contrast 2.2, at least 4.5 is needed.'
  )
  await light.locator('input[name=text]').fill('#ffffff')
  await light.locator('input[name=accent]').fill('#ffcc00')
  t.equal(await light.locator('.notice').isVisible(), false)

  await light.locator('input[name=text]').fill('#334455')
  await page.getByRole('button', { name: 'Save the look' }).click()
  await page.locator('.error').waitFor()
  t.equal(await page.evaluate('document.activeElement.name'), 'text', 'the browser goes to the field that is wrong')
  t.ok(await page.evaluate('scrollY > innerHeight'))
  await page.goto(address + PAGE)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const copied = page.locator('#copied')
  await page.getByRole('button', { name: 'Copy' }).click()
  await copied.getByText('Copied.', { exact: true }).waitFor()
  const code = await page.locator('#embed-code').inputValue()
  t.equal(await page.evaluate('navigator.clipboard.readText()'), code)
  await page.evaluate(`navigator.clipboard.writeText = () => Promise.reject(new Error('not allowed'))`)
  await page.getByRole('button', { name: 'Copy' }).click()
  await copied.getByText('Press Ctrl+C (on a Mac ⌘C) to copy.', { exact: true }).waitFor()
  t.equal(await page.evaluate('getSelection().toString()'), code, 'the code is selected')
  t.same(await violationsIn(page), [])
})

await browserTest(t, 'the browser asks before a form takes away what was typed in another one', async (t, page) => {
  await deskOf(built, address).visit(page, 'mira', PAGE)
  const asked: string[] = []
  page.on('dialog', async (dialog) => {
    asked.push(dialog.type())
    await dialog.dismiss()
  })
  const description = page.locator('#describe-Description')
  await description.fill('Typed for an hour')
  await page.getByRole('button', { name: 'Save the look' }).click()
  await until(() => asked.length === 1)
  t.equal(await description.inputValue(), 'Typed for an hour')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.waitForURL(/done=describe/)
  await page.getByRole('button', { name: 'Save the look' }).click()
  await page.waitForURL(/done=restyle/)
  t.same(asked, ['beforeunload'])
})

await browserTest(t, 'after "Back", a form has what is stored', async (t, page) => {
  await deskOf(built, address).visit(page, 'mira', PAGE)
  await page.locator('#describe-Description').fill('Mine')
  await page.locator('#describe-TimeZone').selectOption('Asia/Tokyo')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.waitForURL(/done=describe/)
  await sql`update blogs set description = 'Theirs', embed_config = null where id = 3`
  await page.goBack()
  t.equal(await page.locator('#describe-Description').inputValue(), 'Theirs')
  t.equal(await page.locator('#describe-TimeZone').inputValue(), '')
})

await browserTest(t, 'a changed form leads to what differs, and texts run in their direction', async (t, page) => {
  await deskOf(built, address).visit(page, 'mira', PAGE)
  await sql`update blogs set title = 'مرحبا (1)!' where id = 3`
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.locator('.stored').waitFor()
  t.equal(await page.evaluate('document.activeElement.id'), 'describe-Title')
  const directionOf = (selector: string) =>
    page.locator(selector).evaluate((element) => getComputedStyle(element).direction)
  t.same([await directionOf('#describe-Title'), await directionOf('.stored pre')], ['ltr', 'rtl'])
  await page.goto(address + PAGE)
  t.equal(await directionOf('#describe-Title'), 'rtl')
  await page.locator('#describe-Description').fill('שלום')
  t.equal(await directionOf('#describe-Description'), 'rtl')
})

await t.test('people take a blog with them, and the pages of readers once there are some', async (t) => {
  const change = async (columns: Readonly<Record<string, Date | null>>) => {
    await built.sql`update blogs set ${built.sql(columns)} where id = 3`
    await built.app.freshness.catchUpAfterWrite()
  }
  const links = async () => {
    const { body } = await mira.open(PAGE)
    return [...body.matchAll(/href="([^"]*\/Export\/[^"]*)"/g)].map(([, href = '']) => href)
  }
  // Nobody took it live.
  await change({ live_on: null, closed_on: new Date() })
  t.match(await links(), [/\/Blog\/3\/Export\/ndjson$/])
  t.equal(
    paragraphsIn((await mira.open(PAGE)).body, 'moving-out')[1],
    'Once readers see the blog, you can also save its pages.'
  )
  await change({ live_on: new Date() })
  const found = await links()
  await change({ closed_on: null })
  t.match(found, [/ndjson$/, /site$/])
  for (const href of found) {
    const { statusCode, headers } = await get(new URL(href).pathname, {
      accept: 'text/html',
      cookie: `desk_session=${await tokenOf('mira')}`
    })
    t.match({ statusCode, type: headers['content-type'] }, { statusCode: 200, type: 'application/zip' })
  }
})

await t.test('people add a webhook, see its secret once, and look after it', async (t) => {
  const { action, values } = await mira.form(PAGE, 'Add the webhook')
  const Address = 'http://127.0.0.1:4000/<b>'
  const wrong = await mira.send(action, { ...values, Address: 'ftp://a.example' })
  t.equal(wrong.statusCode, 400)
  t.equal(errorAt(wrong.body, 'Address'), 'Address of the program must begin with http:// or https://')
  const made = await mira.send(action, { ...values, Address })
  t.match([made.statusCode, made.headers['cache-control']], [200, /no-store/])
  const secretIn = (body: string) => /<code>(whsec_[\w+/=]+)<\/code>/.exec(body)?.[1] ?? ''
  const secret = secretIn(made.body)
  t.equal(
    outcomeOf(made.body),
    `This is the secret of the webhook ${Address}. Copy it now: nobody can show it again.${secret}`
  )
  t.notMatch(made.body, Address)
  const again = await mira.send(action, { ...values, Address })
  t.equal(
    outcomeOf(again.body),
    `The webhook ${Address} was made before. Its secret is not shown again: make a new one.`
  )
  t.notMatch(again.body, secret)
  const program = { Name: 'wire', Allows: 'publish' }
  const { Token } = (
    await built.post('/resources/HR/User/2/Token.json', program, { authorization: await tokenOf('mira') })
  ).json()
  const shown = await get(PAGE, { accept: 'text/html', authorization: String(Token) })
  t.equal(shown.statusCode, 200)
  t.notMatch(shown.body, '127.0.0.1:4000', 'a program reads the page without the webhooks, which it may not see')

  t.match(await sendForm(t, 'Send a test'), /A test message is on its way.*Waits to be sent/s)
  await sql`
    update webhook_deliveries
    set is_waiting = false, status = 200, attempts = 1, tried_on = now(), delivered_on = now()`
  t.match((await mira.open(PAGE)).body, /Test message.*Accepted, with status 200/s)
  t.match(await sendForm(t, 'Send again'), 'The message is on its way again')
  await sql`update webhook_deliveries set error = 'The receiver answered 500', status = 500`
  await sql`
    update webhook_states
    set failures = 2, error = 'The receiver answered 500', next_try_on = now() + interval '1 hour'`
  await sql`update blogs set embed_config = '{"TimeZone":"Asia/Kolkata"}' where id = 3`
  const failing = (await mira.open(PAGE)).body
  const times = elementsOf(failing).filter(({ name }) => name === 'time')
  t.ok(times.length >= 2, `${times.length} times`)
  for (const { text } of times) t.match(text, /\(Asia\/Kolkata\)$/)
  t.match(failing, /the last 2 tries have failed: The receiver answered 500.*tries again on/s)
  t.match(failing, /Not accepted: The receiver answered 500/)
  t.match(await sendForm(t, 'Switch off'), /Switched off.*Off: /s)
  t.notOk(formsOf((await mira.open(PAGE)).body).some(({ button }) => button === 'Send a test'))
  t.match(await sendForm(t, 'Switch on'), 'it resumes where it stopped')
  const renew = await mira.form(PAGE, 'Make a new secret')
  const shownOnce = (await mira.send(renew.action, renew.values)).body
  const renewed = secretIn(shownOnce)
  t.match(renewed, /^whsec_/)
  t.equal(
    outcomeOf(shownOnce),
    `This is the secret of the webhook ${Address}. Copy it now: nobody can show it again.${renewed}`
  )
  t.not(renewed, secret)
  for (const text of [secret, renewed]) t.notMatch((await mira.open(PAGE)).body, text)
  const remove = await mira.form(PAGE, 'Delete')
  t.equal((await orysia.send(PAGE, remove.values)).statusCode, 403)
  t.match(await sendForm(t, 'Delete'), 'The webhook is deleted')
  t.same(await sql`select from webhooks`, [])
  t.equal((await orysia.send('/desk/1/settings', { do: 'webhook', Address })).statusCode, 403)

  // The browser below sees one that fails, with messages of each kind.
  const longAddress = `https://news.example/${'a-long-address-'.repeat(8)}`
  await sql`insert into webhooks (blog, creator, address, secret) values (3, 2, ${longAddress}, 'x')`
  await sql`update webhook_states set failures = 1, error = 'The receiver did not answer in time'`
  await sql`
    insert into webhook_deliveries (webhook, blog, since, c_id, kinds, is_waiting, status, error)
    select id, 3, 1, 2, 'published,deleted', status is null, status, error
    from webhooks, (values (200, null), (null, 'The receiver did not answer in time')) as outcomes (status, error)`
})

await t.test('a form that is sent as it is shown changes nothing', async (t) => {
  await sql`update blogs set live_on = null where id = 3`
  await sendForm(t, 'Save', {
    ...{ Title: 'Regatta', Description: 'Two lines\n\nof text', Language: '2', TimeZone: 'Europe/Lisbon' },
    ...{ StartsOn: '2030-07-02T03:04', UserComments: 'true' }
  })
  await sendForm(t, 'Save the look', {
    ...{ theme: 'dark', font: 'serif', size: 'large', logo: 'https://a.example/l.svg', logoText: 'News' },
    ...{ hasColours: 'true', page: '#fffffe', text: '#010101' },
    ...{ hasDark: 'true', 'dark-page': '#010102', 'dark-text': '#fffffd' }
  })
  await sendForm(t, 'Save the picture', {
    ...{ url: 'https://a.example/a.png', alt: 'A', credit: 'B', video: 'https://youtu.be/abcdefghijk' }
  })
  const stored = () => sql`select title, description, language, starts_on, embed_config from blogs where id = 3`
  const before = await stored()
  for (const button of ['Save', 'Save the look', 'Save the picture']) {
    await sendForm(t, button)
    t.same(await stored(), before, button)
  }
})

const { visit } = deskOf(built, address)
await testAccessibility(t, async (page) => {
  await visit(page, 'mira', PAGE)
  await page.evaluate('document.querySelectorAll("details").forEach((each) => (each.open = true))')
})
