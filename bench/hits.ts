/** Documents that are asked for again and again: Desk beside the bare server and nginx, each with the same bytes. */
import { ask, headerOf } from './answers.ts'
import { atLeast, type Finding } from './bars.ts'
import { hits, known, NOT_MODIFIED, type Case } from './cases.ts'
import { busy, byTurns, cellsOf, ratioOf, sideOf, type Side } from './compare.ts'
import type { Options } from './options.ts'
import { table, thousands } from './report.ts'

/** Origins of what is compared; nginx where there is one. */
export interface Servers { readonly service: string, readonly bare: string, readonly nginx: string | undefined }

const HEAD = [
  'Document', 'Bytes', 'Service, req/s', 'p99, ms', 'Bare, req/s', 'p99, ms', 'nginx, req/s', 'p99, ms', 'Service / bare', 'Service / nginx'
]

interface Trio { readonly service: Side, readonly bare: Side, readonly nginx: Side | undefined }

export const compareHits = async (servers: Servers, options: Options): Promise<Finding> => {
  const measured = []
  for (const one of hits) measured.push({ ...one, trio: await measureHit(one, servers, options), bytes: await bytesOf(servers.service, one) })
  const { whole, alike } = await measureKnown(servers, options)
  measured.push({ ...known, trio: whole, bytes: 0, bar: 1 }, { ...known, name: `${known.name}, and bare too`, trio: alike, bytes: 0 })

  const rows = measured.map(({ name, bytes, trio }) => [name, thousands(bytes), ...cells(trio)])
  const trios = measured.map(({ trio }) => trio)
  const used = [['the service', trios.map(({ service }) => service)], ['the bare server', trios.map(({ bare }) => bare)]] as const
  const tools = used.map(([name, sides]) => [name, busy(sides)]).filter(([, share]) => share !== '').map(([name, share]) => `${share} of a core against ${name}`)
  return {
    text: `${table(HEAD, rows)}${tools.length === 0 ? '' : `\nThe load tool used ${tools.join(', ')}.\n`}${servers.nginx === undefined ? '\nThere was no nginx.\n' : ''}`,
    bars: measured.flatMap(({ name, bar, trio: { service, bare } }) =>
      bar === undefined ? [] : [atLeast({ name: `${name}, kept`, bar, found: ratioOf(service, bare).ratio, unit: '× bare' })])
  }
}

const measureHit = async (asked: Case, { service, bare, nginx }: Servers, options: Options): Promise<Trio> => {
  const side = (origin: string) => sideOf({ origin, asked, ...options })
  return byThree({ service: side(service), bare: side(bare), nginx: nginx === undefined ? undefined : side(nginx) }, options)
}

/** Answers of 304, beside a bare server that sends the document (`whole`), and one that answers 304 as well (`alike`). */
const measureKnown = async ({ service, bare, nginx }: Servers, options: Options) => {
  const notModified = async (origin: string) => {
    // nginx names its files itself.
    const etag = headerOf(await ask(origin, known), 'etag')
    return sideOf({ origin, asked: { ...known, headers: { 'if-none-match': etag } }, status: 304, ...options })
  }
  const ours = await notModified(service)
  const sent = sideOf({ origin: bare, asked: { ...known, headers: { ...ours.load.asked.headers } }, ...options })
  const bareToo = sideOf({ ...ours.load, origin: bare, asked: { ...ours.load.asked, path: NOT_MODIFIED + known.path } })
  const whole = { service: ours, bare: sent, nginx: nginx === undefined ? undefined : await notModified(nginx) }
  await byTurns([...sidesOf(whole), bareToo], options)
  return { whole, alike: { ...whole, bare: bareToo } }
}

const sidesOf = ({ service, bare, nginx }: Trio) => [service, bare, ...nginx === undefined ? [] : [nginx]]

const byThree = async (trio: Trio, options: Options) => {
  await byTurns(sidesOf(trio), options)
  return trio
}

const cells = ({ service, bare, nginx }: Trio) => [
  ...cellsOf(service), ...cellsOf(bare), ...nginx === undefined ? ['–', '–'] : cellsOf(nginx),
  ratioOf(service, bare).text, nginx === undefined ? '–' : ratioOf(service, nginx).text
]

const bytesOf = async (origin: string, asked: Case) => (await ask(origin, asked)).body.length
