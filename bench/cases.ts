/** What is read. */

/** One address that load is put on. */
export interface Case { readonly name: string, readonly path: string }

/** The blog that is measured: the demo's first one, live and long. */
export const BLOG = 1

/** How many links the measured list shows. */
export const LIST = 50

/** The documents every reader's client asks for. */
export const reads: readonly Case[] = [
  { name: 'index', path: '/resources' },
  { name: 'blog list', path: '/resources/Desk/Blog/' },
  { name: 'blog', path: `/resources/Desk/Blog/${BLOG}` },
  { name: `published list of ${LIST}`, path: `/resources/Desk/Blog/${BLOG}/Post/Published?limit=${LIST}` },
  { name: 'post', path: `/resources/Desk/Blog/${BLOG}/Post/1` }
]
