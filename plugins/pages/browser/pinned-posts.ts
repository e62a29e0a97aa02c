/** The pinned posts, above all others: the last pinned first. */
import { changing } from './places.ts'

export const pinnedPosts = (section: HTMLElement | null, root: Document | ShadowRoot) => {
  const list = section?.querySelector('ol')
  const pinnedOn = (item: Element) => item.querySelector<HTMLElement>('article')?.dataset.pinned ?? ''

  return {
    /** Returns whether a post belongs here. A page without the section shows pinned posts at their places. */
    takes: ({ dataset }: HTMLElement) => section !== null && dataset.pinned !== undefined,
    has: (article: Element) => section?.contains(article) === true,
    /** Inserts a post, or moves it here from its place among the others. */
    insert: (article: HTMLElement) => {
      root.getElementById(article.id)?.closest('li')?.remove()
      const item = document.createElement('li')
      item.append(article)
      const next = [...(list?.children ?? [])].find((other) => pinnedOn(other) < pinnedOn(item))
      list?.insertBefore(item, next ?? null)
      if (section !== null) section.hidden = false
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
