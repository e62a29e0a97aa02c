/** Uploaded files are served whole and in ranges, from a folder and from an S3 bucket. */
import { readFile, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { build, documentOf, replicaOf, until, words, wordsOf } from '../../support/index.ts'
import { recording, photograph } from '../../support/media.ts'
import { readConfig } from '../../../config.ts'
import { freePort } from '../../../db/embedded/index.ts'
import { bucket } from '../../../plugins/files/bucket.ts'
import { startBucket } from '../../support/bucket.ts'
import { collectGarbage } from '../../support/garbage.ts'
import { site } from '../../support/sites.ts'
import { bodyWith, pathOf, uploader, archiveOf, filesIn, PHOTOGRAPH_FILES } from '../uploads.ts'

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
      'cross-origin-resource-policy': 'cross-origin',
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
      t.has(
        { statusCode, headers },
        {
          statusCode: 206,
          headers: { 'content-range': `bytes ${start}-${end}/${length}`, 'content-length': `${end - start + 1}` }
        },
        range
      )
      t.ok(rawPayload.equals(file.subarray(start, end + 1)), range)
      t.same([(await get({ range }, 'HEAD')).headers['content-range']], [`bytes ${start}-${end}/${length}`])
    }
    for (const range of [`bytes=${length}-`, `bytes=${length * 9}-${length * 10}`, 'bytes=-0']) {
      const { statusCode, headers, body } = await get({ range })
      const shown = { statusCode, body, headers }
      t.has(shown, { statusCode: 416, body: '', headers: { 'content-range': `bytes */${length}` } }, range)
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
    const ofApache = `${etag.slice(0, -1)}-gzip"`
    for (const condition of [etag, `W/${etag}`, `"a", ${etag}`, '*', ofApache]) {
      const { statusCode, body, headers } = await get({ 'if-none-match': condition })
      t.same({ statusCode, body, etag: headers['etag'] }, { statusCode: 304, body: '', etag }, condition)
    }
    t.equal((await get({ 'if-none-match': '"other"' })).statusCode, 200)
  })

  await t.test('an address that is not a stored file is 404', async (t) => {
    for (const name of [
      ...words`nothing.jpg ..%2f..%2fpackage.json %2e%2e%2fincoming incoming .. %00.jpg a%00.jpg x.svg x.html .jpg`,
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

await t.test('files in a bucket are stored, served and deleted like files in a folder', async (t) => {
  const { settings, directory, names, stop } = await startBucket(t)
  const DATA_DIR = t.testdir()
  const built = await build(t, { ...settings, DATA_DIR })
  const { app, sql } = built
  const { send } = await uploader(built)
  const upload = async (file: Buffer, query = '') => documentOf(await send(bodyWith(file), {}, query))
  const get = (link: unknown, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
    app.inject({ method, url: pathOf(Object(link).href), headers })

  const file = await recording('horn.mp3')
  const { Content } = await upload(file)
  const whole = await get(Content)
  t.ok(whole.rawPayload.equals(file))
  t.match(whole.headers, {
    'content-type': 'audio/mpeg',
    'content-length': `${file.length}`,
    'cache-control': /immutable/
  })
  const [object = ''] = await names()
  const { 'content-type': media } = JSON.parse(
    await readFile(join(directory, object.replace(/object$/, 'metadata.json')), 'utf8')
  )
  t.equal(media, 'audio/mpeg', 'other programs that read the bucket learn it, too')
  const part = await get(Content, { range: 'bytes=5-9' })
  t.has(part, { statusCode: 206, headers: { 'content-range': `bytes 5-9/${file.length}` } })
  t.ok(part.rawPayload.equals(file.subarray(5, 10)))
  t.equal((await get(Content, { range: `bytes=${file.length}-` })).statusCode, 416)
  const head = await get(Content, {}, 'HEAD')
  t.has(head, { statusCode: 200, body: '', headers: { 'content-length': `${file.length}` } })
  t.equal((await get(Content, { 'if-none-match': String(whole.headers['etag']) })).statusCode, 304)
  t.equal((await app.inject('/content/files/nothing.mp3')).statusCode, 404)
  const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length
  const before = timers()
  for (let count = 0; count < 20; count += 1) await get(Content)
  t.ok(timers() < before + 20, 'no timer ends the transfer of a file that has begun')

  const { Content: picture, Thumbnail } = await upload(await photograph(), '?thumbSize=tiny')
  t.equal((await get(Thumbnail)).headers['content-type'], 'image/webp')
  const stored = await names()
  t.equal(new Set(stored.map((name) => name.replace(/\._S3rver_object$/, ''))).size, 1 + PHOTOGRAPH_FILES)
  t.same(await filesIn(DATA_DIR), [], 'no file remains in the local folder')

  // The files of the picture become two hours old and have no row any more, so a starting process deletes them.
  const pictureName = pathOf(Object(picture).href).slice(1)
  await sql`
    delete from meta_infos where meta_data in (select id from meta_data where content = ${pictureName})`
  await sql`delete from meta_data where content = ${pictureName}`
  const past = new Date(Date.now() - 2 * 60 * 60 * 1000)
  for (const name of stored) await utimes(join(directory, name), past, past)
  await replicaOf(t, built, { ...settings, DATA_DIR })
  const left = await until(names, ({ length }) => length <= 1)
  t.equal(left.length, 1, 'all files of the picture are deleted')
  t.equal((await get(Content)).statusCode, 200)
  t.equal((await get(picture)).statusCode, 404)

  await app.files.remove(pathOf(Object(Content).href).slice(1))
  t.equal((await get(Content)).statusCode, 404)

  const ofAnotherKey = bucket({ ...settings, FILES_REGION: 'a', FILES_SECRET: 'wrong' })
  await t.rejects(ofAnotherKey.list('', '', 1), { message: /^http:\S+ answers GET with 403 SignatureDoesNotMatch$/ })
  const misconfigured = await build(t, { ...settings, FILES_SECRET: 'wrong' })
  const archived = await archiveOf(misconfigured.sql)
  const refused = await (await uploader(misconfigured)).send(bodyWith(file))
  const notStored = '503 The file could not be stored: the storage is full or cannot be reached; try again later'
  t.equal(wordsOf(refused), notStored)
  await stop()
  t.equal(wordsOf(await send(bodyWith(file))), notStored)
  t.same(await archiveOf(misconfigured.sql), archived)
  t.same(await names(), [])
  t.equal(wordsOf(await get(Content)), '503 Files cannot be read now; try again shortly')
})

await t.test('a bucket that sends other bytes than were asked for, or nothing, is away', async (t) => {
  const { origin } = await site(t, ({ url = '' }, response) => {
    if (url.endsWith('silent.mp3')) setTimeout(collectGarbage, 100)
    else response.setHeader('content-length', 9).end('all bytes')
  })
  const settings = { FILES_ENDPOINT: origin, FILES_BUCKET: 'a', FILES_KEY_ID: 'a', FILES_SECRET: 'a' }
  const { app } = await build(t, { ...settings, DATA_DIR: t.testdir() })
  t.equal((await app.inject('/content/files/a.mp3')).body, 'all bytes')
  const answer = await app.inject({ url: '/content/files/a.mp3', headers: { range: 'bytes=4-' } })
  t.equal(wordsOf(answer), '503 Files cannot be read now; try again shortly')
  const store = bucket({ ...settings, FILES_REGION: 'a' }, 1000)
  await t.rejects(store.sizeOf('silent.mp3'), { message: `${origin} does not answer` })
  const port = await freePort()
  for (const host of ['127.0.0.1', 'localhost']) {
    const closed = bucket({ ...settings, FILES_ENDPOINT: `http://${host}:${port}`, FILES_REGION: 'a' })
    await t.rejects(closed.sizeOf('a.mp3'), {
      message: new RegExp(`^http://${host}:${port} cannot be reached: .*ECONNREFUSED`)
    })
  }
})

await t.test('the settings of a bucket must be set together', async (t) => {
  t.throws(
    () => readConfig({ FILES_BUCKET: 'b', FILES_SECRET: 's' }),
    /FILES_ENDPOINT and FILES_KEY_ID must be set too/
  )
  t.throws(() => readConfig({ FILES_ENDPOINT: 'somewhere' }), /FILES_ENDPOINT/)
})

await t.test('another account than the one that has stored a file can read it', async (t) => {
  const built = await build(t)
  const { send } = await uploader(built)
  const umask = process.umask(0o077)
  t.teardown(() => process.umask(umask))
  t.equal((await send(bodyWith(await photograph()))).statusCode, 201)
  const files = await filesIn(built.dataDir)
  t.equal(files.length, PHOTOGRAPH_FILES)
  const modes = await Promise.all(
    files.map(async (name) => (await stat(join(built.dataDir, 'files', name))).mode & 0o777)
  )
  t.same(new Set(modes), new Set([0o644]))
})
