/** Filters of the timeline. */
import type { Row } from '../../../schemas/language/rows.ts'
import type { Post } from './post.ts'
import type { Filter } from './state.ts'

/** Number of posts of the timeline that the page shows at first, and in each older part. */
export const PAGE = 50

/** Returns the filter in the values of a form, or of the query of an address. */
export const filterIn = ({ who, type, only, text }: Row): Filter => ({
  ...(Number(who) > 0 && { who: Number(who) }),
  ...(typeof type === 'string' && type !== '' && { type }),
  ...((only === 'key' || only === 'pictures') && { only }),
  ...(typeof text === 'string' && text.trim() !== '' && { text: text.trim() })
})

/** Returns the end of the address of the list of posts that match a filter; undefined without a filter. */
export const filteredList = ({ who, type, only, text }: Filter): string | undefined => {
  if (who === undefined && type === undefined && only === undefined && text === undefined) return undefined
  const scope = [
    type === undefined ? [] : ['PostType', encodeURIComponent(type)],
    who === undefined ? [] : ['User', who]
  ]
  const query = new URLSearchParams({ detailed: 'false' })
  if (only === 'key') query.set('isKeyPoint', 'true')
  if (only === 'pictures') query.set('content.like', '%<img%')
  if (text !== undefined) query.set('search.ilike', text)
  return `${[...scope.flat(), 'Post', 'Published'].join('/')}?${query.toString()}`
}

/** Returns whether a post matches a filter; the service compares texts in the same way. */
export const matches = (post: Post, { who, type, only, text }: Filter): boolean =>
  (who === undefined || post.Creator.Id === who) &&
  (type === undefined || post.Type.Key === type) &&
  (only !== 'key' || post.IsKeyPoint === true) &&
  (only !== 'pictures' || post.Content.includes('<img')) &&
  (text === undefined || post.Content.toLowerCase().includes(text.toLowerCase()))
