/** The posts of a page: inserts, replaces and removes articles without moving the text that is being read. */

/** Returns the list of posts in a page. @param onHeld called with the number of posts that wait, when it changes */
export const postList = (main: HTMLElement, onHeld: (count: number) => void) => {
  const list = main.querySelector<HTMLElement>('.posts')
  const flow = main.querySelector<HTMLElement>('.flow')
  const growsAtEnd = main.dataset.grows === 'end'
  const isWhole = main.querySelector('.pages') === null
  const held = new Map<string, HTMLElement>()
  // A frame of another site is as high as its page and never scrolls itself, so scrollY does not tell.
  let isTopInView = true
  const top = document.querySelector('.masthead')
  if (top !== null) {
    new IntersectionObserver((entries) => {
      isTopInView = entries.at(-1)?.isIntersecting ?? true
    }).observe(top)
  }

  const items = () => [...(list?.children ?? [])]
  const isBefore = (one: number, other: number) => (growsAtEnd ? one < other : one > other)

  /** Returns whether a post belongs to this page, not to an older one. */
  const belongs = (article: HTMLElement) =>
    growsAtEnd || isWhole || items().some((item) => orderOf(item) < orderOf(article))

  const insert = (article: HTMLElement) => {
    main.querySelector('.empty')?.remove()
    const item = document.createElement('li')
    item.className = 'new'
    item.append(article)
    const next = items().find((other) => isBefore(orderOf(article), orderOf(other)))
    list?.insertBefore(item, next ?? null)
  }

  const insertHeld = () => {
    for (const article of held.values()) insert(article)
    held.clear()
    onHeld(0)
  }

  /** Inserts posts at the start, and lets them slide in. Moved by a transform, the posts below do not jump. */
  const slideIn = () => {
    const first = list?.firstElementChild
    const before = topOf(first)
    insertHeld()
    const distance = topOf(first) - before
    if (flow === null || distance === 0) return
    flow.classList.remove('sliding')
    flow.style.transform = `translateY(${-distance}px)`
    nextFrame(() => {
      flow.classList.add('sliding')
      flow.style.transform = ''
    })
  }

  const replace = (existing: HTMLElement, article: HTMLElement) =>
    keepingPlace(existing, () => {
      const focused = existing.contains(document.activeElement) ? document.activeElement?.className : undefined
      existing.replaceWith(article)
      if (focused === undefined) return
      const sameElement = focused === '' ? null : article.querySelector<HTMLElement>(`.${focused}`)
      article.tabIndex = -1
      ;(sameElement ?? article).focus({ preventScroll: true })
    })

  const remove = (existing: HTMLElement) => {
    const item = existing.closest('li')
    if (item !== null) keepingPlace(item, () => item.remove())
  }

  /** Shows a changed post. @returns whether it is a new one */
  const show = (article: HTMLElement): boolean => {
    const existing = document.getElementById(article.id)
    if (existing !== null && Number(existing.dataset.cId) >= Number(article.dataset.cId)) return false
    held.delete(article.id)
    const isRemoval = article.dataset.removed !== undefined
    if (existing !== null && (isRemoval || existing.dataset.order === article.dataset.order)) {
      replace(existing, article)
      return false
    }
    if (existing !== null) remove(existing)
    if (isRemoval || !belongs(article)) return false
    held.set(article.id, article)
    return true
  }

  return {
    /** Shows changed posts. @returns the number of new ones */
    show: (articles: readonly HTMLElement[]): number => {
      const count = articles.filter(show).length
      if (held.size > 0 && growsAtEnd) insertHeld()
      else if (held.size > 0 && scrollY < 8 && isTopInView && !document.hidden) slideIn()
      else onHeld(held.size)
      return count
    },
    /** Inserts the posts that wait, and leads to the first one. */
    release: () => {
      insertHeld()
      const first = list?.querySelector<HTMLElement>('article')
      if (first === null || first === undefined) return
      main.scrollIntoView()
      first.tabIndex = -1
      first.focus({ preventScroll: true })
    }
  }
}

const orderOf = (element: Element): number => {
  const article = element.matches('article') ? element : element.querySelector('article')
  return Number(article?.getAttribute('data-order') ?? NaN)
}

const topOf = (element: Element | null | undefined) => element?.getBoundingClientRect().top ?? 0

/** Changes an element. If it begins above the window, what follows it stays where it is. Most browsers see to that. */
const keepingPlace = (element: Element, change: () => void) => {
  const next = element.closest('li')?.nextElementSibling
  const isAbove = topOf(element) < 0 && !CSS.supports('overflow-anchor: auto')
  const before = topOf(next)
  change()
  if (isAbove) scrollBy({ top: topOf(next) - before, behavior: 'instant' })
}

/** Calls back once the browser has shown the present state. */
const nextFrame = (call: () => void) => requestAnimationFrame(() => requestAnimationFrame(call))
