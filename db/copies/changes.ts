/** Brings a post of another service into a blog: inserts the copy, or applies the changes of the source. */
import { MAX_CONTENT } from '../../schemas/post.ts'
import type { Sql, Transaction } from '../client.ts'
import { isRefusedData } from '../refused-data.ts'
import { collaboratorFor } from './author.ts'
import { findCopy, type Copy } from './find.ts'
import { freePins, mayPin, pinTime, withoutPin } from './pins.ts'
import { placeOf } from './places.ts'
import type { Leftover, Recorded, SourcePost } from './source-post.ts'
import { past, type Target } from './target.ts'
import { textsOf, type Texts } from './texts.ts'

export interface Result {
  /** The id of the copy; undefined if the blog has no copy of the post. */
  readonly post?: number
  readonly leftover?: Leftover | undefined
  /** Whether an earlier offer still stands, although the source has withdrawn or deleted the post since. */
  readonly keepsOffer?: boolean
}

type Edit = Record<string, string | boolean | Date | null>

/**
 * Inserts or changes the copy of a post. A post that the database refuses leaves nothing behind but the reason. The
 * caller has locked the target.
 * @param isForced whether corrections that were made here are overwritten. Then nothing is changed unless everything is
 * @throws Error if the database does not answer
 */
export const bringPost = (
  transaction: Transaction,
  target: Target,
  post: SourcePost,
  isForced = false
): Promise<Result> =>
  transaction
    .savepoint(async (inner) => {
      const result = await insertOrChange(inner, target, post, isForced)
      if (isForced && result.leftover !== undefined) throw new Incomplete(result.leftover)
      return result
    })
    .catch(refusedBy)

/** Undoes a change of which something would be left over. */
class Incomplete extends Error {
  readonly leftover: Leftover

  constructor(leftover: Leftover) {
    super(leftover.reason)
    this.leftover = leftover
  }
}

/** Returns the result for an error that the change itself causes. @throws the error if it has another cause */
const refusedBy = (error: unknown): Result => {
  if (error instanceof Incomplete) return { leftover: error.leftover }
  if (!isRefusedData(error)) throw error
  const reason = REASONS[error.constraint_name ?? ''] ?? `The database refused it: ${error.message}.`
  return { leftover: { kind: 'refused', reason } }
}

const REASONS: Readonly<Record<string, string>> = {
  posts_content_check: `Its text is longer than ${MAX_CONTENT} characters.`,
  posts_meta_check: `Its meta data are longer than ${MAX_CONTENT} characters.`
}

const TOO_LONG: Leftover = { kind: 'refused', reason: `One of its texts is longer than ${MAX_CONTENT} characters.` }

const insertOrChange = async (sql: Sql, target: Target, post: SourcePost, isForced: boolean): Promise<Result> => {
  if (post.isCut === true) return { leftover: TOO_LONG }
  const texts = await textsOf(sql, post)
  const copy = await findCopy(sql, target, post)
  if (copy !== undefined) return changeCopy(sql, target, post, texts, copy, isForced)
  // A post that this blog has already came from here, or from another source: blogs may follow each other.
  const isCopied = post.state !== 'published' || (await hasUuid(sql, target, post.uuid))
  return isCopied ? {} : insertCopy(sql, target, post, texts)
}

const hasUuid = async (sql: Sql, { Blog }: Target, uuid: string | undefined) => {
  const { count } = await sql`select from posts where blog = ${Blog} and uuid = ${uuid ?? null}::uuid`
  return count > 0
}

const insertCopy = async (sql: Sql, target: Target, post: SourcePost, texts: Texts): Promise<Result> => {
  const { Blog, Source, Creator, Auto, Now } = target
  const { position = null } = post
  const order = position === null ? undefined : await placeOf(sql, target, position)
  const isPinned = post.isPinned === true && Auto
  const isUnpinned = isPinned && !(await mayPin(sql, target))
  const loss = lossOf(post)
  const values = {
    blog: Blog,
    type: texts.Type,
    creator: Creator,
    author: await collaboratorFor(sql, Source),
    byline: bylineOf(post),
    content: texts.Content,
    meta: texts.Meta,
    created_on: past(post.createdOn, target),
    updated_on: post.updatedOn ? past(post.updatedOn, target) : null,
    published_on: Auto ? past(post.publishedOn, target) : null,
    submitted_on: Auto ? null : Now,
    pinned_on: isPinned && !isUnpinned ? await pinTime(sql, target, post.pinnedOn) : null,
    is_key_point: post.isKeyPoint === true,
    order: order ?? null,
    ...(post.uuid !== undefined && { uuid: post.uuid })
  }
  const [{ Id }] = await sql<[{ Id: number }]>`insert into posts ${sql(values)} returning id`
  const state = recordOf(post, texts.SourceHash)
  await sql`
    insert into copied_posts (post, blog, source, foreign_id, position, state, hash)
    values (${Id}, ${Blog}, ${Source}, ${post.id}, ${position}::numeric, ${sql.json(state)}, ${texts.Hash})`
  return { post: Id, leftover: isUnpinned ? withoutPin(loss) : loss }
}

const changeCopy = async (
  sql: Sql,
  target: Target,
  post: SourcePost,
  texts: Texts,
  copy: Copy,
  isForced: boolean
): Promise<Result> => {
  const { State: was, Post: id } = copy
  const { Hash: hash, SourceHash: sourceHash } = texts
  const isCorrected = copy.CurrentHash !== copy.Hash
  const mayOverwrite = isForced || !isCorrected
  const isPublished = post.state === 'published'
  const hasTexts = isPublished || (isForced && post.content !== '')
  const edit: Edit = { ...stateEdit(post, copy, target, mayOverwrite) }
  let leftover: Leftover | undefined
  if (post.state === 'deleted' && isForced) edit['deleted_on'] = past(post.deletedOn, target)
  if (post.state === 'deleted' && was.state !== 'deleted' && !mayOverwrite) leftover = DELETED
  if (hasTexts && mayOverwrite && hash !== copy.CurrentHash) {
    Object.assign(edit, { type: texts.Type, content: texts.Content, meta: texts.Meta, editor: null })
  } else if (isPublished && (sourceHash !== was.content || copy.IsOffered) && hash !== copy.CurrentHash) {
    leftover = CORRECTED
  }
  // The texts also differ if a picture comes later than its post: then nothing was corrected.
  const isUpdated = post.updatedOn !== undefined && post.updatedOn?.toISOString() !== was.updatedOn
  if (hasTexts && mayOverwrite && (isForced || isUpdated || sourceHash !== was.content)) {
    edit['updated_on'] = post.updatedOn === null ? null : past(post.updatedOn, target)
  }
  const byline = bylineOf(post)
  if (isPublished && byline !== null && byline !== copy.Byline) edit['byline'] = byline
  if (post.isKeyPoint !== undefined && post.isKeyPoint !== was.isKeyPoint) edit['is_key_point'] = post.isKeyPoint

  if (isPublished && !isForced) leftover ??= lossOf(post)

  const wantsPin = isPublished && post.isPinned === true
  const isShown = isPublished && (copy.IsPublished || edit['published_on'] instanceof Date)
  const isRepinned = !was.isPinned || post.pinnedOn?.toISOString() !== was.pinnedOn || copy.IsRefused || isForced
  if (!wantsPin && was.isPinned && copy.IsPinned) edit['pinned_on'] = null
  else if (wantsPin && isShown && isRepinned) {
    if (await mayPin(sql, target, id)) edit['pinned_on'] = await pinTime(sql, target, post.pinnedOn, id)
    else leftover = withoutPin(leftover)
  }

  const order = await changePost(sql, id, copy.Order, edit)
  const hasMoved = copy.IsMoved || (isPublished && was.state !== 'published')
  const place =
    hasMoved && post.position ? await placeOf(sql, target, post.position, { Post: id, Order: order }) : undefined
  if (place !== undefined) await sql`update posts set "order" = ${place}::numeric where id = ${id}`
  const record = isPublished ? recordOf(post, sourceHash) : { ...was, ...recordOf(post, was.content) }
  await sql`
    update copied_posts set
      position = coalesce(${post.position ?? null}::numeric, position),
      state = ${sql.json(record)},
      hash = ${'content' in edit ? hash : copy.Hash}
    where post = ${id}`
  if (copy.IsPinned && (!isPublished || edit['pinned_on'] === null)) await freePins(sql, target)
  return { post: id, leftover, keepsOffer: !isPublished && copy.IsOffered && !isForced }
}

/** Returns the edit that follows a change of the state at the source. */
const stateEdit = (post: SourcePost, copy: Copy, target: Target, mayOverwrite: boolean): Edit => {
  const { State: was } = copy
  if (post.state === 'published') {
    if (was.state === 'published') {
      const isPublishedAnew = post.publishedOn?.toISOString() !== was.publishedOn && copy.IsPublished
      return isPublishedAnew ? { published_on: past(post.publishedOn, target) } : {}
    }
    if (copy.IsPublished) return { deleted_on: null }
    return target.Auto
      ? { deleted_on: null, published_on: past(post.publishedOn, target) }
      : { deleted_on: null, submitted_on: target.Now }
  }
  if (post.state === was.state) return {}
  if (post.state === 'deleted' && mayOverwrite) return { deleted_on: past(post.deletedOn, target) }
  const unpublished = { published_on: null, submitted_on: null, publish_on: null }
  return was.state === 'deleted' ? { ...unpublished, deleted_on: null } : unpublished
}

/** Changes a post. @returns its position in the blog, which publishing changes */
const changePost = async (sql: Sql, id: number, order: string, edit: Edit): Promise<string> => {
  if (Object.keys(edit).length === 0) return order
  const [row] = await sql<[{ Order: string }?]>`
    update posts set ${sql(edit)} where id = ${id} returning "order"::text`
  return row?.Order ?? order
}

const CORRECTED: Leftover = { kind: 'offered', reason: 'The post was corrected here, and then changed at its source.' }
const DELETED: Leftover = {
  kind: 'offered',
  reason: 'The post was corrected here, and then deleted at its source. It is withdrawn.'
}

/** Returns the leftover of a post with losses; undefined if the copy is complete. */
const lossOf = ({ losses = [] }: SourcePost): Leftover | undefined =>
  losses.length === 0
    ? undefined
    : { kind: 'partial', reason: `The post is copied. ${losses.join(' ')}`.slice(0, 2000) }

const recordOf = (post: SourcePost, content: string): Recorded & Record<string, string | boolean> => ({
  state: post.state,
  content,
  isPinned: post.state === 'published' && post.isPinned === true,
  isKeyPoint: post.isKeyPoint === true,
  ...(post.publishedOn !== undefined && { publishedOn: post.publishedOn.toISOString() }),
  ...(post.updatedOn && { updatedOn: post.updatedOn.toISOString() }),
  ...(post.pinnedOn !== undefined && { pinnedOn: post.pinnedOn.toISOString() }),
  ...(post.mark !== undefined && { mark: post.mark })
})

/** Maximum length of the name of an author, in characters. */
const MAX_BYLINE = 255

const bylineOf = ({ author = '' }: SourcePost): string | null => author.trim().slice(0, MAX_BYLINE).trim() || null
