/** The service's own texts, collected from the schemas of its routes. No file is read for their content. */
import { statSync } from 'node:fs'
import { extname, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { MessageRow, TextFileRow, TextSourceRow } from '../../schemas/message.ts'
import { Problem, problemKinds } from '../../schemas/problem.ts'

/** A message together with the properties of its source that lists of messages can be filtered by. */
export interface SourcedMessage extends MessageRow {
  readonly SourceComponent: string | undefined
  readonly SourcePlugin: string | undefined
  readonly SourcePath: string
  readonly SourceLastModified: Date | undefined
  readonly SourceType: string
}

/** The files that texts belong to, as files and as sources, and the texts. */
export interface Texts {
  readonly files: readonly TextFileRow[]
  readonly sources: readonly TextSourceRow[]
  readonly messages: readonly SourcedMessage[]
}

/** The schemas of a route and the plugin that registered it. */
export interface Spoken { readonly plugin: string, readonly schemas: object }

/**
 * Every text of the schemas. A text belongs to the first family that uses it: `routes/blogs.ts` for the plugin `blogs`.
 * @param root the service's folder; paths are relative to it
 * @param component the package all files belong to
 */
export const textsOf = (spoken: readonly Spoken[], root: string, component: string): Texts => {
  const visited = new Set<unknown>()
  const texts = new Map<string, { context: string, source: number }>()
  const files: TextFileRow[] = []
  const add = (module: string, plugin: string | undefined, schemas: object) => {
    const known = files.find((file) => file.Plugin === plugin)
    const file = known ?? describeFile(files.length + 1, module, plugin, root, component)
    const before = texts.size
    collect(schemas, [], visited, (text, context) => {
      if (!texts.has(text)) texts.set(text, { context, source: file.Id })
    })
    if (known === undefined && texts.size > before) files.push(file)
  }
  for (const { plugin, schemas } of spoken) add(`routes/${kebab(plugin)}`, plugin, schemas)
  add('schemas/problem', undefined, { Problem, problem: problemKinds })
  const sources = files.map((file) => ({ ...file, Type }))
  const messages = [...texts].map(([text, { context, source }], index) => messageOf(index + 1, text, context, sources[source - 1]))
  return { files, sources, messages }
}

/** TypeScript counts as `javascript`, the nearest of the three kinds of sources the interface knows. */
const Type = 'javascript'

/** Keywords whose values are texts for people. */
const SAYING: ReadonlySet<string> = new Set(['description', 'title', 'explanation'])
/** Keywords that don't belong into a text's context. */
const SILENT: ReadonlySet<string> = new Set([
  'properties', 'items', 'anyOf', 'default', 'querystring', 'params', 'response', 'body'
])

/** Reports every text below a value with its context, such as `Blog.Title`. */
const collect = (
  value: unknown, path: readonly string[], visited: Set<unknown>, report: (text: string, context: string) => void
): void => {
  if (typeof value !== 'object' || value === null || visited.has(value)) return
  visited.add(value)
  const { wire, listWire = wire }: { wire?: unknown, listWire?: unknown } = value
  const from = typeof listWire === 'object' && listWire !== null && 'name' in listWire ? [String(listWire.name)] : path
  for (const [name, member] of Object.entries(value)) {
    if (typeof member === 'string' && SAYING.has(name)) report(member, from.join('.'))
    else collect(member, SILENT.has(name) ? from : [...from, name], visited, report)
  }
}

const describeFile = (
  Id: number, module: string, plugin: string | undefined, root: string, Component: string
): TextFileRow => {
  const path = fileURLToPath(new URL(`../../${module}${extname(import.meta.url)}`, import.meta.url))
  const changed = statSync(path, { throwIfNoEntry: false })?.mtime
  return {
    Id,
    Path: relative(root, path).split(sep).join('/'),
    ...changed !== undefined && { LastModified: changed },
    Component,
    ...plugin !== undefined && { Plugin: plugin }
  }
}

const messageOf = (
  Id: number, Singular: string, Context: string, source: TextSourceRow | undefined
): SourcedMessage => {
  if (source === undefined) throw new TypeError('Every text has a source')
  const { Id: Source, Component, Plugin, Path, LastModified } = source
  return {
    Id,
    Context,
    Singular,
    Source,
    SourceComponent: Component,
    SourcePlugin: Plugin,
    SourcePath: Path,
    SourceLastModified: LastModified,
    SourceType: Type
  }
}

const kebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
