/** The box in which people write. */
import { sentFrom } from './addresses.ts'
import { Act, Do, Time, type View } from './parts.tsx'
import { hasText, isOnItsWay } from './derived.ts'
import type { Picture, State } from './state.ts'
import { postTypeOf, postTypes, type Field } from './types.ts'

/** The number of characters that are left before the page says so. */
const SCARCE = 2000

export const Composer = ({ state }: View) => {
  const { draft, mayPublish, blog, isAlive, isRich } = state
  const publish = (
    <Act action="publish" address={sentFrom(state, `${blog.href}/Post/Published`)} class="primary">
      Publish <kbd>Ctrl ↵</kbd>
    </Act>
  )
  const handIn = (
    <Act action="submit" address={sentFrom(state, `${blog.href}/Post/Submit`)} class={mayPublish ? 'small' : 'primary'}>
      Hand in {!mayPublish && <kbd>Ctrl ↵</kbd>}
    </Act>
  )
  return (
    <form
      class="composer card"
      method="post"
      action={sentFrom(state, `${blog.href}/Post`)}
      id="write"
      aria-busy={isOnItsWay(state)}
    >
      <h2 class="unseen">Write</h2>
      <fieldset class="types">
        <legend class="unseen">Type of the post</legend>
        {postTypes.map(({ key, label }) => (
          <label key={key}>
            <input type="radio" name="Type" value={key} checked={draft.type === key} data-change="type" />
            <span>{label}</span>
          </label>
        ))}
      </fieldset>
      {isAlive &&
        postTypeOf(draft.type).fields.map((field) => (
          <FieldInput key={`${draft.key}-${field.name}`} field={field} value={draft.fields[field.name] ?? ''} />
        ))}
      {isRich ? (
        <div key={`rich-${draft.key}`} class="rich" data-editor="draft" />
      ) : (
        <textarea
          key={draft.key}
          name="Content"
          rows={4}
          aria-label="Text of the post"
          placeholder="What is happening?"
          dir="auto"
          lang={blog.language}
          defaultValue={draft.text}
          maxLength={blog.limits.content}
          data-input="text"
          required={!isAlive}
          readOnly={isOnItsWay(state)}
          autoFocus
        />
      )}
      {state.reason !== undefined && (
        <p class="error" role="alert">
          {state.reason}
        </p>
      )}
      <Pictures pictures={draft.pictures} />
      <div class="tools">
        {isAlive && <Tools {...state} />}
        <span class="buttons">
          <Kept {...state} />
          {isAlive && mayPublish && (
            <Do action="later" class="small">
              Later…
            </Do>
          )}
          <Act action="draft" address={sentFrom(state, `${blog.href}/Post`)} class="small">
            Keep as draft
          </Act>
          {mayPublish ? publish : handIn}
        </span>
      </div>
    </form>
  )
}

const FieldInput = ({ field: { name, label, kind }, value }: { field: Field; value: string }) => (
  <label class="field">
    <span>{label}</span>
    <input type="text" inputMode={kind} defaultValue={value} data-input="field" data-name={name} dir="auto" />
  </label>
)

/** Buttons for marks in a text, and for pictures. */
const Tools = ({ isRich }: State) => (
  <>
    {!isRich && (
      <span class="marks" role="group" aria-label="Marks">
        <Do action="mark" value="b" class="mark" label="Bold">
          <b>B</b>
        </Do>
        <Do action="mark" value="i" class="mark" label="Italic">
          <i>I</i>
        </Do>
        <Do action="mark" value="a" class="mark" label="Link">
          Link
        </Do>
        <Do action="mark" value="blockquote" class="mark" label="Quotation">
          “ ”
        </Do>
      </span>
    )}
    <label class="mark file">
      Picture
      <input type="file" class="unseen" accept="image/*" multiple data-change="files" />
    </label>
    <Do action="archive" class="mark">
      Archive
    </Do>
    <Do action="rich" class="mark">
      {isRich ? 'Plain text' : 'Rich text'}
    </Do>
  </>
)

/** Says that the text is safe, or that it becomes too long. */
const Kept = ({ blog, draft, keptAt, zone }: State) => {
  const left = blog.limits.content - (draft.markup ?? draft.text).length
  if (left < SCARCE) return <span class="kept">{left} characters left</span>
  return (
    <span class="kept">
      {keptAt && hasText(draft) && (
        <>
          Kept on this device <Time at={keptAt} zone={zone} />
        </>
      )}
    </span>
  )
}

/** The texts that belong to a picture. */
const PICTURE_TEXTS = [
  { name: 'description', label: 'Description', placeholder: 'Describe it' },
  { name: 'credit', label: 'Credit', placeholder: 'Credit' }
] as const

const Pictures = ({ pictures }: { pictures: readonly Picture[] }) =>
  pictures.length === 0 ? null : (
    <ul class="pictures">
      {pictures.map((picture) => (
        <li key={picture.key}>
          {picture.address === '' ? <span class="blank">{picture.name}</span> : <img src={picture.address} alt="" />}
          {picture.reason !== undefined && (
            <p class="error" role="alert">
              {picture.reason}
            </p>
          )}
          {picture.reason === undefined && picture.progress < 1 && (
            <progress value={picture.progress} aria-label={`Sending ${picture.name}`} />
          )}
          {PICTURE_TEXTS.map(({ name, label, placeholder }) => (
            <input
              key={name}
              type="text"
              aria-label={`${label} of ${picture.name}`}
              placeholder={placeholder}
              defaultValue={picture[name]}
              data-input="picture-text"
              data-name={name}
              data-value={picture.key}
            />
          ))}
          <Do action="drop-picture" value={picture.key} label={`Remove ${picture.name}`}>
            Remove
          </Do>
        </li>
      ))}
    </ul>
  )
