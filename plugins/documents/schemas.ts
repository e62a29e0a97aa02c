/**
 * Generates the XML Schemas of the service's documents and of its problem documents. Each element name has
 * one type. It contains the properties of all items with that name, in any order and all optional, because
 * X-Filter selects among them.
 */
import type { TSchema } from 'typebox'
import { Parameters } from '../../schemas/parameter.ts'
import { Problem, problemKinds } from '../../schemas/problem.ts'
import type { AnyList, AnyModel } from '../../schemas/language/models.ts'
import { isList, keywordsOf } from '../../schemas/language/keywords.ts'
import { escapeHtml } from '../representation/escape.ts'
import { templateShape } from '../representation/template.ts'
import { isResource, type Operation } from './operations.ts'
import { declare, namedTypes, node, valueType, type XsdType } from './xsd.ts'

/** Returns `/schema.xsd`, which describes all XML documents below `/resources`. */
export const documentSchema = (operations: readonly Operation[]): string => {
  const documents = operations.filter(isResource).flatMap(({ schemas }) => schemas)
  return schemaOf([...documents, Parameters], DOCUMENTS)
}

/** Returns `/problem.xsd`, which describes problem documents. */
export const problemSchema = (): string => schemaOf([exactProblem()], PROBLEMS, Problem.wire.namespace)

/** Returns the model of problems, restricted to the kinds and statuses that this service uses. */
const exactProblem = (): AnyModel => {
  const { type, status } = Problem.properties
  const kinds = Object.keys(problemKinds).map((kind) => `/problems/${kind}`)
  const statuses = [...new Set(Object.values(problemKinds).map(({ status }) => status))]
  const properties = { ...Problem.properties, type: { ...type, enum: kinds }, status: { ...status, enum: statuses } }
  return { ...Problem, properties }
}

type Document = AnyModel | AnyList

const schemaOf = (documents: readonly Document[], about: string, namespace?: string): string => {
  const models = withRows([...new Set(documents.map((each) => (isList(each) ? each.listWire.child.model : each)))])
  const lists = new Map<string, AnyList>()
  for (const list of documents.filter(isList)) {
    const { name } = list.listWire
    lists.set(name, { ...list, properties: { ...lists.get(name)?.properties, ...list.properties } })
  }
  const items = new Set(documents.flatMap((document) => (isList(document) ? [] : document.wire.name)))
  const elements = [
    ...[...items].map((name) => declare('element', name, { type: name })),
    ...[...lists.values()].map(listElement)
  ]
  const body = [...elements.sort(), ...itemTypes(models), LINK]
  const attributes = { xmlns: namespace, targetNamespace: namespace, elementFormDefault: 'qualified' }
  const documentation = node('annotation', {}, `<xs:documentation>${escapeHtml(about)}</xs:documentation>`)
  const schema = node(
    'schema',
    { 'xmlns:xs': 'http://www.w3.org/2001/XMLSchema', ...attributes },
    documentation,
    ...body,
    ...namedTypes(body.join())
  )
  return `<?xml version="1.0" encoding="UTF-8"?>\n${schema}\n`
}

const listElement = ({ listWire, properties: { items: _items, ...attributes } }: AnyList) => {
  const { name } = listWire.child.model.wire
  const declared = Object.entries(attributes).map(([attribute, schema]) =>
    declare('attribute', attribute, valueType(schema))
  )
  const inside = node('complexType', {}, many(name, { type: name }), ...declared)
  return declare('element', listWire.name, { inside })
}

/** Adds the models of rows nested in items. */
const withRows = (models: readonly AnyModel[]): AnyModel[] =>
  models.flatMap((model) => [
    model,
    ...withRows(Object.values(model.properties).flatMap((property) => keywordsOf(property).rows ?? []))
  ])

const HREF = declare('attribute', 'href', { type: 'address' })
/** The type of a link that shows only an address: of a sub-resource, a file or a web page. */
const LINK = node(
  'complexType',
  { name: 'link' },
  declare('attribute', 'href', { type: 'address' }, { use: 'required' })
)

/** Returns a complex type for each element name. */
const itemTypes = (models: readonly AnyModel[]): string[] => {
  const names = new Map(models.map(({ wire: { self, name } }) => [templateShape(self ?? ''), name]))
  const targetOf = (schema: TSchema) => {
    const { link } = keywordsOf(schema)
    return typeof link === 'string' ? names.get(templateShape(link)) : undefined
  }
  const types = new Map<string, Map<string, XsdType>>(models.map(({ wire: { name } }) => [name, new Map()]))

  for (const { wire, properties } of models) {
    const members = types.get(wire.name)
    const own = Object.entries(properties).map(([name, schema]) => [name, typeOf(schema, targetOf(schema))] as const)
    const links = Object.keys(wire.subresources).map((name) => [name, { type: 'link' }] as const)
    for (const [name, type] of [...own, ...links]) {
      const earlierType = members?.get(name)
      // Items with the same element name may declare a property differently. It then gets the type that allows
      // anything.
      members?.set(name, earlierType === undefined || same(earlierType, type) ? type : {})
    }
  }
  // A link shows the target's key, which the target's own document may lack.
  for (const schema of models.flatMap(({ properties }) => Object.values(properties))) {
    const { key } = keywordsOf(schema)
    const target = types.get(targetOf(schema) ?? '')
    if (key !== undefined && target?.has(key) === false) target.set(key, valueType(schema))
  }
  const sorted = [...types].sort(([one], [other]) => (one < other ? -1 : 1))
  return sorted.map(([name, properties]) => itemType(name, properties))
}

/** Returns the type of a property. @param target name of the element that a link leads to */
const typeOf = (schema: TSchema, target: string | undefined): XsdType => {
  const { rows, values, file, key } = keywordsOf(schema)
  if (rows !== undefined) return { inside: node('complexType', {}, many(rows.wire.name, { type: rows.wire.name })) }
  if (values !== undefined) return { inside: node('complexType', {}, many('Value', valueType(values))) }
  if (file === true) return { type: 'link' }
  if (key === undefined) return valueType(schema)
  return target === undefined ? { inside: itemType(undefined, new Map([[key, valueType(schema)]])) } : { type: target }
}

const itemType = (name: string | undefined, properties: ReadonlyMap<string, XsdType>) => {
  const elements = [...properties].map(([property, type]) => declare('element', property, type, { minOccurs: '0' }))
  return node('complexType', { name }, node('all', {}, ...elements), HREF)
}

const many = (name: string, type: XsdType) =>
  node('sequence', {}, declare('element', name, type, { minOccurs: '0', maxOccurs: 'unbounded' }))

const same = (one: XsdType, other: XsdType) => one.type === other.type && one.inside === other.inside

const DOCUMENTS =
  'The XML documents of this service. The root element is an item, a list, or the parameters of an address ' +
  '(params=show). An item in a list, or at the end of a link, shows the properties that X-Filter names. Without ' +
  'X-Filter, an item in a list shows only its address, and a link only its address and key. Flags are True and ' +
  'False, or true and false with X-Format-Values: typed. X-Format-DateTime selects the format of timestamps. ' +
  'Errors are problem documents, which /problem.xsd describes.'

const PROBLEMS =
  'Problem documents (RFC 9457), the responses to requests that failed. The errors name each bad parameter or ' +
  'property. type is the address of an explanation.'
