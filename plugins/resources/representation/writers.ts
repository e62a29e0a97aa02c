/** Compiles plans into writers: every notation shows the same of a row, and only says how that is written. */
import type { ItemPlan, LinkPart, ListPlan, Part, Plan, Spelling } from './plan.ts'
import type { Place, Row } from './template.ts'

/** Writes a row as one document. `addressed` gives an item's root its own `href`. */
export type Writer = (row: Row, place: Place, addressed: boolean) => string

/** Writes a value that is neither null nor undefined. */
export type WriteValue = (value: unknown, place: Place) => string

/** Puts contents that are already written, and an address if there is one, into an element or object. */
export type Enclose = (href: string | null, contents: string) => string

/** A notation of documents. Parts are written one after the other, with nothing in between. */
export interface Notation {
  /** Makes a document of its root. */
  readonly document: (root: string) => string
  readonly list: (name: string) => (attributes: string, items: string) => string
  readonly attribute: (name: string, spelling: Spelling) => WriteValue
  readonly item: (name: string, namespace: string | null) => Enclose
  readonly value: (name: string, spelling: Spelling) => WriteValue
  /** A link. @param isFree whether its address may hold characters that a document must escape */
  readonly link: (name: string, isFree: boolean) => Enclose
  readonly rows: (name: string) => (items: string) => string
  readonly values: (name: string) => (values: string) => string
  /** One of several values under a name. */
  readonly entry: (spelling: Spelling) => WriteValue
}

/** Makes the compiler of plans for a notation. What is the same for all rows is done once, when a plan is compiled. */
export const compilerOf = (notation: Notation): ((plan: Plan) => Writer) => {
  const listWriter = ({ name, attributes, child }: ListPlan): Writer => {
    const enclose = notation.list(name)
    const writeAttributes = inTurn(
      attributes.map((part) => ({ property: part.name, write: notation.attribute(part.name, part.spelling) }))
    )
    const writeItem = itemWriter(child)
    return (row, place) =>
      enclose(
        writeAttributes(row, place),
        inSequence(row.items, (item: Row) => writeItem(item, place, child.self !== null))
      )
  }

  const itemWriter = ({ name, namespace, self, parts, typed, trimmed }: ItemPlan): Writer => {
    const enclose = notation.item(name, namespace)
    const writeParts = partsWriter(parts)
    const writeTrimmed = trimmed === null ? undefined : itemWriter(trimmed)
    return (row, asked, addressed) => {
      if (row.Trimmed === true && writeTrimmed !== undefined) return writeTrimmed(row, asked, addressed)
      const place = typed ? { ...asked, typed } : asked
      return enclose(addressed && self !== null ? self(row, place) : null, writeParts(row, place))
    }
  }

  const partsWriter = (parts: readonly Part[]) =>
    inTurn(parts.map((part) => ({ property: part.kind === 'door' ? part.of : part.name, write: partWriter(part) })))

  const partWriter = (part: Part): WritePart => {
    switch (part.kind) {
      case 'value':
        return notation.value(part.name, part.spelling)
      case 'link':
        return linkWriter(part)
      case 'door': {
        const enclose = notation.link(part.name, part.of !== null)
        return (_value, place, row) => enclose(part.address(row, place), '')
      }
      case 'rows': {
        const enclose = notation.rows(part.name)
        const writeItem = itemWriter(part.child)
        return (rows, place) => enclose(inSequence(rows, (row: Row) => writeItem(row, place, false)))
      }
      case 'values': {
        const enclose = notation.values(part.name)
        const write = notation.entry(part.spelling)
        return (values, place) => enclose(inSequence(values, (value) => write(value, place)))
      }
    }
  }

  /** With the parts that X-Filter wants of the target or, of a target that cannot be read, its key. */
  const linkWriter = ({ name, key, spelling, address, target }: LinkPart): WritePart => {
    const enclose = notation.link(name, false)
    const writeKey = notation.value(key, spelling)
    const writeTarget = target === null ? undefined : partsWriter(target.parts)
    return (value, place, row) => {
      const reached = writeTarget && row.expanded?.[name]
      const contents = writeTarget && reached ? writeTarget(reached, place) : writeKey(value, place)
      return enclose(address === null ? null : address(row, place), contents)
    }
  }

  return (plan) => {
    const write = plan.kind === 'list' ? listWriter(plan) : itemWriter(plan)
    return (row, place, addressed) => notation.document(write(row, place, addressed))
  }
}

/** Writes a part of a row from the property it shows. */
type WritePart = (value: unknown, place: Place, row: Row) => string

/** Writes the parts of a row, but for those of absent properties. A part without a property is always there. */
const inTurn = (parts: readonly { property: string | null; write: WritePart }[]) => (row: Row, place: Place) => {
  let text = ''
  for (const { property, write } of parts) {
    const value = property === null ? property : row[property]
    if (property === null || (value !== null && value !== undefined)) text += write(value, place, row)
  }
  return text
}

const inSequence = <Item>(items: unknown, write: (item: Item) => string): string => {
  let text = ''
  for (const item of Array.isArray(items) ? items : []) text += write(item)
  return text
}
