/** Problem documents follow RFC 9457: every type is explained, every instance is unique, and none reveals internals. */
import t from 'tap'
import { build, expectProblem, expectRefusal, words, STATUSES } from '../../support/index.ts'

await t.test('errors are problem documents', async (t) => {
  const { app, get, sql } = await build(t)

  await t.test('the type of every kind of problem is the address of its explanation', async (t) => {
    for (const [kind, status] of Object.entries(STATUSES)) {
      for (const accept of ['*/*', 'application/json', 'text/html']) {
        const answer = await get(`/problems/${kind}`, { accept })
        t.equal(answer.statusCode, 200, kind)
        t.match(answer.headers['content-type'], /^text\/plain; charset=utf-8$/)
        t.match(answer.body, new RegExp(`^\\w.* \\(HTTP ${status}\\)\\n\\n\\w.*\\.\\n$`), kind)
      }
    }
    t.match((await get('/problems/not-found')).body, /^Not found \(HTTP 404\)/, 'it begins with the title')
  })

  await t.test('each problem has its own instance', async (t) => {
    const instances = await Promise.all(
      Array.from({ length: 10 }, async () => /<instance>(.*?)<\/instance>/.exec((await get('/resources/x')).body)?.[1])
    )
    t.equal(new Set(instances).size, 10)
  })

  await t.test('the detail repeats the path of the request as escaped text, without the query', async (t) => {
    const { detail } = expectProblem(t, await get('/resources/%3Cb%3E&"\'?<script>'), { kind: 'not-found' })
    t.match(detail, '/resources/%3Cb%3E&')
    t.notMatch(detail, 'script')
  })

  await t.test('an internal error does not reveal its cause', async (t) => {
    await sql`alter table source_types rename to elsewhere`
    for (const url of [
      '/resources/Data/SourceType',
      '/resources/Data/SourceType/xml',
      '/resources/Data/SourceType.json'
    ]) {
      for (const accept of ['application/xml', 'application/json']) {
        const { detail } = expectProblem(t, await get(url, { accept }), { kind: 'internal-error', places: [] })
        t.notMatch(detail, /source|relation|exist|elsewhere/i)
      }
    }
    const head = await app.inject({ method: 'HEAD', url: '/resources/Data/SourceType' })
    t.same({ statusCode: head.statusCode, body: head.body }, { statusCode: 500, body: '' })
    await sql`alter table elsewhere rename to source_types`
    t.equal((await get('/resources/Data/SourceType')).statusCode, 200, 'the service recovers')
  })

  await t.test('an unsupported Accept is refused before any other error, except an unknown path', async (t) => {
    for (const url of words`
      /resources /resources/Desk/Blog/9999 /resources/Desk/Blog?x=1 /resources/Desk/Blog/3/Post/83`) {
      const answer = await get(url, { accept: 'image/png' })
      expectProblem(t, answer, {
        kind: 'not-acceptable',
        detail: /application\/xml, text\/xml, application\/json, text\/json/,
        places: []
      })
      const shown = answer.headers['content-type']
      t.equal(shown, 'application/problem+xml; charset=utf-8', 'the problem is in XML, the default')
    }
    await expectRefusal(t, app, { url: '/resources/nothing' }, { kind: 'not-found' })
    const status = (await get('/resources/nothing', { accept: 'image/png' })).statusCode
    t.equal(status, 404, 'an unknown path is 404 for every Accept')
  })
})
