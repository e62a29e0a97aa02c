/** Uploads of pictures, sound and video: formats, checks, removed metadata, thumbnails and access rights. */
import { existsSync } from 'node:fs'
import { readdir, readlink } from 'node:fs/promises'
import readExif from 'exif-reader'
import sharp from 'sharp'
import t from 'tap'
import {
  build,
  documentOf,
  expectProblem,
  itemsOf,
  until,
  wordsOf,
  type Document,
  type ExpectedProblem
} from '../../support/index.ts'
import { golden } from '../../support/golden.ts'
import {
  animation,
  chessboard,
  flicker,
  landscape,
  photograph,
  picture,
  recording,
  withLongTags
} from '../../support/media.ts'
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

/** Warnings of Node about open files that the garbage collector has closed. */
const closedLate: string[] = []
process.on('warning', ({ message }) => {
  if (message.includes('on garbage collection')) closedLate.push(message)
})

const hrefOf = (document: Document, name: string) => {
  const link = document[name]
  return typeof link === 'object' && 'href' in link ? String(link.href) : ''
}

/** Returns a WAV file whose head names another number of channels. */
const withChannels = (wav: Buffer, count: number): Buffer => {
  const copy = Buffer.from(wav)
  copy.writeUInt16LE(count, 22)
  return copy
}

/** Returns an MP4 file that players turn by a quarter, by the matrix in front of the size in its track header. */
const upright = (film: Buffer): Buffer => {
  const copy = Buffer.from(film)
  const header = copy.indexOf('tkhd') - 4
  const matrix = header + copy.readUInt32BE(header) - 44
  for (const [index, value] of [0, 0x10000, 0, -0x10000, 0].entries()) copy.writeInt32BE(value, matrix + 4 * index)
  return copy
}

/** Returns a film with an empty box after the one that has its size. */
const long = (film: Buffer): Buffer => Buffer.concat([film, Buffer.from('\0\0\0\bfree')])

/** Returns a film whose last box, which has its size, extends to the end of the file: its length is 0. */
const open = (film: Buffer): Buffer => {
  const copy = Buffer.from(film)
  copy.writeUInt32BE(0, copy.lastIndexOf('moov') - 4)
  return copy
}

/** Returns a QuickTime file in an encoding for editing, ProRes. */
const inStudio = (film: Buffer): Buffer => {
  const copy = Buffer.from(film)
  copy.write('apch', copy.lastIndexOf('avc1'))
  return copy
}

const built = await build(t, { CACHE_MB: '0' })
const { app, get } = built
const { Id, authorization, send } = await uploader(built)

await t.test('a photograph is stored upright and without its metadata', async (t) => {
  const original = await photograph()
  t.match(await sharp(original).metadata(), { width: 640, height: 360, orientation: 6 })
  t.match(readExif((await sharp(original).metadata()).exif ?? Buffer.alloc(0)), {
    GPSInfo: { GPSLatitude: [51, 30, 0] }
  })
  t.match(original.toString('latin1'), /Exif[^]*secret words/)
  const uploaded = await send(bodyWith(original, 'Hafen Brücke.jpg'))
  t.equal(uploaded.statusCode, 201, uploaded.body)
  const document = documentOf(uploaded)
  t.match(document, { Name: 'Hafen Brücke.jpg', Type: 'image', Creator: { Id: `${Id}` } })
  t.equal(uploaded.headers['location'], document.href)
  t.equal(documentOf(await get(pathOf(document.href))).Name, 'Hafen Brücke.jpg')

  const content = await served(app, hrefOf(document, 'Content'))
  t.equal(content.statusCode, 200)
  t.equal(`${content.rawPayload.length}`, document.SizeInBytes)
  const { width, height, orientation, exif, xmp, icc, format } = await sharp(content.rawPayload).metadata()
  t.same({ width, height, format }, { width: 360, height: 640, format: 'jpeg' })
  t.same({ orientation, exif, xmp, icc }, { orientation: undefined, exif: undefined, xmp: undefined, icc: undefined })
  t.notMatch(content.rawPayload.toString('latin1'), /Exif|GPS|secret|Lumen/)

  const image = documentOf(await get(`/resources/Archive/ImageData/${document.Id}`))
  t.match(image, {
    Width: '360',
    Height: '640',
    CameraMake: 'Lumen & Sons',
    CameraModel: 'Tidal 35',
    CreationDate: '10/11/26 5:48 AM'
  })
  const infos = documentOf(await get(`/resources/Archive/ImageData/${document.Id}/ImageInfo?X-Filter=Language.Code`))
  t.match(infos, { ImageInfoList: [{ Language: { Code: 'en' } }] })

  const shown = hrefOf(document, 'Thumbnail')
  t.equal(shown, hrefOf(document, 'Content'), 'without thumbSize, the thumbnail is the picture itself')
  for (const [size, expected] of Object.entries({ tiny: 16, small: 32, medium: 100, large: 128, huge: 256 })) {
    const withThumbnail = documentOf(await get(`/resources/Archive/MetaData/${document.Id}?thumbSize=${size}`))
    const thumbnail = await served(app, hrefOf(withThumbnail, 'Thumbnail'))
    t.equal(thumbnail.headers['content-type'], 'image/webp')
    const found = await sharp(thumbnail.rawPayload).metadata()
    t.match(found, { height: expected, width: Math.round((expected * 360) / 640), format: 'webp' })
  }
  t.equal((await filesIn(built.dataDir)).length, PHOTOGRAPH_FILES)
  t.match(documentOf(await send(bodyWith(await photograph()), {}, '?thumbSize=tiny')), {
    Thumbnail: { href: /\.tiny\.webp$/ }
  })
  t.match(documentOf(await send(bodyWith(await photograph()), { 'x-filter': 'Creator.Name' })), {
    Creator: { Name: 'bjarki' }
  })

  await app.files.remove(hrefOf(document, 'Content').slice('http://localhost:80/'.length))
  t.equal((await served(app, hrefOf(document, 'Content'))).statusCode, 404)
  t.equal((await filesIn(built.dataDir)).length, 2 * PHOTOGRAPH_FILES, 'its copies are removed with it')
  await app.files.remove('content/person.svg')
  t.equal((await get('/content/person.svg')).statusCode, 200, 'a file of the service itself cannot be removed')
  t.equal((await built.sql`select from meta_infos where meta_data = ${Number(document.Id)}`).count, 1)
})

await t.test('deleting the last text about a picture deletes its files', async (t) => {
  const before = await filesIn(built.dataDir)
  const { Id } = documentOf(await send(bodyWith(await photograph())))
  const [text] = itemsOf(documentOf(await get(`/resources/Archive/MetaData/${Id}/MetaInfo.json`)))
  t.equal((await filesIn(built.dataDir)).length, before.length + PHOTOGRAPH_FILES)
  const deletion = await app.inject({ method: 'DELETE', url: pathOf(text?.href), headers: { authorization } })
  t.equal(deletion.statusCode, 204, deletion.body)
  t.same(await filesIn(built.dataDir), before)
})

await t.test('names, tags and cameras that are too long are cut off', async (t) => {
  const long = 'n'.repeat(300)
  const photo = await sharp(await picture('jpeg'))
    .withExif({ IFD0: { Make: long, Model: long } })
    .toBuffer()
  const tags = ['Title', 'Artist', 'Album', 'Genre', 'AlbumArtist', 'Composer']
  for (const [file, extension, kind, properties] of [
    [withLongTags(await recording('horn.mp3')), 'mp3', 'AudioData', tags],
    [photo, 'jpg', 'ImageData', ['CameraMake', 'CameraModel']]
  ] as const) {
    const uploaded = await send(bodyWith(file, `${long}.${extension}`))
    const { Id, Name } = documentOf(uploaded)
    t.equal(Name, 'n'.repeat(255), uploaded.body)
    const shown = documentOf(await get(`/resources/Archive/${kind}/${Id}`))
    for (const property of properties) t.equal(shown[property], 'n'.repeat(255), property)
  }
})

await t.test('the kind of a file follows from its content, not from its name and media type', async (t) => {
  // The golden document has the ids of the files.
  const { app, get, ...others } = await build(t, { CACHE_MB: '0' })
  const { send } = await uploader({ app, ...others })
  const cases = [
    [await picture('jpeg'), 'image/jpeg', 'ImageData', { Width: '64', Height: '32' }],
    [await picture('png'), 'image/png', 'ImageData', { Width: '64', Height: '32' }],
    [await picture('webp'), 'image/webp', 'ImageData', { Width: '64', Height: '32' }],
    [await picture('gif'), 'image/gif', 'ImageData', { Width: '64', Height: '32' }],
    [await picture('avif'), 'image/avif', 'ImageData', { Width: '64', Height: '32' }],
    [await animation('gif', 5), 'image/gif', 'ImageData', { Width: '20', Height: '10' }],
    [await animation('webp', 5), 'image/webp', 'ImageData', { Width: '20', Height: '10' }],
    [
      await recording('horn.mp3'),
      'audio/mpeg',
      'AudioData',
      { Title: "Ship's horn", Artist: 'MV Ropewalk', Track: '3', Year: '2026', Channels: 'mono', SampleRate: '8000' }
    ],
    [await recording('horn.ogg'), 'audio/ogg', 'AudioData', { AudioEncoding: 'Opus' }],
    [await recording('horn.wav'), 'audio/wav', 'AudioData', { AudioEncoding: 'PCM', AudioBitrate: '64000' }],
    [withChannels(await recording('horn.wav'), 3), 'audio/wav', 'AudioData', { Channels: '3 channels' }],
    [await recording('horn.flac'), 'audio/flac', 'AudioData', { AudioEncoding: 'FLAC' }],
    [await recording('horn.m4a'), 'audio/mp4', 'AudioData', { AudioEncoding: 'MPEG-4/AAC' }],
    [await recording('tide.mp4'), 'video/mp4', 'VideoData', { Width: '32', Height: '24', VideoEncoding: 'avc1' }],
    [upright(await recording('tide.mp4')), 'video/mp4', 'VideoData', { Width: '24', Height: '32' }],
    [open(await recording('tide.mp4')), 'video/mp4', 'VideoData', { Width: '32', Height: '24' }],
    [long(await recording('clip.mov')), 'video/mp4', 'VideoData', { Width: '32', Height: '24', VideoEncoding: 'avc1' }],
    [await recording('tide.webm'), 'video/webm', 'VideoData', { Width: '32', Height: '24', VideoEncoding: 'VP9' }]
  ] as const
  const documents: string[] = []
  for (const [file, media, kind, details] of cases) {
    const uploaded = await send(bodyOf([{ name: 'file', content: file, fileName: 'page.html', media: 'text/html' }]))
    t.equal(uploaded.statusCode, 201, `${media} ${uploaded.body}`)
    const document = documentOf(uploaded)
    const shown = documentOf(await get(`/resources/Archive/${kind}/${document.Id}`))
    t.match(shown, { Name: 'page.html', ...details }, media)
    documents.push(media, (await get(`/resources/Archive/${kind}/${document.Id}.json?X-Filter=*`)).body, '')
    const { statusCode, headers, rawPayload } = await served(app, hrefOf(document, 'Content'))
    const found = { statusCode, 'content-type': headers['content-type'], length: rawPayload.length }
    t.same(found, { statusCode: 200, 'content-type': media, length: Number(document.SizeInBytes) })
    if (kind !== 'ImageData') t.ok(rawPayload.equals(file), 'sound and video are stored unchanged')
    for (const size of ['', '?thumbSize=tiny']) {
      const thumbnail = await get(
        pathOf(hrefOf(documentOf(await get(`/resources/Archive/MetaData/${document.Id}${size}`)), 'Thumbnail'))
      )
      t.match(thumbnail.headers['content-type'], kind === 'ImageData' ? /^image\/(?!svg)/ : /^image\/svg/)
    }
  }
  // Sizes of pictures depend on the version of the library that writes them.
  const stable = documents
    .join('\n')
    .replace(/files\/[\w-]+(?=\.\w)/g, 'files/NAME')
    .replace(/("(?:CreatedOn|SizeInBytes)":)"[^"]*"/g, '$1…')
  await golden(t, 'uploaded-files.txt', Buffer.from(stable))
  const animated = documentOf(await send(bodyWith(await animation('gif', 5))))
  const result = (await sharp((await served(app, hrefOf(animated, 'Content'))).rawPayload).metadata()).pages
  t.equal(result, 5, 'an animated picture keeps its frames')
  t.equal((await send(bodyWith(flicker(2000)))).statusCode, 201, 'and may have 2,000 of them')
  t.equal(documentOf(await send(bodyWith(await picture('png', 8, 8)), {}, '?thumbSize=huge')).Type, 'image')
})

await t.test('metadata, comments and trailing bytes of a picture are not stored', async (t) => {
  const SECRET = '<script>secret()</script>'
  const marked = (format: 'jpeg' | 'png' | 'webp' | 'avif') =>
    sharp({ create: { width: 40, height: 20, channels: 3, background: 'red' } })
      .toFormat(format)
      .withExif({ IFD0: { Copyright: SECRET }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' } })
      .withXmp(SECRET)
      .toBuffer()
  const gif = await picture('gif')
  const comment = Buffer.concat([Buffer.from([0x21, 0xfe, SECRET.length]), Buffer.from(SECRET), Buffer.from([0])])
  const cases = [
    ...(await Promise.all(
      (['jpeg', 'png', 'webp', 'avif'] as const).map(async (format) => [format, await marked(format)] as const)
    )),
    ['bytes after the end of a JPEG', Buffer.concat([await picture('jpeg'), Buffer.from(SECRET)])],
    ['bytes after the end of a PNG', Buffer.concat([await picture('png'), Buffer.from(SECRET)])],
    ['a comment of a GIF', Buffer.concat([gif.subarray(0, -1), comment, gif.subarray(-1)])]
  ] as const
  for (const [about, file] of cases) {
    t.ok(file.includes(SECRET), `the upload contains the secret: ${about}`)
    const uploaded = await send(bodyWith(file))
    t.equal(uploaded.statusCode, 201, about)
    const stored = (await served(app, hrefOf(documentOf(uploaded), 'Content'))).rawPayload
    t.notOk(stored.includes('secret'), about)
    const metadata = await sharp(stored)
      .metadata()
      .then(({ exif, xmp }) => [exif, xmp])
    t.match(metadata, [undefined, undefined])
  }
})

await t.test('a picture is stored in the quality that belongs to its format', async (t) => {
  const photo = await landscape(200, 150)
  for (const [format, settings] of [
    ['jpeg', { quality: 90, optimiseCoding: false }],
    ['webp', { quality: 90, effort: 2 }],
    ['avif', { quality: 70, effort: 2 }]
  ] as const) {
    const file = await sharp(photo).toFormat(format).toBuffer()
    const stored = await served(app, hrefOf(documentOf(await send(bodyWith(file))), 'Content'))
    const expected = await sharp(file).toFormat(format, settings).toBuffer()
    t.ok(stored.rawPayload.equals(expected), `${format} in quality ${settings.quality}`)
  }
})

await t.test('the name of a picture says its size and its stages, stored where they are smaller', async (t) => {
  const addressOf = async (file: Buffer) => hrefOf(documentOf(await send(bodyWith(file))), 'Content')
  const address = await addressOf(await landscape(1000, 600))
  t.match(address, /^http:\/\/localhost:80\/content\/files\/[\w-]{30}-1000x600aw\.jpg$/)
  const original = (await served(app, address)).rawPayload.length
  const sizes = new Map<string, number>()
  for (const [end, width, media] of [
    ...[320, 640, 1000].flatMap((width) => [
      [`${width}.webp`, width, 'image/webp'] as const,
      [`${width}.avif`, width, 'image/avif'] as const
    ]),
    ['shared.jpg', 1000, 'image/jpeg'] as const
  ]) {
    const { statusCode, headers, rawPayload } = await served(app, `${address}.${end}`)
    t.match({ statusCode, headers }, { statusCode: 200, headers: { 'content-type': media } }, end)
    t.match(await sharp(rawPayload).metadata(), { width, height: Math.round(0.6 * width), exif: undefined }, end)
    sizes.set(end, rawPayload.length)
  }
  const sizeOf = (end: string) => sizes.get(end) ?? NaN
  t.ok(sizeOf('1000.avif') < sizeOf('1000.webp') && sizeOf('1000.webp') < original)
  t.equal((await served(app, `${address}.960.webp`)).statusCode, 404, 'there is no stage of about this width')

  for (const [about, file, end] of [
    ['an animated picture', await animation('gif', 3, 400, 300), /-400x300\.gif$/],
    ['a small picture', await picture('jpeg', 300, 200), /-300x200\.jpg$/],
    ['a picture whose stages would be larger', await chessboard(400), /-400x400\.png$/],
    ['a strip that would take minutes', await picture('png', 330, 40_000), /-330x40000\.png$/],
    [
      'a transparent picture',
      await sharp(await landscape(400, 300))
        .ensureAlpha(0.5)
        .png()
        .toBuffer(),
      /-400x300aw\.png$/
    ]
  ] as const) {
    const address = await addressOf(file)
    t.match(address, end, about)
    const { statusCode } = await served(app, `${address}.320.webp`)
    t.equal(statusCode, /aw\.png$/.test(address) ? 200 : 404, about)
  }

  await t.test('other sites show a transparent picture on white', async (t) => {
    const file = await sharp(await landscape(400, 300))
      .ensureAlpha(0)
      .png()
      .toBuffer()
    const shared = await served(app, `${await addressOf(file)}.shared.jpg`)
    const { channels } = await sharp(shared.rawPayload).stats()
    t.same(
      channels.map(({ mean }) => mean),
      [255, 255, 255]
    )
  })
})

await t.test('a thumbnail is never larger than the picture', async (t) => {
  const document = documentOf(await send(bodyWith(await picture('png', 8, 8)), {}, '?thumbSize=huge'))
  const thumbnail = await sharp((await served(app, hrefOf(document, 'Thumbnail'))).rawPayload).metadata()
  t.match(thumbnail, { width: 8, height: 8 })
})

const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'

/** Returns a PNG whose header states another size than that of its data. */
const claiming = async (width: number, height: number) => {
  const png = await picture('png')
  png.writeUInt32BE(width, 16)
  png.writeUInt32BE(height, 20)
  return png
}

await t.test('an invalid or forbidden upload is refused and leaves nothing', async (t) => {
  const built = await build(t, { UPLOAD_MB: '1', UPLOAD_MEGAPIXELS: '1' })
  const { app, sql, tokenOf } = built
  const { Id, send } = await uploader(built)
  const jpeg = await photograph()
  const [file, title] = [
    { name: 'file', content: jpeg, fileName: 'a.jpg' },
    { name: 'Title', content: 'x' }
  ] as const
  const script = Buffer.from('<script>alert(1)</script>')
  const noise = Buffer.alloc(1024 * 1024 + 1, 'x')
  const fullColour = { progressive: true, chromaSubsampling: '4:4:4' }
  const progressive = await sharp(await picture('png', 1000, 501))
    .jpeg(fullColour)
    .toBuffer()
  const before = await archiveOf(sql)
  const unsupported = { kind: 'unsupported-media-type', places: [] }
  const tooLarge = { kind: 'too-large', places: [] }
  const bad = (place: string) => ({ kind: 'bad-body', places: [place] })
  const cases = [
    ['SVG', bodyWith(SVG), unsupported],
    ['SVG in XML', bodyWith(`<?xml version="1.0"?>\n${SVG}`), unsupported],
    ['HTML', bodyWith('<!DOCTYPE html><script>alert(1)</script>'), unsupported],
    ['text', bodyWith('hello'), unsupported],
    ['PDF', bodyWith('%PDF-1.7\n%âãÏÓ\n1 0 obj\n'), unsupported],
    ['a ZIP archive', bodyWith(Buffer.from('504b0304140000000000', 'hex')), unsupported],
    ['QuickTime of a studio', bodyWith(inStudio(await recording('clip.mov'))), bad('file')],
    ['HTML after the header of a JPEG', bodyWith(Buffer.concat([jpeg.subarray(0, 20), script])), bad('file')],
    ['HTML in front of a JPEG', bodyWith(Buffer.concat([script, jpeg])), unsupported],
    ['half a JPEG', bodyWith(jpeg.subarray(0, jpeg.length / 2)), bad('file')],
    ['half a PNG', bodyWith((await picture('png', 300, 300)).subarray(0, 150)), bad('file')],
    ['half a WebP', bodyWith((await picture('webp', 300, 300)).subarray(0, 60)), bad('file')],
    ['half an AVIF', bodyWith((await picture('avif', 300, 300)).subarray(0, 250)), bad('file')],
    ['a FLAC header only', bodyWith('fLaC'), bad('file')],
    ['a decompression bomb', bodyWith(await claiming(30_000, 30_000)), bad('file')],
    ['a picture of too many pixels', bodyWith(await picture('png', 1001, 1000)), bad('file')],
    ['an AVIF of too many pixels', bodyWith(await picture('avif', 500, 501)), bad('file')],
    ['a GIF of too many pixels', bodyWith(await picture('gif', 580, 580)), bad('file')],
    ['a WebP of too many pixels', bodyWith(await picture('webp', 1000, 501)), bad('file')],
    ['a progressive JPEG of too many pixels', bodyWith(progressive), bad('file')],
    ['a strip', bodyWith(await picture('png', 65_536, 1)), bad('file')],
    ['a film of too many pixels', bodyWith(await animation('gif', 11, 400, 250)), bad('file')],
    ['a film of too many frames', bodyWith(flicker(2001)), bad('file')],
    ['an empty file', bodyWith(''), bad('file')],
    ['a film with a location', bodyWith(await recording('placed.mp4')), bad('file')],
    ['a film with a location in keyed metadata', bodyWith(await recording('placed-by-key.mp4')), bad('file')],
    ['a WebM film with a location', bodyWith(await recording('placed.webm')), bad('file')],
    ['sound with a location', bodyWith(await recording('placed.m4a')), bad('file')],
    ['two files', bodyOf([file, file]), bad('file')],
    ['a file under another field name', bodyOf([{ ...file, name: 'picture' }]), bad('picture')],
    ['a field', bodyOf([{ name: 'file', content: 'x' }]), bad('file')],
    ['a field and a file', bodyOf([title, file]), bad('Title')],
    ['a file and a field', bodyOf([file, title]), bad('Title')],
    ['no file', bodyOf([]), bad('file')],
    ['nothing', Buffer.alloc(0), { kind: 'unsupported-media-type', places: [] }],
    ['no parts', Buffer.from('hello'), bad('body')],
    ['a body that ends in the file', bodyWith(jpeg).subarray(0, -40), bad('body')],
    ['a field called __proto__', bodyOf([{ ...file, name: '__proto__' }]), bad('body')],
    ['a file above the limit', bodyWith(noise), tooLarge],
    ['a file far above the limit', bodyWith(Buffer.alloc(1_200_000)), tooLarge]
  ] as const
  const refusals: string[] = []
  const refuse = (about: string, answer: Awaited<ReturnType<typeof send>>, expected: ExpectedProblem) => {
    expectProblem(t, answer, { ...expected, about })
    refusals.push(`${about}: ${wordsOf(answer)}\n`)
  }
  for (const [about, payload, expected] of cases) refuse(about, await send(payload), expected)
  for (const type of ['application/json', 'image/jpeg', 'multipart/mixed; boundary=x', 'text/html']) {
    refuse(type, await send(jpeg, { 'content-type': type }), unsupported)
  }
  refuse('no boundary', await send(bodyWith(jpeg), { 'content-type': 'multipart/form-data' }), bad('body'))
  const parameter = { kind: 'bad-parameter', places: ['thumbSize'] }
  refuse('an unknown size', await send(bodyWith(jpeg), {}, '?thumbSize=vast'), parameter)
  refuse('an unknown name', await send(bodyWith(jpeg), { 'x-filter': 'Nothing' }), { kind: 'bad-parameter' })

  const uploadAs = async (name: string | undefined, user: number) =>
    app.inject({
      method: 'POST',
      url: uploadsOf(user),
      payload: bodyWith(jpeg),
      headers: { 'content-type': MULTIPART, ...(name && { authorization: await tokenOf(name) }) }
    })
  refuse('no session', await uploadAs(undefined, Id), { kind: 'unauthorized' })
  refuse('the uploads of another user', await uploadAs('ishan', Id), { kind: 'forbidden' })
  refuse('an unknown user', await uploadAs('admin', 9999), { kind: 'not-found' })
  t.same(await archiveOf(sql), before)
  t.same(await filesIn(built.dataDir), [])
  t.equal((await uploadAs('admin', Id)).statusCode, 201, 'a user with the right Users update may upload for others')
  await sql`delete from role_rights where "right" = (select id from rights where name = 'IAM upload')`
  refuse('a user without the right', await uploadAs('bjarki', Id), { kind: 'forbidden' })
  await golden(t, 'refused-uploads.txt', Buffer.from(refusals.join('')))
})

const DESCRIPTORS = '/proc/self/fd'
const skip = existsSync(DESCRIPTORS) ? false : `this system has no ${DESCRIPTORS}`
t.test('no file of an upload stays open', { skip }, async (t) => {
  const openFiles = async () => {
    const links = (await readdir(DESCRIPTORS)).map((name) => readlink(`${DESCRIPTORS}/${name}`).catch(() => ''))
    return (await Promise.all(links)).filter((path) => path.includes('desk-files-'))
  }
  await until(openFiles, [], { limit: 5000 })
  t.same(closedLate, [])
})
