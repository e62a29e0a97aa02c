/** Finds, lists, filters and orders items that are kept in memory, as `db/collection.ts` does those of the database. */
import type { Page } from '../../db/collection.ts'
import type { Row } from '../../plugins/resources/representation/template.ts'
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
 * Queries over items.
 * @param items gives them; they may be known only when the service is ready
 * @param key the property that identifies an item
 * @param criteria what lists can be filtered and ordered by
 */
export const inMemory = <Item extends object>(
  items: () => readonly Item[],
  key: keyof Item & string,
  criteria: Criteria = {}
) => {
  const find = (value: unknown) => items().find((item) => item[key] === value)
  return {
    /** The item under a key, if there is one. */
    find,

    /** The items under the keys of some references, in no order. */
    load: async (references: readonly Row[]): Promise<Item[]> => {
      const keys = new Set(references.map((reference) => reference[key]))
      return items().filter((item) => keys.has(item[key]))
    },

    /** A page of the items that match, in their own order unless the query orders them. */
    list: (query: ListQuery, where: (item: Item) => boolean = () => true): Page<Item> =>
      pageOf(
        ordered(
          items().filter((item) => where(item) && matches(item, criteria, query)),
          criteria,
          query
        ),
        query
      )
  }
}

/** A page of all items that match. */
export const pageOf = <Item>(items: readonly Item[], { offset, limit, detailed }: Paging): Page<Item> => ({
  ...(detailed && { total: items.length, limit: Math.min(limit, items.length), offset }),
  items: items.slice(offset, offset + limit)
})

const matches = (item: object, criteria: Criteria, query: CriteriaQuery): boolean =>
  Object.entries(criteria).every(([name, criterion]) =>
    asked(name, criterion, query).every(({ operator, value }) =>
      criterion.columns.some((column) => compare(valueOf(item, column), operator, value))
    )
  )

/** The operators a query uses of one criterion. */
const asked = (name: string, { kind }: Criterion, query: CriteriaQuery): { operator: Operator; value: unknown }[] => {
  const [first] = operators[kind]
  return [
    { parameter: name, operator: first },
    ...operators[kind].map((operator) => ({ parameter: `${name}.${operator}`, operator }))
  ]
    .map(({ parameter, operator }) => ({ operator, value: query[parameter] }))
    .filter(({ value }) => value !== undefined)
    .map(({ operator, value }) => ({ operator, value: kind === 'moment' ? parseMoment(String(value)) : value }))
}

/** As in SQL, what is absent matches nothing. */
const compare = (value: unknown, operator: Operator, wanted: unknown): boolean => {
  if (value === undefined) return false
  switch (operator) {
    case 'like':
      return isLike(String(value), String(wanted))
    case 'ilike':
      return isLike(String(value).toLowerCase(), String(wanted).toLowerCase())
    case 'contains':
      return String(value).toLowerCase().includes(String(wanted).toLowerCase())
    case 'start':
      return rank(value, wanted) >= 0
    case 'end':
      return rank(value, wanted) <= 0
    case 'since':
      return rank(value, wanted) > 0
    case 'until':
      return rank(value, wanted) < 0
    case 'equal':
    case 'value':
      return rank(value, wanted) === 0
    case 'values':
      return parseList(String(wanted)).includes(String(value))
    case 'inc':
    case 'ext':
    case 'exc':
      throw new TypeError('Nothing that is kept in memory has expressions')
  }
}

/**
 * Whether a text is like a pattern of SQL: `%` is any characters, `_` is one, `\` takes the next as it is. No regular
 * expression, because a client's pattern could keep one busy for hours.
 */
const isLike = (text: string, pattern: string): boolean => {
  const characters = [...text]
  const steps = [...pattern.matchAll(/\\([^])|([^])/gu)].map(([, plain, sign]) => ({
    any: sign === '%',
    one: sign === '_',
    plain: plain ?? sign
  }))
  // The last % met, and how much of the text it has taken; whatever fails after it lets it take one character more.
  let [at, step, percent, taken] = [0, 0, -1, 0]
  while (at < characters.length) {
    const wanted = steps[step]
    if (wanted?.any === true) [percent, taken, step] = [step, at, step + 1]
    else if (wanted !== undefined && (wanted.one || wanted.plain === characters[at])) [at, step] = [at + 1, step + 1]
    else if (percent >= 0) [taken, at, step] = [taken + 1, taken + 1, percent + 1]
    else return false
  }
  return steps.slice(step).every(({ any }) => any)
}

/** Sort terms in the order of the query. The sort is stable, so ties keep the items' own order. */
const ordered = <Item extends object>(
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
  return items.toSorted((one, other) =>
    terms.reduce((order, { sign, column }) => order || sign * rank(valueOf(one, column), valueOf(other, column)), 0)
  )
}

/** Negative when the first comes first; what is absent comes before everything. */
const rank = (one: unknown, other: unknown): number => {
  if (one === undefined || other === undefined) return Number(one !== undefined) - Number(other !== undefined)
  const [left, right] = [one, other].map((value) => (value instanceof Date ? value.getTime() : value))
  if (typeof left === 'number' && typeof right === 'number') return left - right
  if (typeof left === 'boolean' && typeof right === 'boolean') return Number(left) - Number(right)
  return String(left) < String(right) ? -1 : Number(String(left) > String(right))
}

const valueOf = (item: object, name: string): unknown => Reflect.get(item, name)
