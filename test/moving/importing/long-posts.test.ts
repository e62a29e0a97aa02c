/** Imports of long posts: their transactions stay short, because they hold the blog, and no statement is cancelled. */
import t from 'tap'
import { importTargets } from '../../../db/imports/target.ts'
import { runImport } from '../../../moving/importing/index.ts'
import { build } from '../../support/index.ts'
import { blog, post } from '../importer.ts'

const { sql } = await build(t)

t.test('long posts are stored in smaller batches', async (t) => {
  const content = 'x'.repeat(65_000)
  async function* found() {
    yield blog
    for (let number = 1; number <= 70; number += 1) {
      yield post(String(number), { content, createdOn: new Date(number), publishedOn: new Date(number) })
    }
  }
  const progress: number[] = []
  const { Blogs } = await runImport(found(), {
    ...{ sql, creator: 1, language: 1, newestFirst: false },
    creatorOf: async () => 1,
    picturesFor: () => undefined,
    signal: new AbortController().signal,
    onProgress: (count) => progress.push(count),
    onLoss: () => {}
  })
  t.same(progress, [31, 62, 70])
  t.match(Blogs, [{ Added: 70 }])
})

t.test('the words of long posts are counted, however long it takes', (t) =>
  t.resolves(
    sql.begin(async (transaction) => {
      await transaction`set local statement_timeout = 1`
      await importTargets(transaction).analyse()
    })
  )
)
