/** The state of the page of a blog. It lies in one value, and the page is rendered from it. */
import type { Filter } from './filter.ts'
import type { Panel } from './panels.ts'
import type { Post } from './post.ts'
import type { ArchivePage, Correction, Draft, Outgoing } from './writing.ts'

export interface Person {
  readonly Id: number
  readonly Name: string
}

/** The user, with the path of their picture, relative to the base URL. */
export interface Me extends Person {
  readonly Image?: string
}

/** A blog as its page shows it. */
export interface DeskBlog {
  readonly Id: number
  readonly Title: string
  readonly IsLive: boolean
  readonly IsClosed: boolean
  /** Number of changes to the blog itself, from which its stream reports further ones. */
  readonly version: number
  /** Whether somebody has set the time zone of the blog. Otherwise times are those of the device. */
  readonly hasZone: boolean
  /** Address of the blog in the resource tree. */
  readonly href: string
  /** Language tag of its posts. */
  readonly language: string
  readonly limits: Limits
}

/** Limits of the service. */
export interface Limits {
  /** Maximum number of characters of a post's content. */
  readonly content: number
  /** Maximum number of characters of a note to the author of a draft. */
  readonly note: number
  /** Maximum number of bytes of a file. */
  readonly fileBytes: number
  /** Media types of the files that it takes, and the ends of their names: browsers disagree about types of sound. */
  readonly fileTypes: readonly string[]
}

/** Somebody who is on the page of this blog now. */
export interface Present {
  readonly user: number
  readonly name: string
  /** The post that they are correcting. */
  readonly post?: number
}

/** The operation that takes back another one. */
export interface Undo {
  /** An operation on a post, or `publish-again`, `move`, `plan` or `restore`. */
  readonly action: string
  readonly post: number
  /** The post next to which it was. */
  readonly reference?: number
  /** Whether it was above that post. */
  readonly isAbove?: boolean
  /** The time that was planned. */
  readonly at?: string
  /** Change number of the post afterwards, so that nobody publishes or replaces later words unseen. */
  readonly version?: number
  /** The earlier contents of the post. */
  readonly content?: Pick<Post, 'Content' | 'Meta'>
}

/** A message that disappears. */
export interface Notice {
  readonly key: string
  readonly text: string
  readonly isError?: boolean
  /** The first words of the post that it is about. */
  readonly about?: string | undefined
  readonly undo?: Undo | undefined
  /** A correction or a post that the user has given up, and can bring back. */
  readonly dropped?: { readonly correction?: Correction; readonly outgoing?: Outgoing }
}

/** The last change and the last post that the user has seen: not every change is a new post. */
export interface Seen {
  /** Number of the last change. */
  readonly change: number
  /** When the last post was published, in milliseconds since 1970. */
  readonly on: number
}

/** Posts of a place that the page has not read. */
export interface UnreadPart {
  readonly count: number
  /** Id of the last post that the page has read. */
  readonly after: number
}

/** The posts that match a filter. */
export interface Matches {
  readonly ids: readonly number[]
  /** Down to this order, the page has all of them; undefined if it has those below, too. */
  readonly floor?: number | undefined
}

/** `live` while changes arrive, `waiting` while they do not, `ended` after the session has ended. */
export type Connection = 'starting' | 'live' | 'waiting' | 'ended' | 'gone'

export interface State {
  readonly base: string
  /** Address of the script of the editor for rich text. */
  readonly editor: string
  readonly me: Me
  /** Login name of the user. */
  readonly login: string
  /** Whether the user may write in this blog. */
  readonly mayPost: boolean
  /** Whether the user may publish in this blog. */
  readonly mayPublish: boolean
  readonly blog: DeskBlog
  /** Number of changes of followed blogs that waited for somebody when the page was read, and of failures. */
  readonly followed: number
  readonly people: readonly Person[]
  readonly posts: Readonly<Record<number, Post>>
  /** Number of the last change that the page has read. */
  readonly cursor: number
  /** The part of the timeline that the user has seen. */
  readonly seen: Seen
  /** New posts of colleagues, which wait until the user wants to see them. */
  readonly held: readonly number[]
  /** Down to this order, the page has all posts of the timeline; undefined if it has those below, too. */
  readonly floor?: number | undefined
  /** By place, the posts that wait beyond those that the page has read. */
  readonly beyond: Readonly<Partial<Record<Panel, UnreadPart>>>
  readonly panel: Panel
  readonly filter: Filter
  /** The posts that match the filter; undefined without one. */
  readonly matches?: Matches | undefined
  readonly draft: Draft
  /** Why the service refused the draft. */
  readonly reason?: string | undefined
  readonly outbox: readonly Outgoing[]
  readonly corrections: Readonly<Record<number, Correction>>
  /** The posts that an editor returns, with a note that may have been begun. */
  readonly returning: readonly number[]
  /** A post as the editor saw it before publishing failed, because its author had just changed it. */
  readonly overtaken?: Post | undefined
  readonly connection: Connection
  readonly present: readonly Present[]
  readonly notices: readonly Notice[]
  readonly dialog?: 'later' | 'pictures' | undefined
  /** The draft for which the dialog `later` asks for a time, as the user saw it; undefined for the text in the box. */
  readonly planned?: Post | undefined
  /** Whether the user sees this page for the first time on this device. */
  readonly isFirstVisit?: boolean
  /** The page of the archive in the dialog `pictures`; undefined until the service has answered. */
  readonly archive?: ArchivePage | undefined
  /** Whether scripts run: some functions need them. */
  readonly isAlive: boolean
  /** Whether the screen has no room next to the timeline: the preview is then below the box. */
  readonly isNarrow: boolean
  /** IANA name of the time zone in which the page shows times. */
  readonly zone: string
  /** Whether the user writes with the editor for rich text. */
  readonly isRich: boolean
  /** When the text was last kept on this device. */
  readonly keptAt?: string | undefined
  /** Whether the device keeps no texts: its storage is full or switched off. */
  readonly isUnsafe?: boolean
}
