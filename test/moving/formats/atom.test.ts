/** Atom feeds are read in every encoding, also broken ones. golden.test.ts has the contents of whole ones. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { readAtom } from '../../../moving/formats/atom.ts'
import { root } from '../../support/root.ts'
import { all, chunksOf } from '../reading.ts'

const read = (text: string | Uint8Array) => all(readAtom(chunksOf(text, 5), 'https://feed.example/'))

const FEED = await readFile(join(root, 'test/moving/material/atom-tombstones.xml'), 'utf8')

t.test('a feed in another encoding is read', async (t) => {
  const latin = Buffer.from(FEED.replace('utf-8', 'ISO-8859-1'), 'latin1')
  const whole = await read(FEED)
  t.same(await read(latin), whole)
  const little = Buffer.from(FEED.replace('utf-8', 'utf-16'), 'utf16le')
  const big = Buffer.from(little).swap16()
  const [littleMark, bigMark] = [Buffer.from([0xff, 0xfe]), Buffer.from([0xfe, 0xff])]
  for (const wide of [Buffer.concat([littleMark, little]), Buffer.concat([bigMark, big]), little, big]) {
    t.same(await read(wide), whole)
  }
})

t.test('what can be read of a broken feed is read', async (t) => {
  const found = await read(FEED.replace('<title>Only a title</title>', '<title>R&D \u0001</title>').slice(0, -30))
  const shown = found.filter(({ kind }) => kind === 'post')
  t.match(shown, [{}, {}, {}, { id: 'x' }])
  t.match(found.filter(({ kind }) => kind === 'loss')[0], { what: 'syntax' })
})

t.test('an empty feed is a blog without posts', async (t) => {
  t.match(await read('<feed xmlns="http://www.w3.org/2005/Atom"><title>Quiet</title></feed>'), [
    { kind: 'blog', id: 'https://feed.example/', title: 'Quiet' }
  ])
})

t.test('the address of the page of a feed is relative to its base', async (t) => {
  const feed = '<feed xmlns="http://www.w3.org/2005/Atom" xml:base="/news/"><link href="night"/></feed>'
  t.match(await read(feed), [{ outputLink: 'https://feed.example/news/night' }])
})

t.test('a tombstone without a date, or without a readable one, removes its entry', async (t) => {
  const namespaces = 'xmlns="http://www.w3.org/2005/Atom" xmlns:at="http://purl.org/atompub/tombstones/1.0"'
  const tombstones = '<at:deleted-entry ref="a"/><at:deleted-entry ref="b" when="soon"/>'
  const found = await read(`<feed ${namespaces}>${tombstones}</feed>`)
  t.match(
    found.filter(({ kind }) => kind === 'post'),
    [
      { id: 'a', state: 'deleted', deletedOn: undefined },
      { id: 'b', state: 'deleted', deletedOn: undefined }
    ]
  )
  t.match(
    found.filter(({ kind }) => kind === 'loss'),
    [{ post: 'b', what: 'date' }]
  )
})
