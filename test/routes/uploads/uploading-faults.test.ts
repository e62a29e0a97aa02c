/** Uploads that fail, are cut off or are repeated leave no additional files and rows. */
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { chmod, mkdir, open, readdir, stat, utimes, writeFile, type FileHandle } from 'node:fs/promises'
import { connect } from 'node:net'
import { basename, join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import t, { type Test } from 'tap'
import { disk, incoming } from '../../../plugins/files/disk.ts'
import { readRecording } from '../../../plugins/files/reading.ts'
import { temporaryFolder } from '../../../bench/stage/ending.ts'
import {
  build,
  converse,
  documentOf,
  each,
  expectProblem,
  listen,
  replicaOf,
  until,
  wordsOf
} from '../../support/index.ts'
import {
  emptyBoxes,
  emptyTracks,
  flickerInWebp,
  noisyPicture,
  photograph,
  picture,
  recording,
  repeatedExif,
  repeatedTag
} from '../../support/media.ts'
import { processorTime } from '../../support/processor-time.ts'
import { code } from '../../support/root.ts'
import {
  archiveOf,
  bodyOf,
  bodyWith,
  filesIn,
  pathOf,
  served,
  uploader,
  uploadsOf,
  MULTIPART,
  PHOTOGRAPH_FILES
} from '../uploads.ts'

const contentOf = (answer: Parameters<typeof documentOf>[0]) => pathOf(Object(documentOf(answer).Content).href)

await t.test('a folder that the account of the service may not write to is refused at the start', async (t) => {
  const folder = await temporaryFolder(t)
  const script = `const { incoming } = await import(process.argv[1]); await incoming(process.argv[2]).prepare()`
  // Root may write to each folder.
  const account = process.getuid?.() === 0 ? { uid: 65_534 } : {}
  const args = ['--eval', script, `${code.href}dist/plugins/files/disk.js`, folder]
  const prepare = () => promisify(execFile)(process.execPath, ['--input-type=module', ...args], account)
  await chmod(folder, 0o777)
  await prepare()
  await chmod(folder, 0o555)
  await t.rejects(prepare(), { message: /EACCES: permission denied, access/ })
})

await t.test('a file and the name that its folder has for it are on the disk once it is stored', async (t) => {
  const folder = t.testdir({ arrived: 'a', stored: {} })
  const handle = await open(join(folder, 'arrived'))
  const handles: { sync: FileHandle['sync'] } = Object.getPrototypeOf(handle)
  await handle.close()
  const { sync } = handles
  t.teardown(() => Object.assign(handles, { sync }))
  const flushed: unknown[] = []
  Object.assign(handles, {
    async sync(this: FileHandle) {
      const isFolder = (await this.stat()).isDirectory()
      flushed.push([isFolder ? 'folder' : 'file', await readdir(join(folder, 'stored'))])
      return sync.call(this)
    }
  })
  await disk(join(folder, 'stored')).put(join(folder, 'arrived'), 'name')
  t.same(flushed, [
    ['file', []],
    ['folder', ['name']]
  ])
})

await t.test('a recording of very many parts is refused in time', async (t) => {
  const folder = t.testdir()
  for (const [extension, bytes] of [
    ['webm', emptyTracks(100_000)],
    ['mp4', emptyBoxes(100_000)]
  ] as const) {
    const path = join(folder, `parts.${extension}`)
    await writeFile(path, bytes)
    const began = performance.now()
    const reading = readRecording(path, extension, 300)
    const reason = 'has so many parts that it takes too long to read; save it again with another program'
    await t.rejects(reading, { errors: [{ place: 'file', reason }] }, extension)
    t.ok(performance.now() - began < 15_000, extension)
  }
})

await t.test('a process that cannot start ends no other one', async (t) => {
  const { execPath } = process
  t.teardown(() => (process.execPath = execPath))
  process.execPath = join(t.testdir(), 'none')
  await t.rejects(readRecording('horn.mp3', 'mp3'), { code: 'ENOENT', syscall: `spawn ${process.execPath}` })
})

await t.test('requests go on while a recording of very many tags is read', async (t) => {
  const path = join(t.testdir(), 'tags.mp3')
  await writeFile(path, repeatedTag(1_000_000))
  const delay = monitorEventLoopDelay()
  delay.enable()
  t.match(await readRecording(path, 'mp3'), { Title: 'a', SampleRate: 44_100 })
  delay.disable()
  // In this process, they waited for two seconds.
  t.ok(delay.max < 1e9, `${delay.max / 1e6} ms`)
})

await t.test('a picture whose EXIF data repeats itself takes no memory', async (t) => {
  const built = await build(t)
  const { send } = await uploader(built)
  const answer = await send(bodyWith(await repeatedExif(6000, 200_000)))
  t.equal(answer.statusCode, 201, answer.body)
  const shown = await built.get(`/resources/Archive/ImageData/${documentOf(answer).Id}`)
  t.match(documentOf(shown), { CameraMake: 'Lumen' })
})

await t.test('a WebP of very many frames is refused at once', async (t) => {
  const { send } = await uploader(await build(t))
  const answer = await send(bodyWith(await flickerInWebp(2000)))
  t.equal(answer.statusCode, 201, answer.body)
  const body = bodyWith(await flickerInWebp(100_000))
  let refused = answer
  const cost = await processorTime(async () => {
    refused = await send(body)
  })
  expectProblem(t, refused, { kind: 'bad-body', places: ['file'] })
  t.match(wordsOf(refused), /has 100,000 frames; at most 2,000 are accepted/)
  // The library for pictures takes twelve seconds to count them, and minutes for as many as a file may have.
  t.ok(cost < 3000, `${cost} ms`)
})

await t.test('a file that fails before anybody reads it is refused, and ends no process', async (t) => {
  const folder = t.testdir()
  const failing = createReadStream(join(folder, 'none'))
  await t.rejects(incoming(join(folder, 'incoming')).receive(failing), { code: 'ENOENT', syscall: 'open' })
  t.same(await readdir(join(folder, 'incoming')), [])
})

await t.test('files whose sender is gone already leave nothing', async (t) => {
  const folder = t.testdir()
  const { receive } = incoming(folder)
  const gone = () => new Readable().on('error', () => {}).destroy(new Error('gone'))
  await Promise.all(Array.from({ length: 20 }, () => t.rejects(receive(gone()), { message: 'gone' })))
  const { path } = await receive(Readable.from([Buffer.from('whole')]))
  t.same(await readdir(folder), [basename(path)])
})

await t.test('an upload with an Idempotency-Key is stored once, however often it is sent', async (t) => {
  const built = await build(t, { UPLOADS_PER_HOUR: '2' })
  const { send } = await uploader(built)
  const key = { 'idempotency-key': 'once' }
  const body = bodyWith(await photograph())
  const answers = await Promise.all(Array.from({ length: 5 }, () => send(body, key)))
  t.same(each(answers, 'statusCode'), [201, 201, 201, 201, 201])
  t.same(new Set(answers.map(({ headers }) => headers['location'])).size, 1)
  const retry = await send(body, key, '?thumbSize=tiny')
  t.equal(retry.headers['location'], answers[0]?.headers['location'])
  t.equal((await filesIn(built.dataDir)).length, PHOTOGRAPH_FILES, 'the retries leave no files')

  const reused = { kind: 'key-reused', places: ['Idempotency-Key'] }
  expectProblem(t, await send(bodyWith(await picture('png')), key), reused)
  expectProblem(t, await send(bodyWith(await photograph(), 'other.jpg'), key), { ...reused, about: 'another name' })
  t.equal((await send(bodyWith('x'), { 'idempotency-key': 'refused' })).statusCode, 415)
  const status = (await send(bodyWith(await picture('png')), { 'idempotency-key': 'refused' })).statusCode
  t.equal(status, 201, 'a refused upload does not use up its key')

  const limited = await send(bodyWith(await picture('gif')))
  expectProblem(t, limited, { kind: 'too-many-requests' })
  t.equal(wordsOf(limited), '429 A user may upload at most 2 files an hour; try again later')
  t.equal(limited.headers['retry-after'], '600')
  t.equal((await send(body, key)).statusCode, 201, 'a retry is not limited')
  t.equal((await (await uploader(built, 'admin')).send(body)).statusCode, 201, 'the limit counts for each user')
  await built.sql`update meta_data set created_on = created_on - interval '61 minutes'`
  t.equal((await send(bodyWith(await picture('gif')))).statusCode, 201)
})

await t.test('simultaneous uploads do not pass the limit, and leave no files', async (t) => {
  const built = await build(t, { UPLOADS_PER_HOUR: '2' })
  const { send } = await uploader(built)
  const body = bodyWith(await photograph())
  const answers = await Promise.all(Array.from({ length: 6 }, () => send(body)))
  t.same(each(answers, 'statusCode').toSorted(), [201, 201, 429, 429, 429, 429])
  t.equal((await filesIn(built.dataDir)).length, 2 * PHOTOGRAPH_FILES)
})

await t.test('a file waits for one file of each other user, not for all of them', async (t) => {
  const built = await build(t)
  const [busy, other] = [await uploader(built, 'admin'), await uploader(built)]
  const noise = await noisyPicture(800, 800)
  const slow = bodyWith(noise)
  const finished: string[] = []
  const upload = async (name: string, { send }: typeof busy, body: Buffer) => {
    const { statusCode } = await send(body)
    finished.push(`${name} ${statusCode}`)
  }
  const uploads = Array.from({ length: 4 }, () => upload('busy', busy, slow))
  // They have all arrived.
  const isWhole = (name: string) =>
    stat(join(built.dataDir, 'files', name)).then(
      ({ size }) => size >= noise.length,
      () => false
    )
  const whole = async () => (await Promise.all((await filesIn(built.dataDir)).map(isWhole))).filter(Boolean).length
  await until(whole, (count) => count >= 4)
  await Promise.all([upload('other', other, bodyWith(await picture('gif'))), ...uploads])
  t.same(finished.toSorted(), ['busy 201', 'busy 201', 'busy 201', 'busy 201', 'other 201'])
  // The first file may not have been begun yet, and the second one may have been before the other has arrived.
  t.ok(finished.indexOf('other 201') <= 2, finished.join())
})

await t.test('ten files of a user arrive at a time, and others wait', async (t) => {
  const built = await build(t)
  const { Id, authorization, send } = await uploader(built)
  const port = await listen(built.app)
  const body = bodyWith(await photograph())
  const headTo = (path: string, others = '') =>
    `POST ${path} HTTP/1.1\r\nHost: a\r\nOrigin: http://a\r\nAuthorization: ${authorization}\r\n${others}` +
    `Content-Type: ${MULTIPART}\r\nContent-Length: ${body.length}\r\n\r\n`
  /** Sends the beginning of a file. */
  const begin = (path: string) => {
    const socket = connect({ port, host: '127.0.0.1' }).on('error', () => {})
    socket.write(Buffer.concat([Buffer.from(headTo(path)), body.subarray(0, 5000)]))
    return socket
  }
  const arriving = async () => (await filesIn(built.dataDir)).filter((name) => name.startsWith('incoming/')).length
  const sockets = Array.from({ length: 23 }, () => begin(uploadsOf(Id)))
  await until(arriving, (count) => count >= 10)
  const other = await uploader(built, 'admin')
  t.equal((await other.send(bodyWith(await picture('gif')))).statusCode, 201, 'the files of others arrive')
  await until(arriving, 10)
  for (const socket of sockets) socket.destroy()
  t.equal((await send(body)).statusCode, 201, 'those who left, also while they waited, make room')

  for (const [path, status] of [
    [uploadsOf(Id), 201],
    ['/desk/profile/picture', 303]
  ] as const) {
    const whole = Buffer.concat([Buffer.from(headTo(path, 'Connection: close\r\n')), body])
    t.equal((await converse(port, whole)).status, status, path)
    for (let count = 0; count < 20; count += 1) {
      const socket = begin(path)
      await once(built.app.server, 'request')
      socket.resetAndDestroy()
    }
    t.equal((await converse(port, whole)).status, status, `so do those who left before their file was read at ${path}`)
  }
})

await t.test('a user who loses the right while a file arrives stores nothing', async (t) => {
  const built = await build(t)
  const { send } = await uploader(built)
  const body = bodyWith(await recording('horn.flac'))
  const arriving = async function* () {
    yield body.subarray(0, 5000)
    await until(() => filesIn(built.dataDir), { length: 1 })
    await built.sql`delete from user_roles`
    yield body.subarray(5000)
  }
  const before = await archiveOf(built.sql)
  const answer = await send(Readable.from(arriving()), { 'content-length': `${body.length}` })
  expectProblem(t, answer, { kind: 'forbidden' })
  t.same(await archiveOf(built.sql), before)
  t.same(await filesIn(built.dataDir), [])
})

await t.test('an upload that is cut off leaves nothing', async (t) => {
  const built = await build(t, { UPLOAD_MB: '1' })
  const { app, sql } = built
  const { Id, authorization } = await uploader(built)
  const port = await listen(app)
  const before = await archiveOf(sql)
  const body = bodyWith(await recording('horn.flac'))
  const head = (framing: string, others = '') =>
    `POST ${uploadsOf(Id)} HTTP/1.1\r\nHost: a\r\nAuthorization: ${authorization}\r\n` +
    `Content-Type: ${MULTIPART}\r\n${framing}\r\n${others}\r\n`
  const request = (framing: string, bytes: Buffer, others = 'Connection: close\r\n') =>
    Buffer.concat([Buffer.from(head(framing, others)), bytes])
  /** Waits until the service has deleted all files. */
  const expectNoFiles = async (t: Test, about: string) => {
    await until(() => filesIn(built.dataDir), { length: 0 })
    t.pass(about)
  }

  for (const [about, framing, bytes] of [
    ['a Content-Length that is too short', `Content-Length: ${body.length - 300}`, body.subarray(0, -300)],
    [
      'a body that ends early',
      'Transfer-Encoding: chunked',
      Buffer.concat([Buffer.from('100\r\n'), body.subarray(0, 256), Buffer.from('\r\n0\r\n\r\n')])
    ]
  ] as const) {
    const answer = await converse(port, request(framing, bytes))
    t.equal(answer.status, 400, about)
    t.match(answer.body, /bad-body/, about)
    await expectNoFiles(t, about)
  }
  for (const [about, end] of [
    ['hangs up', 'end'],
    ['vanishes', 'resetAndDestroy']
  ] as const) {
    const socket = connect({ port, host: '127.0.0.1' })
    await once(socket, 'connect')
    socket.on('error', () => {})
    socket.write(request(`Content-Length: ${body.length}`, body.subarray(0, 5000)))
    await until(
      () => filesIn(built.dataDir),
      ({ length }) => length > 0
    )
    socket[end]()
    socket.destroy()
    await expectNoFiles(t, `a client that ${about}`)
  }

  const large = bodyWith(Buffer.alloc(3 * 1024 * 1024))
  const next = Buffer.from('GET /health/live HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')
  for (const [about, status, payload] of [
    ['too large', 413, large],
    [
      'of two files',
      400,
      bodyOf([1, 2].map(() => ({ name: 'file', content: Buffer.alloc(500_000, 'x'), fileName: 'x.jpg' })))
    ]
  ] as const) {
    const answer = await converse(
      port,
      Buffer.concat([request(`Content-Length: ${payload.length}`, payload, ''), next])
    )
    t.equal(answer.status, status, about)
    t.match(answer.body, /HTTP\/1\.1 200 OK/, 'the connection stays open')
    const chunked = Buffer.concat([
      Buffer.from(`${payload.length.toString(16)}\r\n`),
      payload,
      Buffer.from('\r\n0\r\n\r\n')
    ])
    t.equal(
      (await converse(port, Buffer.concat([request('Transfer-Encoding: chunked', chunked, ''), next]))).status,
      status,
      `${about}, chunked`
    )
  }
  await expectNoFiles(t, 'uploads that were refused')
  t.same(await archiveOf(sql), before)
  const whole = await converse(port, request(`Content-Length: ${body.length}`, body))
  t.equal(whole.status, 201, whole.body)
})

await t.test('an upload that waits longer than a connection may be silent is answered', async (t) => {
  const built = await build(t, {}, { timeLimits: { idle: 1000 } })
  const { app, dataDir } = built
  const { Id, authorization } = await uploader(built)
  const port = await listen(app)
  const body = bodyWith(await picture('png'))
  const head =
    `POST ${uploadsOf(Id)} HTTP/1.1\r\nHost: a\r\nConnection: close\r\nAuthorization: ${authorization}\r\n` +
    `Content-Type: ${MULTIPART}\r\nContent-Length: ${body.length}\r\n\r\n`
  const { answer } = await app.files.ofUploader(Id)(async () => {
    const answer = converse(port, Buffer.concat([Buffer.from(head), body]))
    await until(
      () => filesIn(dataDir),
      ({ length }) => length > 0
    )
    const silent = connect(port, '127.0.0.1').resume()
    await once(silent, 'close')
    return { answer }
  })
  t.equal((await answer).status, 201)
})

await t.test('if the row cannot be inserted, the files are deleted', async (t) => {
  const built = await build(t)
  const { send } = await uploader(built)
  await built.sql`alter table meta_data add constraint nothing_more check (id < 100 and name <> 'x.jpg') not valid`
  const answer = await send(bodyWith(await photograph(), 'x.jpg'))
  expectProblem(t, answer, { kind: 'internal-error' })
  t.same(await filesIn(built.dataDir), [])
})

const run = promisify(execFile)

const NOT_STORED = '503 The file could not be stored: the storage is full or cannot be reached; try again later'

/** Mounts a folder of a limited size, in KiB. @returns its path, or undefined if this account cannot mount */
const smallFolder = async (t: Test, kibibytes: number): Promise<string | undefined> => {
  const path = await temporaryFolder(t)
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${kibibytes}k`, 'tmpfs', path])
  } catch {
    return undefined
  }
  t.teardown(() => run('umount', ['-l', path]))
  return path
}

await t.test('an upload to a full disk stores nothing', async (t) => {
  const small = await smallFolder(t, 96)
  if (small === undefined) return t.skip('this account cannot mount a file system', () => {})
  const built = await build(t, { DATA_DIR: small })
  const { send } = await uploader(built)
  const before = await archiveOf(built.sql)
  for (const [about, file] of [
    ['while the file arrives', Buffer.concat([await recording('horn.mp3'), Buffer.alloc(200 * 1024)])],
    ['while the re-encoded picture is stored', await noisyPicture(1500, 1500)]
  ] as const) {
    const answer = await send(bodyWith(file))
    expectProblem(t, answer, { kind: 'unavailable', about })
    t.equal(wordsOf(answer), NOT_STORED)
    t.equal(answer.headers['retry-after'], '2')
    t.same(await filesIn(small), [], about)
  }
  t.same(await archiveOf(built.sql), before)
  t.equal((await send(bodyWith(await recording('horn.mp3')))).statusCode, 201, 'a file that fits is stored')
})

await t.test('a folder that cannot be written to is answered 503, without its path', async (t) => {
  const DATA_DIR = await temporaryFolder(t)
  await writeFile(join(DATA_DIR, 'files'), 'a file where the folder should be')
  const built = await build(t, { DATA_DIR })
  const { send } = await uploader(built)
  const answer = await send(bodyWith(await photograph()))
  expectProblem(t, answer, { kind: 'unavailable' })
  t.equal(wordsOf(answer), NOT_STORED)
})

await t.test('files without a row are deleted after an hour', async (t) => {
  const first = await build(t)
  const { dataDir: DATA_DIR } = first
  const { send } = await uploader(first)
  const referenced = contentOf(await send(bodyWith(await photograph())))
  const orphan = contentOf(await send(bodyWith(await photograph())))
  const deleteRow = (path: string) => first.sql`
    with deleted as (select id from meta_data where content = ${path.slice(1)}),
      infos as (delete from meta_infos where meta_data in (select id from deleted))
    delete from meta_data where id in (select id from deleted)`
  await deleteRow(orphan)
  const [{ FileTag: tag }] = await first.sql<[{ FileTag: string }]>`select file_tag from installation`
  await mkdir(join(DATA_DIR, 'files/incoming'), { recursive: true })
  const otherFiles = [`${tag}stray.jpg`, 'ffffffffother.jpg', 'README', 'incoming/old', 'incoming/new']
  for (const name of otherFiles) await writeFile(join(DATA_DIR, 'files', name), 'x')
  const past = new Date(Date.now() - 2 * 60 * 60 * 1000)
  const oldFiles = (await filesIn(DATA_DIR)).filter((name) => name !== 'incoming/new')
  for (const name of oldFiles) await utimes(join(DATA_DIR, 'files', name), past, past)

  // A command may have the files of the service, and an older copy of its database.
  await replicaOf(t, first, { DATA_DIR }, { isPassive: true })
  const young = contentOf(await send(bodyWith(await picture('png'))))
  await deleteRow(young)
  const youngName = young.split('/').at(-1) ?? ''
  t.ok((await filesIn(DATA_DIR)).includes(`${tag}stray.jpg`), 'a command deletes none')

  // Several replicas delete such files at the same time when they start.
  await Promise.all([1, 2, 3].map(() => replicaOf(t, first, { DATA_DIR })))
  const names = await until(
    () => filesIn(DATA_DIR),
    (names) => !names.includes(`${tag}stray.jpg`)
  )
  for (const name of [`${tag}stray.jpg`, 'incoming/old']) t.notOk(names.includes(name), name)
  for (const name of ['ffffffffother.jpg', 'README', 'incoming/new', youngName]) t.ok(names.includes(name), name)
  t.equal((await served(first.app, `http://a${referenced}`)).statusCode, 200)
  t.equal((await served(first.app, `http://a${orphan}`)).statusCode, 404)
  t.equal(names.filter((name) => name.startsWith(referenced.split('/').at(-1) ?? '')).length, PHOTOGRAPH_FILES)
})
