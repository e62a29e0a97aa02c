/** The pinned posts, above all others: the last pinned first. */
import { changing } from './places.ts'
import { renew } from './renew.ts'

export const pinnedPosts = (section: HTMLElement | null, root: Document | ShadowRoot) => {
  const list = section?.querySelector('ol')
  const pinnedOn = (item: Element) => item.querySelector<HTMLElement>('article')?.dataset.pinned ?? ''

  return {
    /** Returns whether a post belongs here. A page without the section shows pinned posts at their places. */
    takes: ({ dataset }: HTMLElement) => section !== null && dataset.pinned !== undefined,
    has: (article: Element) => section?.contains(article) === true,
    /** Inserts a post, or moves it here from its place among the others. */
    insert: (article: HTMLElement) => {
      const existing = root.getElementById(article.id)
      const item = existing?.closest('li') ?? document.createElement('li')
      if (existing === null) item.append(article)
      else renew(existing, article)
      const next = [...(list?.children ?? [])].find((other) => pinnedOn(other) < pinnedOn(item)) ?? null
      if (section !== null) section.hidden = false
      // Where browsers can move an element, a video in it plays on.
      if (existing !== null && list && 'moveBefore' in list) list.moveBefore(item, next)
      else list?.insertBefore(item, next)
    },
    remove: (article: Element) => {
      const item = article.closest('li')
      if (section === null || item === null) return
      changing(item, () => {
        item.remove()
        section.hidden = list?.childElementCount === 0
      })
    }
  }
}
