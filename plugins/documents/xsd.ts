/** Writes shapes as an XML Schema 1.0. */
import type { Child, Content, Shape } from './shape.ts'
import type { Shapes } from './shapes.ts'
import { address, namedTypes, type Restriction, type Simple } from './simple.ts'

/**
 * The text of a schema document.
 * @param about what it describes, for whoever reads it
 * @param namespace of the documents, null when they have none
 */
export const printXsd = ({ elements, types }: Shapes, about: string, namespace: string | null = null): string => {
  const roots = sorted(elements).map(([name, shape]) => node('xs:element', { name }, [complexType(shape)]))
  const reached = usedTypes([...elements.values()], types)
  const declared = sorted(types).filter(([name]) => reached.has(name)).map(([name, shape]) => complexType(shape, name))
  const bases = new Set([...roots, ...declared].flatMap(references))
  const simple = Object.entries(namedTypes).filter(([name]) => bases.has(name))
    .map(([name, restriction]) => node('xs:simpleType', { name }, [restrict(restriction)]))
  const body = [...roots, ...declared, ...simple]
  const space = namespace === null ? {} : { xmlns: namespace, targetNamespace: namespace }
  const schema = node('xs:schema', { 'xmlns:xs': 'http://www.w3.org/2001/XMLSchema', ...space, elementFormDefault: 'qualified' }, [
    node('xs:annotation', {}, [{ text: `<xs:documentation>${escape(about)}</xs:documentation>` }]), ...body
  ])
  return `<?xml version="1.0" encoding="UTF-8"?>\n${lines(schema, '').join('\n')}\n`
}

/** The named types that some content needs, directly or through another. */
const usedTypes = (contents: readonly Content[], types: Shapes['types'], known = new Set<string>()): ReadonlySet<string> => {
  for (const type of contents.flatMap(({ children }) => children.map((child) => child.type))) {
    if (type.kind === 'content') usedTypes([type], types, known)
    if (type.kind !== 'named' || known.has(type.name)) continue
    known.add(type.name)
    const named = types.get(type.name)
    if (named !== undefined) usedTypes([named], types, known)
  }
  return known
}

/** The types a node refers to. */
const references = ({ text, inside = [] }: Node): string[] =>
  [...[...text.matchAll(/ (?:type|base)="([^"]+)"/g)].flatMap(([, name]) => name ?? []), ...inside.flatMap(references)]

/** An element on its way to text: its start, and what it holds. */
interface Node { readonly text: string, readonly name?: string, readonly inside?: readonly Node[] }

const node = (name: string, attributes: Readonly<Record<string, string | undefined>>, inside: readonly Node[] = []): Node => ({
  name,
  inside,
  text: `<${name}${Object.entries(attributes).map(([attribute, value]) => value === undefined ? '' : ` ${attribute}="${escape(value)}"`).join('')}`
})

const lines = ({ text, name, inside = [] }: Node, indent: string): string[] => {
  if (name === undefined) return [indent + text]
  if (inside.length === 0) return [`${indent}${text}/>`]
  return [`${indent}${text}>`, ...inside.flatMap((each) => lines(each, `${indent}  `)), `${indent}</${name}>`]
}

const complexType = ({ href, attributes, children, ordered, text }: Content, name?: string): Node =>
  node('xs:complexType', { name, mixed: text ? 'true' : undefined }, [
    ...children.length === 0 ? [] : [group(children, ordered)],
    ...href === 'none' ? [] : [attribute('href', address, href)],
    ...attributes.map(([attributeName, type]) => attribute(attributeName, type))
  ])

/** Children in their order; where documents disagree on it in any, which XML Schema can say only of children that stand once. */
const group = (children: readonly Child[], ordered: boolean): Node => {
  if (ordered) return node('xs:sequence', {}, children.map((child) => element(child, occurs(child))))
  if (children.every(({ many }) => !many)) return node('xs:all', {}, children.map((child) => element(child, occurs(child))))
  return node('xs:choice', { minOccurs: '0', maxOccurs: 'unbounded' }, children.map((child) => element(child, {})))
}

const occurs = ({ required, many }: Child) => ({ minOccurs: required ? undefined : '0', maxOccurs: many ? 'unbounded' : undefined })

const element = ({ name, type }: Child, occurrence: Readonly<Record<string, string | undefined>>): Node =>
  node('xs:element', { name, type: typeName(type), ...occurrence }, typeBody(type))

const attribute = (name: string, type: Simple, use?: 'optional' | 'required'): Node =>
  node('xs:attribute', { name, type: typeName(type), use: use === 'required' ? use : undefined }, typeBody(type))

/** The name of a type that has one. */
const typeName = (type: Shape): string | undefined => {
  if (type.kind === 'named') return type.name
  if (type.kind === 'content') return undefined
  const [only, ...others] = type.options
  return only !== undefined && others.length === 0 && only.facets.length === 0 ? only.base : undefined
}

const typeBody = (type: Shape): Node[] => {
  if (typeName(type) !== undefined || type.kind === 'named') return []
  if (type.kind === 'content') return [complexType(type)]
  const restrictions = type.options.map(restrict)
  const [only, ...others] = restrictions
  return [node('xs:simpleType', {}, only !== undefined && others.length === 0
    ? [only]
    : [node('xs:union', {}, restrictions.map((restriction) => node('xs:simpleType', {}, [restriction])))])]
}

const restrict = ({ base, facets }: Restriction): Node =>
  node('xs:restriction', { base }, facets.map(([facet, value]) => node(`xs:${facet}`, { value })))

const sorted = (shapes: ReadonlyMap<string, Content>) => [...shapes].sort(([one], [other]) => one < other ? -1 : 1)

const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
