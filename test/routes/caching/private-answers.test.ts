/** Responses reveal nothing to the wrong viewer: Cache-Control, paging links, authors, and headers. */
import t from 'tap'
import { build, documentOf, formats, itemsOf, newsroom, readings, words } from '../../support/index.ts'
import { openApiOf } from '../../support/documents.ts'
import { expectNothingStored, insertAddresses } from '../state.ts'

/** Addresses that show drafts to every viewer when drafts are public. */
const drafts = words`
  Desk/Blog/3/Post Desk/Blog/3/Post/Unpublished Desk/Blog/3/Post/Comment Desk/Blog/3/Post/84
  Desk/Blog/3/PostType/normal/Post Desk/Blog/3/User/6/Post Desk/Blog/3/User/6/Post/Unpublished
  Desk/Blog/3/User/6/Post/Owned Desk/Blog/3/User/6/PostType/normal/Post/Owned Desk/Blog/3/Collaborator/17/Post
  Desk/Blog/3/SourceType/internal/Post/Chain Desk/Blog/3/BlogCollaboratorGroup/{group}/Post/GroupUnpublished
  Desk/Blog/3/BlogCollaboratorGroup/{group}/PostType/normal/Post/GroupUnpublished Data/Post Data/Post/84
  Data/Post/Unpublished HR/User/6/Post HR/User/6/Post/Unpublished Data/Collaborator/17/Post
  Data/Collaborator/17/Post/Unpublished Data/Source/1/Post Data/SourceType/internal/Post`

/** Addresses that never show drafts. */
const published = words`
  Desk/Blog Desk/Blog/3 Desk/Blog/3/Post/Published Desk/Blog/3/Post/81 Desk/Blog/3/Post/Published?cId.since=0
  Data/Post/Published Data/Post/81 HR/User/6/Post/Published Desk/Blog/3/PostType/normal/Post/Published
  Desk/Blog/3/Collaborator/17/Post/Published Data/PostType`

for (const closed of [false, true]) {
  await t.test(`responses that show drafts are not cacheable, PUBLIC_DRAFTS=${!closed}`, async (t) => {
    const { get, sql, tokenOf } = await build(t, closed ? { PUBLIC_DRAFTS: 'false' } : {})
    const [{ Id: group }] = await sql<
      [{ Id: number }]
    >`insert into blog_collaborator_groups (blog) values (3) returning id`
    const authorization = await tokenOf('naama')
    const cacheControl = async (path: string, accept: string, headers: Record<string, string> = {}) => {
      const answer = await get(`/resources/${path.replace('{group}', `${group}`)}`, { accept, ...headers })
      return [answer.statusCode, String(answer.headers['cache-control'])]
    }
    for (const [, accept] of formats) {
      for (const path of drafts) {
        const shown = await cacheControl(path, accept, closed ? { authorization } : {})
        t.same(shown, [200, 'private, no-store'], `${path} in ${accept} is private`)
      }
      for (const path of published) {
        const [status, control] = await cacheControl(path, accept)
        t.equal(status, 200)
        t.match(control, /^public, (max-age=\d+|no-cache)/, `${path} in ${accept} is public`)
        const found = await cacheControl(path, accept, { authorization })
        t.same(found, [200, 'private, no-store'], `${path}, with a session`)
      }
    }
  })
}

await t.test('with PUBLIC_DRAFTS=false, a client that polls sees that a post was withdrawn', async (t) => {
  const built = await build(t, { PUBLIC_DRAFTS: 'false' })
  const { get, sql } = built
  const room = await newsroom(built)
  const withdrawn = await room.send(true)
  const before = documentOf(await get(`${room.posts}/Published?X-Filter=Id,CId,IsPublished`))
  await room.withdraw([withdrawn])
  const [{ CId }] = await sql<[{ CId: number }]>`select c_id from posts where id = ${withdrawn}`
  for (const [extension] of formats) {
    for (const list of [`${room.posts}/Published.${extension}`, `${room.posts}.${extension}`]) {
      const url = `${list}?cId.since=${String(before.lastCId)}&X-Filter=Id,CId,IsPublished`
      const items = itemsOf(documentOf(await get(url))).map(({ href: _href, ...item }) => item)
      t.same(items, [{ Id: `${withdrawn}`, CId: `${CId}`, IsPublished: 'False' }], url)
    }
  }
})

await t.test('the next page in Link has the same presentation as the current one', async (t) => {
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
    // The first request fills the cache: the second one must not get a link with the first one's parameters.
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
      for (const [index, step] of steps.entries()) {
        const next = nextOf(await step())
        const linkParameters = Object.fromEntries(
          Object.keys(parameters).flatMap((name) =>
            next.searchParams.get(name) === null ? [] : [[name, next.searchParams.get(name)]]
          )
        )
        const about = `${order}, response ${index + 1}, ${JSON.stringify(env)}`
        if (step === byParameters) t.same(linkParameters, parameters, `${about}: the link repeats the parameters`)
        const page = await get(next.pathname + next.search, step === byHeaders ? headers : {})
        const fieldsOfItems = itemsOf(documentOf(page)).map((item) => Object.keys(item).sort())
        t.ok(fieldsOfItems.length > 0, about)
        const unexpected = fieldsOfItems.filter((names) => names.join() !== 'Content,CreatedOn,Id,href')
        t.same(unexpected, [], `${about}: the next page shows the same fields`)
        t.match(page.body, /(Eastern European|GMT\+[23]|EES?T)/, `${about}: the next page has the same time zone`)
      }
    }
  }
})

await t.test('a collaborator cannot name another member as the author', async (t) => {
  const built = await build(t)
  const { sql, post, tokenOf } = built
  await sql`delete from user_roles where "user" in (select id from users where name = 'mira')`
  const authorization = await tokenOf('mira')
  const others = await sql<{ Id: number; Name: string }[]>`
    select collaborators.id, users.name from collaborators join users on users.id = collaborators."user"
    where users.name <> 'mira' and (users.id = (select creator from blogs where id = 3)
      or collaborators.id in (select collaborator from blog_collaborators where blog = 3))`
  const holds = others.some(({ Name }) => Name === 'bjarki')
  t.ok(holds, "the blog's creator is among them")
  for (const { Id, Name } of others) {
    await expectNothingStored(
      t,
      built,
      { url: '/resources/Desk/Blog/3/Post', headers: { authorization }, payload: { Content: 'x', Author: Id } },
      { kind: 'forbidden', about: `Author of ${Name}` }
    )
  }
  const [{ Own }] = await sql<[{ Own: number }]>`
    select collaborators.id as own from collaborators join users on users.id = collaborators."user"
    where users.name = 'mira'`
  const status = (await post('/resources/Desk/Blog/3/Post', { Content: 'x', Author: Own }, { authorization }))
    .statusCode
  t.equal(status, 201, 'a collaborator may name herself')
  const administrator = await tokenOf('aurelie')
  for (const { Id } of others) {
    const answer = await post(
      '/resources/Desk/Blog/3/Post',
      { Content: 'x', Author: Id },
      { authorization: administrator }
    )
    t.equal(answer.statusCode, 201, "the blog's administrators may name any member")
  }
})

await t.test('OPTIONS costs no statement', async (t) => {
  const { watch, statements } = readings()
  const { app, get } = await build(t, {}, { watch })
  const preflight = { origin: 'https://news.example', 'access-control-request-method': 'GET' }
  const { paths } = openApiOf((await get('/openapi.json')).body)
  const addresses = Object.keys(paths).filter((path) => path.startsWith('/resources'))
  const urls = ['/resources', ...insertAddresses(3), '/resources/Security/Login', ...addresses].map((path) =>
    path.replaceAll(/\{\w+\}/g, '1')
  )
  statements.length = 0
  for (const url of urls) {
    for (const headers of [{}, preflight]) {
      t.equal((await app.inject({ method: 'OPTIONS', url, headers })).statusCode, 204, url)
    }
  }
  t.same(statements, [])
})

/** Headers of every response. */
const BROWSER_HEADERS = { 'x-content-type-options': 'nosniff', 'referrer-policy': 'strict-origin' }

await t.test('browsers guess no media type, and tell nobody the address of a page', async (t) => {
  const { app, tokenOf } = await build(t)
  const authorization = await tokenOf('admin')
  const html = { accept: 'text/html' }
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
    ['GET', '/content/person.svg', 200, {}],
    ['GET', '/', 302, {}],
    ['GET', '/login', 200, {}],
    ['POST', '/login', 400, {}],
    ['GET', '/resources.html', 200, {}],
    ['GET', '/resources/Desk/Blog/3.html', 200, {}],
    ['GET', '/resources/Desk/Blog/3', 200, { ...html, cookie: `desk_session=${authorization}` }],
    ['GET', '/resources/Desk/Blog/99', 404, html],
    ['GET', '/live/1', 200, {}],
    ['GET', '/live/1', 200, {}],
    ['GET', '/live/1/embed', 200, {}],
    ['GET', '/live/1/atom', 200, {}],
    ['GET', '/live/1/feed.json', 200, {}],
    ['GET', '/live/99', 404, html],
    ['GET', '/embed.js', 200, {}],
    ['GET', '/%', 400, {}],
    ['GET', '/problems/not-found', 200, html]
  ] as const) {
    const answer = await app.inject({ method, url, headers: { ...headers } })
    t.equal(answer.statusCode, status, `${method} ${url}`)
    t.match(answer.headers, BROWSER_HEADERS, `${method} ${url} ${status}`)
  }
  const first = await app.inject({ url: '/resources/Desk/Blog/3' })
  const unchanged = await app.inject({
    url: '/resources/Desk/Blog/3',
    headers: { 'if-none-match': String(first.headers.etag) }
  })
  t.equal(unchanged.statusCode, 304)
  t.match(unchanged.headers, BROWSER_HEADERS)
})
