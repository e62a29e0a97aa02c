/** Adds the posts of the next page to this one. Without this script, and if it fails, a link leads to that page. */
import type { ScriptLabels } from '../layout.tsx'
import { linkOf } from './clicks.ts'
import { pageAt } from './parsed.ts'
import { followersOf, rootOf, sliding } from './places.ts'

interface Added {
  readonly articles: readonly HTMLElement[]
  /** The main part of the page that they are from. */
  readonly from: HTMLElement
  /** Articles that have changed while the page was on its way. It may have them, or others, as they were before. */
  readonly changed: readonly HTMLElement[]
}

/**
 * Adds the posts of the next page when its link is clicked.
 * @returns a function that is told which articles have changed
 */
export const nextPosts = (main: HTMLElement, labels: ScriptLabels, onAdded: (added: Added) => void) => {
  const root = rootOf(main)
  const list = main.querySelector('.posts')
  let changed: HTMLElement[] = []

  /** @param isAwaited whether the reader has not gone on to something else */
  const add = (link: HTMLAnchorElement, page: Document, isAwaited: boolean) => {
    const from = page.querySelector('main')
    if (list === null || from === null) return
    // A pinned post is above, and one that has moved may be here already.
    const items = [...from.querySelectorAll('.posts > li')].filter(
      ({ firstElementChild }) => root.getElementById(firstElementChild?.id ?? '') === null
    )
    const articles = items.flatMap((item) => [...item.querySelectorAll<HTMLElement>('article')])
    sliding(followersOf(list), () => {
      list.append(...items)
      showNext(link, from.querySelector<HTMLAnchorElement>('a[rel=next]'))
    })
    onAdded({ articles, from, changed })
    const [first] = articles
    if (first === undefined || !isAwaited) return
    first.tabIndex = -1
    first.focus({ preventScroll: true })
  }

  const focused = () => root.activeElement ?? document.activeElement

  const load = async (link: HTMLAnchorElement) => {
    const before = focused()
    changed = []
    link.setAttribute('aria-busy', 'true')
    // A cache may have the page as it was before the changes that this page has already shown.
    const page = await pageAt(link.href, { cache: 'no-cache' }).catch(() => undefined)
    if (page === undefined) link.textContent = labels.notLoaded
    else add(link, page, focused() === before)
    link.removeAttribute('aria-busy')
  }

  main.addEventListener('click', (event) => {
    const link = linkOf(event, 'a[rel=next]')
    if (link === null) return
    event.preventDefault()
    if (!link.hasAttribute('aria-busy')) void load(link)
  })
  return (articles: readonly HTMLElement[]) => {
    if (main.querySelector('a[aria-busy]') !== null) changed.push(...articles)
  }
}

/** Lets a link lead to the page after the one whose posts were added; removes it after the last one. */
const showNext = (link: HTMLAnchorElement, next: HTMLAnchorElement | null) => {
  if (next !== null) {
    link.href = next.href
    link.textContent = next.textContent
    return
  }
  const nav = link.closest('nav')
  link.remove()
  if (nav?.childElementCount === 0) nav.remove()
}
