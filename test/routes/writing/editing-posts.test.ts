/** Changing posts after they were inserted: editing, publishing, withdrawing, moving, hiding and deleting them. */
import t from 'tap'
import {
  bodyRefused,
  build,
  type Built,
  documentOf,
  each,
  expectNothingStored,
  formats,
  idsOf,
  numberFrom,
  words,
  wordsOf
} from '../../support/index.ts'
import { naiveClient } from '../../support/naive-client.ts'

const BLOG = '/resources/Desk/Blog/3'

/** Returns the columns of a post that editors can change. */
const postIn = async (sql: Built['sql'], id: number) => {
  const [post] = await sql<[{ [name: string]: unknown }]>`
    select content, meta, c_id, "order"::float as rank, published_on is not null as is_published,
      updated_on is not null as is_modified, deleted_on is not null as is_deleted
    from posts where id = ${id}`
  return post
}

/** Returns functions that send requests as `admin`. */
const editor = async ({ senderOf, tokenOf }: Built) => {
  const send = await senderOf('admin')
  const insert = async (end = 'Post') =>
    Number(documentOf(await send('POST', `${BLOG}/${end}`, { Content: 'initial text' })).Id)
  return { authorization: await tokenOf('admin'), send, insert }
}

const built = await build(t)

await t.test('each request changes the part of a post that it names and nothing else', async (t) => {
  const { sql } = built
  const { send, insert } = await editor(built)
  const id = await insert()
  const Last = await numberFrom(sql`select last_c_id as last from blogs where id = 3`)
  const Top = await numberFrom(sql`select max("order")::float as top from posts where blog = 3`)
  const otherId = await insert('Post/Publish')
  const draft = {
    Content: 'initial text',
    Meta: '{}',
    IsPublished: false,
    IsModified: false,
    IsDeleted: false,
    Rank: Top
  }
  t.same(await postIn(sql, id), { ...draft, CId: Last })

  const corrected = { ...draft, Content: 'corrected', IsModified: true }
  const published = { ...corrected, IsPublished: true, Rank: Top + 2 }
  const below = { ...published, Rank: Top }
  const withdrawn = { ...below, IsPublished: false }
  const steps = [
    ['PUT', `Post/${id}`, { Content: 'corrected' }, 200, corrected],
    ['POST', `Post/${id}/Publish`, undefined, 201, published],
    ['PUT', `Post/${id}/Post/${otherId}/Reorder?before=false`, undefined, 200, below],
    ['PUT', `Post/${id}`, { Meta: { place: 'Ward 9' } }, 200, { ...below, Meta: '{"place":"Ward 9"}' }],
    ['PUT', `Post/${id}`, { Meta: '{}' }, 200, below],
    ['POST', `Post/${id}/Unpublish`, undefined, 201, withdrawn],
    ['POST', `Post/${id}/Hide`, undefined, 201, { ...withdrawn, IsDeleted: true }],
    ['POST', `Post/${id}/Unhide`, undefined, 201, withdrawn],
    ['DELETE', `Post/${id}`, undefined, 204, { ...withdrawn, IsDeleted: true }]
  ] as const
  for (const [index, [method, end, payload, status, expected]] of steps.entries()) {
    const answer = await send(method, `${BLOG}/${end}`, payload)
    t.equal(answer.statusCode, status, `${method} ${end}: ${answer.body}`)
    t.same(await postIn(sql, id), { ...expected, CId: Last + 2 + index }, `${method} ${end}`)
    if (status === 204) continue
    t.equal(answer.headers['etag'], `"${Last + 2 + index}"`, 'the entity tag is the new change number')
    t.equal(documentOf(answer).href, `http://localhost:80${BLOG}/Post/${id}`)
  }
  t.equal((await send('DELETE', `${BLOG}/Post/${id}`)).statusCode, 204, 'deleting it again changes nothing')
  t.equal((await send('DELETE', `/resources/Data/Post/${id}`)).statusCode, 204, 'nor does deleting it below Data')
  t.match(await postIn(sql, id), { CId: Last + 1 + steps.length })
  t.equal((await send('DELETE', `/resources/Data/Post/${otherId}`)).statusCode, 204)
  t.match(await postIn(sql, otherId), { IsDeleted: true, IsPublished: true })
})

await t.test('a reordered post appears above or below the post that is named', async (t) => {
  const { send, insert } = await editor(built)
  const [low, middle, high] = [await insert('Post/Publish'), await insert('Post/Publish'), await insert('Post/Publish')]
  const listedIds = async () => idsOf(documentOf(await built.get(`${BLOG}/Post/Published?limit=3`)))
  t.same(await listedIds(), [high, middle, low])
  for (const [movedId, referenceId, before, expected] of [
    [low, high, 'true', [low, high, middle]],
    [low, middle, 'true', [high, low, middle]],
    [high, middle, 'false', [low, middle, high]],
    [middle, low, 'True', [middle, low, high]]
  ] as const) {
    const { statusCode } = await send('PUT', `${BLOG}/Post/${movedId}/Post/${referenceId}/Reorder?before=${before}`)
    t.equal(statusCode, 200)
    t.same(await listedIds(), expected, `${movedId} ${before === 'false' ? 'below' : 'above'} ${referenceId}`)
  }
})

await t.test('a change that the state of a post forbids is refused and changes nothing', async (t) => {
  const { sql } = built
  const { authorization, send, insert } = await editor(built)
  const [draft, published, deleted] = [await insert(), await insert('Post/Publish'), await insert()]
  await send('DELETE', `${BLOG}/Post/${deleted}`)
  const at = (id: number, end = '') => `${BLOG}/Post/${id}${end}`
  const place = (name: string, reason: string) => `${name} ${reason}\n    ${name} ${reason}`
  const cases = [
    ['POST', at(published, '/Publish'), undefined, 'conflict', '409 This post is published already'],
    ['POST', at(draft, '/Unpublish'), undefined, 'conflict', '409 This post is not published'],
    ['POST', at(published, '/Hide'), undefined, 'conflict', '409 This post is published; unpublish it first'],
    ['POST', at(draft, '/Unhide'), undefined, 'conflict', '409 This post is not hidden'],
    ['PUT', at(deleted), { Content: 'x' }, 'conflict', '409 This post is deleted'],
    ['POST', at(deleted, '/Publish'), undefined, 'conflict', '409 This post is deleted'],
    ['PUT', at(deleted, `/Post/${draft}/Reorder`), undefined, 'conflict', '409 This post is deleted'],
    ['PUT', at(draft, `/Post/${draft}/Reorder`), undefined, 'conflict', '409 A post cannot be moved next to itself'],
    ['PUT', at(draft, `/Post/${deleted}/Reorder`), undefined, 'not-found', `404 There is no post ${deleted} in blog 3`],
    ['PUT', at(draft, '/Post/1/Reorder'), undefined, 'not-found', '404 There is no post 1 in blog 3'],
    [
      'PUT',
      at(draft, `/Post/${published}/Reorder?before=up`),
      undefined,
      'bad-parameter',
      '400 before must be true or false. This address takes …\n    before must be true or false'
    ],
    ['PUT', at(1), { Content: 'x' }, 'not-found', '404 There is no post 1 in blog 3'],
    ['DELETE', '/resources/Data/Post/99999', undefined, 'not-found', '404 There is no blog to which this belongs'],
    ['PUT', at(draft), {}, 'bad-body', bodyRefused('body must contain at least one property')],
    ['PUT', at(draft), { Content: '' }, 'bad-body', bodyRefused('Content must have at least 1 characters')],
    [
      'PUT',
      at(draft),
      { Content: 'x'.repeat(65536) },
      'bad-body',
      bodyRefused('Content must have at most 65535 characters')
    ],
    [
      'PUT',
      at(draft),
      { Content: 'x', Meta: '[]' },
      'bad-body',
      bodyRefused(
        'Meta must be a JSON object, or a JSON object as text, of at most 1000 levels ' +
          'and without characters that XML forbids'
      )
    ],
    [
      'PUT',
      at(draft),
      { Content: 'x', CId: 9, Author: 5 },
      'bad-body',
      bodyRefused('CId is not known here', 'Author is not known here')
    ],
    [
      'PUT',
      at(draft, '?X-Filter=Nothing'),
      { Content: 'x' },
      'bad-parameter',
      `400 ${place('X-Filter', 'names Nothing, but Post has only …')}`
    ]
  ] as const
  for (const [method, url, payload, kind, words] of cases) {
    const request = { method, url, headers: { authorization }, ...(payload && { payload }) }
    const about = `${method} ${url.slice(0, 80)} ${JSON.stringify(payload)?.slice(0, 40)}`
    const text = await expectNothingStored(t, built, request, { kind, about })
    t.equal(text.replace(/(This address takes|but Post has only) .*/g, '$1 …'), words, about)
  }
  await sql`update blogs set closed_on = now() where id = 3`
  t.teardown(() => sql`update blogs set closed_on = null where id = 3`)
  for (const [method, url, payload] of [
    ['PUT', at(draft), { Content: 'x' }],
    ['POST', at(draft, '/Publish'), undefined],
    ['POST', at(published, '/Unpublish'), undefined],
    ['POST', at(draft, '/Hide'), undefined],
    ['POST', at(deleted, '/Unhide'), undefined],
    ['DELETE', at(draft), undefined],
    ['PUT', at(draft, `/Post/${published}/Reorder`), undefined],
    ['DELETE', `/resources/Data/Post/${draft}`, undefined]
  ] as const) {
    const request = { method, url, headers: { authorization }, ...(payload && { payload }) }
    const about = `${method} ${url} in a closed blog`
    const text = await expectNothingStored(t, built, request, { kind: 'conflict', about })
    t.equal(text, '409 This blog is closed', about)
  }
})

await t.test('nothing but bringing it back changes the state of a deleted post', async (t) => {
  const { authorization, send, insert } = await editor(built)
  const deleted = `${BLOG}/Post/${await insert('Post/Publish')}`
  t.equal((await send('POST', `${deleted}/MarkKeyPoint`)).statusCode, 201)
  t.equal((await send('DELETE', deleted)).statusCode, 204)
  const PublishOn = new Date(Date.now() + 86_400_000).toISOString()
  const bodies: Readonly<Record<string, object>> = { Return: { Note: 'Why?' }, Schedule: { PublishOn } }
  for (const end of words`Publish Unpublish Hide Submit Return Schedule Unschedule Pin Unpin MarkKeyPoint
    UnmarkKeyPoint`) {
    const { [end]: payload } = bodies
    const url = `${deleted}/${end}`
    const request = { method: 'POST', url, headers: { authorization }, ...(payload && { payload }) } as const
    t.equal(await expectNothingStored(t, built, request, { kind: 'conflict' }), '409 This post is deleted', end)
  }
  t.equal((await send('POST', `${deleted}/Unhide`)).statusCode, 201)
})

await t.test('the second of two edits of the same version of a post is refused', async (t) => {
  const { authorization, send, insert } = await editor(built)
  const id = await insert('Post/Publish')
  const url = `${BLOG}/Post/${id}`
  for (const [, accept] of formats) {
    const { etag } = (await built.get(url, { accept, 'x-filter': 'Author.*' })).headers
    t.match(etag, /^"\d+-[\w-]+"$/)
    const version = String(etag)
    t.equal((await send('PUT', url, { Content: 'the first' }, { 'if-match': version })).statusCode, 200)
    const text = await expectNothingStored(
      t,
      built,
      { method: 'PUT', url, headers: { authorization, 'if-match': version }, payload: { Content: 'the second' } },
      { kind: 'stale' }
    )
    t.equal(text, '412 This post has been changed since the version that If-Match names')
    const stale = await send('DELETE', url, undefined, { 'if-match': version })
    t.equal(stale.statusCode, 412)
    t.equal(
      (await send('PUT', url, { Content: 'the second' }, { 'if-match': `"0", ${stale.headers['etag']}` })).statusCode,
      200
    )
  }
  t.equal((await send('PUT', url, { Content: 'any' }, { 'if-match': '*' })).statusCode, 200)
  t.equal((await send('PUT', url, { Content: 'any' }, { 'if-match': 'nonsense' })).statusCode, 412)
})

await t.test('a change that others overtake each time is refused', async (t) => {
  const { send, insert } = await editor(built)
  const url = `${BLOG}/Post/${await insert()}`
  await built.sql`
    create function overtake() returns trigger language plpgsql as $$ begin
      return null;
    end $$`
  await built.sql`create trigger overtake before update on posts for each row execute function overtake()`
  const refused = await send('PUT', url, { Content: 'overtaken' })
  await built.sql`drop function overtake cascade`
  t.equal(wordsOf(refused), '409 Others are changing this post; try again')
})

await t.test('eight concurrent edits of a post each get a change number', async (t) => {
  const { send, insert } = await editor(built)
  const id = await insert('Post/Publish')
  const { CId: before } = await postIn(built.sql, id)
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, index) => send('PUT', `${BLOG}/Post/${id}`, { Content: `by editor ${index}` }))
  )
  const shown = each(
    answers.filter(({ statusCode }) => statusCode !== 200),
    'body'
  )
  t.same(shown, [])
  t.match(await postIn(built.sql, id), { CId: Number(before) + 8 })
})

await t.test('one of eight concurrent requests to publish a post succeeds', async (t) => {
  const { send, insert } = await editor(built)
  const id = await insert()
  const { CId: before } = await postIn(built.sql, id)
  const answers = await Promise.all(Array.from({ length: 8 }, () => send('POST', `${BLOG}/Post/${id}/Publish`)))
  t.same(answers.map(({ statusCode }) => statusCode).toSorted(), [201, ...Array.from({ length: 7 }, () => 409)])
  t.match(await postIn(built.sql, id), { CId: Number(before) + 1 })
})

await t.test('a client that polls sees every change of a post', async (t) => {
  const { send, insert } = await editor(built)
  const id = await insert()
  const reader = naiveClient(built.get, { list: `${BLOG}/Post/Published`, published: true, format: 'xml', query: '' })
  await reader.catchUp()
  const contentShown = () => reader.contents()[`${id}`]
  for (const [method, end, payload, expected] of [
    ['PUT', '', { Content: 'a draft' }, undefined],
    ['POST', '/Publish', undefined, 'a draft'],
    ['PUT', '', { Content: 'corrected' }, 'corrected'],
    ['PUT', '/Post/84/Reorder', undefined, 'corrected'],
    ['POST', '/Unpublish', undefined, undefined],
    ['POST', '/Publish', undefined, 'corrected'],
    ['DELETE', '', undefined, undefined]
  ] as const) {
    t.ok((await send(method, `${BLOG}/Post/${id}${end}`, payload)).statusCode < 300, `${method} ${end}`)
    await reader.catchUp()
    t.equal(contentShown(), expected, `after ${method} ${end}`)
  }
})
