/** Compiles the criteria of a query into SQL. */
import { operators, type Criteria, type CriteriaQuery, type Criterion, type Operator } from '../schemas/criteria.ts'
import { parseMoment } from '../schemas/lexical.ts'
import { toColumn, type Fragment, type Sql } from './client.ts'

/** The conditions of a query, joined by `and`; true when it has none. */
export const matching = (sql: Sql, criteria: Criteria, query: CriteriaQuery): Fragment =>
  Object.entries(criteria)
    .flatMap(([name, criterion]) => conditions(sql, name, criterion, query))
    .reduce((all, condition) => sql`${all} and ${condition}`, sql`true`)

/** Whether a query uses any of some criteria. */
export const isFiltered = (criteria: Criteria, query: CriteriaQuery): boolean =>
  Object.entries(criteria).some(([name, criterion]) => asked(name, criterion, query).length > 0)

/**
 * The order of a query: what `asc` and `desc` name, in the order of their appearance, then what the list is
 * ordered by anyway, so that pages never overlap.
 */
export const ordering = (sql: Sql, criteria: Criteria, query: CriteriaQuery, fallback: Fragment): Fragment =>
  Object.entries(query)
    .filter(([parameter]) => parameter === 'asc' || parameter === 'desc')
    .flatMap(([direction, names]) => String(names ?? '').split(',').map((name) => ({ direction, column: criteria[name.trim()]?.columns[0] })))
    .flatMap(({ direction, column }) => column === undefined ? [] : [direction === 'asc' ? sql`${sql(toColumn(column))} asc nulls first` : sql`${sql(toColumn(column))} desc nulls last`])
    .reduceRight((rest, term) => sql`${term}, ${rest}`, fallback)

const conditions = (sql: Sql, name: string, criterion: Criterion, query: CriteriaQuery): Fragment[] => {
  return asked(name, criterion, query)
    .map(({ operator, value }) => criterion.columns
      .map((column) => compare(sql, sql`${sql(toColumn(column))}`, operator, value))
      .reduce((any, one) => sql`${any} or ${one}`))
    .map((condition) => sql`(${condition})`)
}

/** The operators a query uses of one criterion. */
const asked = (name: string, { kind }: Criterion, query: CriteriaQuery): { operator: Operator, value: Value }[] => {
  const [first] = operators[kind]
  return [{ parameter: name, operator: first }, ...operators[kind].map((operator) => ({ parameter: `${name}.${operator}`, operator }))]
    .flatMap(({ parameter, operator }) => {
      const value = query[parameter]
      if (!isValue(value)) return []
      return [{ operator, value: kind === 'moment' ? parseMoment(String(value)) ?? value : value }]
    })
}

type Value = string | number | boolean | Date
const isValue = (value: unknown): value is string | number | boolean => ['string', 'number', 'boolean'].includes(typeof value)

const compare = (sql: Sql, column: Fragment, operator: Operator, value: Value): Fragment => {
  switch (operator) {
    case 'like': return sql`${column} like ${value}`
    case 'ilike': return sql`${column} ilike ${value}`
    case 'contains': return sql`strpos(lower(${column}), lower(${value})) > 0`
    case 'start': return sql`${column} >= ${value}`
    case 'end': return sql`${column} <= ${value}`
    case 'since': return sql`${column} > ${value}`
    case 'until': return sql`${column} < ${value}`
    case 'equal': case 'value': return sql`${column} = ${value}`
  }
}
