/** Sources of a blog: lists, single sources, and adding and removing them. */
import { blogSources as queries, type BlogSourceKey } from '../db/blog-sources.ts'
import type { Attempt } from '../db/idempotency-keys.ts'
import type { Row } from '../schemas/language/rows.ts'
import { BlogSource, BlogSourceList, BlogSourcePath } from '../schemas/blog-source.ts'
import { NewSource } from '../schemas/source.ts'
import { BlogPath } from '../schemas/blog.ts'
import { writes } from './shared/writes.ts'
import { valuesOf } from './shared/editable.ts'
import { orNotFound, type Family } from './shared/family.ts'
import { list } from './shared/lists.ts'

const blogSources: Family = async (app, { module }) => {
  const { find, load, listOfBlog } = queries(app.sql)
  const { attach, detach } = queries(app.writes)
  const { create } = writes(app.sql)
  const config = { who: 'publisher' } as const
  const path = `/${module}/Blog/:blogId/Source` as const

  app.follow(BlogSource, (references) => load(references.flatMap(keysIn)))
  list(app, path, { list: BlogSourceList }, ({ blogId }, query) => listOfBlog(blogId, query))
  app.get(
    `${path}/:sourceId`,
    { schema: { params: BlogSourcePath, response: { 200: BlogSource } } },
    async ({ params: { blogId, sourceId } }) =>
      orNotFound(await find(blogId, sourceId), `source ${sourceId} of blog ${blogId}`)
  )

  app.post(
    path,
    { config, schema: { params: BlogPath, body: NewSource, response: { 201: BlogSource } } },
    async (request) => {
      const { blogId } = request.params
      const read = async (id: number) => orNotFound(await find(blogId, id), `source ${id} of blog ${blogId}`)
      const insert = async (attempt: Attempt) => read(await attach(attempt, blogId, valuesOf(request.body, NewSource)))
      return create(request, { insert, read })
    }
  )
  app.delete(
    `${path}/:sourceId`,
    { config, schema: { params: BlogSourcePath } },
    async ({ params: { blogId, sourceId } }) => {
      orNotFound((await detach(blogId, sourceId)) || undefined, `source ${sourceId} of blog ${blogId}`)
    }
  )
}

/** Returns the key in a reference to a source of a blog. */
const keysIn = ({ Blog, Id }: Row): BlogSourceKey[] =>
  typeof Blog === 'number' && typeof Id === 'number' ? [{ Blog, Id }] : []

export default blogSources
