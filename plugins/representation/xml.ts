/**
 * XML writers, compiled once from a plan. xmlbuilder2 builds every element once with marks in the place of
 * values; what lies between the marks is constant text, and a request only fills the gaps. So names and
 * well-formedness come from xmlbuilder2 and no tree is built per request (`docs/performance.md`).
 */
import { create } from 'xmlbuilder2'
import { toXmlText } from '../../schemas/lexical.ts'
import type { DoorPart, ItemPlan, LinkPart, ListPlan, Part, Plan, RowsPart, ValuePart } from './plan.ts'
import type { Place, Row } from './template.ts'

/** Writes a row as one document. `addressed` gives an item's root its own `href`. */
export type XmlWriter = (row: Row, place: Place, addressed: boolean) => string

const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n'

/** Compiles a plan into a writer of whole documents: declaration, newline, root element on one line. */
export const compileXml = (plan: Plan): XmlWriter => {
  const write = plan.kind === 'list' ? listWriter(plan) : itemWriter(plan)
  return (row, place, addressed) => DECLARATION + write(row, place, addressed)
}

type Write = (row: Row, place: Place) => string

const listWriter = ({ name, attributes, child }: ListPlan): XmlWriter => {
  const root = cutElement(name)
  const heads = attributes.map(attributeWriter)
  const writeChild = itemWriter(child)
  return (row, place) => {
    let head = root.start
    for (const write of heads) head += write(row, place)
    let children = ''
    for (const item of rowsOf(row.items)) children += writeChild(item, place, child.self !== null)
    return close(head, children, root.end)
  }
}

const itemWriter = ({ name, namespace, self, parts }: ItemPlan): XmlWriter => {
  const root = cutElement(name)
  const [beforeHref, afterHref] = cutAttribute('href')
  const start = namespace === null ? root.start : root.start + cutAttribute('xmlns').join(namespace)
  const writers = parts.map(partWriter)
  return (row, place, addressed) => {
    const head = addressed && self !== null ? start + beforeHref + escapeAttribute(self(row, place)) + afterHref : start
    let body = ''
    for (const write of writers) body += write(row, place)
    return close(head, body, root.end)
  }
}

const close = (head: string, body: string, end: string) => body === '' ? `${head}/>` : `${head}>${body}${end}`

const partWriter = (part: Part): Write => {
  switch (part.kind) {
    case 'value': return valueWriter(part)
    case 'link': return linkWriter(part)
    case 'door': return doorWriter(part)
    case 'rows': return rowsWriter(part)
  }
}

const valueWriter = ({ name, spelling }: ValuePart): Write => {
  const [start, end] = cut({ [name]: MARK })
  const empty = cut({ [name]: '' }).join('')
  return (row, place) => {
    const value = row[name]
    if (isAbsent(value)) return ''
    const text = spelling.text(value, place)
    return text === '' ? empty : start + escapeText(text) + end
  }
}

const linkWriter = ({ name, key, spelling, address, target }: LinkPart): Write => {
  const writeOwnKey = valueWriter({ kind: 'value', name: key, onRequest: false, spelling })
  const writers = target?.parts.map(partWriter) ?? []
  const writeInside: Write = (row, place) => {
    const reached = row.expanded?.[name]
    return reached === undefined ? writeOwnKey({ [key]: row[name] }, place) : writers.map((write) => write(reached, place)).join('')
  }
  if (address === null) {
    const [start, end] = cut({ [name]: MARK })
    return (row, place) => isAbsent(row[name]) ? '' : start + writeInside(row, place) + end
  }
  const [start, middle, end] = cut({ [name]: { '@href': MARK, '#': MARK } })
  return (row, place) => isAbsent(row[name])
    ? ''
    : start + escapeAttribute(address(row, place)) + middle + writeInside(row, place) + end
}

const doorWriter = ({ name, address, of }: DoorPart): Write => {
  const [start, end] = cut({ [name]: { '@href': MARK } })
  return (row, place) => of !== null && isAbsent(row[of]) ? '' : start + escapeAttribute(address(row, place)) + end
}

const rowsWriter = ({ name, child }: RowsPart): Write => {
  const root = cutElement(name)
  const writeChild = itemWriter(child)
  return (row, place) => {
    if (isAbsent(row[name])) return ''
    return close(root.start, rowsOf(row[name]).map((item) => writeChild(item, place, false)).join(''), root.end)
  }
}

const attributeWriter = ({ name, spelling }: ValuePart) => {
  const [start, end] = cutAttribute(name)
  return (row: Row, place: Place) => isAbsent(row[name]) ? '' : start + escapeAttribute(spelling.text(row[name], place)) + end
}

const isAbsent = (value: unknown) => value === undefined || value === null
const rowsOf = (items: unknown): readonly Row[] => Array.isArray(items) ? items : []

// A private-use character: no element name or constant of a skeleton can contain it.
const MARK = '\uE000'

/** xmlbuilder2's own text of a tree, cut at the marks. */
const cut = (tree: Parameters<typeof create>[0] & object): [string, string, string] => {
  const [first = '', second = '', third = ''] = create(tree).end({ headless: true }).split(MARK)
  return [first, second, third]
}

/** An element's constants: `<Name` to be followed by attributes, and `</Name>`. */
const cutElement = (name: string) => {
  const [start, end] = cut({ [name]: MARK })
  return { start: start.slice(0, -1), end }
}

/** An attribute's constants: ` name="` and `"`. */
const cutAttribute = (name: string): [string, string] => {
  const [start] = cut({ element: { [`@${name}`]: MARK } })
  return [start.slice('<element'.length), '"']
}

// A raw carriage return would be read as a line feed (XML 1.0, section 2.11), so it goes out as a character reference.
const escapeText = (text: string) => NEEDS_CARE.test(text)
  ? toXmlText(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('\r', '&#xD;')
  : text

const escapeAttribute = (text: string) => NEEDS_CARE.test(text) ? escapeText(text).replaceAll('"', '&quot;') : text

// eslint-disable-next-line no-control-regex
const NEEDS_CARE = /[&<>"\r\0-\x08\x0B\x0C\x0E-\x1F\uD800-\uDFFF\uFFFE\uFFFF]/
