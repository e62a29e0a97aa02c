/**
 * 100,000 open pages follow a blog by polls (LIVE_UPDATES=poll), through the nginx of the containers, while an editor
 * writes. The pages share addresses, so the service hardly notices them.
 * `npx tsx bench/drills/polling.ts [number of pages]`; needs nginx
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { gatherPollers } from '../load/pollers.ts'
import { writers } from '../load/load.ts'
import { ask, publication } from '../load/requests.ts'
import { serveCounted } from '../stage/counted.ts'
import { argument, drill } from '../stage/drill.ts'
import { startNginx } from '../stage/nginx.ts'
import { processorSeconds } from '../stage/service.ts'

const PAGES = argument('a number of pages', 100_000)
/** Milliseconds until all pages poll, and for which they are watched. */
const BEGINNING = 30_000
const WATCHED = 120_000
/** Milliseconds between two posts of the editor. */
const PAUSE = 5_000
/** Posts of the blog when the pages are opened. */
const SINCE = 40
/** Milliseconds until every page has a change: the longest pause, and a second for which caches hold older answers. */
const LATEST = 20_000

await drill(async (stage) => {
  const { claim, note, end, token, blogs } = stage
  const [blog = 0] = blogs
  const service = await serveCounted(stage, { LIVE_UPDATES: 'poll' })
  const origin = await startNginx(end, [service.origin])
  for (let n = 1; n <= SINCE; n += 1) await ask(...publication(service.origin, token, blog, `Post ${n}`), [201])

  const state = gatherPollers(end, { origin, blog, count: PAGES, since: SINCE })
  await sleep(BEGINNING)
  const editor = writers(service.origin, { token, blogs: [blog] }, { count: 1, pause: PAUSE })
  const measure = async () => ({ ...state(), requests: await service.requests(), at: performance.now() })
  const before = await measure()
  const secondsBefore = await processorSeconds(service.pid())
  await sleep(WATCHED)
  const after = await measure()
  const processor = (await processorSeconds(service.pid())) - secondsBefore
  await editor.stop()
  const writes = editor.answers.length
  const seconds = (after.at - before.at) / 1000
  const polls = (after.polls - before.polls) / seconds
  const reads = (after.reads - before.reads) / seconds

  note(`polls: ${polls.toFixed(0)}/s; reads of the page itself: ${reads.toFixed(0)}/s`)
  note(`answers of nginx: median ${after.median.toFixed(1)} ms, p99 ${after.p99.toFixed(1)} ms`)
  note(`processor time of the service: ${processor.toFixed(1)} s of ${seconds.toFixed(0)} s`)
  claim('polls', polls, ['≥', PAGES / 14, '/s'])
  claim('requests that reach the service', (after.requests - before.requests) / seconds, ['≤', 5, '/s'])
  await sleep(LATEST)
  const last = state()
  claim('pages that have the newest change', last.haveNewest, ['=', PAGES])
  claim('the newest change', last.newest, ['=', SINCE + writes])
  claim('pages that missed a change', last.faults, ['=', 0])
  claim('polls that failed', last.failures, ['=', 0])
})
