/** Reads the lists of posts of Desk and of Live Blog 2, which are the same, as JSON. */
import type { SourcePost } from '../../db/copies/index.ts'
import { parseMoment } from '../../schemas/language/lexical.ts'
import { membersOf, type Row } from '../../schemas/language/rows.ts'
import { isUuid, uuidOf } from '../identity.ts'

/** An entry of a list: what a post is now, and the number of its last change. */
export interface Entry {
  readonly number: number
  readonly post: SourcePost
  /** Why the post cannot be copied; undefined if it can. */
  readonly refusal?: string
}

/** A page of a list. */
export interface WirePage {
  readonly entries: readonly Entry[]
  /** The newest change number of the list, as far as the service says. */
  readonly lastCId: number | undefined
}

/** The properties that a follower reads of each post. Live Blog 2 does not know those of the second line. */
export const FULL_FILTER =
  'Id,CId,Order,IsPublished,DeletedOn,Content,Meta,Type.Key,CreatedOn,PublishedOn,UpdatedOn,AuthorName,Uuid' +
  ',PinnedOn,IsKeyPoint'
export const SMALL_FILTER =
  'Id,CId,Order,IsPublished,DeletedOn,Content,Meta,Type.Key,CreatedOn,PublishedOn,UpdatedOn,AuthorName'
/** The properties by which a comparison finds out whether a post has changed. */
export const INDEX_FILTER = 'Id,CId,Order,IsPublished,UpdatedOn,Uuid,PinnedOn'

/** A time format that both services know. Texts keep all digits of positions, which numbers would not. */
export const TIME_FORMAT = "yyyy-MM-dd'T'HH:mm:ss.SSS'Z'"

/** Parses a page. @throws Error if the document is not a list of posts */
export const parsePage = (text: string, list: string): WirePage => {
  const document = membersOf(JSON.parse(text))
  const { PostList: items, lastCId } = document
  if (!Array.isArray(items)) throw new Error('The other service answered with something else than a list of posts')
  return { entries: items.map((item) => entryOf(membersOf(item), list)), lastCId: numberIn(lastCId) }
}

const entryOf = (item: Row, list: string): Entry => {
  const { Id, CId, Order, IsPublished, DeletedOn, Content, Meta, Type, AuthorName, Uuid, UpdatedOn, PinnedOn } = item
  const { IsKeyPoint, CreatedOn, PublishedOn } = item
  const id = textIn(Id) ?? ''
  const number = numberIn(CId)
  if (id === '' || number === undefined) throw new Error('The other service lists a post without Id or CId')
  const deletedOn = timeIn(DeletedOn)
  const state =
    deletedOn !== undefined ? 'deleted' : isTrue(IsPublished) && Order !== undefined ? 'published' : 'withdrawn'
  return {
    number,
    post: {
      id,
      state,
      // A post that has left the list has no identity here. One that leaves it while the page is read may still have
      // its position: with an identity made from its address, its copy would be taken for that of another post.
      ...(state === 'published' && { uuid: identityOf(textIn(Uuid), list, id), position: textIn(Order) }),
      type: textIn(membersOf(Type)['Key']) ?? 'normal',
      content: textIn(Content) ?? '',
      meta: metaIn(textIn(Meta)),
      author: textIn(AuthorName),
      createdOn: timeIn(CreatedOn),
      publishedOn: timeIn(PublishedOn),
      updatedOn: timeIn(UpdatedOn),
      deletedOn,
      pinnedOn: timeIn(PinnedOn),
      isPinned: PinnedOn !== undefined,
      isKeyPoint: isTrue(IsKeyPoint),
      mark: [number, UpdatedOn, Order, PinnedOn].map((value) => textIn(value) ?? '').join(' ')
    }
  }
}

/** Returns the identity of a post in PostgreSQL's notation. Live Blog 2 leaves the hyphens out. */
const identityOf = (uuid: string | undefined, list: string, id: string): string => {
  const hyphenated = uuid?.toLowerCase().replace(/^(\w{8})(\w{4})(\w{4})(\w{4})(\w{12})$/, '$1-$2-$3-$4-$5')
  return hyphenated !== undefined && isUuid(hyphenated) ? hyphenated : uuidOf(list, id)
}

const isTrue = (value: unknown) => value === true || value === 'True'
const textIn = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : undefined
const numberIn = (value: unknown): number | undefined => {
  const text = textIn(value)
  return text !== undefined && /^\d{1,10}$/.test(text) ? Number(text) : undefined
}

/** Returns a time in ISO 8601, or in the default notation of Live Blog 2, such as `3/5/13 3:04 PM`. */
const timeIn = (value: unknown): Date | undefined => {
  const text = textIn(value)
  if (text === undefined) return undefined
  const [, month, day, year, hour, minute, half] = US_TIME.exec(text) ?? []
  if (year === undefined) return parseMoment(text)
  const hours = (Number(hour) % 12) + (half === 'PM' ? 12 : 0)
  return new Date(Date.UTC(2000 + Number(year), Number(month) - 1, Number(day), hours, Number(minute)))
}

const US_TIME = /^(\d{1,2})\/(\d{1,2})\/(\d{2}),? (\d{1,2}):(\d{2})\s(AM|PM)$/

/** Returns the meta data of a post; an empty object if they are not a JSON object. */
const metaIn = (text: string | undefined): Row => {
  try {
    const value: unknown = JSON.parse(text ?? '{}')
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}
  } catch {
    return {}
  }
}
