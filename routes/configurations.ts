/** Settings of a blog. */
import { blogs } from '../db/blogs.ts'
import { configurations as queries, type ConfigurationKey } from '../db/configurations.ts'
import { records } from '../db/records.ts'
import { membersOf, type Row } from '../schemas/language/rows.ts'
import { BlogPath } from '../schemas/blog.ts'
import {
  Configuration,
  ConfigurationCriteria,
  ConfigurationList,
  ConfigurationPath,
  EditedConfiguration,
  NewConfiguration
} from '../schemas/configuration.ts'
import { Listing } from '../schemas/language/paging.ts'
import { edit } from './shared/editable.ts'
import { below, orNotFound, type Family } from './shared/family.ts'

const configurations: Family = async (app, { module }) => {
  const { find, findBy, load, listOfBlog } = queries(app.sql)
  const access = { who: 'publisher' } as const
  const { exists } = blogs(app.sql)
  const path = `/${module}/Blog/:blogId/Configuration`

  app.follow(Configuration, (references) => load(references.flatMap(keysIn)))
  app.get(
    path,
    { schema: { params: BlogPath, querystring: Listing(ConfigurationCriteria), response: { 200: ConfigurationList } } },
    ({ params: { blogId }, query }) => below(exists(blogId), `blog ${blogId}`, () => listOfBlog(blogId, query))
  )
  app.get(
    `${path}/:name`,
    { schema: { params: ConfigurationPath, response: { 200: Configuration } } },
    async ({ params: { blogId, name } }) =>
      orNotFound(await find(blogId, name), `configuration ${name} of blog ${blogId}`)
  )

  edit(app, {
    itemName: 'configuration',
    writes: records(app.writes, 'configurations'),
    model: Configuration,
    find: findBy,
    creation: {
      path,
      params: BlogPath,
      body: NewConfiguration,
      access,
      serverValues: ({ params }) => ({ Blog: Number(membersOf(params).blogId) })
    },
    changes: EditedConfiguration,
    item: { path: `${path}/:name`, params: ConfigurationPath, access },
    keyOf: ({ blogId, name }) => ({ Blog: Number(blogId), Name: String(name) })
  })
}

/** Returns the key in a reference to a setting. */
const keysIn = ({ Blog, Name }: Row): ConfigurationKey[] =>
  typeof Blog === 'number' && typeof Name === 'string' ? [{ Blog, Name }] : []

export default configurations
