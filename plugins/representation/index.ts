/** Writes rows as documents: compiles the schemas of responses into writers, in all formats. */
import fp from 'fastify-plugin'
import type { FastifyInstance } from 'fastify'
import { documentsIn, requiredOf, type DocumentSchema } from '../../schemas/language/keywords.ts'
import type { Row } from '../../schemas/language/rows.ts'
import { formats, type Format } from '../formats.ts'
import { compileHtml, type HtmlView } from './html.ts'
import { compileJson } from './json.ts'
import { defaultPlan, planOf, type Plan } from './plan.ts'
import type { LinkContext } from './template.ts'
import type { Writer } from './writers.ts'
import { compileXml } from './xml.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Compiles plans that are not those of a response schema, such as the selections of X-Filter. */
    compile: Compile
  }
}

/** Compiles a plan into the writer of a format. */
export type Compile = (plan: Plan, format: Format) => Writer

/**
 * Returns the compiler of plans.
 * @param view returns the parts of pages for HTML. Called with the first plan for HTML; they are loaded by then
 */
export const compilerFor = (view: () => HtmlView): Compile => {
  const compilers = { xml: compileXml, json: compileJson, html: (plan: Plan) => compileHtml(view())(plan) }
  return (plan, { extension }) => compilers[extension](plan)
}

/**
 * Returns a function that returns the writer of a format. It writes each row with the first schema whose required
 * properties the row has. Schemas are compiled at first use.
 * @param module the configured module name
 */
export const writersOf = (
  schemas: readonly DocumentSchema[],
  module: string,
  compile: Compile
): ((format: Format) => Writer) => {
  const [first] = schemas
  if (first === undefined) throw new TypeError('A writer needs at least one schema')
  const required = new Map(schemas.map((schema) => [schema, requiredOf(schema)]))
  const fits = (schema: DocumentSchema, row: Row) => required.get(schema)?.every((name) => row[name] !== undefined)
  const writers = new Map<Format, Map<DocumentSchema, Writer>>(formats.map((format) => [format, new Map()]))
  return (format) => (row, links, hasHref) => {
    const schema = schemas.find((each) => fits(each, row)) ?? first
    const compiled = writers.get(format)
    const write = compiled?.get(schema) ?? compile(defaultPlan(planOf(schema, module)), format)
    compiled?.set(schema, write)
    return write(row, links, hasHref)
  }
}

/** The argument of the serializers: a row, and how its document is written. */
interface Written {
  readonly row: Row
  readonly links: LinkContext
  readonly hasHref: boolean
}

export interface RepresentationOptions {
  /** The configured module name. */
  readonly module: string
  /** Returns the parts of pages for HTML. */
  readonly view: () => HtmlView
}

/** Lets Fastify serialize rows with the writer of the response schema and of the media type. */
const representation = async (app: FastifyInstance, { module, view }: RepresentationOptions) => {
  const compile = compilerFor(view)
  app.decorate('compile', compile)
  app.setSerializerCompiler<unknown>(({ schema, contentType }) => {
    const format = formats.find(({ media }) => media.some((name) => name === contentType))
    const schemas = documentsIn(schema)
    if (format === undefined || schemas.length === 0) return JSON.stringify
    const write = writersOf(schemas, module, compile)(format)
    return ({ row, links, hasHref }: Written) => write(row, links, hasHref)
  })
}

export default fp(representation, { name: 'representation', fastify: '5.x' })
