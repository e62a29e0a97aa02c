/** The settings of a blog. */
import { blogs } from '../db/blogs.ts'
import { configurations as queries, type ConfigurationKey } from '../db/configurations.ts'
import type { Row } from '../plugins/resources/representation/template.ts'
import { BlogPath } from '../schemas/blog.ts'
import { Configuration, ConfigurationCriteria, ConfigurationList, ConfigurationPath } from '../schemas/configuration.ts'
import { Listing } from '../schemas/language/paging.ts'
import { below, found, type Family } from './shared/family.ts'

const configurations: Family = async (app, { module }) => {
  const { find, load, listOfBlog } = queries(app.sql)
  const { exists } = blogs(app.sql)
  const path = `/${module}/Blog/:blogId/Configuration`

  app.follow(Configuration, (references) => load(references.flatMap(listed)))
  app.get(path, { schema: { params: BlogPath, querystring: Listing(ConfigurationCriteria), response: { 200: ConfigurationList } } },
    ({ params: { blogId }, query }) => below(exists(blogId), `blog ${blogId}`, () => listOfBlog(blogId, query)))
  app.get(`${path}/:name`, { schema: { params: ConfigurationPath, response: { 200: Configuration } } },
    async ({ params: { blogId, name } }) => found(await find(blogId, name), `configuration ${name} of blog ${blogId}`))
}

/** A reference to a setting as its list made it. */
const listed = ({ Blog, Name }: Row): ConfigurationKey[] => typeof Blog === 'number' && typeof Name === 'string' ? [{ Blog, Name }] : []

export default configurations
