/** Blogs and posts of other services, in the one form into which the readers of all formats bring them. */

/** A blog of another service. */
export interface ForeignBlog {
  readonly kind: 'blog'
  /** Identifies the blog at its service: an address, or an id. Posts are recognised by it and their own id. */
  readonly id: string
  readonly title?: string
  /** May contain markup. */
  readonly description?: string
  /** Code of a language, such as `de` or `pt-BR`. */
  readonly language?: string
  readonly createdOn?: Date
  readonly liveOn?: Date
  readonly closedOn?: Date
}

/** Where a post stands at its service. A withdrawn post was published once. */
export type ForeignState = 'draft' | 'published' | 'withdrawn' | 'deleted'

/** A post of another service. */
export interface ForeignPost {
  readonly kind: 'post'
  /** Identifies the post in its blog, for ever; at most 500 characters. */
  readonly id: string
  /** The identity of the post in all services that copy it; derived from `id` if the format has none. */
  readonly uuid?: string
  readonly state: ForeignState
  /** Key of a post type of Desk, such as `quote`. */
  readonly type: string
  /** May contain markup, which pages sanitise when they show it. Empty if the post is deleted. */
  readonly content: string
  /** Becomes the JSON object in `Meta`. */
  readonly meta: Readonly<Record<string, unknown>>
  /** The name of the author, never an e-mail address. */
  readonly author?: string
  readonly createdOn?: Date
  readonly publishedOn?: Date
  readonly updatedOn?: Date
  readonly deletedOn?: Date
  /** The position as a decimal number: higher ones stand above. By default, posts stand in the order of their times. */
  readonly position?: string
  readonly isPinned?: boolean
  readonly isKeyPoint?: boolean
}

/** Something that a format has and Desk does not take over, or takes over in another form. */
export interface Loss {
  readonly kind: 'loss'
  /** The id of the post; absent if the blog is concerned. */
  readonly post?: string
  /** The kind of thing, such as `poll`: a report counts losses by it. */
  readonly what: string
  /** A sentence about what became of it. */
  readonly why: string
}

/** What a reader finds in a source, in the source's own order. The blog comes first, if there is one. */
export type Foreign = ForeignBlog | ForeignPost | Loss
