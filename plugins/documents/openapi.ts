/**
 * Makes the OpenAPI document. `@fastify/swagger` cannot: it repeats the parameters and problem responses of each of the
 * 330 operations (docs/decisions.md).
 */
import type { TSchema } from 'typebox'
import { Problem } from '../../schemas/problem.ts'
import type { AnyModel } from '../../schemas/language/models.ts'
import { rules } from '../authorization/rules.ts'
import { readableMedia } from '../formats.ts'
import {
  isList,
  isModel,
  keywordsOf,
  legalValuesOf,
  requiredOf,
  type DocumentSchema
} from '../../schemas/language/keywords.ts'
import { escapeHtml } from '../representation/escape.ts'
import { templateShape } from '../representation/template.ts'
import { requestHeaders } from './headers.ts'
import { operationId, tagOf, tags, type Operation } from './operations.ts'
import { kindsOf, problemResponse, statusesOf, successResponses } from './responses.ts'
import { bodySchema, plainSchema, schemaName, selectionSchema, wireSchema, type Json, type Refer } from './wire.ts'

/** Returns the OpenAPI document. @param module the configured module name */
export const openApi = (operations: readonly Operation[], module: string): Json => {
  const schemas = shared('schemas')
  const parameters = shared('parameters')
  const responses = shared('responses')

  const targets = targetsOf(operations)

  const schemaOf = (document: DocumentSchema): Json =>
    schemas.refer(document, schemaName(document, module), () => wireSchema(document, refer))

  const refer: Refer = {
    document: schemaOf,
    selection: (model) => {
      const name = `${schemaName(model, module)}.Selection`
      return schemas.refer(name, name, () => selectionSchema(model, refer))
    },
    targetOf: (template) => targets.get(templateShape(template))
  }

  const parametersOf = (location: 'path' | 'query' | 'header', properties: Readonly<Record<string, TSchema>>) =>
    Object.entries(properties).map(([name, property]) => {
      const parameter = parameterOf(name, location, property)
      return parameters.refer(JSON.stringify(parameter), name, () => parameter)
    })

  const problemsOf = (operation: Operation) =>
    statusesOf(operation).map((status) => [
      status,
      responses.refer(status, kindsOf(status)[0]?.[0] ?? '', () => problemResponse(status, schemaOf(Problem)))
    ])

  const describe = (operation: Operation): Json => {
    const { body, who, params, query, summary } = operation
    return {
      operationId: operationId(operation),
      summary,
      ...(who !== undefined && { description: `For ${rules[who].may}.` }),
      tags: [tagOf(operation)],
      security: who === undefined ? [] : [{ session: [] }],
      parameters: [
        ...parametersOf('path', params),
        ...parametersOf('query', query),
        ...parametersOf('header', requestHeaders(operation))
      ],
      ...(body && {
        requestBody: requestBody(
          body,
          schemas.refer(body, `New.${body.wire.name}`, () => bodySchema(body))
        )
      }),
      ...(operation.takesFile && { requestBody: FILE }),
      responses: { ...successResponses(operation, schemaOf), ...Object.fromEntries(problemsOf(operation)) }
    }
  }

  const paths: Record<string, Record<string, Json>> = {}
  for (const operation of operations) {
    const { path, method } = operation
    paths[path] = { ...paths[path], [method.toLowerCase()]: describe(operation) }
  }
  const used = [...new Set(operations.map(tagOf))]
  return pruned({
    openapi: '3.1.0',
    info: { title: 'Desk', version: '1', description: ABOUT, license: { name: 'MIT', identifier: 'MIT' } },
    servers: [{ url: '.' }],
    tags: used.map((name) => ({ name, description: name === module ? MODULE : tags[name] })),
    paths,
    components: {
      schemas: Object.fromEntries(Object.entries(schemas.all()).sort(([one], [other]) => (one < other ? -1 : 1))),
      parameters: parameters.all(),
      responses: responses.all(),
      securitySchemes: { session: { type: 'http', scheme: 'bearer', description: SESSION } }
    }
  })
}

/** Returns a copy without undefined properties. */
const pruned = (document: Json): Json => JSON.parse(JSON.stringify(document))

/** Returns the models of the items that links can lead to, by the shape of their address. */
const targetsOf = (operations: readonly Operation[]): ReadonlyMap<string, AnyModel> => {
  const documents = operations.flatMap(({ schemas }) => schemas)
  const itemModels = documents.flatMap((document) => (isList(document) ? [document.listWire.child.model] : []))
  const models = [...documents.filter(isModel), ...itemModels]
  return new Map(models.map((model) => [templateShape(model.wire.self ?? ''), model]))
}

/** Collects components, which several operations refer to. Different components get different names. */
const shared = (kind: string) => {
  const names = new Map<unknown, string>()
  const components: Record<string, Json> = {}
  return {
    /** Returns a reference to the component of a key, which is made at the first reference. */
    refer: (key: unknown, preferredName: string, make: () => Json): Json => {
      let name = names.get(key)
      if (name === undefined) {
        name = preferredName
        for (let number = 2; name in components; number += 1) name = `${preferredName}.${number}`
        names.set(key, name)
        // Reserves the name: `make` may refer to other components, or to this one.
        components[name] = {}
        components[name] = make()
      }
      return { $ref: `#/components/${kind}/${name}` }
    },
    all: () => components
  }
}

const parameterOf = (name: string, location: 'path' | 'query' | 'header', property: TSchema): Json => {
  const { description, examples, ...schema } = plainSchema(property)
  if (location !== 'path') return { name, in: location, description, schema: { ...schema, examples } }
  // The explorer prefills a field with the parameter's example, so only required parameters get one.
  const example = Array.isArray(examples) ? examples[0] : schema.minimum
  return { name, in: location, required: true, description, schema, example }
}

const requestBody = (body: AnyModel, schema: Json): Json => {
  const needed = [...requiredOf(body), ...Object.keys(body.properties).slice(0, keywordsOf(body).minProperties ?? 0)]
  const fields = Object.entries(body.properties).flatMap(([name, property]) => {
    const example = keywordsOf(property).examples?.[0] ?? (needed.includes(name) ? valueOf(property) : undefined)
    return example === undefined ? [] : [[name, example] as const]
  })
  const elements = fields.map(([name, value]) => `<${name}>${escapeHtml(String(value))}</${name}>`).join('')
  const xml = `<${body.wire.name}>${elements}</${body.wire.name}>`
  const media = readableMedia.filter((name) => !name.startsWith('text/'))
  return {
    required: body.optional !== true,
    content: Object.fromEntries(
      media.map((name) => [name, { schema, example: name === 'application/xml' ? xml : Object.fromEntries(fields) }])
    )
  }
}

/** Returns a legal value of a property that is not a text: texts have their own examples. */
const valueOf = (property: TSchema): unknown => {
  const { type, minimum } = keywordsOf(property)
  return type === 'boolean' ? false : (legalValuesOf(property)[0] ?? minimum)
}

const FILE = {
  required: true,
  content: {
    'multipart/form-data': {
      schema: { type: 'object', required: ['file'], properties: { file: { type: 'string', format: 'binary' } } }
    }
  }
}

const MODULE = 'Blogs, their posts, members and settings'

const SESSION = 'A session token, from POST /resources/Security/Login. The word Bearer is optional.'

const ABOUT =
  'A live-blogging service. Start at /resources and follow the links. Every document is available as XML, as JSON ' +
  'and, for people, as HTML, chosen by Accept or by an extension of the address (.xml, .json, .html). In XML and ' +
  'JSON every value is text; with X-Format-Values: typed, JSON contains numbers, booleans and ISO 8601 timestamps. ' +
  'The parameters whose names start with X-, and Accept-Language, can be sent as headers too. /schema.xsd and ' +
  '/problem.xsd are the XML Schemas.'
