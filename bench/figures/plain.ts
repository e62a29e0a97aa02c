/**
 * A plain implementation of the service: each request queries the database and builds a DOM with xmlbuilder2. Its
 * documents have the same bytes as those of the service. Reads DATABASE_URL.
 */
import Fastify from 'fastify'
import postgres from 'postgres'
import { create } from 'xmlbuilder2'

const params = { type: 'object', properties: { blog: { type: 'integer' }, post: { type: 'integer' } } } as const
const querystring = {
  type: 'object',
  properties: { limit: { type: 'integer' }, 'X-Filter': { type: 'string' } }
} as const
const schema = { params, querystring }
interface Parameters {
  readonly blog: number
  readonly post: number
  readonly limit: number
  readonly 'X-Filter'?: string
}

const sql = postgres(process.env.DATABASE_URL ?? '', { max: 10, transform: postgres.camel })
const app = Fastify({ keepAliveTimeout: 65_000 })
const moments = new Intl.DateTimeFormat('en-US', { dateStyle: 'short', timeStyle: 'short', timeZone: 'UTC' })
const moment = (date: Date) => moments.format(date).replace(', ', ' ').replace('\u202f', ' ')
const flag = (value: boolean) => (value ? 'True' : 'False')
const link = (collection: string, id: number) => ({ '@href': collection + id, Id: id })
const subResources = [
  ...['Collaborator/', 'Collaborator/Potential', 'Sync/', 'Configuration/', 'Post/', 'Post/Comment', 'Post/Published'],
  ...['Post/Unpublished', 'Comment/Post/', 'Source/', 'BlogMedia/']
].map((path) => [path.replaceAll('/', ''), path] as const)

/** Registers the route of a document. `baseUrl` is the start of its links. */
const serve = (path: string, build: (parameters: Parameters, baseUrl: string) => Promise<Record<string, unknown>>) => {
  app.get<{ Params: Parameters; Querystring: Parameters }>(path, { schema }, async (request, reply) => {
    const { protocol, host, params, query } = request
    const document = await build({ ...params, ...query }, `${protocol}://${host}/resources/`)
    reply.type('application/xml; charset=utf-8')
    return `<?xml version="1.0" encoding="UTF-8"?>\n${create(document).end({ headless: true })}`
  })
}

serve('/resources/Desk/Blog/:blog', async (parameters, baseUrl) => {
  const [blog] = await sql<[postgres.Row]>`
    select id, is_live, description, title, created_on, updated_on, creator, language, type
    from blogs where id = ${parameters.blog}`
  const links = subResources.map(([name, path]) => [name, { '@href': `${baseUrl}Desk/Blog/${blog.id}/${path}` }])
  return {
    Blog: {
      Id: blog.id,
      IsLive: flag(blog.isLive),
      Description: blog.description,
      Title: blog.title,
      CreatedOn: moment(blog.createdOn),
      UpdatedOn: moment(blog.updatedOn),
      Creator: link(`${baseUrl}HR/User/`, blog.creator),
      Language: link(`${baseUrl}Localization/Language/`, blog.language),
      Type: link(`${baseUrl}Desk/BlogType/`, blog.type),
      ...Object.fromEntries(links)
    }
  }
})

serve('/resources/Desk/Blog/:blog/Post/Published', async ({ blog, limit, 'X-Filter': filter }, baseUrl) => {
  const [[counters], items] = await Promise.all([
    sql<[postgres.Row]>`
      select published_count as total, published_c_id as last_c_id from blogs where id = ${blog}`,
    sql`
      select id ${filter === undefined ? sql`` : sql`, c_id, content`} from posts
      where blog = ${blog} and deleted_on is null and published_on is not null
      order by "order" desc limit ${limit}`
  ])
  return {
    PostList: {
      '@offsetMore': counters.total,
      '@total': counters.total,
      '@limit': Math.min(limit, counters.total),
      '@lastCId': counters.lastCId,
      '@offset': 0,
      Post: items.map(({ id, cId, content }) => ({
        '@href': `${baseUrl}Desk/Blog/${blog}/Post/${id}`,
        ...(filter === undefined ? {} : { Id: id, CId: cId, Content: content })
      }))
    }
  }
})

serve('/resources/Desk/Blog/:blog/Post/:post', async (parameters, baseUrl) => {
  const [post] = await sql<[postgres.Row]>`
    select id, is_modified, is_published, c_id, "order", author_name, content, meta, created_on, published_on,
      author_person, blog, creator, type
    from post_rows where blog = ${parameters.blog} and id = ${parameters.post}`
  return {
    Post: {
      Id: post.id,
      IsModified: flag(post.isModified),
      IsPublished: flag(post.isPublished),
      CId: post.cId,
      Order: Number(post.order).toFixed(1),
      AuthorName: post.authorName,
      Content: post.content,
      Meta: post.meta,
      CreatedOn: moment(post.createdOn),
      PublishedOn: moment(post.publishedOn),
      AuthorPerson: link(`${baseUrl}HR/Person/`, post.authorPerson),
      Blog: link(`${baseUrl}Desk/Blog/`, post.blog),
      Creator: link(`${baseUrl}HR/User/`, post.creator),
      Type: { '@href': `${baseUrl}Data/PostType/${post.type}`, Key: post.type }
    }
  }
})

process.stdout.write(`${await app.listen({ host: '127.0.0.1', port: 0 })}\n`)
