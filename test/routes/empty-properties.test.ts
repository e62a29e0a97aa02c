/** Empty properties in bodies: a PUT clears them or is refused, and never ignores them. */
import t from 'tap'
import { build } from '../support/app.ts'
import { expectProblem } from './problem.ts'
import { documentOf } from './wire.ts'
import { prepareRows, writesOf } from './writes.ts'

const texts = { Title: 'x', Keywords: 'x', Description: 'x' }
const captioned = { ...texts, Caption: 'x' }
const names = { FirstName: 'x', LastName: 'x', EMail: 'x', Address: 'x', PhoneNumber: 'x' }

/** The properties that a PUT can clear, each with a value. */
const CLEARABLE: Readonly<Record<string, Readonly<Record<string, string | number>>>> = {
  'PUT /Archive/AudioInfo/:metaInfoId': captioned,
  'PUT /Archive/ImageInfo/:metaInfoId': captioned,
  'PUT /Archive/MetaInfo/:metaInfoId': texts,
  'PUT /Archive/VideoInfo/:metaInfoId': captioned,
  'PUT /Data/Collaborator/:collaboratorId': { User: 1 },
  'PUT /Data/Post/:postId': { Meta: '{"a":1}' },
  'PUT /Data/Source/:sourceId': { URI: 'https://a.example/', OriginName: 'x', OriginURI: 'https://b.example/' },
  'PUT /Desk/Blog/:blogId': {
    Description: 'x',
    OutputLink: 'https://paper.example/',
    EmbedConfig: '{"theme":"dark"}',
    ClosedOn: '2026-11-03'
  },
  'PUT /Desk/Blog/:blogId/Configuration/:name': { Value: 'x' },
  'PUT /Desk/Blog/:blogId/Post/:postId': { Meta: '{"a":1}' },
  'PUT /Desk/BlogMedia/:blogMediaId': { MetaInfo: 900 },
  'PUT /Desk/BlogTheme/:blogThemeId': { URL: 'https://themes.example/' },
  'PUT /Desk/BlogType/:blogTypeId/Post/:templatePostId': { Meta: '{"a":1}' },
  'PUT /Desk/Sync/:syncId': { CId: 7, SyncStart: '2026-11-03' },
  'PUT /HR/Person/:personId': names,
  'PUT /HR/User/:userId': names,
  'PUT /RBAC/Role/:role': { Description: 'x' },
  'PUT /Security/Right/:rightId': { Description: 'x' },
  'PUT /Security/RightType/:rightType': { Description: 'x' }
}
/** Returns whether a property in a document has no value. */
const isEmpty = (value: unknown) => value === undefined || value === '' || value === '{}'

await t.test('a PUT with an empty property clears it or is refused', async (t) => {
  const { app, sql, tokenOf } = await build(t)
  await prepareRows(sql)
  const authorization = await tokenOf('admin')
  const changes = writesOf(app).filter(({ request, description }) => {
    return request.method === 'PUT' && description.body !== undefined && description.documents[200] !== undefined
  })
  t.same(
    Object.keys(CLEARABLE).filter((name) => !changes.some((change) => change.name === name)),
    []
  )
  for (const { name, request, description, body } of changes) {
    await t.test(name, async (t) => {
      const send = (payload: object, headers = {}) =>
        app.inject({ ...request, headers: { authorization, ...headers }, payload })
      for (const property of Object.keys(description.body?.properties ?? {})) {
        const filled = CLEARABLE[name]?.[property]
        const headers = { 'x-filter': property }
        for (const empty of ['', null]) {
          const about = `${property}: ${JSON.stringify(empty)}`
          if (filled === undefined) {
            const refused = await send({ ...body, [property]: empty })
            expectProblem(t, refused, { status: 400, kind: 'bad-body', about })
            t.match(refused.body, `<place>${property}</place>`, about)
            continue
          }
          const set = await send({ [property]: filled }, headers)
          t.equal(set.statusCode, 200, `${property}: ${String(filled)} ${set.body}`)
          t.notOk(isEmpty(documentOf(set)[property]), `${about}, before`)
          const cleared = await send({ [property]: empty }, headers)
          t.equal(cleared.statusCode, 200, `${about} ${cleared.body}`)
          t.ok(isEmpty(documentOf(cleared)[property]), about)
        }
      }
    })
  }
})

await t.test('XML and forms clear a property, too', async (t) => {
  const { app, tokenOf } = await build(t)
  const authorization = await tokenOf('admin')
  const put = (type: string, payload: string) =>
    app.inject({
      method: 'PUT',
      url: '/resources/Desk/Blog/1',
      headers: { authorization, 'content-type': type, 'x-filter': 'EmbedConfig' },
      payload
    })
  for (const [type, body] of [
    ['application/xml', '<Blog><EmbedConfig/></Blog>'],
    ['application/x-www-form-urlencoded', 'EmbedConfig='],
    ['application/x-www-form-urlencoded', 'EmbedConfig=&Title=Renamed']
  ] as const) {
    await put('application/json', '{"EmbedConfig":{"theme":"dark"}}')
    const cleared = await put(type, body)
    t.equal(cleared.statusCode, 200, body)
    t.equal(documentOf(cleared).EmbedConfig, undefined, body)
  }
})

await t.test('a POST takes an empty property as not sent', async (t) => {
  const { post, tokenOf } = await build(t)
  const headers = { authorization: await tokenOf('admin') }
  for (const empty of ['', null]) {
    const inserted = await post(
      '/resources/Desk/Blog/1/Post',
      { Content: 'x', Type: empty, Meta: empty, Author: empty, Creator: empty },
      headers
    )
    t.equal(inserted.statusCode, 201, inserted.body)
    t.match(documentOf(inserted), { Type: { Key: 'normal' }, Meta: '{}', Creator: { Id: '1' } })
    const refused = await post('/resources/Desk/Blog/1/Post', { Content: empty }, headers)
    t.equal(refused.statusCode, 400)
    t.match(refused.body, 'Content is missing')
    t.equal((await post('/resources/Desk/Blog/1/Post', { Content: 'x', Nope: empty }, headers)).statusCode, 400)
  }
})
