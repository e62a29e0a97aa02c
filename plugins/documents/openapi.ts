/**
 * Makes the OpenAPI document. `@fastify/swagger` cannot: it repeats the parameters and problem responses of each of the
 * 330 operations (docs/decisions.md).
 */
import type { TSchema } from 'typebox'
import { Problem, problemKinds } from '../../schemas/problem.ts'
import type { AnyModel } from '../../schemas/language/models.ts'
import { rules } from '../authorization/rules.ts'
import { readableMedia, formats } from '../formats.ts'
import {
  isList,
  isModel,
  keywordsOf,
  legalValuesOf,
  requiredOf,
  type DocumentSchema
} from '../../schemas/language/keywords.ts'
import { templateShape } from '../representation/template.ts'
import { comparesVersion, requestHeaders, responseHeaders, RETRY_AFTER, takesKey } from './headers.ts'
import { isResource, operationId, tagOf, tags, type Operation } from './operations.ts'
import { bodySchema, plainSchema, schemaName, selectionSchema, wireSchema, type Json, type Refer } from './wire.ts'
import { escape } from './xsd.ts'

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
  const listed = documents.flatMap((document) => (isList(document) ? [document.listWire.child.model] : []))
  const models = [...documents.filter(isModel), ...listed]
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
  const elements = fields.map(([name, value]) => `<${name}>${escape(String(value))}</${name}>`).join('')
  const xml = `<${body.wire.name}>${elements}</${body.wire.name}>`
  const media = readableMedia.filter((name) => !name.startsWith('text/'))
  return {
    required: body.optional !== true,
    content: Object.fromEntries(
      media.map((name) => [name, { schema, example: name === 'application/xml' ? xml : Object.fromEntries(fields) }])
    )
  }
}

/** Returns a legal value of a property that is not a text: texts have examples of their own. */
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

const successResponses = (operation: Operation, schemaOf: (document: DocumentSchema) => Json): Json => {
  if (!isResource(operation)) return { 200: { description: 'Success, see the summary' } }
  const { status, schemas, streams } = operation
  const [first, ...others] = schemas.map(schemaOf)
  if (first === undefined) return { 204: { description: 'Success, without content' } }
  const schema = others.length === 0 ? first : { anyOf: [first, ...others] }
  const isNew = status === 201
  return {
    ...(operation.reads && { 304: { description: 'The document has the ETag that If-None-Match names' } }),
    [status]: {
      description: isNew ? 'The new item' : operation.reads ? READ : 'The document',
      headers: { ...responseHeaders(operation), ...(isNew && { Location: LOCATION }) },
      content: {
        ...Object.fromEntries(formats.map(({ media: [name] }) => [name, { schema: schemaIn(name, schema) }])),
        ...(streams && { 'text/event-stream': EVENTS })
      }
    }
  }
}

/** Returns the schema of a document in a media type. Pages are for people, so their structure is not described. */
const schemaIn = (media: string, schema: Json | undefined): Json =>
  media === 'text/html' || schema === undefined ? { type: 'string' } : schema

const READ = 'The document or, with params=show, the parameters of this address'

const LOCATION = {
  description: 'Address of the new item; absent if it has none',
  schema: { type: 'string', format: 'uri' }
}

const EVENTS = {
  schema: {
    type: 'string',
    description:
      'Server-sent events. The id of an event is a change number, its data is the changed item. The first event has ' +
      'only an id. Comments keep the connection open'
  }
}

/** Returns the statuses of the problem documents that an operation can respond with. */
const statusesOf = (operation: Operation): number[] => {
  const lists = operation.schemas.filter(isList)
  return [
    ...(isResource(operation) ? [400, 406] : []),
    ...(Object.keys(operation.params).length > 0 || !isResource(operation) ? [404] : []),
    ...(operation.method === 'GET' ? [] : [401]),
    ...(lists.some(({ properties }) => 'lastCId' in properties) ? [410] : []),
    ...(operation.who === undefined ? [] : [403, 409]),
    ...(operation.body === undefined && !operation.takesFile ? [] : [413, 415]),
    ...(comparesVersion(operation) ? [412] : []),
    ...(takesKey(operation) ? [422] : []),
    ...(isRationed(operation) ? [429] : []),
    500,
    503
  ]
    .filter((status) => kindsOf(status).length > 0)
    .sort((one, other) => one - other)
}

/** Whether a client may use an operation only so often, or so many times at once. */
const isRationed = ({ takesFile, body, who, streams }: Operation) =>
  takesFile || streams || (body !== undefined && who === undefined)

/** Returns the response that describes all kinds of problems with a status. */
const problemResponse = (status: number, schema: Json): Json => ({
  description: kindsOf(status)
    .map(([, { title, explanation }]) => `${title}. ${explanation}`)
    .join('\n\n'),
  ...(RETRIED.includes(status) && { headers: { 'Retry-After': RETRY_AFTER } }),
  content: Object.fromEntries(formats.map(({ problem }) => [problem, { schema: schemaIn(problem, schema) }]))
})

/** Statuses of responses that say when to repeat the request. */
const RETRIED: readonly number[] = [429, 503]

const kindsOf = (status: number) => Object.entries(problemKinds).filter(([, kind]) => kind.status === status)

const MODULE = 'Blogs, their posts, members and settings'

const SESSION = 'A session token, from POST /resources/Security/Login. The word Bearer is optional.'

const ABOUT =
  'A live-blogging service. Start at /resources and follow the links. Every document is available as XML, as JSON ' +
  'and, for people, as HTML, chosen by Accept or by an extension of the address (.xml, .json, .html). In XML and ' +
  'JSON every value is text; with X-Format-Values: typed, JSON contains numbers, booleans and ISO 8601 timestamps. ' +
  'The parameters whose names start with X-, and Accept-Language, can be sent as headers too. /schema.xsd and ' +
  '/problem.xsd are the XML Schemas.'
