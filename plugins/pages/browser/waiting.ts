/** The page of a blog that has not begun. It becomes the live page when the blog begins. */

/** Milliseconds between two looks: at least this, and at most twice as many, so that readers don't all look at once. */
const PAUSE = 15_000

const look = async () => {
  if (document.hidden) return
  const response = await fetch(location.href).catch(() => undefined)
  if (response?.ok === true && !/<main[^>]* data-waits/.test(await response.text())) location.reload()
}

const wait = () => {
  setTimeout(() => look().then(wait), PAUSE * (1 + Math.random()))
}

wait()
document.addEventListener('visibilitychange', look)
