/**
 * Collects the service's texts for translators: those of the schemas of its routes, and the labels of pages, which the
 * template of their catalogues lists with their source files.
 */
import { statSync } from 'node:fs'
import type { MessageRow, TextSourceRow } from '../../schemas/message.ts'
import { Problem, problemKinds } from '../../schemas/problem.ts'
import { template } from '../labels/index.ts'
import type { Description } from '../resources/description.ts'

/** A message with the properties of its source that message lists can be filtered by. */
export type SourcedMessage = MessageRow & {
  readonly SourceComponent: string | undefined
  readonly SourcePlugin: string | undefined
  readonly SourcePath: string
  readonly SourceLastModified: Date | undefined
  readonly SourceType: string
}

/**
 * Returns the texts of all schemas and the source files that they belong to. A text belongs to the first
 * family that uses it; the plugin `blogs` has the file `routes/blogs.ts`.
 * @param component name of the package that contains the files
 */
export const textsOf = (routes: readonly Pick<Description, 'family' | 'schema'>[], component: string) => {
  const visited = new Set<unknown>()
  const sources: TextSourceRow[] = []
  const messages = new Map<string, SourcedMessage>()
  /** Adds a text, unless it is known. @param path of its source file */
  const addText = (path: string, text: Pick<MessageRow, 'Singular' | 'Context' | 'Plural'>, Plugin?: string) => {
    if (messages.has(text.Singular)) return
    const existingSource = sources.find((source) => source.Path === path && source.Plugin === Plugin)
    const source = existingSource ?? {
      Id: sources.length + 1,
      ...describeFile(path),
      Component: component,
      ...(Plugin && { Plugin })
    }
    if (existingSource === undefined) sources.push(source)
    messages.set(text.Singular, {
      Id: messages.size + 1,
      ...text,
      Source: source.Id,
      SourceComponent: component,
      SourcePlugin: Plugin,
      SourcePath: source.Path,
      SourceLastModified: source.LastModified,
      SourceType: source.Type
    })
  }
  const add = (path: string, schemas: object, Plugin?: string) => {
    for (const [Singular, Context] of textsIn(schemas, [], visited)) addText(path, { Singular, Context }, Plugin)
  }
  for (const { family, schema } of routes) add(`routes/${kebab(family)}.ts`, schema, family)
  add('schemas/problem.ts', { Problem, problem: problemKinds })
  for (const {
    text: Singular,
    plural,
    sources: [path = '']
  } of template()) {
    const [, plugin] = /^plugins\/(\w+)\//.exec(path) ?? []
    addText(path, { Singular, ...(plural !== undefined && { Plural: [plural] }) }, plugin)
  }
  return { files: sources, sources, messages: [...messages.values()] }
}

/** Keywords whose values are texts for people. */
const TEXT_KEYWORDS: ReadonlySet<string> = new Set(['description', 'title', 'explanation'])
/** Keywords that are left out of a text's context. */
const UNNAMED_LEVELS: ReadonlySet<string> = new Set([
  'properties',
  'items',
  'anyOf',
  'default',
  'querystring',
  'params',
  'response',
  'body'
])

/**
 * Returns the texts below a value, each with its context, such as `Blog.Title`. Skips objects in `visited`,
 * because families share schemas.
 */
const textsIn = (value: unknown, path: readonly string[], visited: Set<unknown>): (readonly [string, string])[] => {
  if (typeof value !== 'object' || value === null || visited.has(value)) return []
  visited.add(value)
  const { wire, listWire = wire }: { wire?: { name: string }; listWire?: { name: string } } = value
  const context = listWire === undefined ? path : [listWire.name]
  return Object.entries(value).flatMap(([name, member]) =>
    typeof member === 'string' && TEXT_KEYWORDS.has(name)
      ? [[member, context.join('.')] as const]
      : textsIn(member, UNNAMED_LEVELS.has(name) ? context : [...context, name], visited)
  )
}

/**
 * Describes a source file. Its type is `javascript`, the closest of the three types that clients know. The file changed
 * at the latest when the running code was built.
 */
const describeFile = (Path: string) => ({
  Path,
  LastModified: statSync(new URL('../..', import.meta.url)).mtime,
  Type: 'javascript'
})

const kebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
