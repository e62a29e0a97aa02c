/** The posts of a page: inserts, replaces and removes articles without moving the text that is being read. */
import { pinnedPosts } from './pinned-posts.ts'
import { changing, followersOf, inserting, orderOf, rootOf, sliding } from './places.ts'
import { renew } from './renew.ts'

/**
 * Returns the list of posts in a page, or in the shadow of an element.
 * @param onHeld called with the number of posts that wait, when it changes
 * @param signal ends timers and listeners of the list
 */
export const postList = (main: HTMLElement, onHeld: (count: number) => void, signal?: AbortSignal) => {
  const root = rootOf(main)
  const list = main.querySelector<HTMLElement>('.posts')
  const flow = main.querySelector<HTMLElement>('.flow')
  const growsAtEnd = main.dataset.grows === 'end'
  const showsKeyPoints = main.dataset.shows === 'key-points'
  // The posts of further pages may have been added.
  const isWhole = () => main.querySelector('.pages') === null
  const pinned = pinnedPosts(main.querySelector<HTMLElement>('.pinned'), root)
  const held = new Map<string, HTMLElement>()
  // Whether the reader has not scrolled past the place of the newest post.
  let isBeforeNewest = true
  const items = () => [...(list?.children ?? [])].filter((item) => item instanceof HTMLElement)
  const isBefore = (one: number, other: number) => (growsAtEnd ? one < other : one > other)

  /** Returns whether a post belongs to this page, not to an older one. */
  const belongs = (article: HTMLElement) =>
    growsAtEnd || isWhole() || items().some((item) => orderOf(item) < orderOf(article))

  /** Inserts a post at its place in the list. @param how inserts an item before another one */
  const insert = (article: HTMLElement, how: typeof inserting) => {
    if (list === null) return
    main.querySelector('.empty')?.remove()
    const item = document.createElement('li')
    item.className = 'new'
    item.append(article)
    const next = items().find((other) => isBefore(orderOf(article), orderOf(other)))
    how(list, item, next)
  }

  const insertHeld = () => {
    for (const article of held.values()) {
      if (pinned.takes(article)) pinned.insert(article)
      else insert(article, (list, item, next) => list.insertBefore(item, next ?? null))
    }
    held.clear()
    onHeld(0)
  }

  /** Inserts the posts that wait, and lets all others slide to their new places. */
  const slideIn = () => {
    const others = main.querySelectorAll<HTMLElement>('.pinned li, .posts > li')
    const followers = list === null ? [] : followersOf(list)
    // Text below the posts stays in its place.
    if (growsAtEnd && list !== null && list.getBoundingClientRect().bottom < 0) changing(list, insertHeld, followers)
    else sliding([...others, ...followers], insertHeld)
  }

  /** Changes the posts. A post that moves, because it is pinned or put elsewhere, or loses a part, keeps the focus. */
  const keepingFocus = (change: () => void) => {
    const { activeElement: focused } = root
    const id = focused?.closest('article')?.id
    change()
    const moved = id === undefined || root.activeElement === focused ? null : root.getElementById(id)
    if (!focused || !moved) return
    const same = [...moved.querySelectorAll<HTMLElement>(focused.localName)].find((other) => other.isEqualNode(focused))
    moved.tabIndex = -1
    ;(same ?? moved).focus({ preventScroll: true })
  }

  /** Shows the posts that wait if they move nothing that is being read; tells how many there are otherwise. */
  const settle = () => {
    if (held.size === 0) onHeld(0)
    else if (growsAtEnd || (isBeforeNewest && !document.hidden)) keepingFocus(slideIn)
    else onHeld(held.size)
  }

  const newest = document.createElement('div')
  flow?.prepend(newest)
  new IntersectionObserver(
    (entries) => {
      isBeforeNewest = entries.at(-1)?.isIntersecting ?? true
      settle()
    },
    // A place below the window counts as seen: a post that is inserted there moves nothing. In a frame of another site,
    // this has no effect, and the place of the newest post must be seen.
    { rootMargin: '0px 0px 1000000px' }
  ).observe(newest)
  document.addEventListener('visibilitychange', settle, signal === undefined ? {} : { signal })

  const replace = (existing: HTMLElement, article: HTMLElement) =>
    changing(existing.closest('li') ?? existing, () => renew(existing, article))

  const remove = (existing: HTMLElement) => {
    const item = existing.closest('li')
    if (pinned.has(existing)) pinned.remove(existing)
    else if (item !== null) changing(item, () => item.remove())
  }

  /** Returns the place of a post in the page: when it was pinned, else its order. */
  const placeOf = (article: HTMLElement) =>
    pinned.takes(article) ? `pinned ${article.dataset.pinned}` : article.dataset.order

  /** Shows a changed post. @returns whether it is a new one */
  const show = (article: HTMLElement): boolean => {
    const existing = root.getElementById(article.id)
    if (existing !== null && Number(existing.dataset.cId) >= Number(article.dataset.cId)) return false
    held.delete(article.id)
    const isRemoval = article.dataset.removed !== undefined
    if (showsKeyPoints && !isRemoval && article.dataset.keyPoint === undefined) {
      if (existing !== null) remove(existing)
      return false
    }
    const wasPinned = existing !== null && pinned.has(existing)
    if (existing !== null && (isRemoval ? !wasPinned : placeOf(existing) === placeOf(article))) {
      replace(existing, article)
      return false
    }
    // A post that is pinned appears at the top, so it waits like a new one. Until then, it stays at its place.
    if (pinned.takes(article)) {
      held.set(article.id, article)
      return false
    }
    if (existing !== null) remove(existing)
    if (isRemoval || !belongs(article)) return false
    if (wasPinned) insert(article, inserting)
    else held.set(article.id, article)
    return !wasPinned
  }

  return {
    /** Shows changed posts. @returns the number of new ones */
    show: (articles: readonly HTMLElement[]): number => {
      let count = 0
      keepingFocus(() => {
        count = articles.filter(show).length
        settle()
      })
      return count
    },
    /** Inserts the posts that wait, and leads to the first one. */
    release: () => {
      const start = [...held.values()].some(pinned.takes) ? main : (flow ?? main)
      insertHeld()
      const first = start.querySelector<HTMLElement>('article')
      if (first === null) return
      start.scrollIntoView()
      first.tabIndex = -1
      first.focus({ preventScroll: true })
    }
  }
}
