/** A blog follows the feeds of another Desk, with their archives. */
import t from 'tap'
import { until, type Built } from '../../support/index.ts'
import { buildFollower, following } from '../polled.ts'

const identities = async ({ sql }: Built, blog: number) => {
  const rows = await sql<{ Uuid: string }[]>`
    select uuid from posts where blog = ${blog} and published_on is not null and deleted_on is null
    order by published_on desc, id`
  return rows.map(({ Uuid }) => Uuid).join(' ')
}

/** Two services. The first has a blog of 130 posts, some of which are in the archive only. */
const theirs = await buildFollower(t)
const ours = await buildFollower(t)
const address = await theirs.app.listen({ host: '127.0.0.1', port: 0 })
const write = await theirs.senderOf('admin', '/resources')
const { Id } = (await write('POST', '/Desk/Blog.json', { Title: 'Night', Language: 1, Description: '' })).json()
const source = Number(Id)
await write('PUT', `/Desk/Blog/${source}/PutLive`)
await theirs.sql`
  insert into posts (blog, creator, type, content, created_on, published_on)
  select ${source}, 1, 'normal', 'post ' || number, now() - interval '1 day' + number * interval '1 minute',
    now() - interval '1 day' + number * interval '1 minute'
  from generate_series(1, 130) as number`
const ids = (await theirs.sql<{ Id: number }[]>`select id from posts where blog = ${source} order by id`).map(
  (post) => post.Id
)

for (const path of ['atom', 'feed.json']) {
  t.test(`the whole blog arrives by ${path}, with later changes of old posts`, async (t) => {
    const { blog, shown, count, sync } = await following(ours, `${address}/live/${source}/${path}`)
    const untilEqual = () =>
      until(
        async () => [await identities(theirs, source), await identities(ours, blog)],
        ([one, other]) => one === other
      )
    await untilEqual()
    const first = await shown()
    t.equal(first[0], 'post 130')
    const [oldest = 0, second = 0] = path === 'atom' ? ids : ids.slice(1)
    // Both are far from the newest posts, so the feed itself does not have them.
    await write('PUT', `/Desk/Blog/${source}/Post/${second}`, { Content: `changed by ${path}` })
    await write('DELETE', `/Data/Post/${oldest}`)
    await untilEqual()
    await until(async () => (await shown()).includes(`changed by ${path}`))
    t.equal(await count(), first.length, 'nothing twice')
    t.equal((await ours.json(`Desk/Sync/${sync}/ParkedChange.json`)).ParkedChangeList.length, 0)
  })
}

t.test('a page and a feed that lead in a circle copy nothing twice', async (t) => {
  const other = await following(ours, `${address}/live/${source}`)
  await until(async () => (await identities(ours, other.blog)) === (await identities(theirs, source)))
  await other.state(({ CId }) => CId !== undefined)
  t.pass('the page leads to its blog, which is followed by change numbers')
  const back = await ours.app.listen({ host: '127.0.0.1', port: 0 })
  const { Id: feed } = (
    await write('POST', `/Desk/Blog/${source}/Source.json`, {
      ...{ Name: 'back', Type: 'blog provider', URI: { href: `${back}/live/${other.blog}/atom` } }
    })
  ).json()
  const { Id: sync } = (
    await write('POST', '/Desk/Sync.json', { Blog: source, Source: Number(feed), Auto: true })
  ).json()
  await write('POST', `/Desk/Blog/${source}/Post/Published`, { Content: 'round and round' })
  await until(async () => (await other.shown())[0] === 'round and round')
  const [{ Now }] = await theirs.sql<[{ Now: Date }]>`select now()`
  // A look that began after the post had come back, because there is one every two seconds.
  const looked = () => theirs.sql`
    select from sync_states where sync = ${Number(sync)} and succeeded_on > ${Now}::timestamptz + interval '3 seconds'`
  await until(looked, ({ count }) => count === 1)
  t.equal(await identities(ours, other.blog), await identities(theirs, source))
  t.equal((await theirs.sql`select from posts where blog = ${source}`).count, ids.length + 1)
})
