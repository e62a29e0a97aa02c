/** Addresses that are not found: unknown paths, unknown ids and keys, and malformed ids. */
import t from 'tap'
import { openApiOf } from '../../support/documents.ts'
import { build, expectNothingStored, expectRefusal, insertAddresses, words, wordsOf } from '../../support/index.ts'

/** Addresses of docs/spec.md with `{}` for an id, and an id that exists there. */
const specified = [
  ['Desk/Blog/{}', 1],
  ['Desk/Blog/{}/Post', 1],
  ['Desk/Blog/{}/Post/Published', 1],
  ['Desk/Blog/3/Post/{}', 83],
  ['HR/User/{}', 2],
  ['HR/User/{}/Blog', 2],
  ['HR/User/{}/Blog/Live', 2]
] as const

/** Further addresses with `{}` for an id. */
const others = words`
  Desk/Blog/{}/Post/83 Desk/Blog/{}/Post/Unpublished Desk/Blog/{}/Post/Comment Desk/Blog/{}/Collaborator
  Desk/Blog/{}/Collaborator/Potential Desk/Blog/3/Collaborator/{} Desk/Blog/{}/Collaborator/13/Post Desk/Blog/{}/Sync
  Desk/Blog/{}/Comment/Post Desk/BlogType/{} Desk/BlogType/{}/Post HR/User/{}/Post HR/User/{}/Role HR/User/{}/Right
  HR/User/{}/Action HR/User/{}/Collaborator HR/Person/{} HR/Person/{}/MetaData/Icon Data/Post/{} Data/Collaborator/{}
  Data/Collaborator/{}/Post/Published Data/Source/{} Data/Source/{}/Collaborator Localization/Language/{}
  Localization/Language/{}/Blog Localization/Language/{}/MetaInfo Archive/MetaData/{} RBAC/Role/{} RBAC/Role/{}/Roles
  Security/Right/{} Security/RightType/{}/Right`

/** Ids that do not exist or are malformed. */
const invalidIds = [
  '9999',
  'x',
  '-1',
  '9'.repeat(30),
  ...words`0 2147483647 2147483648 null true NaN Infinity -Infinity 1e999 1,2 %7B%7D * %00 %27%20or%201=1--`
]

/** Returns other ways to write an id. If the service accepted them, an item would have several addresses. */
const variantsOf = (id: number) => [
  `${id}.0`,
  `${id}e0`,
  `0x${id.toString(16)}`,
  `0b${id.toString(2)}`,
  `+${id}`,
  `%20${id}`,
  `${id}%20`,
  `${id}%0A`,
  `${id}%00`,
  `${id};`,
  `${id}'`,
  // Full-width digits.
  `${id}`.replace(/\d/g, (digit) => `%EF%BC%9${digit}`)
]

/** Keys that do not exist. */
const unknownKeys = [
  ...words`nothing Wrapup wrapup%20 wrapup. %00 wrapup%00 %01 %EF%BF%BF %F0%9F%9A%AA %25 %27%20or%20true--`,
  'x'.repeat(101)
]

/** Paths that do not exist. */
const unknownPaths = [
  ...words`
    /favicon.gif /resource /Resources /resources/desk/blog /resources/Desk /resources/Data /resources/HR
    /resources/Nothing/ /resources/Desk/Blogs /resources/Desk/Blog/1/Nothing /resources/Desk/Blog/1/Post/83
    /resources/Desk/Blog/3/Post/83/Nothing /resources/Desk/Blog/Live/Post /resources/HR/User/2/Blog/1
    /resources/..%2f..%2fetc%2fpasswd /resources/<b>&"`,
  `/resources/${'x/'.repeat(1000)}`,
  ...words`
    /problems/nothing /problems/ /content/nothing /health /constructor /resources/__proto__
    /resources/Desk/Blog/3/Post/Publish/Now`
]

/** Returns an address as often as it has ids, with `x` for one of them, and 1 for the others and for keys. */
const withMalformedId = (path: string): string[] => {
  const segments = path.split('/')
  return segments.flatMap((id, place) =>
    /^\{\w+Id\}$/.test(id)
      ? [segments.map((segment, at) => (at === place ? 'x' : segment.replace(/^\{.*/, '1'))).join('/')]
      : []
  )
}

await t.test('an address that does not exist is refused', async (t) => {
  const built = await build(t)
  const { app, get, tokenOf } = built

  await t.test('an unknown or malformed id is answered 404', async (t) => {
    for (const [pattern, ids] of [
      ...specified.map(([pattern, id]) => [pattern, [...invalidIds, ...variantsOf(id)]] as const),
      ...others.map((pattern) => [pattern, invalidIds.slice(0, 2)] as const)
    ]) {
      for (const id of ids) {
        const url = `/resources/${pattern.replace('{}', id)}`
        await expectRefusal(t, app, { url }, { kind: 'not-found', places: [], about: url })
      }
    }
  })

  await t.test('a malformed id is answered 404 in each address that can be read', async (t) => {
    const authorization = await tokenOf('admin')
    const { paths } = openApiOf((await get('/openapi.json')).body)
    const reads = Object.keys(paths).filter((path) => path.startsWith('/resources/') && paths[path]?.get)
    for (const url of reads.flatMap(withMalformedId)) {
      const request = { url, headers: { authorization } }
      await expectRefusal(t, app, request, { kind: 'not-found', places: [], about: url })
    }
  })

  await t.test('an unknown key is answered 404', async (t) => {
    for (const pattern of words`
      Data/PostType/{} HR/UserType/{} Data/SourceType/{} Data/SourceType/{}/Post Data/SourceType/{}/Source`) {
      for (const key of unknownKeys) {
        const url = `/resources/${pattern.replace('{}', key)}`
        await expectRefusal(t, app, { url }, { kind: 'not-found', places: [], about: url.slice(0, 80) })
      }
    }
  })

  await t.test('an unknown path is answered 404, with any method', async (t) => {
    for (const url of unknownPaths) {
      await expectRefusal(t, app, { url }, { kind: 'not-found', places: [], about: url.slice(0, 80) })
    }
    for (const url of ['/favicon.gif', '/resources/Nothing']) {
      for (const method of ['POST', 'PUT', 'DELETE', 'PATCH'] as const) {
        const request = { url, method, payload: '{', headers: { 'content-type': 'application/json' } }
        await expectRefusal(t, app, request, { kind: 'not-found', about: `${method} ${url}` })
      }
    }
  })

  await t.test('a path that is longer than any key is answered 404 or 414', async (t) => {
    for (const [length, words] of [
      [101, '404 There is nothing here: key must have at most 100 characters'],
      [200, '404 There is nothing here: key must have at most 100 characters'],
      [201, '414 A segment of the address is longer than any id or key'],
      [4000, '414 A segment of the address is longer than any id or key']
    ] as const) {
      const answer = await app.inject(`/resources/Data/PostType/${'x'.repeat(length)}`)
      t.equal(wordsOf(answer), words, `${length} characters`)
      t.match(answer.headers['content-type'], /^application\/problem\+xml/)
    }
  })

  await t.test('a path with invalid percent-encoding is answered 400', async (t) => {
    for (const path of ['%', '%zz', '%E0%A4%A', '%ff', '%ED%A0%80', 'Blog/%c0%af']) {
      const text = await expectRefusal(t, app, { url: `/resources/Desk/${path}` }, { kind: 'bad-request', about: path })
      t.equal(text, '400 The address is not a well-formed URL path')
      const { headers } = await app.inject(`/resources/Desk/${path}`)
      t.equal(headers['access-control-allow-origin'], '*', 'pages of other origins may read the problem')
    }
  })

  await t.test('an insert into an unknown blog is answered 404', async (t) => {
    const authorization = await tokenOf('admin')
    for (const id of ['9999', 'x', '-1', '9'.repeat(30), '3.0', '0x3']) {
      for (const url of insertAddresses(3).map((address) => address.replace('3', id))) {
        const request = { url, headers: { authorization }, payload: { Content: 'x' } }
        await expectNothingStored(t, built, request, { kind: 'not-found', about: url })
      }
    }
  })
})
