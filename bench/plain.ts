/**
 * The plain way to build such a service: Fastify, postgres and a DOM of xmlbuilder2 for every request. Its documents
 * have the service's bytes. Reads DATABASE_URL.
 */
import Fastify from 'fastify'
import postgres from 'postgres'
import { create } from 'xmlbuilder2'

const params = { type: 'object', properties: { blog: { type: 'integer' }, post: { type: 'integer' } } } as const
const querystring = { type: 'object', properties: { limit: { type: 'integer' } } } as const
const schema = { params, querystring }
interface Wanted {
  readonly blog: number
  readonly post: number
  readonly limit: number
}

const sql = postgres(process.env.DATABASE_URL ?? '', { max: 10, transform: postgres.camel })
const app = Fastify({ keepAliveTimeout: 65_000 })
const moments = new Intl.DateTimeFormat('en-US', { dateStyle: 'short', timeStyle: 'short', timeZone: 'UTC' })
const moment = (date: Date) => moments.format(date).replace(', ', ' ').replace('\u202f', ' ')
const flag = (value: boolean) => (value ? 'True' : 'False')
const link = (collection: string, id: number) => ({ '@href': collection + id, Id: id })
const subResources = [
  'Collaborator/',
  'Collaborator/Potential',
  'Sync/',
  'Configuration/',
  'Post/',
  'Post/Comment',
  'Post/Published',
  'Post/Unpublished',
  'Comment/Post/',
  'Source/',
  'BlogMedia/'
].map((path) => [path.replaceAll('/', ''), path] as const)

/** Serves a document. `build` also gets the URL that links begin with. */
const serve = (path: string, build: (wanted: Wanted, base: string) => Promise<Record<string, unknown>>) => {
  app.get<{ Params: Wanted; Querystring: Wanted }>(path, { schema }, async (request, reply) => {
    const { protocol, host, params, query } = request
    const document = await build({ ...params, ...query }, `${protocol}://${host}/resources/`)
    reply.type('application/xml; charset=utf-8')
    return `<?xml version="1.0" encoding="UTF-8"?>\n${create(document).end({ headless: true })}`
  })
}

serve('/resources/Desk/Blog/:blog', async (wanted, base) => {
  const [blog] = await sql<[postgres.Row]>`
    select id, is_live, description, title, created_on, updated_on, creator, language, type
    from blogs where id = ${wanted.blog}`
  const links = subResources.map(([name, path]) => [name, { '@href': `${base}Desk/Blog/${blog.id}/${path}` }])
  return {
    Blog: {
      Id: blog.id,
      IsLive: flag(blog.isLive),
      Description: blog.description,
      Title: blog.title,
      CreatedOn: moment(blog.createdOn),
      UpdatedOn: moment(blog.updatedOn),
      Creator: link(`${base}HR/User/`, blog.creator),
      Language: link(`${base}Localization/Language/`, blog.language),
      Type: link(`${base}Desk/BlogType/`, blog.type),
      ...Object.fromEntries(links)
    }
  }
})

serve('/resources/Desk/Blog/:blog/Post/Published', async ({ blog, limit }, base) => {
  const [[counted], items] = await Promise.all([
    sql<[postgres.Row]>`
      select published_count as total, published_c_id as last_c_id from blogs where id = ${blog}`,
    sql`
      select id from posts where blog = ${blog} and deleted_on is null and published_on is not null
      order by "order" desc limit ${limit}`
  ])
  return {
    PostList: {
      '@offsetMore': counted.total,
      '@total': counted.total,
      '@limit': Math.min(limit, counted.total),
      '@lastCId': counted.lastCId,
      '@offset': 0,
      Post: items.map(({ id }) => ({ '@href': `${base}Desk/Blog/${blog}/Post/${id}` }))
    }
  }
})

serve('/resources/Desk/Blog/:blog/Post/:post', async (wanted, base) => {
  const [post] = await sql<[postgres.Row]>`
    select id, is_modified, is_published, c_id, "order", author_name, content, meta, created_on, published_on,
      author_person, blog, creator, type
    from post_rows where blog = ${wanted.blog} and id = ${wanted.post}`
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
      AuthorPerson: link(`${base}HR/Person/`, post.authorPerson),
      Blog: link(`${base}Desk/Blog/`, post.blog),
      Creator: link(`${base}HR/User/`, post.creator),
      Type: { '@href': `${base}Data/PostType/${post.type}`, Key: post.type }
    }
  }
})

process.stdout.write(`${await app.listen({ host: '127.0.0.1', port: 0 })}\n`)
