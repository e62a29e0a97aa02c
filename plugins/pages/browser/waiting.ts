/** The page of a blog that has not begun. It becomes the live page when the blog begins, and shows a later start. */

/** Milliseconds between two looks: at least this, and at most twice as many, so that readers don't all look at once. */
const PAUSE = 15_000

/** The attribute with the version of the blog that this page shows. The live page has none. */
const shown = ` data-waits="${document.querySelector('main')?.dataset.waits}"`

const look = async () => {
  if (document.hidden) return
  // The answer may break off, or never come.
  const page = await fetch(location.href, { signal: AbortSignal.timeout(PAUSE) })
    .then((response) => (response.ok ? response.text() : undefined))
    .catch(() => undefined)
  if (page?.includes(shown) === false) location.reload()
}

const wait = () => {
  setTimeout(() => look().then(wait), PAUSE * (1 + Math.random()))
}

wait()
document.addEventListener('visibilitychange', look)
