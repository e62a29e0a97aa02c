/** Streams show each viewer what that viewer may see, for as long as the viewer may see it. */
import t, { type Test } from '../support/tap.ts'
import { build } from '../support/app.ts'
import { openStream, type EventStream } from '../support/event-stream.ts'
import { listen } from './socket.ts'

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
  await t.test(`a stranger on the address of an editor's stream, ${filter}`, async (t) => {
    const { publish, open, tokenOf } = await serve(t)
    const authorization = await tokenOf('naama')
    const editor = await open(filter, { authorization })
    const stranger = await open(filter, {})
    await publish()
    const [toEditor = '', toStranger = ''] = await next([editor, stranger])
    t.match(toEditor, E_MAIL, 'the editor reads the e-mail')
    t.notMatch(toStranger, E_MAIL, 'the stranger does not, live')

    for (const [who, headers] of [
      ['a stranger', {}],
      ['a wrong token', { authorization: 'x'.repeat(43) }]
    ] as const) {
      const late = await open(`cId.since=${Number(editor.lastEventId()) - 1}&${filter}`, headers)
      const [fromHistory = ''] = await next([late])
      t.notMatch(fromHistory, E_MAIL, `nor ${who} from the history`)
      await late.close()
    }
    const lateEditor = await open(`cId.since=${Number(editor.lastEventId()) - 1}&${filter}`, { authorization })
    t.match((await next([lateEditor]))[0], E_MAIL, 'but another stream of the session')
    await publish()
    const [again = '', still = ''] = await next([lateEditor, stranger])
    t.match(again, E_MAIL)
    t.notMatch(still, E_MAIL)
    for (const stream of [editor, stranger, lateEditor]) await stream.close()
  })
}

await t.test('a stream that strangers opened first shows a session its own view', async (t) => {
  const { publish, open, tokenOf } = await serve(t)
  const stranger = await open('X-Filter=Id,Creator.EMail', {})
  const editor = await open('X-Filter=Id,Creator.EMail', { authorization: await tokenOf('naama') })
  await publish()
  const [toStranger = '', toEditor = ''] = await next([stranger, editor])
  t.notMatch(toStranger, E_MAIL)
  t.match(toEditor, E_MAIL)
  for (const stream of [stranger, editor]) await stream.close()
})

await t.test("a session's stream ends with the session", async (t) => {
  const { publish, open, tokenOf, logOut, sql } = await serve(t)
  const [leaving, staying] = [await tokenOf('naama'), await tokenOf('naama')]
  const stranger = await open('', {})
  const other = await open('', { authorization: staying })
  const ended = await open('X-Filter=Id,Creator.EMail', { authorization: leaving })
  t.equal((await logOut(leaving)).statusCode, 204)
  t.equal((await ended.next()).type, 'close')
  t.same(await ended.rest(), [], 'and nothing comes after it')
  await publish()
  t.same(
    (await next([stranger, other])).map((data) => data.includes('news')),
    [true, true],
    "nobody else's ends"
  )

  await sql`update users set active = false where name = 'naama'`
  t.equal((await other.next()).type, 'close', "a disabled user's stream ends too")
  for (const stream of [stranger, other]) await stream.close()
})
