/** Reads blogs: lists of all and of live blogs, and single blogs. */
import { blogs as queries } from '../db/blogs.ts'
import { Blogs } from '../schemas/blog.ts'
import type { Family } from './shared/family.ts'
import { list } from './shared/lists.ts'
import { readItems } from './shared/readable.ts'

const blogs: Family = async (app, { module }) => {
  const path = `/${module}/Blog`
  list(app, path, Blogs, (_keys, query) => queries(app.sql).list(query))
  list(app, `${path}/Live`, Blogs, (_keys, query) => queries(app.sql).list(query, { live: true }))
  readItems(app, { ...Blogs, itemName: 'blog', path, queries: queries(app.sql) })
}

export default blogs
