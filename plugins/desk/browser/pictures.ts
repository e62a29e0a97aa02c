/** Actions on the pictures and recordings of a post. */
import { changePicture, dropPicture, keyAt } from './drafts.ts'
import type { Actions } from './actions.ts'

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
  'drop-picture': ({ store, value, element }) => dropPicture(store, keyAt(store, element), value)
}
