/** `desk import --dry-run` reports the same as a real run, and stores nothing. */
import fc from 'fast-check'
import t from 'tap'
import { blogLine, endLine, postLine } from '../../../moving/formats/desk.ts'
import { SAMPLE } from '../../../moving/recognise.ts'
import { until } from '../../support/index.ts'
import { blog, file, importer, post } from '../importer.ts'

const uuids = ['6a1fd5a5-6d0a-4e0f-8b49-52ad0e0a1d3f', '7b1fd5a5-6d0a-4e0f-8b49-52ad0e0a1d3f']

const posts = fc.array(
  fc.record({
    id: fc.integer({ min: 1, max: 9 }).map(String),
    state: fc.constantFrom('published', 'published', 'draft', 'withdrawn', 'deleted'),
    content: fc.constantFrom('one', 'two', 'three'),
    author: fc.constantFrom('Ann', 'Bo <bo@example.org>'),
    uuid: fc.option(fc.constantFrom(...uuids), { nil: undefined, freq: 5 }),
    pinnedOn: fc.option(fc.constant(new Date('2026-01-03T00:00:00Z')), { nil: undefined }),
    isKeyPoint: fc.boolean()
  }),
  { maxLength: 12 }
)

/** Files of several parts. The line of the blog between two parts ends a batch. */
const files = fc.array(fc.array(posts, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 3 })

const PLAIN = { id: '1', state: 'published', author: 'Ann', uuid: undefined, isKeyPoint: false } as const
/** A file whose post is as it was before, after another state in between. */
const returning = (['one', 'two', 'one'] as const).map((content) => [{ ...PLAIN, pinnedOn: undefined, content }])

t.test('whatever a source has, before and after corrections here, both runs report the same', async (t) => {
  const { run, sql } = await importer(t)
  const rows = () => sql`select (select count(*) from posts) as posts, (select count(*) from sources) as sources,
    (select sum(last_c_id) from blogs) as changes`
  // The pins and posts of other blogs do not count.
  await sql`
    update posts set pinned_on = published_on
    where id in (select id from posts where blog = 1 and published_on is not null and deleted_on is null limit 3)`
  let blogs = 0
  await fc.assert(
    fc.asyncProperty(files, fc.nat(8), async (states, corrected) => {
      blogs += 1
      const id = `https://other.example/live/${blogs}`
      for (const parts of states) {
        const input =
          parts
            .map((part) => blogLine({ ...blog, id }) + part.map((state) => postLine(post(state.id, state))).join(''))
            .join('') + endLine(parts.flat().length)
        const before = await rows()
        const rehearsed = await run(input, '--dry-run')
        t.same(await rows(), before)
        const { report, err } = await run(input)
        t.same({ ...rehearsed.report, Blog: report.Blog }, report, err)
        await sql`
          update posts set content = 'Ours' where id = (
            select post from copied_posts where blog = ${report.Blog} order by foreign_id offset ${corrected} limit 1
          )`
      }
    }),
    { numRuns: 12, examples: [[[returning], 0]] }
  )
})

t.test('a dry run names the existing blog, and what the operator must say', async (t) => {
  const { run, runOn } = await importer(t)
  const input = blogLine(blog) + postLine(post('1')) + endLine(1)
  t.match((await run(input, '--dry-run', '--blog', '1')).report, { Blog: 1, IsNew: false, Added: 1 })
  t.match((await run(blogLine({ ...blog, language: 'tlh' }), '--dry-run')).err, /Desk has no language tlh/)
  t.match((await runOn('-', input, '--dry-run')).report, { Blog: undefined, IsNew: true, Added: 1 })
})

t.test('a dry run counts the posts of each blog, though their ids are the same', async (t) => {
  const { run } = await importer(t)
  const blogs = ['first', 'second'].map((id) => blogLine({ ...blog, id }) + postLine(post('1')))
  const input = blogs.join('') + endLine(2)
  t.match((await run(input, '--dry-run')).blogs, [{ Added: 1 }, { Added: 1 }])
  t.match((await run(input)).blogs, [{ Added: 1 }, { Added: 1 }])
})

t.test('a dry run goes on after an outage before it, and ends with a reason after one in it', async (t) => {
  const { run, sql } = await importer(t)
  const outage = () =>
    until(async () => {
      const ended = await sql`
        select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and application_name = 'desk command'`
      return ended.count
    }, 0)
  async function* after() {
    await outage()
    yield Buffer.from(file(post('1')))
  }
  async function* amid() {
    yield Buffer.from(blogLine(blog) + postLine(post('1', { content: 'x'.repeat(SAMPLE) })))
    await until(async () => (await sql`select from pg_class where relname = 'rehearsed_posts'`).count)
    await outage()
    yield Buffer.from(endLine(1))
  }
  t.match((await run(after(), '--dry-run')).report, { Added: 1 })
  const { code, err } = await run(amid(), '--dry-run')
  t.equal(code, 1)
  t.match(err, /^desk: The database did not answer, and the dry run has lost its notes: repeat it$/m)
})
