/** The service's own texts, collected from the schemas of its routes. No file is read for their content. */
import { statSync } from 'node:fs'
import { extname, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { MessageRow, TextSourceRow } from '../../schemas/message.ts'
import { Problem, problemKinds } from '../../schemas/problem.ts'
import type { Description } from '../resources/description.ts'

/** A message together with the properties of its source that lists of messages can be filtered by. */
export interface SourcedMessage extends MessageRow {
  readonly SourceComponent: string | undefined
  readonly SourcePlugin: string | undefined
  readonly SourcePath: string
  readonly SourceLastModified: Date | undefined
  readonly SourceType: string
}

/**
 * Every text of the schemas, and the files that they belong to, as files and as sources. A text belongs to the first
 * family that uses it: `routes/blogs.ts` for the plugin `blogs`.
 * @param root the service's folder; paths are relative to it
 * @param component the package all files belong to
 */
export const textsOf = (routes: readonly Pick<Description, 'family' | 'schema'>[], root: string, component: string) => {
  const visited = new Set<unknown>()
  const sources: TextSourceRow[] = []
  const messages = new Map<string, SourcedMessage>()
  const add = (module: string, schemas: object, Plugin?: string) => {
    for (const [text, context] of textsIn(schemas, [], visited)) {
      if (messages.has(text)) continue
      const known = sources.find((source) => source.Plugin === Plugin)
      const source = known ?? {
        Id: sources.length + 1,
        ...describeFile(module, root),
        Component: component,
        ...(Plugin && { Plugin })
      }
      if (known === undefined) sources.push(source)
      messages.set(text, {
        Id: messages.size + 1,
        Context: context,
        Singular: text,
        Source: source.Id,
        SourceComponent: component,
        SourcePlugin: Plugin,
        SourcePath: source.Path,
        SourceLastModified: source.LastModified,
        SourceType: source.Type
      })
    }
  }
  for (const { family, schema } of routes) add(`routes/${kebab(family)}`, schema, family)
  add('schemas/problem', { Problem, problem: problemKinds })
  return { files: sources, sources, messages: [...messages.values()] }
}

/** Keywords whose values are texts for people. */
const SAYING: ReadonlySet<string> = new Set(['description', 'title', 'explanation'])
/** Keywords that don't belong into a text's context. */
const SILENT: ReadonlySet<string> = new Set([
  'properties',
  'items',
  'anyOf',
  'default',
  'querystring',
  'params',
  'response',
  'body'
])

/** Every text below a value that was not visited yet, with its context, such as `Blog.Title`. */
const textsIn = (value: unknown, path: readonly string[], visited: Set<unknown>): (readonly [string, string])[] => {
  if (typeof value !== 'object' || value === null || visited.has(value)) return []
  visited.add(value)
  const { wire, listWire = wire }: { wire?: { name: string }; listWire?: { name: string } } = value
  const from = listWire === undefined ? path : [listWire.name]
  return Object.entries(value).flatMap(([name, member]) =>
    typeof member === 'string' && SAYING.has(name)
      ? [[member, from.join('.')] as const]
      : textsIn(member, SILENT.has(name) ? from : [...from, name], visited)
  )
}

/** TypeScript counts as `javascript`, the nearest of the three kinds of sources the interface knows. */
const describeFile = (module: string, root: string) => {
  const path = fileURLToPath(new URL(`../../${module}${extname(import.meta.url)}`, import.meta.url))
  const changed = statSync(path, { throwIfNoEntry: false })?.mtime
  return {
    Path: relative(root, path).split(sep).join('/'),
    ...(changed !== undefined && { LastModified: changed }),
    Type: 'javascript'
  }
}

const kebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
