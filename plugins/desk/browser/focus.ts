/** Puts the cursor into texts. */

/** Puts the cursor into the text in an element. @param place selector of the element */
export const focusText = (place: string): void => {
  const text = document.querySelector<HTMLElement>(`${place} textarea, ${place} [contenteditable]`)
  if (text !== null) return text.focus()
  // An editor that is not open yet takes the focus when it is.
  const editor = document.querySelector<HTMLElement>(`${place} [data-editor]`)
  if (editor !== null) editor.dataset.wantsFocus = ''
}

/** Puts the cursor into the box in which people write. */
export const focusBox = (): void => focusText('#write')
