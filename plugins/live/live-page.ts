/** A page of a blog, as its parts get it. */
import type { LiveBlog } from '../../db/posts/live.ts'
import type { PostRow } from '../../schemas/post.ts'
import type { Labels } from '../labels/labels.ts'
import type { Lead, Theme } from '../pages/embed-config.ts'

/** A page that another one leads to: newer, older, the newest or the oldest posts, or the whole blog. */
export type OtherPage = 'newest' | 'oldest' | 'newer' | 'older' | 'whole'

/** The posts that a page shows, and the pages that it leads to. */
export interface Selection {
  readonly posts: readonly PostRow[]
  /** The pinned posts, which are above all others. Undefined if this page shows them at their places only. */
  readonly pinned?: readonly PostRow[]
  /** The post that the address of this page leads to. Undefined if it leads to no single post. */
  readonly marked?: PostRow
  /** The kind of posts that this page is limited to. Undefined if it shows all posts of a range. */
  readonly shows?: 'key-points'
  /** Address of this page. */
  readonly address: string
  /** The side of the list at which new posts appear. Undefined if this page never shows new posts. */
  readonly grows?: 'start' | 'end'
  /** Addresses of other pages. */
  readonly pages: Readonly<Partial<Record<OtherPage, string | undefined>>>
  /** The page that continues where this one ends, so that the script can add its posts to this one. */
  readonly next?: OtherPage
  /** Whether the page confirms that a comment has arrived. */
  readonly isCommentSent?: boolean
}

/** A page of a blog's posts. */
export interface LivePage extends Selection {
  readonly blog: LiveBlog
  /** The key points of the blog, the newest first. Undefined if this page does not list them. */
  readonly keyPosts?: readonly PostRow[]
  /** Base URL without a final slash. */
  readonly base: string
  /** Name of the service for readers. */
  readonly siteName: string
  /** The labels in the language and time zone of the blog. */
  readonly labels: Labels
  readonly theme: Theme
  /** The lead picture or video of the blog. */
  readonly lead?: Lead | undefined
  /** Address of the form for comments; undefined if the blog takes none. */
  readonly commentAddress?: string | undefined
  /** Whether pages of other sites may show the blog. */
  readonly isEmbeddable: boolean
  /** Whether the page is in a frame of another site. */
  readonly isFrame?: boolean
  /** Addresses of style sheets and scripts. */
  readonly styles: readonly string[]
  readonly scripts: readonly string[]
  /** Address of the blog in the resource tree. */
  readonly resource: string
  /** Address of the list of published posts without its query. */
  readonly list: string
  /** The way the page follows its blog: by streams where possible, or only by polls. */
  readonly updates: 'stream' | 'poll'
}
