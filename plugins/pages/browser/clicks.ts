/** Returns the link that was clicked, unless the click opens it in another tab or window, or saves it. */
export const linkOf = (event: Event, selector: string): HTMLAnchorElement | null => {
  const { target } = event
  if (!(event instanceof MouseEvent) || !(target instanceof Element)) return null
  const isPlain = !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey
  return isPlain ? target.closest<HTMLAnchorElement>(selector) : null
}
