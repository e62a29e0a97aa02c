/** The people of a blog, with forms that need no scripts. */
import t from 'tap'
import { build } from '../../support/app.ts'
import { deskOf, testAccessibility } from '../../support/desk.ts'
import { elementsOf, formsOf, optionsOf, outcomeOf, paragraphsIn } from '../../support/html.ts'
import { browserOf, formWith } from '../../support/pages.ts'
import { numberFrom } from '../../support/database.ts'

const built = await build(t)
const { get, sql, tokenOf } = built
const address = await built.app.listen({ host: '127.0.0.1', port: 0 })
const sessionOf = async (name: string) => `desk_session=${await tokenOf(name)}`
const mira = browserOf(built, await sessionOf('mira'))
const orysia = browserOf(built, await sessionOf('orysia'))

const PAGE = '/desk/3/people'

const typesByName = async () => {
  const { body } = await get('/resources/Desk/Blog/3/Collaborator.json?X-Filter=Name,Type')
  const { CollaboratorList }: { CollaboratorList: { Name: string; Type: { Name: string } }[] } = JSON.parse(body)
  return Object.fromEntries(CollaboratorList.map(({ Name, Type }) => [Name, Type.Name]))
}

await t.test('somebody is added, publishes, and is removed', async (t) => {
  const { body } = await mira.open(PAGE)
  const elements = elementsOf(body)
  const select = elements.find(({ attributes: { id } }) => id === 'add-collaborator')
  t.ok(select)
  const names = elements.filter(({ name, form }) => name === 'option' && form === select?.form)
  const ada = names.find(({ text }) => text === 'Ada Min')
  const collaborator = ada?.attributes.value ?? ''
  const form = formWith(body, 'Add')
  t.equal(form.values.type, 'Collaborator', 'a new member hands in')
  t.ok(select && optionsOf(select, elements).every(({ value }) => value !== ''))
  const added = await mira.send(form.action, { ...form.values, collaborator })
  t.equal(added.statusCode, 303)
  const page = (await mira.open(String(added.headers.location))).body
  t.match(page, 'Added.')
  t.match(await typesByName(), { 'Ada Min': 'Collaborator' })

  const own = formsOf(page).filter(({ values }) => values.collaborator === collaborator)
  const change = own.find(({ button }) => button === 'Change')
  await mira.send(change?.action ?? '', { ...change?.values, type: 'Administrator' })
  t.match(await typesByName(), { 'Ada Min': 'Administrator' })

  const remove = own.find(({ button }) => button === 'Remove')
  const removed = await mira.send(remove?.action ?? '', remove?.values ?? {})
  t.match((await mira.open(String(removed.headers.location))).body, 'Removed. Their posts stay.')
  t.equal((await typesByName())['Ada Min'], undefined)
})

await t.test('a list of people that is not whole says so', async (t) => {
  const help = async () =>
    elementsOf((await mira.open(PAGE)).body).find(({ attributes: { id } }) => id === 'add-collaborator-help')?.text
  t.equal(await help(), undefined)
  await sql`
    with
      made as (insert into persons (first_name) select 'Zed' from generate_series(1, 1000) returning id),
      users as (insert into users (id, name, password_hash) select id, 'zed' || id, '!' from made returning id)
    insert into collaborators (source, "user") select (select min(source) from collaborators), id from users`
  await built.app.freshness.catchUp()
  t.match(await help(), /^The first 1000 of 10\d\d people$/)
  await sql`update users set active = false where name like 'zed%'`
})

await t.test('somebody whom a colleague has added meanwhile keeps what that one has chosen', async (t) => {
  const collaborator = String(
    await numberFrom(sql`
    select collaborators.id from collaborators join persons on persons.id = collaborators."user"
    where persons.first_name = 'Ada'`)
  )
  const form = await mira.form(PAGE, 'Add')
  await mira.send(form.action, { ...form.values, collaborator, type: 'Administrator' })
  const late = await mira.send(PAGE, { ...form.values, collaborator })
  t.same(
    [late.statusCode, outcomeOf(late.body)],
    [409, 'Ada Min works on this blog already. Change above what they do.']
  )
  t.match(await typesByName(), { 'Ada Min': 'Administrator' })
  t.equal((await mira.send(PAGE, { ...form.values, collaborator, type: 'Administrator' })).statusCode, 303)
  await mira.send(PAGE, { do: 'remove', collaborator })
})

await t.test('refused changes say why', async (t) => {
  const gone = 'This no longer exists: somebody has removed it. Open the page again.'
  for (const [values, status, reason] of [
    [{ do: 'add', collaborator: '' }, 400, 'Choose somebody from the list.'],
    [{ do: 'add', collaborator: '1/../2', type: 'Administrator' }, 400, 'Choose somebody from the list.'],
    [{ do: 'add', collaborator: '999999', type: 'Administrator' }, 404, gone],
    [{ do: 'add', collaborator: '1', type: 'Queen/x' }, 404, gone],
    [{ do: 'remove', collaborator: '999999' }, 404, gone]
  ] as const) {
    const { statusCode, body } = await mira.send(PAGE, values)
    t.same([statusCode, outcomeOf(body)], [status, reason], JSON.stringify(values))
  }
})

await t.test('reporters see no members’ forms, and change nothing', async (t) => {
  const before = await typesByName()
  t.equal((await orysia.open(PAGE)).statusCode, 403)
  const Id = await numberFrom(sql`select min(id) as id from collaborators`)
  const values = { collaborator: String(Id), type: 'Administrator' }
  t.equal((await orysia.send(PAGE, { do: 'add', ...values })).statusCode, 403)
  t.equal((await orysia.send(PAGE, { do: 'remove', ...values })).statusCode, 403)
  t.same(await typesByName(), before)
})

await t.test('an administrator of the blog who leaves it is led home', async (t) => {
  const Id = await numberFrom(sql`
    select collaborators.id from collaborators join users on users.id = "user" where users.name = 'lefteris'`)
  await mira.send(PAGE, { do: 'change', collaborator: String(Id), type: 'Administrator' })
  const lefteris = browserOf(built, await sessionOf('lefteris'))
  t.equal((await lefteris.open(PAGE)).statusCode, 200)
  const left = await lefteris.send(PAGE, { do: 'remove', collaborator: String(Id) })
  t.match(left.headers.location, /\/desk$/)
  t.equal((await lefteris.open(PAGE)).statusCode, 403)
})

await t.test('a page whose blog everybody works on says so, and names those without a full name', async (t) => {
  await sql`
    insert into blog_collaborators (blog, collaborator)
    select 3, id from collaborators on conflict do nothing`
  await sql`update persons set first_name = '', last_name = '' where id = (select creator from blogs where id = 3)`
  const { body } = await mira.open(PAGE)
  t.same(paragraphsIn(body, 'add'), ['Everybody in the newsroom works on this blog already.'])
  t.equal(paragraphsIn(body, 'members')[1], 'bjarki opened the blog, and publishes')
})

await t.test('names are text', async (t) => {
  await sql`update persons set first_name = '<i>Ada</i>' where id = 1`
  const { body } = await mira.open(PAGE)
  t.match(body, '&lt;i>Ada&lt;/i>')
  t.notMatch(body, '<i>Ada</i>')
})

const { visit } = deskOf(built, address)
await testAccessibility(t, (page) => visit(page, 'mira', '/desk/1/people'))
