/** Blogs and posts of other services, as the readers of all formats return them. */
import type { SourcePost } from '../db/copies/source-post.ts'

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

/** State of a post at its service. */
export type ForeignState = SourcePost['state']

/**
 * A post of another service, with the properties that only files and imports have. A source may have a post more than
 * once: then each is a later state of it, and properties that are absent there stay as they were. Posts without a
 * position are in the order of their times.
 */
export interface ForeignPost extends SourcePost {
  readonly kind: 'post'
  readonly updatedOn?: Date | undefined
  /** When a published post was withdrawn. */
  readonly withdrawnOn?: Date | undefined
  /** When a draft was handed in, and when it will be published. */
  readonly submittedOn?: Date | undefined
  readonly publishOn?: Date | undefined
  /** Why a draft was returned to its author. */
  readonly returnNote?: string | undefined
  /** Name of the form that a reader's comment came from. */
  readonly commentSource?: string | undefined
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

/** Something that a format has and Desk does not take over, or changes. */
export interface Loss {
  readonly kind: 'loss'
  /** The id of the post; absent if the blog is concerned. */
  readonly post?: string | undefined
  /** The kind of thing, such as `poll`: a report counts losses by it. */
  readonly what: string
  /** A sentence that says what became of it. */
  readonly why: string
}

/** Returns the loss of a thing of a post; of the blog if there is no id. */
export const lost = (post: string | undefined, what: string, why: string): Loss => ({ kind: 'loss', post, what, why })

/** An item that a reader finds in a source, in the source's own order. The blog comes first, if there is one. */
export type Foreign = ForeignBlog | ForeignPost | Loss
