/** Blogs: all, the live ones, one. */
import { blogs as blogQueries } from '../db/blogs.ts'
import { Blog, BlogList, BlogPath } from '../schemas/blog.ts'
import { BLOG_PAGE, Paging } from '../schemas/paging.ts'
import { found, type Family } from './family.ts'

const blogs: Family = async (app, { module }) => {
  const { find, list } = blogQueries(app.sql)
  const listing = { schema: { querystring: Paging(BLOG_PAGE), response: { 200: BlogList } } }

  app.get(`/${module}/Blog`, listing, ({ query }) => list(query))
  app.get(`/${module}/Blog/Live`, listing, ({ query }) => list(query, { live: true }))
  app.get(`/${module}/Blog/:blogId`, { schema: { params: BlogPath, response: { 200: Blog } } },
    async ({ params: { blogId } }) => found(await find(blogId), `blog ${blogId}`))
}

export default blogs
