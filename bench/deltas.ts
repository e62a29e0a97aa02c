/** Polling: readers ask what came after the change they know, each of them another one, while nothing changes. */
import { assertSame, OF_CACHES, type Asked } from './answers.ts'
import { atMost, type Finding } from './bars.ts'
import { LIST } from './cases.ts'
import { byTurns, cellsOf, ratioOf, sideOf } from './compare.ts'
import { measure } from './load.ts'
import { addLongBlog, CHANGES } from './long-blog.ts'
import type { Options } from './options.ts'
import { table, thousands } from './report.ts'
import type { Service } from './service.ts'
import { countStatements } from './statements.ts'

/** Statements a second that may reach the database. */
const BAR = 2

/** Seconds that are counted at least: few statements in a short time say little. */
const COUNTED = 5

const HEAD = ['Changes since', 'Service, req/s', 'p99, ms', 'Plain, req/s', 'p99, ms', 'Service / plain', 'Statements/s']

/** @param plain origin of the plain way */
export const compareDeltas = async ({ origin, databaseUrl, databaseLog }: Service, plain: string, options: Options): Promise<Finding> => {
  const blog = await addLongBlog(databaseUrl)
  const list = `/resources/Desk/Blog/${blog}/Post/Published?limit=${LIST}`
  const cursors = CHANGES - LIST
  let asked = 0
  /** Cursors by turns, far apart. */
  const scattered = (): Asked => ({ path: `${list}&cId.since=${asked++ * 7919 % cursors}` })
  /** As many pages of each, so that none is asked twice. */
  const anew = (): Asked => ({ path: `${scattered().path}&offset=${Math.floor(asked / cursors)}` })
  for (const path of [`${list}&cId.since=${CHANGES - 70}`, `${list}&cId.since=1&offset=3`]) await assertSame({ path }, origin, plain, OF_CACHES)

  const measured = []
  for (const [name, next] of [['each address once', anew], [`${thousands(cursors)} addresses again and again`, scattered]] as const) {
    const side = (server: string) => sideOf({ origin: server, asked: { path: list }, next, ...options })
    const [ours, theirs] = [side(origin), side(plain)]
    await byTurns([ours, theirs], options)
    const { statements, seconds } = await countStatements(databaseUrl, databaseLog, () =>
      measure({ ...ours.load, duration: Math.max(COUNTED, options.duration) }))
    measured.push({ name, ours, theirs, perSecond: statements / seconds })
  }
  return {
    text: table(HEAD, measured.map(({ name, ours, theirs, perSecond }) =>
      [name, ...cellsOf(ours), ...cellsOf(theirs), ratioOf(ours, theirs).text, perSecond.toFixed(1)])),
    bars: measured.map(({ name, perSecond }) =>
      atMost({ name: `statements while readers poll a blog of ${thousands(CHANGES)} changes, ${name}`, bar: BAR, found: perSecond, unit: 'a second' }))
  }
}
