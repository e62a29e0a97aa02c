/** Announcements to screen readers. */

/** Milliseconds between two of them. */
const INTERVAL = 15_000

/** Returns a function that announces a text, or the last one of several within an interval. */
export const announcer = (region: HTMLElement) => {
  let next: string | undefined
  let timer: number | undefined
  const announce = () => {
    timer = undefined
    if (next === undefined) return
    region.textContent = next
    next = undefined
    timer = setTimeout(announce, INTERVAL)
  }
  return (text: string) => {
    next = text
    timer ??= setTimeout(announce)
  }
}
