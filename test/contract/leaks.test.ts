/**
 * Hidden values do not leak to requests without a session. The tests send every request that could reveal something
 * twice, with different hidden values, and compare the responses.
 */
import t, { type Test } from 'tap'
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import type { Pool } from '../../db/client.ts'
import { build, listen, numberFrom, openStream, words } from '../support/index.ts'
import { inFlight } from '../support/crawl.ts'
import { UUIDS } from '../support/golden.ts'
import { openApiOf, type OpenApi } from '../support/documents.ts'

/** A word that all hidden values contain, and no other value. */
const MARKER = 'zebrafish'

/** Two sets of hidden values. Their texts differ, and they order the posts in opposite ways. */
const values = {
  first: { word: 'Hidden', from: 1000, step: 1, type: 'normal', creator: 3, day: '2020-01-01' },
  second: { word: 'Secret', from: 9000, step: -1, type: 'quote', creator: 6, day: '2025-06-01' }
} as const
type Values = (typeof values)[keyof typeof values]

/** Writes hidden values while triggers are off, so that no change number, date or counter changes. */
const hide = (sql: Pool, hiddenPosts: string, profiles: boolean, { word, from, step, type, creator, day }: Values) =>
  sql.begin(async (transaction) => {
    await transaction`set local session_replication_role = replica`
    await transaction`
      update posts set type = ${type}, creator = ${creator},
        content = ${`${word} ${MARKER} `} || ${from}::integer + ${step}::integer * id,
        meta = jsonb_build_object('note', ${`${word} ${MARKER} `} || ${from}::integer + ${step}::integer * id)::text,
        commentator = case when commentator is not null then ${`${word} ${MARKER}`} end,
        comment_source = case when comment_source is not null then ${`${word} ${MARKER}`} end,
        "order" = ${from}::integer + ${step}::integer * id, created_on = ${day}::date, updated_on = ${day}::date + 1,
        published_on = case when published_on is null then null else ${day}::date + 2 end
      where blog is not null and ${transaction.unsafe(hiddenPosts)}`
    if (!profiles) return
    // Users without names sign their posts with their login name.
    await transaction`
      update users set name = ${`${word} ${MARKER} `} || ${from}::integer + ${step}::integer * users.id
      from persons where persons.id = users.id and full_name is not null and users.name not in ('naama', 'admin')`
    await transaction`
      update persons set e_mail = ${word} || ${from}::integer + ${step}::integer * id || ${`@${MARKER}.example`},
        address = ${`${word} ${MARKER} `} || ${from}::integer + ${step}::integer * id,
        phone_number = ${`${word} ${MARKER} `} || ${from}::integer + ${step}::integer * id`
  })

/** Values of path parameters, by the segment before them. Blog 3 has the posts that `insertHidden` hides. */
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

const nested = [
  ...['*', 'Creator.*', 'Author.User.*', 'Author.Source.*', 'AuthorPerson.*', 'User.*', 'Source.*'],
  'Blog.Creator.EMail'
]

/** Criteria whose properties are hidden in some responses. */
const hiddenCriteria = /^(q\w\.)?(content|createdOn|updatedOn|publishedOn|order|email|phoneNumber|all|name|inactive)$/

/** Criteria, and values that guess a hidden property: the guess is right for only one of the two sets. */
const guesses: readonly (readonly [RegExp, string])[] = [
  [/(^|\.)(content|search|all|email|phoneNumber)$/i, `Hidden ${MARKER} 1082`],
  [/(^|\.)(content|search|all|email|phoneNumber)\.like$/i, 'Hidden%25'],
  [/^(createdOn|updatedOn|publishedOn)\.(since|until)$/, '2022-01-01'],
  [/^order\.(since|until)$/, '5000'],
  [/^isModified$|(^|\.)inactive$/, 'true'],
  [/(^|\.)name\.like$/, 'Hidden%25']
]

/**
 * Returns the queries of a route that could reveal a hidden value: filters, guesses and ascending orders. If the route
 * has change numbers, also filters, guesses and descending orders of the changes.
 */
const queriesOf = ({ paths, components }: OpenApi, path: string): string[] => {
  const parameters = (paths[path]?.get?.parameters ?? []).flatMap(
    ({ $ref }) => components.parameters[$ref.split('/').at(-1) ?? ''] ?? []
  )
  const queriesIn = (order: 'asc' | 'desc') => [
    ...parameters.flatMap(({ name }) =>
      guesses.flatMap(([pattern, value]) => (pattern.test(name) ? [`${name}=${value}`] : []))
    ),
    // The description of asc and desc ends with the legal names, such as ": title, createdOn".
    ...parameters
      .filter(({ name }) => name === order)
      .flatMap(({ description }) => [...description.replace(/^.*:/, '').matchAll(/[\w.]+/g)])
      .flatMap(([field]) => (hiddenCriteria.test(field) ? [`${order}=${field}`] : [])),
    ...(parameters.some(({ name }) => name === 'X-Filter') ? nested.map((filter) => `X-Filter=${filter}`) : [])
  ]
  const follows = parameters.some(({ name }) => name === 'cId.since')
  const delta = follows ? ['', ...queriesIn('desc')].map((query) => `cId.since=0&${query}`) : []
  return [...new Set(['', 'params=show', ...queriesIn('asc'), ...delta])]
}

/** Returns the status, headers and body of a response, without values that differ between equal requests. */
const fingerprint = ({ statusCode, headers, body }: LightMyRequestResponse) => {
  const { date, 'x-request-id': _id, ...comparable } = headers
  return JSON.stringify({ statusCode, comparable, body }).replaceAll(UUIDS, 'a request')
}

/** Settings, the posts and profiles that they hide from requests without a session, and the addresses to test. */
const settings = [
  {
    env: { PUBLIC_DRAFTS: 'false', PUBLIC_PROFILES: 'false' },
    title: 'drafts, withdrawn and deleted posts and profiles',
    hiddenPosts: '(published_on is null or deleted_on is not null)',
    profiles: true,
    path: /./,
    query: /./
  },
  {
    env: {},
    title: 'deleted posts',
    hiddenPosts: 'deleted_on is not null',
    profiles: false,
    path: /Post(\/\w+)?$/,
    // The other queries never show deleted posts, or show them as these do. The settings above cover them.
    query: /\?(cId\.since=0&(X-Filter=(\*|Creator\.\*)|content\.like=.*|desc=(content|createdOn))?)?$/
  }
] as const

for (const { env, title, hiddenPosts, profiles, path: pathPattern, query: queryPattern } of settings) {
  await t.test(`${title} are hidden`, { timeout: 300_000 }, async (t) => {
    const { app, get, sql, tokenOf } = await build(t, { ...env, CACHE_MB: '0', BASE_URL: 'https://desk.example' })
    await sendComments(t, app, sql, profiles ? [MARKER, MARKER] : [MARKER, 'Sam Reader'])
    const group = await insertHidden(sql)
    const setHidden = async (which: keyof typeof values) => hide(sql, hiddenPosts, profiles, values[which])
    const openApi = openApiOf((await get('/openapi.json')).body)
    const requests = addressesOf(openApi, group)
      .filter(({ url }) => pathPattern.test(url))
      .flatMap(({ path, url }) => queriesOf(openApi, path).map((query) => `${url}?${query}`))
      .filter((url) => queryPattern.test(url))
      .flatMap((url) => [
        { url, accept: 'application/json' },
        ...(url.endsWith('?X-Filter=*') ? [{ url, accept: 'application/xml' }] : [])
      ])
    const holds = requests.some(({ url }) => url.endsWith('&desc=content'))
    t.ok(holds, 'the requests include orders')
    // On a machine that is slow for a moment, a response is 503, which tells nothing about hidden values.
    const read = async (request: (typeof requests)[number]): Promise<string> => {
      const response = await get(request.url, { accept: request.accept })
      return response.statusCode === 503 ? read(request) : fingerprint(response)
    }
    const readAll = () => inFlight(requests, read)

    await setHidden('first')
    const first = await readAll()
    await setHidden('second')
    const second = await readAll()

    await t.test(`${requests.length} responses reveal no hidden value`, async (t) => {
      const holds = first.filter((answer) => answer.startsWith('{"statusCode":200')).length > 300
      t.ok(holds, 'many of them return a document')
      const leaks = requests.filter(
        (_request, at) => first[at]?.includes(MARKER) === true || second[at]?.includes(MARKER) === true
      )
      const shown = leaks
        .filter(({ url }) => !url.includes(MARKER))
        .map(({ url }) => url)
        .slice(0, 20)
      t.same(shown, [], 'no response contains a hidden value')
      const differing = requests.flatMap(({ url }, at) =>
        first[at] === second[at] ? [] : [url, first[at]?.slice(0, 800), second[at]?.slice(0, 800)]
      )
      t.same(differing.slice(0, 20), [], 'no body, order, total, header or status depends on a hidden value')
    })

    await t.test('streams reveal no hidden value', async (t) => {
      const origin = `http://127.0.0.1:${await listen(app)}`
      const [{ All, Published }] = await sql<[{ All: number; Published: number }]>`
        select count(*)::integer as all, count(*) filter (where was_published)::integer as published
        from posts where blog = 3`
      const lists = [['Post/Published', Published] as const, ...(profiles ? [] : [['Post', All] as const])]
      const queries = words`X-Filter=* X-Filter=Content X-Filter=Id,Creator.EMail X-Filter=Creator.*,AuthorPerson.*`
      for (const [query, list, changes] of ['', ...queries].flatMap((query) =>
        lists.map((list) => [query, ...list] as const)
      )) {
        const history = async () => {
          const stream = await openStream(`${origin}/resources/Desk/Blog/3/${list}?stream&cId.since=0&${query}`)
          const events = []
          for (let count = 0; count < changes; count++) events.push(await stream.next())
          await stream.close()
          return JSON.stringify(events)
        }
        await setHidden('first')
        const firstHistory = await history()
        await setHidden('second')
        const secondHistory = await history()
        t.notMatch(firstHistory + secondHistory, MARKER, query)
        t.equal(secondHistory, firstHistory, query)
      }
    })

    if (profiles) await t.test('requests with a session see the hidden values', (t) => seenBySession(t, get, tokenOf))
  })
}

/** Sends comments to blog 3, under these names and from forms of these names. Deletes the first one. */
async function sendComments(t: Test, app: FastifyInstance, sql: Pool, names: readonly string[]) {
  await sql`update blogs set embed_config = '{"UserComments":true}' where id = 3`
  for (const name of names) {
    const payload = { UserName: name, CommentSource: name, CommentText: 'a comment' }
    const answer = await app.inject({ method: 'POST', url: '/resources/Desk/Blog/3/Comment/Post', payload })
    t.equal(answer.statusCode, 201, answer.body)
  }
  await sql`update posts set deleted_on = now() where id = (select min(id) from posts where commentator is not null)`
}

/** Withdraws, deletes and inserts posts of blog 3, for every kind of list. Returns the id of a collaborator group. */
async function insertHidden(sql: Pool) {
  await sql`update posts set published_on = null where id = 82`
  await sql`update posts set deleted_on = now() where id in (81, 85)`
  const comments = await numberFrom(sql`insert into sources (name, type) values ('letters', 'comment') returning id`)
  const reader = await numberFrom(sql`insert into collaborators (source) values (${comments}) returning id`)
  await sql`insert into blog_sources (blog, source) values (3, ${comments})`
  await sql`insert into posts (blog, creator, author, content)
    values (3, 3, ${reader}, 'a comment'), (3, 6, 17, 'a member’s draft')`
  const group = await numberFrom(sql`insert into blog_collaborator_groups (blog) values (3) returning id`)
  await sql`
    insert into blog_collaborator_group_members ("group", collaborator, blog)
    select ${group}, collaborator, 3 from blog_collaborators where blog = 3`
  return group
}

/** Checks that requests with a session see the hidden values at the same addresses. */
async function seenBySession(
  t: Test,
  get: (url: string, headers: Record<string, string>) => Promise<LightMyRequestResponse>,
  tokenOf: (name: string) => Promise<string>
) {
  const authorization = await tokenOf('naama')
  for (const url of words`
    /resources/Desk/Blog/3/Post/Unpublished?X-Filter=Content /resources/Desk/Blog/3/Post/84 /resources/HR/User/6
    /resources/HR/Person/6 /resources/Data/Post/Unpublished?X-Filter=Content
    /resources/Desk/Blog/3/Post/Published?X-Filter=Creator.EMail`) {
    t.match((await get(url, { authorization })).body, MARKER, url)
  }
}
