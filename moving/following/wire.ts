/** Reads the lists of posts of Desk and of Live Blog 2, which are the same, as JSON. */
import type { SourcePost } from '../../db/copies/index.ts'
import { membersOf, type Row } from '../../schemas/language/rows.ts'
import { hashId, idOf, withoutAddresses } from '../fit.ts'
import { documentFrom, flagIn, scalarIn } from '../formats/json.ts'
import { metaIn, momentIn, uuidIn } from '../formats/liveblog2.ts'
import { isUuid, uuidOf } from '../identity.ts'

/** An entry of a list: the present state of a post, and the number of its last change. */
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

/** Entries of a page, at most: twice as many as a follower asks for, and few enough to be read at once. */
const MAX_ENTRIES = 2000

/** The highest change number that a cursor can have. */
const MAX_NUMBER = 2_147_483_647

/**
 * Parses a page. Entries that cannot be read are refusals, so that the others go on.
 * @param since the cursor after which the page was read
 * @throws Error if the document is not a list of posts
 */
export const parsePage = (text: string, list: string, since = 0): WirePage => {
  const document = parsed(text)
  const { PostList: items } = document
  if (!Array.isArray(items)) throw new Error('The other service answered with something else than a list of posts')
  if (items.length > MAX_ENTRIES) throw new Error('The other service answered with more posts than it was asked for')
  return {
    entries: items.map((item: unknown) => entryOf(item, list, since)),
    lastCId: changeNumberIn(document, 'lastCId')
  }
}

/** Parses a document of the other service. @throws Error that says what was found if it is no JSON object */
export const parsed = (text: string): Row => {
  const document = documentFrom(text)
  if (document !== undefined) return document
  throw new Error(
    'The address leads to a document that is neither a blog nor a list of its published posts. ' +
      'Web pages and feeds are sources of the type blog provider'
  )
}

const entryOf = (item: unknown, list: string, since: number): Entry => {
  const row = membersOf(item)
  const id = scalarIn(row, 'Id')
  const number = changeNumberIn(row, 'CId')
  if (id === undefined) {
    const refusal = 'The other service lists a post without an Id.'
    return { number: number ?? since, post: unknownPost(JSON.stringify(item)), refusal }
  }
  const deletedOn = momentIn(row, 'DeletedOn')
  const isShown = flagIn(row, 'IsPublished') === true && row['Order'] !== undefined
  const state = deletedOn !== undefined ? 'deleted' : isShown ? 'published' : 'withdrawn'
  const { isReadable, ...meta } = metaIn(row)
  const unreadable = TIMES.filter((name) => row[name] !== undefined && momentIn(row, name) === undefined)
  const losses = unreadable.map((name) => `Its ${name} cannot be read.`)
  const refusal = refusalOf(id, number)
  return {
    number: number ?? since,
    ...(refusal !== undefined && { refusal }),
    post: {
      id: idOf(id),
      state,
      // A post that has left the list has no identity here. One that leaves it while the page is read may still have
      // its position: with an identity made from its address, its copy would be taken for that of another post.
      ...(state === 'published' && { uuid: identityOf(uuidIn(row), list, id), position: scalarIn(row, 'Order') }),
      type: scalarIn(membersOf(row['Type']), 'Key') ?? 'normal',
      content: scalarIn(row, 'Content') ?? '',
      ...meta,
      losses: [...(isReadable ? [] : ['Its meta data are not a JSON object: they are left out.']), ...losses],
      author: withoutAddresses(scalarIn(row, 'AuthorName')),
      createdOn: momentIn(row, 'CreatedOn'),
      publishedOn: momentIn(row, 'PublishedOn'),
      updatedOn: row['UpdatedOn'] === undefined ? null : momentIn(row, 'UpdatedOn'),
      deletedOn,
      pinnedOn: momentIn(row, 'PinnedOn'),
      isPinned: row['PinnedOn'] !== undefined,
      isKeyPoint: flagIn(row, 'IsKeyPoint') === true,
      mark: [number, ...MARKS.map((name) => scalarIn(row, name) ?? '')].join(' ')
    }
  }
}

const TIMES = ['CreatedOn', 'PublishedOn', 'UpdatedOn'] as const
/** The properties that change with each change of a post, besides its number. */
const MARKS = ['UpdatedOn', 'Order', 'PinnedOn'] as const

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

/** Returns the identity of a post, or one that is made of the address of its list and its id. */
const identityOf = (uuid: string | undefined, list: string, id: string): string =>
  uuid !== undefined && isUuid(uuid) ? uuid.toLowerCase() : uuidOf(list, id)

const changeNumberIn = (object: Row, key: string): number | undefined => {
  const text = scalarIn(object, key) ?? ''
  return /^\d{1,10}$/.test(text) && Number(text) <= MAX_NUMBER ? Number(text) : undefined
}
