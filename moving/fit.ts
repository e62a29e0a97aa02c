/** Makes posts of other services fit into Desk: its limits, its types of posts, and its characters. */
import { createHash } from 'node:crypto'
import { metaTextOf } from '../db/copies/source-post.ts'
import { MAX_CONTENT, MAX_NOTE } from '../schemas/post.ts'
import { isXmlText, toXmlText } from '../schemas/language/lexical.ts'
import { lost, type ForeignPost, type Loss } from './foreign.ts'
import { isUuid } from './identity.ts'

/** Reports a loss of a post. */
type Report = (what: string, why: string) => void

const MAX_ID = 500
const MAX_NAME = 255
const MAX_FORM = 100
/** Maximum number of characters of an author that are searched for a name: each word takes time. */
const MAX_AUTHOR = 1000

/**
 * Returns a post that Desk can store, and its losses.
 * @param types keys of the types of posts that Desk has
 */
export const fit = (post: ForeignPost, types: ReadonlySet<string>): { post: ForeignPost; losses: readonly Loss[] } => {
  const losses: Loss[] = []
  const id = idOf(post.id)
  const report: Report = (what, why) => losses.push(lost(id, what, why))
  const hasType = types.has(post.type)
  if (!hasType) report('type', `Desk has no posts of the type ${JSON.stringify(post.type)}: it became a plain post.`)
  const text = (what: string, value: string | undefined, max: number) =>
    value === undefined ? undefined : textOf(what, value, max, report)
  const hasPosition = post.position === undefined || DECIMAL.test(post.position)
  if (!hasPosition) report('position', `The position ${JSON.stringify(post.position)} is not a decimal number.`)
  return {
    losses,
    post: {
      ...post,
      id,
      uuid: post.uuid !== undefined && isUuid(post.uuid) ? post.uuid.toLowerCase() : undefined,
      type: hasType ? post.type : 'normal',
      content: textOf('content', post.content, MAX_CONTENT, report),
      ...metaOf(post, report),
      author: text('author', authorOf(post.author, report), MAX_NAME),
      returnNote: text('note', post.returnNote, MAX_NOTE),
      commentSource: text('comment form', post.commentSource, MAX_FORM),
      position: hasPosition ? post.position : undefined
    }
  }
}

const DECIMAL = /^-?\d{1,40}(\.\d{1,40})?$/

/** Returns the id of a post, or its hash if it has characters or a length that Desk can't store. */
export const idOf = (id: string): string => (id !== '' && id.length <= MAX_ID && isXmlText(id) ? id : hashId(id))

/** Returns the id of something that has none: the hash of a text that describes it. */
export const hashId = (text: string): string => `sha256:${createHash('sha256').update(text).digest('hex')}`

const textOf = (what: string, value: string, max: number, report: Report): string => {
  const text = toXmlText(value)
  if (text !== value) report('characters', `Characters of the ${what} that no document may have became U+FFFD.`)
  if (text.length <= max) return text
  report('length', `The ${what} has ${text.length} characters; only the first ${max} were kept.`)
  // The cut must split neither a surrogate pair nor a tag.
  return text.slice(0, max).replace(/[\ud800-\udbff]$|<[^<>]*$/, '')
}

const metaOf = ({ meta, metaText }: ForeignPost, report: Report): Pick<ForeignPost, 'meta' | 'metaText'> => {
  const text = metaTextOf({ meta, metaText })
  if (text.length > MAX_CONTENT) {
    report(
      'meta data',
      `The meta data has ${text.length} characters, and at most ${MAX_CONTENT} are kept: it was dropped.`
    )
    return { meta: {}, metaText: undefined }
  }
  return { meta, metaText: toXmlText(text) }
}

const authorOf = (author: string | undefined, report: Report): string | undefined => {
  if (author?.includes('@') === true) report('e-mail address', 'E-mail addresses of authors are not published.')
  return withoutAddresses(author)
}

/** Returns the name of an author without e-mail addresses, shortened; undefined if nothing is left. */
export const withoutAddresses = (author: string | undefined): string | undefined => {
  const start = author?.slice(0, MAX_AUTHOR)
  const hasAddress = start?.includes('@') === true
  const name = hasAddress ? start.replace(/\S+/g, withoutAddress).replace(/[<>()"]/g, ' ') : start
  return name?.replace(/\s+/g, ' ').trim() || undefined
}

/** Word by word: an expression for a whole address would take minutes for a long name without one. */
const withoutAddress = (word: string): string => (/.@./.test(word) ? ' ' : word)
