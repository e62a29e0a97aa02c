/**
 * Each format is read in the form that its specification or its program writes, with everything that such files have.
 * The files have the elements of the examples in RFC 4287 and RFC 6721, RSS 2.0, JSON Feed 1.1, of LiveBlogPosting in
 * schema.org and of an export of WordPress 6.1, with other texts.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { isService } from '../../../moving/formats/index.ts'
import { recognise } from '../../../moving/recognise.ts'
import { root } from '../../support/root.ts'
import { all, chunksOf } from '../reading.ts'

/** Returns the blog and the posts of a file, and the kinds of losses with their posts. */
const read = async (name: string) => {
  const bytes = await readFile(join(root, 'test/moving/material', name))
  const format = await recognise({ address: name, bytes })
  if (isService(format)) throw new Error(`${name} is not a file`)
  const found = await all(format.read(chunksOf(bytes, 100), ''))
  const losses = found.flatMap((each) => (each.kind === 'loss' ? [`${each.what} ${each.post ?? ''}`.trim()] : []))
  return { format: format.name, found: found.filter(({ kind }) => kind !== 'loss'), losses }
}

t.test('an Atom feed', async (t) => {
  const { format, found, losses } = await read('atom.xml')
  t.equal(format, 'atom')
  t.match(found, [
    { title: 'Harbour watch', description: 'Boats <em>and</em> tides', outputLink: 'https://harbour.example/' },
    { id: 'tag:harbour.example,2026:12', state: 'deleted', deletedOn: new Date('2026-07-31T11:00:00Z') },
    {
      content: /^<h3>Ferry back in service<\/h3><div.*<i>\[Update: the ferry sails\.\]<\/i>/,
      author: 'Rosa Lind',
      publishedOn: new Date('2026-07-31T12:29:29Z')
    },
    {
      content: '<h3>Less &lt; more</h3>Some text.',
      author: 'The harbour desk',
      publishedOn: new Date('2026-07-30T17:30:02.250Z')
    }
  ])
  const id = 'tag:harbour.example,2026:13'
  t.same(losses, [`further author ${id}`, `further author ${id}`, `category ${id}`, `link ${id}`])
})

t.test('an RSS feed', async (t) => {
  const { format, found, losses } = await read('rss.xml')
  t.equal(format, 'rss')
  t.match(found, [
    { title: 'Observatory News', description: 'To the stars.', language: 'en-us', pause: 3600 },
    {
      id: 'http://observatory.example/2025/06/03.html#item573',
      content: /^<h3>Star City<\/h3>How do visitors get ready\? <a href="http:.*">They learn<\/a> the language\.$/,
      publishedOn: new Date('2025-06-03T09:39:21Z')
    },
    { id: 'item572', content: /<b>Saturday<\/b>/, publishedOn: new Date('2025-05-30T16:06:42Z') }
  ])
  const id = 'http://observatory.example/2025/06/03.html#item573'
  t.same(losses, [`category ${id}`, `link ${id}`, `link ${id}`, 'enclosure item572'])
})

t.test('a JSON Feed', async (t) => {
  const { format, found, losses } = await read('feed.json')
  t.equal(format, 'json-feed')
  t.match(found, [
    { title: 'Garden notes', description: 'What grows', language: 'en-GB', outputLink: 'https://garden.example/' },
    {
      content: '<h3>The second one</h3><p>This is a second item.</p>',
      author: 'Brent',
      publishedOn: new Date('2026-02-07T19:04:00Z'),
      updatedOn: new Date('2026-02-07T19:24:00Z')
    },
    {
      id: '1',
      author: 'Manton',
      content: '<p>Hello, world!</p><figure><img src="https://garden.example/first.jpg"></figure>'
    }
  ])
  t.same(
    losses.map((loss) => loss.replace(' https://garden.example/second-item', '')),
    ['tag', 'tag', 'attachment', 'link', 'banner']
  )
})

t.test('a LiveBlogPosting in a graph', async (t) => {
  const { format, found, losses } = await read('page.html')
  t.equal(format, 'page')
  t.match(found, [
    {
      id: 'https://fair.example/live',
      title: 'Spring fair: live coverage',
      liveOn: new Date('2026-03-07T19:30:00Z'),
      closedOn: new Date('2026-03-08T00:00:00Z')
    },
    { id: 'https://fair.example/live#3', content: '<h3>Watch the show here</h3><p>The show begins.</p>' },
    {
      id: 'https://fair.example/live#2',
      author: 'Ada, Ben',
      content: /<p>The queue is long\.<\/p><figure><img src="https:\/\/fair\.example\/doors\.jpg"><\/figure>$/
    }
  ])
  t.same(losses, ['older posts', 'video https://fair.example/live#3'])
})

t.test('an export of WordPress', async (t) => {
  const { format, found, losses } = await read('wordpress.xml')
  t.equal(format, 'wxr')
  t.match(found, [
    { id: 'https://paper.example', title: 'Town paper', language: 'en-US' },
    {
      id: '5',
      author: 'Kim Doe',
      content: '<h3>Market day</h3><p>The market is <strong>open</strong>.</p>',
      publishedOn: new Date('2026-11-23T09:00:00Z'),
      updatedOn: new Date('2026-11-23T10:00:00Z'),
      isPinned: true
    }
  ])
  t.same(losses, ['comment of a reader', 'category 5', 'item'])
})
