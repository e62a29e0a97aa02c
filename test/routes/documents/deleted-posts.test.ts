/** A deleted post can still be read, with just the fields that let a client remove it. Its content appears nowhere. */
import t from 'tap'
import { build } from '../../support/app.ts'
import { documentOf, hrefsOf, formats } from '../wire.ts'

await t.test('a deleted post shows only its ids, its state and the time of its deletion', async (t) => {
  const { app, get, sql } = await build(t, { CACHE_MB: '0' })
  await sql`update posts set deleted_on = '2026-11-19T12:00:00Z' where id in (82, 84)`

  for (const [, accept] of formats) {
    for (const [id, IsPublished, CId] of [
      ['82', 'True', '13'],
      ['84', 'False', '14']
    ] as const) {
      const url = `/resources/Desk/Blog/3/Post/${id}`
      const answer = await get(url, { accept })
      t.equal(answer.statusCode, 200, url)
      t.same(
        Object.entries(documentOf(answer)),
        Object.entries({ Id: id, IsPublished, CId, DeletedOn: '11/19/26 12:00 PM' }),
        'only the fields that clients need, in document order'
      )
      t.equal((await app.inject({ method: 'HEAD', url })).statusCode, 200)

      const belowData = await get(`/resources/Data/Post/${id}`, { accept })
      t.equal(belowData.statusCode, 200)
      t.same(
        Object.entries(documentOf(belowData)),
        Object.entries({ Id: id, IsPublished, DeletedOn: '11/19/26 12:00 PM' })
      )
    }
  }

  await t.test('a deleted post is in no list', async (t) => {
    for (const path of [
      'Desk/Blog/3/Post',
      'Desk/Blog/3/Post/Published',
      'Desk/Blog/3/Post/Unpublished',
      'Desk/Blog/3/Collaborator/16/Post',
      'Desk/Blog/3/Collaborator/21/Post/Unpublished',
      'Data/Post',
      'Data/Post/Published',
      'Data/Post/Unpublished',
      'Data/Collaborator/16/Post',
      'Data/Collaborator/21/Post',
      'Data/Source/1/Post',
      'Data/SourceType/internal/Post',
      'HR/User/5/Post',
      'HR/User/10/Post',
      'HR/User/10/Post/Unpublished'
    ]) {
      const list = documentOf(await get(`/resources/${path}?limit=1000`))
      t.notMatch(hrefsOf(list).join(' '), /Post\/8[24]\b/, path)
      t.equal(list.total, `${hrefsOf(list).length}`, path)
    }
  })

  await t.test('a deleted post is 404 below another blog', async (t) => {
    t.equal((await get('/resources/Desk/Blog/1/Post/82')).statusCode, 404)
  })
})
