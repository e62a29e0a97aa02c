/** Follows every link from one address, as a client that knows nothing else does. */
import type { LightMyRequestResponse } from 'fastify'
import { parseXml, type Element } from './xml.ts'

/** A link in a document: what it is called, and where it leads. */
export interface Link {
  name: string
  href: string
}

/** What a document holds: its links in their order, and its root; in JSON a list is told by its array, an item by having none. */
export interface Content {
  links: Link[]
  root: string
}

/** An answer on the way: where, from which link, and what it says. */
export interface Visit {
  address: string
  link: Link
  from: string
  answer: LightMyRequestResponse
  content: Content
}

/** What of a service is visited. */
export interface Extent {
  /** Whether a link is followed at all. */
  follows: (link: Link) => boolean
  /** What addresses have in common whose answers are alike, such as the items of a collection. */
  shapeOf: (address: string) => string
  /** How many addresses of one shape are visited: the first that are met. */
  sample: number
}

/** How many requests are under way at a time. */
const IN_FLIGHT = 8

/**
 * Visits what can be reached, each address once and each answer read once. The order of visits is that of the links,
 * whatever answers first, so documents with the same links are walked in the same way.
 * @param get asks for an address of the service by its path
 * @param start where to begin, as an absolute address
 * @param extent everything of the same service when it is absent
 */
export const crawl = async (
  get: (path: string) => Promise<LightMyRequestResponse>,
  start: string,
  { follows, shapeOf, sample }: Extent = {
    follows: ({ href }) => href.startsWith(`${new URL(start).origin}/`),
    shapeOf: (address) => address,
    sample: Infinity
  }
): Promise<Visit[]> => {
  const visits: Visit[] = []
  const seen = new Set([start])
  const met = new Map<string, number>()
  let wave = [{ address: start, link: { name: '', href: start }, from: '' }]
  while (wave.length > 0) {
    const answered = await inFlight(wave, async (step) => {
      const answer = await get(pathOf(step.address))
      return { ...step, answer, content: answer.statusCode === 200 ? contentOf(answer) : { links: [], root: '' } }
    })
    visits.push(...answered)
    wave = answered.flatMap(({ address, content: { links } }) =>
      links
        .filter((link) => {
          if (seen.has(link.href) || !follows(link)) return false
          seen.add(link.href)
          const shape = shapeOf(link.href)
          const before = met.get(shape) ?? 0
          met.set(shape, before + 1)
          return before < sample
        })
        .map((link) => ({ address: link.href, link, from: address }))
    )
  }
  return visits
}

/** Works on everything, a few at a time. @returns the results in the order of the items */
export const inFlight = async <I, R>(items: readonly I[], work: (item: I) => Promise<R>): Promise<R[]> => {
  const results: R[][] = []
  const pending = items.entries()
  const worker = async () => {
    for (const [at, item] of pending) results[at] = [await work(item)]
  }
  await Promise.all(Array.from({ length: IN_FLIGHT }, worker))
  return results.flat()
}

const pathOf = (address: string) => {
  const { pathname, search } = new URL(address)
  return pathname + search
}

/**
 * What a document holds; a file holds nothing.
 * @throws Error when the document cannot be read
 */
const contentOf = ({ headers, rawPayload }: LightMyRequestResponse): Content => {
  const type = String(headers['content-type'])
  if (/^(application|text)\/xml\b/.test(type)) {
    const document = parseXml(rawPayload)
    return { links: linksOfXml(document), root: rootOfXml(document) }
  }
  if (/^(application|text)\/json\b/.test(type)) {
    const document: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(rawPayload))
    return { links: linksOfJson('', document), root: rootOfJson(document) }
  }
  return { links: [], root: '' }
}

const rootOfXml = ({ name, children }: Element): string => {
  const stranger = children.find((child) => `${child.name}List` !== name)
  return name.endsWith('List') && stranger !== undefined ? `${name} of ${stranger.name}` : name
}

const rootOfJson = (document: unknown): string =>
  typeof document === 'object' && document !== null
    ? Object.entries(document)
        .flatMap(([name, content]: [string, unknown]) => (Array.isArray(content) ? [name] : []))
        .join()
    : typeof document

const linksOfXml = ({ name, attributes, children }: Element): Link[] => [
  ...(attributes.href === undefined ? [] : [{ name, href: attributes.href }]),
  ...children.flatMap(linksOfXml)
]

const linksOfJson = (name: string, value: unknown): Link[] => {
  if (Array.isArray(value)) return value.flatMap((item: unknown) => linksOfJson(name.replace(/List$/, ''), item))
  if (typeof value !== 'object' || value === null) return []
  return [
    ...('href' in value && typeof value.href === 'string' ? [{ name, href: value.href }] : []),
    ...Object.entries(value).flatMap(([member, content]: [string, unknown]) =>
      member === 'href' ? [] : linksOfJson(member, content)
    )
  ]
}
