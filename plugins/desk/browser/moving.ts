/** Moves posts by dragging them. */
import type { Store } from './store.ts'
import { moveTo } from './placing.ts'
import { pastesFiles } from './pasting.ts'

/** Listens to drags of the handles of posts, and to files that are dropped or pasted. */
export const listenToDrags = (store: Store, takeFiles: (files: FileList, place: Element | null) => void) => {
  let dragged: number | undefined

  document.addEventListener('dragstart', (event) => {
    const item = event.target instanceof Element ? event.target.closest<HTMLElement>('.handle') : null
    dragged = item === null ? undefined : Number(item.closest<HTMLElement>('[data-post]')?.dataset.post)
    // Some browsers drag nothing that has no data. Fields would insert text.
    if (dragged !== undefined) event.dataTransfer?.setData('desk/post', '0')
  })
  document.addEventListener('dragover', (event) => {
    if (dragged === undefined && !hasFiles(event.dataTransfer)) return
    event.preventDefault()
    document.documentElement.classList.toggle('dropping', dragged === undefined)
    mark(dragged === undefined ? undefined : targetOf(event))
  })
  document.addEventListener('dragleave', ({ relatedTarget }) => {
    if (relatedTarget === null) document.documentElement.classList.remove('dropping')
  })
  document.addEventListener('dragend', () => {
    dragged = undefined
    mark(undefined)
  })
  document.addEventListener('drop', (event) => {
    mark(undefined)
    document.documentElement.classList.remove('dropping')
    if (hasFiles(event.dataTransfer) && event.dataTransfer !== null) {
      event.preventDefault()
      return takeFiles(event.dataTransfer.files, elementOf(event))
    }
    const target = targetOf(event)
    if (dragged === undefined || target === undefined) return
    event.preventDefault()
    const reference = Number(target.item.dataset.post)
    if (reference !== dragged) void moveTo(store, dragged, reference, target.isAbove)
    dragged = undefined
  })
  document.addEventListener('paste', (event) => {
    const { clipboardData } = event
    if (clipboardData === null || !pastesFiles(clipboardData)) return
    event.preventDefault()
    takeFiles(clipboardData.files, elementOf(event))
  })
}

const elementOf = ({ target }: Event) => (target instanceof Element ? target : null)

const hasFiles = (data: DataTransfer | null) => data?.types.includes('Files') === true

/** Returns the post over which the pointer is, and in which half of it. */
const targetOf = ({ target, clientY }: DragEvent) => {
  const item = target instanceof Element ? target.closest<HTMLElement>('main .item') : null
  if (item === null) return undefined
  const { top, height } = item.getBoundingClientRect()
  return { item, isAbove: clientY < top + height / 2 }
}

/** Shows where a post would be dropped. */
const mark = (target: ReturnType<typeof targetOf>) => {
  for (const item of document.querySelectorAll('.drop-above, .drop-below')) {
    item.classList.remove('drop-above', 'drop-below')
  }
  target?.item.classList.add(target.isAbove ? 'drop-above' : 'drop-below')
}
