/** Problem documents follow RFC 9457: every type is explained, every instance is unique, and none reveals internals. */
import t from 'tap'
import { golden } from '../../support/golden.ts'
import { build, expectProblem, expectRefusal, words, wordsOf, STATUSES } from '../../support/index.ts'

await t.test('errors are problem documents', async (t) => {
  const { app, get, sql } = await build(t)

  await t.test('the type of every kind of problem is the address of its explanation', async (t) => {
    const explanations: string[] = []
    for (const kind of Object.keys(STATUSES)) {
      const [first, ...others] = await Promise.all(
        ['*/*', 'application/json', 'text/html'].map(async (accept) => {
          const { statusCode, headers, body } = await get(`/problems/${kind}`, { accept })
          return { statusCode, type: headers['content-type'], body }
        })
      )
      t.has(first, { statusCode: 200, type: 'text/plain; charset=utf-8' }, kind)
      t.same(others, [first, first], `${kind}, whatever is accepted`)
      explanations.push(`/problems/${kind}\n\n${first?.body}`)
    }
    await golden(t, 'problems.txt', Buffer.from(explanations.join('\n')))
  })

  await t.test('each problem has its own instance', async (t) => {
    const instances = await Promise.all(
      Array.from({ length: 10 }, async () => /<instance>(.*?)<\/instance>/.exec((await get('/resources/x')).body)?.[1])
    )
    t.equal(new Set(instances).size, 10)
  })

  await t.test('the detail repeats the path of the request as escaped text, without the query', async (t) => {
    const answer = await get('/resources/%3Cb%3E&"\'?<script>')
    expectProblem(t, answer, { kind: 'not-found' })
    t.equal(wordsOf(answer), "404 There is nothing at /resources/%3Cb%3E&%22'")
  })

  await t.test('an internal error does not reveal its cause', async (t) => {
    await sql`alter table source_types rename to elsewhere`
    for (const url of [
      '/resources/Data/SourceType',
      '/resources/Data/SourceType/xml',
      '/resources/Data/SourceType.json'
    ]) {
      for (const accept of ['application/xml', 'application/json']) {
        const answer = await get(url, { accept })
        expectProblem(t, answer, { kind: 'internal-error' })
        t.equal(wordsOf(answer), '500 The service failed to answer; its log says why')
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
      expectProblem(t, answer, { kind: 'not-acceptable' })
      t.equal(
        wordsOf(answer),
        '406 Accept matches none of the media types offered: application/xml, text/xml, application/json, text/json, ' +
          'text/html'
      )
      const shown = answer.headers['content-type']
      t.equal(shown, 'application/problem+xml; charset=utf-8', 'the problem is in XML, the default')
    }
    await expectRefusal(t, app, { url: '/resources/nothing' }, { kind: 'not-found' })
    const status = (await get('/resources/nothing', { accept: 'image/png' })).statusCode
    t.equal(status, 404, 'an unknown path is 404 for every Accept')
  })
})
