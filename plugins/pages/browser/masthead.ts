/** Keeps the masthead, the title and the theme of an open page up to date: what a blog says besides its posts. */
import { changing } from './places.ts'

/** Milliseconds in which the open pages of a blog read it again, so that they do not all come at once. */
const SPREAD = 4_000

const versionIn = (page: Document) => Number(page.querySelector<HTMLElement>('main')?.dataset.version)

/**
 * Reads the page again when the blog has changed.
 * @param onChange called with the title of the page, the new masthead, and whether the blog is closed
 */
export const masthead = (onChange: (title: string, masthead: HTMLElement, isClosed: boolean) => void) => {
  let shown = versionIn(document)
  let timer: number | undefined

  const replace = (page: Document) => {
    const old = document.querySelector<HTMLElement>('.masthead')
    const current = page.querySelector<HTMLElement>('.masthead')
    if (old === null || current === null || versionIn(page) <= shown) return
    shown = versionIn(page)
    onChange(page.title, current, page.querySelector('main')?.dataset.grows === undefined)
    changing(old, () => show(old, current))
    replaceStyles(page)
  }

  const take = (version?: number) => {
    clearTimeout(timer)
    if (version === undefined || version > shown) timer = setTimeout(read, Math.random() * SPREAD, version)
  }

  const read = async (version: number | undefined) => {
    const response = await fetch(ownAddress(), { cache: 'no-cache' }).catch(() => undefined)
    if (response?.ok === true) replace(new DOMParser().parseFromString(await response.text(), 'text/html'))
    // A proxy may still have the page as it was.
    if (version !== undefined) take(version)
  }

  return {
    /** Returns the version of the blog that the page shows. */
    version: () => shown,
    /** Takes the version that the blog has now; undefined if it may have changed. */
    take
  }
}

/** Shows another masthead. A lead video that is being played goes on. */
const show = (old: HTMLElement, current: HTMLElement) => {
  const recording = old.querySelector('video')
  const isPlaying = old.querySelector('.lead iframe') !== null || recording?.paused === false
  if (!isPlaying) return old.replaceWith(current)
  for (const part of ['.bar', '.head > div']) {
    const shown = current.querySelector(part)
    if (shown !== null) old.querySelector(part)?.replaceWith(shown)
  }
}

/** The address of this page without what other sites have added to it: caches have one page for all readers. */
const ownAddress = (): string => {
  const canonical = document.querySelector<HTMLLinkElement>('link[rel=canonical]')?.href ?? ''
  return canonical.startsWith(location.origin + location.pathname) ? canonical : location.href
}

/** Loads the styles of a page that are new, and then removes those that it has no more. */
const replaceStyles = (page: Document) => {
  const stylesIn = (root: Document) => [...root.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')]
  const current = new Set(stylesIn(page).map(({ href }) => href))
  const old = stylesIn(document)
  const removeOld = () => old.filter(({ href }) => !current.has(href)).forEach((link) => link.remove())
  const added = [...current].filter((href) => old.every((link) => link.href !== href))
  if (added.length === 0) removeOld()
  for (const href of added) {
    const link = document.createElement('link')
    Object.assign(link, { rel: 'stylesheet', href, onload: removeOld })
    document.head.append(link)
  }
}
