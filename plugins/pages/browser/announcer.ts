/** Announcements to screen readers. */

/** Milliseconds between two announcements. */
const INTERVAL = 15_000

/** Returns a function that announces a number of posts: all that have come since the last announcement. */
export const announcer = (region: HTMLElement, inWords: (count: number) => string) => {
  let count = 0
  let timer: number | undefined
  const announce = () => {
    timer = undefined
    if (count === 0) return
    region.textContent = inWords(count)
    count = 0
    timer = setTimeout(announce, INTERVAL)
  }
  return (more: number) => {
    count += more
    timer ??= setTimeout(announce)
  }
}
