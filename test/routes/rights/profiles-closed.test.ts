/**
 * With PUBLIC_PROFILES=false, only viewers with a session see e-mail addresses, postal addresses, telephone numbers and
 * accounts: login names, whether an account is open, roles and rights. At every address and in both formats.
 */
import t from 'tap'
import { newToken } from '../../../db/secrets.ts'
import { build } from '../../support/app.ts'
import { documentOf, linksOf, formats } from '../wire.ts'

/** Matches the private data of the demo. */
const PRIVATE = new RegExp(
  [
    '@tidewater\\.example|@alumni|@pictures|@localhost|1632 960',
    'Ropewalk Lane|Custom House Steps 3|Fig Tree Street|Sailmakers|Capstan Row'
  ].join('|')
)
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

  await t.test('no other document shows private fields without a session', async (t) => {
    const kinds = new Set<string>()
    const unvisited = [
      '/resources',
      ...[1, 2, 3, 4, 5, 7, 12].flatMap((id) => [`/resources/HR/User/${id}`, `/resources/HR/Person/${id}`])
    ]
    for (let path = unvisited.pop(); path !== undefined; path = unvisited.pop()) {
      const kind = /\/HR\/(User|Person)\/\d+$/.test(path) ? path : path.replace(/\/\d+/g, '/:id')
      if (kinds.has(kind) || path.startsWith('/content/')) continue
      kinds.add(kind)
      for (const [, accept] of formats) {
        const answer = await get(path, { accept })
        t.notMatch(answer.body, PRIVATE, path)
        if (answer.statusCode === 200) {
          unvisited.push(...linksOf(documentOf(answer)).map(([, href]) => new URL(href).pathname))
        }
      }
    }
    t.ok(kinds.size > 100, `${kinds.size} kinds of addresses`)
  })
})

await t.test('filters and orders by private fields, roles and rights need a session', async (t) => {
  const { get, tokenOf } = await build(t, { PUBLIC_PROFILES: 'false' })
  const token = await tokenOf('naama')
  for (const url of [
    '/resources/HR/User?all=tidewater',
    '/resources/HR/User?name=naama',
    '/resources/HR/User?name.like=n%25',
    '/resources/HR/User?desc=name',
    '/resources/HR/User?inactive=true',
    '/resources/Data/Collaborator?qu.name=naama',
    '/resources/Data/Collaborator?qu.inactive=true',
    '/resources/HR/User/2/Role',
    '/resources/HR/User/2/Right',
    '/resources/HR/User/2/RightType/1/Right',
    '/resources/HR/User/2/Action',
    '/resources/HR/User/2/Blog/1/Action',
    '/resources/Filter/Authenticated/2/Blog/1/HasBlog/Administrator',
    '/resources/Filter/Authenticated/2/User/2/IsAuthenticated',
    '/resources/HR/User?all.ilike=%25tide%25',
    '/resources/HR/Person?email=naama@tidewater.example',
    '/resources/HR/Person?phoneNumber.like=%2B44%25',
    '/resources/HR/Person?asc=email',
    '/resources/HR/Person?asc=firstName,email',
    '/resources/HR/Person?desc=lastName,%20phoneNumber'
  ]) {
    t.equal((await get(url)).statusCode, 401, `${url} without a session`)
    t.equal((await get(url, { authorization: token })).statusCode, 200, `${url} with a session`)
  }
})

await t.test('profiles are public by default', async (t) => {
  const { get } = await build(t)
  for (const [path, fields] of people) {
    const document = documentOf(await get(`/resources/${path}/2`))
    for (const field of fields) t.match(document[field], /\w/, `${path} shows ${field}`)
  }
})
