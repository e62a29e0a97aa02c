/** JSON writers, compiled once from the same plan as the XML ones: the same document in another notation. */
import { toXmlText } from '../../../schemas/language/lexical.ts'
import type { DoorPart, ItemPlan, LinkPart, ListPlan, Part, Plan, RowsPart, Spelling, ValuePart, ValuesPart } from './plan.ts'
import type { Place, Row } from './template.ts'

/** Writes a row as one document. `addressed` gives an item's root its own `href`. */
export type JsonWriter = (row: Row, place: Place, addressed: boolean) => string

/** Compiles a plan into a writer of whole documents. */
export const compileJson = (plan: Plan): JsonWriter => plan.kind === 'list' ? listWriter(plan) : itemWriter(plan)

/** Writes one member, `"Name":value`, or nothing when the value is absent. */
type Write = (row: Row, place: Place) => string

const listWriter = ({ name, attributes, child }: ListPlan): JsonWriter => {
  const heads = attributes.map(valueWriter)
  const writeChild = itemWriter(child)
  return (row, place) => {
    const children = rowsOf(row.items).map((item) => writeChild(item, place, child.self !== null))
    return object([...heads.map((write) => write(row, place)), `${JSON.stringify(name)}:[${children.join(',')}]`])
  }
}

const itemWriter = ({ self, parts, typed: always, trimmed }: ItemPlan): JsonWriter => {
  const writers = parts.map(partWriter)
  const writeTrimmed = trimmed === null ? undefined : itemWriter(trimmed)
  return (row, asked, addressed) => {
    if (row.Trimmed === true && writeTrimmed !== undefined) return writeTrimmed(row, asked, addressed)
    const place = always ? { ...asked, typed: true } : asked
    const members = writers.map((write) => write(row, place))
    return object(addressed && self !== null ? [href(self(row, place)), ...members] : members)
  }
}

const object = (members: readonly string[]) => `{${members.filter((member) => member !== '').join(',')}}`
const href = (address: string) => `"href":${JSON.stringify(address)}`

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
  const start = `${JSON.stringify(name)}:`
  return (row, place) => isAbsent(row[name]) ? '' : start + spell(spelling, row[name], place)
}

/** Plain values stand under their name twice, as clients of this API expect. */
const valuesWriter = ({ name, spelling }: ValuesPart): Write => {
  const start = JSON.stringify(name)
  return (row, place) => isAbsent(row[name])
    ? ''
    : `${start}:{${start}:[${valuesOf(row[name]).map((value) => spell(spelling, value, place)).join(',')}]}`
}

const linkWriter = ({ name, key, spelling, address, target }: LinkPart): Write => {
  const start = `${JSON.stringify(name)}:`
  const keyStart = `${JSON.stringify(key)}:`
  const writers = target?.parts.map(partWriter) ?? []
  const inside = (row: Row, place: Place) => {
    const reached = row.expanded?.[name]
    return reached === undefined ? [keyStart + spell(spelling, row[name], place)] : writers.map((write) => write(reached, place))
  }
  return (row, place) => isAbsent(row[name])
    ? ''
    : start + object([address === null ? '' : href(address(row, place)), ...inside(row, place)])
}

const doorWriter = ({ name, address, of }: DoorPart): Write => {
  const start = `${JSON.stringify(name)}:`
  return (row, place) => of !== null && isAbsent(row[of]) ? '' : start + object([href(address(row, place))])
}

const rowsWriter = ({ name, child }: RowsPart): Write => {
  const start = `${JSON.stringify(name)}:`
  const writeChild = itemWriter(child)
  return (row, place) => isAbsent(row[name])
    ? ''
    : `${start}[${rowsOf(row[name]).map((item) => writeChild(item, place, false)).join(',')}]`
}

const spell = (spelling: Spelling, value: unknown, place: Place) => {
  if (place.typed) return spelling.typed(value)
  const text = spelling.text(value, place)
  // What XML cannot carry, JSON does not show either.
  return JSON.stringify(spelling.free ? toXmlText(text) : text)
}

const isAbsent = (value: unknown) => value === undefined || value === null
const rowsOf = (items: unknown): readonly Row[] => Array.isArray(items) ? items : []
const valuesOf = (values: unknown): readonly unknown[] => Array.isArray(values) ? values : []
