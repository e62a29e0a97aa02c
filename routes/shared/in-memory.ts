/** Finds, lists, filters and sorts items in memory, with the same queries that `db/collection.ts` runs as SQL. */
import type { Page } from '../../db/collection.ts'
import type { Row } from '../../schemas/language/rows.ts'
import {
  operators,
  type Criteria,
  type CriteriaQuery,
  type Criterion,
  type Operator
} from '../../schemas/language/criteria.ts'
import { parseList, parseMoment } from '../../schemas/language/lexical.ts'
import type { ListQuery, Paging } from '../../schemas/language/paging.ts'

/**
 * Returns queries over items in memory.
 * @param items returns the items. It is called at each query, because some items exist only when the service is ready
 * @param key the property that identifies an item
 * @param criteria the criteria that filter and sort lists
 */
export const inMemory = <Item extends object>(
  items: () => readonly Item[],
  key: keyof Item & string,
  criteria: Criteria = {}
) => {
  const find = (value: unknown) => items().find((item) => item[key] === value)
  return {
    /** Returns the item with a key, or undefined. */
    find,

    /** Returns the items with the keys in the references, in no particular order. */
    load: async (references: readonly Row[]): Promise<Item[]> => {
      const keys = new Set(references.map((reference) => reference[key]))
      return items().filter((item) => keys.has(item[key]))
    },

    /** Returns a page of the items that match the query, in their own order unless the query sorts them. */
    list: (query: ListQuery, where: (item: Item) => boolean = () => true): Page<Item> =>
      pageOf(
        sorted(
          items().filter((item) => where(item) && matches(item, criteria, query)),
          criteria,
          query
        ),
        query
      )
  }
}

/** Returns one page of a list of items. */
export const pageOf = <Item>(items: readonly Item[], { offset, limit, detailed }: Paging): Page<Item> => ({
  ...(detailed && { total: items.length, limit: Math.min(limit, items.length), offset }),
  items: items.slice(offset, offset + limit)
})

const matches = (item: object, criteria: Criteria, query: CriteriaQuery): boolean =>
  Object.entries(criteria).every(([name, criterion]) =>
    conditionsOf(name, criterion, query).every(({ operator, value }) =>
      criterion.columns.some((column) => compare(valueOf(item, column), operator, value))
    )
  )

interface Condition {
  readonly operator: Operator
  readonly value: unknown
}

/** Returns the conditions that a query sets on one criterion. */
const conditionsOf = (name: string, { kind }: Criterion, query: CriteriaQuery): Condition[] => {
  const [first] = operators[kind]
  return [
    { parameter: name, operator: first },
    ...operators[kind].map((operator) => ({ parameter: `${name}.${operator}`, operator }))
  ]
    .map(({ parameter, operator }) => ({ operator, value: query[parameter] }))
    .filter(({ value }) => value !== undefined)
    .map(({ operator, value }) => ({ operator, value: kind === 'moment' ? parseMoment(String(value)) : value }))
}

/** Returns whether a value meets a condition. An absent value meets none, like null in SQL. */
const compare = (value: unknown, operator: Operator, operand: unknown): boolean => {
  if (value === undefined) return false
  switch (operator) {
    case 'like':
      return isLike(String(value), String(operand))
    case 'ilike':
      return isLike(String(value).toLowerCase(), String(operand).toLowerCase())
    case 'contains':
      return String(value).toLowerCase().includes(String(operand).toLowerCase())
    case 'start':
      return rank(value, operand) >= 0
    case 'end':
      return rank(value, operand) <= 0
    case 'since':
      return rank(value, operand) > 0
    case 'until':
      return rank(value, operand) < 0
    case 'equal':
    case 'value':
      return rank(value, operand) === 0
    case 'values':
      return parseList(String(operand)).includes(String(value))
    case 'inc':
    case 'ext':
    case 'exc':
      throw new TypeError(`Items in memory cannot be filtered with the operator ${operator}`)
  }
}

/**
 * Returns whether a text matches a pattern of SQL's LIKE: `%` matches any number of characters, `_` matches one, and
 * `\` escapes the next character. Patterns are not converted to regular expressions, because a client could send one
 * that keeps the regular expression engine busy for hours.
 */
const isLike = (text: string, pattern: string): boolean => {
  const characters = [...text]
  const steps = [...pattern.matchAll(/\\([^])|([^])/gu)].map(([, escaped, character]) => ({
    isAny: character === '%',
    isOne: character === '_',
    literal: escaped ?? character
  }))
  // `percent` is the last % so far, and `percentEnd` the end of the text that it matches. At a mismatch after it, the %
  // matches one character more, and the steps after it are tried again.
  let [at, index, percent, percentEnd] = [0, 0, -1, 0]
  while (at < characters.length) {
    const step = steps[index]
    if (step?.isAny === true) [percent, percentEnd, index] = [index, at, index + 1]
    else if (step !== undefined && (step.isOne || step.literal === characters[at])) [at, index] = [at + 1, index + 1]
    else if (percent >= 0) [percentEnd, at, index] = [percentEnd + 1, percentEnd + 1, percent + 1]
    else return false
  }
  return steps.slice(index).every(({ isAny }) => isAny)
}

/** Sorts items by the terms of the query, in query order. The sort is stable, so ties keep the items' own order. */
const sorted = <Item extends object>(
  items: readonly Item[],
  criteria: Criteria,
  query: CriteriaQuery
): readonly Item[] => {
  const terms = Object.entries(query)
    .filter(([parameter]) => parameter === 'asc' || parameter === 'desc')
    .flatMap(([direction, names]) =>
      parseList(String(names ?? '')).map((name) => ({
        sign: direction === 'asc' ? 1 : -1,
        column: criteria[name]?.columns[0] ?? ''
      }))
    )
  if (terms.length === 0) return items
  return items.toSorted((a, b) =>
    terms.reduce((order, { sign, column }) => order || sign * rank(valueOf(a, column), valueOf(b, column)), 0)
  )
}

/** Compares two values for sorting: negative if `a` comes first. Absent values come before all others. */
const rank = (a: unknown, b: unknown): number => {
  if (a === undefined || b === undefined) return Number(a !== undefined) - Number(b !== undefined)
  const [left, right] = [a, b].map((value) => (value instanceof Date ? value.getTime() : value))
  if (typeof left === 'number' && typeof right === 'number') return left - right
  if (typeof left === 'boolean' && typeof right === 'boolean') return Number(left) - Number(right)
  return String(left) < String(right) ? -1 : Number(String(left) > String(right))
}

const valueOf = (item: object, name: string): unknown => Reflect.get(item, name)
