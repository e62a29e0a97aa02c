/** Links to further pages belong to the request that gets them, and OPTIONS costs no statement. */
import t from 'tap'
import { build, documentOf, insertAddresses, itemsOf, readings } from '../../support/index.ts'
import { openApiOf } from '../../support/documents.ts'

await t.test('the next page in Link has the same presentation as the current one', async (t) => {
  for (const env of [{}, { CACHE_MB: '0' }]) {
    const { watch, untilCached } = readings()
    const { get } = await build(t, { ...env, BASE_URL: 'https://desk.example' }, { watch })
    if (!('CACHE_MB' in env)) await untilCached(() => get('/resources/Desk/Blog/1'))
    const list = '/resources/Desk/Blog/1/Post/Published'
    const parameters = {
      'X-Filter': 'Content,CreatedOn,Id',
      'X-TimeZone': 'Europe/Helsinki',
      'X-Format-DateTime': 'full'
    }
    const query = new URLSearchParams(parameters)
    const nextOf = ({ headers: { link } }: Awaited<ReturnType<typeof get>>) => {
      const [, href = ''] = /<([^>]*)>; rel="next"/.exec(String(link)) ?? []
      return new URL(href)
    }
    // The first request fills the cache: the second one must not get a link with the first one's parameters.
    for (const [order, limit] of Object.entries({ 'headers first': 2, 'parameters first': 3 })) {
      const byHeaders = () => get(`${list}?limit=${limit}`, parameters)
      const byParameters = () => get(`${list}?limit=${limit}&${query}`)
      const steps = order === 'headers first' ? [byHeaders, byParameters] : [byParameters, byHeaders]
      for (const [index, step] of [...steps, ...steps].entries()) {
        const next = nextOf(await step())
        const about = `${order}, response ${index + 1}, ${JSON.stringify(env)}`
        if (step === byParameters) t.match(Object.fromEntries(next.searchParams), parameters, `${about}: the link`)
        const page = await get(next.pathname + next.search, step === byHeaders ? parameters : {})
        const fieldsOfItems = itemsOf(documentOf(page)).map((item) => Object.keys(item).sort().join())
        t.same(
          [...new Set(fieldsOfItems)],
          ['Content,CreatedOn,Id,href'],
          `${about}: the next page has the same fields`
        )
        t.match(page.body, /(Eastern European|GMT\+[23]|EES?T)/, `${about}: the next page has the same time zone`)
      }
    }
  }
})

await t.test('OPTIONS costs no statement', async (t) => {
  const { watch, statements } = readings()
  const { app, get } = await build(t, {}, { watch })
  const preflight = { origin: 'https://news.example', 'access-control-request-method': 'GET' }
  const { paths } = openApiOf((await get('/openapi.json')).body)
  const addresses = Object.keys(paths).filter((path) => path.startsWith('/resources'))
  const urls = ['/resources', ...insertAddresses(3), '/resources/Security/Login', ...addresses].map((path) =>
    path.replaceAll(/\{\w+\}/g, '1')
  )
  statements.length = 0
  for (const url of urls) {
    for (const headers of [{}, preflight]) {
      t.equal((await app.inject({ method: 'OPTIONS', url, headers })).statusCode, 204, url)
    }
  }
  t.same(statements, [])
})
