/** JSON Schemas of items and lists as clients see them: every value is text, every link is an object. */
import type { TSchema } from 'typebox'
import type { AnyList, AnyModel } from '../../schemas/language/vocabulary.ts'
import { isList, requiredOf, keywordsOf, legalValuesOf } from '../../schemas/language/keywords.ts'
import { itemPlan, type ItemPlan, type Part } from '../representation/plan.ts'
import { plainSchema } from './collect.ts'
import { nameOf, unusedName } from './names.ts'

/** A JSON Schema, or any other object of an OpenAPI document. */
export type Json = Readonly<Record<string, unknown>>

/** The `components.schemas` of an OpenAPI document. */
export interface Components {
  /** All schemas referred to so far, by name. */
  readonly schemas: Map<string, Json>
  /** Returns a reference to the schema of a document, which is added on first use. */
  readonly refer: (document: AnyModel | AnyList) => Json
  /** Returns a reference to the schema of a request body, which is added on first use. */
  readonly referBody: (body: AnyModel) => Json
}

const href: Json = { type: 'string', format: 'uri', description: 'Its address', xml: { attribute: true } }

/**
 * Creates an empty collection of schemas.
 * @param module the configured module name
 */
export const components = (module: string): Components => {
  const schemas = new Map<string, Json>()
  const names = new Map<AnyModel | AnyList, string>()

  const register = (document: AnyModel | AnyList, preferredName: string, make: () => Json): Json => {
    const registeredName = names.get(document)
    const name = registeredName ?? unusedName(preferredName, [...schemas.keys()])
    if (registeredName === undefined) {
      names.set(document, name)
      // Reserves the name: `make` may register schemas too, or refer to this one.
      schemas.set(name, {})
      schemas.set(name, make())
    }
    return { $ref: `#/components/schemas/${name}` }
  }

  const refer = (document: AnyModel | AnyList): Json => {
    if (isList(document)) return register(document, listName(document, module), () => list(document))
    const { self, name } = document.wire
    return register(document, self === null ? name : nameOf(self, module), () => item(itemPlan(document, module)))
  }

  const list = ({
    listWire: {
      name,
      child: { model, self }
    },
    properties
  }: AnyList): Json => {
    const attributes = Object.entries(properties).filter(([attribute]) => attribute !== 'items')
    const item = refer(model)
    const description = `The address of a ${model.wire.name}, and the properties that X-Filter names`
    const items =
      self === null
        ? item
        : { type: 'object', required: ['href'], properties: { href }, description, xml: { name: model.wire.name } }
    return {
      type: 'object',
      required: [name],
      properties: {
        ...Object.fromEntries(
          attributes.map(([attribute, schema]) => [attribute, { ...value(schema), xml: { attribute: true } }])
        ),
        [name]: { type: 'array', items }
      },
      xml: { name }
    }
  }

  const item = ({ model, name, namespace, parts, typed }: ItemPlan): Json => {
    const required = requiredOf(model)
    const requiredParts = parts.filter(
      (part) => !part.onRequest && ((part.kind === 'href' && part.property === null) || required.includes(part.name))
    )
    return {
      type: 'object',
      ...(requiredParts.length > 0 && { required: requiredParts.map((part) => part.name) }),
      properties: {
        ...(model.wire.self !== null && {
          href: { ...href, description: 'Its address. Present in lists and in responses to inserts' }
        }),
        ...Object.fromEntries(parts.map((part) => [part.name, property(part, model, typed)]))
      },
      xml: { name, ...(namespace !== null && { namespace }) }
    }
  }

  const property = (part: Part, { properties }: AnyModel, typed: boolean): Json => {
    const schema = properties[part.name] ?? {}
    const { description } = keywordsOf(schema)
    const note = part.onRequest ? '. Shown when X-Filter names it' : ''
    const about = { ...(description !== undefined && { description: description + note }) }
    switch (part.kind) {
      case 'value':
        return { ...(typed ? plainSchema(schema) : value(schema)), ...about }
      case 'href':
        return { ...about, type: 'object', required: ['href'], properties: { href } }
      case 'rows':
        return { ...about, type: 'array', items: refer(part.child.model), xml: { wrapped: true } }
      // Plain values are nested under their name twice, as clients of the original service expect.
      case 'values': {
        const items = { ...value(keywordsOf(schema).values ?? {}), xml: { name: 'Value' } }
        return { ...about, type: 'object', properties: { [part.name]: { type: 'array', items } } }
      }
      case 'link':
        return {
          ...about,
          type: 'object',
          required: part.template === null ? [part.key] : ['href'],
          properties: { ...(part.template !== null && { href }), [part.key]: value(schema) }
        }
    }
  }

  const referBody = (body: AnyModel): Json =>
    register(body, `New.${body.wire.name}`, () => {
      const required = requiredOf(body)
      return {
        type: 'object',
        ...(required.length > 0 && { required }),
        properties: Object.fromEntries(
          Object.entries(body.properties).map(([name, schema]) => [name, bodyValue(schema)])
        ),
        xml: { name: body.wire.name }
      }
    })

  return { schemas, refer, referBody }
}

/** Returns the schema of a property in a body. Clients may send a JSON object instead of its text. */
const bodyValue = (schema: TSchema): Json => {
  const { contentMediaType, description, ...text } = plainSchema(schema)
  if (contentMediaType !== 'application/json') return plainSchema(schema)
  return { description, anyOf: [{ type: 'object' }, { ...text, contentMediaType }] }
}

const listName = (
  {
    listWire: {
      name,
      child: { self }
    }
  }: AnyList,
  module: string
) => (self === null ? name : `${nameOf(self, module)}List`)

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
