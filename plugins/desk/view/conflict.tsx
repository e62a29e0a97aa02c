/** The choice when somebody else has stored a post while the user corrected it. */
import { writtenTypeOf } from '../../../schemas/post-types.ts'
import { captionOf } from './content.ts'
import { differenceOf } from './difference.ts'
import { draftOf } from './draft.ts'
import { Act, type Context } from './parts.tsx'
import type { Post } from './post.ts'
import type { Correction, Draft, Target } from './writing.ts'

interface ConflictProps {
  readonly post: Post
  readonly correction: Target & Pick<Correction, 'draft'>
  /** The post as somebody else has stored it meanwhile, with their name. */
  readonly theirs: Post
  readonly context: Context
}

/** Both texts, with their differences from the text from which both began. */
export const Conflict = ({ post, correction: { base, draft }, theirs, context: { me } }: ConflictProps) => {
  const { Editor } = theirs
  // They are unknown after the source of a copied post has changed it.
  const editor = Editor?.FullName ?? Editor?.Name ?? 'A colleague'
  return (
    <section class="conflict" aria-labelledby={`conflict-${post.Id}`}>
      <h3 id={`conflict-${post.Id}`} tabIndex={-1}>
        {Editor?.Id === me.Id ? 'You, on another page,' : editor} corrected this post while you did
      </h3>
      <p>Nothing of yours is stored until you decide.</p>
      <div class="both">
        <div>
          <h4>{post.IsPublished ? 'Live now' : 'Stored now'}</h4>
          <Difference from={base} to={draftOf(theirs, '')} />
        </div>
        <div>
          <h4>Yours</h4>
          <Difference from={base} to={draft} />
        </div>
      </div>
      <p class="actions">
        <Act action="merge" class="primary">
          Edit both in one box
        </Act>
        <Act action="keep-theirs" class="button">
          Keep the other text
        </Act>
        <Act action="replace" class="button">
          Replace it with mine
        </Act>
      </p>
    </section>
  )
}

/** Says what has changed in a post since an editor saw it. */
export const Overtaken = ({ from, to }: { from: Post; to: Post }) => (
  <section class="conflict" aria-label="Changes">
    <p role="alert">Not published: this text has just changed. Look at the changes, then publish it.</p>
    <Difference from={from} to={draftOf(to, '')} />
  </section>
)

/** Returns all words of a draft: its text, then the values of its fields and the words of its pictures. */
const wordsOf = ({ type, text, fields, pictures }: Draft): string => {
  const values = writtenTypeOf(type).fields.map(({ name, label }) => [label, fields[name] ?? ''])
  const captions = pictures.map((picture) => ['Caption', captionOf(picture)])
  const lines = [...values, ...captions].flatMap(([label, value]) => (value === '' ? [] : [`${label}: ${value}`]))
  return [text, ...lines].join('\n')
}

interface DifferenceProps {
  readonly from: Target['base']
  readonly to: Draft
}

const Difference = ({ from, to }: DifferenceProps) => (
  <p class="difference" dir="auto">
    {differenceOf(wordsOf(draftOf(from, '')), wordsOf(to)).map(({ text, change }, index) =>
      change === undefined ? text : change === 'added' ? <ins key={index}>{text}</ins> : <del key={index}>{text}</del>
    )}
  </p>
)
