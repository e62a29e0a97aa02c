/** Compiles the filters and the order of a query string into SQL. */
import {
  comparedBy,
  operators,
  type Criteria,
  type CriteriaQuery,
  type CriterionKind,
  type Operator
} from '../schemas/language/criteria.ts'
import { likePattern, parseList, parseMoment } from '../schemas/language/lexical.ts'
import { toColumn, type Fragment, type Sql } from './client.ts'

/** Returns the condition that a row meets all filters of a query. The condition is true if the query has none. */
export const matching = (sql: Sql, criteria: Criteria, query: CriteriaQuery): Fragment => {
  const uses = usesOf(criteria, query)
  const used = new Map(uses.map((use) => [use.name, use]))
  return allOf(
    sql,
    [...used.values()].flatMap((criterion) =>
      conditions(
        sql,
        criterion,
        uses.filter(({ name }) => name === criterion.name)
      )
    )
  )
}

/** Joins conditions with `and` and leaves out those that are false or undefined. Returns `true` if none is left. */
export const allOf = (sql: Sql, conditions: readonly (Fragment | false | undefined)[]): Fragment => {
  // Starts with the first condition, not with `true`: the driver makes a promise for each fragment.
  const [first = sql`true`, ...others] = conditions.filter((each) => each !== undefined && each !== false)
  return others.reduce((all, condition) => sql`${all} and ${condition}`, first)
}

/** Returns the condition that properties have these values. A property whose value is undefined may have any value. */
export const hasValues = (sql: Sql, values: Readonly<Record<string, string | number | undefined>>): Fragment =>
  allOf(
    sql,
    Object.entries(values).map(([property, value]) => value !== undefined && sql`${sql(toColumn(property))} = ${value}`)
  )

/** Returns the condition that readers see a blog: it has gone live, and is not deleted. */
export const isForReaders = (sql: Sql): Fragment => sql`blogs.live_on is not null and blogs.deleted_on is null`

/** Returns whether a query filters by any of these criteria. */
export const isFiltered = (criteria: Criteria, query: CriteriaQuery): boolean => usesOf(criteria, query).length > 0

/** Returns the criteria that a query filters or orders by. Some may be there twice. */
export const criteriaUsed = (criteria: Criteria, query: CriteriaQuery): readonly NamedCriterion[] => [
  ...usesOf(criteria, query),
  ...orderTerms(criteria, query)
]

/**
 * Marks the statement of a list as not to be prepared if its query filters or orders, and returns it. Clients can
 * combine filters into any number of different statements, and a connection holds each prepared one until it is closed.
 */
export const preparedUnlessFiltered = <Query extends object>(
  criteria: Criteria,
  query: CriteriaQuery,
  statement: Query
): Query =>
  criteriaUsed(criteria, query).length > 0 ? Object.assign(statement, { options: { prepare: false } }) : statement

/**
 * Returns the terms for `order by`: those of `asc` and `desc` in query order, then the list's default order. The
 * default order breaks ties, so that pages never overlap.
 */
export const ordering = (sql: Sql, criteria: Criteria, query: CriteriaQuery, fallback: Fragment): Fragment =>
  orderTerms(criteria, query)
    .map(({ direction, columns }) => {
      const term = sql(toColumn(columns[0] ?? ''))
      return direction === 'asc' ? sql`${term} asc nulls first` : sql`${term} desc nulls last`
    })
    .reduceRight((terms, term) => sql`${term}, ${terms}`, fallback)

/** Returns the criteria that a query orders by, in query order. */
const orderTerms = (criteria: Criteria, query: CriteriaQuery) =>
  Object.entries(query)
    .filter(([parameter]) => parameter === 'asc' || parameter === 'desc')
    .flatMap(([direction, names]) => parseList(String(names ?? '')).map((name) => ({ direction, name })))
    .flatMap(({ direction, name }) => {
      const criterion = named(criteria, name)
      return criterion === undefined ? [] : [{ direction, ...criterion }]
    })

/** A criterion with its name and the properties that it compares. */
interface NamedCriterion {
  name: string
  kind: CriterionKind
  columns: readonly string[]
}

const named = (criteria: Criteria, name: string): NamedCriterion | undefined => {
  const { [name]: criterion } = criteria
  return criterion && { name, kind: criterion.kind, columns: comparedBy(name, criterion) }
}

/** Returns the conditions of the filters that a query has for one criterion. */
const conditions = (sql: Sql, { kind, columns }: NamedCriterion, uses: readonly Use[]): Fragment[] => {
  if (kind === 'expression') return expressionConditions(sql, columns, uses)
  if (kind === 'ids') return uses.map(({ value }) => isOneOfIds(sql, columns, value))
  const comparison = kind === 'moment' ? compareMoment : compare
  return uses.map(({ operator, value }) => {
    const anyColumn = columns
      .map((column) => comparison(sql, sql`${sql(toColumn(column))}`, operator, value))
      .reduce((any, condition) => sql`${any} or ${condition}`)
    return sql`(${anyColumn})`
  })
}

/**
 * Returns the condition `(every inc and no exc) or any ext`, without the operators that the query doesn't use. The
 * value of each operator is a list of texts to look for in the columns.
 */
const expressionConditions = (sql: Sql, columns: readonly string[], uses: readonly Use[]): Fragment[] => {
  const containsMember = columns
    .map((column) => sql`coalesce(strpos(lower(${sql(toColumn(column))}), lower(member)) > 0, false)`)
    .reduce((any, condition) => sql`${any} or ${condition}`)
  const texts = (operator: Operator) =>
    uses
      .filter((use) => use.operator === operator)
      .map(({ value }) => value)
      .join(',')
  const isUsed = (...operators: Operator[]) => operators.some((operator) => parseList(texts(operator)).length > 0)
  const exists = (operator: Operator, condition: Fragment) =>
    sql`exists (select from ${members(sql, texts(operator))} where ${condition})`
  const strict = sql`not ${exists('inc', sql`not (${containsMember})`)} and not ${exists('exc', containsMember)}`
  const loose = exists('ext', containsMember)
  if (!isUsed('ext')) return isUsed('inc', 'exc') ? [strict] : []
  return isUsed('inc', 'exc') ? [sql`((${strict}) or ${loose})`] : [loose]
}

/** Compares as bigint: a client may send ids that are too large for the integer columns. */
const isOneOfIds = (sql: Sql, [column = '']: readonly string[], ids: Value): Fragment =>
  sql`${sql(toColumn(column))} = any(array(select member::bigint from ${members(sql, ids)}))`

/**
 * Returns the members of a comma-separated list as rows. One parameter, so the statement is the same for any length.
 */
const members = (sql: Sql, list: Value): Fragment =>
  sql`jsonb_array_elements_text(${sql.json(parseList(String(list)))}) as listed (member)`

/** A filter of a query: a criterion, the operator, and the value to compare with. */
interface Use extends NamedCriterion {
  operator: Operator
  value: Value
}

/** Returns the filters of a query. Their parameters are called `name` or `name.operator`; all others are ignored. */
const usesOf = (criteria: Criteria, query: CriteriaQuery): Use[] =>
  Object.entries(query).flatMap(([parameter, value]) => {
    const [, name = '', suffix] = /^(.*)\.([^.]*)$/.exec(parameter) ?? []
    const criterion = named(criteria, parameter) ?? named(criteria, name)
    if (criterion === undefined || !isValue(value)) return []
    const [byDefault, ...further] = operators[criterion.kind]
    const operator = (criterion.name === name && further.find((operator) => operator === suffix)) || byDefault
    return [
      { ...criterion, operator, value: criterion.kind === 'moment' ? (parseMoment(String(value)) ?? value) : value }
    ]
  })

type Value = string | number | boolean | Date
const isValue = (value: unknown): value is string | number | boolean =>
  ['string', 'number', 'boolean'].includes(typeof value)

/** Compares to the millisecond, as documents show times; the database stores microseconds. */
const compareMoment = (sql: Sql, column: Fragment, operator: Operator, value: Value): Fragment => {
  const next = sql`${value}::timestamptz + interval '1 millisecond'`
  switch (operator) {
    case 'equal':
      return sql`${column} >= ${value} and ${column} < ${next}`
    case 'end':
      return sql`${column} < ${next}`
    case 'since':
      return sql`${column} >= ${next}`
    default:
      return compare(sql, column, operator, value)
  }
}

const compare = (sql: Sql, column: Fragment, operator: Operator, value: Value): Fragment => {
  switch (operator) {
    case 'like':
      return sql`${column} like ${likePattern(String(value))}`
    case 'ilike':
      return sql`${column} ilike ${likePattern(String(value))}`
    case 'contains':
      return sql`strpos(lower(${column}), lower(${value})) > 0`
    case 'start':
      return sql`${column} >= ${value}`
    case 'end':
      return sql`${column} <= ${value}`
    case 'since':
      return sql`${column} > ${value}`
    case 'until':
      return sql`${column} < ${value}`
    case 'equal':
    case 'value':
      return sql`${column} = ${value}`
    case 'values':
      return sql`${column} = any(array(select member from ${members(sql, value)}))`
    case 'inc':
    case 'ext':
    case 'exc':
      throw new TypeError(`The operator ${operator} applies to an expression, not to one column`)
  }
}
