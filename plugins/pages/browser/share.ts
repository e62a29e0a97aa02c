/** Links that share their address. Without this script, they lead to it. */
import { linkOf } from './clicks.ts'
import { labels } from './labels.ts'

/** Milliseconds for which a link says that its address was copied. */
const TOLD = 2_000

/** Shares the address of the link that was clicked, by the device's own means on telephones, else as a copy. */
export const share = (event: MouseEvent) => {
  const link = linkOf(event, 'a.share')
  // Other sites would have to allow their frames to share.
  if (link === null || window.parent !== window) return
  if ('share' in navigator && matchMedia('(pointer: coarse)').matches) {
    event.preventDefault()
    const headline = link.closest('article')?.querySelector('.headline')?.textContent
    // Readers may change their minds, which is reported as an error.
    navigator.share({ title: headline ?? document.title, url: link.href }).catch(() => {})
  } else if ('clipboard' in navigator) {
    event.preventDefault()
    navigator.clipboard.writeText(link.href).then(
      () => tellCopied(link),
      () => location.assign(link.href)
    )
  }
}

const tellCopied = (link: HTMLAnchorElement) => {
  const { textContent: text } = link
  const status = document.querySelector('[role=status]')
  if (text === labels.copied) return
  link.textContent = labels.copied
  if (status !== null) status.textContent = labels.copied
  setTimeout(() => {
    link.textContent = text
  }, TOLD)
}
