/** PUBLIC_DRAFTS=false hides drafts, and PUBLIC_PROFILES=false hides profiles, from readers without a session. */
import t from 'tap'
import { newToken } from '../../../db/secrets.ts'
import {
  build,
  documentOf,
  expectProblem,
  formats,
  idsOf,
  itemsOf,
  numberFrom,
  words,
  wordsOf
} from '../../support/index.ts'
import { openApiOf } from '../../support/documents.ts'

const SEND_TOKEN = 'send a session token in the Authorization header'

/** Lists, each with the SQL condition of the posts that it shows to viewers who see everything. */
const lists = [
  ['Desk/Blog/3/Post', 'blog = 3'],
  ['Desk/Blog/3/Post/Published', 'blog = 3 and published_on is not null'],
  ['Desk/Blog/3/Post/Unpublished', 'blog = 3 and published_on is null'],
  ['Desk/Blog/3/Collaborator/17/Post', 'blog = 3 and author = 17'],
  ['Desk/Blog/3/Collaborator/17/Post/Published', 'blog = 3 and author = 17 and published_on is not null'],
  ['Desk/Blog/3/Collaborator/17/Post/Unpublished', 'blog = 3 and author = 17 and published_on is null'],
  ['Desk/Blog/3/Post/Comment', 'blog = 3 and author = {commenter}'],
  ['Data/Post', 'true'],
  ['Data/Post/Published', 'published_on is not null'],
  ['Data/Post/Unpublished', 'published_on is null'],
  ['HR/User/6/Post', 'creator = 6'],
  ['HR/User/6/Post/Published', 'creator = 6 and published_on is not null'],
  ['HR/User/6/Post/Unpublished', 'creator = 6 and published_on is null'],
  ['Data/Collaborator/17/Post', 'author = 17'],
  ['Data/Collaborator/17/Post/Published', 'author = 17 and published_on is not null'],
  ['Data/Collaborator/17/Post/Unpublished', 'author = 17 and published_on is null'],
  ['Data/Source/{comments}/Post', 'author = {commenter}'],
  ['Data/Source/{comments}/Post/Published', 'author = {commenter} and published_on is not null'],
  ['Data/Source/{comments}/Post/Unpublished', 'author = {commenter} and published_on is null'],
  ['Data/SourceType/comment/Post', 'author = {commenter}'],
  ['Data/SourceType/comment/Post/Published', 'author = {commenter} and published_on is not null'],
  ['Data/SourceType/comment/Post/Unpublished', 'author = {commenter} and published_on is null']
] as const

await t.test('with PUBLIC_DRAFTS=false, only viewers with a session see drafts', async (t) => {
  // The cache is off, so that direct changes in the database are visible at once.
  const { app, get, sql, tokenOf } = await build(t, { PUBLIC_DRAFTS: 'false', CACHE_MB: '0' })
  const comments = await numberFrom(sql`insert into sources (name, type) values ('letters', 'comment') returning id`)
  const commenter = await numberFrom(sql`insert into collaborators (source) values (${comments}) returning id`)
  await sql`
    insert into posts (blog, creator, author, content, published_on)
    values (3, 3, ${commenter}, 'a comment', now()), (3, 3, ${commenter}, 'a held comment', null)`
  await sql`update posts set deleted_on = now() where id in (85, 86)`

  const token = await tokenOf('naama')
  const anonymous = [{}, { authorization: newToken() }, { authorization: 'x' }]
  const withSession = [{ authorization: token }, { authorization: `Bearer ${token}` }]
  const rowsOf = async (scope: string, state: string) => {
    const rows = await sql<{ Id: number }[]>`
      select id from posts where ${sql.unsafe(scope)} and deleted_on is null and ${sql.unsafe(state)}`
    return rows.map(({ Id }) => Id).toSorted((a, b) => a - b)
  }

  const insertIds = (text: string) => text.replace('{comments}', `${comments}`).replace('{commenter}', `${commenter}`)
  const listsHere = lists.map(([path, scope]) => [insertIds(path), insertIds(scope)] as const)
  for (const [index, [path, scope]] of listsHere.entries()) {
    await t.test(`${path} shows drafts only with a session`, async (t) => {
      // All lists look up sessions in the same way, so one list is read with each kind of token.
      const viewerCount = index === 0 ? Infinity : 1
      const all = await rowsOf(scope, 'true')
      const published = await rowsOf(scope, 'published_on is not null')
      for (const [extension, accept] of formats) {
        for (const [viewer, ids] of [
          ...anonymous.slice(0, viewerCount).map((headers) => [headers, published] as const),
          ...withSession.slice(0, viewerCount).map((headers) => [headers, all] as const)
        ]) {
          for (const [url, headers] of [
            [`/resources/${path}?limit=1000`, { ...viewer, accept }],
            [`/resources/${path}.${extension}?limit=1000`, viewer]
          ] as const) {
            const answer = await get(url, headers)
            if (ids === published && path.endsWith('Unpublished')) {
              expectProblem(t, answer, { kind: 'unauthorized', about: url })
              t.equal(wordsOf(answer), `401 Drafts are not public here; ${SEND_TOKEN}`)
              t.equal(answer.headers['www-authenticate'], 'Bearer realm="desk"')
              continue
            }
            const list = documentOf(answer)
            const shown = { total: list.total, ids: idsOf(list).toSorted((a, b) => a - b) }
            t.same(shown, { total: `${ids.length}`, ids }, url)
          }
        }
      }
    })
  }

  await t.test('without a session, a draft is 404 like a post that does not exist', async (t) => {
    for (const path of ['Desk/Blog/3/Post', 'Data/Post']) {
      for (const [extension, accept] of formats) {
        for (const [id, end] of [
          [84, ''],
          [84, '/'],
          [84, `.${extension}`],
          [87, ''],
          [92, '']
        ] as const) {
          const url = `/resources/${path}/${id}${end}`
          for (const headers of anonymous) {
            const { detail } = expectProblem(t, await get(url, { ...headers, accept }), {
              kind: 'not-found',
              about: url
            })
            const unknownPost = expectProblem(t, await get(url.replace(`${id}`, '9999'), { ...headers, accept }), {
              kind: 'not-found'
            })
            t.equal(
              detail,
              String(unknownPost.detail).replace('9999', `${id}`),
              'the problem does not reveal that the draft exists'
            )
            t.equal((await app.inject({ method: 'HEAD', url, headers })).statusCode, 404)
          }
          for (const headers of withSession) {
            const answer = await get(url, { ...headers, accept })
            t.equal(answer.statusCode, 200, url)
            t.equal(documentOf(answer).IsPublished, 'False')
          }
        }
        for (const id of [85, 86]) {
          t.equal((await get(`/resources/${path}/${id}`, { accept })).statusCode, 404, 'a deleted draft is 404')
        }
        for (const id of [81, 83]) {
          t.equal((await get(`/resources/${path}/${id}`, { accept })).statusCode, 200, 'a published post can be read')
        }
      }
    }
  })

  await t.test('without a session, the changes of a list show no drafts', async (t) => {
    const changesSince13 = async (headers: Record<string, string>) =>
      documentOf(await get('/resources/Desk/Blog/3/Post?cId.since=13', headers))
    const shown = await changesSince13({})
    t.same(shown, { offsetMore: '4', total: '0', limit: '0', lastCId: '13', offset: '0', PostList: [] })
    t.equal((await changesSince13({ authorization: token })).lastCId, '16')
    await sql`update posts set content = 'secret', updated_on = now() where id = 84`
    t.equal((await changesSince13({})).lastCId, '13', 'an edit of a draft does not change lastCId')
    await sql`update posts set published_on = null, content = 'withdrawn secret' where id = 82`
    t.same(idsOf(await changesSince13({})), [82], 'a withdrawn post is in the changes')
    for (const url of ['/resources/Desk/Blog/3/Post/82', '/resources/Data/Post/82']) {
      t.notMatch((await get(url)).body, /withdrawn|Content/)
    }
    for (const filter of ['*', 'Content', 'Creator.FullName', 'Id,CId,IsPublished']) {
      const address = `/resources/Desk/Blog/3/Post/Published?cId.since=13&X-Filter=${filter}`
      const [withdrawn] = itemsOf(documentOf(await get(address, { accept: 'application/json' })))
      t.match(withdrawn, { Id: '82', IsPublished: 'False', CId: /^\d+$/ }, `with X-Filter=${filter}`)
    }
  })
})

await t.test('with PUBLIC_DRAFTS=false, only viewers with a session see the archive of files', async (t) => {
  const { get, sql, tokenOf } = await build(t, { PUBLIC_DRAFTS: 'false' })
  const authorization = await tokenOf('naama')
  const { paths } = openApiOf((await get('/openapi.json')).body)
  const addresses = Object.keys(paths)
    .filter((path) => paths[path]?.get !== undefined && /(Meta|Image|Audio|Video)(Data|Info)/.test(path))
    .map((path) => path.replaceAll(/\{\w+\}/g, '2'))
  t.ok(addresses.length > 30)
  for (const path of addresses) {
    for (const [, accept] of formats) {
      const refused = await get(path, { accept })
      expectProblem(t, refused, { kind: 'unauthorized', about: path })
      t.equal(wordsOf(refused), `401 Drafts and the archive of files are not public here; ${SEND_TOKEN}`)
      t.not((await get(path, { accept, authorization })).statusCode, 401, path)
    }
  }
  await sql`update blog_media set meta_info = 1`
  const media = '/resources/Desk/Blog/1/BlogMedia?X-Filter=MetaInfo.*,MetaInfo.MetaData.*'
  t.match((await get(media, { authorization })).body, '<Content href=', 'X-Filter shows the file to a session')
  const { statusCode, body } = await get(media)
  t.equal(statusCode, 200)
  t.notMatch(body, '<Content', 'and only its address to others')
})

/** Addresses of people, each with its private fields. */
const people = [
  ['HR/User', ['EMail', 'Name', 'Active']],
  ['HR/Person', ['Address', 'EMail', 'PhoneNumber']]
] as const

await t.test('with PUBLIC_PROFILES=false, only viewers with a session see private fields', async (t) => {
  const { app, get, tokenOf } = await build(t, { PUBLIC_PROFILES: 'false' })
  const token = await tokenOf('naama')

  for (const [path, fields] of people) {
    for (const [extension, accept] of formats) {
      for (const url of [`/resources/${path}/2`, `/resources/${path}/2/`, `/resources/${path}/2.${extension}`]) {
        const profile = documentOf(await get(url, { accept, authorization: token }))
        for (const field of fields) t.match(profile[field], /\w/, `${url} shows ${field} with a session`)
        const { EMail, Address, PhoneNumber, Name, Active, ...publicFields } = profile
        for (const headers of [{}, { authorization: newToken() }, { authorization: 'Bearer x' }]) {
          const answer = await get(url, { accept, ...headers })
          t.same(documentOf(answer), publicFields, `${url} shows all other fields without a session`)
          const head = await app.inject({ method: 'HEAD', url, headers: { accept, ...headers } })
          t.equal(head.headers['content-length'], answer.headers['content-length'], 'HEAD has the same length')
        }
      }
    }
  }
})

await t.test('filters and orders by private fields, roles and rights need a session', async (t) => {
  const { get, tokenOf } = await build(t, { PUBLIC_PROFILES: 'false' })
  const token = await tokenOf('naama')
  for (const url of words`
    HR/User/2/Role HR/User/2/Right HR/User/2/RightType/1/Right HR/User/2/Action HR/User/2/Blog/1/Action
    Filter/Authenticated/2/Blog/1/HasBlog/Administrator Filter/Authenticated/2/User/2/IsAuthenticated`) {
    const refused = wordsOf(await get(`/resources/${url}`))
    t.equal(refused, `401 Profiles and rights of users are not public here; ${SEND_TOKEN}`, url)
    t.equal((await get(`/resources/${url}`, { authorization: token })).statusCode, 200, `${url} with a session`)
  }
  for (const [url, parameter] of [
    ['HR/User?all=tidewater', 'all'],
    ['HR/User?all.ilike=%25tide%25', 'all.ilike'],
    ['HR/User?name=naama', 'name'],
    ['HR/User?name.like=n%25', 'name.like'],
    ['HR/User?desc=name', 'desc'],
    ['HR/User?inactive=true', 'inactive'],
    ['HR/Person?email=naama@tidewater.example', 'email'],
    ['HR/Person?phoneNumber.like=%2B44%25', 'phoneNumber.like'],
    ['HR/Person?asc=email', 'asc'],
    ['HR/Person?asc=firstName,email', 'asc'],
    ['HR/Person?desc=lastName,%20phoneNumber', 'desc'],
    ['Data/Collaborator?qu.name=naama', 'qu.name'],
    ['Data/Collaborator?qu.inactive=true', 'qu.inactive']
  ] as const) {
    const refused = wordsOf(await get(`/resources/${url}`))
    const needed = `${parameter} needs a session token in the Authorization header`
    t.equal(refused, `401 Profiles are not public here; ${needed}`, url)
    t.equal((await get(`/resources/${url}`, { authorization: token })).statusCode, 200, `${url} with a session`)
  }
})
