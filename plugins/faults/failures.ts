/** Says where and why a value does not fit its schema, from the failures that Ajv reports. */
import type { FastifySchemaValidationError } from 'fastify'
import { formatReasons } from '../../schemas/language/validation.ts'

/** A failure of Ajv with the schema and the value, which Ajv adds because of its option `verbose`. */
export type Failure = FastifySchemaValidationError & { schema?: unknown; data?: unknown }

/**
 * Returns the path of the wrong property. Ajv reports a missing or unknown property apart from the path of its
 * parent.
 */
export const placeOf = ({ instancePath, params }: FastifySchemaValidationError): string => {
  const path = instancePath
    .split('/')
    .slice(1)
    .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'))
  const property = params.additionalProperty ?? params.missingProperty
  return [...path, ...(typeof property === 'string' ? [property] : [])].join('.') || 'body'
}

/** Returns the reason of a failure, which continues a sentence after the name of the property. */
export const reasonOf = (failure: Failure): string => {
  const { keyword, instancePath, message = 'is not legal', data } = failure
  // A repeated parameter or form field is an array, and no property takes one.
  if (Array.isArray(data) && instancePath !== '') return 'must be a single value, sent once'
  return reasons[keyword]?.(failure) ?? message
}

const allowed = ({ params }: Failure) =>
  `must be ${[params.allowedValues ?? params.allowedValue].flat().map(valueWord).join(' or ')}`

/** The reasons by the keyword that the value does not fit. Keywords without one have the message of Ajv. */
const reasons: Readonly<Record<string, (failure: Failure) => string | undefined>> = {
  additionalProperties: () => 'is not known here',
  required: () => 'is missing',
  type: ({ params }) => `must be ${typeWords[String(params.type)] ?? params.type}`,
  enum: allowed,
  const: allowed,
  anyOf: ({ schema }) => `must be ${[schema].flat().map(branchWord).join(' or ')}`,
  minProperties: () => 'must contain at least one property',
  minimum: ({ params }) => `must be ${params.limit} or more`,
  maximum: ({ params }) => `must be ${params.limit} or less`,
  minLength: ({ params }) => `must have at least ${params.limit} characters`,
  maxLength: ({ params }) => `must have at most ${params.limit} characters`,
  names: ({ schema }) => `must name some of ${[schema].flat().join(', ')}, each at most once`,
  format: ({ params }) => formatReasons[String(params.format)]
}

const valueWord = (value: unknown) => (value === '' ? 'empty' : String(value))

/** Returns the legal value, or the type, of one branch of a union. */
const branchWord = (branch: unknown): string => {
  const { const: constant, type }: { const?: unknown; type?: unknown } = { ...(typeof branch === 'object' && branch) }
  return constant === undefined ? (typeWords[String(type)] ?? String(type)) : valueWord(constant)
}

const typeWords: Readonly<Record<string, string>> = {
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  object: 'an object',
  string: 'text; markup must be escaped, as in &lt;b&gt;'
}
