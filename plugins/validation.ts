/** Validates requests against the schemas of their routes, with Ajv. */
import { Ajv, type AnySchema, type ValidateFunction } from 'ajv'
import fp from 'fastify-plugin'
import type { FastifyInstance } from 'fastify'
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
  app.setValidatorCompiler<AnySchema>(({ schema }) => {
    // Compiled at the first request to the route, because compiling all validators would take most of the start.
    let validate: ValidateFunction | undefined
    return (data: unknown) => {
      validate ??= validatorOf(schema)
      return validate(data) === true ? { value: data } : { error: validate.errors ?? [] }
    }
  })
}

export default fp(validation, { name: 'validation', fastify: '5.x' })
