/** The article of a post in the documents of the service: the live reader, the embed, and HTML. */
import { renderToString } from 'preact-render-to-string'
import type { Row } from '../../schemas/language/rows.ts'
import { postAddress } from './addresses.ts'
import { Article, type ShownPost } from './article.tsx'
import { headlineOf, plainText, sanitise } from './markup.tsx'

/** Returns the article of a post, for documents that are not written with Preact. @param base without a final slash */
export const postArticle = (row: Row, base: string): string => {
  if (!isShownPost(row)) throw new TypeError('A post without the properties that its article shows')
  return renderToString(<PostArticle post={row} base={base} />)
}

/** Returns the note in place of a post that has left the blog. */
export const removedArticle = ({ Id, CId }: Row): string =>
  renderToString(
    <article id={`post-${String(Id)}`} class="post removed" data-c-id={String(CId)} data-removed>
      <p>This post was removed.</p>
    </article>
  )

export const PostArticle = ({ post, base }: { post: ShownPost; base: string }) => (
  <Article
    post={post}
    base={base}
    sanitise={sanitise}
    address={post.PublishedOn && postAddress(base, post)}
    keyPoint={keyPointOf(post)}
  />
)

/** Returns the text of a post in the list of key points; undefined if it is not a key point. Summaries are. */
export const keyPointOf = ({ Type, IsKeyPoint = false, Content, AuthorName = '' }: ShownPost): string | undefined =>
  IsKeyPoint || Type === 'wrapup' ? headlineOf(plainText(Content)) || `Post by ${AuthorName}` : undefined

const isShownPost = (row: Row): row is Row & ShownPost =>
  ['Id', 'Blog', 'CId'].every((name) => typeof row[name] === 'number') &&
  ['Order', 'Type', 'Content', 'Meta'].every((name) => typeof row[name] === 'string') &&
  ['AuthorName', 'AuthorImage'].every((name) => ['string', 'undefined'].includes(typeof row[name])) &&
  ['boolean', 'undefined'].includes(typeof row.IsKeyPoint) &&
  ['PublishedOn', 'UpdatedOn', 'PinnedOn'].every((name) => row[name] === undefined || row[name] instanceof Date)
