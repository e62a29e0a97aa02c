/** Writes posts: each request has its effect once, and none undoes the change of somebody else. */
import type { Connection } from './connection.ts'
import { plainAddress } from './filter.ts'
import type { EditedPost, NewPost, Post } from './models.ts'
import { Refusal } from './refusal.ts'
import { documentIn, isPassing, textOf, type Request } from './requests.ts'
import { pause } from './watch.ts'

export interface WriteOptions extends Connection {
  /** Name of the request: under the same one, it has its effect once, however often it is sent. By default, new. */
  readonly key?: string
}

/** A post as it was read. If somebody has changed it since, the service refuses the request with 412. */
export type KnownPost = Pick<Post, 'CId'> & { readonly href: string }

/** Milliseconds between the attempts of a request that finds no answer, or a service with too much to do. */
const DELAYS = [1_000, 2_000, 4_000, 8_000]
/** Milliseconds that a request waits at most, if the service says how long. Beyond that, the caller decides. */
const MAX_WAIT = 15_000

/**
 * Inserts a post.
 * @param list `…/Post/Published` to publish it, `…/Post` for a draft
 * @throws Refusal if the service refuses it, or cannot be reached
 */
export const post = (list: string, body: NewPost, options: WriteOptions) =>
  write(plainAddress(list), { method: 'POST', body, ...options })

/** Changes the text of a post. @throws Refusal as `post` */
export const correct = ({ href, CId }: KnownPost, body: EditedPost, options: WriteOptions) =>
  write(plainAddress(href), { method: 'PUT', body, version: CId, ...options })

/** Publishes a draft. @throws Refusal as `post` */
export const publish = ({ href, CId }: KnownPost, options: WriteOptions) =>
  write(`${plainAddress(href)}/Publish`, { method: 'POST', version: CId, ...options })

/** Makes a published post a draft again, which readers do not see. @throws Refusal as `post` */
export const withdraw = ({ href, CId }: KnownPost, options: WriteOptions) =>
  write(`${plainAddress(href)}/Unpublish`, { method: 'POST', version: CId, ...options })

/** Returns a new key. Pages over plain HTTP have no `crypto.randomUUID`. */
const newKey = () => crypto.getRandomValues(new Uint32Array(4)).join('-')

/** Sends a request until it is answered, with the same key. */
const write = async (address: string, request: Request): Promise<Post & KnownPost> => {
  const { signal = new AbortController().signal, key = newKey() } = request
  for (let attempt = 0; ; attempt += 1) {
    const answer = await textOf(address, { ...request, key })
    const { [attempt]: delay = Infinity } = DELAYS
    const wait = Math.max(delay, answer.retryAfter)
    const isSuccess = answer.status === 200 || answer.status === 201
    const written = isSuccess ? documentIn<Post & KnownPost>(answer.text) : undefined
    // Others come from networks that ask for a login, and from proxies that lead to an address where it is a GET.
    if (written && Number.isInteger(written.CId)) return written
    const mayRepeat = (isSuccess || isPassing(answer)) && wait <= MAX_WAIT
    if (!mayRepeat || signal.aborted) throw new Refusal(answer.status, answer.text, answer.cause)
    await pause(wait, signal)
  }
}
