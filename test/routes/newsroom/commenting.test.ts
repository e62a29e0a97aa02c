/** Readers comment without a session. Each comment becomes a draft, which only editors can publish. */
import t from 'tap'
import { build, each, expectNothingStored, expectProblem, listen, openStream, type Built } from '../../support/index.ts'
import { bodyRefused, documentOf, itemsOf, until, untilWaitingForLocks, words, wordsOf } from '../../support/index.ts'

const BLOG = '/resources/Desk/Blog/1'
const url = `${BLOG}/Comment/Post`
const comment = { UserName: 'Sam Reader', CommentText: 'Is ward 9 counted?' }

/** Returns a function that sends comments as JSON from an address. */
const commentsFrom =
  ({ app }: Built, remoteAddress = '192.0.2.1') =>
  (payload: object = comment, headers: Record<string, string> = {}) =>
    app.inject({ method: 'POST', url, payload, remoteAddress, headers: { accept: 'application/json', ...headers } })

const latest = async ({ get }: Built) => {
  const [post = {}] = itemsOf(
    documentOf(await get(`${BLOG}/Post/Comment.json?X-Filter=*,Creator.*,Author.Source.*&limit=1`))
  )
  return post
}

/** Counts the rows of the tables that a comment can insert into. */
const counts = async ({ sql }: Built) => {
  const [counted] = await sql<[object]>`
    select (select count(*) from users)::integer as users, (select count(*) from persons)::integer as persons,
      (select count(*) from sources)::integer as sources,
      (select count(*) from collaborators)::integer as collaborators,
      (select count(*) from posts)::integer as posts`
  return counted
}

/** Backdates the received comments, as if time had passed. */
const backdate = ({ sql }: Built, time: string) =>
  sql`update received_comments set received_on = received_on - ${time}::interval`

const built = await build(t)

await t.test('a comment becomes a draft', async (t) => {
  const published = async () => documentOf(await built.get(`${BLOG}/Post/Published.json?limit=0`))
  const before = await published()
  const answer = await commentsFrom(built)()
  t.equal(answer.statusCode, 201, answer.body)
  t.same(documentOf(answer), { CommentSource: 'embed', CommentText: comment.CommentText, UserName: comment.UserName })
  t.has(answer, { headers: { 'cache-control': 'no-store', 'access-control-allow-origin': '*' } })
  const post = await latest(built)
  t.match(post, {
    Content: comment.CommentText,
    IsPublished: 'False',
    Meta: '{}',
    Type: { Key: 'normal' },
    AuthorName: 'Sam Reader commentator',
    CommentSource: 'embed',
    Creator: { FullName: 'commentator', Active: 'False' },
    Author: { Source: { Name: 'embed', IsModifiable: 'True', Type: { Key: 'comment' } } }
  })
  t.same(await published(), before, 'the published list is unchanged')
  t.equal(documentOf(await built.get(url)).CommentList?.length ?? 0, 0, 'the comment list stays empty')

  const rowCounts = await counts(built)
  const second = { UserName: '  Uma\n Reader ', CommentSource: 'app', CommentText: 'Thanks.' }
  t.equal((await commentsFrom(built)(second)).statusCode, 201)
  t.match(await latest(built), { AuthorName: 'Uma Reader commentator', CommentSource: 'app' })
  const shown = await counts(built)
  t.same(shown, { ...rowCounts, Posts: Number(Object(rowCounts).Posts) + 1 }, 'another reader adds nothing but a post')

  const authorization = await built.tokenOf('admin')
  const publish = await built.post(`${BLOG}/Post/${String(post.Id)}/Publish`, undefined, { authorization })
  t.equal(publish.statusCode, 201, 'an editor publishes it')
})

await t.test('a comment may be sent in every format, to the address that the blog links to', async (t) => {
  const { CommentPost } = documentOf(await built.get(`${BLOG}.json`))
  for (const [type, payload] of [
    ['application/json', JSON.stringify(comment)],
    ['application/x-www-form-urlencoded', new URLSearchParams(comment).toString()],
    [
      'application/xml',
      `<Comment><UserName>${comment.UserName}</UserName><CommentText>${comment.CommentText}</CommentText></Comment>`
    ]
  ] as const) {
    const address = new URL(String(Object(CommentPost).href).replace(/\.json$/, '')).pathname
    const answer = await built.app.inject({ method: 'POST', url: address, payload, headers: { 'content-type': type } })
    t.equal(answer.statusCode, 201, type)
    t.match(documentOf(answer), comment)
  }
})

await t.test('markup in a comment is escaped, and line breaks become <br>', async (t) => {
  const CommentText = '<b>bold</b> & "quoted" &amp; it\'s\r\n\n<script>alert(1)</script>\n'
  t.equal((await commentsFrom(built)({ ...comment, CommentText })).statusCode, 201)
  t.equal(
    (await latest(built)).Content,
    "&lt;b&gt;bold&lt;/b&gt; &amp; &quot;quoted&quot; &amp;amp; it's<br><br>&lt;script&gt;alert(1)&lt;/script&gt;"
  )
  const status = (await commentsFrom(built)({ ...comment, CommentText: '<'.repeat(5000) })).statusCode
  t.equal(status, 201, 'a comment of the maximum length is accepted')
})

await t.test('an invalid comment is refused and stores nothing', async (t) => {
  const built = await build(t)
  const refused = (reason: string) => `400 The body was refused; nothing was stored\n    ${reason}`
  const noName = refused('UserName must be a name without < and >')
  for (const [payload, words] of [
    [{ CommentText: 'x' }, bodyRefused('UserName is missing')],
    [{ UserName: 'x' }, bodyRefused('CommentText is missing')],
    [{ ...comment, UserName: '' }, bodyRefused('UserName is missing')],
    [{ ...comment, UserName: ' \n' }, noName],
    [{ ...comment, UserName: '\u202E' }, noName],
    [{ ...comment, UserName: '<img src=x>' }, noName],
    [{ ...comment, UserName: 'x'.repeat(101) }, bodyRefused('UserName must have at most 100 characters')],
    [
      { ...comment, UserName: 'x\u0000' },
      bodyRefused(
        'UserName contains a character that XML forbids: a control character, a lone surrogate, U+FFFE or U+FFFF'
      )
    ],
    [{ ...comment, CommentText: ' ' }, refused('CommentText must contain more than white space')],
    [{ ...comment, CommentText: 'x'.repeat(5001) }, bodyRefused('CommentText must have at most 5000 characters')],
    [{ ...comment, CommentSource: '<b>' }, refused('CommentSource must be a name without < and >')],
    [{ ...comment, CommentSource: 'x'.repeat(101) }, bodyRefused('CommentSource must have at most 100 characters')],
    ...['Creator', 'Author', 'Meta', 'Type', 'IsPublished', 'Content'].map(
      (name) => [{ ...comment, [name]: '1' }, bodyRefused(`${name} is not known here`)] as const
    )
  ] as const) {
    const about = JSON.stringify(payload).slice(0, 80)
    t.equal(await expectNothingStored(t, built, { url, payload }, { kind: 'bad-body', about }), words, about)
  }

  const request = { url: '/resources/Desk/Blog/99/Comment/Post', payload: comment }
  t.equal(await expectNothingStored(t, built, request, { kind: 'not-found' }), '404 There is no blog 99')
  for (const config of [
    null,
    ...words`{} {"UserComments":false} {"UserComments":"true"} {"UserComments":1} broken null`
  ]) {
    await built.sql`update blogs set embed_config = ${config} where id = 3`
    const sent = { url: '/resources/Desk/Blog/3/Comment/Post', payload: comment }
    const text = await expectNothingStored(t, built, sent, { kind: 'forbidden', about: String(config) })
    t.equal(text, '403 This blog takes no comments from readers')
  }
  await built.sql`update blogs set closed_on = now() where id = 1`
  const closed = await expectNothingStored(t, built, { url, payload: comment }, { kind: 'conflict' })
  t.equal(closed, '409 This blog is closed')
})

await t.test('a commentator can neither log in nor be named as the creator of a post', async (t) => {
  await commentsFrom(built, '192.0.2.5')()
  const [{ Id, Name }] = await built.sql<
    [{ Id: number; Name: string }]
  >`select id, name from users where type = 'commentator'`
  for (const Password of ['', '!', 'commentator']) {
    const login = await built.post('/resources/Security/Login', { UserName: Name, Password })
    t.ok([400, 401].includes(login.statusCode), Password)
  }
  t.match((await built.get(`/resources/HR/User/${Id}.json`)).json(), { Type: { Key: 'commentator' } })
  const shown = (await built.get('/resources/HR/User.json?limit=1000')).body
  t.notMatch(shown, `/HR/User/${Id}.json`, 'lists show active users')
  const answer = await built.post(
    `${BLOG}/Post`,
    { Content: 'x', Creator: Id },
    { authorization: await built.tokenOf('admin') }
  )
  expectProblem(t, answer, { kind: 'bad-body', places: ['Creator'] })
})

await t.test('a /64 network of IPv6 comments as one client', async (t) => {
  for (let n = 1; n <= 5; n++) t.equal((await commentsFrom(built, `2001:db8:1:2::${n}`)()).statusCode, 201)
  t.equal((await commentsFrom(built, '2001:db8:1:2:ffff::1')()).statusCode, 429)
  t.equal((await commentsFrom(built, '2001:db8:1:3::1')()).statusCode, 201)
})

await t.test('the comments of one client are limited', async (t) => {
  const built = await build(t)
  const send = commentsFrom(built)
  const expectLimit = async (maxSeconds: number, about: string) => {
    const answer = await send()
    expectProblem(t, answer, { kind: 'too-many-requests', places: [], about })
    const seconds = Number(answer.headers['retry-after'])
    t.ok(seconds > 0 && seconds <= maxSeconds, `Retry-After: ${seconds}`)
    t.equal(wordsOf(answer), `429 Too many comments; try again in ${seconds} seconds`)
  }
  const answers = await Promise.all(Array.from({ length: 12 }, (_, n) => send({ ...comment, UserName: `Reader ${n}` })))
  const shown = answers.map(({ statusCode }) => statusCode).filter((status) => status === 201).length
  t.same(shown, 5, 'five of twelve concurrent comments are accepted')
  t.equal((await built.sql`select from users where type = 'commentator'`).count, 1)
  await expectLimit(60, 'the limit of a minute')
  t.equal((await commentsFrom(built, '192.0.2.2')()).statusCode, 201, 'other clients are not limited')
  t.equal((await commentsFrom(built, '2001:db8:1:2::1')()).statusCode, 201)

  await backdate(built, '50 seconds')
  await expectLimit(10, 'a refusal does not prolong the wait')
  for (let round = 1; round < 6; round++) {
    await backdate(built, '1 minute')
    for (let n = 0; n < 5; n++) t.equal((await send()).statusCode, 201)
  }
  await backdate(built, '1 minute')
  await expectLimit(3600, 'the limit of an hour')
  await backdate(built, '54 minutes')
  t.equal((await send()).statusCode, 201)
})

await t.test('the comments on one blog are limited across all clients', async (t) => {
  const built = await build(t)
  await built.sql`
    insert into received_comments (client, blog, request, received_on)
    select 'client ' || n, 1, '', now() - interval '30 minutes' from generate_series(1, 599) as n`
  t.equal((await commentsFrom(built)()).statusCode, 201)
  const answer = await commentsFrom(built, '192.0.2.2')()
  expectProblem(t, answer, { kind: 'too-many-requests', places: [] })
  t.ok(Number(answer.headers['retry-after']) <= 1800)
  await backdate(built, '1799 seconds')
  await until(commentsFrom(built, '192.0.2.2'), { statusCode: 201 }, { pause: 50 })
  await backdate(built, '1 day')
  t.equal((await commentsFrom(built)()).statusCode, 201)
  t.equal((await built.sql`select from received_comments`).count, 1, 'rows that no longer count are deleted')
})

await t.test('an editor blocks the sender of a comment for a day', async (t) => {
  const built = await build(t)
  await built.sql`update blogs set embed_config = '{"UserComments":true}'`
  const send = await built.senderOf('admin', `${BLOG}/Post`)
  const idOfNewest = async () => String((await latest(built)).Id)
  const client = commentsFrom(built)
  const otherBlog = () =>
    built.app.inject({
      method: 'POST',
      url: '/resources/Desk/Blog/3/Comment/Post',
      payload: comment,
      remoteAddress: '192.0.2.1'
    })
  await client({ ...comment, CommentText: 'First' })
  const first = await idOfNewest()
  await client({ ...comment, CommentText: 'Second' })
  const second = await idOfNewest()

  await t.test('which hides the comment, and refuses others of the same client in the blog', async (t) => {
    const { statusCode, body } = await send('POST', `/${second}/Block`)
    t.equal(statusCode, 201, body)
    t.equal(await idOfNewest(), first, 'the comment has left the list')
    t.equal(wordsOf(await client()), '403 This blog takes no comments from your address today')
    t.equal((await commentsFrom(built, '192.0.2.2')()).statusCode, 201, 'another client may comment')
    t.equal((await otherBlog()).statusCode, 201, 'and the same client in another blog')
    const again = await send('POST', `/${second}/Block`)
    t.equal(again.statusCode, 201, 'once more, although it is hidden')
    t.equal(again.body, body, 'which leaves the comment as it was')
  })

  await t.test('and takes that back', async (t) => {
    t.equal(wordsOf(await send('POST', '/54/Unblock')), '409 This post is not a comment of a reader')
    const { statusCode, body } = await send('POST', `/${second}/Unblock`)
    t.equal(statusCode, 201, body)
    t.match(body, 'Second', 'the comment is there again')
    t.equal((await client()).statusCode, 201)
    const refused = '409 The sender of this comment is not blocked; show a hidden comment with Unhide'
    t.equal(wordsOf(await send('POST', `/${second}/Unblock`)), refused)
    t.equal((await send('POST', `/${second}/Block`)).statusCode, 201)
  })

  await t.test('after which the client may comment again', async (t) => {
    await built.sql`update blocked_commentators set ends_on = ends_on - interval '23 hours 59 minutes'`
    expectProblem(t, await client(), { kind: 'forbidden' })
    await built.sql`update blocked_commentators set ends_on = ends_on - interval '1 minute'`
    t.equal((await client()).statusCode, 201)
    t.equal((await built.sql`select from blocked_commentators`).count, 0)
  })

  await t.test('but not after the request was refused', async (t) => {
    const { statusCode } = await built.sql.begin(async (transaction) => {
      await transaction`select from blogs where id = 1 for update`
      return send('POST', `/${first}/Block`)
    })
    t.equal(statusCode, 503)
    await until(() => built.app.freshness.load().write.running, 0)
    t.equal((await built.sql`select from blocked_commentators`).count, 0)
  })

  await t.test('nor of one that another editor publishes meanwhile', async (t) => {
    const { blocked } = await built.sql.begin(async (transaction) => {
      await transaction`update posts set published_on = now() where id = ${first}`
      const blocked = send('POST', `/${first}/Block`)
      await untilWaitingForLocks(built.sql)
      return { blocked }
    })
    t.equal(wordsOf(await blocked), '409 This comment is published; unpublish it first')
    t.equal((await built.sql`select from blocked_commentators`).count, 0, 'its sender may comment')
    t.equal((await send('POST', `/${first}/Unpublish`)).statusCode, 201)
  })

  await t.test('if the post is the draft of a comment whose sender is still known', async (t) => {
    const before = await counts(built)
    const refused = async (post: string, words: string) =>
      t.equal(wordsOf(await send('POST', `/${post}/Block`)), `409 ${words}`)
    await refused('54', 'This post is not a comment of a reader')
    await send('POST', `/${first}/Publish`)
    await refused(first, 'This comment is published; unpublish it first')
    await send('POST', `/${first}/Unpublish`)
    await backdate(built, '23 hours')
    await commentsFrom(built, '192.0.2.3')()
    t.equal((await send('POST', `/${first}/Block`)).statusCode, 201, 'nearly a day later')
    await built.sql`delete from blocked_commentators`
    await send('POST', `/${first}/Unhide`)
    await backdate(built, '1 hour')
    await commentsFrom(built, '192.0.2.4')()
    await refused(first, 'This comment is more than a day old, so its sender is unknown; hide it instead')
    t.equal((await client()).statusCode, 201)
    t.has(before, { Users: Object(await counts(built)).Users })
  })

  await t.test('and if they may publish in the blog', async (t) => {
    const member = await built.senderOf('orysia', `${BLOG}/Post`)
    expectProblem(t, await member('POST', `/${first}/Block`), { kind: 'forbidden' })
    const twice = { 'idempotency-key': 'once' }
    await client({ ...comment, CommentText: 'Third' })
    const third = await idOfNewest()
    for (const about of ['once', 'again']) {
      t.equal((await send('POST', `/${third}/Block`, undefined, twice)).statusCode, 201, about)
    }
  })
})

await t.test('a comment that is sent again with the same Idempotency-Key is stored once', async (t) => {
  const built = await build(t)
  const key = { 'idempotency-key': 'mine' }
  const [client, otherClient] = [commentsFrom(built), commentsFrom(built, '192.0.2.2')]
  const answers = await Promise.all(Array.from({ length: 10 }, () => client(comment, key)))
  t.same(new Set(answers.map(({ statusCode, body }) => `${statusCode} ${body}`)).size, 1)
  t.equal(answers[0]?.statusCode, 201)
  const stored = async () => (await built.sql`select from posts where content = ${comment.CommentText}`).count
  t.equal(await stored(), 1)
  expectProblem(t, await client({ ...comment, CommentText: 'Another.' }, key), {
    kind: 'key-reused',
    places: ['Idempotency-Key']
  })
  t.equal((await otherClient(comment, key)).statusCode, 201, 'another client may use the same key')
  t.equal(await stored(), 2)
  await backdate(built, '23 hours')
  t.equal((await client(comment, key)).statusCode, 201)
  t.equal(await stored(), 2, 'the key is valid for a day')
  await backdate(built, '1 hour')
  await client(comment, key)
  t.equal(await stored(), 3)
  expectProblem(t, await client(comment, { 'idempotency-key': '' }), {
    kind: 'bad-parameter',
    places: ['Idempotency-Key']
  })
})

await t.test('with PUBLIC_DRAFTS=false, readers do not see comments that are not published', async (t) => {
  const built = await build(t, { PUBLIC_DRAFTS: 'false' })
  const origin = `http://127.0.0.1:${await listen(built.app)}`
  const stream = await openStream(`${origin}${BLOG}/Post/Published?stream`, { accept: 'text/event-stream' })
  const answer = await commentsFrom(built)()
  t.equal(answer.statusCode, 201)
  t.notMatch(answer.body, 'Post')
  t.equal(answer.headers['location'], undefined)
  const authorization = await built.tokenOf('admin')
  const forReaders = documentOf(await built.get(`${BLOG}/Post/Comment.json`))
  const forEditors = documentOf(await built.get(`${BLOG}/Post/Comment.json`, { authorization }))
  t.same({ readers: forReaders.total, editors: forEditors.total }, { readers: '0', editors: '1' })
  await built.post(`${BLOG}/Post/Publish`, { Content: 'What comes next' }, { authorization })
  t.match((await stream.next()).data, 'What comes next', 'the stream of published posts skips the comment')
  await stream.close()

  const polled = documentOf(await built.get(`${BLOG}/Post.json?cId.since=54&X-Filter=Content`, { authorization }))
  const newest = each(itemsOf(polled), 'Content').slice(0, 2)
  t.match(newest, ['What comes next', comment.CommentText], 'an editor who polls gets both')
})

await t.test('until a comment is published, its name and its form are as private as its text', async (t) => {
  const built = await build(t, { PUBLIC_DRAFTS: 'false', PUBLIC_PROFILES: 'false' })
  const authorization = await built.tokenOf('admin')
  const sent = { UserName: 'Zebrafish', CommentSource: 'zebrafish form', CommentText: 'zebrafish text' }
  t.equal((await commentsFrom(built)(sent)).statusCode, 201)
  const drafts = documentOf(await built.get(`${BLOG}/Post/Comment.json?X-Filter=Id`, { authorization }))
  const [{ Id = '' } = {}] = itemsOf(drafts)
  const post = `${BLOG}/Post/${String(Id)}`
  const lists = {
    '*': ['HR/Person', 'HR/User', 'HR/User?inactive=true', 'Data/Source', 'Data/SourceType/comment/Source'],
    '*,User.*,Source.*': ['Data/Collaborator', 'Data/Collaborator?qu.inactive=true'],
    '*,Creator.*,Author.*,Author.User.*,Author.Source.*,AuthorPerson.*': [
      ...['Data/Post', `Data/Post/${String(Id)}`],
      ...['', '/Published', '/Comment', '/Published?cId.since=0', `/${String(Id)}`].map(
        (end) => `Desk/Blog/1/Post${end}`
      )
    ]
  }
  const addresses = [
    ...Object.entries(lists).flatMap(([filter, paths]) =>
      paths.map((path) => `/resources/${path}${path.includes('?') ? '&' : '?'}X-Filter=${filter}`)
    ),
    ...['/live/1', '/live/1/atom', '/live/1/feed.json']
  ]
  /** Returns the addresses whose documents show something of the comment. */
  const shownAt = async (headers = {}) => {
    const answers = await Promise.all(addresses.map((url) => built.get(url, headers)))
    return addresses.filter((_url, at) => /zebrafish/i.test(answers[at]?.body ?? ''))
  }
  t.same(await shownAt(), [], 'a draft')
  await built.post(`${post}/Publish`, undefined, { authorization })
  t.ok((await shownAt()).length > 5, 'a published comment shows its name')
  await built.post(`${post}/Unpublish`, undefined, { authorization })
  t.same(await shownAt(), [], 'a withdrawn comment')
  await built.app.inject({ method: 'DELETE', url: post, headers: { authorization } })
  t.same(await shownAt({ authorization }), [], 'a deleted comment shows it to nobody')
})
