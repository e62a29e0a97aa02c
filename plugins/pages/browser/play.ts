import { linkOf } from './clicks.ts'

/** Puts the player of a video in place of the link that was clicked. */
export const play = (event: Event) => {
  const link = linkOf(event, 'a[data-player]')
  const { player } = link?.dataset ?? {}
  if (link === null || player === undefined) return
  event.preventDefault()
  const frame = document.createElement('iframe')
  frame.className = 'player'
  frame.src = player
  // The link of a lead video says only from where it plays.
  frame.title = link.querySelector('strong')?.textContent ?? document.title
  frame.allow = 'autoplay; fullscreen; encrypted-media; picture-in-picture'
  frame.referrerPolicy = 'strict-origin-when-cross-origin'
  link.replaceWith(frame)
  frame.focus()
}
