/** Clients that follow a blog by polling for changes, and compare their state with the database. */
import type { Pool } from '../../db/client.ts'
import type { Ledger } from './ledger.ts'
import { checkStates, stateIn, type ClientState, type PostState } from './post-states.ts'
import { getter, type Statistics, type RequestOptions, type Reader } from './readers.ts'
import { documentOf, type Document } from './service.ts'

/** A client that maintains the state of a blog's posts from changes. */
export interface Follower extends Reader {
  /** Compares the state up to the last change with the database, while others write. */
  check: (sql: Pool) => Promise<void>
  /** Closes the connection, if there is one. */
  leave: () => void
}

/** First request and query of a follower. */
export interface FollowOptions {
  /** Start with the list, or with all changes since the first. */
  begin: 'list' | 'changes'
  /** Maximum number of posts in a response. */
  limit: number
  /** Whether responses contain the posts, not only links to them. */
  withPosts: boolean
}

/** X-Filter with the properties of `PostState`. */
export const POST_FILTER = 'X-Filter=Id,CId,IsPublished,DeletedOn,Content'

interface PostPage {
  posts: readonly [id: number, state: PostState][]
  lastCId: number
  next: string | undefined
}

/** Returns a function that reads pages of posts. */
const pageReader = (
  requestOptions: RequestOptions,
  { withPosts }: Pick<FollowOptions, 'withPosts'>,
  ledger: Ledger,
  statistics: Statistics
) => {
  const get = getter(
    { ...requestOptions, headers: { ...requestOptions.headers, accept: 'application/json' } },
    ledger,
    statistics
  )
  /** Requests a post that the list only links to. Ignores of drafts what lists of changes do not show. */
  const follow = async ({ href }: Document): Promise<Document> => {
    const post = documentOf(JSON.parse((await get(pathOf(String(href)))).text))
    if (post['IsPublished'] === 'True' || post['DeletedOn'] !== undefined) return post
    const { Content: _content, CId: _number, ...draft } = post
    return draft
  }
  return async (path: string): Promise<PostPage> => {
    const { text, next } = await get(path)
    const { PostList: items, lastCId } = documentOf(JSON.parse(text))
    if (!Array.isArray(items)) throw new Error(`${path} is not a list: ${text}`)
    const posts: Document[] = withPosts ? items : await Promise.all(items.map(follow))
    statistics.states += posts.length
    const states = posts.map((post): [number, PostState] => [Number(post['Id']), stateIn(post)])
    return { posts: states, lastCId: Number(lastCId), next: next === undefined ? undefined : pathOf(next) }
  }
}

const pathOf = (address: string) => {
  const { pathname, search } = new URL(address)
  return pathname + search
}

/**
 * Reads all pages of a list. A client that then requests the changes after the `lastCId` of the first page also gets
 * the changes made in the meantime.
 */
const readAllPages = async (read: ReturnType<typeof pageReader>, path: string) => {
  const first = await read(path)
  const posts = new Map(first.posts)
  for (let page = first; page.next !== undefined;) {
    page = await read(page.next)
    for (const [id, state] of page.posts) posts.set(id, state)
  }
  return { posts, lastCId: first.lastCId }
}

/** Reads the published posts of a blog. */
export const readPublished = (requestOptions: RequestOptions, blog: number, ledger: Ledger, statistics: Statistics) => {
  const read = pageReader(requestOptions, { withPosts: true }, ledger, statistics)
  return readAllPages(read, `/resources/Desk/Blog/${blog}/Post/Published?${POST_FILTER}`)
}

/** Returns a client that polls with `cId.since`. */
export const readChanges = (
  requestOptions: RequestOptions,
  blog: number,
  ledger: Ledger,
  statistics: Statistics,
  { begin, limit, withPosts }: FollowOptions = { begin: 'changes', limit: 1000, withPosts: true }
): Follower => {
  const read = pageReader(requestOptions, { withPosts }, ledger, statistics)
  const list = `/resources/Desk/Blog/${blog}/Post/Published`
  const query = `limit=${limit}${withPosts ? `&${POST_FILTER}` : ''}`
  const posts = new Map<number, PostState>()
  let since: number | undefined = begin === 'changes' ? 0 : undefined
  let last = 0
  const reader = `a reader of ${list}?${query}`
  const clientState = (): ClientState => ({ reader, posts, since: since ?? 0, hasOlder: begin === 'list' })
  const request = async () => {
    const startedAt = performance.now()
    const page =
      since === undefined
        ? await readAllPages(read, `${list}?${query}`)
        : await read(`${list}?cId.since=${last}&${query}`)
    ledger.checkResponse(`blog:${blog}`, page.lastCId, startedAt)
    if (!(page.lastCId >= last)) ledger.reportFault(`the changes after ${last} ended at ${page.lastCId}`)
    for (const [id, state] of page.posts) posts.set(id, state)
    const hasMoved = page.lastCId > last
    last = page.lastCId
    since ??= last
    return hasMoved
  }
  return {
    poll: async () => {
      await request()
    },
    check: (sql) => (since === undefined ? Promise.resolve() : checkStates(sql, ledger, blog, clientState(), last)),
    conclude: async (sql) => {
      while (await request());
      await checkStates(sql, ledger, blog, clientState())
    },
    leave: () => {}
  }
}
