/** Whatever is wrong with the body of a write: it is refused by name, and nothing is stored. */
import t from '../../support/tap.ts'
import { build } from '../../support/app.ts'
import { membersOf } from '../../../plugins/resources/representation/template.ts'
import { expectProblem } from '../problem.ts'
import { everythingIn, prepareRows, writesOf } from '../writes.ts'

/** Bodies that differ from a good one in one property, with the place that the refusal must name. */
const spoiled = (body: object, properties: Readonly<Record<string, unknown>>, required: readonly string[]) =>
  [
    [{ ...body, Unknown: 1 }, 'Unknown', 'an unknown property'],
    [{ ...body, Version: 7 }, 'Version', 'a property that the service fills'],
    ...required.flatMap(
      (name) =>
        [
          [{ ...body, [name]: undefined }, name, `no ${name}`],
          [{ ...body, [name]: null }, name, `null for ${name}`]
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
          ? [[{ ...body, [name]: 'a\u0001b' }, name, `a control character in ${name}`] as const]
          : []),
        ...(type === 'integer' ? [[{ ...body, [name]: 'many' }, name, `a word for ${name}`] as const] : []),
        ...(typeof maxLength === 'number'
          ? [[{ ...body, [name]: 'x'.repeat(maxLength + 1) }, name, `too long a ${name}`] as const]
          : []),
        ...(typeof link === 'string' && type === 'integer'
          ? [[{ ...body, [name]: 2147483647 }, name, `a ${name} that does not exist`] as const]
          : []),
        ...(typeof link === 'string'
          ? [[{ ...body, [name]: { href: '/resources/Nowhere/1' } }, name, `a ${name} that leads elsewhere`] as const]
          : [])
      ] as const
    })
  ] as const

await t.test('bodies of writes', async (t) => {
  const { app, sql, tokenOf } = await build(t)
  await prepareRows(sql)
  const headers = { authorization: await tokenOf('admin'), 'content-type': 'application/json' }
  const before = await everythingIn(sql)

  for (const { name, request, description, body } of writesOf(app)) {
    const { body: schema } = description
    if (schema === undefined || body === undefined) continue
    const { required } = membersOf(schema)
    const needed = Array.isArray(required) ? required.map(String) : []
    await t.test(name, async (t) => {
      for (const [payload, place, about] of spoiled(body, schema.properties, needed)) {
        const response = await app.inject({ ...request, headers, payload })
        // Nothing belongs to a blog that does not exist, so nobody may do anything there.
        if (place === 'Blog' && response.statusCode === 404) continue
        expectProblem(t, response, { status: 400, kind: 'bad-body', about })
        t.match(response.body, place, about)
      }
      for (const payload of ['', '{', '[]', '"x"', '{}', '\ufffe', Buffer.from([0x7b, 0xff, 0x7d])]) {
        const { statusCode } = await app.inject({ ...request, headers, payload })
        t.ok(statusCode === 400, `${String(payload)}: ${statusCode}`)
      }
      const { statusCode } = await app.inject({
        ...request,
        headers: { ...headers, 'content-type': 'image/png' },
        payload: 'x'
      })
      t.equal(statusCode, 415)
      t.same(await everythingIn(sql), before, 'nothing is stored')
    })
  }
})

await t.test('every item is edited in the version that its editor has seen', async (t) => {
  const { app, sql, tokenOf } = await build(t)
  await prepareRows(sql)
  const authorization = await tokenOf('admin')
  for (const { name, request, description, body } of writesOf(app)) {
    const [shown] = description.documents[200] ?? []
    if (request.method !== 'PUT' || body === undefined || shown === undefined) continue
    await t.test(name, async (t) => {
      const stale = await app.inject({ ...request, headers: { authorization, 'if-match': '"0"' } })
      expectProblem(t, stale, { status: 412, kind: 'stale' })
      const {
        headers: { etag }
      } = await app.inject({ url: request.url, headers: { authorization } })
      const isOfPost = name.startsWith('PUT /Data/Post')
      const condition = isOfPost ? String(stale.headers.etag) : String(etag)
      const send = () => app.inject({ ...request, headers: { authorization, 'if-match': condition } })
      const answers = await Promise.all([send(), send(), send(), send()])
      const [first, ...others] = answers.toSorted((one, other) => one.statusCode - other.statusCode)
      t.equal(first?.statusCode, 200, String(first?.body))
      for (const second of [...others, await send()]) {
        t.equal(second.statusCode, 412, 'the version is gone, for those too who send at the same time')
        t.equal(second.headers.etag, first?.headers.etag, 'and the refusal names the new one')
      }
    })
  }
})

await t.test('of two who change and delete the same version at the same time, one does', async (t) => {
  const { app, sql, tokenOf } = await build(t)
  await prepareRows(sql)
  const authorization = await tokenOf('admin')
  const send = (
    method: 'POST' | 'PUT' | 'DELETE',
    url: string,
    headers: Record<string, string> = {},
    payload?: object
  ) => app.inject({ method, url, headers: { authorization, ...headers }, ...(payload && { payload }) })
  for (const [family, item, change] of [
    ['/resources/Archive/MetaInfo', { MetaData: 900, Language: 900 }, { Title: 'y' }],
    ['/resources/RBAC/Role', { Name: 'Pilot' }, { Description: 'Flies' }]
  ] as const) {
    for (let round = 0; round < 10; round++) {
      const {
        headers: { location, etag }
      } = await send('POST', family, {}, item)
      const { pathname } = new URL(String(location))
      const version = { 'if-match': String(etag) }
      const answers = await Promise.all([send('PUT', pathname, version, change), send('DELETE', pathname, version)])
      const statuses = answers.map(({ statusCode }) => statusCode)
      t.ok(['200,412', '404,204'].includes(statuses.join()), `${family}: ${statuses.join()}`)
      await send('DELETE', pathname)
    }
  }
})

await t.test('everything is made once, however often it is tried', async (t) => {
  const { app, sql, tokenOf } = await build(t)
  await prepareRows(sql)
  const authorization = await tokenOf('admin')
  for (const { name, request, body } of writesOf(app)) {
    if (request.method !== 'POST' || body === undefined) continue
    await t.test(name, async (t) => {
      const headers = { authorization, 'idempotency-key': name }
      const refused = await app.inject({ ...request, headers, payload: { ...body, Unknown: 1 } })
      t.equal(refused.statusCode, 400)
      const send = () => app.inject({ ...request, headers })
      const [first, ...others] = await Promise.all([send(), send(), send()])
      t.equal(first.statusCode, 201, first.body)
      const after = await everythingIn(sql)
      for (const again of [...others, await send()]) {
        t.same([again.statusCode, again.body, again.headers.location], [201, first.body, first.headers.location])
      }
      const [property = ''] =
        Object.entries(body).find(([, value]) => typeof value === 'string') ?? Object.entries(body)[0] ?? []
      const changed = { Code: 'ga', Source: 902 }[property] ?? '901'
      const other = await app.inject({ ...request, headers, payload: { ...body, [property]: changed } })
      t.equal(other.statusCode, 422, other.body)
      t.same(await everythingIn(sql), after)
    })
  }
})
