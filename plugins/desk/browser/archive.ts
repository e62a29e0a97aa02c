/** Actions of the dialog in which people choose pictures that were uploaded before. */
import { ARCHIVE_PAGE } from '../view/archive.tsx'
import { picturesIn } from '../view/items.ts'
import type { Actions } from './actions.ts'
import { send } from '../../../clients/js/src/requests.ts'
import { reasonOf } from '../view/reasons.ts'
import type { Store } from './store.ts'
import { addStored, dropPicture, keyAt, MAX_PICTURES, picturesOf } from './drafts.ts'

/** Number of pages that the dialog has asked for. */
let asked = 0

/** Reads a page of the archive, unless the dialog asks for another one meanwhile. */
const show = async (store: Store, draft: string, search: string, offset: number) => {
  const { base } = store.get()
  const query = new URLSearchParams({
    'X-Filter': '*',
    desc: 'createdOn',
    thumbSize: 'large',
    // One more shows whether there are others.
    limit: String(ARCHIVE_PAGE + 1),
    offset: String(offset),
    ...(search !== '' && { 'name.inc': search })
  })
  asked += 1
  const own = asked
  const answer = await send(`${base}/resources/Archive/ImageData?${query.toString()}`)
  if (own !== asked) return
  if (answer.status === 200) {
    const results = picturesIn(answer.document)
    const pictures = results.slice(0, ARCHIVE_PAGE)
    return store.set({ archive: { draft, search, offset, pictures, hasMore: results.length > ARCHIVE_PAGE } })
  }
  if (answer.status === 401) return store.set({ connection: 'ended' })
  store.set({ archive: { draft, search, offset, reason: reasonOf(answer) } })
}

export const archive: Actions = {
  archive: ({ store, fields, element }) => {
    const { archive, dialog } = store.get()
    const isOpen = dialog === 'pictures' && archive !== undefined
    const draft = isOpen ? archive.draft : keyAt(store, element)
    // Pictures that an earlier dialog has shown would go to its text.
    if (!isOpen) store.set({ dialog: 'pictures', archive: { draft, search: '', offset: 0 } })
    return show(store, draft, String(fields.get('name') ?? '').trim(), 0)
  },
  'archive-page': ({ store, value }) => {
    const { archive } = store.get()
    return archive && show(store, archive.draft, archive.search, Math.max(0, Number(value)))
  },
  'choose-picture': ({ store, value }) => {
    const { archive } = store.get()
    const picture = archive?.pictures?.find(({ id }) => id === Number(value))
    if (archive === undefined || picture === undefined) return
    const pictures = picturesOf(store, archive.draft)
    const chosen = pictures.find(({ address }) => address === picture.address)
    if (chosen !== undefined) return dropPicture(store, archive.draft, chosen.key)
    if (pictures.length < MAX_PICTURES) return addStored(store, archive.draft, picture)
    store.set({ archive: { ...archive, reason: `A post can have ${MAX_PICTURES} files.` } })
  },
  // Unlike removing it, closing a dialog leads the focus back to where it was.
  'close-dialog': ({ element }) => element.closest('dialog')?.close()
}
