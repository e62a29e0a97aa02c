/** The XML Schemas of the service's documents, and of its problem documents. */
import { Parameters } from '../../schemas/parameter.ts'
import { Problem, problemKinds } from '../../schemas/problem.ts'
import type { AnyModel } from '../../schemas/language/vocabulary.ts'
import { isResource, type Operation } from './collect.ts'
import { shapesOf } from './shapes.ts'
import { printXsd } from './xsd.ts'

/** `/schema.xsd`: every XML document below `/resources`. */
export const documentSchema = (operations: readonly Operation[], module: string): string => printXsd(
  shapesOf(operations.filter(isResource).flatMap(({ documents }) => Object.values(documents).flat()), [Parameters], module), DOCUMENTS
)

/** `/problem.xsd`: what is answered instead when a request is refused. */
export const problemSchema = (): string => printXsd(shapesOf([exactProblem()], [], ''), PROBLEMS, Problem.wire.namespace)

/** A problem with the kinds and statuses there are. */
const exactProblem = (): AnyModel => {
  const { type, status } = Problem.properties
  const kinds = Object.keys(problemKinds).map((kind) => `/problems/${kind}`)
  const statuses = [...new Set(Object.values(problemKinds).map(({ status }) => status))]
  return { ...Problem, properties: { ...Problem.properties, type: { ...type, enum: kinds }, status: { ...status, enum: statuses } } }
}

const DOCUMENTS = 'The XML documents of this service. A root element is an item, a list or the parameters of an address ' +
  '(params=show). An item in a list, and an item that a link leads to, shows the properties that X-Filter names, in the order ' +
  'given here; without X-Filter an item in a list shows its address alone, and a link its address and key. Flags are True and ' +
  'False, or true and false with X-Format-Values: typed. Timestamps have the form that X-Format-DateTime asks for. A request ' +
  'that is refused is answered with a document of /problem.xsd.'

const PROBLEMS = 'Problem documents (RFC 9457): what this service answers to a request it refuses. The errors name each place ' +
  'that is wrong. type is the address of an explanation.'
