/** The table of all addresses, for docs/api.md. */
import { presentationParameters } from '../../schemas/language/presentation.ts'
import { isResource, type Operation } from './collect.ts'
import { summary } from './words.ts'

/** The rows of the table: method, address, what it does, the parameters it takes beside those that all take. */
export const addressRows = (operations: readonly Operation[]): readonly (readonly string[])[] =>
  operations.filter((operation) => isResource(operation)).toSorted(byPath).map((operation) => [
    operation.method, `\`${operation.path}\``, summary(operation), parameterList(operation)
  ])

const byPath = (one: Operation, other: Operation) =>
  one.path === other.path ? compare(one.method, other.method) : compare(one.path.toLowerCase(), other.path.toLowerCase())
const compare = (one: string, other: string) => one < other ? -1 : one > other ? 1 : 0

/** The parameters, the operators of a criterion together: `cId` with `.start`, `.end`. */
const parameterList = ({ query }: Operation): string => {
  const paged = PAGING.every((name) => name in query)
  const own = Object.keys(query).filter((name) => !(name in presentationParameters) && name !== 'params' && !(paged && PAGING.includes(name)))
  const operatorsOf = (name: string) => own.filter((other) => other.startsWith(`${name}.`)).map((other) => other.slice(name.length))
  const named = own.filter((name) => !name.includes('.')).map((name) => {
    const operators = operatorsOf(name)
    return operators.length === 0 ? `\`${name}\`` : `\`${name}\` (${operators.map((operator) => `\`${operator}\``).join(' ')})`
  })
  return [...paged ? ['paging'] : [], ...named].join(', ')
}

/** What every list takes. */
const PAGING: readonly string[] = ['offset', 'limit', 'detailed']
