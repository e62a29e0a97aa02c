/** Creating, changing, closing and reopening blogs, and adding and removing their members. */
import t from 'tap'
import { golden } from '../../support/golden.ts'
import { build, type Built, documentOf, expectRefusal, numberFrom } from '../../support/index.ts'

const BLOGS = '/resources/Desk/Blog'
const opening = { Title: 'Council meeting', Description: 'Item by item.', Language: 2 }

/** Returns all blogs and memberships in the database. */
const blogsIn = async (sql: Built['sql']) => {
  const [state] = await sql<[object]>`
    select (select json_agg(blogs order by id) from blogs) as blogs,
      (select json_agg(blog_collaborators order by blog, collaborator) from blog_collaborators) as members`
  return state
}

const built = await build(t)

await t.test('an editor creates a blog, changes it, adds members, posts, closes and reopens it', async (t) => {
  const { app, get, sql } = built
  const send = await built.senderOf('folake', BLOGS)
  const created = await send('POST', '', {
    ...opening,
    Language: { href: 'http://localhost/resources/Localization/Language/2' }
  })
  t.equal(created.statusCode, 201, created.body)
  const { Id, href, Creator, Title } = documentOf(created)
  const at = `/${String(Id)}`
  const shown = { href, Title, Creator }
  t.match(shown, { href: `http://localhost:80${BLOGS}${at}`, Title: 'Council meeting', Creator: { Id: '4' } })
  t.equal(created.headers['location'], href)
  t.equal(documentOf(await get(`${BLOGS}${at}`)).Description, 'Item by item.')
  t.match((await get(`${BLOGS}?limit=1000`)).body, `${BLOGS}${at}"`, 'the list shows the new blog at once')

  const isLive = async () => documentOf(await get(`${BLOGS}${at}`)).IsLive
  t.equal((await send('PUT', `${at}/PutLive`)).statusCode, 200)
  t.equal(await isLive(), 'True')
  t.equal((await send('PUT', `${at}/PutLive`)).statusCode, 200)
  t.equal(await isLive(), 'False', 'PutLive toggles IsLive')
  await send('PUT', `${at}/PutLive`)

  const changed = await send('PUT', at, {
    Title: 'Council',
    OutputLink: 'https://paper.example/council',
    EmbedConfig: { theme: 'dark' }
  })
  t.equal(changed.statusCode, 200, changed.body)
  const listed = documentOf(
    await get(`${BLOGS}?title=Council&X-Filter=Title,Description,OutputLink,EmbedConfig`)
  ).BlogList
  t.match(listed, [
    {
      Title: 'Council',
      Description: 'Item by item.',
      OutputLink: 'https://paper.example/council',
      EmbedConfig: '{"theme":"dark"}'
    }
  ])

  t.equal((await send('PUT', `${at}/Collaborator/17/Add`)).statusCode, 200)
  t.equal((await send('PUT', `${at}/Collaborator/14/Type/Administrator`)).statusCode, 200)
  const members = await sql<{ Collaborator: number; Type: string }[]>`
    select collaborator, type from blog_collaborators where blog = ${Number(Id)} order by collaborator`
  const found = [...members]
  t.same(found, [
    { Collaborator: 14, Type: 'Administrator' },
    { Collaborator: 17, Type: 'Collaborator' }
  ])
  await send('PUT', `${at}/Collaborator/14/Add`)
  const result = documentOf(await get(`${BLOGS}${at}/Collaborator/14`))
  t.match(result, { Type: { Name: 'Administrator' } }, 'adding a member again keeps the type')
  t.equal((await send('DELETE', `${at}/Collaborator/17/Remove`)).statusCode, 204)
  t.equal((await send('DELETE', `${at}/Collaborator/17/Remove`)).statusCode, 404)

  const post = () => send('POST', `${at}/Post/Publish`, { Content: 'The meeting begins.' })
  t.equal((await post()).statusCode, 201)
  t.equal((await send('PUT', at, { ClosedOn: '2026-11-22 21:00' })).statusCode, 200)
  t.equal(await isLive(), 'False')
  t.equal((await post()).statusCode, 409, 'a closed blog refuses posts')
  for (const reopening of [{ ClosedOn: null }, { ClosedOn: '' }]) {
    await send('PUT', at, { ClosedOn: '2026-11-22 21:00' })
    t.equal((await send('PUT', at, reopening)).statusCode, 200)
    t.equal(await isLive(), 'True')
  }
  t.equal((await post()).statusCode, 201, 'a reopened blog accepts posts')
  const answer = await app.inject({ url: `${BLOGS}${at}` })
  t.match(answer.headers['etag'], /^"\d+-/)
})

await t.test('a blog has a planned start, which X-Filter shows and lists filter by', async (t) => {
  const { json } = built
  const send = await built.senderOf('folake', BLOGS)
  const created = await send('POST', '', { ...opening, Title: 'Planned', StartsOn: '2026-12-01 20:15' })
  t.equal(created.statusCode, 201, created.body)
  const { Id, StartsOn } = documentOf(created)
  t.equal(StartsOn, undefined, 'nobody sees it without asking')
  const startOf = async () => (await json(`Desk/Blog/${Id}?X-Filter=StartsOn`)).StartsOn
  t.equal(await startOf(), '12/1/26 8:15 PM')
  const listed = async () => (await json('Desk/Blog?startsOn.since=2026-12-01&X-Filter=Id')).BlogList
  t.match(await listed(), [{ Id }])
  t.equal((await send('PUT', `/${Id}`, { StartsOn: '2026-12-02T09:00:00+01:00' })).statusCode, 200)
  t.equal(await startOf(), '12/2/26 8:00 AM')
  t.equal((await send('PUT', `/${Id}`, { StartsOn: '' })).statusCode, 200)
  t.equal(await startOf(), undefined)
  t.same(await listed(), [])
})

await t.test('an invalid change is refused and changes nothing', async (t) => {
  const { app, sql, tokenOf } = built
  const body = (place: string) => ({ kind: 'bad-body', places: [place] })
  const missing = { kind: 'not-found', places: [] }
  const cases = [
    ['folake', 'POST', '', { ...opening, Title: '' }, body('Title')],
    ['folake', 'POST', '', { ...opening, Language: 999 }, body('Language')],
    ['folake', 'POST', '', { ...opening, Creator: 12 }, body('Creator')],
    ['folake', 'POST', '', { ...opening, EmbedConfig: 'no JSON' }, body('EmbedConfig')],
    ['folake', 'PUT', '/3', { ClosedOn: 'soon' }, body('ClosedOn')],
    ['folake', 'PUT', '/3', { StartsOn: '2026-02-30 10:00' }, body('StartsOn')],
    ['folake', 'POST', '', { ...opening, StartsOn: 'soon' }, body('StartsOn')],
    ['folake', 'PUT', '/3', { Creator: 2 }, body('Creator')],
    ['folake', 'PUT', '/3/Collaborator/99/Add', undefined, missing],
    ['folake', 'PUT', '/3/Collaborator/17/Type/Boss', undefined, missing]
  ] as const
  const before = await blogsIn(sql)
  const lines: string[] = []
  for (const [name, method, end, payload, expected] of cases) {
    const headers = { authorization: await tokenOf(name) }
    const about = `${name}: ${method} ${end} ${(JSON.stringify(payload) ?? '').slice(0, 120)}`
    const request = { method, url: BLOGS + end, headers, ...(payload && { payload }) }
    lines.push(`${about}: ${await expectRefusal(t, app, request, { ...expected, about })}\n`)
  }
  await golden(t, 'refused-blogs.txt', Buffer.from(lines.join('')))
  t.same(await blogsIn(sql), before)
})

await t.test('the creator of a blog can also be a member of it, and keeps all rights', async (t) => {
  const send = await built.senderOf('admin', BLOGS)
  const Id = await numberFrom(
    built.sql`select id from collaborators where "user" = (select creator from blogs where id = 3)`
  )
  const added = await send('PUT', `/3/Collaborator/${Id}/Add`)
  t.equal(added.statusCode, 200, added.body)
  t.match(documentOf(added), { Type: { Name: 'Collaborator' } })
  const [{ Name }] = await built.sql<
    [{ Name: string }]
  >`select name from users where id = (select creator from blogs where id = 3)`
  const creator = await built.senderOf(Name, BLOGS)
  t.equal((await creator('PUT', '/3', { Description: 'By its creator.' })).statusCode, 200)
  t.equal((await creator('DELETE', `/3/Collaborator/${Id}/Remove`)).statusCode, 204)
})

await t.test('a post does not change the version of its blog', async (t) => {
  const send = await built.senderOf('admin', BLOGS)
  const { etag } = (await built.get(`${BLOGS}/3`)).headers
  t.equal((await send('POST', '/3/Post/Publish', { Content: 'x' })).statusCode, 201)
  t.equal((await send('PUT', '/3', { Title: 'Third' }, { 'if-match': String(etag) })).statusCode, 200)
})
