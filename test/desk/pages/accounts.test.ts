/** The people of the newsroom, with forms that need no scripts. */
import t from 'tap'
import { ADMIN_PASSWORD, build } from '../../support/app.ts'
import { deskOf, testAccessibility } from '../../support/desk.ts'
import { elementsOf, formsOf, hrefOf, outcomeOf } from '../../support/html.ts'
import { browserOf, errorAt, formWith } from '../../support/pages.ts'
import { numberFrom } from '../../support/database.ts'

const built = await build(t)
const { app, sql, tokenOf } = built
const address = await app.listen({ host: '127.0.0.1', port: 0 })
const admin = browserOf(built, `desk_session=${await tokenOf('admin')}`)

const PAGE = '/desk/people'
const PASSWORD = 'a long enough password'

/** Logs in, and returns whether that worked. */
const logsIn = async (UserName: string, Password: string) =>
  (await browserOf(built).send('/login', { UserName, Password })).statusCode === 303

/** Returns the form with a button that belongs to a user. */
const formOf = async (name: string, button: string) => {
  const Id = await numberFrom(sql`select id from users where name = ${name}`)
  const forms = formsOf((await admin.open(PAGE)).body)
  return forms.find(({ values, button: own }) => values.user === String(Id) && own === button)
}

await t.test('a reporter is added, and can log in, but not open blogs', async (t) => {
  t.equal(hrefOf((await admin.open('/desk')).body, 'People of the newsroom'), 'http://desk.example/desk/people')
  const form = await admin.form(PAGE, 'Add')
  const person = { Name: 'jo', FirstName: 'Jo <i>', LastName: '"Okafor"', Password: PASSWORD }
  const added = await admin.send(form.action, { ...form.values, ...person })
  t.equal(added.statusCode, 303)
  const again = await admin.send(form.action, { ...form.values, ...person })
  t.equal(again.headers.location, added.headers.location, 'a form that is sent twice adds one account')
  const { body } = await admin.open(String(added.headers.location))
  t.equal(outcomeOf(body), 'Added. They can log in now: tell them their user name and password.')
  t.match(body, 'Jo &lt;i> &quot;Okafor&quot;')
  t.ok(await logsIn('jo', PASSWORD))
  const jo = browserOf(built, `desk_session=${await tokenOf('jo')}`)
  t.match(
    (await jo.open('/desk')).body,
    '<p class="empty">You are in no open blog yet. Ask an editor to add you to one: it then appears here.</p>'
  )
  t.match((await jo.open('/desk/profile')).body, 'Use this picture', 'reporters store pictures')
})

await t.test('a form with a password says that it is to be typed again after a login', async (t) => {
  const { action, values } = await browserOf(built, `desk_session=${await tokenOf('admin')}`).form(PAGE, 'Add')
  const { send } = browserOf(built)
  const ended = await send(action, { ...values, Name: 'typed', Password: PASSWORD })
  t.equal(ended.statusCode, 401)
  t.notMatch(ended.body, PASSWORD)
  t.match(
    elementsOf(ended.body).find(({ attributes }) => attributes.role === 'alert')?.text,
    'Nothing is lost: log in, and your text is sent. Passwords are not kept: the form asks for them again.'
  )
  const again = formWith(ended.body, 'Log in and send')
  const sent = await send(again.action, { ...again.values, _UserName: 'admin', _Password: ADMIN_PASSWORD })
  t.same([sent.statusCode, errorAt(sent.body, 'Password')], [400, 'Password is missing'])
  t.equal(formWith(sent.body, 'Add').values.Name, 'typed')
})

await t.test('a name that is sent twice is set once', async (t) => {
  const form = await formOf('jo', 'Set the name')
  const send = async () => (await admin.send(form?.action ?? '', form?.values ?? {})).statusCode
  t.same(await Promise.all([send(), send()]), [303, 303])
})

await t.test('a refused form shows what was typed, but no password', async (t) => {
  const form = await admin.form(PAGE, 'Add')
  const taken = await admin.send(form.action, {
    ...form.values,
    Name: 'mira',
    Password: PASSWORD,
    EMail: 'x@y.example'
  })
  t.equal(taken.statusCode, 409)
  t.match(taken.body, 'value="x@y.example"')
  t.equal(
    outcomeOf(taken.body),
    'Nothing was stored: somebody has this already. Change what is marked, and send it again.'
  )
  t.equal(errorAt(taken.body, 'Name'), 'User name belongs to somebody else; choose another one')
  t.notMatch(taken.body, PASSWORD)
  const short = await admin.send(form.action, { ...form.values, Name: 'sam', Password: 'short' })
  t.equal(short.statusCode, 400)
  t.equal(outcomeOf(short.body), 'Nothing was stored. Correct what is marked, and send it again.')
  t.equal(errorAt(short.body, 'Password'), 'Password must have at least 12 characters')
})

await t.test('a name, an address and a user name are changed, unless somebody else was faster', async (t) => {
  const form = await formOf('jo', 'Set the name')
  t.match(form?.values, { FirstName: 'Jo <i>', LastName: '"Okafor"', EMail: '', Name: 'jo' })
  const person = { FirstName: 'Joan', LastName: 'Okafor', EMail: 'joan@desk.example' }
  const changed = await admin.send(form?.action ?? '', { ...form?.values, ...person })
  t.equal(changed.statusCode, 303)
  const { body } = await admin.open(String(changed.headers.location))
  t.equal(outcomeOf(body), 'Their name and address are changed, also above posts that readers see.')
  t.match(body, 'Joan Okafor')
  t.match((await formOf('jo', 'Set the name'))?.values, { ...person, Name: 'jo' })

  const stale = await admin.send(form?.action ?? '', { ...form?.values, FirstName: 'Joanna' })
  t.equal(stale.statusCode, 412)
  t.match(stale.body, 'value="Joanna"')
  const current = await formOf('jo', 'Set the name')
  const taken = await admin.send(current?.action ?? '', { ...current?.values, Name: 'mira' })
  t.equal(errorAt(taken.body, 'Name'), 'User name belongs to somebody else; choose another one')
  t.equal((await admin.send(current?.action ?? '', { ...current?.values, Name: 'joan' })).statusCode, 303)
  t.ok(await logsIn('joan', PASSWORD))
  const renamed = await formOf('joan', 'Set the name')
  t.equal((await admin.send(renamed?.action ?? '', { ...renamed?.values, Name: 'jo' })).statusCode, 303)
})

await t.test('a password is set, and an account closed and opened again', async (t) => {
  const reset = await formOf('jo', 'Set the password')
  const NewPassword = 'another long password'
  t.equal((await admin.send(reset?.action ?? '', { ...reset?.values, NewPassword })).statusCode, 303)
  t.notOk(await logsIn('jo', PASSWORD))
  t.ok(await logsIn('jo', NewPassword))
  const close = await formOf('jo', 'Close the account')
  t.equal((await admin.send(close?.action ?? '', close?.values ?? {})).statusCode, 303)
  t.notOk(await logsIn('jo', NewPassword))
  const enable = await formOf('jo', 'Let them log in again')
  t.equal((await admin.send(enable?.action ?? '', enable?.values ?? {})).statusCode, 303)
  t.ok(await logsIn('jo', NewPassword))
})

/** Returns the names of the roles that a user has, without those that these contain. */
const rolesOf = async (name: string) => {
  const rows = await sql<{ Name: string }[]>`
    select roles.name from user_roles join roles on roles.id = role
    where "user" = (select id from users where name = ${name}) order by 1`
  return rows.map(({ Name }) => Name)
}

await t.test('somebody gets another role, and keeps none of the old ones', async (t) => {
  const role = (name: string) => numberFrom(sql`select id from roles where name = ${name}`)
  const set = async (name: string, wanted: number) => {
    const form = await formOf(name, 'Set the role')
    return admin.send(form?.action ?? '', { ...form?.values, role: String(wanted) })
  }
  const [reporter, editor, administrator] = [
    await role('Collaborator'),
    await role('Editor'),
    await role('Administrator')
  ]
  t.same(await rolesOf('jo'), ['Collaborator'])
  t.equal((await formOf('jo', 'Set the role'))?.values.role, String(reporter))
  const given = await set('jo', editor)
  t.equal(given.statusCode, 303)
  const { body } = await admin.open(String(given.headers.location))
  t.equal(outcomeOf(body), 'Their role is changed. They can do everything that it allows at once, and no more.')
  t.same(await rolesOf('jo'), ['Editor'])
  t.equal((await set('jo', administrator)).statusCode, 303)
  t.same(await rolesOf('jo'), ['Administrator'])
  t.match((await admin.open(`${PAGE}?search=jo`)).body, '<p class="fine">Administrator</p>', 'no role that it contains')
  t.equal((await set('jo', reporter)).statusCode, 303)
  t.same(await rolesOf('jo'), ['Collaborator'])
  const refused = await set('jo', 999)
  t.same([refused.statusCode, errorAt(refused.body, 'role')], [400, 'Role is not in the list; choose one from it'])
  const reasons = elementsOf(refused.body).filter(({ attributes: { id = '' } }) => id.endsWith('-role-error'))
  t.equal(reasons.length, 1, 'at this account, and at no other one')
  t.equal(await formOf('admin', 'Set the role'), undefined, 'nobody shuts themselves out')
})

await t.test('a form without a role gives nobody one', async (t) => {
  const all = () => sql`select "user", role from user_roles order by 1, 2`
  const before = await all()
  const forms = formsOf((await admin.open(PAGE)).body).filter(({ button }) => button === 'Set the role')
  t.ok(forms.length > 3)
  for (const { action, values } of forms) {
    const { role, ...others } = values
    for (const form of [others, { ...others, role: '' }]) {
      const { statusCode, body } = await admin.send(action, form)
      t.same([statusCode, errorAt(body, 'role')], [400, 'Role is not in the list; choose one from it'])
    }
  }
  t.same(await all(), before)
})

await t.test('an account without a role says so, and gets one later', async (t) => {
  const form = await admin.form(PAGE, 'Add')
  const added = await admin.send(form.action, { ...form.values, Name: 'kim', Password: PASSWORD, role: '999' })
  t.equal(outcomeOf(added.body), 'The account is made, but has no role yet. Find it below, and choose “Change”.')
  t.match((await admin.open(`${PAGE}?search=kim`)).body, '<p class="fine">No role yet</p>')
  const role = await formOf('kim', 'Set the role')
  await admin.send(role?.action ?? '', role?.values ?? {})
  t.same(await rolesOf('kim'), ['Collaborator'])
})

await t.test('people are found by name and e-mail address', async (t) => {
  const { body } = await admin.open(`${PAGE}?search=OKAFOR@`)
  t.match(body, 'mira.okafor@tidewater.example')
  t.notMatch(body, 'folake.adeokun@tidewater.example')
  t.match(
    (await admin.open(`${PAGE}?search=%25%3Cb%3E`)).body,
    '<p class="empty">Nobody has such a name or e-mail address.</p>'
  )
  await sql`update users set active = false where name = 'folake'`
  const gone = (await admin.open(`${PAGE}?search=adeokun`)).body
  t.match(gone, '<details open><summary>People who can no longer log in (1)')
  t.notMatch(gone, 'Nobody has such a name')
})

await t.test(
  'more than fifty people are shown on several pages, those without a full name by their user name',
  async (t) => {
    await sql`
    with made as (
      insert into persons (first_name) select '' from generate_series(1, 102) returning id
    )
    insert into users (id, name, password_hash) select id, 'zed' || id, '!' from made`
    const shown = async (url: string) => {
      const { body } = await admin.open(url)
      const names = elementsOf(body).filter(({ name }) => name === 'strong')
      return {
        count: names.length,
        last: names.at(-1)?.text,
        next: hrefOf(body, 'More people'),
        back: hrefOf(body, 'Back')
      }
    }
    const address = (offset: number) => `http://desk.example${PAGE}?search=zed&offset=${offset}`
    const [first, second] = [await shown(`${PAGE}?search=zed`), await shown(address(50))]
    t.match(first, { count: 50, last: /^zed\d+$/, next: address(50), back: '' })
    t.match(second, { count: 50, next: address(100), back: address(0) })
    t.match(await shown(address(100)), { count: 2, next: '', back: address(50) })
    t.match(await shown(address(52)), { count: 50, next: '', back: address(2) })
    t.match(await shown(address(20)), { count: 50, next: address(70), back: address(0) })

    // Its forms stay on the page that lists the person.
    const { body } = await admin.open(address(50))
    const { action, values } = formWith(body, 'Set the name')
    const long = await admin.send(action, { ...values, FirstName: 'x'.repeat(256) })
    t.same([long.statusCode, errorAt(long.body, 'FirstName')], [400, 'First name must have at most 255 characters'])
    const changed = await admin.send(action, { ...values, FirstName: 'Zoe' })
    t.equal(changed.headers.location, `${address(50)}&done=name`)
    const next = (await admin.open(String(changed.headers.location))).body
    t.match(next, 'Zoe')
    t.equal(hrefOf(next, 'More people'), address(100))

    await sql`update users set active = false where name like 'zed%'`
    const gone = await shown(address(50))
    t.match(gone, { count: 50, next: address(100), back: address(0) }, 'those who can no longer log in, too')
    const last = (await admin.open(address(100))).body
    t.match(last, '<details open><summary>People who can no longer log in (102)')
  }
)

await t.test('nobody closes their own account here, and nobody else opens the page', async (t) => {
  t.equal(await formOf('admin', 'Close the account'), undefined)
  const mira = browserOf(built, `desk_session=${await tokenOf('mira')}`)
  t.equal((await mira.open(PAGE)).statusCode, 403)
  t.notMatch((await mira.open('/desk')).body, 'People of the newsroom')
  for (const values of [
    { do: 'add', Name: 'evil', Password: PASSWORD },
    { do: 'role', user: '1', role: '1' },
    { do: 'disable', user: '1' },
    { do: 'enable', user: '1' },
    { do: 'reset', user: '1', NewPassword: PASSWORD }
  ]) {
    t.equal((await mira.send(PAGE, values)).statusCode, 403, values.do)
  }
  const nobody = await admin.send(PAGE, { do: 'disable', user: '1/Role/1' })
  t.same([nobody.statusCode, outcomeOf(nobody.body)], [400, 'Choose somebody from the list.'])
})

const { visit } = deskOf(built, address)
await testAccessibility(t, async (page) => {
  await visit(page, 'admin', PAGE)
  await page.locator('summary').first().click()
  await page.locator('li summary').first().click()
})
