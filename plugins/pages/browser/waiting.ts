/** The page of a blog that has not begun. It becomes the live page when the blog begins, and shows a later start. */
import { pageAt } from './parsed.ts'

/** Milliseconds between two looks: at least this, and at most twice as many, so that readers don't all look at once. */
const PAUSE = 15_000

/** Returns the version of the blog that a page shows which waits for it. The live page has none. */
const versionIn = (page: Document) => page.querySelector('main')?.dataset.waits

const look = async () => {
  if (document.hidden) return
  // The answer may break off, never come, or be that of another program.
  const page = await pageAt(location.href, {}).catch(() => undefined)
  if (page !== undefined && versionIn(page) !== versionIn(document)) location.reload()
}

const wait = () => {
  setTimeout(() => look().then(wait), PAUSE * (1 + Math.random()))
}

wait()
document.addEventListener('visibilitychange', look)
