/** Reads blogs: lists of all and of live blogs, and single blogs. */
import { blogs as blogQueries } from '../db/blogs.ts'
import { Blog, BlogCriteria, BlogList, BlogPath } from '../schemas/blog.ts'
import { BLOG_PAGE, Listing } from '../schemas/language/paging.ts'
import { orNotFound, idsOf, type Family } from './shared/family.ts'

const blogs: Family = async (app, { module }) => {
  const { find, load, list } = blogQueries(app.sql)
  const listing = { schema: { querystring: Listing(BlogCriteria, BLOG_PAGE), response: { 200: BlogList } } }

  app.follow(Blog, (references) => load(idsOf(references)))
  app.get(`/${module}/Blog`, listing, ({ query }) => list(query))
  app.get(`/${module}/Blog/Live`, listing, ({ query }) => list(query, { live: true }))
  app.get(
    `/${module}/Blog/:blogId`,
    { schema: { params: BlogPath, response: { 200: Blog } } },
    async ({ params: { blogId } }) => orNotFound(await find(blogId), `blog ${blogId}`)
  )
}

export default blogs
