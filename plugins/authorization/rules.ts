/**
 * The rights table. Each route that changes something names one of these rules; the hook of
 * this plugin enforces it, `GET Gateway` shows it, and docs/rights.md lists every route with it.
 */

/** Conditions of a rule. A user who meets one of them may pass; a rule without any lets every user pass. */
export interface Rule {
  /** Names the users who may pass, as a part of a sentence. */
  readonly may: string
  /** The standing in the request's blog that lets a user pass. */
  readonly inBlog?: 'MayPost' | 'MayPublish'
  /** The name of the right that lets a user pass. */
  readonly right?: string
  /** Whether the user whose address it is may pass. */
  readonly isForSelf?: boolean
}

export const rules = {
  user: { may: 'everybody with a session' },
  member: {
    may: 'the creator and the members of the blog, and holders of the right Livedesk edit',
    inBlog: 'MayPost'
  },
  author: {
    may:
      'the creator and the administrators of the blog, and holders of the right Livedesk edit; other members may do ' +
      'it to drafts of their own',
    inBlog: 'MayPost'
  },
  publisher: {
    may: 'the creator and the administrators of the blog, and holders of the right Livedesk edit',
    inBlog: 'MayPublish'
  },
  editor: { may: 'holders of the right Livedesk edit', right: 'Livedesk edit' },
  archivist: { may: 'holders of the right IAM upload', right: 'IAM upload' },
  staff: { may: 'holders of the right Users update', right: 'Users update' },
  self: { may: 'the user themselves, and holders of the right Users update', right: 'Users update', isForSelf: true }
} as const satisfies Readonly<Record<string, Rule>>

/** The name of a rule. */
export type Who = keyof typeof rules
