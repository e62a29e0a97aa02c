/** Golden documents: of the GET endpoints and inserts of docs/spec.md, section 4, and of problems. */
import t, { type Test } from 'tap'
import { ADMIN_PASSWORD, build, formats, type Built } from '../../support/index.ts'
import { golden, normalized } from '../../support/golden.ts'

/**
 * Reads documents in every format, and compares them with the golden documents.
 * @param documents names of golden documents without extension, and the address of each
 */
const compareDocuments = async (
  t: Test,
  get: Built['get'],
  documents: readonly (readonly [name: string, url: string])[]
): Promise<void> => {
  for (const [extension, accept] of formats) {
    for (const [name, url] of documents) {
      const response = await get(url, { accept })
      t.equal(response.statusCode, 200, url)
      t.equal(response.headers['content-type'], `${accept}; charset=utf-8`)
      await golden(t, `${name}.${extension}`, response.rawPayload)
    }
  }
}

const documents = [
  ['resources', '/resources'],
  ['blog-list', '/resources/Desk/Blog'],
  ['blog-list-second-page', '/resources/Desk/Blog?offset=2&limit=1'],
  ['blog-list-not-detailed', '/resources/Desk/Blog?detailed=false'],
  ['user-blog-list', '/resources/HR/User/2/Blog'],
  ['user-blog-live-list', '/resources/HR/User/2/Blog/Live'],
  ['blog-live', '/resources/Desk/Blog/1'],
  ['blog-closed', '/resources/Desk/Blog/2'],
  ['blog-without-posts', '/resources/Desk/Blog/4'],
  ['post-list-published', '/resources/Desk/Blog/3/Post/Published'],
  ['post-list-all', '/resources/Desk/Blog/3/Post'],
  ['post-list-empty', '/resources/Desk/Blog/4/Post'],
  ['post-published', '/resources/Desk/Blog/3/Post/83'],
  ['post-draft', '/resources/Desk/Blog/3/Post/89'],
  ['post-wrapup', '/resources/Desk/Blog/3/Post/92'],
  ['post-modified', '/resources/Desk/Blog/3/Post/86'],
  ['post-between-others', '/resources/Desk/Blog/3/Post/84'],
  ['post-of-any-text', '/resources/Desk/Blog/3/Post/85'],
  ['post-by-source', '/resources/Desk/Blog/3/Post/88'],
  ['post-deleted', '/resources/Desk/Blog/3/Post/82'],
  ['user', '/resources/HR/User/3'],
  ['user-inactive', '/resources/HR/User/12'],
  ['user-without-names', '/resources/HR/User/11'],
  ['parameters-of-blog-list', '/resources/Desk/Blog?params=show'],
  ['parameters-of-post-list', '/resources/Desk/Blog/3/Post/Published?params=show'],
  ['parameters-of-blog', '/resources/Desk/Blog/3?params=show']
] as const

await t.test('the documents of the GET endpoints equal the golden documents', async (t) => {
  const { get, sql } = await build(t, { BASE_URL: 'https://desk.example' })
  await sql`
    insert into blogs (type, language, creator, title, created_on)
    values (1, 2, 4, 'Leer & <still>', '2026-12-31T00:00:00Z')`
  await sql`update posts set updated_on = '2026-11-18T12:00:00Z', published_on = '2026-11-18T12:34:00Z' where id = 86`
  await sql`update posts set "order" = 8.50 where id = 84`
  // A restored database may contain characters that inserts refuse: U+0001 and U+FFFE.
  const anyText = '<p>a\r\nb\rc\td & "e" \'f\' ]]> \u0085\u2028\u{1F6AA}\u0001\uFFFE</p>'
  await sql`update posts set content = ${anyText} where id = 85`
  await sql`update posts set author = 2 where id = 88`
  await sql`update posts set deleted_on = '2026-11-19T00:30:59Z' where id = 82`
  await sql`
    update persons set first_name = null, last_name = null, e_mail = null, phone_number = null, address = null
    where id = 11`

  await compareDocuments(t, get, documents)
})

await t.test('the documents of webhooks equal the golden documents', async (t) => {
  const { get, sql, tokenOf } = await build(t, { BASE_URL: 'https://desk.example' })
  await sql`
    insert into webhooks (blog, creator, address, created_on, secret)
    values (3, 2, 'https://news.example/changes?a=1&b=2', '2026-11-24T20:00:00Z', 'whsec_never-shown')`
  await sql`
    update webhook_states set failures = 2, failing_since = '2026-11-24T20:31:00Z',
      next_try_on = '2026-11-24T20:32:05Z', error = 'The receiver answered 500'`
  await sql`
    insert into webhook_deliveries
      (message_id, webhook, blog, since, c_id, kinds, created_on, attempts, tried_on, error)
    values ('msg_0a1b2c3d4e5f60718293a4b5c6d7e8f9', 1, 3, 2, 3, 'published,deleted', '2026-11-24T20:30:00Z', 2,
      '2026-11-24T20:31:00Z', 'The receiver answered 500')`
  const authorization = await tokenOf('mira')
  await compareDocuments(t, (url, headers) => get(url, { ...headers, authorization }), [
    ['webhook', '/resources/Desk/Webhook/1'],
    ['webhook-delivery', '/resources/Desk/Webhook/1/Delivery/1']
  ])
})

await t.test('an expanded link to an item that is gone shows its address and key', async (t) => {
  const { get, sql } = await build(t, { BASE_URL: 'https://desk.example', CACHE_MB: '0' })
  // As if the item were deleted after the list was read.
  await sql`alter table syncs drop constraint syncs_source_fkey`
  await sql`update syncs set source = 9999 where id = 1`
  const href = 'https://desk.example/resources/Data/Source/9999'
  for (const path of ['Desk/Sync/1', 'Desk/Sync']) {
    const url = `/resources/${path}?X-Filter=Source.Name`
    t.match((await get(url)).body, `<Source href="${href}"><Id>9999</Id></Source>`, path)
    t.match((await get(url, { accept: 'application/json' })).body, `"Source":{"href":"${href}","Id":"9999"}`, path)
  }
})

// Timestamps differ each time, so they are replaced. `inserting.test.ts` checks their values.
const TIMESTAMP = /((?:CreatedOn|PublishedOn|ExpiresOn)(?:>|":"))\d{1,2}\/\d{1,2}\/\d\d \d{1,2}:\d\d [AP]M/g
const TOKEN = /(Session(?:>|":"))[\w-]{43}/g

const everyField = {
  Content: '<p>Das Tor steht. & „zu“ 🚪</p>',
  Type: 'wrapup',
  Meta: { annotation: 'a < b' },
  Author: 17,
  Creator: 6
}

await t.test('the responses to inserts and logins equal the golden documents', async (t) => {
  const { app, post, tokenOf } = await build(t, { BASE_URL: 'https://desk.example' })
  const authorization = await tokenOf('bjarki')

  for (const [extension, accept] of formats) {
    for (const [name, path, body] of [
      ['post-inserted', '/resources/Desk/Blog/3/Post', { Content: 'x' }],
      ['post-inserted-with-everything', '/resources/Desk/Blog/3/Post/', everyField],
      ['post-inserted-published', '/resources/Desk/Blog/3/Post/Publish', everyField]
    ] as const) {
      const response = await post(path, body, { authorization, accept })
      t.equal(response.statusCode, 201, path)
      t.equal(response.headers['content-type'], `${accept}; charset=utf-8`)
      await golden(t, `${name}.${extension}`, normalized(response.rawPayload, [[TIMESTAMP, '1/2/26 3:04 AM']]))
    }

    const login = await app.inject({
      method: 'POST',
      url: '/resources/Security/Login',
      headers: { accept },
      payload: { UserName: 'admin', Password: ADMIN_PASSWORD }
    })
    t.equal(login.statusCode, 201)
    await golden(
      t,
      `login.${extension}`,
      normalized(login.rawPayload, [
        [TIMESTAMP, '1/2/26 3:04 AM'],
        [TOKEN, 'token']
      ])
    )
  }
})

const INSTANCE = /(instance(?:>|":"))[0-9a-f-]{36}/g

await t.test('problem documents equal the golden documents', async (t) => {
  const { get } = await build(t, { BASE_URL: 'https://desk.example' })
  for (const [extension, accept] of formats) {
    for (const [name, status, url] of [
      ['not-found-item', 404, '/resources/Desk/Blog/99'],
      ['bad-parameter', 400, '/resources/Desk/Blog?Limit=1&offset=-1']
    ] as const) {
      const { statusCode, headers, rawPayload } = await get(url, { accept })
      t.equal(statusCode, status, name)
      t.equal(headers['content-type'], `application/problem+${extension}; charset=utf-8`, name)
      const stable = normalized(rawPayload, [[INSTANCE, '00000000-0000-4000-8000-000000000000']])
      await golden(t, `problem-${name}.${extension}`, stable)
    }
  }
})
