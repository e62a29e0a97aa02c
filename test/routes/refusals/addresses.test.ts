/** Addresses that lead nowhere: unknown paths, unknown items, and ids that are none. */
import t from '../../support/tap.ts'
import { build } from '../../support/app.ts'
import { expectRefusal } from '../problem.ts'
import { expectNothingStored, insertAddresses } from '../state.ts'

/** Where an id stands, at the addresses of the specification, and an id that leads somewhere. */
const places = [
  ['Desk/Blog/{}', 1],
  ['Desk/Blog/{}/Post', 1],
  ['Desk/Blog/{}/Post/Published', 1],
  ['Desk/Blog/3/Post/{}', 83],
  ['HR/User/{}', 2],
  ['HR/User/{}/Blog', 2],
  ['HR/User/{}/Blog/Live', 2]
] as const

/** And at all others. */
const others = [
  'Desk/Blog/{}/Post/83',
  'Desk/Blog/{}/Post/Unpublished',
  'Desk/Blog/{}/Post/Comment',
  'Desk/Blog/{}/Collaborator',
  'Desk/Blog/{}/Collaborator/Potential',
  'Desk/Blog/3/Collaborator/{}',
  'Desk/Blog/{}/Collaborator/13/Post',
  'Desk/Blog/{}/Sync',
  'Desk/Blog/{}/Comment/Post',
  'Desk/BlogType/{}',
  'Desk/BlogType/{}/Post',
  'HR/User/{}/Post',
  'HR/User/{}/Role',
  'HR/User/{}/Right',
  'HR/User/{}/Action',
  'HR/User/{}/Collaborator',
  'HR/Person/{}',
  'HR/Person/{}/MetaData/Icon',
  'Data/Post/{}',
  'Data/Collaborator/{}',
  'Data/Collaborator/{}/Post/Published',
  'Data/Source/{}',
  'Data/Source/{}/Collaborator',
  'Localization/Language/{}',
  'Localization/Language/{}/Blog',
  'Localization/Language/{}/MetaInfo',
  'Archive/MetaData/{}',
  'RBAC/Role/{}',
  'RBAC/Role/{}/Roles',
  'Security/Right/{}',
  'Security/RightType/{}/Right'
] as const

/** What is the id of nothing. */
const unknown = [
  '9999',
  'x',
  '-1',
  '9'.repeat(30),
  '0',
  '2147483647',
  '2147483648',
  'null',
  'true',
  'NaN',
  'Infinity',
  '-Infinity',
  '1e999',
  '1,2',
  '%7B%7D',
  '*',
  '%00',
  '%27%20or%201=1--'
]

/** Ways to write an id that is one, as the service itself never does: each would be a second address of the same item. */
const disguised = (id: number) => [
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
  // Its digits in full width.
  `${id}`.replace(/\d/g, (digit) => `%EF%BC%9${digit}`)
]

const keys = [
  'nothing',
  'Wrapup',
  'wrapup%20',
  'wrapup.',
  '%00',
  'wrapup%00',
  '%01',
  '%EF%BF%BF',
  '%F0%9F%9A%AA',
  '%25',
  '%27%20or%20true--',
  'x'.repeat(101)
]

const paths = [
  '/',
  '/favicon.ico',
  '/resource',
  '/Resources',
  '/resources/desk/blog',
  '/resources/Desk',
  '/resources/Data',
  '/resources/HR',
  '/resources/Nothing/',
  '/resources/Desk/Blogs',
  '/resources/Desk/Blog/1/Nothing',
  '/resources/Desk/Blog/1/Post/83',
  '/resources/Desk/Blog/3/Post/83/Nothing',
  '/resources/Desk/Blog/Live/Post',
  '/resources/HR/User/2/Blog/1',
  '/resources/..%2f..%2fetc%2fpasswd',
  '/resources/<b>&"',
  `/resources/${'x/'.repeat(1000)}`,
  '/problems/nothing',
  '/problems/',
  '/content/nothing',
  '/health',
  '/constructor',
  '/resources/__proto__',
  '/resources/Desk/Blog/3/Post/Publish/Now'
]

await t.test('addresses that lead nowhere', async (t) => {
  const built = await build(t)
  const { app, tokenOf } = built

  await t.test('ids', async (t) => {
    for (const [place, ids] of [
      ...places.map(([place, id]) => [place, [...unknown, ...disguised(id)]] as const),
      ...others.map((place) => [place, unknown.slice(0, 2)] as const)
    ]) {
      for (const id of ids) {
        const url = `/resources/${place.replace('{}', id)}`
        await expectRefusal(t, app, { url }, { status: 404, kind: 'not-found', places: [], about: url })
      }
    }
  })

  await t.test('keys', async (t) => {
    for (const place of [
      'Data/PostType/{}',
      'HR/UserType/{}',
      'Data/SourceType/{}',
      'Data/SourceType/{}/Post',
      'Data/SourceType/{}/Source'
    ]) {
      for (const key of keys) {
        const url = `/resources/${place.replace('{}', key)}`
        await expectRefusal(t, app, { url }, { status: 404, kind: 'not-found', places: [], about: url.slice(0, 80) })
      }
    }
  })

  await t.test('paths', async (t) => {
    for (const url of paths) {
      await expectRefusal(t, app, { url }, { status: 404, kind: 'not-found', places: [], about: url.slice(0, 80) })
    }
    for (const url of ['/', '/resources/Nothing']) {
      for (const method of ['POST', 'PUT', 'DELETE', 'PATCH'] as const) {
        await expectRefusal(
          t,
          app,
          { url, method, payload: '{', headers: { 'content-type': 'application/json' } },
          { status: 404, kind: 'not-found', about: `${method} ${url}` }
        )
      }
    }
  })

  await t.test('paths that are too long for any item', async (t) => {
    for (const length of [200, 201, 4000]) {
      const { statusCode, headers } = await app.inject(`/resources/Data/PostType/${'x'.repeat(length)}`)
      t.ok(statusCode === 404 || statusCode === 414, `${length} characters: ${statusCode}`)
      t.match(headers['content-type'], /^application\/problem\+xml/)
    }
  })

  await t.test('paths that are none', async (t) => {
    for (const path of ['%', '%zz', '%E0%A4%A', '%ff', '%ED%A0%80', 'Blog/%c0%af']) {
      await expectRefusal(
        t,
        app,
        { url: `/resources/Desk/${path}` },
        { status: 400, kind: 'bad-request', places: [], about: path }
      )
      const { headers } = await app.inject(`/resources/Desk/${path}`)
      t.equal(headers['access-control-allow-origin'], '*', 'a page of another origin may read that too')
    }
  })

  await t.test('inserting there', async (t) => {
    const authorization = await tokenOf('admin')
    for (const id of ['9999', 'x', '-1', '9'.repeat(30), '3.0', '0x3']) {
      for (const url of insertAddresses(3).map((address) => address.replace('3', id))) {
        await expectNothingStored(
          t,
          built,
          { url, headers: { authorization }, payload: { Content: 'x' } },
          { status: 404, kind: 'not-found', about: url }
        )
      }
    }
  })
})
