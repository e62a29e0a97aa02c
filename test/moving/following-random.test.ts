/** Whatever editors do at the source, and whenever connections are cut, both blogs end with the same posts. */
import fc from 'fast-check'
import t from 'tap'
import { build, until, type Built } from '../support/index.ts'

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

/** What readers see of a blog, the highest first. */
const shown = async ({ sql }: Built, blog: number) =>
  sql`
    select content, type, author_name, date_trunc('milliseconds', published_on) as published_on,
      date_trunc('milliseconds', pinned_on) as pinned_on, is_key_point, uuid
    from post_rows where blog = ${blog} and published_on is not null and deleted_on is null order by "order" desc`

t.test(`random changes and cuts lead to equal blogs (SEED=${SEED})`, async (t) => {
  const theirs = await build(t)
  const ours = await build(t, { FOLLOW: 'true', FOLLOW_PRIVATE: 'true' })
  const address = await theirs.app.listen({ host: '127.0.0.1', port: 0 })
  const write = await theirs.senderOf('admin', '/resources')
  const edit = await ours.senderOf('admin', '/resources')
  const { Id: source } = (await write('POST', '/Desk/Blog.json', { Title: 'Night', Language: 1 })).json()
  const { Id: copy } = (await edit('POST', '/Desk/Blog.json', { Title: 'Night', Language: 1 })).json()
  const URI = { href: `${address}/resources/Desk/Blog/${source}` }
  const body = { Name: 'theirs', Type: 'chained blog', URI }
  const { Id } = (await edit('POST', `/Desk/Blog/${copy}/Source.json`, body)).json()
  await edit('POST', '/Desk/Sync.json', { Blog: Number(copy), Source: Number(Id), Auto: true })

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
  await until(async () => {
    const both = [await shown(theirs, Number(source)), await shown(ours, Number(copy))].map((rows) =>
      JSON.stringify(rows)
    )
    return both[0] === both[1] && both[0] !== '[]'
  })
  t.same((await ours.json(`Desk/Blog/${copy}/Sync`)).SyncList.length, 1)
})
