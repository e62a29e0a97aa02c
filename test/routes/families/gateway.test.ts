/** Gateway: it lists the access rules that the service enforces. */
import t from 'tap'
import { build } from '../../support/app.ts'
import { parseXml } from '../../support/xml.ts'

interface Rule {
  Pattern: string
  Methods?: { Methods: string[] }
  Errors?: { Errors: string[] }
  Headers?: { Headers: string[] }
}

t.test('the gateway lists access rules', async (t) => {
  const { app, get } = await build(t)
  const rules: Rule[] = JSON.parse((await get('/resources/Gateway', { accept: 'text/json' })).body).GatewayList

  /** Returns the error statuses of the first rule that matches a request. */
  const errorsOf = (method: string, path: string) =>
    rules.find(
      ({ Pattern, Methods }) =>
        new RegExp(Pattern).test(path) && (Methods === undefined || Methods.Methods.includes(method))
    )?.Errors?.Errors

  t.test('a rule has a pattern, methods, headers and error statuses', async (t) => {
    const {
      name,
      children: [first]
    } = parseXml((await get('/resources/Gateway')).rawPayload)
    t.equal(name, 'GatewayList')
    t.same(
      first?.children.map(({ name, children }) => [name, children.map(({ name, text }) => [name, text])]).slice(1),
      [
        ['Who', []],
        [
          'Errors',
          [
            ['Value', '401'],
            ['Value', '403']
          ]
        ],
        ['Headers', [['Value', 'Authorization']]],
        ['Methods', [['Value', 'DELETE']]]
      ]
    )
    t.same(JSON.parse((await get('/resources/Gateway.json?X-Format-Values=typed')).body).GatewayList[0].Errors, {
      Errors: [401, 403]
    })
  })

  t.test('the rules predict the statuses of the service', async (t) => {
    for (const [method, path] of [
      ['GET', '/resources'],
      ['GET', '/resources/Desk/Blog/1.json'],
      ['OPTIONS', '/resources/HR/User'],
      ['POST', '/resources/Security/Login'],
      ['POST', '/resources/Desk/Blog/1/Post'],
      ['POST', '/resources/Desk/Blog/1/Post/Publish/'],
      ['DELETE', '/resources/Security/Login'],
      ['PUT', '/resources/HR/User']
    ] as const) {
      const { statusCode } = await app.inject({ method, url: path, ...(method === 'POST' && { payload: {} }) })
      const errors = errorsOf(method, path.slice(1)) ?? []
      t.equal(
        errors.includes(String(statusCode)),
        [401, 404, 405].includes(statusCode),
        `${method} ${path}: ${statusCode}, ${errors.join()}`
      )
    }
  })

  t.test('the list of rules for a solved captcha is empty', async (t) => {
    t.same(parseXml((await get('/resources/Gateway/Captcha')).rawPayload), {
      name: 'GatewayList',
      namespace: '',
      attributes: { total: '0', limit: '0', offset: '0' },
      children: [],
      text: ''
    })
  })
})
