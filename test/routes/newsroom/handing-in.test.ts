/** A reporter hands a draft in; an editor publishes it, or returns it with a note, which its author sees. */
import { once } from 'node:events'
import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import t from 'tap'
import {
  bodyRefused,
  build,
  documentOf,
  expectNothingStored,
  formats,
  idsOf,
  itemsOf,
  listen,
  openStream,
  type Built
} from '../../support/index.ts'

const POSTS = '/resources/Desk/Blog/3/Post'
const STATE = { 'x-filter': 'SubmittedOn,ReturnNote,PublishOn' }

/** Returns functions that send requests of a member who may not publish, and of an administrator of blog 3. */
const people = async ({ senderOf }: Built) => ({ reporter: await senderOf('mira'), editor: await senderOf('aurelie') })

const built = await build(t, { CACHE_MB: '0' })
const origin = `http://127.0.0.1:${await listen(built.app)}`
await built.sql`delete from user_roles where "user" in (select id from users where name in ('mira', 'aurelie'))`

await t.test('a draft is handed in, returned with a note, handed in again and published', async (t) => {
  const { reporter, editor } = await people(built)
  const made = await reporter('POST', POSTS, { Content: 'Ward 9 is counted' }, STATE)
  const { Id } = documentOf(made)
  t.match(documentOf(made), { SubmittedOn: undefined }, 'a new draft belongs to its author alone')
  const queue = async () => idsOf(documentOf(await editor('GET', `${POSTS}/Submitted`)))
  t.same(await queue(), [])

  const submitted = await reporter('POST', `${POSTS}/${Id}/Submit`, undefined, STATE)
  t.equal(submitted.statusCode, 201)
  t.match(documentOf(submitted), { IsPublished: 'False', SubmittedOn: /^\d/ })
  t.same(await queue(), [Number(Id)])
  const again = { url: `${POSTS}/${Id}/Submit`, headers: { authorization: await built.tokenOf('mira') } }
  t.equal(await expectNothingStored(t, built, again, { kind: 'conflict' }), '409 This draft is handed in already')

  const returned = await editor('POST', `${POSTS}/${Id}/Return`, { Note: 'Who says so?' }, STATE)
  t.equal(returned.statusCode, 201)
  t.match(documentOf(returned), { SubmittedOn: undefined, ReturnNote: 'Who says so?' })
  t.same(await queue(), [])
  t.match(documentOf(await reporter('GET', `${POSTS}/${Id}`, undefined, STATE)), { ReturnNote: 'Who says so?' })
  t.equal((await reporter('PUT', `${POSTS}/${Id}`, { Content: 'Ward 9 is counted, says Ito' })).statusCode, 200)
  t.match(
    documentOf(await reporter('GET', `${POSTS}/${Id}`, undefined, STATE)),
    { ReturnNote: 'Who says so?' },
    'the note stays until the draft is handed in again'
  )
  t.match(documentOf(await reporter('POST', `${POSTS}/${Id}/Submit`, undefined, STATE)), { ReturnNote: undefined })
  const published = documentOf(await editor('POST', `${POSTS}/${Id}/Publish`, undefined, STATE))
  t.match(published, { IsPublished: 'True', SubmittedOn: undefined })
  t.same(await queue(), [])
  t.equal((await editor('POST', `${POSTS}/${Id}/Unpublish`)).statusCode, 201)
  t.same(await queue(), [], 'a withdrawn post was not handed in')
})

await t.test('a new draft can be handed in at once, and an author takes it back', async (t) => {
  const { reporter, editor } = await people(built)
  const key = { 'idempotency-key': 'from the harbour' }
  const [first, second] = [
    await reporter('POST', `${POSTS}/Submit`, { Content: 'From the harbour' }, { ...STATE, ...key }),
    await reporter('POST', `${POSTS}/Submit`, { Content: 'From the harbour' }, { ...STATE, ...key })
  ]
  t.equal(first.statusCode, 201)
  t.match(documentOf(first), { IsPublished: 'False', SubmittedOn: /^\d/ })
  const { Id } = documentOf(first)
  t.equal(documentOf(second).Id, Id, 'the repeated request inserts nothing')
  const own = await editor('GET', `/resources/Desk/Blog/3/User/2/Post?isSubmitted=true&X-Filter=Id`)
  t.same(idsOf(documentOf(own)), [Number(Id)])

  const back = await reporter('POST', `${POSTS}/${Id}/Return`, undefined, { ...STATE, 'content-type': 'text/json' })
  t.equal(back.statusCode, 201, 'a request without a note needs no body')
  t.match(documentOf(back), { SubmittedOn: undefined, ReturnNote: undefined })
  const sent = { method: 'POST', url: `${POSTS}/${Id}/Return`, headers: { authorization: await built.tokenOf('mira') } }
  t.equal(await expectNothingStored(t, built, sent, { kind: 'conflict' }), '409 This draft is not handed in')
  const long = { ...sent, payload: { Note: 'x'.repeat(2001) } }
  const tooLong = bodyRefused('Note must have at most 2000 characters')
  t.equal(await expectNothingStored(t, built, long, { kind: 'bad-body' }), tooLong)
})

await t.test('a note comes in pieces, too, whose length nobody tells', async (t) => {
  const { reporter } = await people(built)
  const { Id } = documentOf(await reporter('POST', `${POSTS}/Submit`, { Content: 'A long one' }))
  const address = `${origin}${POSTS}/${Id}/Return`
  const headers = { authorization: await built.tokenOf('aurelie'), 'content-type': 'application/json', ...STATE }
  const sending = request(address, { method: 'POST', headers })
  sending.write('{"Note":')
  sending.end('"Too long"}')
  const [response] = await once(sending, 'response')
  t.match(await text(response), '<ReturnNote>Too long</ReturnNote>')
})

await t.test('a note comes as XML, JSON or a form', async (t) => {
  const { reporter, editor } = await people(built)
  for (const [type, body] of [
    ['application/xml', '<Post><Note>Too long</Note></Post>'],
    ['application/json', '{"Note":"Too long"}'],
    ['application/x-www-form-urlencoded', 'Note=Too+long']
  ] as const) {
    const { Id } = documentOf(await reporter('POST', `${POSTS}/Submit`, { Content: 'A long one' }))
    const url = `${POSTS}/${Id}/Return`
    const headers = { authorization: await built.tokenOf('aurelie'), 'content-type': type, ...STATE }
    const returned = await built.app.inject({ method: 'POST', url, headers, payload: body })
    t.match(documentOf(returned), { ReturnNote: 'Too long' }, type)
    t.equal((await editor('DELETE', `${POSTS}/${Id}`)).statusCode, 204)
  }
})

await t.test('only requests with a session see a note, in every document', async (t) => {
  const { reporter, editor } = await people(built)
  const { Id } = documentOf(await reporter('POST', `${POSTS}/Submit`, { Content: 'Seen by all' }))
  await editor('POST', `${POSTS}/${Id}/Return`, { Note: 'zebrafish' })
  const authorization = await built.tokenOf('naama')
  const lists = [POSTS, `${POSTS}/Unpublished`, '/resources/Data/Post'].map((list) => `${list}?limit=1000`)
  const items = [`${POSTS}/${Id}`, `/resources/Data/Post/${Id}`]
  for (const url of [...lists, `${POSTS}/Unpublished?cId.since=0`, ...items]) {
    for (const filter of ['*', 'Id,ReturnNote']) {
      for (const [, accept] of formats) {
        const headers = { accept, 'x-filter': filter }
        const shown = await built.get(url, headers)
        t.equal(shown.statusCode, 200, url)
        t.notMatch(shown.body, 'zebrafish', `${url} ${accept} ${filter}`)
        t.notMatch((await built.get(url, { ...headers, authorization: 'x'.repeat(43) })).body, 'zebrafish')
        t.match((await built.get(url, { ...headers, authorization })).body, 'zebrafish')
      }
    }
  }
  const strangersPage = await built.get(`${POSTS}/${Id}?X-Filter=*`, { accept: 'text/html' })
  t.notMatch(strangersPage.body, 'zebrafish')
})

await t.test('requests with a session see who last corrected a post', async (t) => {
  const { reporter, editor } = await people(built)
  const { Id } = documentOf(await reporter('POST', `${POSTS}/Submit`, { Content: 'Corrected twice' }))
  const url = `${POSTS}/${Id}`
  const filter = { 'x-filter': 'Editor.Name' }
  const editorOf = async () => documentOf(await reporter('GET', url, undefined, filter)).Editor
  t.equal(await editorOf(), undefined, 'nobody has corrected it')
  await editor('PUT', url, { Content: 'Corrected' })
  t.match(await editorOf(), { Name: 'aurelie' })
  await reporter('POST', `${url}/Return`)
  t.match(await editorOf(), { Name: 'aurelie' }, 'other changes are not corrections')
  await reporter('PUT', url, { Content: 'Corrected again' })
  t.match(await editorOf(), { Name: 'mira' })
  t.notMatch((await built.get(url, { 'x-filter': '*' })).body, '<Editor')
})

await t.test('streams of drafts send a note only to sessions', async (t) => {
  const { reporter, editor } = await people(built)
  const { Id } = documentOf(await reporter('POST', `${POSTS}/Submit`, { Content: 'Followed by all' }))
  const { lastCId } = documentOf(await editor('GET', POSTS))
  await editor('POST', `${POSTS}/${Id}/Return`, { Note: 'zebrafish' })
  const url = `${origin}${POSTS}?stream&X-Filter=Id,ReturnNote&cId.since=${String(lastCId)}`
  for (const [headers, sees] of [
    [{}, false],
    [{ authorization: await built.tokenOf('naama') }, true]
  ] as const) {
    const stream = await openStream(url, headers)
    const { data } = await stream.next()
    t.match(data, `<Id>${Id}</Id>`)
    t.equal(data.includes('zebrafish'), sees)
    await stream.close()
  }
})

await t.test('the lists of drafts handed in tell a program that follows them what has left', async (t) => {
  const { reporter, editor } = await people(built)
  const { Id } = documentOf(await reporter('POST', `${POSTS}/Submit`, { Content: 'To follow' }))
  const list = async (query = '') => documentOf(await editor('GET', `${POSTS}/Submitted?X-Filter=Content${query}`))
  const { lastCId, total } = await list()
  t.equal(total, '1')
  await editor('POST', `${POSTS}/${Id}/Return`)
  const delta = itemsOf(await list(`&cId.since=${String(lastCId)}`))
  t.equal(delta.length, 1)
  t.match(delta, [{ Id, IsPublished: 'False', Content: undefined }], 'a returned draft is trimmed')
  const answer = await built.get(`${POSTS}/Submitted`)
  t.equal(answer.headers['cache-control'], 'private, no-store')
})

await t.test('where drafts are not public, neither is the list of those handed in', async (t) => {
  const closed = await build(t, { PUBLIC_DRAFTS: 'false' })
  t.equal((await closed.get(`${POSTS}/Submitted`)).statusCode, 401)
  t.equal((await (await closed.senderOf('mira'))('GET', `${POSTS}/Submitted`)).statusCode, 200)
})
