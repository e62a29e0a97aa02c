/** Settings of a blog. */
import { configurations as queries, type ConfigurationKey } from '../db/configurations.ts'
import { records } from '../db/records.ts'
import { membersOf, type Row } from '../schemas/language/rows.ts'
import { Configurations } from '../schemas/configuration.ts'
import { edit } from './shared/editable.ts'
import { orNotFound, type Family } from './shared/family.ts'
import { list } from './shared/lists.ts'

const configurations: Family = async (app, { module }) => {
  const { findBy, load, listOfBlog } = queries(app.sql)
  const path = `/${module}/Blog/:blogId/Configuration` as const

  list(app, path, Configurations, ({ blogId }, query) => listOfBlog(blogId, query))
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
