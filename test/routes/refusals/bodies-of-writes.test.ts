/** Bodies of all writes: what is refused, and what empty properties mean. */
import t from 'tap'
import { build, documentOf, expectProblem, untilWaitingForLocks } from '../../support/index.ts'
import { membersOf } from '../../../schemas/language/rows.ts'
import { tableDigests, prepareRows, writesOf } from '../writes.ts'

/** Returns bodies that differ from a valid one in one property, with the place in the problem, and a description. */
const invalidVariants = (body: object, properties: Readonly<Record<string, unknown>>, required: readonly string[]) =>
  [
    [{ ...body, Unknown: 1 }, 'Unknown', 'an unknown property'],
    [{ ...body, Version: 7 }, 'Version', 'a property that the service fills'],
    ...required.flatMap(
      (name) =>
        [
          [{ ...body, [name]: undefined }, name, `no ${name}`],
          // Null is the same as an empty text, which a few properties may be.
          ...(name === 'Value' ? [] : [[{ ...body, [name]: null }, name, `null for ${name}`] as const])
        ] as const
    ),
    ...Object.entries(properties).flatMap(([name, schema]) => {
      const { maxLength, type, link, contentMediaType } = membersOf(schema)
      return [
        [{ ...body, [name]: [] }, name, `a list for ${name}`],
        ...(contentMediaType === undefined
          ? [[{ ...body, [name]: { odd: 1 } }, name, `an odd object for ${name}`] as const]
          : []),
        ...(type === 'string'
          ? [
              [{ ...body, [name]: 'a\u0001b' }, name, `a control character in ${name}`] as const,
              [{ ...body, [name]: 'a\0b' }, name, `a null character in ${name}`] as const
            ]
          : []),
        ...(type === 'integer' ? [[{ ...body, [name]: 'many' }, name, `a word for ${name}`] as const] : []),
        ...(typeof maxLength === 'number'
          ? [[{ ...body, [name]: 'x'.repeat(maxLength + 1) }, name, `too long a ${name}`] as const]
          : []),
        ...(typeof link === 'string' && type === 'integer'
          ? [[{ ...body, [name]: 2147483647 }, name, `a ${name} that does not exist`] as const]
          : []),
        ...(typeof link === 'string'
          ? [
              [
                { ...body, [name]: { href: '/resources/Nowhere/1' } },
                name,
                `a ${name} with a link to another resource`
              ] as const
            ]
          : [])
      ] as const
    })
  ] as const

await t.test('a write with an invalid body is refused and stores nothing', async (t) => {
  const { app, sql, tokenOf } = await build(t)
  await prepareRows(sql)
  const headers = { authorization: await tokenOf('admin'), 'content-type': 'application/json' }
  const before = await tableDigests(sql)

  for (const { name, request, description, body } of writesOf(app)) {
    const { body: schema } = description
    if (schema === undefined || body === undefined) continue
    const { required } = membersOf(schema)
    const requiredNames = Array.isArray(required) ? required.map(String) : []
    await t.test(`${name} refuses invalid bodies`, async (t) => {
      for (const [payload, place, about] of invalidVariants(body, schema.properties, requiredNames)) {
        const response = await app.inject({ ...request, headers, payload })
        // If `Blog` is not the id of a blog, the check of rights already answers 404.
        if (place === 'Blog' && response.statusCode === 404) continue
        expectProblem(t, response, { kind: 'bad-body', about })
        t.match(response.body, place, about)
      }
      const incomplete = schema.optional === true ? [] : ['', '{}']
      for (const payload of [...incomplete, '{', '[]', '"x"', '\ufffe', Buffer.from([0x7b, 0xff, 0x7d])]) {
        const { statusCode } = await app.inject({ ...request, headers, payload })
        t.ok(statusCode === 400, `${String(payload)}: ${statusCode}`)
      }
      const { statusCode } = await app.inject({
        ...request,
        headers: { ...headers, 'content-type': 'image/png' },
        payload: 'x'
      })
      t.equal(statusCode, 415)
      t.same(await tableDigests(sql), before, 'nothing is stored')
    })
  }
})

/** Returns a text of a length that a property may have. */
const textFor = (property: string, length: number): string => {
  if (/^Address$|Link$|UR[IL]$/.test(property)) return 'https://a.example/'.padEnd(length, 'x')
  return property === 'EmbedConfig' ? `{"a":"${'x'.repeat(length - 8)}"}` : 'x'.repeat(length)
}

/** Properties whose longest text is refused or shown otherwise. Other tests have them. */
const OWN_RULES = /^(?:Code|Meta|NewPassword|OldPassword|Password|EMail)$/

await t.test('a write takes the longest text that it may have, and shows it', async (t) => {
  const { app, sql, tokenOf } = await build(t, { WEBHOOKS_PRIVATE: 'true' })
  await prepareRows(sql)
  const headers = { authorization: await tokenOf('admin'), 'x-filter': '*' }
  for (const { name, request, description, body } of writesOf(app)) {
    // A client that has sent five comments has to wait.
    await sql`delete from received_comments`
    await sql`update blogs set embed_config = '{"UserComments":true}' where id = 900`
    for (const [property, schema] of Object.entries(description.body?.properties ?? {})) {
      const { maxLength, link } = membersOf(schema)
      if (typeof maxLength !== 'number' || link !== undefined || OWN_RULES.test(property)) continue
      const longest = textFor(property, maxLength)
      const response = await app.inject({ ...request, headers, payload: { ...body, [property]: longest } })
      const about = `${name}, ${property} of ${maxLength} characters`
      t.ok([200, 201, 204, 409].includes(response.statusCode), `${about}: ${response.body.slice(0, 600)}`)
      if (response.statusCode >= 204) continue
      const { [property]: shown = longest } = documentOf(response)
      t.ok(shown === longest || typeof shown === 'object', `${about}, is shown`)
    }
  }
})

await t.test('every PUT with a stale If-Match is refused', async (t) => {
  const { app, sql, tokenOf } = await build(t)
  await prepareRows(sql)
  const authorization = await tokenOf('admin')
  for (const { name, request, description, body } of writesOf(app)) {
    const [document] = description.schemas
    if (request.method !== 'PUT' || body === undefined || document === undefined) continue
    await t.test(`${name} refuses a stale If-Match`, async (t) => {
      const stale = await app.inject({ ...request, headers: { authorization, 'if-match': '"0"' } })
      expectProblem(t, stale, { kind: 'stale' })
      const { etag } = (await app.inject({ url: request.url, headers: { authorization } })).headers
      const isOfPost = name.startsWith('PUT /Data/Post')
      const condition = isOfPost ? String(stale.headers.etag) : String(etag)
      const send = () => app.inject({ ...request, headers: { authorization, 'if-match': condition } })
      const answers = await Promise.all([send(), send(), send(), send()])
      const [first, ...others] = answers.toSorted((a, b) => a.statusCode - b.statusCode)
      t.equal(first?.statusCode, 200, String(first?.body))
      for (const later of [...others, await send()]) {
        t.equal(later.statusCode, 412, 'only one of several concurrent requests with the same If-Match succeeds')
        t.equal(later.headers.etag, first?.headers.etag, 'the refusal has the current entity tag')
      }
      const current = { authorization, 'if-match': String(first?.headers.etag) }
      t.equal((await app.inject({ ...request, headers: current })).statusCode, 200, 'which the next change may name')
    })
  }
})

await t.test('a PUT or DELETE with an If-Match that another change overtakes is refused', async (t) => {
  const { app, sql, tokenOf } = await build(t)
  await prepareRows(sql)
  const authorization = await tokenOf('admin')
  const tables = await sql<{ Name: string }[]>`
    select tablename as name from pg_tables join pg_attribute on attrelid = tablename::regclass
    where schemaname = 'public' and tablename <> 'migrations' and attname = 'version'`
  let count = 0
  for (const { name, request } of writesOf(app)) {
    if (request.method === 'POST') continue
    const send = (condition: string) => app.inject({ ...request, headers: { authorization, 'if-match': condition } })
    const stale = await send('"0"')
    // The others change what has no version. test/golden has the refusals of all writes.
    if (stale.statusCode !== 412) continue
    count += 1
    const { overtaken } = await sql.begin(async (transaction) => {
      for (const { Name } of tables) await transaction`update ${transaction(Name)} set version = version + 1`
      await transaction`update posts set content = content || '!' where blog = 900`
      const overtaken = send(String(stale.headers.etag))
      await untilWaitingForLocks(sql)
      return { overtaken }
    })
    expectProblem(t, await overtaken, { kind: 'stale', about: name })
  }
  t.ok(count > 45, `${count} writes`)
})

// A repeated request cannot show the token again; test/routes/rights/tokens.test.ts has it.
const SHOWN_ONCE = 'POST /HR/User/:userId/Token'

const withoutSecret = (body: string) => body.replace(/<Secret>.*<\/Secret>/, '')

await t.test('every POST with an Idempotency-Key takes effect once', async (t) => {
  const { app, sql, tokenOf } = await build(t)
  await prepareRows(sql)
  const authorization = await tokenOf('admin')
  for (const { name, request, body } of writesOf(app)) {
    if (request.method !== 'POST' || body === undefined || name === SHOWN_ONCE) continue
    await t.test(`${name} takes effect once`, async (t) => {
      const headers = { authorization, 'idempotency-key': name }
      const refused = await app.inject({ ...request, headers, payload: { ...body, Unknown: 1 } })
      t.equal(refused.statusCode, 400)
      const send = () => app.inject({ ...request, headers })
      const [first, ...others] = await Promise.all([send(), send(), send()])
      t.equal(first.statusCode, 201, first.body)
      const after = await tableDigests(sql)
      for (const retry of [...others, await send()]) {
        t.has(retry, { statusCode: 201, headers: { location: first.headers.location } })
        t.equal(withoutSecret(retry.body), withoutSecret(first.body))
      }
      t.notMatch((await send()).body, '<Secret>', 'which is shown once')
      const [property = ''] =
        Object.entries(body).find(([, value]) => typeof value === 'string') ?? Object.entries(body)[0] ?? []
      const tomorrow = new Date(Date.now() + 86_400_000).toISOString()
      const changed = { Code: 'ga', Source: 902, PublishOn: tomorrow }[property] ?? '901'
      const reuse = await app.inject({ ...request, headers, payload: { ...body, [property]: changed } })
      t.equal(reuse.statusCode, 422, reuse.body)
      t.same(await tableDigests(sql), after)
    })
  }
})

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
    StartsOn: '2026-11-03',
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
    return request.method === 'PUT' && description.body !== undefined && description.schemas.length > 0
  })
  const unexpected = Object.keys(CLEARABLE).filter((name) => !changes.some((change) => change.name === name))
  t.same(unexpected, [])
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
            expectProblem(t, refused, { kind: 'bad-body', about })
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
