/** What a value may look like in XML: the simple types of the XML Schema, read from the schemas' own keywords. */
import type { TSchema } from 'typebox'
import { MAX_INTEGER } from '../../schemas/language/vocabulary.ts'

/** A type by its name, with whatever limits it further. */
export interface Restriction { readonly base: string, readonly facets: readonly (readonly [facet: string, value: string])[] }

/** A value: of one type, or of any of several. */
export interface Simple { readonly kind: 'simple', readonly options: readonly Restriction[] }

const named = (base: string): Simple => ({ kind: 'simple', options: [{ base, facets: [] }] })

/** The address of a link. */
export const address: Simple = named('address')

/** The types that are declared once, by name. Numbers are spelled one way only; a moment may have any form (X-Format-DateTime). */
export const namedTypes: Readonly<Record<string, Restriction>> = {
  address: { base: 'xs:anyURI', facets: [['pattern', 'https?://\\S+']] },
  identifier: { base: 'xs:int', facets: [['pattern', '[1-9][0-9]*']] },
  count: { base: 'xs:int', facets: [['pattern', '0|[1-9][0-9]*']] },
  integer: { base: 'xs:integer', facets: [['pattern', '0|-?[1-9][0-9]*']] },
  decimal: { base: 'xs:decimal', facets: [['pattern', '-?(0|[1-9][0-9]*)\\.([0-9]|[0-9]*[1-9])']] },
  flag: { base: 'xs:string', facets: ['True', 'False', 'true', 'false'].map((value) => ['enumeration', value] as const) },
  moment: { base: 'xs:string', facets: [['minLength', '1']] }
}

/** The type of a property's value. */
export const simpleOf = (schema: TSchema): Simple => {
  const { lexical, minimum, maximum, minLength, maxLength }: Keywords = { ...schema }
  switch (lexical) {
    case 'integer': return integerOf(minimum, maximum, valuesOf(schema))
    case 'decimal': case 'flag': case 'moment': return named(lexical)
    default: return restricted('xs:string', [
      ...limit('minLength', minLength), ...limit('maxLength', maxLength), ...enumeration(valuesOf(schema))
    ])
  }
}

interface Keywords { lexical?: string, minimum?: number, maximum?: number, minLength?: number, maxLength?: number }

const integerOf = (minimum: number | undefined, maximum: number | undefined, values: readonly unknown[]): Simple => {
  if (values.length === 0 && maximum === MAX_INTEGER && minimum === 1) return named('identifier')
  if (values.length === 0 && maximum === MAX_INTEGER && minimum === 0) return named('count')
  return restricted('integer', [...limit('minInclusive', minimum), ...limit('maxInclusive', maximum), ...enumeration(values)])
}

const restricted = (base: string, facets: Restriction['facets']): Simple => ({ kind: 'simple', options: [{ base, facets }] })
const limit = (facet: string, value: number | undefined): Restriction['facets'] => value === undefined ? [] : [[facet, String(value)]]
const enumeration = (values: readonly unknown[]): Restriction['facets'] => values.map((value) => ['enumeration', String(value)] as const)

/** The only values a schema takes, none when it takes others too. */
export const valuesOf = (schema: TSchema): readonly unknown[] => {
  const { const: only, enum: some, anyOf }: { const?: unknown, enum?: unknown, anyOf?: unknown } = { ...schema }
  if (only !== undefined) return [only]
  if (Array.isArray(some)) return some
  if (!Array.isArray(anyOf)) return []
  const values = anyOf.map((option: unknown) => typeof option === 'object' && option !== null && 'const' in option ? option.const : undefined)
  return values.includes(undefined) ? [] : values
}

/** A value that is of either type. */
export const either = (one: Simple, other: Simple): Simple => ({
  kind: 'simple',
  options: [...new Map([...one.options, ...other.options].map((option) => [JSON.stringify(option), option])).values()]
})
