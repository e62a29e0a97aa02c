/** Addresses of the pages that show a blog to its readers. A base URL has no final slash. */
import { blogReaders } from '../../schemas/blog.ts'
import { MAX_INTEGER } from '../../schemas/language/vocabulary.ts'
import { readersAt, type Readers } from '../representation/template.ts'

/** Returns the address of a blog's live page. */
export const blogAddress = (base: string, blogId: number): string => `${base}/live/${blogId}`

/** Returns the address of a post, which is also its id in feeds: it never changes while the base URL stays. */
export const postAddress = (base: string, { Blog, Id }: { readonly Blog: number; readonly Id: number }): string =>
  `${blogAddress(base, Blog)}/post/${Id}`

/** Returns the feeds of a blog: Atom and JSON. */
export const feedsOf = (base: string, blogId: number): Readers['feeds'] =>
  readersAt(blogReaders, { Id: blogId }, base).feeds

/** Returns the id in a part of an address; undefined if it can't be one. PostgreSQL refuses larger numbers. */
export const idIn = (text: unknown): number | undefined =>
  typeof text === 'string' && /^\d{1,10}$/.test(text) && Number(text) <= MAX_INTEGER ? Number(text) : undefined
