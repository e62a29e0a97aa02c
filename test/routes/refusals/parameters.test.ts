/** Parameters and methods that an address does not have. */
import t from 'tap'
import { golden } from '../../support/golden.ts'
import { build, expectNothingStored, expectRefusal, stateOf } from '../../support/index.ts'

/** Returns a function that lists the parameters of a criterion: one for each operator of its kind. */
const withOperators =
  (...operators: string[]) =>
  (name: string) => [name, ...operators.map((operator) => `${name}.${operator}`)]
const like = withOperators('like', 'ilike')
const range = withOperators('equal', 'start', 'end', 'since', 'until')
const flag = withOperators('value')

const presentation = ['X-Filter', 'X-Format-DateTime', 'X-TimeZone', 'X-Format-Values', 'Accept-Language']
const page = ['offset', 'limit', 'detailed']
const everywhere = [...presentation, 'params']
const ordered = ['asc', 'desc', ...everywhere]

const blogs = [
  ...page,
  ...like('title'),
  ...['createdOn', 'liveOn', 'startsOn', 'lastUpdatedOn'].flatMap(range),
  ...['isLive', 'isOpen'].flatMap(flag),
  ...ordered
]
const postCriteria = [
  ...range('id'),
  ...like('content'),
  'search',
  'search.like',
  'search.ilike',
  ...flag('isModified'),
  ...['createdOn', 'publishedOn', 'updatedOn', 'deletedOn'].flatMap(range)
]
const changeCriteria = [
  ...range('cId'),
  ...postCriteria,
  ...range('order'),
  ...['isPublished', 'isSubmitted', 'isPinned', 'isKeyPoint'].flatMap(flag),
  ...range('withdrawnOn'),
  ...ordered
]
const changes = [...page, 'thumbSize', ...changeCriteria]
const streamed = [...page, 'thumbSize', 'stream', 'blogVersion', ...changeCriteria]
const posts = [...page, 'thumbSize', ...range('cId'), ...postCriteria, ...ordered]
const users = [
  ...page,
  ...['firstName', 'lastName', 'email', 'phoneNumber', 'name', 'all'].flatMap(like),
  ...range('createdOn'),
  ...flag('inactive'),
  ...ordered
]
const files = [...page, ...['component', 'plugin', 'path'].flatMap(like), ...range('lastModified'), ...ordered]

/** Path and query, the refused parameters, and the legal ones in order. */
const refused = [
  ['', '?x=1', ['x'], everywhere],
  ['', '?limit=1', ['limit'], everywhere],
  ['Desk/Blog', '?x=1&limit=-1&y=', ['x', 'limit', 'y'], blogs],
  ['Desk/Blog', '?Limit=1', ['Limit'], blogs],
  ['Desk/Blog', '?limit=ten', ['limit'], blogs],
  ['Desk/Blog', '?limit=', ['limit'], blogs],
  ['Desk/Blog', '?limit', ['limit'], blogs],
  ['Desk/Blog', '?limit=1.5', ['limit'], blogs],
  ['Desk/Blog', '?limit=1001', ['limit'], blogs],
  ['Desk/Blog', '?limit=2.0', ['limit'], blogs],
  ['Desk/Blog', '?limit=1e1', ['limit'], blogs],
  ['Desk/Blog', '?limit=0x10', ['limit'], blogs],
  ['Desk/Blog', '?limit=%2B1', ['limit'], blogs],
  ['Desk/Blog', '?limit=+1', ['limit'], blogs],
  ['Desk/Blog', '?limit[]=1', ['limit[]'], blogs],
  ['Desk/Blog', '?limit=1&limit=2', ['limit'], blogs],
  ['Desk/Blog', '?title=a&title=b&isLive=true&isLive=true', ['title', 'isLive'], blogs],
  ['Desk/Blog', '?createdOn.since=2026-11-03&createdOn.since=2026-11-04', ['createdOn.since'], blogs],
  ['Desk/Blog', '?params=show&params=show', ['params'], blogs],
  ['Desk/Blog/1/Post/Published', '?cId.since=1&cId.since=2', ['cId.since'], streamed],
  ['Desk/Blog/1/Post/Published', '?stream&stream', ['stream'], streamed],
  ['Desk/Blog/1/Post/Published', '?thumbSize=tiny&thumbSize=small', ['thumbSize'], streamed],
  ['Desk/Blog', '?limit=1,2', ['limit'], blogs],
  ['Desk/Blog', '?offset=-1', ['offset'], blogs],
  ['Desk/Blog', '?offset=2147483648', ['offset'], blogs],
  ['Desk/Blog', `?offset=${'9'.repeat(30)}`, ['offset'], blogs],
  ['Desk/Blog', '?offset=NaN', ['offset'], blogs],
  ['Desk/Blog', '?offset=Infinity', ['offset'], blogs],
  ['Desk/Blog', '?detailed=maybe', ['detailed'], blogs],
  ['Desk/Blog', '?detailed=', ['detailed'], blogs],
  ['Desk/Blog', '?params=hide', ['params'], blogs],
  ['Desk/Blog', '?params=', ['params'], blogs],
  ['Desk/Blog', '?__proto__=1', ['__proto__'], blogs],
  ['Desk/Blog', '?constructor=1&toString=2', ['constructor', 'toString'], blogs],
  ['Desk/Blog', '?a%20b%26%3C%22=1', ['a b&<"'], blogs],
  ['Desk/Blog', '?%F0%9F%9A%AA=1', ['🚪'], blogs],
  ['Desk/Blog/3', '?limit=1', ['limit'], everywhere],
  ['Desk/Blog/3/Post', '?cId.before=1', ['cId.before'], streamed],
  ['Desk/Blog/3/Post/Unpublished', '?cId.before=1', ['cId.before'], changes],
  ['Desk/Blog/3/Post/Published', '?cId=x&cId.since=-1&cId.until=1.5', ['cId', 'cId.since', 'cId.until'], streamed],
  ['Desk/Blog/3/Post/Published', '?cid=1', ['cid'], streamed],
  ['Desk/Blog/3/Post/Published', '?cId.since=2147483648', ['cId.since'], streamed],
  ['Desk/Blog/3/Post/83', '?x=1', ['x'], ['thumbSize', ...everywhere]],
  ['HR/User', '?x=1', ['x'], users],
  ['HR/User/2', '?x=1', ['x'], everywhere],
  ['HR/User/2/Blog/Live', '?x=1', ['x'], blogs],
  ['Data/Post', '?order.since=1', ['order.since'], posts],
  ['Admin/File', '?x=1', ['x'], files]
] as const

await t.test('unknown and malformed parameters are refused, and the legal ones are listed', async (t) => {
  const built = await build(t)
  const { app, get, tokenOf } = built
  const lines: string[] = []

  for (const [path, query, places, legal] of refused) {
    const url = `/resources/${path}${query}`
    const detail = new RegExp(`This address takes ${legal.join(', ').replaceAll('.', '\\.')}$`)
    const words = await expectRefusal(t, app, { url }, { kind: 'bad-parameter', places, detail, about: url })
    lines.push(`${path}${query}: ${words.replace(/(This address takes) .*/, '$1 …')}\n`)
    const { statusCode, body } = await app.inject({ method: 'HEAD', url })
    t.same({ statusCode, body }, { statusCode: 400, body: '' }, `HEAD ${url}`)
  }
  await golden(t, 'refused-parameters.txt', Buffer.from(lines.join('')))

  await t.test('a parameter whose name contains characters that XML forbids is refused', async (t) => {
    for (const name of ['%00', '%01', 'a%1F', '%EF%BF%BE', '%FF']) {
      await expectRefusal(t, app, { url: `/resources/Desk/Blog?${name}=1` }, { kind: 'bad-parameter', about: name })
    }
  })

  await t.test('an insert accepts only the presentation parameters', async (t) => {
    const headers = { authorization: await tokenOf('mira') }
    for (const [query, place] of Object.entries({ '?x=1': 'x', '?limit=1': 'limit', '?params=show': 'params' })) {
      const request = { url: `/resources/Desk/Blog/3/Post${query}`, headers, payload: { Content: 'x' } }
      const detail = new RegExp(`This address takes ${presentation.join(', ')}$`)
      await expectNothingStored(t, built, request, { kind: 'bad-parameter', places: [place], detail, about: query })
    }
  })

  await t.test('params=show lists the parameters of every address, and HEAD has the same length', async (t) => {
    for (const [path, legal] of new Map(refused.map(([path, , , legal]) => [path, legal]))) {
      const url = `/resources/${path}?params=show`
      const list = await get(url)
      t.equal(list.statusCode, 200, url)
      const shown = [...list.body.matchAll(/<Name>([^<]*)<\/Name>/g)].map(([, name]) => name)
      t.same(shown, legal, url)
      const head = await app.inject({ method: 'HEAD', url })
      const found = { statusCode: head.statusCode, 'content-length': head.headers['content-length'], body: head.body }
      t.same(found, { statusCode: 200, 'content-length': list.headers['content-length'], body: '' }, `HEAD ${url}`)
    }
    const result = (await get('/resources/Desk/Blog?params=show&x=1&limit=-1')).body
    t.match(result, /^<\?xml.*\n<Parameters>/, 'params=show works although other parameters are invalid')
  })
})

const readOnly = 'GET, HEAD, OPTIONS'
/** Addresses, each with the methods that it supports. */
const addresses = [
  ['/resources', readOnly],
  ['/resources/Desk/Blog/', 'GET, HEAD, POST, OPTIONS'],
  ['/resources/Desk/Blog/Live', readOnly],
  ['/resources/Desk/Blog/1', 'GET, HEAD, PUT, DELETE, OPTIONS'],
  ['/resources/Desk/Blog/9999', 'GET, HEAD, PUT, DELETE, OPTIONS'],
  ['/resources/Desk/Blog/x', 'GET, HEAD, PUT, DELETE, OPTIONS'],
  ['/resources/Desk/Blog/3/Post/84', 'GET, HEAD, PUT, DELETE, OPTIONS'],
  ['/resources/Desk/Blog/3/Post/84/Publish', 'POST, OPTIONS'],
  ['/resources/Desk/Blog/3/Post', 'GET, HEAD, POST, OPTIONS'],
  ['/resources/Desk/Blog/3/Presence', 'PUT, DELETE, OPTIONS'],
  ['/resources/Desk/Blog/3/Post/Published', 'GET, HEAD, POST, OPTIONS'],
  ['/resources/Desk/Blog/3/Post/Publish', 'POST, OPTIONS'],
  ['/resources/Desk/Blog/3/Post/Unpublished', readOnly],
  ['/resources/HR/User/2', 'GET, HEAD, PUT, DELETE, OPTIONS'],
  ['/resources/Desk/Blog/3/Comment/Post', 'GET, HEAD, POST, OPTIONS'],
  ['/resources/HR/User/2/MetaData/Upload', 'POST, OPTIONS'],
  ['/resources/Data/Post', readOnly],
  ['/resources/Admin/File', readOnly],
  ['/resources/Desk/Blog/3/Webhook', 'GET, HEAD, POST, OPTIONS'],
  ['/resources/Desk/Webhook/1', 'GET, HEAD, PUT, DELETE, OPTIONS'],
  ['/resources/Security/Login', 'POST, DELETE, OPTIONS']
] as const

await t.test('OPTIONS lists the methods of an address, and a refusal of any other does, too', async (t) => {
  const { app, sql, tokenOf } = await build(t)
  const before = await stateOf(sql)
  const authorization = await tokenOf('admin')

  for (const [url, allow] of addresses) {
    const supported: readonly string[] = allow.split(', ')
    for (const method of (['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE'] as const).filter(
      (name) => !supported.includes(name)
    )) {
      const bodies =
        method === 'GET' || method === 'TRACE'
          ? []
          : ([
              ['{', 'application/json'],
              ['<', 'application/xml'],
              ['x', 'image/png']
            ] as const)
      for (const request of [
        { url, method },
        { url, method, headers: { authorization } },
        ...bodies.map(([payload, type]) => ({ url, method, payload, headers: { 'content-type': type } }))
      ]) {
        const refusal = { kind: 'method-not-allowed', detail: new RegExp(allow), places: [], about: `${method} ${url}` }
        await expectRefusal(t, app, request, refusal)
      }
      t.equal((await app.inject({ url, method })).headers.allow, allow, `${method} ${url}`)
    }
    const options = await app.inject({ method: 'OPTIONS', url })
    t.same([options.statusCode, options.headers.allow, options.body], [204, allow, ''], `OPTIONS ${url}`)
    if (!supported.includes('HEAD')) {
      const { statusCode, headers, body } = await app.inject({ method: 'HEAD', url })
      t.same({ statusCode, allow: headers.allow, body }, { statusCode: 405, allow, body: '' }, `HEAD ${url}`)
    }
  }
  t.same(await stateOf(sql), before, 'nothing was stored')
})
