/** A stream shows only what its viewer may see, and ends when the session of the viewer ends. */
import t, { type Test } from 'tap'
import { build, listen, openStream, type EventStream } from '../../support/index.ts'

const LIST = '/resources/Desk/Blog/3/Post/Published'
const E_MAIL = 'admin@localhost'

const serve = async (t: Test) => {
  const built = await build(t, { PUBLIC_PROFILES: 'false' })
  const origin = `http://127.0.0.1:${await listen(built.app)}`
  const authorization = await built.tokenOf('admin')
  const publish = async () => {
    const answer = await built.post(LIST, { Content: 'news' }, { authorization })
    if (answer.statusCode !== 201) throw new Error(answer.body)
  }
  const open = (query: string, headers: Record<string, string>) =>
    openStream(`${origin}${LIST}?stream&${query}`, { accept: 'text/event-stream', ...headers })
  const logOut = (token: string) =>
    built.app.inject({ method: 'DELETE', url: '/resources/Security/Login', headers: { authorization: token } })
  return { ...built, publish, open, logOut }
}

const next = async (streams: readonly EventStream[]) =>
  Promise.all(streams.map(async (stream) => (await stream.next()).data))

for (const filter of ['X-Filter=Id,Creator.EMail', 'X-Filter=Id,Creator.*']) {
  await t.test(`an anonymous stream with ${filter} shows no e-mail address, an editor's does`, async (t) => {
    const { publish, open, tokenOf } = await serve(t)
    const authorization = await tokenOf('naama')
    const editor = await open(filter, { authorization })
    const anonymous = await open(filter, {})
    await publish()
    const [toEditor = '', toAnonymous = ''] = await next([editor, anonymous])
    t.match(toEditor, E_MAIL, 'the stream of the editor shows it')
    t.notMatch(toAnonymous, E_MAIL, 'the anonymous stream does not')

    for (const [about, headers] of [
      ['an anonymous stream', {}],
      ['a stream with an invalid token', { authorization: 'x'.repeat(43) }]
    ] as const) {
      const resumed = await open(`cId.since=${Number(editor.lastEventId()) - 1}&${filter}`, headers)
      const [missedEvent = ''] = await next([resumed])
      t.notMatch(missedEvent, E_MAIL, `${about} that resumes does not show it either`)
      await resumed.close()
    }
    const resumedEditor = await open(`cId.since=${Number(editor.lastEventId()) - 1}&${filter}`, { authorization })
    t.match((await next([resumedEditor]))[0], E_MAIL, 'a resumed stream of the session shows it')
    await publish()
    const [nextToEditor = '', nextToAnonymous = ''] = await next([resumedEditor, anonymous])
    t.match(nextToEditor, E_MAIL)
    t.notMatch(nextToAnonymous, E_MAIL)
    for (const stream of [editor, anonymous, resumedEditor]) await stream.close()
  })
}

await t.test('a session sees its own view, even if an anonymous stream was opened first', async (t) => {
  const { publish, open, tokenOf } = await serve(t)
  const anonymous = await open('X-Filter=Id,Creator.EMail', {})
  const editor = await open('X-Filter=Id,Creator.EMail', { authorization: await tokenOf('naama') })
  await publish()
  const [toAnonymous = '', toEditor = ''] = await next([anonymous, editor])
  t.notMatch(toAnonymous, E_MAIL)
  t.match(toEditor, E_MAIL)
  for (const stream of [anonymous, editor]) await stream.close()
})

await t.test('where drafts are private, the stream of all posts is for sessions, and ends with them', async (t) => {
  const { app, post, tokenOf, sql } = await build(t, { PUBLIC_DRAFTS: 'false' })
  const list = '/resources/Desk/Blog/3/Post'
  const address = `http://127.0.0.1:${await listen(app)}${list}?stream`
  for (const authorization of ['', 'x'.repeat(43)]) {
    const refused = await openStream(address, authorization === '' ? {} : { authorization })
    t.equal(refused.status, 401)
    await refused.close()
  }
  const authorization = await tokenOf('naama')
  const stream = await openStream(address, { authorization })
  await post(list, { Content: 'A draft' }, { authorization: await tokenOf('admin') })
  t.match((await stream.next()).data, 'A draft')
  await sql`delete from sessions`
  t.match(await stream.next(), { type: 'close', data: 'session ended' })
})

await t.test('the stream of a session ends when the session ends', async (t) => {
  const { publish, open, tokenOf, logOut, sql } = await serve(t)
  const [leaving, staying] = [await tokenOf('naama'), await tokenOf('naama')]
  const anonymous = await open('', {})
  const remaining = await open('', { authorization: staying })
  const ended = await open('X-Filter=Id,Creator.EMail', { authorization: leaving })
  const start = performance.now()
  t.equal((await logOut(leaving)).statusCode, 204)
  t.equal((await ended.next()).type, 'close')
  t.ok(performance.now() - start < 10_000, 'without waiting for the check of the session every 15 s')
  t.same(await ended.rest(), [], 'no event follows close')
  await publish()
  const shown = (await next([anonymous, remaining])).map((data) => data.includes('news'))
  t.same(shown, [true, true], 'all other streams continue')

  await sql`update users set active = false where name = 'naama'`
  t.equal((await remaining.next()).type, 'close', 'the stream of a disabled user ends too')
  for (const stream of [anonymous, remaining]) await stream.close()
})

await t.test('streams with unknown tokens wait for no session, and so share what they wait for', async (t) => {
  const { app, publish, open } = await serve(t)
  const { whenChanged } = app.freshness
  const awaited = new Set<string>()
  Object.assign(app.freshness, {
    whenChanged: (...[tags, ...others]: Parameters<typeof whenChanged>) => {
      for (const tag of tags) awaited.add(tag)
      return whenChanged(tags, ...others)
    }
  })
  const streams = await Promise.all(['x', 'y'].map((letter) => open('', { authorization: letter.repeat(43) })))
  await publish()
  t.match((await next(streams)).join(), 'news')
  t.same([...awaited], ['blog:3'])
  for (const stream of streams) await stream.close()
})
