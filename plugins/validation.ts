/** Parses parameters, and validates requests against the schemas of their routes, with Ajv. */
import { Ajv, type AnySchema, type ValidateFunction } from 'ajv'
import fp from 'fastify-plugin'
import type { FastifyInstance } from 'fastify'
import type { TSchema } from 'typebox'
import { keywordsOf, propertiesOf } from '../schemas/language/keywords.ts'
import { presentationNames } from '../schemas/language/presentation.ts'
import { membersOf } from '../schemas/language/rows.ts'
import { formats, keywords } from '../schemas/language/validation.ts'

const ajv = new Ajv({
  useDefaults: true,
  allErrors: true,
  verbose: true,
  strict: false,
  validateSchema: false,
  code: { optimize: false },
  keywords,
  formats
})

/** Compiled validators by the JSON of their schemas. Equal schemas, such as the queries of most lists, share one. */
const validators = new Map<string, ValidateFunction>()

const validatorOf = (schema: AnySchema) => {
  const text = JSON.stringify(schema)
  const validate = validators.get(text) ?? ajv.compile(schema)
  validators.set(text, validate)
  return validate
}

const validation = async (app: FastifyInstance) => {
  app.setValidatorCompiler<AnySchema>(({ schema, httpPart }) => {
    const compile = () => {
      const validate = validatorOf(schema)
      const isText = httpPart === 'params' || httpPart === 'querystring'
      const convert = isText ? parametersConverter(schema) : unchanged
      return (sent: unknown) => {
        const data = convert(sent)
        return validate(data) === true ? { value: data } : { error: validate.errors ?? [] }
      }
    }
    // Compiled at the first request to the route, because compiling all validators would take most of the start.
    let check: ReturnType<typeof compile> | undefined
    return (sent: unknown) => {
      check ??= compile()
      return check(sent)
    }
  })
}

type Convert = (sent: unknown) => unknown
const unchanged: Convert = (sent) => sent

const parametersConverter = (schema: unknown): Convert => {
  const converters = new Map(Object.entries(propertiesOf(schema)).map(([name, each]) => [name, converterOf(each)]))
  return (texts) =>
    Object.fromEntries(
      Object.entries(membersOf(texts)).map(([name, text]) => [name, converters.get(name)?.(text) ?? text])
    )
}

/**
 * Returns a function that converts texts to the type of a schema: digits to a whole number, `true` and `false` in any
 * case to a boolean, and the values of a repeated parameter to one list. It returns anything else unchanged, so that
 * validation refuses it by name.
 */
export const converterOf = (schema: TSchema): Convert => {
  const { list, type } = keywordsOf(schema)
  if (list === true) return (sent) => (Array.isArray(sent) ? sent.join(',') : sent)
  // Sixteen digits exceed every bound, and a JavaScript number still represents them precisely enough to compare.
  if (type === 'integer') return (sent) => (typeof sent === 'string' && /^-?\d{1,16}$/.test(sent) ? Number(sent) : sent)
  if (type === 'boolean') return (sent) => (typeof sent === 'string' ? (FLAGS.get(sent.toLowerCase()) ?? sent) : sent)
  return unchanged
}

const FLAGS: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['false', false]
])

/**
 * Parses a query string. A repeated parameter becomes an array. Parameters that can also be sent as headers, such as
 * X-Filter, may be written in upper or lower case.
 */
export const readQuery = (text: string): Record<string, string | readonly string[]> => {
  // A Map, because a parameter may have the name of an object's built-in property, such as __proto__.
  const query = new Map<string, string | readonly string[]>()
  for (const [parameter, value] of new URLSearchParams(text)) {
    if (IGNORED_PARAMETERS.test(parameter)) continue
    const name = presentationNames.get(parameter.toLowerCase()) ?? parameter
    const earlier = query.get(name)
    query.set(name, earlier === undefined ? value : [earlier, value].flat())
  }
  return Object.fromEntries(query)
}

/** Parameters that browsers, script libraries and advertisements add to addresses. */
const IGNORED_PARAMETERS = /^(_|utm_.*|fbclid|gclid)$/

export default fp(validation, { name: 'validation', fastify: '5.x' })
