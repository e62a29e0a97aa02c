/** Documents that nobody has asked for before: Desk beside the plain way, both from the same database. */
import { atLeast, type Finding } from './bars.ts'
import { misses, type Case } from './cases.ts'
import { byTurns, cellsOf, ratioOf, sideOf } from './compare.ts'
import type { Options } from './options.ts'
import { table } from './report.ts'

const HEAD = ['Document, read anew', 'Service, req/s', 'p99, ms', 'Plain, req/s', 'p99, ms', 'Service / plain']

/** @param servers their origins */
export const compareMisses = async ({ service, plain }: { service: string, plain: string }, options: Options): Promise<Finding> => {
  const measured = []
  for (const one of misses) {
    const side = (origin: string) => sideOf({ origin, asked: one, next: anew(one), ...options })
    const [ours, theirs] = [side(service), side(plain)]
    await byTurns([ours, theirs], options)
    measured.push({ ...one, ours, theirs, ...ratioOf(ours, theirs) })
  }
  return {
    text: table(HEAD, measured.map(({ name, ours, theirs, text }) => [name, ...cellsOf(ours), ...cellsOf(theirs), text])),
    bars: measured.flatMap(({ name, bar, ratio }) => bar === undefined ? [] : [atLeast({ name: `${name}, read anew`, bar, found: ratio, unit: '× plain' })])
  }
}

let asked = 0

/**
 * Each request comes under another host name. Links start with it, so no document stands for another, and every one
 * has to be read and written.
 */
const anew = ({ path }: Case) => () => ({ path, headers: { host: `reader-${1e7 + asked++}.example` } })
