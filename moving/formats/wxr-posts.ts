/** Ordinary posts in WXR, and the articles around the entries of live blogs. */
import { lost, type Foreign, type ForeignBlog, type ForeignState, type Loss } from '../foreign.ts'
import { withTitle } from './entries.ts'
import { lostTexts } from './losses.ts'
import { CONTENT, DUBLIN_CORE } from './rss.ts'
import { embedIn, momentOf, paragraphs, shortcodesIn } from './wordpress-text.ts'
import { childText, childrenOf, textOf, type XmlElement } from './xml.ts'

/** Names of people by id and by login name. */
export interface People {
  readonly names: ReadonlyMap<string, string>
}

/** The article of a live blog. */
export type Article = ReturnType<typeof articleOf>

/** Returns the values of the elements `wp:postmeta` or `wp:commentmeta` by key. */
export const metaOf = (element: XmlElement, name: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    childrenOf(element, name).map((meta) => [childText(meta, 'meta_key') ?? '', childText(meta, 'meta_value') ?? ''])
  )

/** Returns the article around the entries of a live blog as a blog. */
export const articleOf = (item: XmlElement, site: ForeignBlog) => {
  const createdOn = dateOf(item, 'post_date')
  const secrecy = secrecyOf(item)
  const isArchived = metaOf(item, 'postmeta').liveblog === 'archive'
  return {
    element: item,
    /** Why the public could not read the article, as the end of a sentence; undefined if it could. */
    secrecy,
    blog: {
      kind: 'blog',
      id: childText(item, 'guid') ?? childText(item, 'link', '') ?? inSite(site, childText(item, 'post_id')),
      title: childText(item, 'title', '') ?? site.title,
      description: paragraphs(childText(item, 'encoded', CONTENT) ?? ''),
      language: site.language,
      createdOn,
      liveOn: secrecy === undefined ? createdOn : undefined,
      closedOn: isArchived ? dateOf(item, 'post_modified') : undefined,
      outputLink: childText(item, 'link', '')
    } satisfies ForeignBlog
  }
}

/** Returns an id for an article that has none. */
const inSite = ({ id, title = '' }: ForeignBlog, postId = ''): string => `${id === '' ? title : id}?p=${postId}`

/**
 * Returns why the public could not read an item, as the end of a sentence; undefined if it could. Elements that a file
 * leaves out count as a reason: secrets of the other site must not be published here.
 */
const secrecyOf = (item: XmlElement): string | undefined => {
  if (childText(item, 'post_password') !== undefined) return 'needs a password'
  const status = childText(item, 'status')
  return status === 'publish' ? undefined : `has the status "${status ?? ''}"`
}

/** Reports a post that was published for some readers only. */
export const becameDraft = (post: string, secrecy: string): Loss =>
  lost(post, 'secrecy', `What the public could not read becomes a draft: it ${secrecy}.`)

/** Returns the shortcodes in a text as losses. */
export const lostShortcodes = (post: string | undefined, text: string): Loss[] =>
  shortcodesIn(text).map((name) =>
    lost(post, 'shortcode', `The shortcode ${name} is not carried out; it stays in the text.`)
  )

/** Returns the losses of an item besides its text. @param post its id; undefined for the article of a live blog */
export const lostParts = (item: XmlElement, post: string | undefined): Loss[] => {
  const why =
    dateOf(item, 'post_date') === undefined
      ? 'The item has no date that can be read.'
      : 'The item has no date in UTC; its local date was taken as one.'
  const fields = Object.keys(metaOf(item, 'postmeta')).filter((key) => !/^_|^liveblog/.test(key))
  return [
    ...(momentOf(childText(item, 'post_date_gmt')) === undefined ? [lost(post, 'date', why)] : []),
    ...lostTexts(post, 'category', childrenOf(item, 'category', '').map(textOf)),
    ...lostTexts(post, 'field', fields),
    ...(metaOf(item, 'postmeta')._thumbnail_id === undefined ? [] : [lost(post, 'picture', FEATURED)])
  ]
}

const FEATURED = 'The featured picture was left out: the file names it by a number only.'

/** Returns the moment of a date that WordPress has in UTC and in local time. */
const dateOf = (item: XmlElement, name: string): Date | undefined =>
  momentOf(childText(item, `${name}_gmt`)) ?? momentOf(childText(item, name))

const STATES: Readonly<Record<string, ForeignState>> = {
  publish: 'published',
  draft: 'draft',
  pending: 'draft',
  future: 'draft',
  private: 'draft',
  trash: 'deleted'
}

/** Types of items that are not posts. */
const OTHER_TYPES =
  /^(attachment|page|revision|nav_menu_item|custom_css|customize_changeset|oembed_cache|user_request|wp_.*)$/

/** Returns the post of an item, and its losses. */
export const postOf = (item: XmlElement, { names }: People): Foreign[] => {
  const type = childText(item, 'post_type') ?? 'post'
  const status = childText(item, 'status') ?? ''
  const id = childText(item, 'post_id')
  const statedState = STATES[status]
  const isSecret = childText(item, 'post_password') !== undefined
  const state = isSecret && statedState === 'published' ? 'draft' : statedState
  if (OTHER_TYPES.test(type)) return [lost(undefined, 'item', `An item of the type ${type} was left out.`)]
  if (id === undefined) return [lost(undefined, 'entry without id', 'A post without an id was left out.')]
  if (state === undefined) return [lost(id, 'status', `A post with the status "${status}" was left out.`)]
  const text = childText(item, 'encoded', CONTENT) ?? ''
  const createdOn = dateOf(item, 'post_date')
  const modifiedOn = dateOf(item, 'post_modified')
  const embed = embedIn(text)
  const author = childText(item, 'creator', DUBLIN_CORE)
  const losses = [...lostShortcodes(id, text), ...lostParts(item, id)]
  const secrecy = secrecyOf(item)
  if (secrecy !== undefined && (isSecret || status === 'private')) losses.push(becameDraft(id, secrecy))
  return [
    {
      kind: 'post',
      id,
      state,
      type: 'normal',
      content: state === 'deleted' ? '' : withTitle(childText(item, 'title', ''), paragraphs(text)),
      meta: embed === undefined ? {} : { url: embed },
      author: author === undefined ? undefined : (names.get(author) ?? author),
      createdOn,
      publishedOn: state === 'published' ? createdOn : undefined,
      updatedOn: isLater(modifiedOn, createdOn) ? modifiedOn : undefined,
      deletedOn: state === 'deleted' ? modifiedOn : undefined,
      publishOn: status === 'future' && !isSecret ? createdOn : undefined,
      isPinned: childText(item, 'is_sticky') === '1' ? true : undefined
    },
    ...losses
  ]
}

/** Returns whether a moment is more than a minute after another: WordPress modifies posts when it publishes them. */
const isLater = (later: Date | undefined, earlier: Date | undefined): boolean =>
  later !== undefined && earlier !== undefined && later.getTime() - earlier.getTime() > 60_000
