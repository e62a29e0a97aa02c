/** Uploaded files are served whole and in ranges, immutable, and with headers that forbid scripts. */
import t from 'tap'
import { build } from '../support/app.ts'
import { recording } from '../support/media.ts'
import { bodyWith, pathOf, uploader } from './uploads.ts'
import { documentOf } from './wire.ts'

await t.test('an uploaded file is served', async (t) => {
  const built = await build(t)
  const { app } = built
  const { send } = await uploader(built)
  const file = await recording('horn.mp3')
  const { Content } = documentOf(await send(bodyWith(file, '../../etc/passwd\0.mp3')))
  const url = pathOf(Object(Content).href)
  const get = (headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
    app.inject({ method, url, headers })
  const whole = await get()

  await t.test('the headers make it cacheable for a year and forbid scripts', async (t) => {
    t.match(whole.headers, {
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': 'audio/mpeg',
      'content-length': `${file.length}`,
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
      'accept-ranges': 'bytes',
      'access-control-allow-origin': '*',
      etag: /^"[\w.-]+"$/
    })
    t.ok(whole.rawPayload.equals(file))
    t.match(url, /^\/content\/files\/[\w-]{30}\.mp3$/, 'the address contains nothing of the name that the client sent')
    const head = await get({}, 'HEAD')
    const { date, ...headers } = head.headers
    const { date: _date, ...expected } = whole.headers
    t.same({ statusCode: head.statusCode, body: head.body, headers }, { statusCode: 200, body: '', headers: expected })
  })

  await t.test('a Range is answered 206, an unsatisfiable one 416, and an invalid one is ignored', async (t) => {
    const { length } = file
    for (const [range, start, end] of [
      ['bytes=0-0', 0, 0],
      ['bytes=10-19', 10, 19],
      [`bytes=${length - 5}-`, length - 5, length - 1],
      ['bytes=-7', length - 7, length - 1],
      [`bytes=5-${length * 9}`, 5, length - 1],
      [`bytes=-${length * 9}`, 0, length - 1]
    ] as const) {
      const { statusCode, headers, rawPayload } = await get({ range })
      t.same(
        { statusCode, 'content-range': headers['content-range'], 'content-length': headers['content-length'] },
        { statusCode: 206, 'content-range': `bytes ${start}-${end}/${length}`, 'content-length': `${end - start + 1}` },
        range
      )
      t.ok(rawPayload.equals(file.subarray(start, end + 1)), range)
      t.same([(await get({ range }, 'HEAD')).headers['content-range']], [`bytes ${start}-${end}/${length}`])
    }
    for (const range of [`bytes=${length}-`, `bytes=${length * 9}-${length * 10}`, 'bytes=-0']) {
      const { statusCode, headers, body } = await get({ range })
      t.same(
        { statusCode, 'content-range': headers['content-range'], body },
        { statusCode: 416, 'content-range': `bytes */${length}`, body: '' },
        range
      )
      t.equal(headers['cache-control'], 'no-store')
    }
    for (const range of ['bytes=5-1', 'bytes=-', 'bytes=a-b', 'items=0-1', 'bytes=0-1,4-5', 'x']) {
      t.equal((await get({ range })).statusCode, 200, range)
    }
    const etag = String(whole.headers['etag'])
    t.equal((await get({ range: 'bytes=0-1', 'if-range': etag })).statusCode, 206)
    t.equal((await get({ range: 'bytes=0-1', 'if-range': '"other"' })).statusCode, 200)
  })

  await t.test('If-None-Match with the entity tag is answered 304', async (t) => {
    const etag = String(whole.headers['etag'])
    for (const condition of [etag, `W/${etag}`, `"a", ${etag}`, '*']) {
      const { statusCode, body, headers } = await get({ 'if-none-match': condition })
      t.same({ statusCode, body, etag: headers['etag'] }, { statusCode: 304, body: '', etag }, condition)
    }
    t.equal((await get({ 'if-none-match': '"other"' })).statusCode, 200)
  })

  await t.test('an address that is not a stored file is 404', async (t) => {
    for (const name of [
      'nothing.jpg',
      '..%2f..%2fpackage.json',
      '%2e%2e%2fincoming',
      'incoming',
      '..',
      '%00.jpg',
      'a%00.jpg',
      'x.svg',
      'x.html',
      '.jpg',
      `${url.split('/').at(-1)}.huge.webp`,
      `${'x'.repeat(190)}.jpg`,
      '%2fetc%2fpasswd.jpg',
      'CON.jpg',
      '..%5c..%5cx.jpg'
    ]) {
      for (const method of ['GET', 'HEAD'] as const) {
        const { statusCode, headers } = await app.inject({ method, url: `/content/files/${name}` })
        t.equal(statusCode, 404, name)
        t.notMatch(headers['cache-control'], /immutable/)
      }
    }
    t.equal((await app.inject('/content/files/%')).statusCode, 400)
  })
})
