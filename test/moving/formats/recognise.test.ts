/** The format of a file is recognised by its beginning. */
import t from 'tap'
import { recognise } from '../../../moving/recognise.ts'
import { sources } from '../examples.ts'

const nameOf = async (text: string) => (await recognise({ address: 'x', bytes: Buffer.from(text) })).name

t.test('each format is recognised, also behind a byte order mark', async (t) => {
  for (const [name, text] of Object.entries(sources)) {
    t.equal(await nameOf(text), name)
    t.equal(await nameOf(`\ufeff\n ${text.replace(/^<\?xml[^>]*>/, '')}`), name)
  }
})

t.test('a text in a post is no format', async (t) => {
  const strange = '<rss version="2.0"> <feed xmlns="http://www.w3.org/2005/Atom"> <html> {"kind":"desk-blog"}'
  const { atom = '', rss = '', 'json-feed': json = '', page = '' } = sources
  t.equal(await nameOf(atom.replace('Two', `<![CDATA[${strange}]]>`)), 'atom')
  t.equal(await nameOf(rss.replace('Two', `<![CDATA[${strange}]]>`)), 'rss')
  t.equal(await nameOf(json.replace('Two', JSON.stringify(strange).slice(1, -1))), 'json-feed')
  t.equal(await nameOf(page.replace('Text', strange.replaceAll('"', "'"))), 'page')
  await t.rejects(nameOf('{"text":"<html>"}'), /was not recognised/)
})
