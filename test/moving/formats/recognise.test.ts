/** The format of a file is recognised by its beginning. */
import t from 'tap'
import { formatOf, recognise } from '../../../moving/recognise.ts'
import { sources } from '../examples.ts'

const recognised = (bytes: Uint8Array) => recognise({ address: 'x', bytes })
const nameOf = async (text: string) => (await recognised(Buffer.from(text))).name

t.test('each format is recognised, also behind a byte order mark', async (t) => {
  for (const [name, text] of Object.entries(sources)) {
    t.equal(await nameOf(text), name)
    t.equal(await nameOf(`\ufeff\n ${text.replace(/^<\?xml[^>]*>/, '')}`), name)
  }
})

t.test('a text in a post is not a format', async (t) => {
  const strange = '<rss version="2.0"> <feed xmlns="http://www.w3.org/2005/Atom"> <html> {"kind":"desk-blog"}'
  const { atom = '', rss = '', 'json-feed': json = '', page = '' } = sources
  t.equal(await nameOf(atom.replace('Two', `<![CDATA[${strange}]]>`)), 'atom')
  t.equal(await nameOf(rss.replace('Two', `<![CDATA[${strange}]]>`)), 'rss')
  t.equal(await nameOf(json.replace('Two', JSON.stringify(strange).slice(1, -1))), 'json-feed')
  t.equal(await nameOf(page.replace('Text', strange.replaceAll('"', "'"))), 'page')
  await t.rejects(nameOf('{"text":"<html>"}'), { message: `The format of x was not recognised: ${LEGAL}` })
})

const LEGAL =
  "give --format with one of desk (Desk's own export, NDJSON), atom (Atom feed), rss (RSS 2.0 feed), " +
  'json-feed (JSON Feed), wxr (export of WordPress), page (web page with a LiveBlogPosting), ' +
  'liveblog2 (address of a blog of Live Blog 2 or Desk), liveblog3 (address of a blog of Live Blog 3)'

t.test('an unknown name is refused with the legal ones', (t) => {
  t.throws(() => formatOf('word'), { message: `There is no format word: ${LEGAL}` })
  t.end()
})

t.test('packed files are refused with what to do', async (t) => {
  await t.rejects(recognised(Buffer.from('PK\u0003\u0004')), {
    message: 'x is a ZIP archive: unzip it, and import the folder'
  })
  await t.rejects(recognised(Buffer.from([0x1f, 0x8b])), {
    message: 'x is compressed: unpack it, and import the file'
  })
})
