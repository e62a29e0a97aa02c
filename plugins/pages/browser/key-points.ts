/** The list of key points next to the posts. */
import { changing, orderOf } from './places.ts'
import { renew } from './renew.ts'

/** Maximum number of key points that are shown, and that are known, so that others can take the place of those. */
const SHOWN = 8
const KNOWN = 16

/** Returns a function that adds changed posts to the key points of a page, or removes them. */
export const keyPoints = () => {
  const nav = document.querySelector<HTMLElement>('.key-points')
  const list = nav?.querySelector('ol')
  const none = nav?.querySelector('p')
  const ways = document.querySelectorAll<HTMLElement>('.skips a[href="#key-points"], .filter')
  const items = () => [...(list?.children ?? [])].filter((item) => item instanceof HTMLElement)
  const itemOf = ({ id }: HTMLElement) => items().find(({ dataset }) => dataset.post === id)

  const update = (article: HTMLElement) => {
    const known = itemOf(article)
    const { keyPoint, order = '' } = article.dataset
    if (keyPoint === undefined) return known?.remove()
    const item = document.createElement('li')
    Object.assign(item.dataset, { post: article.id, order })
    const link = document.createElement('a')
    const isHere = document.getElementById(article.id) !== null
    link.href = isHere ? `#${article.id}` : (article.querySelector<HTMLAnchorElement>('.share')?.href ?? '')
    link.dir = 'auto'
    link.textContent = keyPoint
    const time = article.querySelector('header time')?.cloneNode(true)
    item.append(...(time === undefined ? [] : [time, ' ']), link)
    if (known?.dataset.order === order) return renew(known, item)
    known?.remove()
    list?.insertBefore(item, items().find((other) => orderOf(other) < Number(order)) ?? null)
  }

  return (articles: readonly HTMLElement[]) => {
    const changed = articles.filter((article) => article.dataset.keyPoint !== undefined || itemOf(article))
    if (!nav || changed.length === 0) return
    changing(nav, () => {
      changed.forEach(update)
      items().forEach((item, index) => {
        if (index >= KNOWN) item.remove()
        item.hidden = index >= SHOWN
      })
      const isEmpty = items().length === 0
      nav.classList.toggle('none', isEmpty)
      if (none) none.hidden = !isEmpty
      for (const way of ways) way.hidden = isEmpty
    })
  }
}
