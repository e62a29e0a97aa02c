/** Responses reveal nothing to the wrong viewer: withdrawn posts, paging links and authors. */
import t from 'tap'
import {
  build,
  documentOf,
  each,
  expectNothingStored,
  formats,
  insertAddresses,
  insertAt,
  itemsOf,
  newsroom,
  numberFrom,
  readings
} from '../../support/index.ts'
import { openApiOf } from '../../support/documents.ts'

await t.test('with PUBLIC_DRAFTS=false, a client that polls sees that a post was withdrawn', async (t) => {
  const built = await build(t, { PUBLIC_DRAFTS: 'false' })
  const { get, sql } = built
  const room = await newsroom(built)
  const withdrawn = await room.send(true)
  const before = documentOf(await get(`${room.posts}/Published?X-Filter=Id,CId,IsPublished`))
  await room.withdraw([withdrawn])
  const CId = await numberFrom(sql`select c_id from posts where id = ${withdrawn}`)
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
    const query = new URLSearchParams(parameters)
    const nextOf = ({ headers: { link } }: Awaited<ReturnType<typeof get>>) => {
      const [, href = ''] = /<([^>]*)>; rel="next"/.exec(String(link)) ?? []
      return new URL(href)
    }
    // The first request fills the cache: the second one must not get a link with the first one's parameters.
    for (const [order, limit] of Object.entries({ 'headers first': 2, 'parameters first': 3 })) {
      const byHeaders = () => get(`${list}?limit=${limit}`, parameters)
      const byParameters = () => get(`${list}?limit=${limit}&${query}`)
      const steps = order === 'headers first' ? [byHeaders, byParameters] : [byParameters, byHeaders]
      for (const [index, step] of [...steps, ...steps].entries()) {
        const next = nextOf(await step())
        const about = `${order}, response ${index + 1}, ${JSON.stringify(env)}`
        if (step === byParameters) t.match(Object.fromEntries(next.searchParams), parameters, `${about}: the link`)
        const page = await get(next.pathname + next.search, step === byHeaders ? parameters : {})
        const fieldsOfItems = itemsOf(documentOf(page)).map((item) => Object.keys(item).sort().join())
        t.same(
          [...new Set(fieldsOfItems)],
          ['Content,CreatedOn,Id,href'],
          `${about}: the next page has the same fields`
        )
        t.match(page.body, /(Eastern European|GMT\+[23]|EES?T)/, `${about}: the next page has the same time zone`)
      }
    }
  }
})

await t.test('a collaborator cannot name another member as the author', async (t) => {
  const built = await build(t)
  const { app, sql, tokenOf } = built
  const url = '/resources/Desk/Blog/3/Post'
  await sql`delete from user_roles where "user" in (select id from users where name = 'mira')`
  const authorization = await tokenOf('mira')
  const others = await sql<{ Id: number; Name: string }[]>`
    select collaborators.id, users.name from collaborators join users on users.id = collaborators."user"
    where users.name <> 'mira' and (users.id = (select creator from blogs where id = 3)
      or collaborators.id in (select collaborator from blog_collaborators where blog = 3))`
  t.match(each(others, 'Name').join(' '), 'bjarki', "the blog's creator is among them")
  for (const { Id, Name } of others) {
    const request = { url, headers: { authorization }, payload: { Content: 'x', Author: Id } }
    await expectNothingStored(t, built, request, { kind: 'forbidden', about: `Author of ${Name}` })
  }
  const Own = await numberFrom(sql`
    select collaborators.id as own from collaborators join users on users.id = collaborators."user"
    where users.name = 'mira'`)
  t.equal(await insertAt(app, url, authorization, { Content: 'x', Author: Own }), 201, 'a collaborator names herself')
  const administrator = await tokenOf('aurelie')
  for (const { Id } of others) {
    const status = await insertAt(app, url, administrator, { Content: 'x', Author: Id })
    t.equal(status, 201, "the blog's administrators may name any member")
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
