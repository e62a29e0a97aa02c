/** Pictures of imported posts come into the archive, unless they cannot be fetched. */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, rm, symlink, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { transact } from '../../../db/transactions.ts'
import { pictureArchive } from '../../../moving/pictures/archive.ts'
import { numberFrom } from '../../support/index.ts'
import { picture, recording } from '../../support/media.ts'
import { site } from '../../support/sites.ts'
import { filesIn } from '../../routes/uploads.ts'
import { file, importer, post } from '../importer.ts'

/** Starts a server with one picture. */
const pictureSite = async (t: Test) => {
  const image = await picture('jpeg')
  return site(t, ({ url = '', headers: { accept, 'user-agent': agent } }, response) => {
    if (accept !== 'image/*' || agent !== 'Desk-Import/1.0') response.writeHead(406).end()
    else if (url.startsWith('/a.jpg')) response.writeHead(200, { 'content-type': 'image/jpeg' }).end(image)
    else if (url === '/text.jpg') response.writeHead(200).end('no picture')
    else response.writeHead(404).end()
  })
}

t.test('pictures are stored once, and posts show the copies', async (t) => {
  const { run, posts, get, lastLosses } = await importer(t)
  const { origin, requested } = await pictureSite(t)
  const input = file(
    post('1', { content: `<figure><IMG alt="x" src='${origin}/a.jpg?b=1&amp;c=2'></figure><p>After</p>` }),
    post('2', {
      type: 'image',
      content: `<img src="${origin}/a.jpg?b=1&c=2" alt="y">`,
      meta: { url: `${origin}/a.jpg?b=1&c=2`, credit: 'Kim' }
    }),
    post('3', {
      content:
        `<img src="${origin}/none.jpg"><img src="${origin}/text.jpg">` +
        '<img src="data:image/png;base64,AA"><img src="b.jpg">'
    })
  )
  const { report } = await run(input, '--private-network')
  t.match(report, { Added: 3, Losses: [{ What: 'picture', Count: 4 }] })
  t.same(await lastLosses(), [
    lostPicture('3', `${origin}/none.jpg was answered with the status 404`),
    lostPicture('3', `${origin}/text.jpg was not accepted: ${NOT_A_PICTURE}`),
    lostPicture('3', 'data:image/png;base64,AA must begin with http:// or https://'),
    lostPicture('3', 'b.jpg has no address from where it could be fetched')
  ])
  t.same(requested.filter((path) => path.startsWith('/a')).length, 1)
  const [third, second, first] = await posts(report.Blog)
  t.match(first.Content, /^<figure><IMG alt="x" src="\/content\/files\/[\w-]+\.jpg"><\/figure><p>After<\/p>$/)
  const [, address = ''] = /src="([^"]+)"/.exec(second.Content) ?? []
  t.ok(first.Content.includes(address))
  t.same(JSON.parse(second.Meta), { url: address, credit: 'Kim' })
  t.equal((await get(address)).headers['content-type'], 'image/jpeg')
  t.ok(third.Content.includes(`${origin}/none.jpg`), 'a picture that cannot be fetched keeps its address')
  requested.length = 0
  t.match((await run(input, '--private-network')).report, { Unchanged: 3, Losses: [] })
  t.same(requested, [], 'an import that is run again fetches nothing')
})

t.test('a picture that was deleted is stored again; if two processes bring it at once, one file stays', async (t) => {
  const { run, sql, app, dataDir, lastLosses } = await importer(t)
  const { origin } = await pictureSite(t)
  const withPicture = (id: string) => post(id, { content: imageAt(`${origin}/a.jpg`) })
  await run(file(withPicture('1')), '--private-network')
  await sql`delete from meta_data where id in (select meta_data from copied_pictures)`
  await run(file(withPicture('1'), withPicture('2')), '--private-network')
  t.same(await lastLosses(), [])

  const source = await numberFrom(sql`select source from copied_pictures`)
  const archive = pictureArchive(sql, (work) => transact(sql, work), app.files, { source, creator: 1 })
  const store = async () => {
    const received = await archive.receive(Readable.from(await picture('png')))
    return archive.add(received).finally(() => archive.discard(received))
  }
  const before = (await filesIn(dataDir)).length
  const [first, second] = [await store(), await store()]
  const copies = ((await filesIn(dataDir)).length - before) / 2
  const bring = (file: typeof first) => archive.register({ ...file, Name: 'b.png' }, 'b.png')
  const [one, other] = await Promise.all([bring(first), bring(second)])
  t.equal(one, other)
  t.equal((await filesIn(dataDir)).length, before + copies)
})

t.test('pictures in the internal network are not fetched, and none with --no-pictures', async (t) => {
  const { run, posts, lastLosses } = await importer(t)
  const { origin, requested } = await pictureSite(t)
  const input = file(post('1', { content: `<img src="${origin}/a.jpg">` }))
  const { report } = await run(input, '--no-pictures')
  t.match(report, { Added: 1, Losses: [] })
  t.equal((await posts(report.Blog))[0].Content, `<img src="${origin}/a.jpg">`)
  await run(input, '--blog', '1')
  t.same(await lastLosses(), [lostPicture('1', `${origin}/a.jpg does not lead to a public address`)])
  t.same(requested, [])
})

t.test('an import waits until the archive takes files again, and loses no picture', async (t) => {
  const { run, posts, get, dataDir } = await importer(t)
  const { origin } = await pictureSite(t)
  const files = join(dataDir, 'files')
  // As if the disk were not there: nothing can be written to the folder.
  await rm(files, { recursive: true, force: true })
  await writeFile(files, '')
  const input = file(
    ...Array.from({ length: 12 }, (_post, n) => post(`${n}`, { content: imageAt(`${origin}/a.jpg?${n}`) }))
  )
  const warnings: string[] = []
  const listen = ({ message }: Error) => warnings.push(message)
  process.on('warning', listen)
  const importing = run(input, '--private-network')
  await setTimeout(2000)
  await rm(files)
  const { code, err, report } = await importing
  process.off('warning', listen)
  t.equal(code, 0)
  t.match(err, /^a file cannot be stored: ENOTDIR: not a directory, /)
  t.same(warnings, [], 'answers that the archive did not take are not kept open')
  t.match(report, { Added: 12, Losses: [] })
  for (const { Content } of await posts(report.Blog)) {
    const [, address = ''] = /src="([^"]+)"/.exec(Content) ?? []
    t.equal((await get(address)).statusCode, 200, address)
  }
})

const temporaryFolder = async (t: Test) => {
  const folder = await mkdtemp(join(tmpdir(), 'desk-export-'))
  t.teardown(() => rm(folder, { recursive: true }))
  return folder
}

/** UPLOAD_MB, as it is by default. */
const MAX_BYTES = 20 * 1024 * 1024

const imageAt = (address: string) => `<img src="${address}">`

t.test('the files of an exported folder are taken from there', async (t) => {
  const { runOn, posts, get, lastLosses } = await importer(t)
  const folder = await temporaryFolder(t)
  const image = await picture('png')
  await mkdir(join(folder, 'media'))
  await writeFile(join(folder, 'media', 'a.png'), image)
  const secret = join(await temporaryFolder(t), 'secret.png')
  await writeFile(secret, image)
  await symlink(secret, join(folder, 'media', 'link.png'))
  execFileSync('mkfifo', [join(folder, 'media', 'pipe.png')])
  await writeFile(join(folder, 'media', 'large.mp4'), '')
  await truncate(join(folder, 'media', 'large.mp4'), MAX_BYTES + 1)
  const address = 'https://gone.example/content/files/a.png'
  const clip = await recording('tide.webm')
  await writeFile(join(folder, 'media', 'tide.webm'), clip)
  const hashOf = (content: Buffer) => createHash('sha256').update(content).digest('hex')
  const sha256 = hashOf(image)
  const withFile = (id: string, path: string, hash: string, tag = 'img') =>
    post(id, {
      content: `<${tag} src="${address}${id}">`,
      media: [{ address: `${address}${id}`, file: path, sha256: hash }]
    })
  const input = file(
    post('0', { content: imageAt('b.jpg') }),
    withFile('1', 'media/a.png', sha256),
    withFile('2', '../../etc/passwd', sha256),
    withFile('3', 'media/a.png', sha256.replace(/^./, 'x')),
    post('4', {
      content: imageAt('/content/files/b.png'),
      media: [{ address: '/content/files/b.png', file: 'media/b.png', sha256 }]
    }),
    withFile('5', 'media/tide.webm', hashOf(clip), 'video'),
    withFile('6', 'media/link.png', sha256),
    withFile('7', 'media/pipe.png', sha256),
    withFile('8', 'media/large.mp4', sha256, 'video')
  )
  await writeFile(join(folder, 'blog.ndjson'), input)
  const { report } = await runOn(folder, '')
  t.match(report, { Added: 9, Losses: [{ What: 'picture', Count: 7 }] })
  t.same(await lastLosses(), [
    lostPicture('0', 'b.jpg has no address from where it could be fetched'),
    lostPicture('2', `${address}2 has a file outside of the folder`),
    lostPicture('3', `${address}3 is not the file that was exported`),
    lostPicture('4', '/content/files/b.png has no address from where it could be fetched'),
    lostPicture('6', `${address}6 has a file outside of the folder`),
    lostPicture('7', `${address}7 is no file in the folder`),
    lostPicture('8', `${address}8 has more than ${MAX_BYTES} bytes`)
  ])
  const [, , , fifth, , third, second, first] = await posts(report.Blog)
  t.match(fifth.Content, /^<video src="\/content\/files\/[\w-]+\.webm">$/)
  const [, copy = ''] = /src="([^"]+)"/.exec(first.Content) ?? []
  t.equal((await get(copy)).headers['content-type'], 'image/png')
  t.ok(second.Content.includes('gone.example') && third.Content.includes('gone.example'))
})

t.test('the files of exported lines, which come without their folder, are fetched from the service', async (t) => {
  const { runOn, posts, get, lastLosses } = await importer(t)
  const { origin } = await pictureSite(t)
  const lines = join(await temporaryFolder(t), 'evening.ndjson')
  const sha256 = createHash('sha256')
    .update(await picture('jpeg'))
    .digest('hex')
  const withFile = (id: string, address: string, hash = sha256) =>
    post(id, { content: imageAt(address), media: [{ address, file: 'media/a.jpg', sha256: hash }] })
  const other = `${origin}/a.jpg?other`
  await writeFile(lines, file(withFile('1', `${origin}/a.jpg`), withFile('2', other, sha256.replace(/^./, 'x'))))
  const { report } = await runOn(lines, '', '--private-network')
  t.same(await lastLosses(), [lostPicture('2', `${other} is not the file that was exported`)])
  const [second, first] = await posts(report.Blog)
  t.equal(second.Content, imageAt(other))
  const [, copy = ''] = /src="([^"]+)"/.exec(first.Content) ?? []
  t.equal((await get(copy)).headers['content-type'], 'image/jpeg')
})

const NOT_A_PICTURE =
  'The content of the file has none of the accepted formats: pictures in JPEG, PNG, WebP, GIF, and AVIF; ' +
  'sound in MP3, Ogg, WAV, FLAC, and M4A; video in MP4 and WebM, and in QuickTime as telephones store it'

const lostPicture = (Post: string, what: string) => ({ Post, What: 'picture', Why: `The picture ${what}.` })

t.test('a host whose pictures fail ten times is not asked any more', async (t) => {
  const { run, lastLosses } = await importer(t)
  const { origin, requested } = await site(t, (_request, response) => response.writeHead(503).end())
  const pictures = Array.from({ length: 11 }, (_picture, index) => `<img src="${origin}/${index}.jpg">`)
  await run(file(post('1', { content: pictures.join('') })), '--private-network')
  const failed = pictures.map((_picture, index) => `${origin}/${index}.jpg was answered with the status 503`)
  const refused = `${origin}/10.jpg was not fetched, because ${origin.slice(7)} failed 10 times`
  t.same(
    await lastLosses(),
    [...failed.slice(0, 10), refused].map((what) => lostPicture('1', what))
  )
  t.equal(requested.length, 10)
})
