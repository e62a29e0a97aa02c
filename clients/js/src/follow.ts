/** Follows the posts of a blog, with types. */
import { changes } from './changes.ts'
import type { Connection } from './connection.ts'
import { jsonAddress, namesWith, type FilterOf, type Selected } from './filter.ts'
import type { LeftPost, Post } from './models.ts'
import type { News, Parsed, State } from './news.ts'
import { Refusal } from './refusal.ts'
import type { KnownPost } from './writing.ts'

/** Properties that the client itself needs: a post that has left a list has no order. */
const NEEDED = ['Id', 'CId', 'IsPublished', 'DeletedOn', 'Order'] as const

/** A post with the properties that X-Filter names, and with those that the client needs. */
export type ShownPost<Names extends string> = Needed & Selected<Post, Names>
type Needed = Pick<Post, (typeof NEEDED)[number]> & KnownPost

export interface FollowOptions<Names extends string> extends Connection {
  /** Number of the change after which to begin: the `cursor` of the last one that you have. By default, all posts. */
  readonly since?: number
  /** The properties of posts that you need; by default all. */
  readonly filter?: readonly Names[]
  /** Whether only to poll. */
  readonly onlyPolls?: boolean
  /** Maximum number of changes that a poll asks for. Without it, many clients share the answers of caches. */
  readonly limit?: number
  /** Called when the state of the connection changes. */
  readonly onState?: (state: State) => void
}

/** A change of a list, with the number from which a later call goes on. */
export type Change<P> =
  | { readonly kind: 'shown'; readonly post: P; readonly cursor: number }
  | { readonly kind: 'removed'; readonly post: LeftPost; readonly cursor: number }
  /** Forget all posts: the service was restored from a backup, and begins again. */
  | { readonly kind: 'reset'; readonly cursor: 0 }

/**
 * Yields the changes of a list of posts as they arrive, each once and in order: posts that are new or have changed, and
 * those that have left the list. Goes on through lost connections, restarts and sleep. Returns when the blog is closed
 * or gone, or when the signal aborts.
 * @param list address of the published posts of a blog, `…/Post/Published`, or of all its posts, `…/Post`
 * @throws Refusal 400 if the list or the filter is wrong, 401 if the session or token is not valid, or no longer
 */
export async function* follow<Names extends FilterOf<Post> = '*'>(
  list: string,
  options: FollowOptions<Names> = {}
): AsyncGenerator<Change<ShownPost<Names>>, undefined> {
  for await (const news of newsOf(list, options)) {
    if ('isReset' in news) yield { kind: 'reset', cursor: 0 }
    if (!('items' in news)) continue
    for (const post of news.items) {
      yield changeOf<ShownPost<Names>>(post)
      if (options.signal?.aborted === true) return
    }
  }
}

/**
 * Yields the posts that a list shows, the highest in the order first: now, and again after changes.
 * @throws Refusal as `follow`
 */
export async function* current<Names extends FilterOf<Post> = '*'>(
  list: string,
  options: Omit<FollowOptions<Names>, 'since'> = {}
): AsyncGenerator<readonly ShownPost<Names>[], undefined> {
  const posts = new Map<number, ShownPost<Names>>()
  let isNew = true
  for await (const news of newsOf(list, options)) {
    if ('isReset' in news) {
      posts.clear()
      isNew = true
    }
    if (!('items' in news)) continue
    isNew ||= news.items.length > 0
    for (const post of news.items) {
      if (post.Order === undefined) posts.delete(post.Id)
      else posts.set(post.Id, post)
    }
    if (news.hasMore || !isNew) continue
    isNew = false
    yield [...posts.values()].sort((one, other) => other.Order - one.Order)
  }
}

async function* newsOf<Names extends string>(
  list: string,
  { since = 0, filter, onState, ...options }: FollowOptions<Names>
): AsyncGenerator<News<Listed<ShownPost<Names>>>, undefined> {
  const address = jsonAddress(list, namesWith(NEEDED, filter))
  const following = { ...options, since, parse: parsePosts<ShownPost<Names>>, list: address }
  let state: State | undefined
  for await (const news of changes(following)) {
    if ('refusal' in news) throw new Refusal(400, news.refusal)
    yield news
    if (!('state' in news) || news.state === state) continue
    state = news.state
    onState?.(state)
    if (news.state === 'ended') throw new Refusal(401, 'The session or token does not count, or no longer.')
  }
}

type Listed<P> = P | (LeftPost & { readonly Order?: undefined })

/** Reads a page of a list, or a post of its stream. */
const parsePosts = <P extends Needed>(text: string): Parsed<Listed<P>> => {
  const document: Listed<P> | PageOf<P> = JSON.parse(text)
  if (!('PostList' in document)) return { items: [[document.CId, document]] }
  const { PostList: posts, lastCId, total } = document
  return { items: posts.map((post) => [post.CId, post]), last: lastCId, hasMore: total > posts.length }
}

interface PageOf<P> {
  readonly PostList: readonly Listed<P>[]
  readonly lastCId: number
  readonly total: number
}

const changeOf = <P extends Needed>(post: Listed<P>): Change<P> =>
  post.Order === undefined ? { kind: 'removed', post, cursor: post.CId } : { kind: 'shown', post, cursor: post.CId }
