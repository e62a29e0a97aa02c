/** The post that is being written, as the live page will show it. */
import { english } from '../../labels/labels.ts'
import { Article } from '../../pages/article.tsx'
import { hasText } from './derived.ts'
import { asCard, bodyOf } from './draft.ts'
import type { View } from './parts.tsx'

const TITLE = 'As readers see it'

/** The preview beside the timeline. */
export const Preview = (view: View) =>
  isEmpty(view) ? null : (
    <section aria-labelledby="preview-title">
      <h2 id="preview-title">{TITLE}</h2>
      <Shown {...view} />
    </section>
  )

/** The preview below the box, which people open. It stays in the page, and so open, while the box is empty. */
export const FoldedPreview = (view: View) => (
  <details class="folded card" hidden={isEmpty(view)}>
    <summary>{TITLE}</summary>
    {!isEmpty(view) && <Shown {...view} />}
  </details>
)

const isEmpty = ({ state: { draft, isAlive } }: View) => !isAlive || !hasText(draft)

const Shown = ({ state: { draft, blog, me, base }, sanitise }: View) => {
  const author = { AuthorName: me.Name, ...(me.Image !== undefined && { AuthorImage: me.Image }) }
  const post = { ...bodyOf(asCard(draft)), ...author, Id: 0, Blog: blog.Id, CId: 0, Order: '' }
  return (
    <div class="card preview" dir="auto" lang={blog.language}>
      <Article post={post} base={base} sanitise={sanitise} labels={english} />
    </div>
  )
}
