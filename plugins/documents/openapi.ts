/**
 * Generates the OpenAPI document. Like the writers, it is made from plans, because clients see wire text and links
 * instead of the rows that handlers return.
 */
import type { TProperties } from 'typebox'
import { Problem, problemKinds } from '../../schemas/problem.ts'
import type { AnyModel } from '../../schemas/language/vocabulary.ts'
import { rules } from '../authorization/rules.ts'
import { readableMedia, formats } from '../formats.ts'
import { isList } from '../../schemas/language/keywords.ts'
import { isResource, plainSchema, type Operation } from './collect.ts'
import { components, type Components, type Json } from './components.ts'
import { unusedName } from './names.ts'
import { operationId, summary, tagOf, tags } from './words.ts'
import { escape } from './xsd.ts'

/**
 * Returns the OpenAPI document.
 * @param module the configured module name
 * @param server address of the service, relative to that of the document
 */
export const openApi = (operations: readonly Operation[], module: string, server = '.'): Json => {
  const registry = components(module)
  const parameters = sharedParameters()
  const paths: Record<string, Record<string, Json>> = {}
  for (const operation of operations) {
    const method = operation.method.toLowerCase()
    paths[operation.path] = { ...paths[operation.path], [method]: describe(operation, registry, parameters) }
  }
  const used = [...new Set(operations.map((operation) => tagOf(operation)))]
  const responses = problemResponses(registry, new Set(operations.flatMap(statusesOf)))
  return pruned({
    openapi: '3.1.0',
    info: { title: 'Desk', version: '1', description: ABOUT, license: { name: 'MIT', identifier: 'MIT' } },
    servers: [{ url: server }],
    tags: used.map((name) => ({ name, description: name === module ? MODULE : tags[name] })),
    paths,
    components: {
      schemas: Object.fromEntries([...registry.schemas].sort(([one], [other]) => (one < other ? -1 : 1))),
      parameters: parameters.all(),
      responses,
      securitySchemes: { session: { type: 'http', scheme: 'bearer', description: SESSION } }
    }
  })
}

/** Returns a copy without undefined properties. */
const pruned = (document: Json): Json => JSON.parse(JSON.stringify(document))

const describe = (
  operation: Operation,
  registry: Components,
  parameters: ReturnType<typeof sharedParameters>
): Json => ({
  operationId: operationId(operation),
  summary: summary(operation),
  ...(operation.who !== undefined && { description: `For ${rules[operation.who].may}.` }),
  tags: [tagOf(operation)],
  security: operation.who === undefined ? [] : [{ session: [] }],
  parameters: [...parameters.refer('path', operation.params), ...parameters.refer('query', operation.query)],
  ...(operation.body !== undefined && { requestBody: requestBody(operation.body, registry.referBody(operation.body)) }),
  ...(operation.takesFile && { requestBody: FILE }),
  responses: {
    ...successResponses(operation, registry),
    ...Object.fromEntries(statusesOf(operation).map(problemReference))
  }
})

/**
 * Collects parameters, so that the document contains equal parameters of many operations once.
 * @returns `refer`, which returns references to an operation's parameters, and `all`, which returns the collection
 */
const sharedParameters = () => {
  const collected = new Map<string, { name: string; parameter: Json }>()
  const refer = (location: 'path' | 'query', properties: TProperties) =>
    Object.entries(properties).map(([name, property]) => {
      const { description, examples, ...schema } = plainSchema(property)
      // The explorer prefills a field with the parameter's example, so only required parameters get one.
      const example = Array.isArray(examples) ? examples[0] : schema.minimum
      const parameter =
        location === 'path'
          ? { name, in: location, required: true, description, schema, example }
          : { name, in: location, description, schema: { ...schema, examples } }
      const text = JSON.stringify(parameter)
      const shared = collected.get(text) ?? {
        name: unusedName(
          name,
          [...collected.values()].map((entry) => entry.name)
        ),
        parameter
      }
      collected.set(text, shared)
      return { $ref: `#/components/parameters/${shared.name}` }
    })
  const all = (): Json => Object.fromEntries([...collected.values()].map(({ name, parameter }) => [name, parameter]))
  return { refer, all }
}

const requestBody = (body: AnyModel, schema: Json): Json => {
  const fields = Object.entries(body.properties).flatMap(([name, property]) => {
    const { examples } = plainSchema(property)
    return Array.isArray(examples) ? [[name, String(examples[0])] as const] : []
  })
  const elements = fields.map(([name, value]) => `<${name}>${escape(value)}</${name}>`).join('')
  const xml = `<${body.wire.name}>${elements}</${body.wire.name}>`
  const media = readableMedia.filter((name) => !name.startsWith('text/'))
  return {
    required: true,
    content: Object.fromEntries(
      media.map((name) => [name, { schema, example: name === 'application/xml' ? xml : Object.fromEntries(fields) }])
    )
  }
}

const FILE = {
  required: true,
  content: {
    'multipart/form-data': {
      schema: { type: 'object', required: ['file'], properties: { file: { type: 'string', format: 'binary' } } }
    }
  }
}

const successResponses = (operation: Operation, registry: Components): Json => {
  if (!isResource(operation)) return { 200: { description: 'Success, see the summary' } }
  const { status, schemas, streams } = operation
  const [first, ...others] = schemas.map(registry.refer)
  if (first === undefined) return { 204: { description: 'Success, without content' } }
  const schema = others.length === 0 ? first : { anyOf: [first, ...others] }
  const isNew = status === 201
  return {
    [status]: {
      description: isNew ? 'The new item' : 'The document or, with params=show, the parameters of this address',
      ...(isNew && { headers: { Location: LOCATION } }),
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

const problemReference = (status: number) =>
  [status, { $ref: `#/components/responses/${nameOfStatus(status)}` }] as const

/** Returns a response for each status; it describes all kinds of problems that have this status. */
const problemResponses = ({ refer }: Components, statuses: ReadonlySet<number>): Json => {
  const schema = refer(Problem)
  return Object.fromEntries(
    [...statuses].map((status) => [
      nameOfStatus(status),
      {
        description: kindsOf(status)
          .map(([, { title, explanation }]) => `${title}. ${explanation}`)
          .join('\n\n'),
        content: Object.fromEntries(formats.map(({ problem }) => [problem, { schema: schemaIn(problem, schema) }]))
      }
    ])
  )
}

const kindsOf = (status: number) => Object.entries(problemKinds).filter(([, kind]) => kind.status === status)

const nameOfStatus = (status: number): string => kindsOf(status)[0]?.[0] ?? `status-${status}`

const MODULE = 'Blogs, their posts, members and settings'

const SESSION = 'A session token, from POST /resources/Security/Login. The word Bearer is optional.'

const ABOUT =
  'A live-blogging service. Start at /resources and follow the links. Every document is available as XML, as JSON ' +
  'and, for people, as HTML, chosen by Accept or by an extension of the address (.xml, .json, .html). In XML and ' +
  'JSON every value is text; with X-Format-Values: typed, JSON contains numbers, booleans and ISO 8601 timestamps. ' +
  'The parameters whose names start with X-, and Accept-Language, can be sent as headers too. /schema.xsd and ' +
  '/problem.xsd are the XML Schemas.'
