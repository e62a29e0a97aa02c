/** Compiles plans into writers. The order and choice of parts is the same in all formats; only their syntax differs. */
import {
  type ItemPlan,
  type LinkPart,
  type ListPlan,
  type Part,
  type Plan,
  type Target,
  defaultPlan,
  planOf
} from './plan.ts'
import type { LinkContext, WireText } from './template.ts'
import type { Row } from '../../schemas/language/rows.ts'
import type { Format } from '../formats.ts'
import { refuseParameter } from '../refusals.ts'
import type { Steps } from '../steps.ts'
import { requiredOf, type DocumentSchema } from '../../schemas/language/keywords.ts'

/**
 * Writes a row as one document, a list in steps, one for each item. With `hasHref` the root of an item contains its own
 * address.
 */
export type Writer = (row: Row, links: LinkContext, hasHref: boolean) => Steps<string>

/** Writes a value that is neither null nor undefined. */
export type WriteValue = (value: unknown, links: LinkContext) => string

/** Encloses written contents in an element or object, with an `href` unless it is null. */
export type Enclose = (href: string | null, contents: string) => string

/** Encloses the written contents of an item, as `Enclose` does. `row` is the item. */
export type EncloseItem = (href: string | null, contents: string, row: Row) => string

/** Maximum characters of the items of a list. While a document is sent, it takes several times as much memory. */
const MAX_LIST = 16 * 1024 * 1024

/** The syntax of a format. The texts it returns are concatenated without separators. */
export interface Syntax {
  /** Completes the written root element or object to a document. */
  readonly document: (root: string) => string
  readonly list: (name: string) => (attributes: string, items: string) => string
  /** Maximum characters of the items of a list. Default: `MAX_LIST` */
  readonly maxList?: number
  readonly attribute: (name: string, wireText: WireText) => WriteValue
  readonly item: (plan: ItemPlan) => EncloseItem
  readonly value: (name: string, wireText: WireText) => WriteValue
  readonly link: (name: string, target: Target) => Enclose
  /** Writes the key of a link's target, for links with an address. */
  readonly key: (name: string, wireText: WireText) => WriteValue
  readonly rows: (name: string) => (items: string) => string
  readonly values: (name: string) => (values: string) => string
  /** Writes one value of a list of plain values. */
  readonly entry: (wireText: WireText) => WriteValue
  /** Returns the view that shows the items of a plan; undefined if they are shown by their parts only. */
  readonly view?: (plan: ItemPlan) => View | undefined
}

/**
 * A view of items. Lists and events show the item's address and the view; the document of an item also shows the other
 * parts.
 */
export interface View {
  readonly write: (row: Row, links: LinkContext) => string
  readonly otherParts: readonly Part[]
}

/** Returns the compiler of plans for a syntax. Text that is the same for all rows is made once, at compilation. */
export const compilerOf = (syntax: Syntax): ((plan: Plan) => Writer) => {
  const { maxList = MAX_LIST } = syntax
  const listWriter = ({ name, attributes, child }: ListPlan): Writer => {
    const enclose = syntax.list(name)
    const writeAttributes = partsInOrder(
      attributes.map((part) => ({ property: part.name, write: syntax.attribute(part.name, part.wireText) }))
    )
    const writeItem = itemWriter(child)
    return function* (row, links) {
      const items: readonly Row[] = Array.isArray(row.items) ? row.items : []
      let text = ''
      for (const [index, item] of items.entries()) {
        text += writeItem(item, links, child.self !== null)
        if (text.length > maxList) {
          refuseParameter('limit', `must be less than ${index + 1}: the items have more than ${maxList} characters`)
        }
        yield
      }
      return syntax.document(enclose(writeAttributes(row, links), text))
    }
  }

  const itemWriter = (plan: ItemPlan): WriteItem => {
    const { self, parts, typed, trimmed } = plan
    const enclose = syntax.item(plan)
    const view = syntax.view?.(plan)
    const writeParts = partsWriter(view?.otherParts ?? parts)
    const writeTrimmed = trimmed === null ? undefined : itemWriter(trimmed)
    return (row, context, hasHref) => {
      if (row.Trimmed === true && writeTrimmed !== undefined) return writeTrimmed(row, context, hasHref)
      const links = typed ? { ...context, typed } : context
      const href = hasHref && self !== null ? self(row, links) : null
      if (view === undefined) return enclose(href, writeParts(row, links), row)
      const viewed = view.write(row, links)
      return href === null ? viewed + enclose(href, writeParts(row, links), row) : enclose(href, '', row) + viewed
    }
  }

  const partsWriter = (parts: readonly Part[]) =>
    partsInOrder(
      parts.map((part) => ({ property: part.kind === 'href' ? part.property : part.name, write: partWriter(part) }))
    )

  const partWriter = (part: Part): WritePart => {
    switch (part.kind) {
      case 'value':
        return syntax.value(part.name, part.wireText)
      case 'link':
        return linkWriter(part)
      case 'href': {
        const enclose = syntax.link(part.name, part.target)
        return (_value, links, row) => enclose(part.address(row, links), '')
      }
      case 'rows': {
        const enclose = syntax.rows(part.name)
        const writeItem = itemWriter(part.child)
        return (rows, links) => enclose(inSequence(rows, (row: Row) => writeItem(row, links, false)))
      }
      case 'values': {
        const enclose = syntax.values(part.name)
        const write = syntax.entry(part.wireText)
        return (values, links) => enclose(inSequence(values, (value) => write(value, links)))
      }
    }
  }

  /** Writes a link with the parts that X-Filter selects of its target, or the key if the target was not loaded. */
  const linkWriter = ({ name, key, wireText, address, target }: LinkPart): WritePart => {
    const enclose = syntax.link(name, { kind: 'item' })
    const writeKey = (address === null ? syntax.value : syntax.key)(key, wireText)
    const writeTarget = target === null ? undefined : partsWriter(target.parts)
    return (value, links, row) => {
      const targetRow = writeTarget && row.expanded?.[name]
      const contents = writeTarget && targetRow ? writeTarget(targetRow, links) : writeKey(value, links)
      return enclose(address === null ? null : address(row, links), contents)
    }
  }

  const documentWriter = (plan: ItemPlan): Writer => {
    const write = itemWriter(plan)
    return function* (row, links, hasHref) {
      return syntax.document(write(row, links, hasHref))
    }
  }

  return (plan) => (plan.kind === 'list' ? listWriter(plan) : documentWriter(plan))
}

/** Writes an item. With `hasHref` it contains its own address. */
type WriteItem = (row: Row, links: LinkContext, hasHref: boolean) => string

/** Writes a part of a row. `value` is the property that the part shows. */
type WritePart = (value: unknown, links: LinkContext, row: Row) => string

/**
 * Writes the parts of a row. Skips parts whose property is null or undefined; parts without a property always
 * appear.
 */
const partsInOrder =
  (parts: readonly { property: string | null; write: WritePart }[]) => (row: Row, links: LinkContext) => {
    let text = ''
    for (const { property, write } of parts) {
      const value = property === null ? property : row[property]
      if (property === null || (value !== null && value !== undefined)) text += write(value, links, row)
    }
    return text
  }

const inSequence = <Item>(items: unknown, write: (item: Item) => string): string => {
  let text = ''
  for (const item of Array.isArray(items) ? items : []) text += write(item)
  return text
}

/** Compiles a plan into the writer of a format. */
export type Compile = (plan: Plan, format: Format) => Writer

/**
 * Returns a function that returns the writer of a format. It writes each row with the first schema whose required
 * properties the row has. Schemas are compiled at first use.
 * @param module the configured module name
 */
export const writersOf = (
  schemas: readonly DocumentSchema[],
  module: string,
  compile: Compile
): ((format: Format) => Writer) => {
  const entries = schemas.map((schema) => ({
    schema,
    required: requiredOf(schema),
    writers: new Map<Format, Writer>()
  }))
  const [first] = entries
  if (first === undefined) throw new TypeError('A writer needs at least one schema')
  return (format) => (row, links, hasHref) => {
    const fits = entries.find(({ required }) => required.every((name) => row[name] !== undefined))
    const { schema, writers } = fits ?? first
    const write = writers.get(format) ?? compile(defaultPlan(planOf(schema, module)), format)
    writers.set(format, write)
    return write(row, links, hasHref)
  }
}
