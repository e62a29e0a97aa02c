/** Sources of a blog: lists, single sources, and adding and removing them. */
import { Type } from 'typebox'
import { blogSources as queries } from '../db/blog-sources.ts'
import type { Attempt } from '../db/records.ts'
import { BlogSources } from '../schemas/blog-source.ts'
import { BlogPath, Path } from '../schemas/paths.ts'
import { writes } from './shared/writes.ts'
import { valuesOf } from './shared/editable.ts'
import { orNotFound, type Family } from './shared/family.ts'
import { read } from './shared/readable.ts'

const blogSources: Family = async (app, { module }) => {
  const { findBy } = queries(app.sql)
  const { attach, detach } = queries(app.writes)
  const { create } = writes(app.sql)
  const config = { who: 'publisher' } as const
  const path = `/${module}/Blog/:blogId/Source`
  const { model, creation } = BlogSources

  read(app, { ...BlogSources, itemName: 'source', path: `${path}/:sourceId`, queries: queries(app.sql) })
  const schema = { summary: 'Add a source to a blog', params: BlogPath, body: creation, response: { 201: model } }
  app.post(path, { config, schema }, async (request) => {
    const { blogId: Blog } = request.params
    const readSource = async (Id: number) => orNotFound(await findBy({ Blog, Id }), `source ${Id} of blog ${Blog}`)
    const insert = async (attempt: Attempt) => readSource(await attach(attempt, Blog, valuesOf(request.body, creation)))
    return create(request, { insert, read: readSource })
  })
  app.delete(
    `${path}/:sourceId`,
    { config, schema: { summary: 'Remove a source from a blog', params: Type.Pick(Path, ['blogId', 'sourceId']) } },
    async ({ params: { blogId, sourceId } }) => {
      orNotFound(await detach(blogId, sourceId), `source ${sourceId} of blog ${blogId}`)
    }
  )
}

export default blogSources
