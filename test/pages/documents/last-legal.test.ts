/** Limits of texts, at the last value that is legal and at the next one. */
import t from 'tap'
import { fit } from '../../../moving/fit.ts'
import type { FeedPost } from '../../../db/posts/feed.ts'
import { writeEntries, type Entry } from '../../../plugins/feeds/entries.ts'
import { refusalOf } from '../../../plugins/files/pictures.ts'
import { fileName } from '../../../plugins/files/names.ts'
import { excerpt, markWords, queryIn, wordsIn } from '../../../plugins/front/words.ts'
import { descriptionOf } from '../../../plugins/live/head.tsx'
import { headlineOf, plainText } from '../../../plugins/pages/markup.tsx'
import { Refusal } from '../../../plugins/outgoing/addresses.ts'
import { reasonOf } from '../../../moving/following/follower.ts'
import { wholeText } from '../../../moving/formats/encoding.ts'
import { dateOf } from '../../../moving/formats/json.ts'
import { momentOf } from '../../../moving/formats/wordpress-text.ts'
import { describePage } from '../../../plugins/url-info/page.ts'

t.test('a search has at most 200 characters and 10 words', async (t) => {
  for (const [text, state] of [
    ['', 'empty'],
    [' .,- ', 'empty'],
    [` ${'x'.repeat(200)} `, 'ready'],
    ['x'.repeat(201), 'too long'],
    ['x '.repeat(10), 'ready'],
    ['x '.repeat(11), 'too long']
  ] as const) {
    t.equal(queryIn(text).state, state, `${text.length} characters`)
  }
  t.equal(queryIn('x'.repeat(201)).text.length, 200, 'the box shows what fits')
  t.match(queryIn(['a', 'b']), { text: '', state: 'empty' })
})

t.test('words match without case and accents, and as beginnings if they have three letters', async (t) => {
  t.same(wordsIn('Écluse, Ñandú; don’t 3x'), ['ecluse', 'nandu', 'don', 't', '3x'])
  const marked = (text: string, ...words: string[]) =>
    markWords(text, words).map((part) => (part.isMarked ? `[${part.text}]` : part.text))
  t.same(marked('The Écluses by the sea', 'ecluse', 'se'), ['The ', '[Écluses]', ' by the sea'])
  t.same(marked('Sea seal', 'sea'), ['[Sea]', ' ', '[seal]'])
  t.same(marked('se sea', 'se'), ['[se]', ' sea'])
})

t.test('an excerpt has at most 260 characters, 60 of them before the first word', async (t) => {
  const before = (length: number) => `${'x '.repeat(100).slice(0, length)}word`
  t.equal(excerpt(before(60), ['word']), before(60))
  t.equal(excerpt(before(62), ['word']), `…${before(62).slice(4)}`, 'whole words only')
  const after = (length: number) => 'x '.repeat(200).slice(0, length)
  t.equal(excerpt(after(260), ['word']), after(260))
  t.equal(excerpt(after(261), ['word']), `${after(259)}…`)
  t.equal(excerpt('x'.repeat(300), ['word']), `${'x'.repeat(260)}…`, 'a text without spaces')
})

t.test('descriptions have 200 characters, and headlines 100', async (t) => {
  for (const [shown, length] of [
    [descriptionOf, 200],
    [headlineOf, 100]
  ] as const) {
    t.equal(shown('x'.repeat(length)), 'x'.repeat(length))
    t.equal(shown('x'.repeat(length + 1)), `${'x'.repeat(length)}…`)
    t.equal(shown(`a ${'x'.repeat(length)}`), 'a…', 'whole words only')
  }
  t.equal(headlineOf(`<p>${'x'.repeat(98)}. More</p>`), `${'x'.repeat(98)}.`, 'a sentence')
  t.equal(headlineOf('<p>Too short. A headline has more</p>'), 'Too short. A headline has more')
})

t.test('the text of markup has a line for each block, and nothing that is hidden', async (t) => {
  for (const [markup, text] of [
    ['<p>a  <b>b</b></p><p>c', 'a b\nc'],
    ['a<ul><li>b<li>c</ul>d', 'a\nb\nc\nd'],
    ['a<br>b<img src="x">c', 'a\nb\nc'],
    ['a<script>b</script>c<style>d</style><template>e</template>', 'a\nc']
  ] as const) {
    t.equal(plainText(markup), text, markup)
  }
})

t.test('an entry of a feed has 20,000 bytes, and a feed 100,000', async (t) => {
  const post: FeedPost = {
    ...{ Id: 1, Blog: 1, Uuid: 'u', AuthorName: 'Ada', Content: 'Short' },
    ...{ PublishedOn: new Date(0), UpdatedOn: new Date(0) }
  }
  const entry: Entry = { url: 'u', uuid: 'u', title: 't', author: 'a', published: 'p', updated: 'u', html: '' }
  const lengths = (bytes: readonly number[], head = 0, page = {}) => {
    const htmls = bytes.map((length) => 'é'.repeat(length / 2) + 'x'.repeat(length % 2))
    const entries = htmls.map((html) => ({ ...entry, html }))
    return writeEntries(
      htmls.map(() => post),
      () => entries.shift() ?? entry,
      ({ html }) => html,
      page,
      head
    ).map((text) => Buffer.byteLength(text))
  }
  t.same(lengths([20_000]), [20_000])
  t.ok(Number(lengths([20_001])[0]) < 1100, 'of a longer one, its first 500 characters')
  t.same(lengths([19_999, 19_999, 19_999, 19_999, 19_999]).length, 5)
  t.same(lengths([19_999, 19_999, 19_999, 19_999, 19_999], 1).length, 4)
  const range = { range: { from: 1, to: 2 } }
  t.same(lengths([19_999, 19_999, 19_999, 19_999, 19_999, 9], 1, range).length, 6, 'a page of the archive has all')
})

t.test('names of files have 255 characters', async (t) => {
  t.equal(fileName(`C:\\pictures\\${'x'.repeat(256)}`), 'x'.repeat(255))
  t.equal(fileName('/a/b\u0007\nc.jpg'), 'b c.jpg')
  t.equal(fileName(undefined), 'file')
  t.equal(fileName(''), 'file')
})

t.test('a picture that cannot be read is refused for what people can change', async (t) => {
  for (const [error, reason] of [
    [new Error('timeout: 81% complete'), 'takes longer than 45 seconds to process; make it smaller'],
    [new Error('pngload: libspng read error'), 'cannot be read as WebP; it is damaged or cut off']
  ] as const) {
    t.match(refusalOf(error, 'webp'), { statusCode: 400, errors: [{ place: 'file', reason }] })
  }
  const refusal = Object.assign(new Error('timeout'), { statusCode: 413 })
  for (const other of [refusal, 'no error']) t.equal(refusalOf(other, 'webp'), other)
})

t.test('of a web page, 1000 characters of its texts and 10 pictures are shown', async (t) => {
  const url = new URL('https://a.example/x%20y.html')
  const describe = (html: string, type = 'text/html; charset=utf-8') => describePage(url, url, type, Buffer.from(html))
  const pictures = Array.from({ length: 11 }, (_, n) => `<img src="${n}.png"><img src="${n}.png">`).join('')
  const page = describe(`<title>${'x'.repeat(1001)}</title><meta name="description" content=" a  b ">${pictures}`)
  t.match(page, { Title: 'x'.repeat(1000), Description: 'a b', ContentType: 'text/html' })
  t.same(
    page.Picture,
    Array.from({ length: 10 }, (_, n) => `https://a.example/${n}.png`)
  )
  const nested = (count: number) => describe(`${'<div>'.repeat(count)}<img src="0.png">`).Picture
  t.same(nested(999), ['https://a.example/0.png'], 'a thousand elements may be open')
  t.same(nested(1000), [])
  t.match(describe('', 'image/png'), { Title: 'x y.html', ContentType: 'image/png', Picture: [] })
  const icon = (href: string) => `<link rel="icon" href="${href}">`
  const icons = `<link rel="shortcut icon" href="javascript:x">${icon('i.png')}${icon('later.png')}`
  t.match(describe(icons), { SiteIcon: 'https://a.example/i.png' }, 'the first icon with a web address')
})

t.test('a page or JSON Feed to import has 32 Mi characters', async (t) => {
  const piece = Buffer.alloc(1024 * 1024, 'x')
  async function* source(pieces: number, end = '') {
    for (let number = 0; number < pieces; number += 1) yield piece
    yield Buffer.from(end)
  }
  t.equal((await wholeText(source(32))).length, 33_554_432)
  await t.rejects(wholeText(source(32, 'x')), { message: 'The source has more than 33554432 characters' })
})

t.test('posts of other services are cut to what fits, and the loss is named', async (t) => {
  const fitted = (more: object) =>
    fit(
      { kind: 'post', id: '1', state: 'published', type: 'normal', content: 'x', meta: {}, ...more },
      new Set(['normal'])
    )
  for (const [property, max, what] of [
    ['content', 65535, 'content'],
    ['author', 255, 'author'],
    ['returnNote', 2000, 'note'],
    ['commentSource', 100, 'comment form']
  ] as const) {
    const legal = fitted({ [property]: 'x'.repeat(max) })
    t.same([legal.post[property], legal.losses], ['x'.repeat(max), []], property)
    const long = fitted({ [property]: 'x'.repeat(max + 1) })
    t.equal(long.post[property], 'x'.repeat(max))
    const why = `The ${what} has ${max + 1} characters; only the first ${max} were kept.`
    t.match(long.losses, [{ what: 'length', why }])
  }
  t.equal(fitted({ content: `${'x'.repeat(65534)}🚪` }).post.content, 'x'.repeat(65534), 'no half of a character')
  t.equal(fitted({ content: `${'x'.repeat(65533)}<b>` }).post.content, 'x'.repeat(65533), 'nor of a tag')
  t.equal(fitted({ id: 'x'.repeat(500) }).post.id, 'x'.repeat(500))
  t.match(fitted({ id: 'x'.repeat(501) }).post.id, /^sha256:[0-9a-f]{64}$/)
  t.match(fitted({ id: '' }).post.id, /^sha256:/)
  for (const [position, kept] of [
    [`${'1'.repeat(40)}.${'1'.repeat(40)}`, true],
    ['1'.repeat(41), false],
    [`1.${'1'.repeat(41)}`, false]
  ] as const) {
    t.equal(fitted({ position }).post.position, kept ? position : undefined, `${position.length} digits`)
  }
  t.equal(fitted({ meta: { url: '\ud83d' } }).post.metaText, '{"url":"\ufffd"}', 'nor half of a character in meta data')
  t.same(fitted({ metaText: 'x'.repeat(65535) }).losses, [])
  t.match(fitted({ metaText: 'x'.repeat(65536) }), { post: { meta: {} }, losses: [{ what: 'meta data' }] })
  t.match(fitted({ type: 'hologram', author: 'Ann <ann@example.org>' }), {
    post: { type: 'normal', author: 'Ann' },
    losses: [{ what: 'type' }, { what: 'e-mail address' }]
  })
})

t.test('editors read why a blog cannot be followed, and nothing about the network', async (t) => {
  const named = (name: string) => Object.assign(new Error('secret'), { name })
  const coded = (code: string, name = 'Error') => Object.assign(named(name), { code })
  for (const [error, reason] of [
    [new Refusal('must be https'), 'The address must be https'],
    [
      new Refusal('must be public'),
      'The address must be public. The operator may allow private networks (FOLLOW_PRIVATE)'
    ],
    [new Error('The blog is gone'), 'The blog is gone'],
    [new Error('connect ECONNREFUSED 10.0.0.1'), 'The other service cannot be read'],
    [new DOMException('The request takes too long', 'TimeoutError'), 'The other service did not answer in time'],
    [named('PostgresError'), 'The database of this service refused a change'],
    [coded('22P02', 'PostgresError'), 'The database of this service refused a change'],
    [coded('57014', 'PostgresError'), 'The database of this service did not answer'],
    [coded('CONNECTION_CLOSED'), 'The database of this service did not answer'],
    [coded('CONNECT_TIMEOUT'), 'The database of this service did not answer'],
    [coded('ECONNRESET'), 'The other service cannot be read'],
    [coded('CERT_HAS_EXPIRED'), 'The other service cannot be read: the certificate of the server has expired'],
    [coded('CERT_NOT_YET_VALID'), 'The other service cannot be read: the certificate of the server is not valid yet'],
    [
      coded('ERR_TLS_CERT_ALTNAME_INVALID'),
      'The other service cannot be read: the certificate of the server is that of another host'
    ],
    ['secret', 'Following failed']
  ] as const) {
    t.equal(reasonOf(error), reason)
  }
})

t.test('the years of a date are 1970 to 9999; WordPress writes earlier ones for what has no date', async (t) => {
  t.same(momentOf('1970-01-01 00:00:00'), new Date(0))
  for (const text of ['1969-12-31 23:59:59', '0000-00-00 00:00:00', 'soon', '']) {
    t.equal(momentOf(text), undefined, text)
  }
  t.same(dateOf('9999-12-31T23:59:59Z'), new Date('9999-12-31T23:59:59Z'))
  t.equal(dateOf('+010000-01-01T00:00:00Z'), undefined)
})
