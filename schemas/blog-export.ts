/** Exports of blogs: files, which no document describes. */
import { Type } from 'typebox'
import { BlogPath } from './paths.ts'

/** The formats of an export that consists of several files. */
export const FORMATS = ['ndjson', 'site', 'atom'] as const
export type Format = (typeof FORMATS)[number]

export const BlogExportPath = Type.Object({
  ...BlogPath.properties,
  format: Type.Enum(['lines', ...FORMATS], {
    description:
      'lines: the blog as NDJSON. The others are ZIP archives. ndjson: the same with its files; ' +
      'site: pages that need no server; atom: the whole feed'
  })
})
