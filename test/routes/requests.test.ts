/** Admin/Request: the addresses of the service, their methods and their path parameters. */
import t from 'tap'
import { build } from '../support/app.ts'
import { parseXml } from '../support/xml.ts'

t.test('Admin/Request describes the addresses of the service', async (t) => {
  const { get } = await build(t)
  const requests: {
    Id: string
    Pattern: string
    Get?: object
    Insert?: { href: string }
    Update?: object
    Delete?: object
  }[] = JSON.parse((await get('/resources/Admin/Request.json?limit=1000&X-Filter=*')).body).RequestList
  const byPattern = new Map(requests.map((request) => [request.Pattern, request]))

  t.test('each address is listed once, with its methods', async (t) => {
    t.equal(byPattern.size, requests.length)
    t.match(byPattern.get('resources'), { Get: { href: String } })
    const posts = byPattern.get('resources/Desk/Blog/{1}/Post')
    t.same(
      Object.keys(posts ?? {}).filter((name) => name !== 'href'),
      ['Id', 'Pattern', 'Get', 'Insert'],
      'methods that are answered 405 are not listed'
    )
    const method = JSON.parse((await get(new URL(posts?.Insert?.href ?? '').pathname)).body)
    t.match(method, { Type: 'INSERT', APIClass: 'Post', IMPL: 'blogPosts', ForRequest: { Id: posts?.Id } })
    t.match(byPattern.get('resources/Security/Login'), { Delete: Object, Insert: Object })
  })

  t.test('a request lists the numbered placeholders of its pattern as inputs', async (t) => {
    const request = byPattern.get('resources/HR/User/{1}/Blog/{2}/Action')
    const { name, children } = parseXml((await get(`/resources/Admin/Request/${request?.Id}/Input/`)).rawPayload)
    t.equal(name, 'InputList')
    t.same(
      children.map(({ children }) => children.map(({ name }) => name)),
      Array(2).fill(['Id', 'Mandatory', 'Description', 'Name', 'ForRequest'])
    )
    t.same(
      children.map(({ children: [, mandatory, , placeholder] }) => [placeholder?.text, mandatory?.text]),
      [
        ['{1}', 'True'],
        ['{2}', 'True']
      ]
    )
    const placeholders = requests.reduce((sum, { Pattern }) => sum + (Pattern.match(/\{\d\}/g)?.length ?? 0), 0)
    t.equal(parseXml((await get('/resources/Admin/Input?limit=1')).rawPayload).attributes.total, String(placeholders))
  })

  t.test('every link of a request leads to a document, and unknown ids are 404', async (t) => {
    const { children } = parseXml((await get('/resources/Admin/Request/1')).rawPayload)
    for (const {
      attributes: { href = '' }
    } of children.filter(({ attributes }) => 'href' in attributes)) {
      const answer = await get(new URL(href).pathname)
      t.equal(answer.statusCode, 200, href)
    }
    for (const path of ['Request/0', 'Request/99999', 'Request/99999/Input', 'Method/99999', 'Request/x']) {
      t.equal((await get(`/resources/Admin/${path}`)).statusCode, 404, path)
    }
  })
})
