/** Measures the same addresses on several servers by turns, so that whatever else the machine does meets them all. */
import { reads, type Case } from './cases.ts'
import { measure, type Measured } from './load.ts'
import type { Options } from './options.ts'
import { table, thousands } from './report.ts'
import { median, range } from './stats.ts'

/** Origins of what is compared. */
export interface Servers { readonly service: string, readonly bare: string, readonly plain: string }

interface Round { readonly service: Measured, readonly bare: Measured, readonly plain: Measured }

const HEAD = [
  'Document', 'Service, req/s', 'p99, ms', 'Bare, req/s', 'p99, ms', 'Plain, req/s', 'p99, ms', 'Service / bare', 'Service / plain'
]

/** @returns a table, and a sentence about the load tool */
export const compareReads = async (servers: Servers, options: Options): Promise<string> => {
  const measured = []
  for (const read of reads) measured.push({ name: read.name, rounds: await compare(read, servers, options) })
  const rows = measured.map(({ name, rounds }) => [
    name,
    ...ofServer(rounds.map(({ service }) => service)),
    ...ofServer(rounds.map(({ bare }) => bare)),
    ...ofServer(rounds.map(({ plain }) => plain)),
    ratio(rounds.map(({ service, bare }) => service.perSecond / bare.perSecond)),
    ratio(rounds.map(({ service, plain }) => service.perSecond / plain.perSecond))
  ])
  const all = measured.flatMap(({ rounds }) => rounds)
  return `${table(HEAD, rows)}\nThe load tool used ${busy(all.map(({ bare }) => bare))} of a core against the bare server, ` +
    `${busy(all.map(({ service }) => service))} against the service, ${busy(all.map(({ plain }) => plain))} against the plain way.\n`
}

const compare = async ({ path }: Case, { service, bare, plain }: Servers, { connections, duration, rounds, warmUp }: Options): Promise<Round[]> => {
  const take = (origin: string, seconds: number) => measure({ url: origin + path, connections, duration: seconds })
  for (const origin of [service, bare, plain]) await take(origin, warmUp)
  const found: Round[] = []
  for (let round = 0; round < rounds; round++) {
    found.push({ service: await take(service, duration), bare: await take(bare, duration), plain: await take(plain, duration) })
  }
  return found
}

const ofServer = (found: readonly Measured[]) => [
  thousands(median(found.map(({ perSecond }) => perSecond))),
  median(found.map(({ p99 }) => p99)).toFixed(1)
]

/** The median of the rounds' ratios, and between what they lay. */
const ratio = (ratios: readonly number[]) => {
  const [least, greatest] = range(ratios)
  return `${median(ratios).toFixed(2)} (${least.toFixed(2)}–${greatest.toFixed(2)})`
}

const busy = (found: readonly Measured[]) => {
  const [least, greatest] = range(found.map(({ tool }) => Math.round(tool * 100)))
  return `${least} to ${greatest} %`
}
