/** Actions on the pictures of a post, and changes of pictures. */
import type { Draft, Picture, StoredPicture } from '../view/state.ts'
import type { Actions } from './happening.ts'
import type { Store } from './store.ts'
import { changeDraft } from './writing.ts'

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

/** Changes a picture, in the box and in posts that wait. */
export const changePicture = (store: Store, key: string, change: Partial<Picture>) =>
  store.set(({ draft, outbox }) => ({
    draft: withChange(draft, key, change),
    outbox: outbox.map((each) => (each.draft ? { ...each, draft: withChange(each.draft, key, change) } : each))
  }))

const withChange = (draft: Draft, key: string, change: Partial<Picture>): Draft => ({
  ...draft,
  pictures: draft.pictures.map((picture) => (picture.key === key ? { ...picture, ...change } : picture))
})

/** Adds a picture to the draft that was uploaded before. */
export const addStored = (store: Store, { name, address, width, height }: StoredPicture) => {
  const size = width !== undefined && height !== undefined ? { width, height } : {}
  const added = { ...newPicture(crypto.randomUUID(), name), ...size, address, progress: 1 }
  changeDraft(store, { pictures: [...store.get().draft.pictures, added] })
}

/** Removes a picture of the draft. */
export const dropPicture = (store: Store, key: string) =>
  changeDraft(store, { pictures: store.get().draft.pictures.filter((picture) => picture.key !== key) })

export const picturing: Actions = {
  files: ({ uploads, element }) => {
    if (!(element instanceof HTMLInputElement) || element.files === null) return
    uploads.add(element.files)
    // The same file can be chosen again after it was removed.
    element.value = ''
  },
  'picture-text': ({ store, element, value }) => {
    const { name } = element.dataset
    if (!(element instanceof HTMLInputElement) || (name !== 'description' && name !== 'credit')) return
    changePicture(store, value, { [name]: element.value })
  },
  'drop-picture': ({ store, value }) => dropPicture(store, value)
}
