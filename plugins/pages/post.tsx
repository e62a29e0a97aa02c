/** The article of a post in the documents of the service: the live reader, the embed, and HTML. */
import { renderToString } from 'preact-render-to-string'
import type { Row } from '../../schemas/language/rows.ts'
import { labelsIn } from '../labels/index.ts'
import type { PostLabels } from '../labels/labels.ts'
import type { HtmlView } from '../representation/html.ts'
import type { LinkContext } from '../representation/template.ts'
import { postAddress } from './addresses.ts'
import { Article, authorOf, type ArticleProps, type ShownPost } from './article.tsx'
import { headlineOf, sanitise } from './markup.tsx'
import { firstPicture } from './safe-markup.tsx'
import type { Lead } from './embed-config.ts'
import { sharedPicture, webUrl, type Picture } from './media.ts'

/** The language and zone that a document is requested in. */
type ViewContext = Pick<LinkContext, 'base' | 'locale' | 'zone'>

const labelsFor = ({ locale = 'en', zone }: ViewContext) => labelsIn(locale, zone)

/** Returns the article of a post, for documents that are not written with Preact. */
const postArticle = (row: Row, context: ViewContext): string => {
  if (!isShownPost(row)) throw new TypeError('A post without the properties that its article shows')
  return renderToString(<PostArticle post={row} base={context.base} labels={labelsFor(context)} />)
}

/** Returns the note in place of a post that has left the blog. */
const removedArticle = ({ Id, CId }: Row, context: ViewContext): string => {
  const labels = labelsFor(context)
  return renderToString(
    <article id={`post-${String(Id)}`} class="post removed" data-c-id={String(CId)} data-removed>
      <p>{labels.text('This post was removed.')}</p>
    </article>
  )
}

/** The parts of pages that the HTML writer is handed. */
export const view: HtmlView = {
  sanitise,
  items: { post: { shows: 'Content', write: postArticle }, removedPost: { write: removedArticle } }
}

/** The article of a post with its safe content, its address, and its text as a key point. */
export const PostArticle = (props: Omit<ArticleProps, 'sanitise' | 'address' | 'keyPoint'>) => {
  const { post, base, labels } = props
  const address = post.PublishedOn && postAddress(base, post)
  return <Article {...props} {...{ sanitise, address }} keyPoint={keyPointOf(post, labels)} />
}

/** Returns the first picture of a post; undefined if it has none. @param base base URL without a final slash */
export const pictureOf = (
  { Content, Meta }: Pick<ShownPost, 'Content' | 'Meta'>,
  base: string
): Picture | undefined => {
  const picture = firstPicture(sanitise(Content), { base, meta: Meta })
  return picture && webUrl(picture.address) ? picture : undefined
}

/**
 * Returns the picture that other sites show with a link to a blog or post: its lead picture, else the first picture in
 * posts that are not advertisements; undefined without either.
 */
export const pictureFor = (
  lead: Lead | undefined,
  posts: readonly Pick<ShownPost, 'Content' | 'Meta' | 'Type'>[],
  base: string
): Picture | undefined => {
  if (lead?.picture !== undefined) return sharedPicture(lead.picture)
  for (const post of posts) {
    const picture = post.Type === 'advertisement' ? undefined : pictureOf(post, base)
    if (picture !== undefined) return sharedPicture(picture)
  }
  return undefined
}

/** Returns the text of a post in the list of key points; undefined if it is not a key point. Summaries are. */
export const keyPointOf = (post: ShownPost, labels: PostLabels): string | undefined =>
  post.IsKeyPoint === true || post.Type === 'wrapup'
    ? headlineOf(post.Content) || labels.text('Post by {author}', { author: authorOf(post) })
    : undefined

const isShownPost = (row: Row): row is Row & ShownPost =>
  ['Id', 'Blog', 'CId'].every((name) => typeof row[name] === 'number') &&
  ['Order', 'Type', 'Content', 'Meta'].every((name) => typeof row[name] === 'string') &&
  ['AuthorName', 'AuthorImage', 'CommentSource'].every((name) => ['string', 'undefined'].includes(typeof row[name])) &&
  ['boolean', 'undefined'].includes(typeof row.IsKeyPoint) &&
  ['PublishedOn', 'UpdatedOn', 'PinnedOn'].every((name) => row[name] === undefined || row[name] instanceof Date)
