/** Tells which exports a blog has. */
import type { ExportedBlog } from '../../db/blog-exports.ts'

/** Returns whether a blog cannot be exported in a format, because that has pages, and readers can't see the blog. */
export const isHidden = ({ LiveOn }: ExportedBlog, format: string): boolean =>
  LiveOn === undefined && (format === 'site' || format === 'atom')

/** The error text for such an export. */
export const HIDDEN = 'Readers cannot see this blog yet; take it live first, or export it as ndjson'
