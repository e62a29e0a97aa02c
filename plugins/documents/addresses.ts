/** Tables of all addresses and of the access rules, for docs/. */
import { presentationParameters } from '../../schemas/language/presentation.ts'
import { isResource, type Operation } from './collect.ts'
import { summary } from './words.ts'

/** Returns a row for each operation: method, address, summary, and the parameters that not every address takes. */
export const addressRows = (operations: readonly Operation[]): readonly (readonly string[])[] =>
  operations
    .filter((operation) => isResource(operation))
    .toSorted(byPath)
    .map((operation) => [operation.method, `\`${operation.path}\``, summary(operation), parameterList(operation)])

/** Returns a row for each operation that is not a GET: method, address, and the name of its access rule. */
export const rightRows = (operations: readonly Operation[]): readonly (readonly string[])[] =>
  operations
    .filter((operation) => isResource(operation) && operation.method !== 'GET')
    .toSorted(byPath)
    .map(({ method, path, who }) => [method, `\`${path}\``, who === undefined ? 'everybody' : `\`${who}\``])

const byPath = (one: Operation, other: Operation) =>
  one.path === other.path
    ? compare(one.method, other.method)
    : compare(one.path.toLowerCase(), other.path.toLowerCase())
const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)

/** Lists the parameters of an operation. Criteria appear without their operators: `cId` includes `cId.since`. */
const parameterList = ({ query }: Operation): string => {
  const paged = PAGING.every((name) => name in query)
  const own = Object.keys(query).filter(
    (name) =>
      !(name in presentationParameters) &&
      name !== 'params' &&
      !(paged && PAGING.includes(name)) &&
      !(name.slice(0, name.lastIndexOf('.')) in query)
  )
  return [...(paged ? ['paging'] : []), ...own.map((name) => `\`${name}\``)].join(', ')
}

/** Parameters that every list takes; the table shows them as "paging". */
const PAGING: readonly string[] = ['offset', 'limit', 'detailed']
