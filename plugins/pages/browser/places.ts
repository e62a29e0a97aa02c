/** Changes a page without moving the text that is being read. */

/** Returns the distance of an element from the start of the window; 0 if there is no element. */
export const topOf = (element: Element | null | undefined) => element?.getBoundingClientRect().top ?? 0

/**
 * Changes an element. If it begins above the window, what follows it stays where it is. Most browsers see to that.
 * @param next the element that follows it; by default that of its item in a list
 */
export const keepingPlace = (
  element: Element,
  change: () => void,
  next: Element | null | undefined = element.closest('li')?.nextElementSibling
) => {
  const isAbove = topOf(element) < 0 && !CSS.supports('overflow-anchor: auto')
  const before = topOf(next)
  change()
  if (isAbove) scrollBy({ top: topOf(next) - before, behavior: 'instant' })
}

/**
 * Changes what stands above a text, and lets the text slide to its new place. Moved by a transform, it does not jump.
 * @param moved the element that slides
 * @param text the part of it by which the distance is measured
 */
export const sliding = (moved: HTMLElement, text: Element | null | undefined, change: () => void) => {
  const before = topOf(text)
  // Browsers would scroll so that the text stays where it is.
  document.documentElement.style.overflowAnchor = 'none'
  change()
  const distance = topOf(text) - before
  moved.classList.remove('sliding')
  moved.style.transform = `translateY(${-distance}px)`
  nextFrame(() => {
    document.documentElement.style.overflowAnchor = ''
    moved.classList.add('sliding')
    moved.style.transform = ''
  })
}

/** Changes an element above another one, which slides, or stays where it is if the element begins above the window. */
export const changingAbove = (below: HTMLElement, element: Element, change: () => void) => {
  if (topOf(element) < 0) keepingPlace(element, change, below)
  else sliding(below, below, change)
}

/** Calls back once the browser has shown the present state. */
const nextFrame = (call: () => void) => requestAnimationFrame(() => requestAnimationFrame(call))

/** Returns the order of a post, a key point, or the item of a list with one. The newest have the highest. */
export const orderOf = (element: Element): number => {
  const ordered = element.matches('[data-order]') ? element : element.querySelector('[data-order]')
  return Number(ordered?.getAttribute('data-order') ?? NaN)
}
