/** A write with an invalid body is refused with the name of the property, and nothing is stored. */
import t from 'tap'
import { build } from '../../support/app.ts'
import { membersOf } from '../../../schemas/language/rows.ts'
import { expectProblem } from '../problem.ts'
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
      t.same(await tableDigests(sql), before, 'nothing is stored')
    })
  }
})

await t.test('every PUT with a stale If-Match is refused', async (t) => {
  const { app, sql, tokenOf } = await build(t)
  await prepareRows(sql)
  const authorization = await tokenOf('admin')
  for (const { name, request, description, body } of writesOf(app)) {
    const [document] = description.documents[200] ?? []
    if (request.method !== 'PUT' || body === undefined || document === undefined) continue
    await t.test(`${name} refuses a stale If-Match`, async (t) => {
      const stale = await app.inject({ ...request, headers: { authorization, 'if-match': '"0"' } })
      expectProblem(t, stale, { status: 412, kind: 'stale' })
      const {
        headers: { etag }
      } = await app.inject({ url: request.url, headers: { authorization } })
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
    })
  }
})

await t.test('of a concurrent PUT and DELETE with the same If-Match, one succeeds', async (t) => {
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

await t.test('every POST with an Idempotency-Key takes effect once', async (t) => {
  const { app, sql, tokenOf } = await build(t)
  await prepareRows(sql)
  const authorization = await tokenOf('admin')
  for (const { name, request, body } of writesOf(app)) {
    if (request.method !== 'POST' || body === undefined) continue
    await t.test(`${name} takes effect once`, async (t) => {
      const headers = { authorization, 'idempotency-key': name }
      const refused = await app.inject({ ...request, headers, payload: { ...body, Unknown: 1 } })
      t.equal(refused.statusCode, 400)
      const send = () => app.inject({ ...request, headers })
      const [first, ...others] = await Promise.all([send(), send(), send()])
      t.equal(first.statusCode, 201, first.body)
      const after = await tableDigests(sql)
      for (const retry of [...others, await send()]) {
        t.same(
          { statusCode: retry.statusCode, body: retry.body, location: retry.headers.location },
          { statusCode: 201, body: first.body, location: first.headers.location }
        )
      }
      const [property = ''] =
        Object.entries(body).find(([, value]) => typeof value === 'string') ?? Object.entries(body)[0] ?? []
      const changed = { Code: 'ga', Source: 902 }[property] ?? '901'
      const reuse = await app.inject({ ...request, headers, payload: { ...body, [property]: changed } })
      t.equal(reuse.statusCode, 422, reuse.body)
      t.same(await tableDigests(sql), after)
    })
  }
})
