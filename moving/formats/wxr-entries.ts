/** Entries of the plugin Liveblog by Automattic, which are comments in WXR. */
import { lost, type Foreign, type ForeignPost } from '../foreign.ts'
import { becameDraft, lostShortcodes, metaOf, type People } from './wxr-posts.ts'
import { embedIn, momentOf, paragraphs } from './wordpress-text.ts'
import { childText, type XmlElement } from './xml.ts'

/** Returns whether a comment is an entry of a live blog, or a change of one. */
export const isEntry = (comment: XmlElement): boolean =>
  childText(comment, 'comment_type') === 'liveblog' || childText(comment, 'comment_approved') === 'liveblog'

/**
 * Returns the entry of a comment, or the later state of the entry that the comment replaces.
 * @param secrecy why the public could not read the article, if so
 */
export const entryOf = (comment: XmlElement, people: People, secrecy: string | undefined): Foreign[] => {
  const id = childText(comment, 'comment_id')
  if (id === undefined) return [lost(undefined, 'entry without id', 'An entry without an id was left out.')]
  const meta = metaOf(comment, 'commentmeta')
  const { liveblog_replaces: replaced } = meta
  const text = childText(comment, 'comment_content') ?? ''
  const moment = momentOf(childText(comment, 'comment_date_gmt'))
  const date = moment ?? momentOf(childText(comment, 'comment_date'))
  const isRemoved = replaced === undefined ? childText(comment, 'comment_approved') !== 'liveblog' : text === ''
  const embed = embedIn(text)
  const entry: ForeignPost = {
    kind: 'post',
    id: replaced ?? id,
    state: isRemoved ? 'deleted' : secrecy === undefined ? 'published' : 'draft',
    type: 'normal',
    content: isRemoved ? '' : paragraphs(text),
    meta: embed === undefined ? {} : { url: embed },
    author: authorOf(comment, meta, people),
    // The key of an entry that is no longer a key event stays with an empty value.
    isKeyPoint: meta.liveblog_key_entry === undefined ? undefined : meta.liveblog_key_entry !== '',
    ...momentsOf(replaced !== undefined, isRemoved, date)
  }
  const losses: Foreign[] = lostShortcodes(entry.id, text)
  if (secrecy !== undefined && !isRemoved) losses.push(becameDraft(entry.id, secrecy))
  if (moment === undefined) {
    const why = date === undefined ? 'has no date' : 'has no date in UTC; its local date was taken as one'
    losses.push(lost(entry.id, 'date', `Comment ${id} ${why}.`))
  }
  return [entry, ...losses]
}

const momentsOf = (isChange: boolean, isRemoved: boolean, date: Date | undefined): Partial<ForeignPost> => {
  if (isChange) return isRemoved ? { deletedOn: date } : { updatedOn: date }
  return { createdOn: date, publishedOn: date, deletedOn: isRemoved ? date : undefined }
}

/** Returns the names of the author and the contributors; undefined if they are hidden. */
const authorOf = (
  comment: XmlElement,
  meta: Readonly<Record<string, string>>,
  { names }: People
): string | undefined => {
  if (meta.liveblog_hide_authors === '1') return undefined
  const { liveblog_contributors: contributors = '' } = meta
  // A list in the form of PHP: a:2:{i:0;i:7;i:1;s:2:"12";}
  const ids = [...contributors.matchAll(/i:\d+;(?:i:(\d+);|s:\d+:"(\d+)";)/g)].map(([, number, text]) => number ?? text)
  const all = [childText(comment, 'comment_author'), ...ids.map((id) => names.get(id ?? ''))]
  return [...new Set(all.filter((name) => name !== undefined))].join(', ') || undefined
}
