/** Sends pictures to the archive while their post is being written. */
import { isObject, membersIn, type Row } from '../../../schemas/language/rows.ts'
import type { Picture, StoredPicture } from '../view/state.ts'
import { reasonOf, send, type Answer } from './interface.ts'
import type { Store } from './store.ts'
import { changeDraft } from './writing.ts'

/** Maximum number of pictures of a post. */
export const MAX_PICTURES = 20
/** Milliseconds before a picture is sent again after the connection was lost. */
const RETRY = 3000

/** Adds the pictures among files to the draft, and sends them one after the other. */
export const addFiles = async (store: Store, files: Iterable<File>) => {
  const all = [...files]
  const pictures = all.filter(({ type }) => type.startsWith('image/'))
  const free = MAX_PICTURES - store.get().draft.pictures.length
  if (pictures.length < all.length) store.set({ reason: 'Only pictures can be added here.' })
  if (pictures.length > free) store.set({ reason: `A post can have ${MAX_PICTURES} pictures.` })
  const added = pictures.slice(0, free).map((file) => ({ file, key: crypto.randomUUID() }))
  changeDraft(store, {
    pictures: [...store.get().draft.pictures, ...added.map(({ file, key }) => waiting(key, file.name))]
  })
  for (const { file, key } of added) await sendPicture(store, key, file)
}

const waiting = (key: string, name: string): Picture => ({
  key,
  name,
  address: '',
  description: '',
  credit: '',
  progress: 0
})

/** Changes a picture of the draft. */
export const changePicture = (store: Store, key: string, change: Partial<Picture>) =>
  changeDraft(store, {
    pictures: store.get().draft.pictures.map((picture) => (picture.key === key ? { ...picture, ...change } : picture))
  })

const sendPicture = async (store: Store, key: string, file: File): Promise<void> => {
  const isWanted = () => store.get().draft.pictures.some((picture) => picture.key === key)
  while (isWanted()) {
    const answer = await upload(store, key, file)
    const { status, document } = answer
    if (status === 201) {
      return changePicture(store, key, {
        ...(await sizeOf(store, document)),
        address: addressIn(document),
        progress: 1
      })
    }
    if (status === 401) store.set({ connection: 'ended' })
    else if (status !== 0 && status < 500) return changePicture(store, key, { reason: reasonOf(answer) })
    await new Promise((resolve) => setTimeout(resolve, RETRY))
  }
}

/** Sends a file. A request with `fetch` would not say how much of it has been sent. */
const upload = (store: Store, key: string, file: File): Promise<Answer> =>
  new Promise((resolve) => {
    const { base, me } = store.get()
    const request = new XMLHttpRequest()
    request.open('POST', `${base}/resources/HR/User/${me.Id}/MetaData/Upload`)
    request.setRequestHeader('accept', 'application/json')
    request.setRequestHeader('x-format-values', 'typed')
    request.setRequestHeader('idempotency-key', key)
    request.upload.onprogress = ({ loaded, total }) =>
      changePicture(store, key, { progress: Math.min(0.99, loaded / total) })
    request.onloadend = () => resolve({ status: request.status, document: membersIn(request.responseText) })
    const form = new FormData()
    form.append('file', file)
    request.send(form)
  })

const addressIn = ({ Content }: Row): string => (isObject(Content) ? String(Content.href) : '')

/** Returns the size of a stored picture, so that the page of readers keeps its place. */
const sizeOf = async (store: Store, { Id }: Row): Promise<Pick<Picture, 'width' | 'height'>> => {
  const { document } = await send(`${store.get().base}/resources/Archive/ImageData/${String(Id)}`)
  const { Width: width, Height: height } = document
  return typeof width === 'number' && typeof height === 'number' ? { width, height } : {}
}

/** Adds a picture to the draft that was uploaded before. */
export const addStored = (store: Store, { name, address, width, height }: StoredPicture) => {
  const size = width !== undefined && height !== undefined ? { width, height } : {}
  const added = { ...waiting(crypto.randomUUID(), name), ...size, address, progress: 1 }
  changeDraft(store, { pictures: [...store.get().draft.pictures, added] })
}

/** Removes a picture of the draft. */
export const dropPicture = (store: Store, key: string) =>
  changeDraft(store, { pictures: store.get().draft.pictures.filter((picture) => picture.key !== key) })
