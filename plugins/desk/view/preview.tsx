/** The post that is being written, as the live page will show it. */
import { english } from '../../labels/labels.ts'
import { Article } from '../../pages/article.tsx'
import { hasText } from './derived.ts'
import { asCard, bodyOf, cardAddress, unreadAddress } from './draft.ts'
import type { Context } from './parts.tsx'
import type { Draft } from './writing.ts'

const TITLE = 'As readers see it'

interface PreviewProps {
  readonly draft: Draft
  readonly context: Context
}

/** The preview next to the timeline. */
export const Preview = (view: PreviewProps) =>
  isEmpty(view) ? null : (
    <section aria-labelledby="preview-title">
      <h2 id="preview-title">{TITLE}</h2>
      <PreviewedPost {...view} />
    </section>
  )

/** The preview below a box, which people open. It stays in the page, and so open, while the box is empty. */
export const FoldedPreview = (view: PreviewProps) => (
  <details class="folded card" hidden={isEmpty(view)}>
    <summary>{TITLE}</summary>
    {!isEmpty(view) && <PreviewedPost {...view} />}
  </details>
)

const isEmpty = ({ draft, context: { isAlive } }: PreviewProps) => !isAlive || !hasText(draft)

/** Recordings load nothing: each key renders them again, and browsers refuse pages that load many. */
const resting = (markup: string) => markup.replace(/(<(?:audio|video) [^<>]*preload=)"metadata"/g, '$1"none"')

/** Without a direction: each part of a post has its own, as on the live page. */
const PreviewedPost = ({ draft, context: { blog, me, base, sanitise } }: PreviewProps) => {
  const author = { AuthorName: me.Name, ...(me.Image !== undefined && { AuthorImage: me.Image }) }
  const post = { ...bodyOf(asCard(draft)), ...author, Id: 0, Blog: blog.Id, CId: 0, Order: '' }
  return (
    <>
      <div class="card preview" lang={blog.language}>
        <Article post={post} base={base} sanitise={(markup) => resting(sanitise(markup))} labels={english} />
      </div>
      {cardAddress(draft) !== undefined && (
        <p class="help" role="status">
          {unreadAddress(draft) === undefined ? draft.card?.reason : 'The title of the page is being read…'}
        </p>
      )}
    </>
  )
}
