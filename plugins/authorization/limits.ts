/**
 * The limits of API tokens and of assistants, which restrict the rights of their users. An assistant is a program that
 * a language model steers (docs/assistants.md). Texts that it reads can mislead it, so it drafts, and publishes only
 * for users with a right for that.
 */
import type { SessionUser } from '../../db/sessions.ts'
import { ALLOWANCES, type Allowance } from '../../schemas/token.ts'
import type { Rule } from './rules.ts'

/** Header of the requests of assistants. It only ever takes rights away, so any program may send it. */
export const ASSISTANT = 'x-assistant'

/** Name of the right of users whose assistants may publish. No role has it unless somebody adds it. */
export const PUBLISHING = 'Assistant publish'

/** Returns whether the allowance of a token is enough. */
export const isEnough = (allowed: Allowance, needed: Allowance): boolean =>
  ALLOWANCES.indexOf(allowed) >= ALLOWANCES.indexOf(needed)

/** Returns a user as an assistant acts for them. @param rights names of the user's rights */
export const assistantOf = (user: SessionUser, rights: ReadonlySet<string>): SessionUser => {
  const most = rights.has(PUBLISHING) ? 'publish' : 'draft'
  const { Allows = most } = user
  return { ...user, Client: 'assistant', Allows: isEnough(Allows, most) ? most : Allows }
}

/**
 * Returns why a limited API token, or an assistant, does not allow the action of a rule; undefined if it does.
 * @param allows the most that it allows
 * @param blogId the blog of the request, if it belongs to one
 */
export const tokenRefusal = (
  allows: Allowance,
  { Blog, Client }: SessionUser,
  { token, inBlog, isShared = false }: Rule,
  blogId: number | undefined
): string | undefined => {
  const isAssistant = Client === 'assistant'
  if (token === undefined) return `${isAssistant ? 'Assistants' : 'API tokens with limits'} cannot do this; log in`
  if (!isEnough(allows, token)) {
    if (!isAssistant) return `This API token allows ${allows} only, and this needs ${token}`
    const right = token === 'publish' ? ` and the right ${PUBLISHING}` : ''
    return `This assistant may ${allows} only, and this needs ${token}${right}`
  }
  const isElsewhere = Blog !== undefined && (inBlog === undefined ? !isShared : blogId !== Blog)
  return isElsewhere ? `This API token is for blog ${Blog} only` : undefined
}
