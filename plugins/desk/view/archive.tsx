/** The dialog in which people choose pictures that were uploaded before. */
import { draftWith } from './drafts.ts'
import { Act, Reason, type View } from './parts.tsx'
import type { StoredPicture } from './writing.ts'

/** Number of pictures of a page. */
export const ARCHIVE_PAGE = 24

export const Archive = ({ state }: View) => {
  const { draft = '', search = '', pictures, offset = 0, hasMore = false, reason } = state.archive ?? {}
  const chosen = new Set(draftWith(state, draft)?.pictures.map(({ address }) => address))
  return (
    <dialog class="card archive" aria-labelledby="archive-title" data-modal>
      <form role="search" data-action="archive">
        <h2 id="archive-title">Pictures in the archive</h2>
        <p class="row">
          <input type="search" name="name" aria-label="Name of the picture" placeholder="Name" maxLength={200} />
          <button type="submit" class="small" data-action="archive">
            Search
          </button>
        </p>
      </form>
      <Reason text={reason} />
      <p class="quiet" role="status">
        {pictures === undefined ? (reason ?? 'One moment…') : foundText(pictures.length, offset, search)}
      </p>
      <ul class="thumbnails">
        {pictures?.map((picture) => (
          <Thumbnail key={picture.id} picture={picture} isChosen={chosen.has(picture.address)} />
        ))}
      </ul>
      <p class="actions">
        {offset > 0 && (
          <Act action="archive-page" value={offset - ARCHIVE_PAGE} class="small">
            Newer pictures
          </Act>
        )}
        {hasMore && (
          <Act action="archive-page" value={offset + ARCHIVE_PAGE} class="small">
            Older pictures
          </Act>
        )}
        <Act action="close-dialog" class="primary">
          Done
        </Act>
      </p>
    </dialog>
  )
}

const foundText = (count: number, offset: number, search: string) => {
  if (count === 0) return search === '' ? 'No pictures yet.' : 'No picture has this name.'
  return `Pictures ${offset + 1} to ${offset + count}, the newest first`
}

const Thumbnail = ({ picture, isChosen }: { picture: StoredPicture; isChosen: boolean }) => (
  <li>
    <button
      type="button"
      data-action="choose-picture"
      data-value={picture.id}
      aria-pressed={isChosen}
      title={picture.name}
    >
      <img src={picture.thumbnail} alt="" loading="lazy" />
      <span>{picture.name}</span>
    </button>
  </li>
)
