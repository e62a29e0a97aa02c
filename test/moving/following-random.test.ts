/** Whatever editors do at the source, and whenever connections are cut, both blogs end with the same posts. */
import fc from 'fast-check'
import t from 'tap'
import { pair, untilEqual } from './pair.ts'

const SEED = Number(process.env['SEED'] ?? 28)
const steps = fc.sample(
  fc.record({
    kind: fc.constantFrom(
      ...['insert', 'insert', 'edit', 'Unpublish', 'Publish', 'delete', 'move', 'Pin', 'Unpin', 'MarkKeyPoint', 'cut']
    ),
    post: fc.nat(),
    other: fc.nat()
  }),
  { seed: SEED, numRuns: 150 }
)

t.test(`random changes and cuts lead to equal blogs (SEED=${SEED})`, async (t) => {
  const both = await pair(t)
  const { theirs, ours, write, source, copy } = both
  await both.follow()

  const posts: string[] = []
  const path = `/Desk/Blog/${source}/Post`
  for (const [number, { kind, post, other }] of steps.entries()) {
    const one = posts[post % Math.max(1, posts.length)]
    const two = posts[other % Math.max(1, posts.length)]
    if (kind === 'cut') theirs.app.server.closeAllConnections()
    else if (kind === 'insert' || one === undefined) {
      const inserted = await write('POST', `${path}/Published.json`, { Content: `post ${number}` })
      posts.push(String(inserted.json().Id))
    } else if (kind === 'edit') await write('PUT', `${path}/${one}`, { Content: `edit ${number}` })
    else if (kind === 'delete') await write('DELETE', `/Data/Post/${one}`)
    else if (kind === 'move') await write('PUT', `${path}/${one}/Post/${two}/Reorder?before=${other % 2 === 0}`)
    // Many are refused, such as publishing what is published: then nothing changes.
    else await write('POST', `${path}/${one}/${kind}`)
  }
  const [{ Count }] = await theirs.sql<[{ Count: number }]>`
    select published_count as count from blogs where id = ${source}`
  t.ok(Count > 0)
  await untilEqual(both, Count)
  t.same((await ours.json(`Desk/Blog/${copy}/Sync`)).SyncList.length, 1)
})
