/** Keeps the masthead, the title and the theme of an open page up to date. */
import { refreshTimes } from './labels.ts'
import { changing } from './places.ts'
import { renew } from './renew.ts'

/** Shows the masthead and the styles of this page as it is now. */
export const showMasthead = (page: Document): void => {
  const old = document.querySelector<HTMLElement>('.masthead')
  const current = page.querySelector<HTMLElement>('.masthead')
  if (old === null || current === null) return
  refreshTimes(current)
  changing(old, () => show(old, current))
  void replaceStyles(page)
}

/** Shows another masthead. A lead video that is being played goes on. */
const show = (old: HTMLElement, current: HTMLElement) => {
  const recording = old.querySelector('video')
  const isPlaying = old.querySelector('.lead iframe') !== null || recording?.paused === false
  if (!isPlaying) return renew(old, current)
  for (const part of ['.bar', '.head > div']) {
    const [oldPart, currentPart] = [old.querySelector(part), current.querySelector(part)]
    if (oldPart && currentPart) renew(oldPart, currentPart)
  }
}

/** Returns the address of this page without parameters of other sites: caches have one page for all readers. */
export const ownAddress = (): string => {
  const canonical = document.querySelector<HTMLLinkElement>('link[rel=canonical]')?.href ?? ''
  return canonical.startsWith(location.origin + location.pathname) ? canonical : location.href
}

/** Loads the new styles of a page, and then removes those that it has no more. If one fails, the old ones stay. */
const replaceStyles = async (page: Document) => {
  const [old, current] = [stylesIn(document), stylesIn(page)]
  const lacks = (links: readonly HTMLLinkElement[]) => (one: HTMLLinkElement) =>
    links.every(({ href }) => href !== one.href)
  const added = current.filter(lacks(old))
  const loads = added.map(
    (link) =>
      new Promise((resolve, reject) => {
        Object.assign(link, { onload: resolve, onerror: reject })
        document.head.append(link)
      })
  )
  const dropped = await Promise.all(loads).then(
    () => old.filter(lacks(current)),
    () => added
  )
  for (const link of dropped) link.remove()
}

const stylesIn = (page: Document) => [...page.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')]
