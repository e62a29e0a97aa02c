/** The store of rendered documents: bounded, and never with anything that was read before a change of what it shows. */
import assert from 'node:assert/strict'
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import t from 'tap'
import { documentStore, ownBytes, type Encoding, type Kept, type Moment } from '../../plugins/cache/store.ts'

let made = 0

/** A document of its own bytes. */
const document = (size: number, tags: readonly string[]): Kept => {
  made += 1
  return {
    body: Buffer.alloc(size, 'x'),
    etag: `"${made}"`,
    headers: ['content-type', 'application/xml'],
    tags,
    encoded: new Map(),
    again: { url: '', headers: {}, remoteAddress: '' }
  }
}

const KEYS = ['a', 'b', 'c', 'd'] as const
const key = fc.constantFrom(...KEYS)
const tags = fc.subarray(['blog:1', 'blog:2', 'blogs'])
const encoding = fc.constantFrom<Encoding>('gzip', 'br')
/** One of those begun so far, counted back from the newest. */
const back = fc.nat(5)

const step = (largest: number) => fc.oneof(
  fc.record({ does: fc.constant('begin' as const), key, tags, size: fc.nat(largest) }),
  fc.record({ does: fc.constant('keep' as const), back }),
  fc.record({ does: fc.constant('encode' as const), back, encoding, size: fc.nat(largest) }),
  fc.record({ does: fc.constant('remember' as const), key, form: fc.string({ maxLength: largest }) }),
  fc.record({ does: fc.constant('drop' as const), tags: fc.oneof({ weight: 4, arbitrary: tags }, { weight: 1, arbitrary: fc.constant('everything' as const) }) })
)

type Step = ReturnType<typeof step> extends fc.Arbitrary<infer S> ? S : never

interface Reading { key: string, since: Moment, kept: Kept, outdated: boolean }

/** Does steps on a store and on a model without a bound, and checks after each. */
const follow = (maxBytes: number, steps: readonly Step[], check: (now: Now) => void) => {
  const store = documentStore(maxBytes)
  const readings: Reading[] = []
  const model = new Map<string, { kept: Kept, encoded: Map<Encoding, Buffer> }>()
  const forms = new Map<string, string>()
  for (const now of steps) {
    if (now.does === 'begin') readings.push({ key: now.key, since: store.now(), kept: document(now.size, now.tags), outdated: false })
    else if (now.does === 'remember') {
      store.remember(now.form, now.key)
      forms.set(now.form, now.key)
    } else if (now.does === 'drop') {
      const isChanged = ({ tags }: Kept) => now.tags === 'everything' || tags.some((tag) => now.tags.includes(tag))
      store.drop(now.tags)
      for (const reading of readings) reading.outdated ||= now.tags === 'everything' || isChanged(reading.kept)
      for (const [key, { kept }] of model) if (isChanged(kept)) model.delete(key)
    } else {
      const reading = readings.at(-1 - now.back)
      if (reading === undefined) continue
      const { key, kept, since, outdated } = reading
      if (now.does === 'keep') {
        store.keep(key, kept, since)
        if (!outdated) model.set(key, { kept, encoded: new Map() })
      } else {
        const bytes = Buffer.alloc(now.size, 'y')
        store.addEncoding(key, kept, now.encoding, bytes)
        const present = model.get(key)
        if (present?.kept.etag === kept.etag) present.encoded.set(now.encoding, bytes)
      }
    }
    check({ store, model, forms })
  }
}

interface Now {
  store: ReturnType<typeof documentStore>
  model: ReadonlyMap<string, { kept: Kept, encoded: ReadonlyMap<Encoding, Buffer> }>
  forms: ReadonlyMap<string, string>
}

/** What is kept, to be compared. */
const shown = (kept: Kept | undefined, encoded = kept?.encoded) => kept && [kept.etag, [...encoded ?? []].sort()]

t.test('a store with room holds what the model holds, whatever the order of readings and changes', async (t) => {
  t.doesNotThrow(() => fc.assert(fc.property(fc.array(step(20), { maxLength: 60 }), (steps) => {
    follow(1_000_000, steps, ({ store, model, forms }) => {
      for (const key of KEYS) {
        const expected = model.get(key)
        assert.deepEqual(shown(store.get(key)), shown(expected?.kept, expected?.encoded))
      }
      for (const [form, key] of forms) assert.deepEqual(shown(store.known(form)?.kept), shown(store.get(key)))
      assert.equal(store.size().documents, model.size)
    })
  }), { numRuns: 1000 }))
})

t.test('a store without room never grows beyond its bound, and holds nothing that the model does not', async (t) => {
  t.doesNotThrow(() => fc.assert(fc.property(fc.nat(20_000), fc.array(step(3000), { maxLength: 60 }), (maxBytes, steps) => {
    follow(maxBytes, steps, ({ store, model, forms }) => {
      const { bytes, documents } = store.size()
      const found = KEYS.flatMap((key) => store.get(key) ?? [])
      const held = found.reduce((sum, { body, encoded }) => sum + body.length + [...encoded.values()].reduce((size, { length }) => size + length, 0), 0)
      const remembered = [...forms].reduce((sum, [form]) => sum + (store.known(form) === undefined ? 0 : form.length), 0)
      assert.ok(bytes <= maxBytes && held + remembered <= bytes, `${held} + ${remembered} bytes, said to be ${bytes} of ${maxBytes}`)
      assert.equal(documents, found.length)
      for (const key of KEYS) {
        const kept = store.get(key)
        if (kept === undefined) continue
        const expected = model.get(key)
        assert.equal(kept.etag, expected?.kept.etag, 'no more than the model')
        for (const [encoding, given] of kept.encoded) assert.equal(given, expected?.encoded.get(encoding))
      }
    })
  }), { numRuns: 1000 }))
})

t.test('a document alone larger than the store, and one that its encoding makes so, are not kept', async (t) => {
  const store = documentStore(10_000)
  store.keep('a', document(10_000, ['blogs']), store.now())
  t.same(store.size(), { bytes: 0, documents: 0 })

  const kept = document(5000, ['blogs'])
  store.keep('a', kept, store.now())
  store.addEncoding('a', kept, 'gzip', Buffer.alloc(5000))
  t.same(store.size(), { bytes: 0, documents: 0 })
  store.keep('a', kept, store.now())
  store.drop(['blogs'])
  t.equal(store.get('a'), undefined, 'its tags are known again after it came back')
})

t.test('what made room is forgotten by its tags, and what came in its place is not', async (t) => {
  const store = documentStore(10_000)
  store.keep('a', document(6000, ['blog:1']), store.now())
  store.keep('b', document(6000, ['blog:2']), store.now())
  t.equal(store.get('a'), undefined)
  store.keep('b', document(3000, ['blog:3']), store.now())
  store.drop(['blog:1', 'blog:2'])
  t.equal(store.get('b')?.body.length, 3000, 'it no longer depends on what its predecessor did')
  store.drop(['blog:3'])
  t.equal(store.get('b'), undefined)
})

t.test('an encoding made for bytes that are gone does not come back', async (t) => {
  const store = documentStore(1_000_000)
  const first = document(10, ['blog:1'])
  store.keep('a', first, store.now())
  store.drop(['blog:1'])
  store.addEncoding('a', first, 'br', Buffer.from('old'))
  t.equal(store.get('a'), undefined)
  const second = document(20, ['blog:1'])
  store.keep('a', second, store.now())
  store.addEncoding('a', first, 'br', Buffer.from('old'))
  t.same([store.get('a')?.etag, store.get('a')?.encoded.size], [second.etag, 0])
  store.addEncoding('a', second, 'br', Buffer.from('new'))
  store.addEncoding('a', second, 'gzip', Buffer.from('newer'))
  t.same([...store.get('a')?.encoded ?? []], [['br', Buffer.from('new')], ['gzip', Buffer.from('newer')]])
})

t.test('more tags than are remembered forbid no less than each of them', async (t) => {
  const store = documentStore(1_000_000)
  const early = store.now()
  const many = Array.from({ length: 100_001 }, (_, blog) => `blog:${blog}`)
  store.keep('other', document(10, ['blogs']), early)
  store.drop(many.slice(0, 60_000))
  t.ok(store.get('other'), 'others stay as long as all are remembered')
  store.drop(many.slice(60_000))
  for (const tag of ['blog:0', 'blog:100000', 'blogs']) {
    store.keep(tag, document(10, [tag]), early)
    t.equal(store.get(tag), undefined, `${tag}: read before`)
    store.keep(tag, document(10, [tag]), store.now())
    t.ok(store.get(tag), `${tag}: read since`)
  }
  store.drop(['blog:0'])
  t.equal(store.get('blog:0'), undefined)
  t.ok(store.get('blog:100000'))
})

t.test('bytes that are kept keep nothing else', async (t) => {
  for (const content of ['é', '', 'x'.repeat(5000), gzipSync('x'.repeat(2000))]) {
    const own = ownBytes(content)
    t.ok(own.equals(Buffer.from(content)))
    t.equal(own.buffer.byteLength, own.length)
  }
})
