/** Tells which exports a blog has. */
import type { ExportedBlog } from '../../db/blog-exports.ts'

/** Returns whether a blog has no export in a form, because it would have the pages of a blog that readers can't see. */
export const isHidden = ({ LiveOn }: ExportedBlog, format: string): boolean =>
  LiveOn === undefined && (format === 'site' || format === 'atom')

/** The reason for that. */
export const HIDDEN = 'Readers cannot see this blog yet; take it live first, or export it as ndjson'
