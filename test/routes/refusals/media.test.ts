/** Bodies in an unsupported media type or character encoding are refused, and never decoded as something else. */
import t from 'tap'
import { build } from '../../support/app.ts'
import { documentOf } from '../wire.ts'
import { expectNothingStored, insertAddresses, stateOf } from '../state.ts'

/** Media types that are not supported. */
const unsupported = [
  'text/plain',
  'image/png',
  'application/octet-stream',
  'multipart/form-data; boundary=x',
  'application/jsonx',
  'application/xml+x',
  'application/xhtml+xml',
  'application/problem+json',
  'text/javascript',
  'application/x-json',
  'json',
  'xml',
  '*/*',
  'garbage',
  '/',
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
  ['application/json; charset=utf-16', Buffer.from('{"Content":"x"}', 'utf16le')],
  ['application/json', Buffer.from('{"Content":"x"}', 'utf16le')],
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
  const built = await build(t)
  const { app, sql } = built
  const authorization = await built.tokenOf('bjarki')
  const [url = ''] = insertAddresses(3)

  for (const type of unsupported) {
    await expectNothingStored(
      t,
      built,
      { url, headers: { authorization, 'content-type': type }, payload: '{"Content":"x"}' },
      {
        status: 415,
        kind: 'unsupported-media-type',
        places: [],
        detail: /application\/xml, text\/xml, application\/json, text\/json, application\/x-www-form-urlencoded/,
        about: type
      }
    )
  }

  for (const headers of [
    { authorization, 'content-type': '' },
    { authorization, 'content-length': '15' }
  ]) {
    await expectNothingStored(
      t,
      built,
      { url, headers, payload: Buffer.from('{"Content":"x"}') },
      { status: 415, kind: 'unsupported-media-type', about: 'no Content-Type' }
    )
  }

  await t.test('media types are compared without case and parameters', async (t) => {
    for (const type of [
      'APPLICATION/JSON',
      'application/json;charset=UTF-8',
      'application/json; charset="utf-8"',
      'application/json ; version=1',
      'Text/Json'
    ]) {
      const inserted = await app.inject({
        method: 'POST',
        url,
        headers: { authorization, 'content-type': type },
        payload: '{"Content":"ä"}'
      })
      t.same(
        { statusCode: inserted.statusCode, Content: documentOf(inserted).Content },
        { statusCode: 201, Content: 'ä' },
        type
      )
    }
  })

  await t.test('a body that is not UTF-8 is refused and stores nothing', async (t) => {
    for (const [type, payload] of notUtf8) {
      const before = await stateOf(sql)
      const { statusCode, headers } = await app.inject({
        method: 'POST',
        url,
        headers: { authorization, 'content-type': type },
        payload
      })
      t.ok(statusCode === 400 || statusCode === 415, `${type} ${payload.toString('hex')}: ${statusCode}`)
      t.match(headers['content-type'], /^application\/problem\+xml/)
      t.same(await stateOf(sql), before)
    }
  })
})
