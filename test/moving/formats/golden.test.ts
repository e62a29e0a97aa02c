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
import { oddDocuments, oddFiles } from '../odd.ts'
import { all, chunksOf } from '../reading.ts'
import type { Foreign } from '../../../moving/foreign.ts'

const material = join(root, 'test/moving/material')

/** Each value that was found on its own line. */
const linesOf = (found: readonly Foreign[]) => found.map((each) => `${JSON.stringify(each)}\n`).join('')

const formatNamed = (name: string) => formats.find((format) => format.name === name)

t.test('what is in files', async (t) => {
  const files = [
    ...(await readdir(material)).sort().map(async (name) => [name, await readFile(join(material, name))] as const),
    ...Object.entries({ ...sources, ...oddFiles }).map(([name, text]) => [name, Buffer.from(text)] as const)
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
    ['liveblog2', { blog: '/resources/Desk/Blog/4', documents: oddDocuments }] as const,
    ['liveblog3', { blog: '/api/client_blogs/items', documents: oddDocuments }] as const
  ]) {
    const format = formatNamed(name)
    if (format === undefined || !isService(format)) throw new Error(`${name} is not a service`)
    const requested: string[] = []
    const get = async ({ pathname, search }: URL, headers = {}) => {
      requested.push(`${pathname}${search} ${JSON.stringify(headers)}\n`)
      return JSON.parse(
        documents[(pathname + search).replace(/&(?:offset=0|page=1)$/, '')] ?? '{"PostList":[],"_items":[]}'
      )
    }
    const found = await all(format.readService(new URL(blog, 'https://source.example'), get))
    sections.push(`${name}\n${requested.join('')}${linesOf(found)}`)
  }
  await golden(t, 'formats-of-services.txt', Buffer.from(sections.join('\n')))
})

const LISTED: Readonly<Record<string, string>> = {
  ...oddDocuments,
  '/api/v2/client_blogs/list/posts?ordering=oldest_first&sticky=0&limit=100': liveBlog3List
}
