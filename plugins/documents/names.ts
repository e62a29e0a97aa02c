/** Names of schemas in the generated documents, and helpers that read the keywords of a schema. */
import type { TSchema } from 'typebox'
import type { AnyModel } from '../../schemas/language/vocabulary.ts'

/** Returns the schema name for an address template: `Desk.Blog.Post` for `{Module}/Blog/{BlogId}/Post/{Id}`. */
export const nameOf = (template: string, module: string): string =>
  template
    .replace('{Module}', module)
    .split('/')
    .filter((segment) => segment !== '' && !segment.startsWith('{'))
    .join('.')

/** Returns the name, with a number added if it is in use. */
export const unusedName = (name: string, usedNames: readonly string[], number = 2): string => {
  if (!usedNames.includes(name)) return name
  const numberedName = `${name}.${number}`
  return usedNames.includes(numberedName) ? unusedName(name, usedNames, number + 1) : numberedName
}

/** Returns the names of a model's required properties. */
export const requiredOf = (model: AnyModel): readonly string[] =>
  'required' in model && Array.isArray(model.required) ? model.required : []

/** Returns the schema of the single values in a property that has a list of plain values. */
export const innerOf = (schema: TSchema | undefined): TSchema => {
  const { values }: { values?: unknown } = { ...schema }
  return typeof values === 'object' && values !== null ? values : {}
}

/** Returns the values that a schema allows; empty if it does not list them. */
export const valuesOf = (schema: TSchema): readonly unknown[] => {
  const { const: onlyValue, enum: values, anyOf }: { const?: unknown; enum?: unknown; anyOf?: unknown } = { ...schema }
  if (onlyValue !== undefined) return [onlyValue]
  if (Array.isArray(values)) return values
  if (!Array.isArray(anyOf)) return []
  const constants = anyOf.map((option: unknown) =>
    typeof option === 'object' && option !== null && 'const' in option ? option.const : undefined
  )
  return constants.includes(undefined) ? [] : constants
}
