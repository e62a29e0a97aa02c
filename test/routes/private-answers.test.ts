/** What caches may keep for everybody, what their links lead to, and what answers say to strangers. */
import t from '../support/tap.ts'
import { build } from '../support/app.ts'
import { openApiOf } from '../support/documents.ts'
import { newsroom } from '../support/newsroom.ts'
import { readings } from '../support/readings.ts'
import { documentOf, itemsOf, notations } from './wire.ts'
import { expectNothingStored, insertAddresses } from './state.ts'

/** Addresses that show drafts to anybody when drafts are public. */
const drafts = [
  'Desk/Blog/3/Post',
  'Desk/Blog/3/Post/Unpublished',
  'Desk/Blog/3/Post/Comment',
  'Desk/Blog/3/Post/84',
  'Desk/Blog/3/PostType/normal/Post',
  'Desk/Blog/3/User/6/Post',
  'Desk/Blog/3/User/6/Post/Unpublished',
  'Desk/Blog/3/User/6/Post/Owned',
  'Desk/Blog/3/User/6/PostType/normal/Post/Owned',
  'Desk/Blog/3/Collaborator/17/Post',
  'Desk/Blog/3/SourceType/internal/Post/Chain',
  'Desk/Blog/3/BlogCollaboratorGroup/{group}/Post/GroupUnpublished',
  'Desk/Blog/3/BlogCollaboratorGroup/{group}/PostType/normal/Post/GroupUnpublished',
  'Data/Post',
  'Data/Post/84',
  'Data/Post/Unpublished',
  'HR/User/6/Post',
  'HR/User/6/Post/Unpublished',
  'Data/Collaborator/17/Post',
  'Data/Collaborator/17/Post/Unpublished',
  'Data/Source/1/Post',
  'Data/SourceType/internal/Post'
] as const

/** Addresses that never do. */
const open = [
  'Desk/Blog',
  'Desk/Blog/3',
  'Desk/Blog/3/Post/Published',
  'Desk/Blog/3/Post/81',
  'Desk/Blog/3/Post/Published?cId.since=0',
  'Data/Post/Published',
  'Data/Post/81',
  'HR/User/6/Post/Published',
  'Desk/Blog/3/PostType/normal/Post/Published',
  'Desk/Blog/3/Collaborator/17/Post/Published',
  'Data/PostType'
] as const

for (const closed of [false, true]) {
  await t.test(closed ? 'with closed drafts' : 'with public drafts', async (t) => {
    const { get, sql, tokenOf } = await build(t, closed ? { PUBLIC_DRAFTS: 'false' } : {})
    const [{ Id: group }] = await sql<
      [{ Id: number }]
    >`insert into blog_collaborator_groups (blog) values (3) returning id`
    const authorization = await tokenOf('naama')
    const cacheControl = async (path: string, accept: string, headers: Record<string, string> = {}) => {
      const answer = await get(`/resources/${path.replace('{group}', `${group}`)}`, { accept, ...headers })
      return [answer.statusCode, String(answer.headers['cache-control'])]
    }
    for (const [, accept] of notations) {
      for (const path of drafts) {
        t.same(
          await cacheControl(path, accept, closed ? { authorization } : {}),
          [200, 'private, no-store'],
          `${path} in ${accept} is for nobody else`
        )
      }
      for (const path of open) {
        const [status, control] = await cacheControl(path, accept)
        t.equal(status, 200)
        t.match(control, /^public, max-age=\d+/, `${path} in ${accept} is for everybody`)
        t.same(
          await cacheControl(path, accept, { authorization }),
          [200, 'private, no-store'],
          `${path}, with a session`
        )
      }
    }
  })
}

await t.test('with closed drafts, a client that polls with X-Filter learns of a withdrawal', async (t) => {
  const built = await build(t, { PUBLIC_DRAFTS: 'false' })
  const { get, sql } = built
  const room = await newsroom(built)
  const withdrawn = await room.send(true)
  const before = documentOf(await get(`${room.posts}/Published?X-Filter=Id,CId,IsPublished`))
  await room.withdraw([withdrawn])
  const [{ CId }] = await sql<[{ CId: number }]>`select c_id from posts where id = ${withdrawn}`
  for (const [extension] of notations) {
    for (const list of [`${room.posts}/Published.${extension}`, `${room.posts}.${extension}`]) {
      const url = `${list}?cId.since=${String(before.lastCId)}&X-Filter=Id,CId,IsPublished`
      const items = itemsOf(documentOf(await get(url))).map(({ href: _href, ...item }) => item)
      t.same(items, [{ Id: `${withdrawn}`, CId: `${CId}`, IsPublished: 'False' }], url)
    }
  }
})

await t.test('Link: rel="next" asks for the same presentation', async (t) => {
  for (const env of [{}, { CACHE_MB: '0' }]) {
    const { watch, untilCached } = readings()
    const { get } = await build(t, { ...env, BASE_URL: 'https://desk.example' }, { watch })
    if (!('CACHE_MB' in env)) await untilCached(() => get('/resources/Desk/Blog/1'))
    const list = '/resources/Desk/Blog/1/Post/Published'
    const parameters = {
      'X-Filter': 'Content,CreatedOn,Id',
      'X-TimeZone': 'Europe/Helsinki',
      'X-Format-DateTime': 'full'
    }
    const headers = Object.fromEntries(Object.entries(parameters).map(([name, value]) => [name.toLowerCase(), value]))
    const query = new URLSearchParams(parameters)
    const nextOf = ({ headers: { link } }: Awaited<ReturnType<typeof get>>) => {
      const [, href = ''] = /<([^>]*)>; rel="next"/.exec(String(link)) ?? []
      return new URL(href)
    }
    /** Whichever way came first, the answer of the other must not carry its link. */
    for (const [order, limit] of [
      ['headers first', 2],
      ['parameters first', 3]
    ] as const) {
      const byHeaders = () => get(`${list}?limit=${limit}`, headers)
      const byParameters = () => get(`${list}?limit=${limit}&${query}`)
      const steps =
        order === 'headers first'
          ? [byHeaders, byParameters, byHeaders, byParameters]
          : [byParameters, byHeaders, byParameters, byHeaders]
      for (const [at, step] of steps.entries()) {
        const next = nextOf(await step())
        const asked = Object.fromEntries(
          Object.keys(parameters).flatMap((name) =>
            next.searchParams.get(name) === null ? [] : [[name, next.searchParams.get(name)]]
          )
        )
        const about = `${order}, answer ${at + 1}, ${JSON.stringify(env)}`
        if (step === byParameters) t.same(asked, parameters, `${about}: asked by parameters, the link has them`)
        const page = await get(next.pathname + next.search, step === byHeaders ? headers : {})
        const shown = itemsOf(documentOf(page)).map((item) => Object.keys(item).sort())
        t.ok(shown.length > 0, about)
        t.same(
          shown.filter((names) => names.join() !== 'Content,CreatedOn,Id,href'),
          [],
          `${about}: the next page shows what this one does`
        )
        t.match(page.body, /(Eastern European|GMT\+[23]|EES?T)/, `${about}: in the same time zone`)
      }
    }
  }
})

await t.test('a collaborator posts as nobody else', async (t) => {
  const built = await build(t)
  const { sql, post, tokenOf } = built
  await sql`delete from user_roles where "user" in (select id from users where name = 'mira')`
  const authorization = await tokenOf('mira')
  const others = await sql<{ Id: number; Name: string }[]>`
    select collaborators.id, users.name from collaborators join users on users.id = collaborators."user"
    where users.name <> 'mira' and (users.id = (select creator from blogs where id = 3)
      or collaborators.id in (select collaborator from blog_collaborators where blog = 3))`
  t.ok(
    others.some(({ Name }) => Name === 'bjarki'),
    "the blog's creator is among the others"
  )
  for (const { Id, Name } of others) {
    await expectNothingStored(
      t,
      built,
      { url: '/resources/Desk/Blog/3/Post', headers: { authorization }, payload: { Content: 'x', Author: Id } },
      {
        status: 403,
        kind: 'forbidden',
        about: `Author of ${Name}`
      }
    )
  }
  const [{ Own }] = await sql<[{ Own: number }]>`
    select collaborators.id as own from collaborators join users on users.id = collaborators."user" where users.name = 'mira'`
  t.equal(
    (await post('/resources/Desk/Blog/3/Post', { Content: 'x', Author: Own }, { authorization })).statusCode,
    201,
    'but as herself'
  )
  const administrator = await tokenOf('aurelie')
  for (const { Id } of others) {
    const answer = await post(
      '/resources/Desk/Blog/3/Post',
      { Content: 'x', Author: Id },
      { authorization: administrator }
    )
    t.equal(answer.statusCode, 201, "the blog's administrators post for its members")
  }
})

await t.test('OPTIONS asks nothing of the database', async (t) => {
  const statements: string[] = []
  const { app, get } = await build(
    t,
    {},
    {
      watch: (statement) => {
        statements.push(statement)
      }
    }
  )
  const preflight = { origin: 'https://news.example', 'access-control-request-method': 'GET' }
  const { paths } = openApiOf((await get('/openapi.json')).body)
  const addresses = Object.keys(paths).filter((path) => path.startsWith('/resources'))
  const urls = ['/resources', ...insertAddresses(3), '/resources/Security/Login', ...addresses].map((path) =>
    path.replaceAll(/\{\w+\}/g, '1')
  )
  statements.length = 0
  const begun = performance.now()
  for (const url of urls) {
    for (const headers of [{}, preflight]) {
      t.equal((await app.inject({ method: 'OPTIONS', url, headers })).statusCode, 204, url)
    }
  }
  // The service asks by the clock what has changed, twice a second.
  const byTheClock = 3 + (performance.now() - begun) / 400
  const sent = statements.filter((statement) => !statement.includes('pg_catalog'))
  t.same(
    sent.filter((statement) => !statement.includes('changes')),
    []
  )
  t.ok(
    sent.length <= byTheClock,
    `${sent.length} statements, ${Math.floor(byTheClock)} of them by the clock, for ${2 * urls.length} requests`
  )
})

await t.test('every answer forbids guessing its type', async (t) => {
  const { app, tokenOf } = await build(t)
  const authorization = await tokenOf('admin')
  for (const [method, url, status, headers] of [
    ['GET', '/resources/Desk/Blog/3', 200, {}],
    ['GET', '/resources/Desk/Blog/3', 200, {}],
    ['GET', '/resources/Desk/Blog/3.json', 200, {}],
    ['GET', '/resources/Desk/Blog/99', 404, {}],
    ['GET', '/nowhere', 404, {}],
    ['GET', '/resources/Desk/Blog?nothing=1', 400, {}],
    ['GET', '/resources/Desk/Blog/3', 406, { accept: 'image/png' }],
    ['PUT', '/resources/Desk/Blog', 405, {}],
    ['POST', '/resources/Desk/Blog/3/Post', 401, {}],
    ['POST', '/resources/Desk/Blog/3/Post', 400, { authorization }],
    ['OPTIONS', '/resources/Desk/Blog/3', 204, {}],
    ['HEAD', '/resources/Desk/Blog/3', 200, {}],
    ['GET', '/health/live', 200, {}],
    ['GET', '/health/ready', 200, {}],
    ['GET', '/openapi.json', 200, {}],
    ['GET', '/schema.xsd', 200, {}],
    ['GET', '/content/person.svg', 200, {}]
  ] as const) {
    const answer = await app.inject({ method, url, headers: { ...headers } })
    t.equal(answer.statusCode, status, `${method} ${url}`)
    t.equal(answer.headers['x-content-type-options'], 'nosniff', `${method} ${url} ${status}`)
  }
  const first = await app.inject({ url: '/resources/Desk/Blog/3' })
  const unchanged = await app.inject({
    url: '/resources/Desk/Blog/3',
    headers: { 'if-none-match': String(first.headers.etag) }
  })
  t.equal(unchanged.statusCode, 304)
  t.equal(unchanged.headers['x-content-type-options'], 'nosniff')
})
