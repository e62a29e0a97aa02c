/** Shows a blog in the shadow of an element: the markup of the page that other sites show in a frame. */
import type { State } from '../../../clients/js/src/news.ts'
import elementStyles from '../element.css'
import postStyles from '../post.css'
import { announcer } from './announcer.ts'
import { followArticles } from './articles.ts'
import { labellingOf, type Labelling } from './labelling.ts'
import { nextPosts } from './next-posts.ts'
import { play } from './play.ts'
import { postList } from './post-list.ts'
import { whenSeen } from './seen.ts'

export interface ShownBlog {
  readonly start: () => void
  readonly stop: () => void
}

const MINUTE = 60_000
/** Milliseconds in which the elements of a blog read it again, so that they do not all come at once. */
const SPREAD = 4_000
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
 * @param signal ends what it does by itself
 * @param restart called when the service was restored from a backup
 * @throws Error if there is no such page
 */
export const showBlog = async (
  element: Element,
  address: string,
  signal: AbortSignal,
  restart: () => void
): Promise<ShownBlog> => {
  const page = await pageAt(address)
  signal.throwIfAborted()
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
  const refreshing = setInterval(() => refreshTimes(blog), MINUTE)
  signal.addEventListener('abort', () => clearInterval(refreshing))

  let isWanted = false
  let following: ShownBlog | undefined
  const isLastPage = blog.dataset.grows !== undefined
  const follow = () => {
    following = followBlog({ blog, address: isLastPage ? address : undefined, labelling, prepare, restart, signal })
    if (isWanted) following.start()
  }
  nextPosts(blog, labelling.labels, (articles, from) => {
    prepare(articles)
    // The last page has arrived, where new posts appear if the oldest come first.
    if (following !== undefined || from.dataset.grows === undefined) return
    Object.assign(blog.dataset, { ...from.dataset })
    follow()
  })
  if (isLastPage) follow()
  return {
    start: () => {
      isWanted = true
      following?.start()
    },
    stop: () => {
      isWanted = false
      following?.stop()
    }
  }
}

interface FollowedBlog {
  readonly blog: HTMLElement
  /** Address of a page that says whether the blog is closed; undefined if that page does not show the newest posts. */
  readonly address: string | undefined
  readonly labelling: Labelling
  readonly prepare: (articles: readonly HTMLElement[]) => void
  readonly restart: () => void
  readonly signal: AbortSignal
}

/** Returns what starts and stops to follow a blog that is shown, while it is in view. */
const followBlog = ({ blog, address, labelling, prepare, restart, signal }: FollowedBlog): ShownBlog => {
  const { labels, postsInWords } = labelling
  const { list = '', since, updates } = blog.dataset
  const [connection, more, pause] = [partOf(blog, '.connection'), partOf(blog, '.more'), partOf(blog, '.pause')]
  const announce = announcer(partOf(blog, '[role=status]'))
  const posts = postList(
    blog,
    (count) => {
      more.hidden = count === 0
      more.textContent = postsInWords(count)
    },
    signal
  )
  more.onclick = posts.release
  const tell = (state: State | 'paused') => {
    connection.textContent = labels.states[state]
    connection.hidden = state === 'live'
    if (state === 'closed' || state === 'gone') pause.hidden = true
  }

  let reading: number | undefined
  const readAgain = async (address: string) => {
    const page = await pageAt(address, 'no-cache').catch(() => undefined)
    if (page === undefined) return
    const now = blogIn(page)
    blog.ariaLabel = now.ariaLabel
    blog.dataset.version = now.dataset.version ?? ''
    if (now.dataset.version === undefined) changes.close()
  }
  const changes = followArticles({
    list,
    language: blog.lang,
    since: Number(since),
    onlyPolls: updates === 'poll',
    version: () => Number(blog.dataset.version),
    show: (articles) => {
      prepare(articles)
      const count = posts.show(articles)
      if (count > 0) announce(postsInWords(count))
    },
    takeVersion: () => {
      clearTimeout(reading)
      if (address !== undefined) reading = setTimeout(readAgain, Math.random() * SPREAD, address)
    },
    onState: tell,
    onReset: restart
  })

  let isWanted = false
  const seen = whenSeen((isSeen) => {
    if (!isSeen) changes.stop()
    else if (isWanted) changes.start()
  }, signal)
  const watching = new IntersectionObserver((entries) => seen.setInView(entries.at(-1)?.isIntersecting ?? true))
  watching.observe(blog)
  signal.addEventListener('abort', () => {
    clearTimeout(reading)
    watching.disconnect()
    changes.stop()
  })
  const want = (next: boolean) => {
    isWanted = next
    pause.textContent = isWanted ? labels.pause : labels.resume
    pause.ariaLabel = isWanted ? labels.pauseUpdates : labels.resumeUpdates
    tell(isWanted ? 'live' : 'paused')
    if (!isWanted) changes.stop()
    else if (seen.isSeen()) changes.start()
  }
  pause.hidden = false
  pause.onclick = () => want(!isWanted)
  return { start: () => want(true), stop: () => want(false) }
}

/** Reads a page of the service. @throws Error if the service refuses it */
const pageAt = async (address: string, cache: RequestCache = 'default'): Promise<Document> => {
  const response = await fetch(address, { credentials: 'omit', cache })
  if (!response.ok) throw new Error(`${address} answered ${response.status}`)
  return new DOMParser().parseFromString(await response.text(), 'text/html')
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

const partOf = (blog: HTMLElement, selector: string): HTMLElement => {
  const part = blog.querySelector<HTMLElement>(selector)
  if (part === null) throw new TypeError(`The page has no ${selector}`)
  return part
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
