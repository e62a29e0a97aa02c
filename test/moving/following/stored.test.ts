/** All that followers ask for and store: each request with its headers, and each column of each row. */
import type { ServerResponse } from 'node:http'
import t, { type Test } from 'tap'
import { uuidOf } from '../../../moving/identity.ts'
import { atOnce } from '../../support/at-once.ts'
import { golden } from '../../support/golden.ts'
import { until } from '../../support/index.ts'
import { site } from '../../support/sites.ts'
import { buildFollower, following } from '../polled.ts'
import { storedRows } from '../stored.ts'
import { played, type Played } from './played.ts'

const ours = await buildFollower(t)

/** Plays a source. Each path is remembered once with the same headers, because followers repeat their requests. */
const playing = async (t: Test, { answer, path, hasStream = false }: Played) => {
  const requests = new Map<string, Set<string>>()
  const streams: ServerResponse[] = []
  const source = { wantedPhase: 0, phase: -1, listeners: 0, streams, requests }
  const [, start = ''] = path.split('/')
  const { origin } = await site(t, ({ url = '', headers: { host: _host, ...headers } }, response) => {
    // A follower of another test may still ask a site that had this port before.
    if (!url.startsWith(`/${start}`)) return response.writeHead(404).end()
    const text = JSON.stringify(headers)
    requests.set(text, (requests.get(text) ?? new Set()).add(url))
    const isListener = headers.accept === 'text/event-stream'
    if (isListener) source.listeners += 1
    // A look that has begun finds the same phase on all its pages.
    if (!/page=[2-9]/.test(url)) source.phase = source.wantedPhase
    if (isListener && hasStream) {
      streams.push(response.writeHead(200, { 'content-type': 'text/event-stream' }))
      response.flushHeaders()
      return
    }
    const found = answer(source.phase, new URL(url, origin), String(headers['x-filter'] ?? ''))
    // Looks do not depend on how many there were before, because the tag stays.
    const tags = { etag: '"tag"', 'last-modified': 'Fri, 02 Jan 2026 03:04:05 GMT' }
    response
      .writeHead(found === undefined ? 400 : 200, tags)
      .end(typeof found === 'string' ? found : JSON.stringify(found))
  })
  return { source, origin }
}

const numbers = Array.from({ length: 30 }, (_each, index) => String(index))

/** Follows a source through its phases. Returns its requests, and the rows that are stored after each phase. */
const sectionOf = async (t: Test, name: string, play: Played): Promise<string> => {
  const startedAt = new Date()
  const { source, origin } = await playing(t, play)
  const { blog, sync, edit, state } = await following(ours, origin + play.path, { type: play.type })
  /** Waits until a whole look at a phase is stored. */
  const looked = async (phase: number) => {
    source.wantedPhase = phase
    await until(() => source.phase === phase)
    const now = new Date()
    await until(
      () => ours.sql`select from sync_states where sync = ${sync} and succeeded_on > ${now}`,
      ({ count }) => count === 1
    )
  }
  const texts: string[] = []
  const note = async () => {
    const ids = [...numbers, ...numbers.map((number) => `l${number}`)]
    const list = play.list.startsWith('/') ? origin + play.list : play.list
    const rows = ids.reduce(
      (text, id) => text.replaceAll(uuidOf(list, id), `uuid of ${id}`),
      await storedRows(ours.sql, blog, startedAt)
    )
    texts.push(rows.replaceAll(origin, 'ORIGIN'), '\n')
  }
  /** Returns which transactions have written or locked the rows of the blog last. */
  const written = () => ours.sql`
    select concat(xmin, ' ', xmax) as row from (
      select xmin, xmax from posts where blog = ${blog}
      union all select xmin, xmax from copied_posts where blog = ${blog}
      union all select xmin, xmax from parked_changes where sync = ${sync}
    ) as rows order by 1`
  const listening = (count: number) => until(() => source.listeners >= count)
  const compare = async () => {
    await edit('PUT', `/Desk/Sync/${sync}`, { IsPaused: true })
    await state(({ IsFollowed }) => IsFollowed === 'False')
    const { listeners } = source
    source.wantedPhase += 1
    await edit('PUT', `/Desk/Sync/${sync}`, { IsPaused: false })
    await listening(listeners + 1)
  }

  if (play.type === 'chained blog') await listening(1)
  else {
    await looked(0)
    const before = await written()
    await looked(0)
    t.same(await written(), before, `${name}: a look that finds nothing new touches nothing`)
  }
  await note()
  // An editor corrects a post before the source does.
  await ours.sql`update posts set content = 'ours', editor = 1 where blog = ${blog} and content = 'post 4'`
  if (play.type === 'blog provider') {
    await looked(1)
    await note()
  } else if (play.hasStream === true) {
    source.wantedPhase = 1
    source.streams.at(-1)?.write('event: change\ndata: \n\n')
    await until(
      () => ours.sql`select from sync_states where sync = ${sync} and newest_c_id = 14`,
      ({ count }) => count === 1
    )
    await note()
    await compare()
    await note()
  } else {
    await compare()
    await note()
  }
  const requests = [...source.requests].map(([headers, paths]) => `${headers}\n  ${[...paths].join('\n  ')}\n`)
  return `${name}\n${requests.join('').replaceAll(origin, 'ORIGIN')}\n${texts.join('')}\n`
}

t.test('what followers ask for and store', atOnce(), async (t) => {
  const sections = await Promise.all(Object.entries(played).map(([name, play]) => sectionOf(t, name, play)))
  await golden(t, 'stored-copies.txt', Buffer.from(sections.join('')))
})
