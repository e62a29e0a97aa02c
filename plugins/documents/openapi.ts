/**
 * The OpenAPI document. It is made from the plans the writers are compiled from, not from the rows that handlers
 * return: what a client sees is the wire form.
 */
import type { TProperties } from 'typebox'
import { Problem, problemKinds } from '../../schemas/problem.ts'
import type { AnyModel } from '../../schemas/language/vocabulary.ts'
import { rules } from '../authorization/rules.ts'
import { readableMedia } from '../bodies/media.ts'
import { formats } from '../resources/representation/formats.ts'
import { isList } from '../resources/representation/plan.ts'
import { isResource, plainSchema, type Operation } from './collect.ts'
import { components, type Components, type Json } from './components.ts'
import { unused } from './names.ts'
import { operationId, summary, tagOf, tags } from './words.ts'
import { escape } from './xsd.ts'

/**
 * The whole document.
 * @param server the service's address, relative to the document's own
 */
export const openApi = (operations: readonly Operation[], module: string, server = '.'): Json => {
  const made = components(module)
  const parameters = sharedParameters()
  const paths: Record<string, Record<string, Json>> = {}
  for (const operation of operations) {
    const method = operation.method.toLowerCase()
    paths[operation.path] = { ...paths[operation.path], [method]: describe(operation, made, parameters) }
  }
  const used = [...new Set(operations.map((operation) => tagOf(operation)))]
  const responses = refusals(made, new Set(operations.flatMap(statusesOf)))
  return pruned({
    openapi: '3.1.0',
    info: { title: 'Desk', version: '1', description: ABOUT, license: { name: 'MIT', identifier: 'MIT' } },
    servers: [{ url: server }],
    tags: used.map((name) => ({ name, description: name === module ? MODULE : tags[name] })),
    paths,
    components: {
      schemas: Object.fromEntries([...made.schemas].sort(([one], [other]) => (one < other ? -1 : 1))),
      parameters: parameters.all(),
      responses,
      securitySchemes: { session: { type: 'http', scheme: 'bearer', description: SESSION } }
    }
  })
}

/** A copy without undefined properties. */
const pruned = (document: Json): Json => JSON.parse(JSON.stringify(document))

const describe = (operation: Operation, made: Components, parameters: ReturnType<typeof sharedParameters>): Json => ({
  operationId: operationId(operation),
  summary: summary(operation),
  ...(operation.who !== undefined && { description: `For ${rules[operation.who].may}.` }),
  tags: [tagOf(operation)],
  security: operation.who === undefined ? [] : [{ session: [] }],
  parameters: [...parameters.refer('path', operation.params), ...parameters.refer('query', operation.query)],
  ...(operation.body !== undefined && { requestBody: requestBody(operation.body, made.referBody(operation.body)) }),
  ...(operation.takesFile && { requestBody: FILE }),
  responses: { ...answers(operation, made), ...Object.fromEntries(statusesOf(operation).map(refusal)) }
})

/**
 * Parameters that many addresses take stand in the document once.
 * @returns a function that refers to an operation's parameters, and one that gives all parameters referred to
 */
const sharedParameters = () => {
  const known = new Map<string, { name: string; parameter: Json }>()
  const refer = (place: 'path' | 'query', properties: TProperties) =>
    Object.entries(properties).map(([name, property]) => {
      const { description, examples, ...schema } = plainSchema(property)
      // The explorer fills a field with the parameter's example. Only required fields may start filled.
      const example = Array.isArray(examples) ? examples[0] : schema.minimum
      const parameter =
        place === 'path'
          ? { name, in: place, required: true, description, schema, example }
          : { name, in: place, description, schema: { ...schema, examples } }
      const text = JSON.stringify(parameter)
      const met = known.get(text) ?? {
        name: unused(
          name,
          [...known.values()].map((other) => other.name)
        ),
        parameter
      }
      known.set(text, met)
      return { $ref: `#/components/parameters/${met.name}` }
    })
  const all = (): Json => Object.fromEntries([...known.values()].map(({ name, parameter }) => [name, parameter]))
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

const answers = (operation: Operation, made: Components): Json => {
  if (!isResource(operation)) return { 200: { description: 'As the summary says' } }
  const entries = Object.entries(operation.documents).filter(([, documents]) => documents.length > 0)
  if (entries.length === 0) return { 204: { description: 'Done; there is nothing to show' } }
  return Object.fromEntries(
    entries.map(([status, documents]) => {
      const [only, ...others] = documents.map(made.refer)
      const schema = others.length === 0 ? only : { anyOf: [only, ...others] }
      return [
        status,
        {
          description:
            status === '201' ? 'The new item' : 'The document; with params=show the parameters of this address',
          ...(status === '201' && { headers: { Location: LOCATION } }),
          content: {
            ...Object.fromEntries(formats.map(({ media: [name] }) => [name, { schema }])),
            ...(operation.streams && { 'text/event-stream': EVENTS })
          }
        }
      ]
    })
  )
}

const LOCATION = { description: 'Address of the new item, if it has one', schema: { type: 'string', format: 'uri' } }

const EVENTS = {
  schema: {
    type: 'string',
    description:
      'Server-sent events. The id of each is a change number, its data the changed item. The first event has ' +
      'only an id; comments keep the connection open'
  }
}

/** The statuses an operation can be refused with. */
const statusesOf = (operation: Operation): number[] => {
  const lists = Object.values(operation.documents).flat().filter(isList)
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

const refusal = (status: number) => [status, { $ref: `#/components/responses/${nameOfStatus(status)}` }] as const

/** The problem documents of some statuses; kinds of one status share one answer. */
const refusals = ({ refer }: Components, statuses: ReadonlySet<number>): Json => {
  const schema = refer(Problem)
  return Object.fromEntries(
    [...statuses].map((status) => [
      nameOfStatus(status),
      {
        description: kindsOf(status)
          .map(([, { title, explanation }]) => `${title}. ${explanation}`)
          .join('\n\n'),
        content: Object.fromEntries(formats.map(({ problem }) => [problem, { schema }]))
      }
    ])
  )
}

const kindsOf = (status: number) => Object.entries(problemKinds).filter(([, kind]) => kind.status === status)

const nameOfStatus = (status: number): string => kindsOf(status)[0]?.[0] ?? `status-${status}`

const MODULE = 'Blogs, their posts, members and settings'

const SESSION = 'A session token, as POST /resources/Security/Login gives it. The word Bearer may be left out.'

const ABOUT =
  'A live-blogging service. Start at /resources and follow the links. Every document has an XML and a JSON ' +
  'form, chosen by Accept or by an extension of the address (.xml, .json). In both every value is a text; ' +
  'X-Format-Values: typed gives JSON numbers, booleans and ISO 8601 timestamps. The parameters whose names start with ' +
  'X-, and Accept-Language, may be sent as headers too. /schema.xsd and /problem.xsd hold the XML Schemas.'
