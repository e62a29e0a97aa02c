/** Names in the generated documents, and what is read from a schema's keywords. */
import type { TSchema } from 'typebox'
import type { AnyModel } from '../../schemas/language/vocabulary.ts'

/** A name for the item at an address: `Desk.Blog.Post`. */
export const nameOf = (template: string, module: string): string =>
  template
    .replace('{Module}', module)
    .split('/')
    .filter((segment) => segment !== '' && !segment.startsWith('{'))
    .join('.')

/** The name, with a number added if it is taken. */
export const unused = (name: string, taken: readonly string[], number = 2): string => {
  if (!taken.includes(name)) return name
  return taken.includes(`${name}.${number}`) ? unused(name, taken, number + 1) : `${name}.${number}`
}

/** The properties that every row of a model has. */
export const requiredOf = (model: AnyModel): readonly string[] =>
  'required' in model && Array.isArray(model.required) ? model.required : []

/** The schema of each value in a property with several plain values. */
export const innerOf = (schema: TSchema | undefined): TSchema => {
  const { values }: { values?: unknown } = { ...schema }
  return typeof values === 'object' && values !== null ? values : {}
}

/** The only values a schema allows; empty if it allows others too. */
export const valuesOf = (schema: TSchema): readonly unknown[] => {
  const { const: only, enum: some, anyOf }: { const?: unknown; enum?: unknown; anyOf?: unknown } = { ...schema }
  if (only !== undefined) return [only]
  if (Array.isArray(some)) return some
  if (!Array.isArray(anyOf)) return []
  const values = anyOf.map((option: unknown) =>
    typeof option === 'object' && option !== null && 'const' in option ? option.const : undefined
  )
  return values.includes(undefined) ? [] : values
}
