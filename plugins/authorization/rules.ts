/**
 * The access rules. Each route that changes something names one of them. The preHandler hook of this plugin enforces
 * the rule, `GET Gateway` lists it, and docs/rights.md lists the routes with their rules.
 */
import type { Row } from '../../schemas/language/rows.ts'
import type { Allowance } from '../../schemas/token.ts'

/** The conditions of an access rule. A user must meet one of them; a rule without conditions allows every user. */
export interface Rule {
  /** Describes the users whom the rule allows, as the subject of "… may do this". */
  readonly may: string
  /** Allows users with this permission in the blog of the request. */
  readonly inBlog?: 'MayPost' | 'MayPublish'
  /** Allows users who have the right with this name. Together with `inBlog`, it counts for items without a blog. */
  readonly right?: string
  /** Allows the user whose id is in the path. */
  readonly isForSelf?: boolean
  /** The least that a limited API token must allow. Without it, the rule is closed to limited tokens. */
  readonly token?: Allowance
  /** Whether a token for one blog may, although the data of the rule belongs to no blog. */
  readonly isShared?: boolean
}

export const rules = {
  user: { may: 'users who are logged in' },
  member: {
    may: 'the creator and the members of the blog, and holders of the right Livedesk edit',
    inBlog: 'MayPost',
    token: 'draft'
  },
  author: {
    may:
      'the creator and the administrators of the blog, holders of the right Livedesk edit and, with their own ' +
      'drafts, the other members of the blog',
    inBlog: 'MayPost',
    token: 'draft'
  },
  publisher: {
    may: 'the creator and the administrators of the blog, and holders of the right Livedesk edit',
    inBlog: 'MayPublish',
    token: 'publish'
  },
  editor: { may: 'holders of the right Livedesk edit', right: 'Livedesk edit' },
  webhookKeeper: {
    may: 'those who may publish in the blog of the webhook; for all blogs, holders of the right Livedesk edit',
    inBlog: 'MayPublish',
    right: 'Livedesk edit'
  },
  archivist: { may: 'holders of the right IAM upload', right: 'IAM upload', token: 'publish' },
  uploader: { may: 'holders of the right IAM upload', right: 'IAM upload', token: 'draft', isShared: true },
  staff: { may: 'holders of the right Users update', right: 'Users update' },
  self: { may: 'the user themselves, and holders of the right Users update', right: 'Users update', isForSelf: true }
} as const satisfies Readonly<Record<string, Rule>>

export type RuleName = keyof typeof rules

/** The access rule of a route. A route without a rule is open to everybody. */
export interface Access {
  readonly who?: RuleName
  /**
   * Whether the route decides who can log in as a user, or what they may. A token cannot do that for its own user, nor
   * for all who have a role.
   */
  readonly decidesAccess?: boolean
  /** Finds the blog whose members the rule allows. Without it, this is the blog in the path. */
  readonly blogOf?: (request: { readonly params: Row; readonly body: Row }) => Promise<number | undefined>
  /** Returns whether the state of an item allows the action; pages offer it only then. By default, every state does. */
  readonly applies?: (item: Row) => boolean
}

/** The rule of a route, and the blog whose members it allows. */
export interface Guard {
  /** Undefined if everybody may. */
  readonly who: RuleName | undefined
  readonly blogOf: Access['blogOf'] | undefined
  /** Name of the path parameter with the id of the blog that the route belongs to; undefined if it belongs to none. */
  readonly blogParameter: string | undefined
}
