/** Imports of long posts: their transactions stay short, because they hold the blog, and no statement is cancelled. */
import { Readable } from 'node:stream'
import t from 'tap'
import { importedPosts } from '../../../db/imports/posts.ts'
import { importTargets } from '../../../db/imports/target.ts'
import type { ForeignPost } from '../../../moving/foreign.ts'
import { runImport } from '../../../moving/importing/index.ts'
import { build } from '../../support/index.ts'
import { blog, post } from '../importer.ts'

const { sql } = await build(t)

/** Imports posts. @returns the report of their blog, and the number of posts after each batch */
const imported = async (id: string, posts: readonly ForeignPost[]) => {
  const progress: number[] = []
  const { Blogs } = await runImport(Readable.from([{ ...blog, id }, ...posts]), {
    ...{ sql, creator: 1, language: 1, newestFirst: false },
    creatorOf: async () => 1,
    picturesFor: () => undefined,
    signal: new AbortController().signal,
    onProgress: (count) => progress.push(count),
    onLoss: () => {}
  })
  return { Blogs, progress }
}

t.test('long posts are stored in smaller batches', async (t) => {
  const content = 'x'.repeat(65_000)
  const posts = Array.from({ length: 70 }, (_post, index) => {
    const moment = new Date(index + 1)
    return post(String(index), { content, createdOn: moment, publishedOn: moment })
  })
  const { Blogs, progress } = await imported('urn:long', posts)
  t.same(progress, [31, 62, 70])
  t.match(Blogs, [{ Added: 70 }])
})

t.test('many states of a post are stored in several batches', async (t) => {
  const states = Array.from({ length: 1200 }, (_state, index) => post('1', { content: `State ${index}` }))
  const { Blogs, progress } = await imported('urn:states', states)
  t.equal(progress.length, 3)
  t.match(Blogs, [{ Added: 1, Changed: 2 }])
  const rows = await sql`select content from posts where blog = ${Blogs[0]?.Blog ?? 0}`
  t.same([...rows], [{ Content: 'State 1199' }])
})

t.test('the words of long posts are counted, however long it takes', (t) =>
  t.resolves(
    sql.begin(async (transaction) => {
      await transaction`set local statement_timeout = 1`
      await importTargets(transaction).analyse()
    })
  )
)

t.test('PostgreSQL does not compile the statements of a batch', (t) =>
  sql.begin(async (transaction) => {
    await importedPosts(transaction, { blog: 1, source: 1, author: 1, creator: 1 }).lock()
    const [setting] = await transaction`show jit`
    t.match(setting, { Jit: 'off' }, 'not every server can, and then this setting has no effect')
  })
)
