/** Parses parameters, and validates requests against the schemas of their routes, with Ajv. */
import { Ajv, type AnySchema, type ValidateFunction } from 'ajv'
import fp from 'fastify-plugin'
import type { FastifyInstance } from 'fastify'
import type { Static, TSchema } from 'typebox'
import { keywordsOf, propertiesOf } from '../schemas/language/keywords.ts'
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

/**
 * Returns whether a value fits a schema. `validateInput` of Fastify does not tell: it returns what our validators do,
 * which is an object in both cases.
 */
export const fits = <Schema extends TSchema>(schema: Schema, value: unknown): value is Static<Schema> =>
  validatorOf(schema)(value) === true

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
  // Long numbers lose their last digits, but all bounds are far below those.
  if (type === 'integer') return (sent) => (typeof sent === 'string' && /^-?\d+$/.test(sent) ? Number(sent) : sent)
  if (type === 'boolean') return (sent) => (typeof sent === 'string' ? (FLAGS.get(sent.toLowerCase()) ?? sent) : sent)
  return unchanged
}

const FLAGS: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['false', false]
])

export default fp(validation, { name: 'validation' })
