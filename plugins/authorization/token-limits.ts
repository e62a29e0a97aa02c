/** The limits of API tokens, which restrict the rights of their users. */
import type { SessionUser } from '../../db/sessions.ts'
import { ALLOWANCES } from '../../schemas/token.ts'
import type { Rule } from './rules.ts'

/**
 * Returns why the API token of a request does not allow what a rule is about; undefined if it does, and for sessions.
 * @param blogId the blog of the request, if it belongs to one
 */
export const tokenRefusal = (
  { Allows, Blog }: SessionUser,
  { token, inBlog, isShared = false }: Rule,
  blogId: number | undefined
): string | undefined => {
  if (Allows === undefined) return undefined
  if (token === undefined) return 'API tokens with limits cannot do this; log in'
  if (ALLOWANCES.indexOf(Allows) < ALLOWANCES.indexOf(token)) {
    return `This API token allows ${Allows} only, and this needs ${token}`
  }
  const isElsewhere = Blog !== undefined && (inBlog === undefined ? !isShared : blogId !== Blog)
  return isElsewhere ? `This API token is for blog ${Blog} only` : undefined
}
