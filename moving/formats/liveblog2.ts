/** Reads blogs of Live Blog 2 and of Desk over their REST interface: both speak the same wire. */
import { parseMoment } from '../../schemas/language/lexical.ts'
import { MAX_CONTENT } from '../../schemas/post.ts'
import { lost, type Foreign, type ForeignState } from '../foreign.ts'
import { isPlainObject, objectFrom } from '../../schemas/language/rows.ts'
import { dateOf, flagIn, scalarIn, objectIn, objectsIn, textIn, type GetJson, type JsonObject } from './json.ts'
import { unreadableDates } from './losses.ts'

/** Posts that are asked for at a time. */
const PAGE = 100
/** Posts that are read, in case a service answers every page with posts. */
const MAX_POSTS = 1_000_000

/** Dates in ISO 8601. A service that does not know the header sends them in its short form, to the minute. */
const ISO = "yyyy-MM-ddTHH:mm:ss'Z'"

/**
 * Reads a blog with all posts that are or were published.
 * @param address the address of the blog, `…/resources/LiveDesk/Blog/1`, or of one of its lists
 * @throws Error if the address has no blog
 */
export async function* readLiveBlog2(
  address: URL,
  get: GetJson,
  onTotal: (posts: number) => void = () => {}
): AsyncGenerator<Foreign> {
  const [, path] = /^(.*\/Blog\/\d+)/.exec(address.pathname) ?? []
  if (path === undefined) {
    throw new Error(`${address.href} is not the address of a blog, such as …/resources/Desk/Blog/1`)
  }
  const base = new URL(path, address)
  const blog = await get(base, { 'x-filter': '*, Language.Code', 'x-format-datetime': ISO })
  yield {
    kind: 'blog',
    id: base.href,
    title: textIn(blog, 'Title'),
    description: textIn(blog, 'Description'),
    language: textIn(objectIn(blog, 'Language') ?? {}, 'Code'),
    createdOn: momentIn(blog, 'CreatedOn'),
    liveOn: momentIn(blog, 'LiveOn'),
    closedOn: momentIn(blog, 'ClosedOn'),
    outputLink: textIn(blog, 'OutputLink'),
    embedConfig: textIn(blog, 'EmbedConfig')
  }
  // The list ends with the withdrawn posts. If one is withdrawn while the pages are read, those after it move up, and
  // the next page begins after one that was on no page.
  const ids = new Set<string>()
  let offset = 0
  while (offset < MAX_POSTS) {
    const page = new URL(`${path}/Post/Published`, address)
    page.search = String(new URLSearchParams({ 'cId.since': '0', asc: 'order', limit: `${PAGE}`, offset: `${offset}` }))
    const list = await get(page, { 'x-filter': '*', 'x-format-datetime': ISO })
    if (!('PostList' in list)) throw new Error(`${page.href} is not a list of posts`)
    const posts = objectsIn(list, 'PostList')
    const total = Number(scalarIn(list, 'total') ?? Infinity)
    if (total < Infinity) onTotal(total)
    for (const [index, post] of posts.entries()) {
      ids.add(idOf(post) ?? `${offset + index} has no id`)
      yield* postOf(post)
    }
    offset += posts.length
    // A service may answer with fewer posts than it is asked for, so a short page alone is not the last one.
    if (posts.length === 0 || (posts.length < PAGE && offset >= total)) {
      if (total < Infinity && ids.size < total) yield lost(undefined, 'missing posts', CHANGED)
      return
    }
  }
  yield lost(undefined, 'missing posts', `The blog has more than ${MAX_POSTS} posts: the others are missing.`)
}

const CHANGED = 'The blog changed while it was read: run this again.'

const idOf = (post: JsonObject) => scalarIn(post, 'Id') ?? textIn(post, 'href')

function* postOf(post: JsonObject): Generator<Foreign> {
  const id = idOf(post)
  if (id === undefined) {
    yield lost(undefined, 'entry without id', 'A post without an Id was left out.')
    return
  }
  const { Type: type } = post
  const { isReadable, ...meta } = metaIn(post)
  const deletedOn = momentIn(post, 'DeletedOn')
  const isDeleted = textIn(post, 'DeletedOn') !== undefined
  const pinnedOn = momentIn(post, 'PinnedOn')
  yield {
    kind: 'post',
    id,
    uuid: uuidIn(post),
    state: stateOf(isDeleted, flagIn(post, 'IsPublished')),
    type: (isPlainObject(type) ? textIn(type, 'Key') : textIn(post, 'Type')) ?? 'normal',
    content: isDeleted ? '' : (textIn(post, 'Content') ?? ''),
    ...meta,
    author: textIn(post, 'AuthorName'),
    createdOn: momentIn(post, 'CreatedOn'),
    publishedOn: momentIn(post, 'PublishedOn'),
    updatedOn: momentIn(post, 'UpdatedOn'),
    deletedOn,
    position: scalarIn(post, 'Order'),
    pinnedOn,
    isPinned: pinnedOn !== undefined,
    isKeyPoint: flagIn(post, 'IsKeyPoint')
  }
  if (!isReadable) yield lost(id, 'meta data', 'The meta data is no JSON object.')
  for (const name of DATES) {
    const text = textIn(post, name)
    if (text !== undefined && momentIn(post, name) === undefined) yield* unreadableDates(id, { [name]: text })
  }
}

const DATES = ['CreatedOn', 'PublishedOn', 'UpdatedOn', 'DeletedOn', 'PinnedOn'] as const

const stateOf = (isDeleted: boolean, isPublished: boolean | undefined): ForeignState => {
  if (isDeleted) return 'deleted'
  return isPublished === false ? 'withdrawn' : 'published'
}

/** Returns the meta data of a post, with their text, whose numbers may have more digits than a program can count. */
export const metaIn = (post: JsonObject) => {
  const { Meta: value } = post
  const metaText = value === undefined || typeof value === 'string' ? value : JSON.stringify(value)
  // The database refuses longer texts, so they are not parsed.
  const meta = metaText !== undefined && metaText.length > MAX_CONTENT ? {} : objectFrom(metaText ?? '{}')
  return meta === undefined ? { meta: {}, isReadable: !metaText } : { meta, metaText, isReadable: true }
}

/** Returns the identity of a post. Live Blog 2 leaves the hyphens out. */
export const uuidIn = (post: JsonObject): string | undefined =>
  textIn(post, 'Uuid')?.replace(/^([\da-f]{8})([\da-f]{4})([\da-f]{4})([\da-f]{4})([\da-f]{12})$/i, '$1-$2-$3-$4-$5')

/** Returns a moment in ISO 8601, or in the short form of the United States, such as `3/5/13 3:04 PM`, in UTC. */
export const momentIn = (object: JsonObject, key: string): Date | undefined => {
  const text = textIn(object, key)
  const [, month, day, year = '', hour, minute, second = '00', half = ''] = SHORT.exec(text ?? '') ?? []
  if (month === undefined) return parseMoment(text ?? '') ?? dateOf(text)
  const hours = half === '' ? Number(hour) : (Number(hour) % 12) + (/p/i.test(half) ? 12 : 0)
  const years = year.length === 2 ? 2000 + Number(year) : Number(year)
  return dateOf(
    new Date(Date.UTC(years, Number(month) - 1, Number(day), hours, Number(minute), Number(second))).toJSON()
  )
}

const SHORT = /^(\d{1,2})\/(\d{1,2})\/(\d{2}|\d{4}),? (\d{1,2}):(\d{2})(?::(\d{2}))?\s?([AP]M)?$/i
