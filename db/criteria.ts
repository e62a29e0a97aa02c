/** Compiles the criteria of a query into SQL. */
import {
  operators,
  type Criteria,
  type CriteriaQuery,
  type Criterion,
  type Operator
} from '../schemas/language/criteria.ts'
import { likePattern, parseList, parseMoment } from '../schemas/language/lexical.ts'
import { toColumn, type Fragment, type Sql } from './client.ts'

/** The conditions of a query, joined by `and`; true when it has none. */
export const matching = (sql: Sql, criteria: Criteria, query: CriteriaQuery): Fragment => {
  const uses = usesOf(criteria, query)
  const criteriaUsed = [...new Set(uses.map(({ criterion }) => criterion))]
  return allOf(
    sql,
    criteriaUsed.flatMap((criterion) =>
      conditions(
        sql,
        criterion,
        uses.filter((use) => use.criterion === criterion)
      )
    )
  )
}

/** Joins conditions by `and`, leaving out those that are false or undefined. The condition is true if none is left. */
export const allOf = (sql: Sql, conditions: readonly (Fragment | false | undefined)[]): Fragment =>
  conditions.reduce<Fragment>((all, condition) => (condition ? sql`${all} and ${condition}` : all), sql`true`)

/** Whether properties have these values; a property whose value is undefined may have any. */
export const holding = (sql: Sql, values: Readonly<Record<string, string | number | undefined>>): Fragment =>
  allOf(
    sql,
    Object.entries(values).map(([property, value]) => value !== undefined && sql`${sql(toColumn(property))} = ${value}`)
  )

/** Whether a query uses any of some criteria. */
export const isFiltered = (criteria: Criteria, query: CriteriaQuery): boolean => usesOf(criteria, query).length > 0

/**
 * A list's query, ready to be sent. One that filters or orders is sent unprepared: clients can think of any number of
 * such statements, and a connection keeps each prepared one for as long as it lives.
 */
export const forList = <Query extends object>(criteria: Criteria, query: CriteriaQuery, statement: Query): Query =>
  isFiltered(criteria, query) || query.asc !== undefined || query.desc !== undefined
    ? Object.assign(statement, { options: { prepare: false } })
    : statement

/**
 * The order of a query: what `asc` and `desc` name, in the order of their appearance, then what the list is
 * ordered by anyway, so that pages never overlap.
 */
export const ordering = (sql: Sql, criteria: Criteria, query: CriteriaQuery, fallback: Fragment): Fragment =>
  Object.entries(query)
    .filter(([parameter]) => parameter === 'asc' || parameter === 'desc')
    .flatMap(([direction, names]) => parseList(String(names ?? '')).map((name) => ({ direction, name })))
    .flatMap(({ direction, name }) => {
      const column = criteria[name]?.columns[0]
      if (column === undefined) return []
      const term = sql(toColumn(column))
      return [direction === 'asc' ? sql`${term} asc nulls first` : sql`${term} desc nulls last`]
    })
    .reduceRight((rest, term) => sql`${term}, ${rest}`, fallback)

const conditions = (sql: Sql, criterion: Criterion, used: readonly Use[]): Fragment[] => {
  if (criterion.kind === 'expression') return expressionOf(sql, criterion.columns, used)
  if (criterion.kind === 'ids') return used.map(({ value }) => amongIds(sql, criterion.columns, value))
  return used.map(({ operator, value }) => {
    const anyColumn = criterion.columns
      .map((column) => compare(sql, sql`${sql(toColumn(column))}`, operator, value))
      .reduce((any, one) => sql`${any} or ${one}`)
    return sql`(${anyColumn})`
  })
}

/** `(every inc and no exc) or any ext`, of those that are used; each is a list of texts. */
const expressionOf = (sql: Sql, columns: readonly string[], used: readonly Use[]): Fragment[] => {
  const holds = columns
    .map((column) => sql`coalesce(strpos(lower(${sql(toColumn(column))}), lower(member)) > 0, false)`)
    .reduce((any, one) => sql`${any} or ${one}`)
  const texts = (operator: Operator) =>
    used
      .filter((use) => use.operator === operator)
      .map(({ value }) => value)
      .join(',')
  const isUsed = (...operators: Operator[]) => operators.some((operator) => parseList(texts(operator)).length > 0)
  const exists = (operator: Operator, condition: Fragment) =>
    sql`exists (select from ${members(sql, texts(operator))} where ${condition})`
  const strict = sql`not ${exists('inc', sql`not (${holds})`)} and not ${exists('exc', holds)}`
  const loose = exists('ext', holds)
  if (!isUsed('ext')) return isUsed('inc', 'exc') ? [strict] : []
  return isUsed('inc', 'exc') ? [sql`((${strict}) or ${loose})`] : [loose]
}

/** A column that holds one of some ids. As bigint, which has room for every id a client can think of. */
const amongIds = (sql: Sql, [column = '']: readonly string[], ids: Value): Fragment =>
  sql`${sql(toColumn(column))} = any(array(select member::bigint from ${members(sql, ids)}))`

/** The members of a list separated by commas. As one array, so that the statement is the same for any number. */
const members = (sql: Sql, list: Value): Fragment =>
  sql`jsonb_array_elements_text(${sql.json(parseList(String(list)))}) as listed (member)`

/** An operator of a criterion, with what a query compares with. */
interface Use {
  criterion: Criterion
  operator: Operator
  value: Value
}

/** The criteria that a query uses, by parameters named `name` or `name.operator`. */
const usesOf = (criteria: Criteria, query: CriteriaQuery): Use[] =>
  Object.entries(query).flatMap(([parameter, value]) => {
    const [, name = '', suffix] = /^(.*)\.(.*)$/.exec(parameter) ?? []
    const criterion = criteria[parameter] ?? criteria[name]
    if (criterion === undefined || !isValue(value)) return []
    const [first, ...others] = operators[criterion.kind]
    const operator = criterion === criteria[parameter] ? first : (others.find((other) => other === suffix) ?? first)
    return [{ criterion, operator, value: criterion.kind === 'moment' ? (parseMoment(String(value)) ?? value) : value }]
  })

type Value = string | number | boolean | Date
const isValue = (value: unknown): value is string | number | boolean =>
  ['string', 'number', 'boolean'].includes(typeof value)

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
      throw new TypeError('An expression is compared as a whole')
  }
}
