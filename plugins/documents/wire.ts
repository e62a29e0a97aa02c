/** Wire schemas: JSON Schemas of documents and bodies as clients see them. Values are text, and links are objects. */
import type { TSchema } from 'typebox'
import { isList, requiredOf, keywordsOf, legalValuesOf, type DocumentSchema } from '../../schemas/language/keywords.ts'
import type { AnyList, AnyModel } from '../../schemas/language/models.ts'

/** A JSON Schema, or any other object of an OpenAPI document. */
export type Json = Readonly<Record<string, unknown>>

/** Returns references to wire schemas, which it makes at the first reference. */
export interface Refer {
  /** Returns a reference to the schema of a document. */
  readonly document: (document: DocumentSchema) => Json
  /** Returns a reference to the schema of an item that shows the properties that X-Filter names. */
  readonly selection: (model: AnyModel) => Json
  /** Returns the model of the item that a link leads to. @param template the link's address template */
  readonly targetOf: (template: string) => AnyModel | undefined
}

/** Returns the name of a document's schema, such as `Desk.Blog.Post`. @param module the configured module name */
export const schemaName = (document: DocumentSchema, module: string): string => {
  const { name, self } = isList(document)
    ? { name: document.listWire.name, self: document.listWire.child.self }
    : document.wire
  const segments = self?.replace('{Module}', module).split('/') ?? []
  const nouns = segments.filter((segment) => segment !== '' && !segment.startsWith('{'))
  return self === null ? name : nouns.join('.') + (isList(document) ? 'List' : '')
}

const href: Json = { type: 'string', format: 'uri', description: 'Its address', xml: { attribute: true } }
const link: Json = { type: 'object', required: ['href'], properties: { href } }

/** Returns the wire schema of a document. */
export const wireSchema = (document: DocumentSchema, refer: Refer): Json =>
  isList(document) ? listSchema(document, refer) : itemSchema(document, refer)

const listSchema = ({ listWire: { name, child }, properties }: AnyList, refer: Refer): Json => {
  const { items: _items, ...attributes } = properties
  const { name: itemName } = child.model.wire
  // Referring to the whole item first reserves its name: a new item with a secret has the same one, and gets a number.
  const item = refer.document(child.model)
  const selected = child.self === null ? item : refer.selection(child.model)
  return {
    type: 'object',
    required: [name],
    properties: {
      ...mapped(attributes, (schema) => ({ ...value(schema), xml: { attribute: true } })),
      [name]: { type: 'array', items: { ...selected, xml: { name: itemName } } }
    },
    xml: { name }
  }
}

/** Returns the wire schema of an item in a list or at the end of a link, which shows the properties of X-Filter. */
export const selectionSchema = (model: AnyModel, refer: Refer): Json => ({
  ...link,
  description: `The address of a ${model.wire.name}, and the properties that X-Filter names`,
  properties: { href, ...membersOf(model, refer) }
})

const itemSchema = (model: AnyModel, refer: Refer): Json => {
  const {
    properties,
    wire: { name, namespace, self, onRequest, subresources }
  } = model
  const alwaysShown = requiredOf(model).filter((property) => !onRequest.includes(property))
  const required = [
    ...Object.keys(properties).filter((each) => alwaysShown.includes(each)),
    ...Object.keys(subresources)
  ]
  return {
    type: 'object',
    ...(required.length > 0 && { required }),
    properties: {
      ...(self !== null && {
        href: { ...href, description: 'Its address. Present in lists and in responses to inserts' }
      }),
      ...membersOf(model, refer)
    },
    xml: { name, ...(namespace !== undefined && { namespace }) }
  }
}

const membersOf = ({ properties, wire: { typed = false, onRequest, subresources } }: AnyModel, refer: Refer): Json => ({
  ...mapped(properties, (schema, property) => {
    const { description } = keywordsOf(schema)
    const note = onRequest.includes(property) ? '. Shown when X-Filter names it' : ''
    const about = { ...(description !== undefined && { description: description + note }) }
    const structure = structureOf(schema, property, refer)
    return structure ? { ...about, ...structure } : { ...(typed ? plainSchema(schema) : value(schema)), ...about }
  }),
  ...mapped(subresources, () => link)
})

/** Returns the schema of a link or of members inside a property; undefined for a plain value. */
const structureOf = (schema: TSchema, name: string, refer: Refer): Json | undefined => {
  const { rows, values, file, link: target, key } = keywordsOf(schema)
  if (rows !== undefined) return { type: 'array', items: refer.document(rows), xml: { wrapped: true } }
  // Plain values are nested under their name twice, as clients of the original service expect.
  if (values !== undefined) {
    const items = { ...value(values), xml: { name: 'Value' } }
    return { type: 'object', properties: { [name]: { type: 'array', items } } }
  }
  if (file === true) return link
  if (key === undefined) return undefined
  const isAddressed = typeof target === 'string'
  const model = isAddressed ? refer.targetOf(target) : undefined
  if (model !== undefined && key in model.properties) return refer.selection(model)
  const properties = { ...(isAddressed && { href }), [key]: value(schema) }
  return { type: 'object', required: isAddressed ? ['href'] : [key], properties }
}

/** Returns the schema of a request body. */
export const bodySchema = (body: AnyModel): Json => {
  const required = requiredOf(body)
  return {
    type: 'object',
    ...(required.length > 0 && { required }),
    properties: mapped(body.properties, bodyValue),
    xml: { name: body.wire.name }
  }
}

const mapped = <T>(members: Readonly<Record<string, T>>, map: (member: T, name: string) => Json): Json =>
  Object.fromEntries(Object.entries(members).map(([name, member]) => [name, map(member, name)]))

/** Returns the schema of a property in a body. Clients may send a JSON object instead of its text. */
const bodyValue = (schema: TSchema): Json => {
  const { contentMediaType, description, ...text } = plainSchema(schema)
  if (contentMediaType !== 'application/json') return plainSchema(schema)
  return {
    description,
    anyOf: [
      { type: 'object', additionalProperties: true },
      { ...text, contentMediaType }
    ]
  }
}

/** Returns the schema of a value's wire text. */
const value = (schema: TSchema): Json => {
  const { lexical = 'text', description, minimum, minLength, maxLength } = keywordsOf(schema)
  const values = legalValuesOf(schema)
  return {
    type: 'string',
    ...wireTexts[lexical],
    ...(lexical === 'integer' && minimum !== undefined && minimum >= 0 && { pattern: '^[0-9]{1,10}$' }),
    ...(values.length > 0 && { enum: values.map(String) }),
    ...(lexical === 'text' && { minLength, maxLength }),
    ...(description !== undefined && { description })
  }
}

/** Keywords for the wire text of each kind of value. */
const wireTexts: Readonly<Record<string, Json>> = {
  integer: { pattern: '^-?[0-9]+$', examples: ['1'] },
  decimal: { pattern: '^-?[0-9]+\\.[0-9]+$', examples: ['12.0'] },
  flag: { enum: ['True', 'False'] },
  moment: { examples: ['3/5/13 3:04 PM'] },
  text: {}
}

/** Returns a schema with the keywords of JSON Schema only, without those of this service. */
export const plainSchema = (schema: TSchema): Record<string, unknown> => {
  const { type, nullable } = keywordsOf(schema)
  const standard = Object.fromEntries(Object.entries(schema).filter(([keyword]) => STANDARD.has(keyword)))
  return nullable === true ? { ...standard, type: [type, 'null'] } : standard
}

const STANDARD: ReadonlySet<string> = new Set([
  'type',
  'const',
  'enum',
  'anyOf',
  'minimum',
  'maximum',
  'minLength',
  'maxLength',
  'pattern',
  'format',
  'default',
  'description',
  'examples',
  'contentMediaType'
])
