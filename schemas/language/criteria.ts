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
  search: ['contains'],
  expression: ['inc', 'ext', 'exc'],
  names: ['values'],
  ids: ['values']
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
  /** Whether it looks at what profiles hide where they are closed to the public. */
  readonly personal?: boolean
}

/** A criterion that looks at what profiles hide where they are closed to the public: only a session may use it then. */
export const personal = (criterion: Criterion): Criterion => ({ ...criterion, personal: true })

/** The criteria of a list by parameter name. */
export type Criteria = Readonly<Record<string, Criterion>>

const criterion =
  (kind: CriterionKind) =>
  (description: string, columns: string | readonly string[], ordered = true): Criterion => ({
    kind,
    columns: [columns].flat(),
    ordered,
    description
  })

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
export const search = (description: string, columns: string | readonly string[]): Criterion =>
  criterion('search')(description, columns, false)
/** Texts in some columns: all of the texts after `inc` and none of those after `exc`, or else any of those after `ext`. */
export const expression = criterion('expression')
/** A text that is one of a list. */
export const names = criterion('names')
/** An id that is one of a list. */
export const ids = criterion('ids')

/**
 * Criteria of something that the items of a list belong to, under a prefix, as lists with two queries need.
 * @param columns what the columns begin with where they stand beside the items' own
 */
export const prefixed = (prefix: string, criteria: Criteria, columns = ''): Criteria =>
  Object.fromEntries(
    Object.entries(criteria).map(([name, criterion]) => [
      `${prefix}.${name}`,
      { ...criterion, columns: criterion.columns.map((column) => columns + column) }
    ])
  )

/** The query parameters of some criteria: each operator of each, and `asc` and `desc` where there is something to order by. */
export const parametersOf = (criteria: Criteria): Record<string, TOptional<TSchema>> => ({
  ...Object.fromEntries(Object.entries(criteria).flatMap(([name, criterion]) => parameters(name, criterion))),
  ...orderParameters(Object.entries(criteria).filter(([, { ordered }]) => ordered))
})

const parameters = (
  name: string,
  { kind, description, personal = false }: Criterion
): [string, TOptional<TSchema>][] => {
  const [first, ...others] = operators[kind]
  const named = [
    [name, first],
    ...(first === 'contains' ? [] : [[`${name}.${first}`, first]]),
    ...others.map((operator) => [`${name}.${operator}`, operator])
  ]
  return named.map(([parameter = '', operator = '']) => [
    parameter,
    Type.Optional(Object.assign(valueOf(kind, `${description}: ${meanings[operator] ?? ''}`), { personal }))
  ])
}

const meanings: Readonly<Record<string, string>> = {
  like: 'matches this pattern, in which % stands for any characters',
  ilike: 'matches this pattern whatever the case',
  equal: 'is this',
  value: 'is so, or is not',
  contains: 'contains this, whatever the case',
  inc: 'contains all of these texts, separated by commas, whatever the case',
  ext: 'contains any of these texts, whatever inc and exc say',
  exc: 'contains none of these texts',
  values: 'is one of these, separated by commas',
  start: 'is this or more',
  end: 'is this or less',
  since: 'is more than this',
  until: 'is less than this'
}

const valueOf = (kind: CriterionKind, description: string): TSchema => {
  switch (kind) {
    case 'flag':
      return Type.Boolean({ description })
    case 'range':
      return Type.Integer({ minimum: 0, maximum: MAX_INTEGER, description })
    case 'decimal':
      return Type.String({ format: 'decimal', description })
    case 'ids':
      return Type.String({ format: 'ids', maxLength: 1000, description })
    case 'moment':
      return Type.String({ format: 'moment', description })
    case 'expression':
    case 'names':
      return Type.String({ format: 'xml-texts', maxLength: 1000, description })
    default:
      return Type.String({ format: 'xml-text', maxLength: 1000, description })
  }
}

const orderParameters = (ordered: readonly (readonly [string, Criterion])[]): Record<string, TOptional<TSchema>> => {
  if (ordered.length === 0) return {}
  const names = ordered.map(([name]) => name)
  const personal = ordered.flatMap(([name, criterion]) => (criterion.personal ? [name] : []))
  const order = (direction: string) =>
    Type.Optional(
      Type.String({
        names,
        personal,
        examples: names.slice(0, 1),
        description: `Orders by these, ${direction}, the first before the next: ${names.join(', ')}`
      })
    )
  return { asc: order('the smallest first'), desc: order('the largest first') }
}

/** A query with criteria in it, as validated. */
export type CriteriaQuery = Readonly<Record<string, unknown>>

/** The properties of a query schema. */
export type Parameters = TProperties
