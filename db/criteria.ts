/** Compiles the criteria of a query into SQL. */
import { operators, type Criteria, type CriteriaQuery, type Criterion, type Operator } from '../schemas/language/criteria.ts'
import { parseMoment } from '../schemas/language/lexical.ts'
import { toColumn, type Fragment, type Sql } from './client.ts'

/** The conditions of a query, joined by `and`; true when it has none. */
export const matching = (sql: Sql, criteria: Criteria, query: CriteriaQuery): Fragment => {
  const uses = usesOf(criteria, query)
  return [...new Set(uses.map(({ criterion }) => criterion))]
    .flatMap((criterion) => conditions(sql, criterion, uses.filter((use) => use.criterion === criterion)))
    .reduce((all, condition) => sql`${all} and ${condition}`, sql`true`)
}

/** Whether a query uses any of some criteria. */
export const isFiltered = (criteria: Criteria, query: CriteriaQuery): boolean =>
  parametersOf(criteria).some(({ parameter }) => isValue(query[parameter]))

/** The values that a query compares some criteria with, as text. */
export const valuesOf = (criteria: Criteria, query: CriteriaQuery): string[] =>
  usesOf(criteria, query).map(({ value }) => String(value))

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

const conditions = (sql: Sql, criterion: Criterion, used: readonly Use[]): Fragment[] => {
  if (criterion.kind === 'expression') return expressionOf(sql, criterion.columns, used)
  if (criterion.kind === 'ids') return used.map(({ value }) => amongIds(sql, criterion.columns, listed(value)))
  return used
    .map(({ operator, value }) => criterion.columns
      .map((column) => compare(sql, sql`${sql(toColumn(column))}`, operator, value))
      .reduce((any, one) => sql`${any} or ${one}`))
    .map((condition) => sql`(${condition})`)
}

/** `(every inc and no exc) or any ext`, of those that are used; each is a list of texts. */
const expressionOf = (sql: Sql, columns: readonly string[], used: readonly Use[]): Fragment[] => {
  const texts = (wanted: Operator) => used.filter(({ operator }) => operator === wanted).flatMap(({ value }) => listed(value))
  const holds = (text: string) => sql`(${columns
    .map((column) => sql`coalesce(${compare(sql, sql`${sql(toColumn(column))}`, 'contains', text)}, false)`)
    .reduce((any, one) => sql`${any} or ${one}`)})`
  const strict = [...texts('inc').map(holds), ...texts('exc').map((text) => sql`not ${holds(text)}`)]
  const all = strict.length === 0 ? [] : [strict.reduce((all, one) => sql`${all} and ${one}`)]
  const ways = [...all.map((condition) => sql`(${condition})`), ...texts('ext').map(holds)]
  return ways.length === 0 ? [] : [sql`(${ways.reduce((any, one) => sql`${any} or ${one}`)})`]
}

/** A column that holds one of some ids. As bigint, which has room for every id a client can think of. */
const amongIds = (sql: Sql, [column = '']: readonly string[], ids: string[]): Fragment =>
  sql`${sql(toColumn(column))} = any(array(select jsonb_array_elements_text(${sql.json(ids)})::bigint))`

/** The members of a list separated by commas. */
const listed = (value: Value): string[] => String(value).split(',').map((member) => member.trim()).filter((member) => member !== '')

/** An operator of a criterion, with what a query compares with. */
interface Use { criterion: Criterion, operator: Operator, value: Value }

/** What a query uses of some criteria, in their order. */
const usesOf = (criteria: Criteria, query: CriteriaQuery): Use[] => parametersOf(criteria).flatMap(({ parameter, operator, criterion }) => {
  const value = query[parameter]
  if (!isValue(value)) return []
  return [{ criterion, operator, value: criterion.kind === 'moment' ? parseMoment(String(value)) ?? value : value }]
})

/** The parameters of some criteria. Every list of every request looks for them, so they are made once. */
const parametersOf = (criteria: Criteria): readonly Parameter[] => {
  const known = parameters.get(criteria) ?? Object.entries(criteria).flatMap(([name, criterion]) => {
    const [first, ...others] = operators[criterion.kind]
    return [{ parameter: name, operator: first, criterion }, ...[first, ...others].map((operator) => ({ parameter: `${name}.${operator}`, operator, criterion }))]
  })
  parameters.set(criteria, known)
  return known
}

interface Parameter { parameter: string, operator: Operator, criterion: Criterion }
const parameters = new WeakMap<Criteria, readonly Parameter[]>()

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
    case 'values': return sql`${column} = any(array(select jsonb_array_elements_text(${sql.json(listed(value))})))`
    case 'inc': case 'ext': case 'exc': throw new TypeError('An expression is compared as a whole')
  }
}
