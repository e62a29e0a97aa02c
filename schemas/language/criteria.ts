/**
 * Criteria that filter and order lists. Each is declared once; the query parameters, their validation,
 * `params=show` and the SQL follow from the declaration.
 */
import { Type, type TOptional, type TSchema } from 'typebox'
import { MAX_INTEGER } from './vocabulary.ts'

/** Operators of each kind of criterion. The first is the default: `title=x` means `title.like=x`. */
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

export type Operator = (typeof operators)[CriterionKind][number]

export interface Criterion {
  readonly kind: CriterionKind
  /** Properties to compare, if not the one of the same name; several only for texts that are searched together. */
  readonly columns?: readonly string[]
  /** Whether lists can be ordered by it. */
  readonly ordered: boolean
  readonly description: string
  /** Whether it compares personal data, which PUBLIC_PROFILES=false hides from requests without a session. */
  readonly personal?: boolean
}

/** Marks a criterion as personal: with PUBLIC_PROFILES=false, only requests with a session may use it. */
export const personal = (criterion: Criterion): Criterion => ({ ...criterion, personal: true })

/** Criteria of a list, by parameter name. */
export type Criteria = Readonly<Record<string, Criterion>>

const criterion =
  (kind: CriterionKind, isOrdered = true) =>
  (description: string, columns?: string | readonly string[], ordered = isOrdered): Criterion => ({
    kind,
    ...(columns !== undefined && { columns: [columns].flat() }),
    ordered,
    description
  })

/** Returns the properties that a criterion compares: by default, the one that is called like its parameter. */
export const comparedBy = (name: string, { columns }: Criterion): readonly string[] =>
  columns ?? [name.charAt(0).toUpperCase() + name.slice(1)]

/** A text compared with a pattern in which `%` stands for any characters and `_` for one. */
export const like = criterion('like')
/** A value compared for equality. */
export const equal = criterion('equal')
/** `true` or `false`. */
export const flag = criterion('flag', false)
/** A whole number between bounds. */
export const range = criterion('range')
/** A decimal number between bounds. */
export const decimal = criterion('decimal')
/** A point in time between bounds, UTC. */
export const moment = criterion('moment')
/** A text that any of the columns contains, ignoring case. */
export const search = criterion('search', false)
/**
 * Lists of texts to look for in the columns. A row matches if the columns contain all texts of `inc` and none of
 * `exc`, or if they contain any text of `ext`.
 */
export const expression = criterion('expression')
/** A text compared with a list of legal texts. */
export const names = criterion('names')
/** An id compared with a list of ids. */
export const ids = criterion('ids')

/**
 * Adds a prefix to the names of criteria, for lists that also filter by properties of a linked item: `qs.name` is
 * the name of a collaborator's source.
 * @param prefix prefix of the parameters, without the dot
 * @param columns prefix of the columns, which tells them from those of the item itself
 */
export const prefixed = (prefix: string, criteria: Criteria, columns = ''): Criteria =>
  Object.fromEntries(
    Object.entries(criteria).map(([name, criterion]) => [
      `${prefix}.${name}`,
      { ...criterion, columns: comparedBy(name, criterion).map((column) => columns + column) }
    ])
  )

/** Returns a query parameter for each operator of each criterion, and `asc` and `desc` if any criterion is ordered. */
export const parametersOf = (criteria: Criteria): Readonly<Record<string, TOptional<TSchema>>> => {
  const earlier = parametersByCriteria.get(criteria)
  if (earlier !== undefined) return earlier
  const parametersOfAll = {
    ...Object.fromEntries(Object.entries(criteria).flatMap(([name, criterion]) => parameters(name, criterion))),
    ...orderParameters(Object.entries(criteria).filter(([, { ordered }]) => ordered))
  }
  parametersByCriteria.set(criteria, parametersOfAll)
  return parametersOfAll
}

/** Lists with the same criteria share their parameters: creating them for each list takes a tenth of the start. */
const parametersByCriteria = new WeakMap<Criteria, Readonly<Record<string, TOptional<TSchema>>>>()

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
  like: 'matches this pattern, in which % stands for any characters and _ for one',
  ilike: 'matches this pattern, ignoring case',
  equal: 'equals this value',
  value: 'true or false',
  contains: 'contains this text, ignoring case',
  inc: 'contains all of these texts, separated by commas, ignoring case',
  ext: 'contains any of these texts, even if inc and exc do not match',
  exc: 'contains none of these texts',
  values: 'is one of these values, separated by commas',
  start: 'is at least this value',
  end: 'is at most this value',
  since: 'is more than this value',
  until: 'is less than this value'
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
      return Type.String({ format: 'ids', list: true, maxLength: 1000, description })
    case 'moment':
      return Type.String({ format: 'moment', description })
    case 'expression':
    case 'names':
      return Type.String({ format: 'xml-texts', list: true, maxLength: 1000, description })
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
        list: true,
        personal,
        examples: names.slice(0, 1),
        description: `Criteria to order by, ${direction}, separated by commas. Legal: ${names.join(', ')}`
      })
    )
  return { asc: order('smallest value first'), desc: order('largest value first') }
}

/** A validated query with criteria. */
export type CriteriaQuery = Readonly<Record<string, unknown>>
