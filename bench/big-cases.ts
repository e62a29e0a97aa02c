/** What is read of a blog of any length, and of a database of many blogs. */
import type { BigBlog } from './big-database.ts'

/** A way to read a blog; the query says where in the blog, in terms of its length. */
export interface BigCase { readonly name: string, readonly path: (of: BigBlog) => string }

const inBlog = (name: string, end: string, query: (of: BigBlog) => string = () => ''): BigCase =>
  ({ name, path: (of) => `/resources/Desk/Blog/${of.blog}${end}?limit=30${query(of)}` })

const near = ({ lastCId }: BigBlog) => `&cId.since=${lastCId - 20}`
const back = (share: number) => ({ lastCId }: BigBlog) => `&cId.since=${lastCId - Math.round(lastCId * share)}`

/** Asked of the small and of the big blog by turns. */
export const cases: readonly BigCase[] = [
  inBlog('published, first page', '/Post/Published'),
  { name: 'published, first page of 100', path: ({ blog }) => `/resources/Desk/Blog/${blog}/Post/Published` },
  inBlog('all posts, first page', '/Post'),
  inBlog('drafts, first page', '/Post/Unpublished'),
  inBlog('delta of 20 changes', '/Post/Published', near),
  inBlog('delta of 20 changes, all posts', '/Post', near),
  inBlog('delta of a hundredth', '/Post/Published', back(0.01)),
  inBlog('delta of a two hundredth, at the end', '/Post/Published', back(0.005)),
  inBlog('delta of a fifth', '/Post/Published', back(0.2)),
  inBlog('delta of half', '/Post/Published', back(0.5)),
  inBlog('delta of everything', '/Post/Published', () => '&cId.since=1'),
  inBlog('delta of everything, all posts', '/Post', () => '&cId.since=1'),
  inBlog('below the middle, counted', '/Post/Published', ({ length }) => `&order.until=${length / 2}`),
  inBlog('offset half', '/Post/Published', ({ length }) => `&offset=${length / 2}`),
  inBlog('offset half, all posts', '/Post', ({ length }) => `&offset=${length / 2}`),
  inBlog('of a type', '/PostType/wrapup/Post/Published'),
  inBlog('of a user', '/User/3/Post'),
  inBlog('of a user and a type', '/PostType/quote/User/3/Post/Published'),
  inBlog('comments', '/Post/Comment'),
  inBlog('created since', '/Post/Published', () => `&createdOn.since=${encodeURIComponent(new Date(Date.now() - 20 * 60_000).toISOString())}`),
  inBlog('search', '/Post/Published', () => '&search=agenda'),
  { name: 'post', path: ({ blog, post }) => `/resources/Desk/Blog/${blog}/Post/${post}` },
  { name: 'blog', path: ({ blog }) => `/resources/Desk/Blog/${blog}` }
]

/** Asked of the whole database; these belong to no blog, so nothing stands beside them. */
export const others: readonly (readonly [name: string, path: string])[] = [
  ['blogs, first page', '/resources/Desk/Blog?limit=30'],
  ['blogs, offset 9,000', '/resources/Desk/Blog?limit=30&offset=9000'],
  ['blogs by title', '/resources/Desk/Blog?limit=30&title.ilike=%25meeting+99%25'],
  ['live blogs', '/resources/Desk/Blog/Live?limit=30'],
  ['blogs of a user', '/resources/HR/User/2/Blog?limit=30'],
  ['live blogs of a user', '/resources/HR/User/2/Blog/Live?limit=30'],
  ['posts of all blogs', '/resources/Data/Post?limit=30'],
  ['published posts of all blogs', '/resources/Data/Post/Published?limit=30'],
  ['drafts of all blogs', '/resources/Data/Post/Unpublished?limit=30'],
  ['posts of all blogs, offset 500,000', '/resources/Data/Post?limit=30&offset=500000'],
  ['posts of a user', '/resources/HR/User/3/Post?limit=30'],
  ['posts of a collaborator', '/resources/Data/Collaborator/3/Post?limit=30'],
  ['posts of a source type', '/resources/Data/SourceType/internal/Post?limit=30']
]
