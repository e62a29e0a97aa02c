/** Bodies in a media type, or in an encoding, that is not read: refused, and never stored as something else than was sent. */
import t from '../../support/tap.ts'
import { build } from '../../support/app.ts'
import { documentOf } from '../wire.ts'
import { expectNothingStored, insertAddresses, stateOf } from '../state.ts'

const types = [
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
const around = (start: string, bytes: Buffer, end: string) =>
  Buffer.concat([Buffer.from(start), bytes, Buffer.from(end)])
const inJson = (bytes: Buffer) => around('{"Content":"a', bytes, 'b"}')
const inXml = (bytes: Buffer) => around('<Post><Content>a', bytes, 'b</Content></Post>')

/** Bodies whose bytes are not the UTF-8 that they would be read as. */
const encoded = [
  ['application/json; charset=iso-8859-1', inJson(latin1)],
  ['application/json; charset=utf-16', Buffer.from('{"Content":"x"}', 'utf16le')],
  ['application/json', Buffer.from('{"Content":"x"}', 'utf16le')],
  ['application/json', inJson(latin1)],
  ['application/json', inJson(Buffer.from([0xed, 0xa0, 0x80]))],
  ['application/json', inJson(Buffer.from([0xc0, 0x80]))],
  ['application/json', inJson(Buffer.from([0xf0, 0x9f, 0x9a]))],
  ['application/xml; charset=iso-8859-1', inXml(latin1)],
  ['application/xml; charset=iso-8859-1', around('<?xml version="1.0" encoding="ISO-8859-1"?>', inXml(latin1), '')],
  ['application/xml', around('<?xml version="1.0" encoding="ISO-8859-1"?>', inXml(latin1), '')],
  ['application/xml', inXml(latin1)],
  ['application/xml', Buffer.from('\uFEFF<Post><Content>x</Content></Post>', 'utf16le')],
  ['application/x-www-form-urlencoded', around('Content=a', latin1, 'b')]
] as const

await t.test('media types', async (t) => {
  const built = await build(t)
  const { app, sql } = built
  const authorization = await built.tokenOf('bjarki')
  const [url = ''] = insertAddresses(3)

  for (const type of types) {
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
      { status: 415, kind: 'unsupported-media-type', about: 'no media type' }
    )
  }

  await t.test('are compared without regard to case and parameters', async (t) => {
    for (const type of [
      'APPLICATION/JSON',
      'application/json;charset=UTF-8',
      'application/json; charset="utf-8"',
      'application/json ; version=1',
      'Text/Json'
    ]) {
      const made = await app.inject({
        method: 'POST',
        url,
        headers: { authorization, 'content-type': type },
        payload: '{"Content":"ä"}'
      })
      t.same([made.statusCode, documentOf(made).Content], [201, 'ä'], type)
    }
  })

  await t.test('a body that is not UTF-8 is not taken for it', async (t) => {
    for (const [type, payload] of encoded) {
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
