/**
 * Criteria: what a list can be filtered and ordered by. Each is declared once; the query parameters, their
 * validation, `params=show` and the SQL follow from it.
 */
import { Type, type TOptional, type TProperties, type TSchema } from 'typebox'
import { MAX_INTEGER } from './vocabulary.ts'

/** The kinds of criteria, and the operators of each; the first is meant when none is written. */
export const operators = {
  like: ['like', 'ilike'],
  equal: ['equal'],
  flag: ['value'],
  range: ['equal', 'start', 'end', 'since', 'until'],
  decimal: ['equal', 'start', 'end', 'since', 'until'],
  moment: ['equal', 'start', 'end', 'since', 'until'],
  search: ['contains']
} as const

export type CriterionKind = keyof typeof operators

/** What an operator asks. */
export type Operator = (typeof operators)[CriterionKind][number]

/** One criterion: its kind, the columns it looks at (one, but for texts searched together), whether lists can be ordered by it. */
export interface Criterion {
  readonly kind: CriterionKind
  readonly columns: readonly string[]
  readonly ordered: boolean
  readonly description: string
}

/** The criteria of a list by parameter name. */
export type Criteria = Readonly<Record<string, Criterion>>

const criterion = (kind: CriterionKind) => (description: string, columns: string | readonly string[], ordered = true): Criterion =>
  ({ kind, columns: [columns].flat(), ordered, description })

/** A text compared with a pattern in which `%` stands for any characters and `_` for one. */
export const like = criterion('like')
/** A value compared for equality. */
export const equal = criterion('equal')
/** `true` or `false`. */
export const flag = (description: string, column: string): Criterion => criterion('flag')(description, column, false)
/** A whole number between bounds. */
export const range = criterion('range')
/** A decimal number between bounds. */
export const decimal = criterion('decimal')
/** A point in time between bounds, UTC. */
export const moment = criterion('moment')
/** A text looked for anywhere in some columns, whatever the case. */
export const search = (description: string, columns: string | readonly string[]): Criterion => criterion('search')(description, columns, false)

/** The query parameters of some criteria: each operator of each, and `asc` and `desc` where there is something to order by. */
export const parametersOf = (criteria: Criteria): Record<string, TOptional<TSchema>> => ({
  ...Object.fromEntries(Object.entries(criteria).flatMap(([name, criterion]) => parameters(name, criterion))),
  ...orderParameters(Object.entries(criteria).filter(([, { ordered }]) => ordered).map(([name]) => name))
})

const parameters = (name: string, { kind, description }: Criterion): [string, TOptional<TSchema>][] => {
  const [first, ...others] = operators[kind]
  const named = [[name, first], ...first === 'equal' || first === 'contains' ? [] : [[`${name}.${first}`, first]], ...others.map((operator) => [`${name}.${operator}`, operator])]
  return named.map(([parameter = '', operator = '']) => [parameter, Type.Optional(valueOf(kind, `${description}: ${meanings[operator] ?? ''}`))])
}

const meanings: Readonly<Record<string, string>> = {
  like: 'matches this pattern, in which % stands for any characters',
  ilike: 'matches this pattern whatever the case',
  equal: 'is this',
  value: 'is so, or is not',
  contains: 'contains this, whatever the case',
  start: 'is this or more',
  end: 'is this or less',
  since: 'is more than this',
  until: 'is less than this'
}

const valueOf = (kind: CriterionKind, description: string): TSchema => {
  switch (kind) {
    case 'flag': return Type.Boolean({ description })
    case 'range': return Type.Integer({ minimum: 0, maximum: MAX_INTEGER, description })
    case 'decimal': return Type.String({ format: 'decimal', description })
    case 'moment': return Type.String({ format: 'moment', description })
    default: return Type.String({ format: 'xml-text', maxLength: 1000, description })
  }
}

const orderParameters = (names: readonly string[]): Record<string, TOptional<TSchema>> => {
  if (names.length === 0) return {}
  const pattern = `^(${names.join('|')})( *, *(${names.join('|')}))*$`
  const order = (direction: string) => Type.Optional(Type.String({ pattern, names, description: `Orders by these, ${direction}, the first before the next: ${names.join(', ')}` }))
  return { asc: order('the smallest first'), desc: order('the largest first') }
}

/** A query with criteria in it, as validated. */
export type CriteriaQuery = Readonly<Record<string, unknown>>

/** The properties of a query schema. */
export type Parameters = TProperties
