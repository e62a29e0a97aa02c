/** Bodies in XML, and in media types that are refused. */
import { gzipSync } from 'node:zlib'
import t from 'tap'
import { golden } from '../../support/golden.ts'
import { build, documentOf, expectNothingStored, insertAddresses, words } from '../../support/index.ts'

const url = '/resources/Desk/Blog/3/Post/Publish'
const post = (inner: string) => `<Post>${inner}</Post>`
const content = '<Content>x</Content>'
const nested = (depth: number, inner = '') => '<a>'.repeat(depth) + inner + '</a>'.repeat(depth)

/** Bodies that cannot be parsed, or that use refused features of XML. The problem states line and column. */
const unreadable = [
  ['plain text', 'x'],
  ['white space', ' \n'],
  ['a comment and nothing else', '<!-- x -->'],
  ['a declaration and nothing else', '<?xml version="1.0"?>'],
  ['an unclosed element', '<Post><Content>x'],
  ['elements that cross', '<Post><Content>x</Post></Content>'],
  ['two roots', post(content) + post(content)],
  ['text after the root', `${post(content)}x`],
  ['text before the root', `x${post(content)}`],
  ['a bare ampersand', post('<Content>a & b</Content>')],
  ['a bare less-than', post('<Content>a < b</Content>')],
  ['an unclosed CDATA section', post('<Content><![CDATA[x</Content>')],
  ['the end of a CDATA section', post('<Content>a]]>b</Content>')],
  ['a comment with two hyphens', post(`<!-- a -- b -->${content}`)],
  ['an invalid element name', '<1>x</1>'],
  ['an attribute without quotes', `<Post href=x>${content}</Post>`],
  ['an attribute twice', `<Post href="a" href="b">${content}</Post>`],
  ['a late declaration', ` <?xml version="1.0"?>${post(content)}`],
  ['an HTML entity', post('<Content>a&nbsp;b</Content>')],
  ['an unknown entity', post('<Content>&xxe;</Content>')],
  ['an unclosed entity', post('<Content>&amp x</Content>')],
  ['a DOCTYPE', `<!DOCTYPE Post>${post(content)}`],
  ['a DOCTYPE with an address', `<!DOCTYPE Post SYSTEM "http://127.0.0.1:9/post.dtd">${post(content)}`],
  ['an internal entity', `<!DOCTYPE Post [<!ENTITY a "b">]>${post('<Content>&a;</Content>')}`],
  ['an external entity', `<!DOCTYPE Post [<!ENTITY a SYSTEM "file:///etc/passwd">]>${post('<Content>&a;</Content>')}`],
  ['a parameter entity', `<!DOCTYPE Post [<!ENTITY % a SYSTEM "http://127.0.0.1:9/a">%a;]>${post(content)}`],
  [
    'an entity bomb',
    `<!DOCTYPE Post [<!ENTITY a0 "ha">${Array.from(
      { length: 30 },
      (_, n) => `<!ENTITY a${n + 1} "&a${n};&a${n};">`
    ).join('')}]>${post('<Content>&a30;</Content>')}`
  ],
  ['a processing instruction', `<?go now?>${post(content)}`],
  ['a processing instruction inside', post(`${content}<?go now?>`)],
  ['a style sheet', `<?xml version="1.0"?><?xml-stylesheet href="x"?>${post(content)}`],
  ['elements 10,000 deep', nested(10_000)],
  ['elements 10,000 deep and unclosed', '<a>'.repeat(10_000)],
  ['a post 10,000 deep', '<Post>'.repeat(10_000) + content + '</Post>'.repeat(10_000)],
  ['a content 10,000 deep', post(`<Content>${nested(10_000, 'x')}</Content>`)],
  ['elements 100,000 deep', '<a>'.repeat(100_000)],
  ['an element twice', post(content + content)],
  ['text next to elements', post(`x${content}`)],
  ['text in an element with href', post(`${content}<Type href="/resources/Data/PostType/wrapup">wrapup</Type>`)],
  ['an address as an attribute and as an element', post(`${content}<Type href="a"><href>a</href></Type>`)],
  ['markup that is not escaped', post('<Content>a <b>bold</b> word</Content>')],
  ['an unknown attribute', `<Post id="5">${content}</Post>`],
  ['a namespace', `<Post xmlns="urn:x">${content}</Post>`],
  ...[
    ...words`&#0; &#1; &#x1F; &#xB; &#xD800; &#xDFFF; &#xFFFE; &#xFFFF; &#x110000; &#; &#x; &#-1;`,
    '\0',
    '\u0001',
    '\u000B',
    '\u001F',
    '\uFFFE',
    '\uFFFF'
  ].map(
    (character) =>
      [`the character ${encodeURIComponent(character)}`, post(`<Content>a${character}b</Content>`)] as const
  )
] as const

/** Bodies that are parsed but are not a valid post, with the places in the problem. */
const invalid = [
  ['another root', '<Blog><Content>x</Content></Blog>', ['Blog', 'Content']],
  ['a root in small letters', '<post><Content>x</Content></post>', ['Content', 'post']],
  ['a root with a prefix', '<p:Post><Content>x</Content></p:Post>', ['Content', 'p:Post']],
  ['an empty root', '<Post/>', ['Content']],
  ['a root with text', '<Post>x</Post>', ['body']],
  ['no content', post('<Type>normal</Type>'), ['Content']],
  ['an unknown element', post(`${content}<Title>x</Title>`), ['Title']],
  ['two unknown elements', post(`${content}<Title>x</Title><__proto__>x</__proto__>`), ['Title', '__proto__']],
  [
    'fields that only the service sets',
    post(
      `${content}<Id>5</Id><CId>5</CId><IsPublished>True</IsPublished>` +
        '<CreatedOn>1/2/26 3:04 AM</CreatedOn><Order>1</Order><Blog>1</Blog>'
    ),
    ['Id', 'CId', 'IsPublished', 'CreatedOn', 'Order', 'Blog']
  ],
  ['content with elements', post('<Content><b>x</b></Content>'), ['Content']],
  ['a type with two elements', post(`${content}<Type><Key>normal</Key><Id>1</Id></Type>`), ['Type']],
  ['an unknown type', post(`${content}<Type>wrap-up</Type>`), ['Type']],
  ['an unknown type by its key', post(`${content}<Type><Key>Normal</Key></Type>`), ['Type']],
  ['meta data that is no JSON', post(`${content}<Meta>{"a":</Meta>`), ['Meta']],
  ['meta data that is not an object', post(`${content}<Meta>[1]</Meta>`), ['Meta']],
  ['an author that is not an id', post(`${content}<Author>bjarki</Author>`), ['Author']],
  ['a creator that is not an id', post(`${content}<Creator>-1</Creator>`), ['Creator']],
  ['an address of the post', `<Post href="/resources/Desk/Blog/3/Post/1">${content}</Post>`, ['href']],
  ['an address of the content', post('<Content href="/resources/Desk/Blog/3/Post/1"/>'), ['Content']],
  ['a type that leads elsewhere', post(`${content}<Type href="/resources/Data/SourceType/xml"/>`), ['Type']],
  [
    'a type that contradicts its address',
    post(`${content}<Type href="/resources/Data/PostType/wrapup"><Key>normal</Key></Type>`),
    ['Type']
  ],
  ['a content that is empty', post('<Content/>'), ['Content']],
  ['a content that is too long', post(`<Content>${'x'.repeat(65536)}</Content>`), ['Content']]
] as const

const built = await build(t)

await t.test('an invalid XML body is refused and stores nothing', async (t) => {
  const headers = { authorization: await built.tokenOf('bjarki'), 'content-type': 'application/xml' }
  const lines: string[] = []
  const refuse = async (about: string, payload: string | undefined, places: readonly string[]) => {
    const request = { url, headers, ...(payload !== undefined && { payload }) }
    const words = await expectNothingStored(t, built, request, { kind: 'bad-body', places, about })
    lines.push(`${about}: ${words}\n`)
  }

  for (const [about, payload] of unreadable) await refuse(about, payload, ['body'])
  for (const text of ['AT&T', 'a & b', '&amp x', 'a &', '<!-- & --><![CDATA[&]]>&']) {
    await refuse(`the text ${text}`, post(`\n<Content>${text}</Content>`), ['body'])
  }
  for (const [about, payload, places] of invalid) await refuse(about, payload, places)
  await refuse('an empty body', '', ['body'])
  await refuse('no body', undefined, ['body'])
  await golden(t, 'refused-xml.txt', Buffer.from(lines.join('')))
})

const READABLE =
  '415 Send the body as application/xml, text/xml, application/json, text/json, application/x-www-form-urlencoded, ' +
  'and say which in Content-Type'

/** Media types that are not supported. */
const unsupported = [
  'text/plain',
  'image/png',
  'application/octet-stream',
  'multipart/form-data; boundary=x',
  ...words`
    application/jsonx application/xml+x application/xhtml+xml application/problem+json text/javascript
    application/x-json json xml */* garbage /`,
  'application/json, application/xml',
  'text/xml2'
]

const latin1 = Buffer.from('é', 'latin1')
const wrap = (start: string, bytes: Buffer, end: string) => Buffer.concat([Buffer.from(start), bytes, Buffer.from(end)])
const inJson = (bytes: Buffer) => wrap('{"Content":"a', bytes, 'b"}')
const inXml = (bytes: Buffer) => wrap('<Post><Content>a', bytes, 'b</Content></Post>')

/** Media types, each with a body that is not valid UTF-8 or that declares another encoding. */
const notUtf8 = [
  ['application/json; charset=iso-8859-1', inJson(latin1)],
  ['application/json', inJson(latin1)],
  ['application/json', inJson(Buffer.from([0xed, 0xa0, 0x80]))],
  ['application/json', inJson(Buffer.from([0xc0, 0x80]))],
  ['application/json', inJson(Buffer.from([0xf0, 0x9f, 0x9a]))],
  ['application/xml; charset=iso-8859-1', inXml(latin1)],
  ['application/xml; charset=iso-8859-1', wrap('<?xml version="1.0" encoding="ISO-8859-1"?>', inXml(latin1), '')],
  ['application/xml', wrap('<?xml version="1.0" encoding="ISO-8859-1"?>', inXml(latin1), '')],
  ['application/xml', inXml(latin1)],
  ['application/xml', Buffer.from('\uFEFF<Post><Content>x</Content></Post>', 'utf16le')],
  ['application/x-www-form-urlencoded', wrap('Content=a', latin1, 'b')]
] as const

await t.test('a body in an unsupported media type or encoding is refused', async (t) => {
  const authorization = await built.tokenOf('bjarki')
  const [url = ''] = insertAddresses(3)

  for (const type of unsupported) {
    const request = { url, headers: { authorization, 'content-type': type }, payload: '{"Content":"x"}' }
    const words = await expectNothingStored(t, built, request, { kind: 'unsupported-media-type', about: type })
    t.equal(words, READABLE, type)
  }

  for (const headers of [
    { authorization, 'content-type': '' },
    { authorization, 'content-length': '15' }
  ]) {
    const request = { url, headers, payload: Buffer.from('{"Content":"x"}') }
    t.equal(await expectNothingStored(t, built, request, { kind: 'unsupported-media-type' }), READABLE)
  }

  await t.test('media types are compared without case and parameters', async (t) => {
    for (const type of [
      'APPLICATION/JSON',
      'application/json;charset=UTF-8',
      'application/json; charset="utf-8"',
      'application/json ; version=1',
      'Text/Json'
    ]) {
      const headers = { authorization, 'content-type': type }
      const inserted = await built.app.inject({ method: 'POST', url, headers, payload: '{"Content":"ä"}' })
      const shown = { statusCode: inserted.statusCode, Content: documentOf(inserted).Content }
      t.same(shown, { statusCode: 201, Content: 'ä' }, type)
    }
  })

  await t.test('a body that is not UTF-8 is refused and stores nothing', async (t) => {
    for (const [type, payload] of notUtf8) {
      const request = { url, headers: { authorization, 'content-type': type }, payload }
      const words = await expectNothingStored(t, built, request, { kind: 'bad-body' })
      const refusal = '400 The body could not be read, nothing was stored: it is not UTF-8\n    body it is not UTF-8'
      t.equal(words, refusal, `${type} ${payload.toString('hex')}`)
    }
  })

  await t.test('a compressed body is refused, and its header alone is no reason', async (t) => {
    const headers = { authorization, 'content-type': 'application/json', 'content-encoding': 'gzip' }
    const request = { url, headers, payload: gzipSync('{"Content":"x"}') }
    const reason = 'its Content-Encoding is not supported; send it uncompressed'
    const refusal = `400 The body could not be read, nothing was stored: ${reason}\n    body ${reason}`
    t.equal(await expectNothingStored(t, built, request, { kind: 'bad-body' }), refusal)
    const plain = { ...request, headers: { ...headers, 'content-encoding': 'utf-8' }, payload: '{"Content":"x"}' }
    t.equal((await built.app.inject({ method: 'POST', ...plain })).statusCode, 201)
  })
})
