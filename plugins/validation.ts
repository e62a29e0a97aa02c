/** Checks requests against the schemas of their routes. */
import { Ajv, type AnySchema, type ValidateFunction } from 'ajv'
import fp from 'fastify-plugin'
import type { FastifyInstance } from 'fastify'
import { formats, keywords } from '../schemas/language/validation.ts'

const validation = async (app: FastifyInstance) => {
  const ajv = new Ajv({
    useDefaults: true, allErrors: true, verbose: true, strict: false, code: { optimize: false }, keywords, formats
  })
  const validators = new WeakMap<object, ValidateFunction>()

  const validatorOf = (schema: object): ValidateFunction => {
    const known = validators.get(schema)
    if (known !== undefined) return known
    const compiled = ajv.compile(schema)
    validators.set(schema, compiled)
    return compiled
  }

  // Compiled when its route is first asked for: compiling all of them would be most of a start.
  app.setValidatorCompiler<AnySchema & object>(({ schema }) => (data: unknown) => {
    const validate = validatorOf(schema)
    return validate(data) === true ? { value: data } : { error: validate.errors ?? [] }
  })
}

export default fp(validation, { name: 'validation', fastify: '5.x' })
