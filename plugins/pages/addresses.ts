/** Addresses of the pages that show a blog to its readers, here and on other sites. A base URL has no final slash. */
import { blogReaders } from '../../schemas/blog.ts'
import { MAX_INTEGER } from '../../schemas/language/vocabulary.ts'
import type { AnyModel, ReaderAddresses } from '../../schemas/language/models.ts'
import type { Row } from '../../schemas/language/rows.ts'
import { escaped } from './media.ts'

/** Maximum number of characters of a search. */
export const MAX_QUERY = 200

/** Returns the address of a blog's live page. */
export const blogAddress = (base: string, blogId: number): string => `${base}/live/${blogId}`

/** Returns the address of a post, which is also its id in feeds: it never changes while the base URL stays. */
export const postAddress = (base: string, { Blog, Id }: { readonly Blog: number; readonly Id: number }): string =>
  `${blogAddress(base, Blog)}/post/${Id}`

/** Returns the feeds of a blog: Atom and JSON. */
export const feedsOf = (base: string, blogId: number) => readersAt(blogReaders, { Id: blogId }, base).feeds

/** Returns the id in a part of an address; undefined if it can't be one. PostgreSQL refuses larger numbers. */
export const idIn = (text: unknown): number | undefined =>
  typeof text === 'string' && /^\d{1,10}$/.test(text) && Number(text) <= MAX_INTEGER ? Number(text) : undefined

/** Fills in the addresses for the readers of an item. @param base base URL, without a final slash */
const readersAt = ({ page, feeds: { atom, json } }: ReaderAddresses, row: Row, base: string) => {
  const address = (path: string) =>
    `${base}/${path.replace(/\{(\w+)\}/g, (_variable, name: string) => String(row[name]))}`
  const feed = ({ path, type, title }: typeof atom) => ({ href: address(path), type, title })
  return { page: address(page), feeds: { atom: feed(atom), json: feed(json) } }
}

/** Returns the addresses for the readers of an item; undefined if it has none, or none now. */
export const readersOf = ({ wire: { readers } }: AnyModel, row: Row, base: string) => {
  const has = (name: string) => (row[name] ?? undefined) !== undefined
  if (readers === undefined || !has(readers.onlyIf) || has(readers.unless)) return undefined
  return readersAt(readers, row, base)
}

/** Returns the lines that another site copies into its page to show a blog (docs/embed.md). */
export const embedCode = (base: string, blogId: number, blogTitle: string): string => {
  const title = escaped(blogTitle)
  return [
    `<script async src="${base}/embed.js" data-blog="${blogId}" data-title="${title}"></script>`,
    `<noscript><a href="${blogAddress(base, blogId)}">${title}</a></noscript>`
  ].join('\n')
}
