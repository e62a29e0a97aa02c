/** A change travels from the click in one newsroom to the open stream of a reader of the other blog. */
import t from 'tap'
import { build, openStream } from '../support/index.ts'

t.test('a published post reaches a reader of the other blog at once', async (t) => {
  const theirs = await build(t)
  const ours = await build(t, { FOLLOW: 'true', FOLLOW_PRIVATE: 'true' })
  const address = await theirs.app.listen({ host: '127.0.0.1', port: 0 })
  const origin = await ours.app.listen({ host: '127.0.0.1', port: 0 })
  const write = await theirs.senderOf('admin', '/resources')
  const edit = await ours.senderOf('admin', '/resources')
  const { Id: source } = (await write('POST', '/Desk/Blog.json', { Title: 'Night', Language: 1 })).json()
  const { Id: copy } = (await edit('POST', '/Desk/Blog.json', { Title: 'Night', Language: 1 })).json()
  const URI = { href: `${address}/resources/Desk/Blog/${source}` }
  const body = { Name: 'theirs', Type: 'chained blog', URI }
  const { Id } = (await edit('POST', `/Desk/Blog/${copy}/Source.json`, body)).json()
  await edit('POST', '/Desk/Sync.json', { Blog: Number(copy), Source: Number(Id), Auto: true })
  const stream = await openStream(`${origin}/resources/Desk/Blog/${copy}/Post/Published?cId.since=0`, {
    accept: 'text/event-stream',
    'x-filter': 'Content'
  })
  const times: number[] = []
  for (let number = 0; number < 11; number += 1) {
    const began = performance.now()
    await write('POST', `/Desk/Blog/${source}/Post/Published`, { Content: `post ${number}` })
    t.match((await stream.next()).data, `post ${number}`)
    times.push(performance.now() - began)
  }
  await stream.close()
  // The first post waits for the follower, which looks for new syncs every three seconds.
  const [median = Infinity] = times
    .slice(1)
    .toSorted((one, other) => one - other)
    .slice(5)
  t.comment(`median ${Math.round(median)} ms`)
  t.ok(median < 1000, `${Math.round(median)} ms`)
})
