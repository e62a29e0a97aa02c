/** The tables of all addresses and of all rights, for docs/. */
import { presentationParameters } from '../../schemas/language/presentation.ts'
import { isResource, type Operation } from './collect.ts'
import { summary } from './words.ts'

/** The rows of the table: method, address, summary, and the parameters that not every address takes. */
export const addressRows = (operations: readonly Operation[]): readonly (readonly string[])[] =>
  operations
    .filter((operation) => isResource(operation))
    .toSorted(byPath)
    .map((operation) => [operation.method, `\`${operation.path}\``, summary(operation), parameterList(operation)])

/** The rows of the table of rights: method, address, and the rule of those who may use it. */
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

/** The parameters of an operation, criteria without their operators: `cId` stands for `cId.since`, too. */
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

/** What every list takes. */
const PAGING: readonly string[] = ['offset', 'limit', 'detailed']
