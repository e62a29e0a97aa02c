/** The choice when somebody else has stored a post while the user corrected it. */
import { writtenTypeOf } from '../../../schemas/post-types.ts'
import { captionOf } from './content.ts'
import { differenceOf } from './difference.ts'
import { draftOf } from './draft.ts'
import { Act, Time, type Context } from './parts.tsx'
import type { Post } from './post.ts'
import type { Correction, Draft } from './writing.ts'

interface ConflictProps {
  readonly post: Post
  readonly correction: Correction
  readonly context: Context
}

/** Both texts, with their differences from the text from which both began. */
export const Conflict = ({
  post,
  correction: { base, draft, theirs = post },
  context: { me, zone }
}: ConflictProps) => {
  const before = wordsOf(draftOf(base, ''))
  const isOwn = theirs.Editor?.Id === me.Id
  // It is unknown after the source of a copied post has changed it.
  const name = theirs.Editor?.FullName ?? theirs.Editor?.Name
  return (
    <section class="conflict" aria-labelledby={`conflict-${post.Id}`}>
      <h3 id={`conflict-${post.Id}`} tabIndex={-1}>
        {isOwn ? 'You, on another page,' : (name ?? 'A colleague')} corrected this post while you did
      </h3>
      <p>
        Nothing of yours is stored until you decide.
        {theirs.UpdatedOn !== undefined && (
          <>
            {' '}
            The other text was stored at <Time at={theirs.UpdatedOn} zone={zone} />
            {post.IsPublished ? ', and readers see it.' : '.'}
          </>
        )}
      </p>
      <div class="both">
        <div>
          <h4>
            {post.IsPublished ? 'Live now' : 'Stored now'}
            {isOwn ? ', by you' : name !== undefined && `, by ${name}`}
          </h4>
          <Difference before={before} after={wordsOf(draftOf(theirs, ''))} />
        </div>
        <div>
          <h4>Yours</h4>
          <Difference before={before} after={wordsOf(draft)} />
        </div>
      </div>
      <p class="actions">
        <Act action="merge" value={post.Id} class="primary">
          Edit both in one box
        </Act>
        <Act action="keep-theirs" value={post.Id} class="button">
          Keep the other text
        </Act>
        <Act action="replace" value={post.Id} class="button">
          Replace it with mine
        </Act>
      </p>
    </section>
  )
}

/** Returns all words of a draft: its text, then the values of its fields and the words of its pictures. */
const wordsOf = ({ type, text, fields, pictures }: Draft): string => {
  const values = writtenTypeOf(type).fields.map(({ name, label }) => [label, fields[name] ?? ''])
  const captions = pictures.map((picture) => ['Caption', captionOf(picture)])
  const lines = [...values, ...captions].flatMap(([label, value]) => (value === '' ? [] : [`${label}: ${value}`]))
  return [text, ...lines].join('\n')
}

const Difference = ({ before, after }: { before: string; after: string }) => (
  <p class="difference" dir="auto">
    {differenceOf(before, after).map(({ text, change }, index) =>
      change === undefined ? text : change === 'added' ? <ins key={index}>{text}</ins> : <del key={index}>{text}</del>
    )}
  </p>
)
