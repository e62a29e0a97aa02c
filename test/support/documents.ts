/** Reads descriptions of the service: XML Schemas, the OpenAPI document, and Fastify's list of routes. */
import type { FastifyInstance } from 'fastify'
import { XmlDocument, XsdValidator } from 'libxml2-wasm'

/** Compiles an XML Schema. The returned function returns the error of an XML document, undefined if it is valid. */
export const validator = (schema: string) => {
  const xsd = XsdValidator.fromDoc(XmlDocument.fromString(schema))
  return (text: string): string | undefined => {
    const document = XmlDocument.fromString(text)
    try {
      xsd.validate(document)
      return undefined
    } catch (error) {
      return String(error)
    } finally {
      document.dispose()
    }
  }
}

/** A parameter in the OpenAPI document. */
export interface Parameter {
  name: string
  in: string
  description: string
  example?: unknown
  schema: {
    type?: string
    format?: string
    pattern?: string
    enum?: unknown[]
    examples?: unknown[]
    anyOf?: { const?: unknown }[]
    default?: unknown
    minimum?: number
  }
}

/** An operation in the OpenAPI document. */
interface Operation {
  operationId: string
  summary: string
  parameters: { $ref: string }[]
  requestBody?: { content: Record<string, { example: string | Record<string, string> }> }
  responses: object
}

/** The parts of an OpenAPI document that tests use. */
export interface OpenApi {
  servers: { url: string }[]
  paths: Record<string, Record<string, Operation>>
  components: {
    parameters: Record<string, Parameter>
    schemas: Record<string, { properties?: Record<string, { pattern?: string; examples?: unknown[] }> }>
  }
}

const isOpenApi = (value: unknown): value is OpenApi => typeof value === 'object' && value !== null && 'paths' in value

/**
 * Parses an OpenAPI document.
 * @throws TypeError if the text is not an OpenAPI document
 */
export const openApiOf = (text: string): OpenApi => {
  const document: unknown = JSON.parse(text)
  if (!isOpenApi(document)) throw new TypeError('not an OpenAPI document')
  return document
}

/** Returns a legal value of a parameter, found from its schema alone. */
export const legalValue = ({ name, schema }: Parameter): string => {
  const [first] = schema.enum ?? schema.anyOf?.map((option) => option.const) ?? []
  const [, firstAlternative] = /^\^\(([^|)]+)/.exec(schema.pattern ?? '') ?? []
  const byFormat: Readonly<Record<string, string>> = { moment: '2026-11-03', decimal: '1.5' }
  if (name === 'X-Filter') return '*'
  return String(
    first ??
      firstAlternative ??
      schema.default ??
      byFormat[schema.format ?? ''] ??
      schema.examples?.[0] ??
      (schema.type === 'boolean' ? 'true' : (schema.minimum ?? '1'))
  )
}

/** Returns all routes of Fastify, such as `GET /resources`. */
export const routesOf = (app: FastifyInstance): string[] => {
  const trail: string[] = []
  return app
    .printRoutes({ commonPrefix: false })
    .trimEnd()
    .split('\n')
    .flatMap((line) => {
      const [, indent = '', path = '', methods = ''] = /^([│├└─\s]*)(\S*) ?(?:\((.*)\))?$/.exec(line) ?? []
      trail.length = indent.length / 4 - 1
      trail.push(path)
      return methods.split(', ').map((method) => `${method} ${trail.join('').replace(/(?<=.)\/$/, '')}`)
    })
}
