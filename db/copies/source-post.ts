/** Posts of other services as the follower reads them, and as a copy remembers them. */
import { toXmlText } from '../../schemas/language/lexical.ts'
import { MAX_CONTENT } from '../../schemas/post.ts'

/** A post of another service. */
export interface SourcePost {
  /** Identifies the post at its source, for ever; at most 500 characters. */
  readonly id: string
  /** The identity of the post in all services that copy it; undefined if the source has none. */
  readonly uuid?: string | undefined
  /** A withdrawn post was published once. */
  readonly state: 'draft' | 'published' | 'withdrawn' | 'deleted'
  /** Key of a post type of Desk, such as `quote`. */
  readonly type: string
  /** May contain markup, which pages sanitise when they show it. Empty if the post is deleted. */
  readonly content: string
  /** Becomes the JSON object in `Meta`. */
  readonly meta: Readonly<Record<string, unknown>>
  /** The text of `meta`, if `JSON.stringify` would write it in another way. */
  readonly metaText?: string | undefined
  /** The texts with the addresses of pictures in the archive here; undefined if they are the same. */
  readonly local?: Pick<SourcePost, 'content' | 'meta' | 'metaText'> | undefined
  /** Sentences about the parts of the post that are not copied. */
  readonly losses?: readonly string[] | undefined
  /** The name of the author, never an e-mail address. */
  readonly author?: string | undefined
  readonly createdOn?: Date | undefined
  readonly publishedOn?: Date | undefined
  /** `null`: the post was never changed; undefined: the source does not say. */
  readonly updatedOn?: Date | null | undefined
  readonly deletedOn?: Date | undefined
  /** When the post was pinned, if the source says so. */
  readonly pinnedOn?: Date | undefined
  /** A decimal number: higher ones are above. Undefined if the source does not say, as of deleted posts. */
  readonly position?: string | undefined
  readonly isPinned?: boolean | undefined
  readonly isKeyPoint?: boolean | undefined
  /** Changes with each change of the post at its source. */
  readonly mark?: string | undefined
  /** Whether only the beginning of a text was stored, because no post can have the whole. */
  readonly isCut?: boolean | undefined
}

/** A part of a change that is not carried out. */
export interface Leftover {
  /** `partial`: the post is copied, but for something that this service cannot have. */
  readonly kind: 'refused' | 'offered' | 'partial'
  readonly reason: string
}

/** The last known state of a post at its source. A state that was set here stays until the source changes its own. */
export interface Recorded {
  readonly state: SourcePost['state']
  /** The hash of the source's type, content and meta data. */
  readonly content: string
  readonly publishedOn?: string | undefined
  readonly updatedOn?: string | undefined
  readonly isPinned: boolean
  readonly pinnedOn?: string | undefined
  readonly isKeyPoint: boolean
  readonly mark?: string | undefined
}

/**
 * Returns the meta data of a post as text. JSON escapes a lone surrogate, which `toXmlText` would not see in the text,
 * and which PostgreSQL would not read.
 */
export const metaTextOf = ({ meta, metaText }: Pick<SourcePost, 'meta' | 'metaText'>): string =>
  metaText ?? JSON.stringify(meta, (_name, value: unknown) => (typeof value === 'string' ? toXmlText(value) : value))

/**
 * Returns a post as JSON for the table of parked changes, which cannot store every character. Meta data are stored as
 * text, because they may have any. Of a text that is too long for a post, only the beginning is stored: a source could
 * fill the disk with others, and a list of the changes reads all of them.
 */
export const toJson = (post: SourcePost) => {
  const asText = (part: Pick<SourcePost, 'meta' | 'metaText'>) => ({ meta: {}, metaText: metaTextOf(part) })
  const { local } = post
  const texts = { ...post, ...asText(post), ...(local && { local: { ...local, ...asText(local) } }) }
  let isCut = post.isCut
  const text = JSON.stringify(texts, (_name, value: unknown) => {
    if (typeof value !== 'string') return value
    if (value.length > MAX_CONTENT) isCut = true
    return toXmlText(value.slice(0, MAX_CONTENT))
  })
  const json: Record<string, string | number | boolean> = JSON.parse(text)
  return { ...json, ...(isCut === true && { isCut }) }
}

/** Returns the post that `toJson` has stored. */
export const fromJson = (json: SourcePost): SourcePost => ({
  ...json,
  ...Object.fromEntries(
    MOMENTS.flatMap((name) => {
      const { [name]: moment } = json
      return moment === undefined || moment === null ? [] : [[name, new Date(moment)]]
    })
  )
})

const MOMENTS = ['createdOn', 'publishedOn', 'updatedOn', 'deletedOn', 'pinnedOn'] as const
