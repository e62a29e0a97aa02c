/** Changes of the drafts that people are writing, and of their pictures. */
import { draftWith, withDrafts } from '../view/drafts.ts'
import type { Draft, Picture, StoredPicture } from '../view/writing.ts'
import type { Store } from './store.ts'

/** Returns the key of the draft in whose form an element is; that of the box for other elements. */
export const keyAt = (store: Store, element: Element | null): string =>
  element?.closest<HTMLElement>('[data-draft]')?.dataset.draft ?? store.get().draft.key

/** Changes a draft that somebody is writing. One that has ended, and whose box has not left the page yet, stays so. */
export const changeDraft = (store: Store, key: string, change: Partial<Draft>) =>
  store.set((state) => withDrafts(state, (draft) => (draft.key === key ? { ...draft, ...change } : draft)))

/** Maximum number of pictures and recordings of a post. */
export const MAX_PICTURES = 20

/** Returns a picture that has not been sent. */
export const newPicture = (key: string, name: string): Picture => ({
  key,
  name,
  address: '',
  description: '',
  credit: ''
})

/** Changes a picture, in the drafts that people are writing and in posts that wait. */
export const changePicture = (store: Store, key: string, change: Partial<Picture>) =>
  store.set((state) => ({
    ...withDrafts(state, (draft) => withChange(draft, key, change)),
    outbox: state.outbox.map((each) => ({ ...each, draft: withChange(each.draft, key, change) }))
  }))

const withChange = (draft: Draft, key: string, change: Partial<Picture>): Draft =>
  draft.pictures.some((picture) => picture.key === key)
    ? {
        ...draft,
        pictures: draft.pictures.map((picture) => (picture.key === key ? { ...picture, ...change } : picture))
      }
    : draft

/** Adds a picture that was uploaded before to a draft. */
export const addStored = (store: Store, draft: string, { name, address, width, height }: StoredPicture) => {
  const size = width !== undefined && height !== undefined ? { width, height } : {}
  const added = { ...newPicture(crypto.randomUUID(), name), ...size, address }
  changeDraft(store, draft, { pictures: [...picturesOf(store, draft), added] })
}

/** Returns the pictures of a draft. */
export const picturesOf = (store: Store, draft: string): readonly Picture[] =>
  draftWith(store.get(), draft)?.pictures ?? []

/** Removes a picture of a draft. */
export const dropPicture = (store: Store, draft: string, key: string) =>
  changeDraft(store, draft, { pictures: picturesOf(store, draft).filter((picture) => picture.key !== key) })
