/** Sends hostile values for every parameter of every GET: responses are fast and small, and never 5xx. */
import type { FastifyInstance } from 'fastify'
import t from 'tap'
import { build, words } from '../../support/index.ts'
import { legalValue, openApiOf, type Parameter } from '../../support/documents.ts'

/** Values that are already percent-encoded, because some of them are not valid UTF-8. */
const bytes = ['%00', '%ED%A0%80', '%FF', '%EF%BF%BE', '%', '%u0000', '+', '%26%23%0D%0A']

const texts = [
  '',
  ' ',
  '\\',
  '%\\',
  '\\\\\\',
  '%',
  '_',
  '%_'.repeat(500),
  '%a'.repeat(499),
  '"',
  "' or 1=1 --",
  '<![CDATA[',
  '__proto__',
  'constructor',
  'x'.repeat(1000),
  'x'.repeat(1001),
  'x'.repeat(12_000),
  '😀'.repeat(250),
  '&"<'.repeat(1000)
]
const numbers = [
  ...words`0 -0 -1 1.5 1e309 0x10 NaN Infinity 2147483647 2147483648 -2147483649 9007199254740993`,
  '9'.repeat(15),
  '9'.repeat(16),
  '9'.repeat(400),
  `${'9'.repeat(30)}.${'9'.repeat(30)}`,
  `-0.${'0'.repeat(29)}1`
]
const moments = words`
  0000-01-01 0001-01-01 0001-01-01T00:00+14:00 9999-12-31T23:59-14:00 9999-12-31T23:59:59.999999999Z 9999-12-31T24:00
  10000-01-01 2026-02-30 2026-11-03T20:00:00+99:99 infinity now`
const lists = [
  ...['id', 'cId', 'name', '1', 'x', 'qu'].flatMap((member) => [
    Array(2).fill(member).join(','),
    Array(51).fill(member).join(','),
    Array(4000).fill(member).join(',')
  ]),
  ',',
  ','.repeat(4000),
  'qu,name',
  Array.from({ length: 300 }, (_, n) => n).join(',')
]
const filters = [
  ...words`* *.* Creator Id.Id`,
  `${'Creator.'.repeat(200)}Id`,
  '.',
  'Creator..Id',
  Array.from({ length: 65 }, (_, n) => `A${n}`).join(',')
]
const presentations = [
  'G'.repeat(100),
  'MMMMzzzz'.repeat(12),
  ...words`fulll %Y-%m-%d ISO ' '' l`,
  'y'.repeat(101),
  ...words`
    Europe/Ullenmouth eUROPE/bERLIN +14:00 America/Argentina/ComodRivadavia de-u-nu-thai-ca-buddhist-hc-h12 x-private
    i-klingon de;q=1e9`,
  'de,'.repeat(100),
  '*;q=0',
  `en-${'a'.repeat(8)}`
]

const values = [
  ...bytes,
  ...[...texts, ...numbers, ...moments, ...lists, ...filters, ...presentations].map(encodeURIComponent)
]

/** Values of path parameters that lead to items of the demo. */
const inPath: Readonly<Record<string, string>> = {
  type: 'normal',
  key: 'normal',
  chain: 'chained%20blog',
  locale: 'en',
  language: 'en',
  file: 'person.svg'
}

interface TestedParameter {
  parameter: Parameter
  /** For each address with the parameter: returns the address with a value, or with a legal one. */
  addresses: ((value?: string) => string)[]
}

/** Returns every parameter of every GET, with its addresses. */
const parametersOf = (text: string): TestedParameter[] => {
  const { paths, components } = openApiOf(text)
  const parameters = new Map<string, TestedParameter>()
  for (const [path, { get }] of Object.entries(paths)) {
    for (const { $ref } of get?.parameters ?? []) {
      const parameter = components.parameters[$ref.replace(/^.*\//, '')]
      if (parameter === undefined) throw new Error(`${$ref} is not in components`)
      const addresses = parameters.get($ref)?.addresses ?? []
      parameters.set($ref, { parameter, addresses: [...addresses, (value) => addressOf(path, parameter, value)] })
    }
  }
  return [...parameters.values()]
}

const addressOf = (path: string, parameter: Parameter, value = encodeURIComponent(legalValue(parameter))): string => {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    parameter.in === 'path' && name === parameter.name ? value : (inPath[name] ?? '1')
  )
  return parameter.in === 'path' ? filled : `${filled}?${encodeURIComponent(parameter.name)}=${value}`
}

/** Maximum time of a response in milliseconds. */
const MAX_TIME = 1000
/** Maximum size of an error response in bytes. */
const MAX_ERROR = 64 * 1024

/** Describes the fault of a response. Repeats a slow request, because the machine may have been busy. */
const faultOf = async (app: FastifyInstance, url: string, accept: string): Promise<string | undefined> => {
  for (let tries = 3; ; tries--) {
    const startedAt = performance.now()
    const { statusCode, rawPayload } = await app.inject({ url, headers: { accept } })
    const took = performance.now() - startedAt
    const description = `${statusCode}, ${rawPayload.length} bytes, ${Math.round(took)} ms: ${url.slice(0, 200)}`
    if (statusCode >= 500 || (statusCode >= 400 && rawPayload.length > MAX_ERROR)) return description
    if (took <= MAX_TIME) return undefined
    if (tries === 1) return description
  }
}

await t.test('hostile parameter values never get slow, large or 5xx responses', async (t) => {
  const { app, get } = await build(t)
  // A stream does not end. test/routes/streams/streams.test.ts tests the illegal values of `stream`.
  const tested = parametersOf((await get('/openapi.json')).body).filter(
    ({ parameter }) => !['stream', 'blogVersion'].includes(parameter.name)
  )
  t.ok(tested.length > 500, `${tested.length} parameters`)

  const send = async (urls: readonly string[]) => {
    const faults: string[] = []
    for (const [at, url] of urls.entries()) {
      const fault = await faultOf(app, url, at % 2 === 0 ? 'application/xml' : 'application/json')
      if (fault !== undefined) faults.push(fault)
    }
    return faults
  }

  await t.test('some hostile values of every parameter, at some of its addresses, do no harm', async (t) => {
    // Each parameter continues in the list of values after the last value of the previous parameter.
    const each = 4
    const urls = tested.flatMap(({ addresses }, n) =>
      Array.from(
        { length: each },
        (_, at) => addresses[at % addresses.length]?.(values[(n * each + at) % values.length]) ?? ''
      )
    )
    t.same(await send(urls), [])
  })

  await t.test('no hostile value of the most common parameters does harm', async (t) => {
    const shared = tested.filter(({ addresses }) => addresses.length > 150)
    const urls = shared.flatMap(({ addresses }) =>
      values.map((value, at) => addresses[at % addresses.length]?.(value) ?? '')
    )
    t.same(await send(urls), [])
  })

  await t.test('a request with ordinary values succeeds', async (t) => {
    const { statusCode } = await get(
      '/resources/Desk/Blog/1/Post/Published?search=storm&asc=id&X-Filter=*&X-Format-DateTime=ISO'
    )
    t.equal(statusCode, 200)
  })
})
