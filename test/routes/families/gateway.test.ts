/** Gateway: the rules it lists are the rules in force. */
import t from '../../support/tap.ts'
import { build } from '../../support/app.ts'
import { parseXml } from '../../support/xml.ts'

interface Rule {
  Pattern: string
  Methods?: { Methods: string[] }
  Errors?: { Errors: string[] }
  Headers?: { Headers: string[] }
}

t.test('the gateway', async (t) => {
  const { app, get } = await build(t)
  const rules: Rule[] = JSON.parse((await get('/resources/Gateway', { accept: 'text/json' })).body).GatewayList

  /** What the first rule that fits says of a request. */
  const ruled = (method: string, path: string) =>
    rules.find(
      ({ Pattern, Methods }) =>
        new RegExp(Pattern).test(path) && (Methods === undefined || Methods.Methods.includes(method))
    )?.Errors?.Errors

  t.test('lists in full who may do what', async (t) => {
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

  t.test('says what the service does', async (t) => {
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
      const errors = ruled(method, path.slice(1)) ?? []
      t.equal(
        errors.includes(String(statusCode)),
        [401, 404, 405].includes(statusCode),
        `${method} ${path}: ${statusCode}, ${errors.join()}`
      )
    }
  })

  t.test('opens nothing more for a solved captcha', async (t) => {
    t.same(parseXml((await get('/resources/Gateway/Captcha')).rawPayload), {
      name: 'GatewayList',
      namespace: '',
      attributes: { total: '0', limit: '0', offset: '0' },
      children: [],
      text: ''
    })
  })
})
