/**
 * The posts of a page, or of an element, that follow their blog while somebody sees them, with the buttons and texts
 * about it. Where the newest posts are on another page, they follow once all pages up to that one were added.
 */
import type { State } from '../../../clients/js/src/news.ts'
import { announcer } from './announcer.ts'
import { followArticles, versionIn } from './articles.ts'
import type { Labelling } from './labelling.ts'
import { nextPosts } from './next-posts.ts'
import { changing } from './places.ts'
import { postList } from './post-list.ts'
import { whenSeen } from './seen.ts'

/** Milliseconds in which the open pages of a blog read it again, so that they do not all come at once. */
const SPREAD = 4_000

/**
 * Minimum milliseconds after which a page reads itself again once its blog was closed or hidden, for the first time and
 * later; at most twice as many. Each time doubles them. A blog that was closed by mistake is soon open again.
 */
const FIRST_LOOK = 30_000
const MAX_LOOK = 30 * 60_000

export interface LiveView {
  readonly labelling: Labelling
  /** Reads the page again, after the blog itself has changed. Undefined if readers do not see the blog any more. */
  readonly read: () => Promise<Document | undefined>
  /** Shows the parts of that page besides its posts. */
  readonly onChange: (page: Document) => void
  /** Prepares articles before they are shown. */
  readonly prepare: (articles: readonly HTMLElement[]) => void
  /** Takes changed articles after they were shown. */
  readonly onShown?: (articles: readonly HTMLElement[]) => void
  /** Takes the number of posts that wait, when it changes. */
  readonly onWaiting?: (count: number) => void
  /** Called when the blog is closed, or hidden or deleted. */
  readonly onEnd?: (state: 'closed' | 'gone') => void
  /** Called when everything has to begin again: the service was restored from a backup. */
  readonly onReset: () => void
  /** Ends the following, timers and listeners. */
  readonly signal?: AbortSignal
}

/**
 * Returns functions that start and stop following the blog, and one that is told whether the posts are in the visible
 * part of the window.
 * @param main the main part of the page, or the element in its place
 */
export const livePosts = (main: HTMLElement, view: LiveView) => {
  const { labelling, prepare, signal } = view
  const { labels, postsInWords } = labelling
  const partOf = (selector: string): HTMLElement => {
    const part = main.querySelector<HTMLElement>(selector)
    if (part === null) throw new TypeError(`The page has no ${selector}`)
    return part
  }
  const [more, pause] = [partOf('.more'), partOf('.pause')]
  const [controls, connection] = [partOf('.controls'), partOf('.connection')]
  let isWanted = false
  let following: ReturnType<typeof followArticles> | undefined
  let posts: ReturnType<typeof postList> | undefined
  /** Whether the blog was closed or hidden. */
  let isOver = false
  let timer: number | undefined
  let looking: number | undefined

  const go = () => {
    if (!isWanted || !isSeen()) return following?.stop()
    if (isOver) lookLater(FIRST_LOOK)
    else following?.start()
  }
  const { setInView, isSeen } = whenSeen(go, signal)
  const want = (next: boolean) => {
    isWanted = next
    if (following === undefined) return
    pause.textContent = isWanted ? labels.pause : labels.resume
    pause.ariaLabel = isWanted ? labels.pauseUpdates : labels.resumeUpdates
    tell(isWanted ? 'live' : 'paused')
    go()
  }
  const tell = (state: State | 'paused') => {
    changing(controls, () => {
      connection.textContent = labels.states[state]
      connection.hidden = state === 'live'
    })
    if (state !== 'closed' && state !== 'gone') return
    pause.hidden = true
    view.onEnd?.(state)
    isOver = true
    lookLater(FIRST_LOOK)
  }
  const lookLater = (delay: number) => {
    clearTimeout(looking)
    looking = setTimeout(look, delay * (1 + Math.random()), delay)
  }
  /** Goes on if the blog is there and open again. If nobody sees the page now, it looks after somebody does. */
  const look = async (delay: number) => {
    if (!isWanted || !isSeen()) return
    const page = await view.read().catch(() => undefined)
    if (signal?.aborted === true) return
    const now = page?.querySelector('main')?.dataset
    if (!page || now?.version === undefined) return lookLater(Math.min(MAX_LOOK, 2 * delay))
    main.dataset.version = now.version
    view.onChange(page)
    isOver = false
    pause.hidden = false
    following?.start()
  }

  const takeVersion = (next?: number, spread = SPREAD) => {
    clearTimeout(timer)
    if (next !== undefined && next <= versionIn(main)) return
    timer = setTimeout(readAgain, Math.random() * spread, spread, next)
  }
  const readAgain = async (spread: number, next?: number) => {
    // Null if it cannot be read now.
    const page = await view.read().catch(() => null)
    if (signal?.aborted === true) return
    if (page === undefined) return following?.end('gone')
    const now = page?.querySelector('main')?.dataset
    // Without a version, the blog is closed. Its newest posts may have moved on to a further page.
    if (page && now && !(Number(now.version) <= versionIn(main))) {
      main.dataset.version = now.version ?? String(next ?? versionIn(main))
      view.onChange(page)
      if (now.version === undefined) following?.end('waits' in now ? 'gone' : 'closed')
    }
    // A proxy may still have the page as it was. In overload, readers ask ever more rarely.
    if (next !== undefined) takeVersion(next, Math.min(MAX_LOOK, 2 * spread))
  }

  const follow = () => {
    const announce = announcer(partOf('[role=status]'), postsInWords)
    const list = postList(
      main,
      (count) => {
        more.hidden = count === 0
        more.textContent = postsInWords(count)
        view.onWaiting?.(count)
      },
      signal
    )
    posts = list
    following = followArticles(main, {
      show: (articles) => {
        prepare(articles)
        announce(list.show(articles))
        tellChanged(articles)
        view.onShown?.(articles)
      },
      takeVersion,
      onState: tell,
      onReset: view.onReset
    })
    more.onclick = list.release
    pause.hidden = false
    pause.onclick = () => want(!isWanted)
    go()
  }
  const tellChanged = nextPosts(main, labels, ({ articles, from, changed }) => {
    prepare(articles)
    posts?.show(changed)
    // The last page has arrived, where new posts appear if the oldest come first.
    if (following !== undefined || from.dataset.grows === undefined) return
    // The posts of the first page, and the blog, may have changed since it was read.
    Object.assign(main.dataset, { ...from.dataset, ...main.dataset })
    follow()
  })
  if ('grows' in main.dataset) follow()
  signal?.addEventListener('abort', () => {
    clearTimeout(timer)
    clearTimeout(looking)
    following?.stop()
  })
  return { start: () => want(true), stop: () => want(false), setInView }
}
