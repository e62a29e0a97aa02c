/** Uploads that fail, are cut off, tried again, or never finished leave neither files nor rows behind. */
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import t, { type Test } from '../support/tap.ts'
import { buildApp } from '../../app.ts'
import { readConfig } from '../../config.ts'
import { build } from '../support/app.ts'
import { coarse, photograph, picture, recording } from '../support/media.ts'
import { expectProblem } from './problem.ts'
import { converse, listen } from './socket.ts'
import { archiveOf, bodyOf, bodyWith, filesIn, pathOf, served, uploader, uploadsOf, MULTIPART } from './uploads.ts'
import { documentOf } from './wire.ts'

const folder = async (t: Test) => {
  const DATA_DIR = await mkdtemp(join(tmpdir(), 'desk-uploads-'))
  t.teardown(() => rm(DATA_DIR, { recursive: true, force: true }))
  return DATA_DIR
}

const contentOf = (answer: Parameters<typeof documentOf>[0]) => pathOf(Object(documentOf(answer).Content).href)

await t.test('an upload is stored once, however often it is tried', async (t) => {
  const DATA_DIR = await folder(t)
  const built = await build(t, { DATA_DIR, UPLOADS_PER_HOUR: '2' })
  const { send } = await uploader(built)
  const key = { 'idempotency-key': 'once' }
  const body = bodyWith(await photograph())
  const answers = await Promise.all(Array.from({ length: 5 }, () => send(body, key)))
  t.same(
    answers.map(({ statusCode }) => statusCode),
    [201, 201, 201, 201, 201]
  )
  t.same(new Set(answers.map(({ headers }) => headers['location'])).size, 1)
  const again = await send(body, key, '?thumbSize=tiny')
  t.equal(again.headers['location'], answers[0]?.headers['location'])
  t.equal((await filesIn(DATA_DIR)).length, 6, 'those who were late have left nothing')

  const reused = { status: 422, kind: 'key-reused', places: ['Idempotency-Key'] }
  expectProblem(t, await send(bodyWith(await picture('png')), key), reused)
  expectProblem(t, await send(bodyWith(await photograph(), 'other.jpg'), key), { ...reused, about: 'another name' })
  t.equal((await send(bodyWith('x'), { 'idempotency-key': 'refused' })).statusCode, 415)
  t.equal(
    (await send(bodyWith(await picture('png')), { 'idempotency-key': 'refused' })).statusCode,
    201,
    'a refused upload uses up no key'
  )

  const limited = await send(bodyWith(await picture('gif')))
  expectProblem(t, limited, { status: 429, kind: 'too-many-requests', detail: /2 files/ })
  t.match(limited.headers['retry-after'], /^\d+$/)
  t.equal((await send(body, key)).statusCode, 201, 'a retry is answered all the same')
  t.equal((await (await uploader(built, 'admin')).send(body)).statusCode, 201, 'others have hours of their own')
  await built.sql`update meta_data set created_on = created_on - interval '61 minutes'`
  t.equal((await send(bodyWith(await picture('gif')))).statusCode, 201)
})

await t.test('over a socket, what is cut off leaves nothing', async (t) => {
  const DATA_DIR = await folder(t)
  const built = await build(t, { DATA_DIR, UPLOAD_MB: '1' })
  const { app, sql } = built
  const { Id, authorization } = await uploader(built)
  const port = await listen(app)
  const before = await archiveOf(sql)
  const body = bodyWith(await recording('horn.flac'))
  const head = (length: string, more = '') =>
    `POST ${uploadsOf(Id)} HTTP/1.1\r\nHost: a\r\nAuthorization: ${authorization}\r\nContent-Type: ${MULTIPART}\r\n${length}\r\n${more}\r\n`
  const request = (length: string, bytes: Buffer, more = 'Connection: close\r\n') =>
    Buffer.concat([Buffer.from(head(length, more)), bytes])
  const left = async () => {
    for (let tries = 0; tries < 50 && (await filesIn(DATA_DIR)).length > 0; tries++) await sleep(20)
    return filesIn(DATA_DIR)
  }

  for (const [about, length, bytes] of [
    ['a length that is too short', `Content-Length: ${body.length - 300}`, body.subarray(0, -300)],
    [
      'a body that ends early',
      'Transfer-Encoding: chunked',
      Buffer.concat([Buffer.from('100\r\n'), body.subarray(0, 256), Buffer.from('\r\n0\r\n\r\n')])
    ]
  ] as const) {
    const answer = await converse(port, request(length, bytes))
    t.equal(answer.status, 400, about)
    t.match(answer.body, /bad-body/, about)
    t.same(await left(), [], about)
  }
  for (const [about, end] of [
    ['hangs up', 'end'],
    ['vanishes', 'resetAndDestroy']
  ] as const) {
    const socket = connect({ port, host: '127.0.0.1' })
    await once(socket, 'connect')
    socket.on('error', () => {})
    socket.write(request(`Content-Length: ${body.length}`, body.subarray(0, 5000)))
    while ((await filesIn(DATA_DIR)).length === 0) await sleep(5)
    socket[end]()
    socket.destroy()
    t.same(await left(), [], `a client that ${about}`)
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
    t.match(answer.body, /HTTP\/1\.1 200 OK/, 'the connection goes on')
    const chunked = Buffer.concat([
      Buffer.from(`${payload.length.toString(16)}\r\n`),
      payload,
      Buffer.from('\r\n0\r\n\r\n')
    ])
    t.equal(
      (await converse(port, Buffer.concat([request('Transfer-Encoding: chunked', chunked, ''), next]))).status,
      status,
      `${about}, in chunks`
    )
  }
  t.same(await left(), [])
  t.same(await archiveOf(sql), before)
  const whole = await converse(port, request(`Content-Length: ${body.length}`, body))
  t.equal(whole.status, 201, whole.body)
})

await t.test('a row that is refused takes its files along', async (t) => {
  const DATA_DIR = await folder(t)
  const built = await build(t, { DATA_DIR })
  const { send } = await uploader(built)
  await built.sql`alter table meta_data add constraint nothing_more check (id < 100 and name <> 'x.jpg') not valid`
  const answer = await send(bodyWith(await photograph(), 'x.jpg'))
  expectProblem(t, answer, { status: 500, kind: 'internal-error' })
  t.same(await filesIn(DATA_DIR), [])
})

const run = promisify(execFile)

/** A folder with room for little; undefined where this account cannot make one. */
const smallFolder = async (t: Test, kibibytes: number): Promise<string | undefined> => {
  const place = await folder(t)
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${kibibytes}k`, 'tmpfs', place])
  } catch {
    return undefined
  }
  t.teardown(() => run('umount', ['-l', place]))
  return place
}

await t.test('without room, nothing is half stored', async (t) => {
  const small = await smallFolder(t, 96)
  if (small === undefined) return t.skip('this account mounts nothing', () => {})
  const built = await build(t, { DATA_DIR: small })
  const { send } = await uploader(built)
  const before = await archiveOf(built.sql)
  for (const [about, file] of [
    ['while it arrives', Buffer.concat([await recording('horn.mp3'), Buffer.alloc(200 * 1024)])],
    ['when it is put in place', await coarse(1500, 1500)]
  ] as const) {
    const answer = await send(bodyWith(file))
    expectProblem(t, answer, { status: 503, kind: 'unavailable', detail: /storage is full/, about })
    t.match(answer.headers['retry-after'], /^\d+$/)
    t.same(await filesIn(small), [], about)
  }
  t.same(await archiveOf(built.sql), before)
  t.equal((await send(bodyWith(await recording('horn.mp3')))).statusCode, 201, 'what fits is stored')
})

await t.test('a folder that cannot be written to is no secret either', async (t) => {
  const DATA_DIR = await folder(t)
  await writeFile(join(DATA_DIR, 'files'), 'a file where the folder should be')
  const built = await build(t, { DATA_DIR })
  const { send } = await uploader(built)
  const answer = await send(bodyWith(await photograph()))
  expectProblem(t, answer, { status: 503, kind: 'unavailable' })
  t.notMatch(answer.body, DATA_DIR)
})

await t.test('what nothing leads to is swept', async (t) => {
  const DATA_DIR = await folder(t)
  const first = await build(t, { DATA_DIR })
  const { send } = await uploader(first)
  const kept = contentOf(await send(bodyWith(await photograph())))
  const orphan = contentOf(await send(bodyWith(await photograph())))
  const young = contentOf(await send(bodyWith(await picture('png'))))
  const forget = (path: string) => first.sql`
    with gone as (select id from meta_data where content = ${path.slice(1)}),
      infos as (delete from meta_infos where meta_data in (select id from gone))
    delete from meta_data where id in (select id from gone)`
  await forget(orphan)
  await forget(young)
  const [{ FileTag: tag }] = await first.sql<[{ FileTag: string }]>`select file_tag from installation`
  await mkdir(join(DATA_DIR, 'files/incoming'), { recursive: true })
  const strange = [`${tag}stray.jpg`, 'ffffffffother.jpg', 'README', 'incoming/old', 'incoming/new']
  for (const name of strange) await writeFile(join(DATA_DIR, 'files', name), 'x')
  const past = new Date(Date.now() - 2 * 60 * 60 * 1000)
  const youngName = young.split('/').at(-1) ?? ''
  const stays = (name: string) => name.startsWith(youngName) || name === 'incoming/new'
  for (const name of (await filesIn(DATA_DIR)).filter((name) => !stays(name))) {
    await utimes(join(DATA_DIR, 'files', name), past, past)
  }

  // Several replicas sweep at the same time when they start.
  const replicas = await Promise.all(
    [1, 2, 3].map(() =>
      buildApp(readConfig({ DATA_DIR, DATABASE_URL: first.databaseUrl }), { databaseUrl: first.databaseUrl })
    )
  )
  t.teardown(() => Promise.all(replicas.map((replica) => replica.close())))
  await Promise.all(replicas.map((replica) => replica.ready()))
  for (let tries = 0; tries < 100 && (await filesIn(DATA_DIR)).includes(`${tag}stray.jpg`); tries++) await sleep(20)
  const names = await filesIn(DATA_DIR)
  for (const name of [`${tag}stray.jpg`, 'incoming/old']) t.notOk(names.includes(name), name)
  for (const name of ['ffffffffother.jpg', 'README', 'incoming/new', youngName]) t.ok(names.includes(name), name)
  t.equal((await served(first.app, `http://a${kept}`)).statusCode, 200)
  t.equal((await served(first.app, `http://a${orphan}`)).statusCode, 404)
  t.equal(names.filter((name) => name.startsWith(kept.split('/').at(-1) ?? '')).length, 6)
})
