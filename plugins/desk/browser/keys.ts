/** The keyboard: actions of keys, outside of fields and in them. */
import { focusBox } from './focus.ts'

/** Carries out an action as if its button had been used. */
type Act = (action: string, element: HTMLElement) => void

/** Milliseconds without a key after which somebody no longer goes on with a sentence. */
const PAUSE = 1000

/** Listens to the keys of the page. */
export const listenToKeys = (act: Act) => {
  /** The field in which somebody has typed last, and when. */
  let field: HTMLElement | undefined
  let typedAt = 0
  document.addEventListener('keydown', (event) => {
    const { target } = event
    if (!(target instanceof HTMLElement) || event.isComposing) return
    if (isField(target)) [field, typedAt] = [isLeaving(event) ? undefined : target, event.timeStamp]
    // Somebody goes on with a sentence whose field the page has just removed, such as that of a deleted post.
    else if (field?.isConnected === false && isSign(event) && event.timeStamp - typedAt < PAUSE) {
      typedAt = event.timeStamp
      return event.preventDefault()
    }
    const run = (action: string, element = target) => {
      event.preventDefault()
      act(action, element)
    }
    const isCommand = event.ctrlKey || event.metaKey
    if (isCommand && event.key === 'Enter') {
      const button = target.closest('.composer')?.querySelector<HTMLElement>('.primary')
      if (button) return run(button.dataset.action ?? '')
    }
    if (isCommand && event.key.toLowerCase() === 's') {
      return run(target.closest('.correction') === null ? 'draft' : 'keep-correction')
    }
    if (event.key === 'Escape' && isField(target)) return target.blur()
    if (isField(target)) return
    if (event.altKey && (event.key === 'ArrowUp' || event.key === 'ArrowDown') && target.closest('.item') !== null) {
      return run(event.key === 'ArrowUp' ? 'up' : 'down')
    }
    if (isCommand || event.altKey || document.querySelector('dialog[open]') !== null) return
    pressed(event, run)
  })
}

/** Returns whether a key types a sign. */
const isSign = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent) => key.length === 1 && !ctrlKey && !metaKey && !altKey

/** Returns whether a key in a field sends its text, or leaves it. */
const isLeaving = ({ key, target, ctrlKey, metaKey }: KeyboardEvent) =>
  key === 'Escape' || (key === 'Enter' && (ctrlKey || metaKey || target instanceof HTMLInputElement))

const isField = (element: HTMLElement) =>
  element.matches('input:not([type=radio]), textarea, select, [contenteditable]')

/** Keys that work wherever nobody is writing. */
const pressed = (event: KeyboardEvent, run: (action: string, element?: HTMLElement) => void) => {
  const item = document.activeElement?.closest<HTMLElement>('.item') ?? undefined
  switch (event.key) {
    case 'n':
      event.preventDefault()
      return focusBox()
    case '.':
      return run('show-held')
    case '/':
      event.preventDefault()
      return document.querySelector<HTMLElement>('.filters input')?.focus()
    case '?':
      return run('help')
    case 'j':
      return step(item, 1)
    case 'k':
      return step(item, -1)
    case 'e':
      return item && run('correct', item)
    case 'z': {
      const undo = [...document.querySelectorAll<HTMLElement>('[data-action=undo]')].at(-1)
      return undo && run('undo', undo)
    }
  }
}

/** Moves the focus to the next or the previous post. */
const step = (item: HTMLElement | undefined, distance: 1 | -1) => {
  const items = [...document.querySelectorAll<HTMLElement>('main .item')]
  const next = item === undefined ? items[0] : items[items.indexOf(item) + distance]
  next?.focus()
}
