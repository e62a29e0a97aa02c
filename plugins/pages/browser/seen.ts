/** Tells whether anybody sees a page or an element, so that it follows its blog only then. */

/** Milliseconds after which a page in the background counts as not seen. */
const HIDDEN_LIMIT = 5 * 60_000

/**
 * Calls back when somebody sees it again, or nobody any more; also when the browser shows a page from its back/forward
 * cache, without its connections.
 * @param signal ends the calls
 */
export const whenSeen = (tell: () => void, signal?: AbortSignal) => {
  const options = signal === undefined ? {} : { signal }
  let [isSeen, isInView] = [true, true]
  let hiding: number | undefined

  const change = (next: boolean) => {
    if (next === isSeen) return
    isSeen = next
    tell()
  }
  const look = () => {
    clearTimeout(hiding)
    if (!document.hidden && isInView) change(true)
    else hiding = setTimeout(change, isInView ? HIDDEN_LIMIT : 0, false)
  }
  // A link may have opened the page in the background.
  look()
  document.addEventListener('visibilitychange', look, options)
  addEventListener(
    'pageshow',
    ({ persisted }) => {
      if (persisted) isSeen = false
      look()
    },
    options
  )
  return {
    /** Says whether it is in the visible part of the window. Repeating it must not start the five minutes again. */
    setInView: (next: boolean) => {
      if (next === isInView) return
      isInView = next
      look()
    },
    isSeen: () => isSeen
  }
}
