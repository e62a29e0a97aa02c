/**
 * What is hidden from strangers changes nothing that they are told: every address is read twice, in every way that could
 * tell something, before and after the hidden values became others.
 */
import t, { type Test } from '../support/tap.ts'
import type { LightMyRequestResponse } from 'fastify'
import type { Pool } from '../../db/client.ts'
import { build } from '../support/app.ts'
import { inFlight } from '../support/crawl.ts'
import { openApiOf, type OpenApi } from '../support/documents.ts'
import { openStream } from '../support/event-stream.ts'
import { listen } from '../routes/socket.ts'

/** In every hidden value, and nowhere else. */
const MARKER = 'zebrafish'

/** Two sets of hidden values: other texts, in the opposite order. */
const values = {
  first: { word: 'Hidden', from: 1000, step: 1, type: 'normal', creator: 3, day: '2020-01-01' },
  second: { word: 'Secret', from: 9000, step: -1, type: 'quote', creator: 6, day: '2025-06-01' }
} as const
type Values = (typeof values)[keyof typeof values]

/** Writes hidden values without a trace: no trigger fires, so no number, date or counter moves. */
const hide = (sql: Pool, hiddenPosts: string, profiles: boolean, { word, from, step, type, creator, day }: Values) =>
  sql.begin(async (transaction) => {
    await transaction`set local session_replication_role = replica`
    await transaction`
      update posts set content = ${`${word} ${MARKER} `} || ${from}::integer + ${step}::integer * id, type = ${type}, creator = ${creator},
        meta = jsonb_build_object('note', ${`${word} ${MARKER} `} || ${from}::integer + ${step}::integer * id)::text,
        "order" = ${from}::integer + ${step}::integer * id, created_on = ${day}::date, updated_on = ${day}::date + 1,
        published_on = case when published_on is null then null else ${day}::date + 2 end
      where blog is not null and ${transaction.unsafe(hiddenPosts)}`
    if (!profiles) return
    await transaction`
      update persons set e_mail = ${word} || ${from}::integer + ${step}::integer * id || ${`@${MARKER}.example`},
        address = ${`${word} ${MARKER} `} || ${from}::integer + ${step}::integer * id,
        phone_number = ${`${word} ${MARKER} `} || ${from}::integer + ${step}::integer * id`
  })

/** What stands for a path parameter, by the segment before it; 3 is the blog that drafts were planted in. */
const segments: Readonly<Record<string, string>> = {
  Blog: '3',
  Post: '82',
  User: '6',
  Person: '6',
  Collaborator: '17',
  PostType: 'normal',
  SourceType: 'internal',
  BlogCollaboratorGroup: '{group}'
}

const addressesOf = ({ paths }: OpenApi, group: number) =>
  Object.keys(paths)
    .filter((path) => paths[path]?.get !== undefined && path.includes('/resources'))
    .flatMap((path) => {
      const address = path.replaceAll(
        /([^/]+)\/\{(\w+)\}/g,
        (_all, segment: string) => `${segment}/${(segments[segment] ?? '1').replace('{group}', `${group}`)}`
      )
      return [
        ...new Set([address, ...['81', '84', '85'].map((post) => address.replace(/Post\/82$/, `Post/${post}`))])
      ].map((url) => ({ path, url }))
    })

const nested = ['*', 'Creator.*', 'Author.User.*', 'AuthorPerson.*', 'User.*', 'Blog.Creator.EMail']

/** Properties that are hidden somewhere, by the names that orders have for them. */
const hidden = /^(q\w\.)?(content|createdOn|updatedOn|publishedOn|order|email|phoneNumber|all)$/

/** Criteria whose answers could tell whether a guess is right: it is with one set of values, and isn't with the other. */
const guesses: readonly (readonly [RegExp, string])[] = [
  [/(^|\.)(content|search|all|email|phoneNumber)$/i, `Hidden ${MARKER} 1082`],
  [/(^|\.)(content|search|all|email|phoneNumber)\.like$/i, 'Hidden%25'],
  [/^(createdOn|updatedOn|publishedOn)\.(since|until)$/, '2022-01-01'],
  [/^order\.(since|until)$/, '5000'],
  [/^isModified$/, 'true']
]

/**
 * The queries of a route that could tell something: filters, guesses and ascending orders; with change numbers as well,
 * where it takes them, and then with the same orders descending.
 */
const queriesOf = ({ paths, components }: OpenApi, path: string): string[] => {
  const parameters = (paths[path]?.get?.parameters ?? []).flatMap(
    ({ $ref }) => components.parameters[$ref.split('/').at(-1) ?? ''] ?? []
  )
  const askedIn = (order: 'asc' | 'desc') => [
    ...parameters.flatMap(({ name }) =>
      guesses.flatMap(([pattern, value]) => (pattern.test(name) ? [`${name}=${value}`] : []))
    ),
    // The description ends with the names, such as ": title, createdOn".
    ...parameters
      .filter(({ name }) => name === order)
      .flatMap(({ description }) => [...description.replace(/^.*:/, '').matchAll(/[\w.]+/g)])
      .flatMap(([field]) => (hidden.test(field) ? [`${order}=${field}`] : [])),
    ...(parameters.some(({ name }) => name === 'X-Filter') ? nested.map((filter) => `X-Filter=${filter}`) : [])
  ]
  const follows = parameters.some(({ name }) => name === 'cId.since')
  const delta = follows ? ['', ...askedIn('desc')].map((query) => `cId.since=0&${query}`) : []
  return [...new Set(['', 'params=show', ...askedIn('asc'), ...delta])]
}

/** An answer with all its headers, but for what differs from one request to the next. */
const told = ({ statusCode, headers, body }: LightMyRequestResponse) => {
  const { date, 'x-request-id': _id, ...rest } = headers
  return JSON.stringify({ statusCode, rest, body }).replaceAll(
    /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g,
    'a request'
  )
}

/** Settings, the posts and profiles that strangers must then not see into, and the routes and queries to ask. */
const settings = [
  {
    env: { PUBLIC_DRAFTS: 'false', PUBLIC_PROFILES: 'false' },
    what: 'drafts, withdrawn and deleted posts and profiles',
    hiddenPosts: '(published_on is null or deleted_on is not null)',
    profiles: true,
    where: /./,
    asking: /./
  },
  {
    env: {},
    what: 'deleted posts',
    hiddenPosts: 'deleted_on is not null',
    profiles: false,
    where: /Post(\/\w+)?$/,
    // The other queries pass over deleted posts whatever is closed, which the setting above shows.
    asking: /\?(cId\.since=.*)?$/
  }
] as const

for (const { env, what, hiddenPosts, profiles, where, asking } of settings) {
  await t.test(`${what} are hidden`, { timeout: 300_000 }, async (t) => {
    const { app, get, sql, tokenOf } = await build(t, { ...env, CACHE_MB: '0', BASE_URL: 'https://desk.example' })
    const group = await plant(sql)
    const show = async (which: keyof typeof values) => hide(sql, hiddenPosts, profiles, values[which])
    const openApi = openApiOf((await get('/openapi.json')).body)
    const requests = addressesOf(openApi, group)
      .filter(({ url }) => where.test(url))
      .flatMap(({ path, url }) => queriesOf(openApi, path).map((query) => `${url}?${query}`))
      .filter((url) => asking.test(url))
      .flatMap((url) => [
        { url, accept: 'application/json' },
        ...(url.endsWith('?X-Filter=*') ? [{ url, accept: 'application/xml' }] : [])
      ])
    t.ok(
      requests.some(({ url }) => url.endsWith('&desc=content')),
      'orders too'
    )
    const readAll = () => inFlight(requests, async ({ url, accept }) => told(await get(url, { accept })))

    await show('first')
    const first = await readAll()
    await show('second')
    const second = await readAll()

    await t.test(`in ${requests.length} answers`, async (t) => {
      t.ok(
        first.filter((answer) => answer.startsWith('{"statusCode":200')).length > 500,
        'many of them with a document'
      )
      const leaks = requests.filter(
        (_request, at) => first[at]?.includes(MARKER) === true || second[at]?.includes(MARKER) === true
      )
      t.same(
        leaks
          .filter(({ url }) => !url.includes(MARKER))
          .map(({ url }) => url)
          .slice(0, 20),
        [],
        'no answer holds a hidden value'
      )
      const differing = requests.flatMap(({ url }, at) =>
        first[at] === second[at] ? [] : [url, first[at]?.slice(0, 800), second[at]?.slice(0, 800)]
      )
      t.same(differing.slice(0, 20), [], 'no answer depends on one: no body, order, total, header or status')
    })

    await t.test('in streams', async (t) => {
      const origin = `http://127.0.0.1:${await listen(app)}`
      const [{ Count }] = await sql<
        [{ Count: number }]
      >`select count(*)::integer as count from posts where blog = 3 and was_published`
      for (const query of [
        '',
        'X-Filter=*',
        'X-Filter=Content',
        'X-Filter=Id,Creator.EMail',
        'X-Filter=Creator.*,AuthorPerson.*'
      ]) {
        const history = async () => {
          const stream = await openStream(`${origin}/resources/Desk/Blog/3/Post/Published?stream&cId.since=0&${query}`)
          const events = []
          for (let count = 0; count < Count; count++) events.push(await stream.next())
          await stream.close()
          return JSON.stringify(events)
        }
        await show('first')
        const before = await history()
        await show('second')
        const after = await history()
        t.notMatch(before + after, MARKER, query)
        t.equal(after, before, query)
      }
    })

    if (profiles) await t.test('from strangers only', (t) => seenBySession(t, get, tokenOf))
  })
}

/** Withdraws, deletes and drafts posts of blog 3, in every way that a list can be narrowed to. @returns a group of its members */
async function plant(sql: Pool) {
  await sql`update posts set published_on = null where id = 82`
  await sql`update posts set deleted_on = now() where id in (81, 85)`
  const [{ Id: comments }] = await sql<
    [{ Id: number }]
  >`insert into sources (name, type) values ('letters', 'comment') returning id`
  const [{ Id: reader }] = await sql<
    [{ Id: number }]
  >`insert into collaborators (source) values (${comments}) returning id`
  await sql`insert into blog_sources (blog, source) values (3, ${comments})`
  await sql`insert into posts (blog, creator, author, content) values (3, 3, ${reader}, 'a comment'), (3, 6, 17, 'a member’s draft')`
  const [{ Id: group }] = await sql<
    [{ Id: number }]
  >`insert into blog_collaborator_groups (blog) values (3) returning id`
  await sql`
    insert into blog_collaborator_group_members ("group", collaborator, blog)
    select ${group}, collaborator, 3 from blog_collaborators where blog = 3`
  return group
}

/** The same addresses show the values to a session: the markers are where they should be. */
async function seenBySession(
  t: Test,
  get: (url: string, headers: Record<string, string>) => Promise<LightMyRequestResponse>,
  tokenOf: (name: string) => Promise<string>
) {
  const authorization = await tokenOf('naama')
  for (const url of [
    '/resources/Desk/Blog/3/Post/Unpublished?X-Filter=Content',
    '/resources/Desk/Blog/3/Post/84',
    '/resources/HR/User/6',
    '/resources/HR/Person/6',
    '/resources/Data/Post/Unpublished?X-Filter=Content',
    '/resources/Desk/Blog/3/Post/Published?X-Filter=Creator.EMail'
  ]) {
    t.match((await get(url, { authorization })).body, MARKER, url)
  }
}
