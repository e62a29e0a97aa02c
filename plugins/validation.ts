/** Validates requests against the schemas of their routes, with Ajv. */
import { Ajv, type AnySchema } from 'ajv'
import fp from 'fastify-plugin'
import type { FastifyInstance } from 'fastify'
import { formats, keywords } from '../schemas/language/validation.ts'

const validation = async (app: FastifyInstance) => {
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
  // Each validator is compiled at the first request to its route, because compiling all of them would take most of the
  // start. Ajv caches compiled schemas.
  app.setValidatorCompiler<AnySchema & object>(({ schema }) => (data: unknown) => {
    const validate = ajv.compile(schema)
    return validate(data) === true ? { value: data } : { error: validate.errors ?? [] }
  })
}

export default fp(validation, { name: 'validation', fastify: '5.x' })
