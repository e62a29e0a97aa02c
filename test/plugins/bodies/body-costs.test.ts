/** Refusing a body or a query costs about as much as reading a well-formed one, so bad requests stop no process. */
import sensible from '@fastify/sensible'
import Fastify from 'fastify'
import t from 'tap'
import bodies from '../../../plugins/bodies/index.ts'
import { normaliserOf } from '../../../plugins/bodies/normalise.ts'
import faults from '../../../plugins/faults/index.ts'
import origin, { readQuery } from '../../../plugins/origin/index.ts'
import validation from '../../../plugins/validation.ts'
import { NewPost } from '../../../schemas/post-bodies.ts'
import { processorTime } from '../../support/processor-time.ts'

const SIZE = 1024 * 1024 - 1024
/** Refusing a body may take this many times as long as reading a well-formed one. Other load distorts both. */
const MAX_RATIO = 4
const ATTEMPTS = 4

const repeated = (unit: string, size = SIZE) => unit.repeat(size / unit.length)
const numbered = (unit: (at: number) => string) => Array.from({ length: 80_000 }, (_, at) => unit(at)).join('')

/** Bodies of the largest size, by media type: one that is well-formed, and those that were expensive to refuse. */
const payloads = {
  'application/json': {
    'well-formed': repeated('[', SIZE / 2) + repeated(']', SIZE / 2),
    'open arrays': repeated('['),
    'open arrays with a word': `${repeated('[')}x`,
    'open objects': repeated('{"a":'),
    'a word after many texts': `[${repeated('"",')}x`,
    'a word after many lines': repeated('\n') + 'x',
    'an open text of escapes': `["${repeated('\\\\')}`,
    'unknown members': `{${numbered((at) => `"k${at}":1,`)}"a":1}`,
    'unknown members in a post': `{"Post":{${numbered((at) => `"k${at}":1,`)}"a":1}}`
  },
  'application/xml': {
    'well-formed': `<Post><Content>${repeated('x')}</Content></Post>`,
    attributes: `<Post ${numbered((at) => `a${at}="" `)}/>`,
    elements: `<Post>${numbered((at) => `<a${at}/>`)}</Post>`,
    ampersands: `<Post><Content>${repeated('&')}</Content></Post>`,
    'a broken reference after comments': `<Post><Content>${repeated('<!---->')}&</Content></Post>`,
    lines: `<Post><Content>${repeated('\n')}</Post>`
  },
  'application/x-www-form-urlencoded': {
    'well-formed': `Content=${repeated('%41')}`,
    fields: repeated('a&'),
    'empty fields': repeated('&'),
    brackets: `Content${repeated('[')}`,
    spaces: `Content=${repeated('+')}`,
    'a broken escape': `Content=${repeated('%41')}%`
  }
} as const

await t.test('refusing a body costs about as much as reading a well-formed one of its size', async (t) => {
  const app = Fastify()
  t.teardown(() => app.close())
  await app.register(sensible)
  await app.register(origin, { baseUrl: '' })
  await app.register(validation)
  await app.register(faults)
  await app.register(bodies, { module: 'Desk' })
  app.post('/', { schema: { body: NewPost } }, async () => 'read')

  /**
   * Returns the processor time of a request in milliseconds: the least of some, because other work adds to it.
   * @param enough a time that needs no further attempt
   */
  const costOf = async (type: string, payload: string, enough = 0) => {
    let least = Infinity
    for (let attempt = 0; attempt < ATTEMPTS && least > enough; attempt += 1) {
      const request = async () => {
        const headers = { 'content-type': type }
        const { statusCode } = await app.inject({ method: 'POST', url: '/', headers, payload })
        if (statusCode !== 400) throw new Error(`${statusCode} for ${payload.slice(0, 40)}`)
      }
      least = Math.min(least, await processorTime(request))
    }
    return least
  }

  for (const [type, { 'well-formed': wellFormed, ...bad }] of Object.entries(payloads)) {
    const usual = await costOf(type, wellFormed)
    for (const [about, payload] of Object.entries(bad)) {
      const cost = await costOf(type, payload, usual * MAX_RATIO)
      t.ok(cost <= usual * MAX_RATIO, `${about}: ${cost.toFixed(0)} ms, a well-formed body ${usual.toFixed(0)} ms`)
    }
  }
})

await t.test('a link of many slashes is refused at once', async (t) => {
  const normalise = normaliserOf(NewPost, true)
  const href = `http://localhost/resources/${'/'.repeat(100_000)}x`
  const read = () =>
    normalise({ Type: { href } }, { module: 'Desk', resourcesUrl: () => 'http://localhost/resources/' })
  const refuse = () => t.throws(read, { statusCode: 400, errors: [{ place: 'Type' }] })
  // A tenth of the largest body took seven seconds.
  t.ok((await processorTime(refuse)) < 1000)
})

await t.test('a parameter that is sent often is read at once', async (t) => {
  const read = () => t.same(readQuery('=&'.repeat(7_500)), { '': Array.from({ length: 7_500 }, () => '') })
  // The most that fit into an address took nine seconds, at every address.
  t.ok((await processorTime(read)) < 1000)
})
