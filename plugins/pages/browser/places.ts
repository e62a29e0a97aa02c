/** Changes a page without moving the text that is being read. */

/** Returns the document or the shadow that an element is in. */
export const rootOf = (element: Element): Document | ShadowRoot => {
  const root = element.getRootNode()
  return root instanceof ShadowRoot ? root : document
}

/** Returns the distance of an element from the start of the window; 0 if there is no element. */
const topOf = (element: Element | undefined) => element?.getBoundingClientRect().top ?? 0

/** Returns a function that scrolls by as much as an element has moved since, so that it stays in its place. */
export const holding = (element: Element | undefined): (() => void) => {
  const before = topOf(element)
  return () => scrollBy({ top: topOf(element) - before, behavior: 'instant' })
}

/** Returns the elements after an element that move when its height changes, the nearest first. */
export const followersOf = (element: Element): HTMLElement[] => {
  const { parentElement: parent } = element
  if (parent === null || element === document.body) return []
  const siblings = [...parent.children]
  const next = siblings.slice(siblings.indexOf(element) + 1)
  return [...next.filter((sibling) => sibling instanceof HTMLElement), ...followersOf(parent)]
}

/**
 * Changes the page at an element. The elements after it slide to their new places; if it begins above the window, they
 * stay where they are.
 */
export const changing = (element: Element, change: () => void, followers = followersOf(element)) => {
  if (topOf(element) < 0) keepingPlace(element, followers[0], change)
  else sliding(followers, change)
}

/** Inserts an item into a list as `changing` does. @param next the item before which it is inserted, if there is one */
export const inserting = (list: Element, item: Element, next: HTMLElement | undefined) => {
  const insert = () => {
    list.insertBefore(item, next ?? null)
  }
  if (next === undefined) sliding(followersOf(list), insert)
  else changing(next, insert, [next, ...followersOf(next)])
}

/**
 * Changes an element that begins above the window. Browsers see to it themselves if all of it is above, but not just
 * after something slid.
 */
const keepingPlace = (element: Element, next: HTMLElement | undefined, change: () => void) => {
  if (element.getBoundingClientRect().bottom < 0 && hasAnchor()) return change()
  // Elements below the window move unseen.
  const restore = topOf(next) < innerHeight ? holding(next) : undefined
  withoutAnchor()
  change()
  restore?.()
}

/** Maximum number of elements that slide: those below move unseen, and a page of a long night has thousands. */
const MAX_SLIDING = 40

/**
 * Changes the page, and lets elements slide to their new places. Moved by transforms, they do not jump. A field that
 * somebody writes in stays in its place.
 * @param elements in the order of the page
 */
export const sliding = (elements: readonly HTMLElement[], change: () => void) => {
  const places = elements.map((element) => ({ element, before: topOf(element) }))
  const field = fieldInUse()
  const restore = field && holding(field)
  withoutAnchor()
  change()
  restore?.()
  for (const { classList, style } of elements) {
    classList.remove('sliding')
    style.transform = ''
  }
  const moved = places
    .filter(({ element }) => element.isConnected)
    .map(({ element, before }) => ({ element, distance: topOf(element) - before }))
    .filter(({ distance }) => distance !== 0)
    .slice(0, MAX_SLIDING)
  for (const { element, distance } of moved) element.style.transform = `translateY(${-distance}px)`
  nextFrame(() => {
    // The browser has not looked yet if another change has just moved them on: they would jump from there.
    topOf(moved[0]?.element)
    for (const { element } of moved) {
      element.classList.add('sliding')
      element.style.transform = ''
    }
  })
}

/** Returns whether the browser scrolls at this moment to keep the text in place that is being read. */
const hasAnchor = () => {
  const { style } = document.documentElement
  return CSS.supports('overflow-anchor: auto') && style.overflowAnchor !== 'none'
}

/** Returns the field that has the focus, unless it is outside of the window; undefined without one. */
const fieldInUse = () => {
  const { activeElement: field } = document
  if (field?.matches('input, textarea') !== true) return undefined
  const { top, bottom } = field.getBoundingClientRect()
  return bottom > 0 && top < innerHeight ? field : undefined
}

/** Until the next frame, the browser does not scroll to keep the text in place that is being read. */
const withoutAnchor = () => {
  const { style } = document.documentElement
  style.overflowAnchor = 'none'
  nextFrame(() => {
    style.overflowAnchor = ''
  })
}

/** Calls back once the browser has shown the present state. */
const nextFrame = (call: () => void) => requestAnimationFrame(() => requestAnimationFrame(call))

/** Returns the order of a post, a key point, or the item of a list with one. The newest have the highest. */
export const orderOf = (element: Element): number => {
  const ordered = element.matches('[data-order]') ? element : element.querySelector('[data-order]')
  return Number(ordered?.getAttribute('data-order') ?? NaN)
}
