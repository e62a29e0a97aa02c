/** Follows every link from one address, as a client that knows nothing else does. */
import type { LightMyRequestResponse } from 'fastify'
import { parseXml, type Element } from './xml.ts'

/** A link in a document: what it is called, and where it leads. */
export interface Link { name: string, href: string }

/** An answer on the way: where, from which link, and what it says. */
export interface Visit { address: string, link: Link, from: string, answer: LightMyRequestResponse, links: Link[] }

/**
 * Visits everything that can be reached, once.
 * @param get asks for an address of the service by its path
 * @param start where to begin, as an absolute address
 */
export const crawl = async (get: (path: string) => Promise<LightMyRequestResponse>, start: string): Promise<Visit[]> => {
  const visits: Visit[] = []
  const seen = new Set([start])
  let wave = [{ address: start, link: { name: '', href: start }, from: '' }]
  while (wave.length > 0) {
    const next: typeof wave = []
    for (const { address, link, from } of wave) {
      const answer = await get(pathOf(address))
      const links = answer.statusCode === 200 ? linksOf(answer) : []
      visits.push({ address, link, from, answer, links })
      for (const found of links) {
        if (!seen.has(found.href)) next.push({ address: found.href, link: found, from: address })
        seen.add(found.href)
      }
    }
    wave = next
  }
  return visits
}

const pathOf = (address: string) => {
  const { pathname, search } = new URL(address)
  return pathname + search
}

/**
 * The links of a document in their order; a file has none.
 * @throws Error when the document cannot be read
 */
const linksOf = ({ headers, rawPayload }: LightMyRequestResponse): Link[] => {
  const type = String(headers['content-type'])
  if (/^(application|text)\/xml\b/.test(type)) return linksOfXml(parseXml(rawPayload))
  if (/^(application|text)\/json\b/.test(type)) return linksOfJson('', JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(rawPayload)))
  return []
}

const linksOfXml = ({ name, attributes, children }: Element): Link[] =>
  [...attributes.href === undefined ? [] : [{ name, href: attributes.href }], ...children.flatMap(linksOfXml)]

const linksOfJson = (name: string, value: unknown): Link[] => {
  if (Array.isArray(value)) return value.flatMap((item: unknown) => linksOfJson(name.replace(/List$/, ''), item))
  if (typeof value !== 'object' || value === null) return []
  return [
    ...'href' in value && typeof value.href === 'string' ? [{ name, href: value.href }] : [],
    ...Object.entries(value).flatMap(([member, content]: [string, unknown]) => member === 'href' ? [] : linksOfJson(member, content))
  ]
}
