/** Actions on the pictures of a post, and changes of pictures. */
import { draftWith, withDrafts } from '../view/drafts.ts'
import type { Draft, Picture, StoredPicture } from '../view/state.ts'
import type { Actions } from './happening.ts'
import type { Store } from './store.ts'
import { changeDraft, draftAt } from './writing.ts'

/** Maximum number of pictures of a post. */
export const MAX_PICTURES = 20

/** Returns a picture that has not been sent. */
export const newPicture = (key: string, name: string): Picture => ({
  key,
  name,
  address: '',
  description: '',
  credit: '',
  progress: 0
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
  const added = { ...newPicture(crypto.randomUUID(), name), ...size, address, progress: 1 }
  changeDraft(store, draft, { pictures: [...picturesOf(store, draft), added] })
}

/** Returns the pictures of a draft. */
export const picturesOf = (store: Store, draft: string): readonly Picture[] =>
  draftWith(store.get(), draft)?.pictures ?? []

/** Removes a picture of a draft. */
export const dropPicture = (store: Store, draft: string, key: string) =>
  changeDraft(store, draft, { pictures: picturesOf(store, draft).filter((picture) => picture.key !== key) })

export const picturing: Actions = {
  files: ({ uploads, element }) => {
    if (!(element instanceof HTMLInputElement) || element.files === null) return
    uploads.add(element.files, element)
    // The same file can be chosen again after it was removed.
    element.value = ''
  },
  'picture-text': ({ store, element, value }) => {
    const { name } = element.dataset
    if (!(element instanceof HTMLInputElement) || (name !== 'description' && name !== 'credit')) return
    changePicture(store, value, { [name]: element.value })
  },
  'drop-picture': ({ store, value, element }) => dropPicture(store, draftAt(store, element).key, value)
}
