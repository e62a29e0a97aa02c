/** Settings of a blog. */
import { blogs } from '../db/blogs.ts'
import { configurations as queries, type ConfigurationKey } from '../db/configurations.ts'
import { records } from '../db/records.ts'
import { membersOf, type Row } from '../schemas/language/rows.ts'
import { BlogPath } from '../schemas/blog.ts'
import { Configurations } from '../schemas/configuration.ts'
import { Listing } from '../schemas/language/paging.ts'
import { edit } from './shared/editable.ts'
import { below, orNotFound, type Family } from './shared/family.ts'

const configurations: Family = async (app, { module }) => {
  const { findBy, load, listOfBlog } = queries(app.sql)
  const { exists } = blogs(app.sql)
  const path = `/${module}/Blog/:blogId/Configuration`

  app.get(
    path,
    {
      schema: {
        params: BlogPath,
        querystring: Listing(Configurations.criteria),
        response: { 200: Configurations.list }
      }
    },
    ({ params: { blogId }, query }) => below(exists(blogId), `blog ${blogId}`, () => listOfBlog(blogId, query))
  )
  app.get(
    `${path}/:name`,
    { schema: { params: Configurations.params, response: { 200: Configurations.model } } },
    async ({ params: { blogId, name } }) =>
      orNotFound(await findBy({ Blog: blogId, Name: name }), `configuration ${name} of blog ${blogId}`)
  )
  app.follow(Configurations.model, (references) => load(references.flatMap(keysIn)))

  edit(app, {
    ...Configurations,
    itemName: 'configuration',
    path,
    queries: { findBy },
    writes: records(app.writes, 'configurations'),
    access: { who: 'publisher' },
    serverValues: ({ params }) => ({ Blog: Number(membersOf(params).blogId) }),
    keyOf: ({ blogId, name }) => ({ Blog: Number(blogId), Name: String(name) })
  })
}

/** Returns the key in a reference to a setting. */
const keysIn = ({ Blog, Name }: Row): ConfigurationKey[] =>
  typeof Blog === 'number' && typeof Name === 'string' ? [{ Blog, Name }] : []

export default configurations
