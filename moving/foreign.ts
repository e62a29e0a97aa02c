/** Blogs and posts of other services, in the one form into which the readers of all formats bring them. */

/** A blog of another service. */
export interface ForeignBlog {
  readonly kind: 'blog'
  /** Identifies the blog at its service: an address, or an id. Posts are recognised by it and their own id. */
  readonly id: string
  readonly title?: string | undefined
  /** Name of the type of the blog. */
  readonly type?: string | undefined
  /** May contain markup. */
  readonly description?: string | undefined
  /** Code of a language, such as `de` or `pt-BR`. */
  readonly language?: string | undefined
  readonly createdOn?: Date | undefined
  /** When readers last saw a correction. */
  readonly updatedOn?: Date | undefined
  readonly liveOn?: Date | undefined
  readonly startsOn?: Date | undefined
  readonly closedOn?: Date | undefined
  /** Address of the page that shows the blog. */
  readonly outputLink?: string | undefined
  /** Settings of the embed: a JSON object as text. */
  readonly embedConfig?: string | undefined
  /** Seconds for which the source asks not to be read again. */
  readonly pause?: number | undefined
  /** Values of the blog's configuration by name. */
  readonly configuration?: Readonly<Record<string, string>> | undefined
  /** The creator of the blog and its members. */
  readonly people?: readonly ForeignPerson[] | undefined
}

/** Somebody who works on a blog. */
export interface ForeignPerson {
  /** Never an e-mail address. */
  readonly name: string
  /** `Creator`, or the name of a type of members, such as `Administrator`. */
  readonly role: string
}

/** State of a post at its service. A withdrawn post was published once. */
export type ForeignState = 'draft' | 'published' | 'withdrawn' | 'deleted'

/**
 * A post of another service. A source may have a post more than once: then each is a later state of it, and properties
 * that are absent there stay as they were.
 */
export interface ForeignPost {
  readonly kind: 'post'
  /** Identifies the post in its blog, for ever; at most 500 characters. */
  readonly id: string
  /** The identity of the post in all services that copy it; derived from `id` if the format has none. */
  readonly uuid?: string | undefined
  readonly state: ForeignState
  /** Key of a post type of Desk, such as `quote`. */
  readonly type: string
  /** May contain markup, which pages sanitise when they show it. Empty if the post is deleted. */
  readonly content: string
  /** Becomes the JSON object in `Meta`. */
  readonly meta: Readonly<Record<string, unknown>>
  /** The text of `meta`, if `JSON.stringify` would write it in another way. */
  readonly metaText?: string | undefined
  /** The name of the author, never an e-mail address. */
  readonly author?: string | undefined
  readonly createdOn?: Date | undefined
  readonly publishedOn?: Date | undefined
  readonly updatedOn?: Date | undefined
  readonly deletedOn?: Date | undefined
  /** When a published post was withdrawn. */
  readonly withdrawnOn?: Date | undefined
  /** When a draft was handed in, and when it will be published. */
  readonly submittedOn?: Date | undefined
  readonly publishOn?: Date | undefined
  /** Why a draft was returned to its author. */
  readonly returnNote?: string | undefined
  /** Name of the form that a reader's comment came from. */
  readonly commentSource?: string | undefined
  /** The position as a decimal number: higher ones stand above. By default, posts stand in the order of their times. */
  readonly position?: string | undefined
  readonly isPinned?: boolean | undefined
  /** When the post was pinned, if the format says so. */
  readonly pinnedOn?: Date | undefined
  readonly isKeyPoint?: boolean | undefined
  /** Files that belong to the post, such as the pictures in its content. */
  readonly media?: readonly ForeignFile[] | undefined
}

/** A file of a post. */
export interface ForeignFile {
  /** The address of the file, as the content or the meta data of the post has it. */
  readonly address: string
  /** Path of a copy, relative to the folder of the source, such as `media/3f2a.jpg`. */
  readonly file?: string | undefined
  /** SHA-256 of the file, as hexadecimal digits. */
  readonly sha256?: string | undefined
}

/** Something that a format has and Desk does not take over, or takes over in another form. */
export interface Loss {
  readonly kind: 'loss'
  /** The id of the post; absent if the blog is concerned. */
  readonly post?: string | undefined
  /** The kind of thing, such as `poll`: a report counts losses by it. */
  readonly what: string
  /** A sentence about what became of it. */
  readonly why: string
}

/** Returns the loss of a thing of a post; of the blog if there is no id. */
export const lost = (post: string | undefined, what: string, why: string): Loss => ({ kind: 'loss', post, what, why })

/** An item that a reader finds in a source, in the source's own order. The blog comes first, if there is one. */
export type Foreign = ForeignBlog | ForeignPost | Loss
