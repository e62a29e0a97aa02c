/** The visitor's own profile, with forms that need no scripts. */
import t from 'tap'
import { MEBIBYTE } from '../../../schemas/config.ts'
import { ADMIN_PASSWORD, build } from '../../support/app.ts'
import { browserTest, WITHOUT_SCRIPTS } from '../../support/browser.ts'
import { deskOf, testAccessibility } from '../../support/desk.ts'
import { photograph, recording } from '../../support/media.ts'
import { BASE, BROWSER, formsOf, outcomeOf, paragraphsIn } from '../../support/html.ts'
import { browserOf, errorAt, formWith } from '../../support/pages.ts'
import { numberFrom } from '../../support/database.ts'

const built = await build(t, { TRUSTED_PROXIES: '127.0.0.1' })
const { app, json, sql, tokenOf } = built
const address = await app.listen({ host: '127.0.0.1', port: 0 })
const cookieOf = async (name: string) => `desk_session=${await tokenOf(name)}`

const PAGE = '/desk/profile'

/** Sends a file with the form of the profile. */
const upload = async (
  cookie: string,
  file: Buffer,
  headers: Readonly<Record<string, string>> = {},
  action = `${address}${PAGE}/picture`
) => {
  const body = new FormData()
  body.set('file', new Blob([new Uint8Array(file)]), 'me.jpg')
  const own = { accept: 'text/html', cookie, origin: address, ...headers }
  const response = await fetch(action, { method: 'POST', headers: own, body, redirect: 'manual' })
  return { status: response.status, location: response.headers.get('location'), body: await response.text() }
}
const pictureOf = async (user: number) => (await json(`HR/Person/${user}/MetaData/Icon`)).Name

await t.test('people change their name and e-mail address', async (t) => {
  const mira = browserOf(built, await cookieOf('mira'))
  const form = await mira.form(PAGE, 'Save')
  t.match(form.values, { FirstName: 'Mira', LastName: 'Okafor' })
  const changes = { FirstName: '<b>Mira</b>', LastName: 'O’Kafor', EMail: 'mira@new.example' }
  const saved = await mira.send(form.action, { ...form.values, ...changes })
  t.equal(saved.statusCode, 303)
  const { body } = await mira.open(String(saved.headers.location))
  t.match(body, 'Saved.')
  t.match(formWith(body, 'Save').values, changes)
  t.notMatch(body, '<b>Mira</b>')
  const late = await mira.send(form.action, { ...form.values, FirstName: 'Late' })
  t.equal(late.statusCode, 412, 'the form was made from an older version')
})

await t.test('a picture is stored and removed', async (t) => {
  const cookie = await cookieOf('orysia')
  const orysia = browserOf(built, cookie)
  const Id = await numberFrom(sql`select id from users where name = 'orysia'`)
  const sent = await upload(cookie, await photograph())
  t.same([sent.status, sent.location], [303, `${address}${PAGE}?done=picture`])
  t.equal(await pictureOf(Id), 'me.jpg')
  const page = (await orysia.open(`${PAGE}?done=picture`)).body
  t.match(page, 'Your new picture is stored.')
  const remove = formWith(page, 'Remove my picture')
  t.equal((await orysia.send(remove.action, remove.values)).statusCode, 303)
  t.not(await pictureOf(Id), 'me.jpg')
  t.notOk(formsOf((await orysia.open(PAGE)).body).some(({ button }) => button === 'Remove my picture'))
})

await t.test('a picture does not become that of somebody else who has logged in meanwhile', async (t) => {
  const { action } = await browserOf(built, await cookieOf('orysia')).form(PAGE, 'Use this picture')
  const Id = await numberFrom(sql`select id from users where name = 'mira'`)
  const before = await pictureOf(Id)
  const sent = await upload(await cookieOf('mira'), await photograph(), {}, action.replace(BASE, address))
  t.equal(sent.status, 401)
  t.equal(await pictureOf(Id), before)
})

await t.test('a file that is not a picture is refused, on the page', async (t) => {
  const cookie = await cookieOf('orysia')
  const sound = await upload(cookie, await recording('horn.mp3'))
  t.equal(sound.status, 415)
  t.equal(outcomeOf(sound.body), 'This file is not a picture. Choose another one.')
  const empty = await upload(cookie, Buffer.alloc(0))
  t.equal(empty.status, 400)
  t.equal(outcomeOf(empty.body), 'The file is empty. Choose another one.')
  const unknown = await upload(cookie, Buffer.from('%PDF-1.7 nothing'))
  t.equal(unknown.status, 415)
  t.equal(
    outcomeOf(unknown.body),
    'Not all browsers show this file. Save a picture as JPEG or PNG, sound as MP3, video as MP4, and choose that.'
  )
  const headers = { ...BROWSER, cookie, origin: BASE }
  const none = await app.inject({ method: 'POST', url: `${PAGE}/picture`, headers })
  t.same([none.statusCode, outcomeOf(none.body)], [400, 'Choose a picture first.'])
  t.match(formWith(unknown.body, 'Save').action, `${address}${PAGE}?_key=`, 'the other forms still work')
  const again = await app.inject({ url: `${PAGE}/picture?_key=x&_user=1`, headers })
  t.same([again.statusCode, again.headers.location], [303, BASE + PAGE], 'its address leads to the page')
})

await t.test('pictures of strangers and of other sites are refused', async (t) => {
  const stranger = await upload('', await photograph())
  t.equal(stranger.status, 401)
  t.match(stranger.body, 'Your session has ended, and the picture was not stored. Log in, and choose it again.')
  t.match(formWith(stranger.body, 'Log in').values, { to: PAGE }, 'the login leads back')
  const cookie = await cookieOf('orysia')
  t.equal((await upload(cookie, await photograph(), { origin: 'https://evil.example' })).status, 403)
  await sql`delete from user_roles where "user" = (select id from users where name = 'lefteris')`
  const lefteris = await cookieOf('lefteris')
  t.equal((await upload(lefteris, await photograph())).status, 403, 'without the right to store files')
  t.same(paragraphsIn((await browserOf(built, lefteris).open(PAGE)).body, 'picture'), [
    'You may not store files. Ask somebody who looks after the people of the newsroom.'
  ])
})

await t.test('a new password ends all sessions', async (t) => {
  const admin = browserOf(built, await cookieOf('admin'))
  const { action, values } = await admin.form(PAGE, 'Change my password')
  const NewPassword = 'correct horse battery'
  const change = { ...values, OldPassword: ADMIN_PASSWORD, NewPassword, RepeatedPassword: NewPassword }
  for (const [wrong, field, reason] of [
    [{ OldPassword: 'wrong' }, 'OldPassword', 'Current password is not the password with which you log in'],
    [{ RepeatedPassword: 'other' }, 'RepeatedPassword', 'New password again is not the same as the new password'],
    [
      { NewPassword: 'elevensigns', RepeatedPassword: 'elevensigns' },
      ...(['NewPassword', 'New password must have at least 12 characters'] as const)
    ]
  ] as const) {
    const { statusCode, body } = await admin.send(action, { ...change, ...wrong }, { 'x-forwarded-for': '192.0.2.7' })
    t.same([statusCode, errorAt(body, field)], [400, reason])
    t.notMatch(body, NewPassword, 'passwords are never shown')
  }
  t.same(
    [...(await sql`select address from login_failures`)],
    [{ Address: '192.0.2.7' }],
    'a guess counts for its sender'
  )
  const changed = await admin.send(action, change)
  t.match(changed.headers.location, /\/login\?to=%2Fdesk$/)
  t.equal((await admin.open(PAGE)).statusCode, 303, 'the session has ended')
  t.equal((await admin.send('/login', { UserName: 'admin', Password: NewPassword })).statusCode, 303)
})

await t.test('people make tokens for programs, see each once, and revoke them', async (t) => {
  const mira = browserOf(built, await cookieOf('mira'))
  const { action, values } = await mira.form(PAGE, 'Make a token')
  const nameless = await mira.send(action, { ...values, Name: '' })
  t.equal(nameless.statusCode, 400)
  const sent = { ...values, Name: '<b>Wire</b>', Allows: 'draft', Blog: '1' }
  const made = await mira.send(action, sent)
  t.equal(made.statusCode, 200)
  t.match(made.headers['cache-control'], 'no-store')
  const [, token = ''] = /<code>([\w-]{43})<\/code>/.exec(made.body) ?? []
  t.equal(outcomeOf(made.body), `This is the token for <b>Wire</b>. Copy it now: nobody can show it again.${token}`)
  const inserted = await built.post('/resources/Desk/Blog/1/Post', { Content: 'x' }, { authorization: token })
  t.equal(inserted.statusCode, 201)
  for (const page of ['/desk', PAGE, '/desk/1', '/desk/1/people']) {
    const shown = await built.get(page, { accept: 'text/html', authorization: token })
    t.equal(shown.statusCode, 200, `the program reads ${page}`)
    t.notMatch(shown.body, 'id="tokens"', 'without the tokens, which it may not see')
  }
  const again = await mira.send(action, sent)
  t.equal(again.statusCode, 409, 'a form that is sent again makes no second token')
  t.equal(outcomeOf(again.body), 'The token is made, and can only be shown once. Revoke it, and make another one.')

  const page = (await mira.open(PAGE)).body
  t.notMatch(page, token)
  t.notMatch(page, '<b>Wire</b>')
  t.match(
    paragraphsIn(page, 'tokens')[1],
    /^Write drafts, in Ullenmouth votes: election night, live\. Last used \d+ \w+ \d+ at \d\d:\d\d UTC\.$/
  )
  const revoke = formWith(page, 'Revoke')
  t.match((await mira.send(revoke.action, revoke.values)).headers.location, /done=revoke$/)
  t.equal((await built.post('/resources/Desk/Blog/1/Post', {}, { authorization: token })).statusCode, 401)
  t.notOk(formsOf((await mira.open(PAGE)).body).some(({ button }) => button === 'Revoke'))
  const other = await mira.send(action, { ...sent, Name: 'Radio' })
  t.match(outcomeOf(other.body), 'This is the token for Radio.', 'another one can be made after the way back')
})

await t.test('a name of dots leads to no other address', async (t) => {
  // Bjarki may close accounts: without its last part, the address of a token would be that of his own.
  const bjarki = browserOf(built, await cookieOf('bjarki'))
  t.equal((await bjarki.send(PAGE, { do: 'revoke', token: '..' })).statusCode, 404)
  t.equal((await json('HR/User/3')).Active, 'True')
})

await browserTest(t, 'a picture is chosen and stored without scripts', WITHOUT_SCRIPTS, async (t, page) => {
  await page.context().addCookies([{ name: 'desk_session', value: await tokenOf('mira'), url: address }])
  await page.goto(address + PAGE)
  await page.getByLabel('New picture').setInputFiles({
    name: 'mira.jpg',
    mimeType: 'image/jpeg',
    buffer: await photograph()
  })
  await page.getByRole('button', { name: 'Use this picture' }).click()
  await page.getByText('Your new picture is stored.').waitFor()
  t.match(page.url(), /\/desk\/profile\?done=picture$/)

  await page.context().clearCookies()
  const large = { name: 'large.jpg', mimeType: 'image/jpeg', buffer: Buffer.alloc(8 * MEBIBYTE) }
  await page.getByLabel('New picture').setInputFiles(large)
  await page.getByRole('button', { name: 'Use this picture' }).click()
  await page.getByRole('alert').getByText('the picture was not stored').waitFor()
})

const { visit } = deskOf(built, address)
await testAccessibility(t, (page) => visit(page, 'mira', PAGE))
