/** Puts the cursor into texts, and keeps the focus where people work. */
import { holding } from '../../pages/browser/places.ts'

/** Puts the cursor at the end of the text in an element. @param place selector of the element */
export const focusText = (place: string): void => {
  const text = document.querySelector<HTMLElement>(`${place} textarea, ${place} [contenteditable]`)
  text?.focus()
  if (text instanceof HTMLTextAreaElement) text.setSelectionRange(text.value.length, text.value.length)
  if (text !== null) return
  // An editor that is not open yet takes the focus when it is.
  const editor = document.querySelector<HTMLElement>(`${place} [data-editor]`)
  if (editor !== null) editor.dataset.wantsFocus = ''
}

/** Returns whether the cursor is in the box in which people write, or on one of its buttons. */
export const isInBox = (): boolean => document.activeElement?.closest('#write') instanceof Element

/** Puts the cursor into the box in which people write. */
export const focusBox = (): void => focusText('#write')

/** Returns whether the focus is at a post, or nowhere, so that nobody is taken away from something else. */
export const isFreeFor = (post: number): boolean =>
  document.activeElement === document.body || document.activeElement?.closest(`#post-${post}`) !== null

/** The element that had the focus before the login in place. */
let beforeLogin: Element | undefined

document.addEventListener('focusout', ({ target }) => {
  if (target instanceof Element && target.closest('.login') === null) beforeLogin = target
})

/**
 * Returns a function for the time after a rendering: if the rendering takes the focus away, because it removes or moves
 * the element that has it now, the nearest one that is left gets it. A field in a post also stays where it is on the
 * screen. The box looks after itself.
 */
export const keepFocus = (): (() => void) => {
  const { activeElement: before } = document
  const restoreSelection = keepSelection()
  if (before === null || before === document.body || isInBox()) return () => {}
  const item = before.closest('.item')
  const elementBeforeLogin = before.closest('.login') ? beforeLogin : undefined
  const main = document.querySelector('main')
  const isField = before.matches('main .item :is(input, textarea, [contenteditable])')
  const restorePlace = isField ? holding(before) : undefined
  const places = [before, item, item?.nextElementSibling, item?.previousElementSibling, elementBeforeLogin, main]
  return () => {
    const nearest = places.find((place) => place?.isConnected)
    if (document.activeElement === document.body && nearest instanceof HTMLElement) {
      nearest.focus({ preventScroll: true })
    }
    if (document.activeElement !== before) return
    restoreSelection()
    // Posts above may have become longer. Browsers make up for it above the screen only, if at all.
    restorePlace?.()
  }
}

/** Returns a function that restores the present selection. Fields keep their selection by themselves. */
const keepSelection = (): (() => void) => {
  const selection = getSelection()
  if (selection === null || document.activeElement?.matches('input, textarea') === true) return () => {}
  const { anchorNode, anchorOffset, focusNode, focusOffset } = selection
  return () => {
    const isSame = selection.anchorNode === anchorNode && selection.anchorOffset === anchorOffset
    if (isSame && selection.focusNode === focusNode && selection.focusOffset === focusOffset) return
    if (anchorNode?.isConnected !== true || focusNode?.isConnected !== true) return
    selection.setBaseAndExtent(anchorNode, anchorOffset, focusNode, focusOffset)
  }
}
