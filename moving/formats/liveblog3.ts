/** Reads blogs of Live Blog 3 over its client API. It has neither drafts nor posts that were removed. */
import { lost, type Foreign, type ForeignPost } from '../foreign.ts'
import {
  dateIn,
  flagIn,
  scalarIn,
  numberIn,
  objectIn,
  objectsIn,
  textIn,
  type GetJson,
  type JsonObject
} from './json.ts'
import { contentOf } from './liveblog3-items.ts'
import { unreadableDatesIn } from './losses.ts'

/** Posts that are asked for at a time: the API allows no more. */
const PAGE = 100
/** Pages that are read, in case a service answers every page with posts. */
const MAX_PAGES = 10_000
const MORE_PAGES = `The blog has more than ${MAX_PAGES} pages of posts: the others are missing.`

/**
 * Reads a blog, its pinned posts in a second pass: the API lists them only on request.
 * @param address the address of the blog, `…/api/client_blogs/{id}`, or of its posts
 * @throws Error if the address has no blog
 */
export async function* readLiveBlog3(
  address: URL,
  get: GetJson,
  onTotal: (posts: number) => void = () => {}
): AsyncGenerator<Foreign> {
  const { base, posts: list } = apiOf(address)
  const blog = await get(base)
  const createdOn = dateIn(blog, 'start_date') ?? dateIn(blog, '_created')
  yield {
    kind: 'blog',
    id: base.href,
    title: textIn(blog, 'title'),
    description: textIn(blog, 'description'),
    language: textIn(objectIn(blog, 'blog_preferences') ?? {}, 'language'),
    createdOn,
    liveOn: createdOn,
    closedOn: blog.blog_status === 'closed' ? dateIn(blog, '_updated') : undefined,
    outputLink: textIn(blog, 'public_url')
  }
  let total = 0
  for (const sticky of ['0', '1']) {
    let count = 0
    for (let page = 1; page <= MAX_PAGES; page++) {
      const url = new URL(list)
      url.search = String(new URLSearchParams({ ordering: 'oldest_first', sticky, limit: `${PAGE}`, page: `${page}` }))
      const document = await get(url)
      if (!('_items' in document)) throw new Error(`${url.href} is not a list of posts`)
      const posts = objectsIn(document, '_items')
      const listTotal = numberIn(objectIn(document, '_meta') ?? {}, 'total')
      if (listTotal !== undefined && page === 1) {
        total += listTotal
        onTotal(total)
      }
      for (const post of posts) yield* postOf(post, sticky === '1')
      count += posts.length
      // A service may answer with fewer posts than it is asked for, so a short page alone is not the last one.
      if (posts.length === 0 || (posts.length < PAGE && count >= (listTotal ?? Infinity))) break
      if (page === MAX_PAGES) yield lost(undefined, 'missing posts', MORE_PAGES)
    }
  }
}

/**
 * Returns the addresses of a blog and of the list of its published posts.
 * @throws Error if the address is not that of a blog
 */
export const apiOf = (address: URL): { base: URL; posts: URL } => {
  const [, api, id] = /^(.*\/api)\/(?:v2\/)?client_blogs\/([^/]+)/.exec(address.pathname) ?? []
  if (api === undefined || id === undefined) {
    throw new Error(`${address.href} is not the address of a blog, such as …/api/client_blogs/5a62002548101327f3b5a585`)
  }
  return {
    base: new URL(`${api}/client_blogs/${id}`, address),
    posts: new URL(`${api}/v2/client_blogs/${id}/posts`, address)
  }
}

/** Returns a post, and its losses. @param isPinned whether the list is that of pinned posts */
export function* postOf(post: JsonObject, isPinned: boolean): Generator<Foreign> {
  const id = scalarIn(post, '_id')
  if (id === undefined) {
    yield lost(undefined, 'entry without id', 'A post without an _id was left out.')
    return
  }
  const publishedOn = dateIn(post, 'published_date') ?? dateIn(post, '_created')
  const updatedOn = dateIn(post, 'content_updated_date')
  const unpublishedOn = dateIn(post, 'unpublished_date')
  const status = textIn(post, 'post_status')
  const isWithdrawn =
    status === undefined
      ? unpublishedOn !== undefined && publishedOn !== undefined && unpublishedOn > publishedOn
      : status !== 'open'
  const isDeleted = flagIn(post, 'deleted') === true
  const { losses, ...content } = contentOf(post)
  const foreignPost: ForeignPost = {
    kind: 'post',
    id,
    state: isDeleted ? 'deleted' : isWithdrawn ? 'withdrawn' : 'published',
    ...content,
    author: nameIn(post, 'publisher') ?? nameIn(post, 'original_creator'),
    createdOn: dateIn(post, '_created') ?? publishedOn,
    publishedOn,
    updatedOn: updatedOn !== undefined && publishedOn !== undefined && updatedOn > publishedOn ? updatedOn : undefined,
    deletedOn: isDeleted ? dateIn(post, '_updated') : undefined,
    withdrawnOn: isWithdrawn ? unpublishedOn : undefined,
    position: scalarIn(post, 'order'),
    isPinned: isPinned || flagIn(post, 'sticky') === true,
    isKeyPoint: flagIn(post, 'lb_highlight') ?? false
  }
  yield foreignPost
  for (const [what, why] of losses) yield lost(id, what, why)
  yield* unreadableDatesIn(id, post, DATES)
}

const DATES = ['_created', 'published_date', 'content_updated_date', 'unpublished_date'] as const

const nameIn = (post: JsonObject, key: string): string | undefined => {
  const person = objectIn(post, key)
  return person && (textIn(person, 'display_name') ?? textIn(person, 'byline'))
}
