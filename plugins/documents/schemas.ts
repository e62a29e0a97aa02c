/**
 * The XML Schemas of the service's documents, and of its problem documents. An element name has one type: all
 * properties of the items with that name, in any order and each optional, because X-Filter chooses among them.
 */
import type { TSchema } from 'typebox'
import { Parameters } from '../../schemas/parameter.ts'
import { Problem, problemKinds } from '../../schemas/problem.ts'
import type { AnyList, AnyModel } from '../../schemas/language/vocabulary.ts'
import { isList, itemPlan, type LinkPart, type Part } from '../resources/representation/plan.ts'
import { isResource, type Operation } from './collect.ts'
import { innerOf } from './names.ts'
import { declare, escape, namedTypes, node, valueType, type XsdType } from './xsd.ts'

/** `/schema.xsd`: every XML document below `/resources`. */
export const documentSchema = (operations: readonly Operation[], module: string): string => {
  const documents = operations.filter(isResource).flatMap(({ documents }) => Object.values(documents).flat())
  return schemaOf([...documents, Parameters], module, DOCUMENTS)
}

/** `/problem.xsd`: the documents that refused requests are answered with. */
export const problemSchema = (): string => schemaOf([exactProblem()], '', PROBLEMS, Problem.wire.namespace)

/** A problem with the kinds and statuses there are. */
const exactProblem = (): AnyModel => {
  const { type, status } = Problem.properties
  const kinds = Object.keys(problemKinds).map((kind) => `/problems/${kind}`)
  const statuses = [...new Set(Object.values(problemKinds).map(({ status }) => status))]
  const properties = { ...Problem.properties, type: { ...type, enum: kinds }, status: { ...status, enum: statuses } }
  return { ...Problem, properties }
}

type Document = AnyModel | AnyList

const schemaOf = (documents: readonly Document[], module: string, about: string, namespace?: string): string => {
  const models = withRows([...new Set(documents.map((each) => (isList(each) ? each.listWire.child.model : each)))])
  const lists = new Map<string, AnyList>()
  for (const list of documents.filter(isList)) {
    const {
      listWire: { name }
    } = list
    lists.set(name, { ...list, properties: { ...lists.get(name)?.properties, ...list.properties } })
  }
  const items = new Set(documents.flatMap((document) => (isList(document) ? [] : document.wire.name)))
  const elements = [
    ...[...items].map((name) => declare('element', name, { type: name })),
    ...[...lists.values()].map(listElement)
  ]
  const body = [...elements.sort(), ...itemTypes(models, module), LINK]
  const attributes = { xmlns: namespace, targetNamespace: namespace, elementFormDefault: 'qualified' }
  const documentation = node('annotation', {}, `<xs:documentation>${escape(about)}</xs:documentation>`)
  const schema = node(
    'schema',
    { 'xmlns:xs': 'http://www.w3.org/2001/XMLSchema', ...attributes },
    documentation,
    ...body,
    ...namedTypes(body.join())
  )
  return `<?xml version="1.0" encoding="UTF-8"?>\n${schema}\n`
}

const listElement = ({
  listWire: {
    name,
    child: { model }
  },
  properties
}: AnyList) => {
  const attributes = Object.entries(properties).filter(([attribute]) => attribute !== 'items')
  const declared = attributes.map(([attribute, schema]) => declare('attribute', attribute, valueType(schema)))
  const items = many(model.wire.name, { type: model.wire.name })
  return declare('element', name, { inside: node('complexType', {}, items, ...declared) })
}

/** The models, and those of the rows inside them. */
const withRows = (models: readonly AnyModel[]): AnyModel[] =>
  models.flatMap((model) => [
    model,
    ...withRows(itemPlan(model, '').parts.flatMap((part) => (part.kind === 'rows' ? [part.child.model] : [])))
  ])

const HREF = declare('attribute', 'href', { type: 'address' })
/** A link without a value of its own: to a sub-resource or a file. */
const LINK = node(
  'complexType',
  { name: 'link' },
  declare('attribute', 'href', { type: 'address' }, { use: 'required' })
)

/** A complex type for each element name. */
const itemTypes = (models: readonly AnyModel[], module: string): string[] => {
  const names = new Map(
    models.flatMap(({ wire: { self, name } }) => (self === null ? [] : [[formOf(self), name] as const]))
  )
  const types = new Map<string, Map<string, XsdType>>(models.map(({ wire: { name } }) => [name, new Map()]))
  const parts = models.flatMap((model) => itemPlan(model, module).parts.map((part) => ({ part, model })))
  const targetOf = (template: string | null) => (template === null ? undefined : names.get(formOf(template)))

  for (const {
    part,
    model: {
      wire,
      properties: { [part.name]: schema = {} }
    }
  } of parts) {
    const properties = types.get(wire.name)
    const type = part.kind === 'link' ? linkType(part.key, schema, targetOf(part.template)) : partType(part, schema)
    const other = properties?.get(part.name)
    // Items of one name can disagree about a property. Then it may hold anything.
    properties?.set(part.name, other === undefined || same(other, type) ? type : {})
  }
  // A link shows its target's key, which need not be a property of the target.
  for (const {
    part,
    model: {
      properties: { [part.name]: schema = {} }
    }
  } of parts) {
    const target = part.kind === 'link' ? types.get(targetOf(part.template) ?? '') : undefined
    if (part.kind === 'link' && target?.has(part.key) === false) target.set(part.key, valueType(schema))
  }
  const sorted = [...types].sort(([one], [other]) => (one < other ? -1 : 1))
  return sorted.map(([name, properties]) => itemType(name, properties))
}

const partType = (part: Exclude<Part, LinkPart>, schema: TSchema): XsdType => {
  switch (part.kind) {
    case 'value':
      return valueType(schema)
    case 'door':
      return { type: 'link' }
    case 'rows':
      return { inside: node('complexType', {}, many(part.child.name, { type: part.child.name })) }
    case 'values':
      return { inside: node('complexType', {}, many('Value', valueType(innerOf(schema)))) }
  }
}

const linkType = (key: string, schema: TSchema, target: string | undefined): XsdType =>
  target === undefined ? { inside: itemType(undefined, new Map([[key, valueType(schema)]])) } : { type: target }

const itemType = (name: string | undefined, properties: ReadonlyMap<string, XsdType>) => {
  const elements = [...properties].map(([property, type]) => declare('element', property, type, { minOccurs: '0' }))
  return node('complexType', { name }, node('all', {}, ...elements), HREF)
}

const many = (name: string, type: XsdType) =>
  node('sequence', {}, declare('element', name, type, { minOccurs: '0', maxOccurs: 'unbounded' }))

const same = (one: XsdType, other: XsdType) => one.type === other.type && one.inside === other.inside

/** An address template without the names of its variables: a link and its target may name them differently. */
const formOf = (template: string): string => template.replace(/\{(?!Module\})\w+\}/g, '{}')

const DOCUMENTS =
  'The XML documents of this service. The root element is an item, a list, or the parameters of an address ' +
  '(params=show). An item in a list, or at the end of a link, shows the properties that X-Filter names; without ' +
  'X-Filter an item in a list shows only its address, and a link only its address and key. Flags are True and False, ' +
  'or true and false with X-Format-Values: typed. Timestamps have the form that X-Format-DateTime names. Refused ' +
  'requests are answered with a document of /problem.xsd.'

const PROBLEMS =
  'Problem documents (RFC 9457), the answers to refused requests. The errors name each wrong place. ' +
  'type is the address of an explanation.'
