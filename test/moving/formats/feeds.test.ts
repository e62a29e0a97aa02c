/** RSS, JSON Feed and pages that are hostile or have no live blog. golden.test.ts has what is found in others. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { fit } from '../../../moving/fit.ts'
import { readAtom } from '../../../moving/formats/atom.ts'
import { readJsonFeed } from '../../../moving/formats/json-feed.ts'
import { readPage } from '../../../moving/formats/page.ts'
import { readRss } from '../../../moving/formats/rss.ts'
import { recognise } from '../../../moving/recognise.ts'
import { root } from '../../support/root.ts'
import { all, chunksOf } from '../reading.ts'

t.test('an array is no JSON Feed', async (t) => {
  await t.rejects(all(readJsonFeed(chunksOf('[]'), 'x')), { message: /not a JSON object/ })
})

t.test('a live blog whose address is relative has that of its page, and none in a file', async (t) => {
  const page = await readFile(join(root, 'test/moving/material/page-graph.html'), 'utf8')
  const relative = page.replace('https://paper.example/live', '#live')
  t.match((await all(readPage(chunksOf(relative), 'https://paper.example/')))[0], { id: 'https://paper.example/#live' })
  t.match((await all(readPage(chunksOf(relative), '')))[0], { id: '' }, 'in a file it would be that of any page')
  await t.rejects(all(readPage(chunksOf('<p>'), '')), { message: /no JSON-LD/ })
})

t.test('a hostile feed keeps the service busy for a moment only', async (t) => {
  const many = (text: string, count = 100_000) => text.repeat(count)
  const rss = (item: string) => `<rss version="2.0"><channel><item><guid>1</guid>${item}</item></channel></rss>`
  const enclosures = Array.from({ length: 9000 }, (_each, index) => `<enclosure url="aab${index}"/>`).join('')
  const began = performance.now()
  for (const [name, feed] of Object.entries({
    author: rss(`<author>${many('a')} @</author>`),
    markup: rss(`<title>x</title><description>${many('&lt;')}</description>`),
    files: rss(`<description>${many('a', 2_000_000)}</description>${enclosures}`),
    depth: `<rss><channel><item><guid>1</guid>${many('<a>')}`
  })) {
    const found = await all(readRss(chunksOf(feed, 65_536), ''))
    for (const post of found) if (post.kind === 'post') fit(post, new Set())
    t.ok(performance.now() - began < 3000, name)
  }
  const title = `<title type="html">${many('&lt;b&gt;', 300_000)}</title>`
  const atom = `<feed xmlns="http://www.w3.org/2005/Atom"><entry><id>1</id>${title}</entry></feed>`
  await all(readAtom(chunksOf(atom, 65_536), ''))
  t.ok(performance.now() - began < 3000, 'title')
  for (const start of ['<rss', '<feed']) {
    await recognise({ address: '', bytes: Buffer.from(many(start, 13_000)) }).catch(() => {})
  }
  t.ok(performance.now() - began < 3000, 'first bytes')
  const deep = await all(readRss(chunksOf(`<rss>${many('<a>', 501)}`), ''))
  t.match(deep, [{ kind: 'loss', what: 'syntax', why: /More than 500 elements/ }, { kind: 'blog' }])
})
