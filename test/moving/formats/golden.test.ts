/**
 * All that each format finds in a file or a service: values, their order, and losses with their reasons. The files of
 * test/moving/material have the elements of the examples in RFC 4287 and RFC 6721, RSS 2.0, JSON Feed 1.1, of
 * LiveBlogPosting in schema.org and of an export of WordPress 6.1, with other texts.
 */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { formats, isService } from '../../../moving/formats/index.ts'
import { recognise } from '../../../moving/recognise.ts'
import { golden } from '../../support/golden.ts'
import { root } from '../../support/root.ts'
import { services, sources } from '../examples.ts'
import { liveBlog3List } from '../liveblog3-list.ts'
import { all, chunksOf } from '../reading.ts'
import type { Foreign } from '../../../moving/foreign.ts'

const material = join(root, 'test/moving/material')

const ATOM = '<feed xmlns="http://www.w3.org/2005/Atom" xmlns:at="http://purl.org/atompub/tombstones/1.0">'

/** Files in which something is missing or cannot be read. */
const odd: Readonly<Record<string, string>> = {
  'atom without ids': `${ATOM}<id>f</id><at:deleted-entry when="2026-01-02T03:04:05Z"/>
<entry><title>A</title></entry><entry><id>e</id><updated>soon</updated><title type="html">&lt;b>B&lt;/b></title>
<summary>Short</summary><category term="boats"/></entry></feed>`,
  'rss without guids': `<rss version="2.0"><channel><title>T</title><item><title>A</title></item>
<item><guid>1</guid><pubDate>soon</pubDate><category>boats</category><author>a@b.example (Ann)</author></item>
</channel></rss>`,
  'json-feed without ids': JSON.stringify({
    version: 'https://jsonfeed.org/version/1',
    title: 'T',
    author: { name: 'Ann' },
    _desk: { removed: [{ id: '9', removed_on: '2026-01-02T03:04:05Z' }, { removed_on: 'soon' }] },
    items: [
      { content_text: 'A' },
      { id: 1, date_published: 'soon', tags: ['boats', 7], external_url: 'https://a.example' }
    ]
  })
}

/** Each value that was found on its own line. */
const linesOf = (found: readonly Foreign[]) => found.map((each) => `${JSON.stringify(each)}\n`).join('')

const formatNamed = (name: string) => formats.find((format) => format.name === name)

t.test('what is in files', async (t) => {
  const files = [
    ...(await readdir(material)).sort().map(async (name) => [name, await readFile(join(material, name))] as const),
    ...Object.entries({ ...sources, ...odd }).map(([name, text]) => [name, Buffer.from(text)] as const)
  ]
  const sections: string[] = []
  for (const [name, bytes] of await Promise.all(files)) {
    const format = formatNamed(name.replace(/ .*/, '')) ?? (await recognise({ address: name, bytes }))
    if (isService(format)) throw new Error(`${name} is not a file`)
    const found = await all(format.read(chunksOf(bytes, 7), 'https://source.example/'))
    sections.push(`${name} is ${format.name}\n${linesOf(found)}`)
  }
  await golden(t, 'formats-of-files.txt', Buffer.from(sections.join('\n')))
})

t.test('what services answer', async (t) => {
  const sections: string[] = []
  for (const [name, { blog, documents }] of [
    ...Object.entries(services),
    ['liveblog3', { blog: '/api/client_blogs/list', documents: LISTED }] as const,
    ['liveblog2', { blog: '/resources/Desk/Blog/4', documents: STRANGE }] as const
  ]) {
    const format = formatNamed(name)
    if (format === undefined || !isService(format)) throw new Error(`${name} is not a service`)
    const asked: string[] = []
    const get = async ({ pathname, search }: URL, headers = {}): Promise<unknown> => {
      asked.push(`${pathname}${search} ${JSON.stringify(headers)}\n`)
      return JSON.parse(documents[(pathname + search).replace(/&(?:offset=0|page=1)$/, '')] ?? '{}')
    }
    const found = await all(format.readService(new URL(blog, 'https://source.example'), get))
    sections.push(`${name}\n${asked.join('')}${linesOf(found)}`)
  }
  await golden(t, 'formats-of-services.txt', Buffer.from(sections.join('\n')))
})

const LISTED: Readonly<Record<string, string>> = {
  '/api/client_blogs/list': JSON.stringify({
    ...{ title: 'New', description: 'All of it', blog_status: 'open', public_url: 'https://lb.example/new' },
    ...{ start_date: '2026-01-01T03:00:00+00:00', _created: '2026-01-02T03:00:00+00:00' }
  }),
  '/api/v2/client_blogs/list/posts?ordering=oldest_first&sticky=0&limit=100': liveBlog3List,
  '/api/v2/client_blogs/list/posts?ordering=oldest_first&sticky=1&limit=100': JSON.stringify({
    _meta: { total: 2 },
    _items: [{ items: [] }, { _id: 'x', published_date: 'soon', unpublished_date: '2026-01-02T05:00:00Z', items: [{}] }]
  })
}

/** Posts without an id, with dates and meta data that cannot be read, and without a text. */
const STRANGE: Readonly<Record<string, string>> = {
  '/resources/Desk/Blog/4': '{"Title":"Strange"}',
  '/resources/Desk/Blog/4/Post/Published?cId.since=0&asc=order&limit=100': JSON.stringify({
    total: '2',
    PostList: [{ Content: 'A' }, { Id: '2', Meta: '[1]', CreatedOn: 'soon', AuthorName: 'Ann commentator' }]
  })
}
