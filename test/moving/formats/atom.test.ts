/** Atom feeds are read as they arrive, with their tombstones. */
import t from 'tap'
import { readAtom } from '../../../moving/formats/atom.ts'
import { all, chunksOf } from '../reading.ts'

const read = (text: string | Uint8Array, size = 5) => all(readAtom(chunksOf(text, size), 'https://feed.example/'))

const FEED = `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xmlns:at="http://purl.org/atompub/tombstones/1.0" xml:lang="pt">
<id>https://live.example/live/1</id><title>Noite das eleições</title><subtitle>Tudo &amp; mais</subtitle>
<link rel="self" href="https://live.example/live/1/atom"/><link href="https://live.example/live/1"/>
<at:deleted-entry ref="https://live.example/live/1/post/3" when="2026-01-02T05:00:00Z"/>
<entry><id>https://live.example/live/1/post/9</id><title>Good news.</title>
<published>2026-01-02T03:04:05Z</published><updated>2026-01-02T03:10:00Z</updated>
<author><name>Ann Lee</name><email>ann@example.org</email></author>
<content type="html">&lt;p&gt;Good news. More soon.&lt;/p&gt;</content></entry>
<entry><id>https://live.example/live/1/post/8</id><title>Headline</title><updated>2026-01-02T03:00:00+01:00</updated>
<content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml">A <b>bold</b> <br/>word &lt;</div></content></entry>
<entry><id>x</id><title>Only a title</title></entry>
<entry><title>No id</title></entry>
</feed>`

t.test('a feed is read with its tombstones, wherever its bytes are cut', async (t) => {
  const [blog, ...posts] = await read(FEED)
  t.match(blog, {
    kind: 'blog',
    id: 'https://live.example/live/1',
    title: 'Noite das eleições',
    description: 'Tudo &amp; mais',
    language: 'pt',
    outputLink: 'https://live.example/live/1'
  })
  t.match(posts, [
    { id: 'https://live.example/live/1/post/3', state: 'deleted', deletedOn: new Date('2026-01-02T05:00:00Z') },
    {
      id: 'https://live.example/live/1/post/9',
      state: 'published',
      content: '<p>Good news. More soon.</p>',
      author: 'Ann Lee',
      publishedOn: new Date('2026-01-02T03:04:05Z'),
      updatedOn: new Date('2026-01-02T03:10:00Z')
    },
    {
      content: '<h3>Headline</h3><div xmlns="http://www.w3.org/1999/xhtml">A <b>bold</b> <br>word &lt;</div>',
      publishedOn: new Date('2026-01-02T02:00:00Z')
    },
    { id: 'x', content: '<p>Only a title</p>' },
    { kind: 'loss', what: 'entry without id' }
  ])
  t.equal(posts.length, 5)
})

t.test('a feed in another encoding is read', async (t) => {
  const latin = Buffer.from(FEED.replace('utf-8', 'ISO-8859-1'), 'latin1')
  t.match((await read(latin))[0], { title: 'Noite das eleições' })
  const wide = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(FEED.replace('utf-8', 'utf-16'), 'utf16le')])
  t.match((await read(wide))[0], { title: 'Noite das eleições' })
})

t.test('what can be read of a broken feed is read', async (t) => {
  const found = await read(FEED.replace('<title>Only a title</title>', '<title>R&D \u0001</title>').slice(0, -30))
  t.match(
    found.filter(({ kind }) => kind === 'post'),
    [{}, {}, {}, { id: 'x' }]
  )
  t.match(found.filter(({ kind }) => kind === 'loss')[0], { what: 'syntax' })
})

t.test('an empty feed is a blog without posts', async (t) => {
  t.match(await read('<feed xmlns="http://www.w3.org/2005/Atom"><title>Quiet</title></feed>'), [
    { kind: 'blog', id: 'https://feed.example/', title: 'Quiet' }
  ])
})
