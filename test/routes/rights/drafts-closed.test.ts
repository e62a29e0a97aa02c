/** PUBLIC_DRAFTS=false shows drafts to those with a session only, on every address and in both formats. */
import t from '../../support/tap.ts'
import { newToken } from '../../../db/secrets.ts'
import { build } from '../../support/app.ts'
import { expectProblem } from '../problem.ts'
import { documentOf, idsOf, itemsOf, notations } from '../wire.ts'

/** Lists, and what of the posts they show when a reader may see all. */
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

await t.test('drafts', async (t) => {
  // Nothing is kept: what is written past the service is read at once.
  const closed = await build(t, { PUBLIC_DRAFTS: 'false', CACHE_MB: '0' })
  const { app, get, sql, tokenOf } = closed
  const [{ Id: comments }] = await sql<
    [{ Id: number }]
  >`insert into sources (name, type) values ('letters', 'comment') returning id`
  const [{ Id: commenter }] = await sql<
    [{ Id: number }]
  >`insert into collaborators (source) values (${comments}) returning id`
  await sql`insert into posts (blog, creator, author, content, published_on) values (3, 3, ${commenter}, 'a comment', now()), (3, 3, ${commenter}, 'a held comment', null)`
  await sql`update posts set deleted_on = now() where id in (85, 86)`

  const token = await tokenOf('naama')
  const strangers = [{}, { authorization: newToken() }, { authorization: 'x' }]
  const readers = [{ authorization: token }, { authorization: `Bearer ${token}` }]
  const rowsOf = async (scope: string, state: string) => {
    const rows = await sql<
      { Id: number }[]
    >`select id from posts where ${sql.unsafe(scope)} and deleted_on is null and ${sql.unsafe(state)}`
    return rows.map(({ Id }) => Id).toSorted((one, other) => one - other)
  }

  const named = (text: string) => text.replace('{comments}', `${comments}`).replace('{commenter}', `${commenter}`)
  for (const [path, scope] of lists.map(([path, scope]) => [named(path), named(scope)] as const)) {
    await t.test(path, async (t) => {
      const all = await rowsOf(scope, 'true')
      const open = await rowsOf(scope, 'published_on is not null')
      for (const [extension, accept] of notations) {
        for (const [whoever, ids] of [
          ...strangers.map((headers) => [headers, open] as const),
          ...readers.map((headers) => [headers, all] as const)
        ]) {
          for (const [url, headers] of [
            [`/resources/${path}?limit=1000`, { ...whoever, accept }],
            [`/resources/${path}.${extension}?limit=1000`, whoever]
          ] as const) {
            const answer = await get(url, headers)
            if (ids === open && path.endsWith('Unpublished')) {
              expectProblem(t, answer, { status: 401, kind: 'unauthorized', about: url })
              t.match(answer.headers['www-authenticate'], /^Bearer\b/)
              continue
            }
            const list = documentOf(answer)
            t.same([list.total, idsOf(list).toSorted((one, other) => one - other)], [`${ids.length}`, ids], url)
          }
        }
      }
    })
  }

  await t.test('themselves', async (t) => {
    const unpublished = [84, 87, 92]
    for (const path of ['Desk/Blog/3/Post', 'Data/Post']) {
      for (const [extension, accept] of notations) {
        for (const id of unpublished) {
          for (const end of ['', '/', `.${extension}`]) {
            const url = `/resources/${path}/${id}${end}`
            for (const headers of strangers) {
              const { detail } = expectProblem(t, await get(url, { ...headers, accept }), {
                status: 404,
                kind: 'not-found',
                about: url
              })
              const nowhere = expectProblem(t, await get(url.replace(`${id}`, '9999'), { ...headers, accept }), {
                status: 404,
                kind: 'not-found'
              })
              t.equal(detail, String(nowhere.detail).replace('9999', `${id}`), 'no word that there is one')
              t.equal((await app.inject({ method: 'HEAD', url, headers })).statusCode, 404)
            }
            for (const headers of readers) {
              const answer = await get(url, { ...headers, accept })
              t.equal(answer.statusCode, 200, url)
              t.equal(documentOf(answer).IsPublished, 'False')
            }
          }
        }
        for (const id of [85, 86]) {
          t.equal((await get(`/resources/${path}/${id}`, { accept })).statusCode, 404, 'nor that there was one')
        }
        for (const id of [81, 83]) {
          t.equal((await get(`/resources/${path}/${id}`, { accept })).statusCode, 200, 'what is published is open')
        }
      }
    }
  })

  await t.test('and changes', async (t) => {
    const follow = async (headers: Record<string, string>) =>
      documentOf(await get('/resources/Desk/Blog/3/Post?cId.since=13', headers))
    t.same(await follow({}), { offsetMore: '4', total: '0', limit: '0', lastCId: '13', offset: '0', PostList: [] })
    t.equal((await follow({ authorization: token })).lastCId, '16')
    await sql`update posts set content = 'secret', updated_on = now() where id = 84`
    t.equal((await follow({})).lastCId, '13', 'work on a draft moves nothing')
    await sql`update posts set published_on = null, content = 'withdrawn secret' where id = 82`
    t.same(idsOf(await follow({})), [82], 'a reader learns that a post was withdrawn')
    for (const url of ['/resources/Desk/Blog/3/Post/82', '/resources/Data/Post/82']) {
      t.notMatch((await get(url)).body, /withdrawn|Content/)
    }
    for (const filter of ['*', 'Content', 'Creator.FullName', 'Id,CId,IsPublished']) {
      const address = `/resources/Desk/Blog/3/Post/Published?cId.since=13&X-Filter=${filter}`
      const [withdrawn] = itemsOf(documentOf(await get(address, { accept: 'application/json' })))
      t.match(withdrawn, { Id: '82', IsPublished: 'False', CId: /^\d+$/ }, `also with X-Filter=${filter}`)
    }
  })
})

await t.test('drafts are public unless that is said', async (t) => {
  const { get } = await build(t)
  t.equal((await get('/resources/Desk/Blog/3/Post/84')).statusCode, 200)
  t.equal((await get('/resources/Desk/Blog/3/Post/Unpublished')).statusCode, 200)
  t.equal(documentOf(await get('/resources/Desk/Blog/3/Post')).total, '12')
})
