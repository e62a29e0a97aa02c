/** Sends the files of posts to the archive, one after the other, while their posts are written or wait. */
import { isObject, type Row } from '../../../schemas/language/rows.ts'
import { waitingIn, waitingPictures } from '../view/derived.ts'
import type { Limits, State } from '../view/state.ts'
import type { Picture } from '../view/writing.ts'
import type { Files } from './files.ts'
import { answerOf, isPassing, retryAfterOf, send, type Answer } from '../../../clients/js/src/requests.ts'
import { watch } from '../../../clients/js/src/watch.ts'
import { notify } from './notices.ts'
import { pictureReasonOf } from '../view/reasons.ts'
import { elementAt } from '../../pages/media.ts'
import { changeDraft, changePicture, keyAt, MAX_PICTURES, newPicture, picturesOf } from './drafts.ts'
import { oneAtATime, type Pause } from './sending.ts'
import type { Store } from './store.ts'

/** Milliseconds before a picture is sent again after the connection was lost. */
const RETRY = 3000

/** Milliseconds without progress, or without an answer, after which the connection counts as lost. */
const SILENCE = 60_000

export type Uploads = ReturnType<typeof createUploads>

/** @param onDone is called after the service has taken or refused a picture */
export const createUploads = (store: Store, files: Files, onDone: () => void) => {
  const run = async (): Promise<Pause | undefined> => {
    for (let next = nextIn(store.get()); next !== undefined; next = nextIn(store.get())) {
      const { key } = next
      const file = await files.find(key)
      const answer = file && (await upload(store, key, file))
      if (!isWaiting(store.get(), key)) continue
      if (answer === undefined || (answer.status === 0 && !(await isReadable(file)))) {
        changePicture(store, key, { reason: LOST })
        onDone()
        continue
      }
      if (answer.status === 401) {
        store.set({ connection: 'ended' })
        return undefined
      }
      // The number of files an hour is limited. An hour is too long to wait without a word.
      if (isPassing(answer) && answer.status !== 429) return { ...answer, delay: RETRY }
      changePicture(store, key, await resultOf(store, answer))
      onDone()
    }
    return undefined
  }
  const flush = oneAtATime(run)
  store.watch((state, before) => {
    if (state.connection !== before.connection) flush()
    const { draft, outbox, corrections, notices } = before
    const isSame = state.draft === draft && state.outbox === outbox && state.corrections === corrections
    if (isSame && state.notices === notices) return
    const neededKeys = new Set(neededPictures(state).map(({ key }) => key))
    for (const { key } of neededPictures(before)) if (!neededKeys.has(key)) files.drop(key)
  })

  return {
    /**
     * Adds files to a draft, and sends them.
     * @param place an element of the form of the draft; outside of all, the box gets them
     */
    add: (chosen: Iterable<File>, place: Element | null) => {
      const draft = keyAt(store, place)
      const pictures = picturesOf(store, draft)
      const { limits } = store.get().blog
      const all = [...chosen]
      const free = MAX_PICTURES - pictures.length
      if (all.length > free) notify(store, { text: `A post can have ${MAX_PICTURES} files.`, isError: true })
      const added = all.slice(0, free).map((file) => {
        const reason = refusalOf(file, limits)
        return { file, picture: { ...newPicture(crypto.randomUUID(), file.name), ...(reason && { reason }) } }
      })
      changeDraft(store, draft, { pictures: [...pictures, ...added.map(({ picture }) => picture)] })
      for (const { file, picture } of added) if (picture.reason === undefined) files.keep(picture.key, file)
      flush()
    },
    /** Sends the waiting files. */
    flush
  }
}

/** Returns why the service would not take a file, so that nobody waits for its upload first. */
const refusalOf = ({ name, type, size }: File, { fileBytes, fileTypes }: Limits): string | undefined => {
  const extension = name.slice(name.lastIndexOf('.')).toLowerCase()
  if (!fileTypes.includes(type) && !fileTypes.includes(extension)) return pictureReasonOf({ status: 415, document: {} })
  return size > fileBytes ? `${pictureReasonOf({ status: 413, document: {} })} ${sizeText(fileBytes)}` : undefined
}

const sizeText = (bytes: number) => `Files may have at most ${Math.floor(bytes / 1024 / 1024)} MB.`

/** The page was left before, or the file has changed on the device. */
const LOST = 'This file has not arrived, and the page has lost it. Remove it, and choose it again.'

/** Returns whether the browser can still read a chosen file. */
const isReadable = async (file: File | undefined): Promise<boolean> =>
  file === undefined ||
  file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false
    )

const nextIn = (state: State): Picture | undefined =>
  state.connection === 'ended' ? undefined : waitingPictures(state)[0]

/** Returns the pictures whose files are kept: those that have to be sent, also with texts that can be brought back. */
const neededPictures = (state: State): readonly Picture[] => {
  const dropped = state.notices.flatMap(({ dropped: { correction, outgoing } = {} }) => correction ?? outgoing ?? [])
  return [...waitingPictures(state), ...dropped.flatMap(({ draft }) => waitingIn(draft))]
}

const isWaiting = (state: State, key: string) => waitingPictures(state).some((picture) => picture.key === key)

const resultOf = async (store: Store, answer: Answer): Promise<Partial<Picture>> => {
  const { status, document } = answer
  if (status !== 200 && status !== 201) return { reason: pictureReasonOf(answer) }
  return { ...(await sizeOf(store, document)), address: addressIn(document) }
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
    request.setRequestHeader('x-session-user', `${me.Id}`)
    const watching = watch(new AbortController().signal, SILENCE)
    watching.signal.addEventListener('abort', () => request.abort())
    request.upload.onprogress = ({ loaded, total }) => {
      watching.expectWithin(SILENCE)
      if (isWaiting(store.get(), key)) changePicture(store, key, { progress: Math.min(0.99, loaded / total) })
      else request.abort()
    }
    request.onloadend = () => {
      const retryAfter = retryAfterOf(request.getResponseHeader('retry-after'))
      resolve({ ...answerOf(request.status, request.responseText), retryAfter })
      // Aborts the request, which then gets no response.
      watching.end()
    }
    const form = new FormData()
    form.append('file', file)
    request.send(form)
  })

const addressIn = ({ Content }: Row): string => (isObject(Content) ? String(Content.href) : '')

/** The documents with the sizes of files. */
const SIZED = { img: 'ImageData', video: 'VideoData', audio: 'AudioData' } as const

/** Returns the size of a stored picture or video, so that the page of readers keeps its place. */
const sizeOf = async (store: Store, item: Row): Promise<Pick<Picture, 'width' | 'height'>> => {
  const list = SIZED[elementAt(addressIn(item))]
  const { document } = await send(`${store.get().base}/resources/Archive/${list}/${String(item.Id)}`)
  const { Width: width, Height: height } = document
  return typeof width === 'number' && typeof height === 'number' ? { width, height } : {}
}
