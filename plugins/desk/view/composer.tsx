/** The boxes in which people write: the one at the top of the page, and those in which they correct posts. */
import type { ComponentChildren } from 'preact'
import { writtenTypeOf, writtenTypes, type MetaField } from '../../../schemas/post-types.ts'
import { pageAddress, postResource, sentFrom } from './addresses.ts'
import { Act, Reason, Time, type Context, type View } from './parts.tsx'
import { counted, hasText, surplusOf } from './derived.ts'
import { Pictures } from './pictures.tsx'
import type { Post } from './post.ts'
import { FoldedPreview } from './preview.tsx'
import { mayDecide } from './rights.ts'
import type { State } from './state.ts'
import type { Correction, Draft } from './writing.ts'

/** Number of free characters from which on the page shows how many are left. */
const SCARCE = 2000
/** Without scripts, the next page names the stored post. */
const STORED = { stored: '{Id}' }

export const Composer = ({ state, context }: View) => {
  const { draft, blog, isAlive, mayPublish } = state
  const addressOf = (end: string) => sentFrom(state, `${blog.href}/Post${end}`, `_key=${draft.key}&`, STORED)
  return (
    <form class="composer card" method="post" action={addressOf('')} id="write" data-draft={draft.key}>
      <h2 class="unseen">Write</h2>
      <fieldset class="types">
        <legend class="unseen">Type of the post</legend>
        {writtenTypes.map(({ key, label }) => (
          <label key={key}>
            <input type="radio" name="Type" value={key} checked={draft.type === key} data-change="type" />
            <span>{label}</span>
          </label>
        ))}
      </fieldset>
      <Writing draft={draft} reason={state.reason} label="Text of the post" {...context} />
      <div class="tools">
        {isAlive && <Tools {...context} />}
        <span class="buttons">
          <KeptNotice {...state} />
          {isAlive && mayPublish && (
            <Act action="later" class="small">
              Later…
            </Act>
          )}
          <Act action="draft" address={addressOf('')} class="small">
            Keep as draft
          </Act>
          {mayPublish ? (
            <Act action="publish" address={addressOf('/Published')} class="primary">
              Publish {isAlive && <kbd>Ctrl ↵</kbd>}
            </Act>
          ) : (
            <Act action="submit" address={addressOf('/Submit')} class="primary">
              Hand in {isAlive && <kbd>Ctrl ↵</kbd>}
            </Act>
          )}
        </span>
      </div>
    </form>
  )
}

interface CorrectionProps {
  readonly post: Post
  readonly correction: Correction
  /** Names of the colleagues who are correcting the post, too. */
  readonly correctors: string
  readonly context: Context
}

/** The box in place of a post that is being corrected. */
export const CorrectionForm = ({ post, correction, correctors, context }: CorrectionProps) => {
  const { draft, base, reason } = correction
  const more = `_key=${draft.key}&_method=PUT&_version=${base.CId}&`
  const address = sentFrom(context, postResource(context.blog.href, post.Id), more)
  const releases = context.isAlive && !post.IsPublished && post.CommentSource === undefined && mayDecide(context)
  return (
    <form class="composer correction card" method="post" action={address} data-draft={draft.key} data-action="store">
      {correctors !== '' && (
        <p class="notice wait" role="status">
          {correctors}, too. If both of you store it, the second one sees both texts and decides.
        </p>
      )}
      <Writing draft={draft} reason={reason} label="Corrected text" {...context} />
      <div class="tools">
        {context.isAlive && <Tools {...context} />}
        <span class="buttons">
          <Surplus draft={draft} blog={context.blog} />
          <a href={pageAddress(context)} class="button small" data-action="cancel-correction">
            Cancel
          </a>
          <Act action="store" address={address} class={releases ? 'small' : 'primary'}>
            {post.IsPublished ? 'Store correction' : 'Store'} {context.isAlive && !releases && <kbd>Ctrl ↵</kbd>}
          </Act>
          {releases && (
            <Act action="release" class="primary">
              Publish <kbd>Ctrl ↵</kbd>
            </Act>
          )}
        </span>
      </div>
      <FoldedPreview draft={draft} context={context} />
    </form>
  )
}

interface WritingProps extends Pick<Context, 'isAlive' | 'isRich' | 'blog'> {
  readonly draft: Draft
  readonly reason: string | undefined
  readonly label: string
}

/** The fields of a draft: those of its type, its text and its pictures. */
const Writing = ({ draft, reason, label, isAlive, isRich, blog }: WritingProps) => (
  <>
    {isAlive &&
      writtenTypeOf(draft.type)
        .fields.filter(({ name, isOld }) => isOld !== true || name in draft.fields)
        .map((field) => (
          <FieldInput key={`${draft.key}-${field.name}`} field={field} value={draft.fields[field.name] ?? ''} />
        ))}
    {isAlive && !isRich && <Marks />}
    {isRich ? (
      <div key={`rich-${draft.key}`} class="rich" data-editor={draft.key} />
    ) : (
      <div key={draft.key} class="grows" data-text={draft.text}>
        <textarea
          name="Content"
          aria-label={label}
          placeholder="What is happening?"
          dir="auto"
          lang={blog.language}
          defaultValue={draft.text}
          data-input="text"
          required={!isAlive}
          // On the way back, browsers would restore a text that has been sent since, or that of another user.
          autoComplete="off"
          autoFocus
        />
      </div>
    )}
    <Reason text={reason} />
    <Pictures pictures={draft.pictures} />
  </>
)

const FieldInput = ({ field: { name, label, kind }, value }: { field: MetaField; value: string }) => (
  <label class="field">
    <span>{label}</span>
    <input type="text" inputMode={kind} defaultValue={value} data-input="field" data-name={name} dir="auto" />
  </label>
)

/** Buttons that put tags around the selected words, where the editor has its own buttons. */
const Marks = () => (
  <div class="marks" role="group" aria-label="Marks">
    <Act action="mark" value="b" class="mark" label="Bold">
      <b>B</b>
    </Act>
    <Act action="mark" value="i" class="mark" label="Italic">
      <i>I</i>
    </Act>
    <Act action="mark" value="a" class="mark" label="Link">
      Link
    </Act>
    <Act action="mark" value="blockquote" class="mark" label="Quotation">
      “ ”
    </Act>
  </div>
)

/** Buttons for pictures and recordings, and for the kind of editor. */
const Tools = ({ isRich, blog }: Pick<Context, 'isRich' | 'blog'>) => (
  <>
    <label class="mark file">
      Media
      <input type="file" class="unseen" accept={blog.limits.fileTypes.join()} multiple data-change="files" />
    </label>
    <Act action="archive" class="mark">
      Archive
    </Act>
    <Act action="rich" class="mark">
      {isRich ? 'Plain text' : 'Rich text'}
    </Act>
  </>
)

/** Says that the text is safe, or that it becomes too long. */
const KeptNotice = ({ blog, draft, keptAt, zone, isUnsafe }: State) => (
  <Surplus draft={draft} blog={blog}>
    {isUnsafe === true && hasText(draft) ? (
      <b>Not kept on this device: its storage is full or switched off. Send this before you leave the page.</b>
    ) : (
      keptAt !== undefined &&
      hasText(draft) && (
        <>
          Kept on this device <Time at={keptAt} zone={zone} />
        </>
      )
    )}
  </Surplus>
)

interface SurplusProps extends Pick<Context, 'blog'> {
  readonly draft: Draft
  /** Shown while the text is not too long. */
  readonly children?: ComponentChildren
}

const Surplus = ({ draft, blog, children }: SurplusProps) => {
  const surplus = surplusOf(draft, blog)
  if (surplus > 0) return <span class="kept error">{counted(surplus, 'character')} too long</span>
  return <span class="kept">{surplus > -SCARCE ? `${counted(-surplus, 'character')} left` : children}</span>
}
