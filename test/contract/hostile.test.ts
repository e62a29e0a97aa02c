/** Whatever value a parameter of any GET is given, the answer is quick, small and never the service's own failure. */
import type { FastifyInstance } from 'fastify'
import t from '../support/tap.ts'
import { build } from '../support/app.ts'
import { legalValue, openApiOf, type Parameter } from '../support/documents.ts'

/** As they stand in an address, because some are no characters at all. */
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
  '0',
  '-0',
  '-1',
  '1.5',
  '1e309',
  '0x10',
  'NaN',
  'Infinity',
  '2147483647',
  '2147483648',
  '-2147483649',
  '9007199254740993',
  '9'.repeat(15),
  '9'.repeat(16),
  '9'.repeat(400),
  `${'9'.repeat(30)}.${'9'.repeat(30)}`,
  `-0.${'0'.repeat(29)}1`
]
const moments = [
  '0000-01-01',
  '0001-01-01',
  '0001-01-01T00:00+14:00',
  '9999-12-31T23:59-14:00',
  '9999-12-31T23:59:59.999999999Z',
  '9999-12-31T24:00',
  '10000-01-01',
  '2026-02-30',
  '2026-11-03T20:00:00+99:99',
  'infinity',
  'now'
]
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
  '*',
  '*.*',
  'Creator',
  'Id.Id',
  `${'Creator.'.repeat(200)}Id`,
  '.',
  'Creator..Id',
  Array.from({ length: 65 }, (_, n) => `A${n}`).join(',')
]
const forms = [
  'G'.repeat(100),
  'MMMMzzzz'.repeat(12),
  'fulll',
  '%Y-%m-%d',
  'ISO',
  "'",
  "''",
  'l',
  'y'.repeat(101),
  'Europe/Ullenmouth',
  'eUROPE/bERLIN',
  '+14:00',
  'America/Argentina/ComodRivadavia',
  'de-u-nu-thai-ca-buddhist-hc-h12',
  'x-private',
  'i-klingon',
  'de;q=1e9',
  'de,'.repeat(100),
  '*;q=0',
  `en-${'a'.repeat(8)}`
]

const values = [...bytes, ...[...texts, ...numbers, ...moments, ...lists, ...filters, ...forms].map(encodeURIComponent)]

/** Values that stand in an address for items of the demo. */
const inPath: Readonly<Record<string, string>> = {
  type: 'normal',
  key: 'normal',
  chain: 'chained%20blog',
  locale: 'en',
  language: 'en',
  file: 'person.svg'
}

interface Asked {
  parameter: Parameter
  addresses: ((value?: string) => string)[]
}

/** Every parameter of every GET, with the addresses that take it. */
const parametersOf = (text: string): Asked[] => {
  const { paths, components } = openApiOf(text)
  const asked = new Map<string, Asked>()
  for (const [path, { get }] of Object.entries(paths)) {
    for (const { $ref } of get?.parameters ?? []) {
      const parameter = components.parameters[$ref.replace(/^.*\//, '')]
      if (parameter === undefined) throw new Error(`${$ref} is not described`)
      const others = asked.get($ref)?.addresses ?? []
      asked.set($ref, { parameter, addresses: [...others, (value) => addressOf(path, parameter, value)] })
    }
  }
  return [...asked.values()]
}

const addressOf = (path: string, parameter: Parameter, value = encodeURIComponent(legalValue(parameter))): string => {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    parameter.in === 'path' && name === parameter.name ? value : (inPath[name] ?? '1')
  )
  return parameter.in === 'path' ? filled : `${filled}?${encodeURIComponent(parameter.name)}=${value}`
}

const LIMIT = 1000
const MAX_ERROR = 64 * 1024

/** What is wrong with an answer; a slow one is asked for again, because the machine may have been busy. */
const faultOf = async (app: FastifyInstance, url: string, accept: string): Promise<string | undefined> => {
  for (let tries = 3; ; tries--) {
    const begun = performance.now()
    const { statusCode, rawPayload } = await app.inject({ url, headers: { accept } })
    const took = performance.now() - begun
    const about = `${statusCode}, ${rawPayload.length} bytes, ${Math.round(took)} ms: ${url.slice(0, 200)}`
    if (statusCode >= 500 || (statusCode >= 400 && rawPayload.length > MAX_ERROR)) return about
    if (took <= LIMIT) return undefined
    if (tries === 1) return about
  }
}

await t.test('hostile values', async (t) => {
  const { app, get } = await build(t)
  // The answer to a stream has no end; what else the parameter refuses is tested with streams.
  const asked = parametersOf((await get('/openapi.json')).body).filter(({ parameter }) => parameter.name !== 'stream')
  t.ok(asked.length > 500, `${asked.length} parameters`)

  const send = async (urls: readonly string[]) => {
    const faults: string[] = []
    for (const [at, url] of urls.entries()) {
      const fault = await faultOf(app, url, at % 2 === 0 ? 'application/xml' : 'application/json')
      if (fault !== undefined) faults.push(fault)
    }
    return faults
  }

  await t.test('of every parameter: some values on some of the addresses that take it', async (t) => {
    // Each parameter goes on in the list of values where the one before it stopped.
    const each = 4
    const urls = asked.flatMap(({ addresses }, n) =>
      Array.from(
        { length: each },
        (_, at) => addresses[at % addresses.length]?.(values[(n * each + at) % values.length]) ?? ''
      )
    )
    t.same(await send(urls), [])
  })

  await t.test('of the parameters that most addresses take: every value', async (t) => {
    const shared = asked.filter(({ addresses }) => addresses.length > 150)
    const urls = shared.flatMap(({ addresses }) =>
      values.map((value, at) => addresses[at % addresses.length]?.(value) ?? '')
    )
    t.same(await send(urls), [])
  })

  await t.test('the values above are what is meant: an ordinary one is answered', async (t) => {
    const { statusCode } = await get(
      '/resources/Desk/Blog/1/Post/Published?search=storm&asc=id&X-Filter=*&X-Format-DateTime=ISO'
    )
    t.equal(statusCode, 200)
  })
})
