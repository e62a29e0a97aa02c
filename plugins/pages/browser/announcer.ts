/** Announcements to screen readers. */

/** Milliseconds between two of them. */
const INTERVAL = 15_000

/** Returns a function that announces a text, or the last one of several within an interval. */
export const announcer = (region: HTMLElement) => {
  let next = ''
  let timer: number | undefined
  let free = 0
  return (text: string) => {
    next = text
    timer ??= setTimeout(
      () => {
        region.textContent = next
        timer = undefined
        free = Date.now() + INTERVAL
      },
      Math.max(0, free - Date.now())
    )
  }
}
