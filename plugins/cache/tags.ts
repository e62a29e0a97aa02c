/** Tells other caches what a document depends on, so that they can be told to forget it. */
import type { Tag } from '../../db/changes.ts'
import type { Document } from './document.ts'

/** The separator of tags in each header, as Fastly and Cloudflare document it; '' is no header. */
const SEPARATORS = { '': '', 'Surrogate-Key': ' ', 'Cache-Tag': ',' } as const

export type TagsHeader = keyof typeof SEPARATORS

/** The tag of every document, because several services can share a cache. */
const EVERYTHING = 'desk'

/** Returns a function that adds the tags to a document. Some caches allow no colon: the tag of blog 7 is `blog-7`. */
export const tagWriter =
  (name: TagsHeader) =>
  (document: Document, tags: readonly Tag[]): Document => {
    if (name === '') return document
    const value = [EVERYTHING, ...tags.map((tag) => tag.replace(':', '-'))].join(SEPARATORS[name])
    return { ...document, headers: [...document.headers, name.toLowerCase(), value] }
  }
