/** Clients that follow a blog by polling for changes, and compare their state with the database. */
import { checkStates, POST_FILTER, stateIn, type ClientState, type Document, type PostState } from './post-states.ts'
import { getter, type Client, type ClientOptions } from './readers.ts'

/** First request and query of a follower. */
export interface FollowOptions {
  /** Whether it starts with the list, or with all changes since the first. */
  readsList: boolean
  /** Maximum number of posts in an answer. */
  limit: number
  /** Whether answers contain the posts, not only links to them. */
  withPosts: boolean
}

interface PostPage {
  posts: readonly (readonly [id: number, state: PostState])[]
  lastCId: number
  next: string | undefined
}

/** Returns a function that reads pages of posts. */
const pageReader = (options: ClientOptions, { withPosts }: Pick<FollowOptions, 'withPosts'>) => {
  const get = getter({ ...options, headers: { ...options.headers, accept: 'application/json' } })
  /** Requests a post that the list only links to. Of drafts, ignores the fields that lists of changes do not show. */
  const follow = async ({ href }: Document): Promise<Document> => {
    const post: Document = JSON.parse((await get(pathOf(String(href)))).text)
    if (post['IsPublished'] === 'True' || post['DeletedOn'] !== undefined) return post
    const { Content: _content, CId: _number, ...draft } = post
    return draft
  }
  return async (path: string): Promise<PostPage> => {
    const { text, next } = await get(path)
    const { PostList: items, lastCId }: { PostList: Document[]; lastCId: string } = JSON.parse(text)
    const posts = withPosts ? items : await Promise.all(items.map(follow))
    options.ledger.counts.states += posts.length
    const states = posts.map((post) => [Number(post['Id']), stateIn(post)] as const)
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
export const readPublished = (options: ClientOptions) =>
  readAllPages(
    pageReader(options, { withPosts: true }),
    `/resources/Desk/Blog/${options.blog}/Post/Published?${POST_FILTER}`
  )

/** Returns a client that polls with `cId.since`. */
export const readChanges = (options: ClientOptions, { readsList, limit, withPosts }: FollowOptions): Client => {
  const { ledger, blog } = options
  const read = pageReader(options, { withPosts })
  const list = `/resources/Desk/Blog/${blog}/Post/Published`
  const query = `limit=${limit}${withPosts ? `&${POST_FILTER}` : ''}`
  const posts = new Map<number, PostState>()
  let since = readsList ? undefined : 0
  let last = 0
  const state = (): ClientState => ({ name: `a reader of ?${query}`, posts, since: since ?? 0, hasOlder: readsList })
  const poll = async () => {
    const startedAt = performance.now()
    const page =
      since === undefined
        ? await readAllPages(read, `${list}?${query}`)
        : await read(`${list}?cId.since=${last}&${query}`)
    // A page of changes that is full may end before the newest one.
    if (since === undefined || [...page.posts].length < limit) {
      ledger.checkAnswer(`blog:${blog}`, page.lastCId, startedAt)
    }
    if (!(page.lastCId >= last)) ledger.reportFault(`the changes after ${last} ended at ${page.lastCId}`)
    for (const [id, state] of page.posts) posts.set(id, state)
    const hasMoved = page.lastCId > last
    last = page.lastCId
    since ??= last
    return hasMoved
  }
  return {
    poll,
    check: async () => {
      if (since !== undefined) await checkStates(options, state(), last)
    },
    conclude: async () => {
      while (await poll());
      await checkStates(options, state())
    }
  }
}
