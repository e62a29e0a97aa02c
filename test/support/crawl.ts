/** Follows every link from one address, like a client that only knows that address. */
import type { LightMyRequestResponse } from 'fastify'
import { parseXml, type Element } from './xml.ts'

/** A link in a document: its name and its target. */
export interface Link {
  name: string
  href: string
}

export interface Content {
  /** Links in document order. */
  links: Link[]
  /** Name of the root element in XML. In JSON, the names of the arrays in the root, which an item does not have. */
  root: string
}

/** A response during the crawl. */
export interface Visit {
  address: string
  link: Link
  /** Address of the document with the link. */
  from: string
  answer: LightMyRequestResponse
  content: Content
}

/** Part of the service that a crawl visits. */
export interface Extent {
  /** Whether the crawl follows a link. */
  follows: (link: Link) => boolean
  /** Returns the same text for addresses with similar responses, such as the items of a collection. */
  shapeOf: (address: string) => string
  /** Maximum number of visited addresses of one shape. The crawl visits the first that it meets. */
  sample: number
}

/** Maximum number of concurrent requests. */
const IN_FLIGHT = 3

/**
 * Visits all reachable addresses, each once. The order of visits is that of the links, regardless of the order of the
 * responses, so two crawls of documents with the same links return visits in the same order.
 * @param get requests a path of the service
 * @param start absolute address of the first document
 * @param extent default: all addresses of the same origin
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
  const linksByShape = new Map<string, number>()
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
          const count = linksByShape.get(shape) ?? 0
          linksByShape.set(shape, count + 1)
          return count < sample
        })
        .map((link) => ({ address: link.href, link, from: address }))
    )
  }
  return visits
}

/** Calls `work` for all items, several at a time. Returns the results in the order of the items. */
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
 * Returns the links and the root of a response; neither if it is a file.
 * @throws Error if the document cannot be parsed
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
  const otherChild = children.find((child) => `${child.name}List` !== name)
  return name.endsWith('List') && otherChild !== undefined ? `${name} of ${otherChild.name}` : name
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
