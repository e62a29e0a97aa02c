/** The template posts of a blog type. */
import { blogTypes } from '../db/blog-types.ts'
import { templatePosts as queries } from '../db/template-posts.ts'
import { BlogTypePath } from '../schemas/blog-type.ts'
import { Listing } from '../schemas/language/paging.ts'
import { TemplatePost, TemplatePostCriteria, TemplatePostList, TemplatePostPath, TemplatePostsOfTypePath } from '../schemas/template-post.ts'
import { below, found, idsOf, type Family } from './shared/family.ts'

const templatePosts: Family = async (app, { module }) => {
  const { find, load, listOfBlogType } = queries(app.sql)
  const { exists } = blogTypes(app.sql)
  const path = `/${module}/BlogType/:blogTypeId`

  app.follow(TemplatePost, (references) => load(idsOf(references)))
  const listing = { querystring: Listing(TemplatePostCriteria), response: { 200: TemplatePostList } }
  app.get(`${path}/Post`, { schema: { params: BlogTypePath, ...listing } },
    ({ params: { blogTypeId }, query }) => below(exists(blogTypeId), `blog type ${blogTypeId}`, () => listOfBlogType(blogTypeId, query)))
  app.get(`${path}/PostType/:key/Post`, { schema: { params: TemplatePostsOfTypePath, ...listing } },
    ({ params: { blogTypeId, key }, query }) =>
      below(exists(blogTypeId), `blog type ${blogTypeId}`, () => listOfBlogType(blogTypeId, query, key)))
  app.get(`${path}/Post/:templatePostId`, { schema: { params: TemplatePostPath, response: { 200: TemplatePost } } },
    async ({ params: { blogTypeId, templatePostId } }) =>
      found(await find(blogTypeId, templatePostId), `template post ${templatePostId} of blog type ${blogTypeId}`))
}

export default templatePosts
