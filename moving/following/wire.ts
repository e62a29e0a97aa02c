/** Reads the lists of posts of Desk and of Live Blog 2, which are the same, as JSON. */
import type { SourcePost } from '../../db/copies/index.ts'
import { parseMoment } from '../../schemas/language/lexical.ts'
import { membersOf, type Row } from '../../schemas/language/rows.ts'
import { hashId, idOf, withoutAddresses } from '../fit.ts'
import { isUuid, uuidOf } from '../identity.ts'

/** An entry of a list: what a post is now, and the number of its last change. */
export interface Entry {
  /** Of an entry without a readable number, it is the cursor after which the entry was read: the cursor stays. */
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
export const INDEX_FILTER = 'Id,CId,Order,IsPublished,DeletedOn,UpdatedOn,Uuid,PinnedOn'

/** A time format that both services know. Texts keep all digits of positions, which numbers would not. */
export const TIME_FORMAT = "yyyy-MM-dd'T'HH:mm:ss.SSS'Z'"

/** Entries of a page, at most: many times as many as a follower asks for, and few enough to be read at once. */
const MAX_ENTRIES = 10_000

/** The highest change number that a cursor can have. */
const MAX_NUMBER = 2_147_483_647

/**
 * Parses a page. Entries that cannot be read are refusals, so that the others go on.
 * @param since the cursor after which the page was read
 * @throws Error if the document is not a list of posts
 */
export const parsePage = (text: string, list: string, since = 0): WirePage => {
  const { PostList: items, lastCId } = membersOf(parsed(text))
  if (!Array.isArray(items)) throw new Error('The other service answered with something else than a list of posts')
  if (items.length > MAX_ENTRIES) throw new Error('The other service answered with more posts than it was asked for')
  return { entries: items.map((item: unknown) => entryOf(item, list, since)), lastCId: numberIn(lastCId) }
}

/** Parses a document of the other service. @throws Error that says what was found if it is no JSON */
export const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    throw new Error(
      'The address leads to a document that is neither a blog nor a list of its published posts. ' +
        'Web pages and feeds are sources of the type blog provider'
    )
  }
}

const entryOf = (item: unknown, list: string, since: number): Entry => {
  const row = membersOf(item)
  const { Id, CId, Order, IsPublished, DeletedOn, Content, Type, AuthorName, Uuid, UpdatedOn, PinnedOn } = row
  const { IsKeyPoint, CreatedOn, PublishedOn } = row
  const id = textIn(Id) ?? ''
  const number = numberIn(CId)
  if (id === '') {
    const refusal = 'The other service lists a post without an Id.'
    return { number: number ?? since, post: unknownPost(JSON.stringify(item)), refusal }
  }
  const deletedOn = timeIn(DeletedOn)
  const state =
    deletedOn !== undefined ? 'deleted' : isTrue(IsPublished) && Order !== undefined ? 'published' : 'withdrawn'
  const { losses, ...meta } = metaIn(row)
  const unreadableTimes = TIMES.filter((name) => row[name] !== undefined && timeIn(row[name]) === undefined)
  const refusal = refusalOf(id, number)
  return {
    number: number ?? since,
    ...(refusal !== undefined && { refusal }),
    post: {
      id: idOf(id),
      state,
      // A post that has left the list has no identity here. One that leaves it while the page is read may still have
      // its position: with an identity made from its address, its copy would be taken for that of another post.
      ...(state === 'published' && { uuid: identityOf(textIn(Uuid), list, id), position: textIn(Order) }),
      type: textIn(membersOf(Type)['Key']) ?? 'normal',
      content: textIn(Content) ?? '',
      ...meta,
      losses: [...losses, ...unreadableTimes.map((name) => `Its ${name} cannot be read.`)],
      author: withoutAddresses(textIn(AuthorName)),
      createdOn: timeIn(CreatedOn),
      publishedOn: timeIn(PublishedOn),
      updatedOn: UpdatedOn === undefined ? null : timeIn(UpdatedOn),
      deletedOn,
      pinnedOn: timeIn(PinnedOn),
      isPinned: PinnedOn !== undefined,
      isKeyPoint: isTrue(IsKeyPoint),
      mark: [number, UpdatedOn, Order, PinnedOn].map((value) => textIn(value) ?? '').join(' ')
    }
  }
}

const TIMES = ['CreatedOn', 'PublishedOn', 'UpdatedOn'] as const

/** Returns a post in place of an entry that does not identify one. The same text always gets the same id. */
export const unknownPost = (text: string): SourcePost => ({
  id: hashId(text),
  state: 'published',
  type: 'normal',
  content: '',
  meta: {}
})

const refusalOf = (id: string, number: number | undefined): string | undefined => {
  if (id !== idOf(id)) return 'Its Id at the source is longer than 500 characters, or has some that cannot be stored.'
  return number === undefined ? `Its CId at the source is not a whole number up to ${MAX_NUMBER}.` : undefined
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
  return text !== undefined && /^\d{1,10}$/.test(text) && Number(text) <= MAX_NUMBER ? Number(text) : undefined
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

/** Returns the meta data of a post with their text, whose numbers may have more digits than a program can count. */
const metaIn = ({ Meta = '{}' }: Row): Pick<SourcePost, 'meta' | 'metaText'> & { losses: readonly string[] } => {
  const metaText = typeof Meta === 'string' ? Meta : JSON.stringify(Meta)
  try {
    const value: unknown = JSON.parse(metaText)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      return { meta: { ...value }, metaText, losses: [] }
    }
  } catch {
    // The loss says so.
  }
  return { meta: {}, losses: metaText === '' ? [] : ['Its meta data are not a JSON object: they are left out.'] }
}
