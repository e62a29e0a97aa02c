/** What is read. */
import type { Asked } from './answers.ts'

/** One address that load is put on. */
export interface Case extends Asked { readonly name: string }

/** The blog that is measured: the demo's first one, live and long. */
export const BLOG = 1

/** How many posts the measured list shows. */
export const LIST = 50

const blog = `/resources/Desk/Blog/${BLOG}`

/** The documents every reader's client asks for, and what share of the bare server's speed was promised for them. */
export const hits: readonly (Case & { readonly bar?: number })[] = [
  { name: 'index', path: '/resources' },
  { name: 'blog list', path: '/resources/Desk/Blog' },
  { name: 'blog', path: blog, bar: 1 },
  { name: 'post', path: `${blog}/Post/1`, bar: 1 },
  { name: `published list of ${LIST}`, path: `${blog}/Post/Published?limit=${LIST}`, bar: 1 },
  {
    // With its extension, because the bare server and nginx know addresses only.
    name: `list of ${LIST} whole posts`,
    path: `${blog}/Post/Published.xml?limit=${LIST}`,
    headers: { 'x-filter': '*, Author.Source.Name, Creator.FullName' },
    bar: 0.9
  }
]

/** Below this the bare server answers every path with 304. */
export const NOT_MODIFIED = '/not-modified'

/** Asked for by clients who have it already. */
export const known: Case = { name: 'blog, 304', path: blog }

/** Documents that the plain way builds, too. */
export const misses: readonly (Case & { readonly bar?: number })[] = [
  { name: 'blog', path: blog },
  { name: 'post', path: `${blog}/Post/1` },
  { name: `published list of ${LIST}`, path: `${blog}/Post/Published?limit=${LIST}`, bar: 3 }
]
