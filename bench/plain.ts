/**
 * The plain way to build such a service: Fastify, postgres.js, and a tree of xmlbuilder2 for every request. It answers
 * the measured reads, with the same bytes and headers as the service, but for those that caches need. `plain.ts`, with DATABASE_URL.
 */
import Fastify, { type FastifyRequest } from 'fastify'
import postgres from 'postgres'
import type { BlogRow } from '../schemas/blog.ts'
import type { PostRow } from '../schemas/post.ts'
import { blogDocument, blogListDocument, indexDocument, postDocument, postListDocument } from './dom.ts'

type Blog = { Params: { blog: number } }
type Posts = { Params: { blog: number }, Querystring: { limit: number, offset: number, 'cId.since'?: number } }
type Post = { Params: { blog: number, post: number } }

const integer = { type: 'integer' } as const
const params = { type: 'object', properties: { blog: integer, post: integer } } as const

const sql = postgres(process.env.DATABASE_URL ?? '', {
  max: 10,
  transform: { ...postgres.fromPascal, ...postgres.toPascal, value: { from: (value: unknown) => value ?? undefined } },
  connection: { TimeZone: 'UTC' }
})
const app = Fastify({ keepAliveTimeout: 65_000, routerOptions: { ignoreTrailingSlash: true } })

app.addHook('onRequest', async (_request, reply) => {
  reply.headers({
    'access-control-allow-origin': '*',
    'access-control-expose-headers': 'Link, Location, ETag',
    vary: 'Accept, Accept-Encoding, Authorization, X-Filter, X-Format-DateTime, X-TimeZone, X-Format-Values, Accept-Language',
    'content-type': 'application/xml; charset=utf-8'
  })
})

const rootOf = ({ protocol, host }: Pick<FastifyRequest, 'protocol' | 'host'>) => `${protocol}://${host}/resources/`

app.get('/resources', async (request) => indexDocument(rootOf(request)))

app.get('/resources/Desk/Blog', async (request) => {
  const [[{ Total: total }], items] = await Promise.all([
    sql<[{ Total: number }]>`select count(*)::integer as total from blogs`,
    sql<{ Id: number }[]>`select id from blogs order by id limit 100`
  ])
  return blogListDocument({ attributes: { total, limit: Math.min(100, total), offset: 0 }, items }, rootOf(request))
})

app.get<Blog>('/resources/Desk/Blog/:blog', { schema: { params } }, async (request) => {
  const [blog] = await sql<[BlogRow]>`
    select id, is_live, description, title, created_on, updated_on, creator, language, type
    from blogs where id = ${request.params.blog}`
  return blogDocument(blog, rootOf(request))
})

app.get<Posts>('/resources/Desk/Blog/:blog/Post/Published', {
  schema: { params, querystring: { type: 'object', properties: { limit: { ...integer, default: 100 }, offset: { ...integer, default: 0 }, 'cId.since': integer } } }
}, async (request) => {
  const { params: { blog }, query: { limit, offset, 'cId.since': since } } = request
  const matching = since === undefined ? sql`deleted_on is null and published_on is not null` : sql`was_published and c_id > ${since}`
  const [[{ Published: offsetMore, LastCId: lastCId, Total: total }], items] = await Promise.all([
    sql<[{ Published: number, LastCId: number, Total: number }]>`
      select published_count as published, published_c_id as last_c_id,
        ${since === undefined ? sql`published_count` : sql`(select count(*)::integer from posts where blog = ${blog} and ${matching})`} as total
      from blogs where id = ${blog}`,
    sql<{ Id: number }[]>`
      select id from posts where blog = ${blog} and ${matching} order by "order" desc limit ${limit} offset ${offset}`
  ])
  const attributes = { offsetMore, total, limit: Math.min(limit, total), lastCId, offset }
  return postListDocument(blog, { attributes, items }, rootOf(request))
})

app.get<Post>('/resources/Desk/Blog/:blog/Post/:post', { schema: { params } }, async (request) => {
  const { params: { blog, post: id } } = request
  const [post] = await sql<[PostRow]>`
    select id, is_modified, is_published, c_id, "order", author_name, content, meta, created_on, published_on,
      author, author_person, blog, creator, type
    from post_rows where blog = ${blog} and id = ${id}`
  return postDocument(post, rootOf(request))
})

process.stdout.write(`plain: ${await app.listen({ host: '127.0.0.1', port: 0 })}\n`)
