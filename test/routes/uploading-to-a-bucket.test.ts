/** Uploads to an S3 bucket behave like uploads to a folder. */
import { utimes } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { buildApp } from '../../app.ts'
import { readConfig } from '../../config.ts'
import { build } from '../support/app.ts'
import { startBucket } from '../support/bucket.ts'
import { photograph, recording } from '../support/media.ts'
import { expectProblem } from './problem.ts'
import { archiveOf, bodyWith, filesIn, pathOf, uploader } from './uploads.ts'
import { documentOf } from './wire.ts'
import { until } from '../support/until.ts'

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
  const part = await get(Content, { range: 'bytes=5-9' })
  t.same(
    { statusCode: part.statusCode, 'content-range': part.headers['content-range'] },
    { statusCode: 206, 'content-range': `bytes 5-9/${file.length}` }
  )
  t.ok(part.rawPayload.equals(file.subarray(5, 10)))
  t.equal((await get(Content, { range: `bytes=${file.length}-` })).statusCode, 416)
  const head = await get(Content, {}, 'HEAD')
  t.same(
    { statusCode: head.statusCode, 'content-length': head.headers['content-length'], body: head.body },
    { statusCode: 200, 'content-length': `${file.length}`, body: '' }
  )
  t.equal((await get(Content, { 'if-none-match': String(whole.headers['etag']) })).statusCode, 304)
  t.equal((await app.inject('/content/files/nothing.mp3')).statusCode, 404)

  const { Content: picture, Thumbnail } = await upload(await photograph(), '?thumbSize=tiny')
  t.equal((await get(Thumbnail)).headers['content-type'], 'image/webp')
  const stored = await names()
  t.equal(new Set(stored.map((name) => name.replace(/\._S3rver_object$/, ''))).size, 7)
  t.same(await filesIn(DATA_DIR), [], 'no file remains in the local folder')

  // The files of the picture become two hours old and have no row any more, so a starting process deletes them.
  const pictureName = pathOf(Object(picture).href).slice(1)
  await sql`
    delete from meta_infos where meta_data in (select id from meta_data where content = ${pictureName})`
  await sql`delete from meta_data where content = ${pictureName}`
  const past = new Date(Date.now() - 2 * 60 * 60 * 1000)
  for (const name of stored) await utimes(join(directory, name), past, past)
  const replica = await buildApp(readConfig({ ...settings, DATA_DIR, DATABASE_URL: built.databaseUrl }), {
    databaseUrl: built.databaseUrl
  })
  t.teardown(() => replica.close())
  await replica.ready()
  const left = await until(names, ({ length }) => length <= 1)
  t.equal(left.length, 1, 'the six files of the picture are deleted')
  t.equal((await get(Content)).statusCode, 200)
  t.equal((await get(picture)).statusCode, 404)

  await app.files.remove(pathOf(Object(Content).href).slice(1))
  t.equal((await get(Content)).statusCode, 404)

  const misconfigured = await build(t, { ...settings, FILES_SECRET: 'wrong' })
  const before = await archiveOf(misconfigured.sql)
  const refused = await (await uploader(misconfigured)).send(bodyWith(file))
  expectProblem(t, refused, { status: 503, kind: 'unavailable', detail: /storage is full/ })
  await stop()
  expectProblem(t, await send(bodyWith(file)), { status: 503, kind: 'unavailable' })
  t.same(await archiveOf(misconfigured.sql), before)
  t.same(await names(), [])
  t.equal((await get(Content)).statusCode, 503)
})

await t.test('the settings of a bucket must be set together', async (t) => {
  t.throws(
    () => readConfig({ FILES_BUCKET: 'b', FILES_SECRET: 's' }),
    /FILES_ENDPOINT and FILES_KEY_ID must be set too/
  )
  t.throws(() => readConfig({ FILES_ENDPOINT: 'somewhere' }), /FILES_ENDPOINT/)
})
