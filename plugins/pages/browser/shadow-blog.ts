/** Shows a blog in the shadow of an element: the markup of the page that other sites show in a frame. */
import elementStyles from '../element.css'
import postStyles from '../post.css'
import { pause } from '../../../clients/js/src/watch.ts'
import { labellingOf } from './labelling.ts'
import { livePosts } from './live-posts.ts'
import { pageAt } from './parsed.ts'
import { play } from './play.ts'
import { retryDelays } from './retrying.ts'

export type ShownBlog = Pick<ReturnType<typeof livePosts>, 'start' | 'stop'>

const MINUTE = 60_000
/** The names by which sites style parts of the shadow (`::part`), by selectors. */
const PARTS = Object.entries({
  '.controls': 'controls',
  '.pause': 'button pause',
  '.more': 'button more',
  '.pages a': 'button older',
  '.connection': 'connection',
  '.pinned': 'pinned',
  '.posts': 'posts',
  'article.post': 'post',
  'article.post > header': 'byline',
  '.headline': 'headline',
  'article.post > .text': 'text'
})

/**
 * Shows a blog.
 * @param address of the page for frames
 * @param signal ends the following, timers and listeners
 * @param restart called when the service was restored from a backup
 * @throws Error if there is no such page
 */
export const showBlog = async (
  element: Element,
  address: string,
  signal: AbortSignal,
  restart: () => void
): Promise<ShownBlog> => {
  const read = (cache?: RequestCache) => pageAt(address, { credentials: 'omit', ...(cache && { cache }) })
  const page = await firstOf(read, signal)
  signal.throwIfAborted()
  if (page === undefined) throw new Error(`${address} answered 404`)
  const labelling = labellingOf(page)
  const { refreshTimes } = labelling
  const blog = blogIn(page)
  const shadow = element.shadowRoot ?? element.attachShadow({ mode: 'open' })
  shadow.adoptedStyleSheets = [postStyles, elementStyles].map(sheetOf)
  shadow.replaceChildren(blog)
  const prepare = (articles: readonly HTMLElement[]) => {
    for (const article of articles) {
      refreshTimes(article)
      exposeParts(article)
    }
  }
  prepare([blog])
  shadow.addEventListener('click', play, { signal })
  const { start, stop, setInView } = livePosts(blog, {
    labelling,
    read: () => read('no-cache'),
    onChange: ({ title }) => {
      blog.ariaLabel = title
    },
    prepare,
    onReset: restart,
    signal
  })
  const watching = new IntersectionObserver((entries) => setInView(entries.at(-1)?.isIntersecting ?? true))
  watching.observe(blog)
  const refreshing = setInterval(() => refreshTimes(blog), MINUTE)
  signal.addEventListener('abort', () => {
    clearInterval(refreshing)
    watching.disconnect()
  })
  return { start, stop }
}

/** Returns the page, even if the service cannot be reached for a moment. Reports each failure. */
const firstOf = async (read: () => Promise<Document | undefined>, signal: AbortSignal) => {
  for (const delay of retryDelays()) {
    if (signal.aborted) break
    try {
      return await read()
    } catch (error) {
      if (!signal.aborted) reportError(error)
      await pause(delay, signal)
    }
  }
  return read()
}

/** Returns the main part of a page as a section: the page of the site has its own main part. */
const blogIn = (page: Document): HTMLElement => {
  const section = document.createElement('section')
  const main = page.querySelector('main')
  Object.assign(section.dataset, { ...main?.dataset })
  section.lang = page.documentElement.lang
  section.dir = page.documentElement.dir
  section.ariaLabel = page.title
  section.setAttribute('part', 'blog')
  section.append(...(main?.children ?? []))
  return section
}

const exposeParts = (root: HTMLElement) => {
  for (const [selector, name] of PARTS) {
    for (const element of [root, ...root.querySelectorAll(selector)]) {
      if (element.matches(selector)) element.setAttribute('part', name)
    }
  }
}

const sheetOf = (text: string): CSSStyleSheet => {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(text)
  return sheet
}
