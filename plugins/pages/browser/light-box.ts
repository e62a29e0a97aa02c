/** Shows the pictures of posts large, above the page. Without it, they are links to the whole picture. */
import { linkOf } from './clicks.ts'
import { labels } from './labels.ts'

/** Width of a picture in the light box, as the attribute `sizes` has it. */
const SIZES = '100vw'

/** Adds the light box to the page. Returns the function that opens it. */
const build = () => {
  const dialog = document.createElement('dialog')
  dialog.className = 'light-box'
  const place = document.createElement('a')
  place.target = '_blank'
  place.rel = 'noopener'
  const caption = document.createElement('p')
  let currentLink: HTMLAnchorElement | undefined

  const show = (link: HTMLAnchorElement) => {
    const picture = link.firstElementChild?.cloneNode(true)
    if (!(picture instanceof HTMLElement)) return
    for (const part of [picture, ...picture.querySelectorAll('source, img')]) {
      if (part.hasAttribute('sizes')) part.setAttribute('sizes', SIZES)
      part.removeAttribute('loading')
    }
    currentLink = link
    place.href = link.href
    place.ariaLabel = link.ariaLabel
    place.replaceChildren(picture)
    caption.textContent = captionOf(link)
    previous.disabled = neighbourOf(link, -1) === undefined
    next.disabled = neighbourOf(link, 1) === undefined
  }
  const step = (distance: 1 | -1) => {
    const link = currentLink && neighbourOf(currentLink, distance)
    if (link !== undefined) show(link)
  }
  /** Follows the page: an editor may have withdrawn the picture, or have corrected its caption. */
  const changes = new MutationObserver(() => {
    if (currentLink?.isConnected !== true) dialog.close()
    else if (currentLink.href !== place.href || captionOf(currentLink) !== caption.textContent) show(currentLink)
  })
  const button = (text: string, label: string, onclick: () => void) =>
    Object.assign(document.createElement('button'), { type: 'button', textContent: text, ariaLabel: label, onclick })
  const close = button('×', labels.close, () => dialog.close())
  const previous = button('‹', labels.previousPicture, () => step(-1))
  const next = button('›', labels.nextPicture, () => step(1))
  previous.className = 'previous'
  next.className = 'next'

  dialog.ariaLabel = labels.picture
  dialog.append(close, previous, next, place, caption)
  // The focus may be nowhere after the button that had it is hidden.
  document.addEventListener('keydown', ({ key }) => {
    if (!dialog.open) return
    const forward = document.dir === 'rtl' ? 'ArrowLeft' : 'ArrowRight'
    if (key === 'ArrowLeft' || key === 'ArrowRight') step(key === forward ? 1 : -1)
  })
  dialog.onclick = ({ target }) => {
    if (target === dialog) dialog.close()
  }
  dialog.onclose = () => changes.disconnect()
  document.body.append(dialog)
  return (link: HTMLAnchorElement) => {
    show(link)
    // When it closes, the browser returns the focus to the link.
    link.focus({ preventScroll: true })
    dialog.showModal()
    changes.observe(document.body, { subtree: true, childList: true, characterData: true, attributeFilter: ['href'] })
  }
}

/** Returns the link of the previous or next picture on the page; undefined at either end. */
const neighbourOf = (link: HTMLAnchorElement, distance: 1 | -1): HTMLAnchorElement | undefined => {
  const all = [...document.querySelectorAll<HTMLAnchorElement>('a.whole')]
  return all[all.indexOf(link) + distance]
}

/** Returns the texts about a picture: its description, caption and credit, each once. */
const captionOf = (link: HTMLAnchorElement): string => {
  const texts = [
    link.querySelector('img')?.alt,
    link.closest('figure')?.querySelector('figcaption')?.textContent,
    link.closest('.image')?.querySelector('.source')?.textContent
  ].flatMap((text) => text?.trim() || [])
  const isRepeated = (text: string) => texts.some((other) => other !== text && other.includes(text))
  return [...new Set(texts)].filter((text) => !isRepeated(text)).join(' · ')
}

let open: ReturnType<typeof build> | undefined

document.addEventListener('click', (event) => {
  const link = linkOf(event, 'a.whole')
  // A frame of another site is too small: there, the link opens a tab.
  if (link === null || window.parent !== window) return
  event.preventDefault()
  open ??= build()
  open(link)
})
