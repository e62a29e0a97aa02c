/**
 * The plain way to build such a service: Fastify, postgres and a DOM of xmlbuilder2 for every request. Its documents
 * have the service's bytes. Reads DATABASE_URL.
 */
import Fastify, { type FastifyRequest } from 'fastify'
import postgres from 'postgres'
import { create } from 'xmlbuilder2'

const params = { type: 'object', properties: { blog: { type: 'integer' }, post: { type: 'integer' } } } as const
const querystring = { type: 'object', properties: { limit: { type: 'integer' } } } as const

const sql = postgres(process.env.DATABASE_URL ?? '', { max: 10, transform: postgres.camel })
const app = Fastify({ keepAliveTimeout: 65_000 })
const moments = new Intl.DateTimeFormat('en-US', { dateStyle: 'short', timeStyle: 'short', timeZone: 'UTC' })
const moment = (date: Date) => moments.format(date).replace(', ', ' ').replace('\u202f', ' ')
const flag = (value: boolean) => value ? 'True' : 'False'
const link = (collection: string, id: number) => ({ '@href': collection + id, Id: id })
const baseOf = ({ protocol, host }: Pick<FastifyRequest, 'protocol' | 'host'>) => `${protocol}://${host}/resources/`
const write = (document: Parameters<typeof create>[0] & object) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n${create(document).end({ headless: true })}`

app.addHook('onRequest', async (_request, reply) => { reply.type('application/xml; charset=utf-8') })

const subResources = [
  ['Collaborator', 'Collaborator/'], ['CollaboratorPotential', 'Collaborator/Potential'], ['Sync', 'Sync/'],
  ['Configuration', 'Configuration/'], ['Post', 'Post/'], ['PostComment', 'Post/Comment'],
  ['PostPublished', 'Post/Published'], ['PostUnpublished', 'Post/Unpublished'], ['CommentPost', 'Comment/Post/'],
  ['Source', 'Source/'], ['BlogMedia', 'BlogMedia/']
] as const

type BlogRequest = { Params: { blog: number } }
app.get<BlogRequest>('/resources/Desk/Blog/:blog', { schema: { params } }, async (request) => {
  const [blog] = await sql<[postgres.Row]>`
    select id, is_live, description, title, created_on, updated_on, creator, language, type
    from blogs where id = ${request.params.blog}`
  const base = baseOf(request)
  const self = `${base}Desk/Blog/${blog.id}`
  return write({
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
      ...Object.fromEntries(subResources.map(([name, path]) => [name, { '@href': `${self}/${path}` }]))
    }
  })
})

type ListRequest = { Params: { blog: number }, Querystring: { limit: number } }
app.get<ListRequest>('/resources/Desk/Blog/:blog/Post/Published', {
  schema: { params, querystring }
}, async (request) => {
  const { params: { blog }, query: { limit } } = request
  const [[counted], items] = await Promise.all([
    sql<[postgres.Row]>`
      select published_count as total, published_c_id as last_c_id from blogs where id = ${blog}`,
    sql`
      select id from posts where blog = ${blog} and deleted_on is null and published_on is not null
      order by "order" desc limit ${limit}`
  ])
  return write({
    PostList: {
      '@offsetMore': counted.total,
      '@total': counted.total,
      '@limit': Math.min(limit, counted.total),
      '@lastCId': counted.lastCId,
      '@offset': 0,
      Post: items.map(({ id }) => ({ '@href': `${baseOf(request)}Desk/Blog/${blog}/Post/${id}` }))
    }
  })
})

type PostRequest = { Params: { blog: number, post: number } }
app.get<PostRequest>('/resources/Desk/Blog/:blog/Post/:post', { schema: { params } }, async (request) => {
  const { params: { blog, post: id } } = request
  const [post] = await sql<[postgres.Row]>`
    select id, is_modified, is_published, c_id, "order", author_name, content, meta, created_on, published_on,
      author_person, blog, creator, type
    from post_rows where blog = ${blog} and id = ${id}`
  const base = baseOf(request)
  return write({
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
  })
})

process.stdout.write(`${await app.listen({ host: '127.0.0.1', port: 0 })}\n`)
