/** Finds the service's own texts: what the schemas say, and the lines they say it in. */
import { readdir, readFile, stat } from 'node:fs/promises'
import { relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { MessageRow, TextFileRow, TextSourceRow } from '../../schemas/message.ts'

/** A message with what its criteria know of its source. */
export interface KnownMessage extends MessageRow {
  readonly SourceComponent: string
  readonly SourcePlugin: string | undefined
  readonly SourcePath: string
  readonly SourceLastModified: Date
  readonly SourceType: string
}

/** The files with texts, as files and as sources, and the texts. */
export interface Texts {
  readonly files: readonly TextFileRow[]
  readonly sources: readonly TextSourceRow[]
  readonly messages: readonly KnownMessage[]
}

/**
 * Reads the texts of every schema.
 * @param root the folder paths are shown below
 * @param component the package the files belong to
 * @param plugins the plugins that files can belong to: `schemas/blog.ts` holds the texts of `blogs`
 */
export const readTexts = async (root: string, component: string, plugins: ReadonlySet<string>): Promise<Texts> => {
  const folder = new URL('../../schemas/', import.meta.url)
  const names = (await readdir(folder)).filter((name) => /(?<!\.d)\.[jt]s$/.test(name)).sort()
  const said = new Map<string, string>()
  for (const name of names) {
    const exported: unknown = await import(new URL(name, folder).href)
    collect(exported, [], said, new Set())
  }
  const files = await Promise.all(names.map((name) => readFileTexts(new URL(name, folder), said)))
  const holding = files.filter(({ texts }) => texts.length > 0).map(({ file, changed, texts }, index) => {
    const path = fileURLToPath(file)
    const plugin = pluginOf(path, plugins)
    const row = { Id: index + 1, Path: relative(root, path).split(sep).join('/'), LastModified: changed, Component: component }
    return { row: plugin === undefined ? row : { ...row, Plugin: plugin }, plugin, texts }
  })
  return {
    files: holding.map(({ row }) => row),
    sources: holding.map(({ row }) => ({ ...row, Type })),
    messages: holding
      .flatMap(({ row: { Id, Component, Path, LastModified }, plugin, texts }) => texts.map((text) => ({
        ...text, Source: Id, SourceComponent: Component, SourcePlugin: plugin, SourcePath: Path, SourceLastModified: LastModified, SourceType: Type
      })))
      .map((message, index) => ({ Id: index + 1, ...message }))
  }
}

/** The one of the three kinds of sources that TypeScript is. */
const Type = 'javascript'

/** What a schema says to people stands under these names. */
const SAYING: ReadonlySet<string> = new Set(['description', 'title', 'explanation'])
/** Words of JSON Schema, which are no part of what a text is said of. */
const SILENT: ReadonlySet<string> = new Set(['properties', 'items', 'anyOf', 'default'])

/** Notes every text below a value with what it is said of: `Blog.Title`. */
const collect = (value: unknown, path: readonly string[], said: Map<string, string>, visited: Set<unknown>): void => {
  if (typeof value !== 'object' || value === null || visited.has(value)) return
  visited.add(value)
  const { wire }: { wire?: unknown } = value
  const from = typeof wire === 'object' && wire !== null && 'name' in wire ? [String(wire.name)] : path
  for (const [name, member] of Object.entries(value)) {
    if (typeof member === 'string' && SAYING.has(name) && !said.has(member)) said.set(member, from.join('.'))
    else collect(member, SILENT.has(name) ? from : [...from, name], said, visited)
  }
}

/** The texts that stand in a file word for word, by line. */
const readFileTexts = async (file: URL, said: ReadonlyMap<string, string>) => {
  const [content, { mtime }] = await Promise.all([readFile(file, 'utf8'), stat(file)])
  const texts = [...said]
    .map(([text, context]) => ({ text, context, at: ["'", '"', '`'].map((quote) => content.indexOf(quote + text + quote)).find((at) => at >= 0) }))
    .flatMap(({ text, context, at }) => at === undefined ? [] : [{ LineNumber: content.slice(0, at).split('\n').length, Context: context, Singular: text }])
    .sort((one, other) => one.LineNumber - other.LineNumber)
  return { file, changed: mtime, texts }
}

const pluginOf = (path: string, plugins: ReadonlySet<string>): string | undefined => {
  const [, word = ''] = /([\w-]+)\.[jt]s$/.exec(path) ?? []
  const name = word.replace(/-(\w)/g, (_all, letter: string) => letter.toUpperCase())
  return [name, `${name}s`, name.replace(/y$/, 'ies')].find((candidate) => plugins.has(candidate))
}
