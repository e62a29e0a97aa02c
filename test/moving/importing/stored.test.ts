/** All that an import stores: each column of each row, and all that its report says, first and after changes. */
import t from 'tap'
import { blogLine, endLine, postLine } from '../../../moving/formats/desk.ts'
import { golden } from '../../support/golden.ts'
import { importer, post } from '../importer.ts'
import { storedRows } from '../stored.ts'
import type { ForeignBlog, ForeignPost } from '../../../moving/foreign.ts'

const day = (number: number) => new Date(Date.UTC(2026, 0, number, 3, 4, 5, 678))

const blog: ForeignBlog = {
  ...{ kind: 'blog', id: 'https://other.example/live/1', title: ' Storm \n watch ', type: 'parade', language: 'fr-CA' },
  ...{ description: '<p>All of it</p>', outputLink: 'https://other.example/page', embedConfig: '{"theme":"dark"}' },
  ...{ createdOn: day(1), updatedOn: day(6), liveOn: day(3), startsOn: day(2) },
  configuration: { color: 'red', 'a.json': 'x', [`${'n'.repeat(190)}`]: 'v'.repeat(1024), [`${'n'.repeat(191)}`]: 'v' }
}

/** A post with everything that any post can have. */
const whole = post('1', {
  ...{ uuid: '6A1FD5A5-6D0A-4E0F-8B49-52AD0E0A1D3F', type: 'quote', content: '<p>One</p>', meta: { url: 'a' } },
  ...{ author: 'Ann Lee', createdOn: day(3), publishedOn: day(4), updatedOn: day(5), pinnedOn: day(6) },
  ...{ position: '3.25', isKeyPoint: true, commentSource: 'form', returnNote: 'again' }
})

/** Posts with all that a post can have in any state: a state leaves out what belongs to the others. */
const inStates = (...states: readonly ForeignPost['state'][]) =>
  states.map((state, index) =>
    post(`${12 + index}`, {
      ...{ state, publishedOn: day(4), updatedOn: day(5), deletedOn: day(7), withdrawnOn: day(6), submittedOn: day(3) },
      ...{ pinnedOn: day(5), isKeyPoint: true, returnNote: 'again', commentSource: 'form' }
    })
  )

const first: readonly ForeignPost[] = [
  whole,
  post('2', { state: 'withdrawn', publishedOn: day(4), withdrawnOn: day(5), position: '1' }),
  post('3', { state: 'deleted', publishedOn: day(4), deletedOn: day(5), position: '2' }),
  post('4', { state: 'draft', submittedOn: day(4), returnNote: 'Shorter', author: 'Bo <bo@example.org>' }),
  post('5', { state: 'draft', publishOn: new Date('2099-01-02T03:04:05Z'), createdOn: undefined }),
  post('6', { metaText: '{"id":12345678901234567890}', author: undefined }),
  post('7', { type: 'poll', updatedOn: day(5) }),
  post('8'),
  post('9'),
  post('11'),
  ...inStates('published', 'withdrawn', 'deleted', 'draft')
]

/** The same posts later. Each has changed in one way. */
const later: readonly ForeignPost[] = [
  {
    ...whole,
    type: 'normal',
    meta: { url: 'b' },
    author: 'Cy',
    updatedOn: day(8),
    pinnedOn: undefined,
    isKeyPoint: false
  },
  post('2', { publishedOn: day(8), position: '1' }),
  post('3', { publishedOn: day(8), position: '2' }),
  post('4', { content: '<p>Published</p>', publishedOn: day(8), author: undefined }),
  post('5', { state: 'draft', content: '<p>Later</p>' }),
  post('6', { state: 'withdrawn', withdrawnOn: day(8) }),
  post('7', { state: 'deleted', content: '', deletedOn: day(8) }),
  post('8', { content: '<p>Theirs</p>', pinnedOn: day(8), updatedOn: day(8) }),
  post('9'),
  post('10', { pinnedOn: day(8) }),
  post('11', { content: '<p>Corrected there</p>', updatedOn: day(8) }),
  ...inStates('withdrawn', 'deleted', 'draft', 'published')
]

t.test('an import and the next one', async (t) => {
  const { run, lastLosses, sql } = await importer(t)
  const startedAt = new Date()
  const sections: string[] = []
  for (const posts of [first, later]) {
    const { report, err } = await run(blogLine(blog) + posts.map(postLine).join('') + endLine(posts.length))
    const { Blog, ...rest } = report
    sections.push(err, `${JSON.stringify(rest)}\n`, ...(await lastLosses()).map((loss) => `${JSON.stringify(loss)}\n`))
    sections.push(await storedRows(sql, Blog, startedAt), '\n')
    // An editor corrects a post before the source does, and changes the pins of two that the source only corrects.
    await sql`update posts set content = 'Ours', editor = 1 where blog = ${Blog} and content = '<p>Post 8</p>'`
    await sql`update posts set pinned_on = null where blog = ${Blog} and content = '<p>One</p>'`
    await sql`
      update posts set pinned_on = ${day(7)}, is_key_point = true where blog = ${Blog} and content = '<p>Post 11</p>'`
  }
  await golden(t, 'stored-imports.txt', Buffer.from(sections.join('')))
})
