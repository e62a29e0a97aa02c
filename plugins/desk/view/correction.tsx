/** The form in place of a post that is being corrected, and the choice when somebody else was faster. */
import { pageAddress, sentFrom } from './addresses.ts'
import { textOf } from './content.ts'
import { differenceOf } from './difference.ts'
import { Do, type Context } from './parts.tsx'
import type { Post } from './post.ts'
import type { Correction } from './state.ts'

interface Props {
  readonly post: Post
  readonly correction: Correction
  readonly context: Context
}

export const CorrectionForm = ({ post, correction, context }: Props) => {
  const { theirs, text, reason, base } = correction
  if (theirs !== undefined) return <Conflict post={post} correction={correction} context={context} />
  const version = `_method=PUT&_version=${base.change}&`
  return (
    <form
      class="correction"
      method="post"
      action={sentFrom(context, post.href, version)}
      data-action="store"
      data-value={post.Id}
    >
      {context.isRich ? (
        <div key={`rich-${base.change}`} class="rich" data-editor="correction" data-value={post.Id} />
      ) : (
        <textarea
          key={base.change}
          name="Content"
          rows={5}
          aria-label="Corrected text"
          dir="auto"
          lang={context.blog.language}
          defaultValue={context.isAlive ? text : base.content}
          maxLength={context.blog.limits.content}
          data-input="correction"
          data-name={post.Id}
          required
          autoFocus
        />
      )}
      {reason !== undefined && (
        <p class="error" role="alert">
          {reason}
        </p>
      )}
      <p class="actions">
        <button type="submit" class="primary" data-action="store">
          Store <kbd>Ctrl ↵</kbd>
        </button>
        <a href={pageAddress(context)} class="small" data-action="cancel-correction" data-value={post.Id}>
          Cancel
        </a>
      </p>
    </form>
  )
}

/** Both texts, with their differences from the text from which both began. */
const Conflict = ({ post, correction: { base, text, theirs } }: Props) => {
  const before = textOf(base.content)
  return (
    <section class="conflict" aria-label="Two corrections">
      <h3>This post was corrected while you did</h3>
      <p>
        Nothing of yours is stored until you decide. The other text is stored
        {post.IsPublished && ', and readers see it'}.
      </p>
      <div class="both">
        <div>
          <h4>Stored now</h4>
          <Difference before={before} after={textOf(theirs?.Content ?? '')} />
        </div>
        <div>
          <h4>Yours</h4>
          <Difference before={before} after={text} />
        </div>
      </div>
      <p class="actions">
        <Do action="merge" value={post.Id} class="primary">
          Continue with both texts
        </Do>
        <Do action="keep-theirs" value={post.Id} class="small">
          Keep the stored one
        </Do>
        <Do action="replace" value={post.Id} class="small">
          Replace it with mine
        </Do>
      </p>
    </section>
  )
}

const Difference = ({ before, after }: { before: string; after: string }) => (
  <p class="difference" dir="auto">
    {differenceOf(before, after).map(({ text, change }, index) =>
      change === undefined ? text : change === 'added' ? <ins key={index}>{text}</ins> : <del key={index}>{text}</del>
    )}
  </p>
)
