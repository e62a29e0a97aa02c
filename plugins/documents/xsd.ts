/** Functions that write the parts of an XML Schema 1.0 as text. */
import type { TSchema } from 'typebox'
import { keywordsOf, legalValuesOf } from '../../schemas/language/keywords.ts'
import { MAX_INTEGER } from '../../schemas/language/vocabulary.ts'
import { escapeHtml } from '../representation/escape.ts'

/** The type of an element or attribute. If both properties are absent, it allows anything. */
export interface XsdType {
  /** Name of a declared type. */
  readonly type?: string
  /** Text of an anonymous type, nested in the declaration. */
  readonly inside?: string
}

/** Returns an `xs:` element of the schema. Leaves out undefined attributes. */
export const node = (
  name: string,
  attributes: Readonly<Record<string, string | undefined>>,
  ...inside: readonly string[]
): string => {
  const written = Object.entries(attributes).map(([attribute, value]) =>
    value === undefined ? '' : ` ${attribute}="${escapeHtml(value)}"`
  )
  const start = `<xs:${name}${written.join('')}`
  return inside.length === 0 ? `${start}/>` : `${start}>\n${inside.join('\n').replace(/^/gm, '  ')}\n</xs:${name}>`
}

/** Returns the declaration of an element or attribute. */
export const declare = (
  kind: 'element' | 'attribute',
  name: string,
  { type, inside }: XsdType,
  more: Readonly<Record<string, string>> = {}
): string => node(kind, { name, type, ...more }, ...(inside === undefined ? [] : [inside]))

/** Returns the type of a value: a named type, or a restriction of one. */
export const valueType = (schema: TSchema): XsdType => {
  const { lexical, minimum, maximum, minLength, maxLength } = keywordsOf(schema)
  if (lexical === 'decimal' || lexical === 'flag' || lexical === 'moment') return { type: lexical }
  const values = legalValuesOf(schema)
  if (lexical === 'integer' && values.length === 0 && maximum === MAX_INTEGER) {
    if (minimum === 1) return { type: 'identifier' }
    if (minimum === 0) return { type: 'count' }
  }
  return restricted(lexical === 'integer' ? 'integer' : 'xs:string', [
    ...facets({ minInclusive: minimum, maxInclusive: maximum, minLength, maxLength }),
    ...values.map((value) => ['enumeration', String(value)] as const)
  ])
}

type Facets = readonly (readonly [facet: string, value: string])[]

const facets = (limits: Readonly<Record<string, number | undefined>>): Facets =>
  Object.entries(limits).flatMap(([facet, value]) => (value === undefined ? [] : [[facet, String(value)] as const]))

const restricted = (base: string, limits: Facets): XsdType =>
  limits.length === 0 ? { type: base } : { inside: node('simpleType', {}, restriction(base, limits)) }

const restriction = (base: string, limits: Facets) =>
  node('restriction', { base }, ...limits.map(([facet, value]) => node(facet, { value })))

/**
 * Returns the named types. The patterns of numbers allow exactly the text that the XML writer produces;
 * timestamps allow any text, because of X-Format-DateTime.
 * @param body text of the declarations; types that they don't use are left out
 */
export const namedTypes = (body: string): string[] =>
  Object.entries(NAMED)
    .filter(([name]) => body.includes(`="${name}"`))
    .map(([name, [base, ...limits]]) => node('simpleType', { name }, restriction(base, limits)))

const NAMED: Readonly<Record<string, readonly [base: string, ...Facets]>> = {
  address: ['xs:anyURI', ['pattern', 'https?://\\S+']],
  identifier: ['xs:int', ['pattern', '[1-9][0-9]*']],
  count: ['xs:int', ['pattern', '0|[1-9][0-9]*']],
  integer: ['xs:integer', ['pattern', '0|-?[1-9][0-9]*']],
  decimal: ['xs:decimal', ['pattern', '-?(0|[1-9][0-9]*)\\.([0-9]|[0-9]*[1-9])']],
  flag: ['xs:string', ['pattern', '[Tt]rue|[Ff]alse']],
  moment: ['xs:string', ['minLength', '1']]
}
