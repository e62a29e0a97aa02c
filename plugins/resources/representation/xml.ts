/**
 * XML writers, compiled once from a plan. xmlbuilder2 builds every element once with marks in the place of
 * values; what lies between the marks is constant text, and a request only fills the gaps. So names and
 * well-formedness come from xmlbuilder2 and no tree is built per request (`docs/performance.md`).
 */
import { create } from 'xmlbuilder2'
import { toXmlText } from '../../../schemas/language/lexical.ts'
import type { DoorPart, ItemPlan, LinkPart, ListPlan, Part, Plan, RowsPart, ValuePart, ValuesPart } from './plan.ts'
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

const itemWriter = ({ name, namespace, self, parts, trimmed }: ItemPlan): XmlWriter => {
  const root = cutElement(name)
  const [beforeHref, afterHref] = cutAttribute('href')
  const start = namespace === null ? root.start : root.start + cutAttribute('xmlns').join(namespace)
  const writers = parts.map(partWriter)
  const writeTrimmed = trimmed === null ? undefined : itemWriter(trimmed)
  return (row, place, addressed) => {
    if (row.Trimmed === true && writeTrimmed !== undefined) return writeTrimmed(row, place, addressed)
    const head = addressed && self !== null ? start + beforeHref + self(row, place) + afterHref : start
    let body = ''
    for (const write of writers) body += write(row, place)
    return close(head, body, root.end)
  }
}

const close = (head: string, body: string, end: string) => body === '' ? `${head}/>` : `${head}>${body}${end}`

const partWriter = (part: Part): Write => {
  switch (part.kind) {
    case 'value': return valueWriter(part)
    case 'values': return valuesWriter(part)
    case 'link': return linkWriter(part)
    case 'door': return doorWriter(part)
    case 'rows': return rowsWriter(part)
  }
}

const valueWriter = ({ name, spelling }: ValuePart): Write => {
  const [start, end] = cut({ [name]: MARK })
  if (!spelling.free) return (row, place) => isAbsent(row[name]) ? '' : start + spelling.text(row[name], place) + end
  const empty = cut({ [name]: '' }).join('')
  return (row, place) => {
    const value = row[name]
    if (isAbsent(value)) return ''
    const text = spelling.text(value, place)
    return text === '' ? empty : start + escapeText(text) + end
  }
}

const valuesWriter = ({ name, spelling }: ValuesPart): Write => {
  const root = cutElement(name)
  const write = valueWriter({ kind: 'value', name: 'Value', onRequest: false, spelling })
  return (row, place) => isAbsent(row[name])
    ? ''
    : close(root.start, valuesOf(row[name]).map((Value) => write({ Value }, place)).join(''), root.end)
}

const linkWriter = (part: LinkPart): Write => {
  const { name, key, spelling, address, target } = part
  if (target !== null) return expandedWriter(part, target)
  if (address === null) {
    const [start, end] = cut({ [name]: { [key]: MARK } })
    return (row, place) => isAbsent(row[name]) ? '' : start + escapeText(spelling.text(row[name], place)) + end
  }
  const [start, middle, end] = cut({ [name]: { '@href': MARK, [key]: MARK } })
  return (row, place) => isAbsent(row[name])
    ? ''
    : start + address(row, place) + middle + (spelling.free ? escapeText(spelling.text(row[name], place)) : spelling.text(row[name], place)) + end
}

/** A link with what X-Filter wants of its target inside; of a target that cannot be read, its key. */
const expandedWriter = (part: LinkPart, target: ItemPlan): Write => {
  const { name, address } = part
  const writeKey = linkWriter({ ...part, target: null })
  const writers = target.parts.map(partWriter)
  const [start, middle, end] = cut({ [name]: { '@href': MARK, '#': MARK } })
  return (row, place) => {
    const reached = row.expanded?.[name]
    if (reached === undefined || address === null) return writeKey(row, place)
    return start + address(row, place) + middle + writers.map((write) => write(reached, place)).join('') + end
  }
}

const doorWriter = ({ name, address, of }: DoorPart): Write => {
  const [start, end] = cut({ [name]: { '@href': MARK } })
  if (of === null) return (row, place) => start + address(row, place) + end
  return (row, place) => isAbsent(row[of]) ? '' : start + escapeAttribute(address(row, place)) + end
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
const valuesOf = (values: unknown): readonly unknown[] => Array.isArray(values) ? values : []

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

const escapeText = (text: string): string => {
  const allowed = toXmlText(text)
  // A raw carriage return would be read as a line feed (XML 1.0, section 2.11), so it goes out as a reference.
  return MARKUP.test(allowed)
    ? allowed.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('\r', '&#xD;')
    : allowed
}

// Raw white space in an attribute would be read as a space (section 3.3.3).
const escapeAttribute = (text: string) =>
  escapeText(text).replaceAll('"', '&quot;').replaceAll('\t', '&#x9;').replaceAll('\n', '&#xA;')

const MARKUP = /[&<>\r]/
