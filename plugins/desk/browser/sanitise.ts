/** Makes markup safe in the browser, by the list that the service sanitises by. */
import {
  ALLOWED_ATTRIBUTES,
  ALLOWED_ELEMENTS,
  ALLOWED_SCHEMES,
  DROPPED_WITH_CONTENTS,
  FIXED_ATTRIBUTES,
  MAX_DEPTH,
  WITH_SOURCE
} from '../../pages/allowed-markup.ts'

const allowed: ReadonlySet<string> = new Set(ALLOWED_ELEMENTS)
const dropped: ReadonlySet<string> = new Set(DROPPED_WITH_CONTENTS)

/** Number of texts whose markup is remembered. */
const MAX_CACHED = 500
const cache = new Map<string, string>()

/** Returns markup without anything that could run, load or disturb the page. */
export const sanitise = (markup: string): string => {
  const result = cache.get(markup) ?? cleaned(markup)
  cache.delete(markup)
  cache.set(markup, result)
  const [oldest] = cache.keys()
  if (cache.size > MAX_CACHED && oldest !== undefined) cache.delete(oldest)
  return result
}

/** Copies the allowed markup within a document that runs and loads nothing. */
const cleaned = (markup: string): string => {
  const target = document.implementation.createHTMLDocument('')
  // Outside of the tree, where style sheets do not count either. In a template, stray cells would change the order.
  const source = target.createElement('div')
  source.innerHTML = markup
  copy(source, target.body, 0)
  return target.body.innerHTML
}

const copy = (from: Node, to: Element, depth: number) => {
  for (const node of from.childNodes) {
    if (node instanceof Text) to.append(node.data)
    if (!(node instanceof Element)) continue
    const name = node.localName
    if (dropped.has(name)) continue
    const isHtml = node.namespaceURI === 'http://www.w3.org/1999/xhtml'
    if (!isHtml || !allowed.has(name) || depth >= MAX_DEPTH) copy(node, to, depth)
    else copyElement(node, to, depth)
  }
}

const copyElement = (element: Element, to: Element, depth: number) => {
  const name = element.localName
  const made = to.ownerDocument.createElement(name)
  for (const attribute of [...(ALLOWED_ATTRIBUTES[name] ?? []), ...(ALLOWED_ATTRIBUTES['*'] ?? [])]) {
    const value = element.getAttribute(attribute)
    if (value !== null && isAllowed(attribute, value)) made.setAttribute(attribute, value)
  }
  if (WITH_SOURCE.includes(name) && !made.hasAttribute('src')) return copy(element, to, depth)
  for (const [attribute, value] of Object.entries(FIXED_ATTRIBUTES[name] ?? {})) made.setAttribute(attribute, value)
  to.append(made)
  copy(element, made, depth + 1)
}

/** Returns whether an address in an attribute has a scheme that posts may use. Other attributes may have any value. */
export const isAllowed = (attribute: string, value: string): boolean => {
  if (attribute !== 'href' && attribute !== 'src') return true
  // Browsers remove these characters from addresses, so they must not hide a scheme.
  // eslint-disable-next-line no-control-regex
  const address = value.replace(/[\u0000-\u0020]+/g, '')
  if (/^[/\\]{2}/.test(address)) return false
  const [, scheme] = /^([a-z][a-z0-9+.-]*):/i.exec(address) ?? []
  return scheme === undefined ? !address.includes(':') : ALLOWED_SCHEMES[attribute].includes(scheme.toLowerCase())
}
