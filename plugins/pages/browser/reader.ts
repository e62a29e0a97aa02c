/** The live reader: shows changes of a blog while its page is open. Without it, the page is complete, but static. */
import { blogChanges, type State } from './blog-changes.ts'
import { ageOf, labels, moments, postsInWords } from './labels.ts'
import { commentForm } from './comment-form.ts'
import { keyPoints } from './key-points.ts'
import './light-box.ts'
import { masthead } from './masthead.ts'
import { nextPosts } from './next-posts.ts'
import { changing } from './places.ts'
import { postList } from './post-list.ts'
import { share } from './share.ts'

/** Milliseconds between two announcements to screen readers. */
const ANNOUNCEMENT_INTERVAL = 15_000
/** Number of changes at an address that polls ask for, so that pages with different changes share it. */
const BLOCK = 16
/** Milliseconds after which a page that nobody sees stops to follow its blog. */
const HIDDEN_LIMIT = 5 * 60_000
const MINUTE = 60_000

const follow = (main: HTMLElement, list: string) => {
  let title = document.title
  let waiting = 0
  const more = elementIn(main, '.more')
  const pause = elementIn(main, '.pause')
  const controls = elementIn(main, '.controls')
  const connection = elementIn(main, '.connection')
  const announce = announcer(elementIn(main, '[role=status]'))
  let isPaused = false
  let isFollowing = true
  let isInView = true
  let hiding: number | undefined

  const showTitle = () => {
    document.title = waiting === 0 ? title : `(${waiting}) ${title}`
  }
  const posts = postList(main, (count) => {
    waiting = count
    more.hidden = count === 0
    more.textContent = postsInWords(count)
    showTitle()
  })
  const { version, take: takeVersion } = masthead((newTitle, header, isClosed) => {
    title = newTitle
    showTitle()
    refreshTimes(header)
    if (isClosed) changes.close()
  })
  const tell = (state: State | 'paused') => {
    changing(controls, () => {
      connection.textContent = labels.states[state]
      connection.hidden = state === 'live'
    })
    if (state !== 'closed' && state !== 'gone') return
    pause.hidden = true
    const mark = document.querySelector('.state')
    mark?.classList.remove('live')
    if (mark !== null && state === 'closed') mark.textContent = labels.closed
  }
  const showKeyPoints = keyPoints()
  let cursor = Number(main.dataset.since)
  // A cache may have an older document, but it may also be that the service's database is older since it was restored.
  let isAhead = false
  const arrived = new Map<string, HTMLElement>()
  // All readers ask for the language of the blog, whatever they prefer, so that the service writes each change once.
  const addressOf = (since: number) =>
    `${list}?X-Filter=*&Accept-Language=${document.documentElement.lang}&cId.since=${since}`
  const blockEnd = () => cursor - (cursor % BLOCK) + BLOCK
  const changes = blogChanges({
    address: () => addressOf(cursor),
    sharedAddress: () => {
      const end = blockEnd()
      return isAhead ? addressOf(cursor) : `${addressOf(end - BLOCK)}&cId.end=${end}`
    },
    onlyPolls: main.dataset.updates === 'poll',
    take: (markup) => {
      const parsed = new DOMParser().parseFromString(markup, 'text/html')
      const articles = [...parsed.querySelectorAll<HTMLElement>('article.post')]
      const numbers = articles.map(({ dataset }) => Number(dataset.cId))
      articles.forEach((article, index) => {
        if ((numbers[index] ?? 0) <= cursor) return
        // The last change of a post counts.
        arrived.delete(article.id)
        arrived.set(article.id, article)
      })
      const last = Number(parsed.querySelector('.lastCId dd')?.textContent ?? Math.max(...numbers))
      const end = blockEnd()
      isAhead = last < cursor
      cursor = Math.max(cursor, last)
      return cursor >= end
    },
    show: () => {
      const articles = [...arrived.values()]
      arrived.clear()
      for (const article of articles) refreshTimes(article)
      const count = posts.show(articles)
      showKeyPoints(articles)
      if (count === 0) return
      announce(postsInWords(count))
      const newest = articles.at(-1)?.querySelector('header time')
      const status = document.querySelector('.status')
      const updated = status?.querySelector('time')
      if (!(newest instanceof HTMLTimeElement) || !status || !updated) return
      updated.dateTime = newest.dateTime
      refreshTimes(status)
    },
    streamParameters: () => `&blogVersion=${version()}`,
    takeVersion,
    onState: tell
  })

  pause.hidden = false
  pause.onclick = () => {
    isPaused = !isPaused
    pause.textContent = isPaused ? labels.resume : labels.pause
    pause.ariaLabel = isPaused ? labels.resumeUpdates : labels.pauseUpdates
    if (isPaused) changes.stop()
    else changes.start()
    tell(isPaused ? 'paused' : 'live')
  }
  more.onclick = posts.release
  const followWhileSeen = () => {
    clearTimeout(hiding)
    if (document.hidden || !isInView) {
      hiding = setTimeout(
        () => {
          isFollowing = false
          changes.stop()
        },
        isInView ? HIDDEN_LIMIT : 0
      )
    } else if (!isFollowing && !isPaused) {
      isFollowing = true
      changes.start()
    }
  }
  document.addEventListener('visibilitychange', followWhileSeen)
  // Sent by frame.ts.
  document.addEventListener('desk:view', ({ detail }) => {
    isInView = detail
    followWhileSeen()
  })
  // The browser may show a page again that it has put aside, without its connections.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) isFollowing = false
    followWhileSeen()
  })
  changes.start()
}

/** Returns a function that announces a text, or the last one of several within an interval. */
const announcer = (region: HTMLElement) => {
  let next = ''
  let timer: number | undefined
  let free = 0
  return (text: string) => {
    next = text
    timer ??= setTimeout(
      () => {
        region.textContent = next
        timer = undefined
        free = Date.now() + ANNOUNCEMENT_INTERVAL
      },
      Math.max(0, free - Date.now())
    )
  }
}

/** Shows times of the last day as ages, but not on paper. Others, and all titles, are in the zone of the device. */
const refreshTimes = (root: ParentNode, isPrinted = false) => {
  for (const time of root.querySelectorAll('time')) {
    const moment = new Date(time.dateTime)
    time.title = moments.fullTime(moment)
    const isShort = time.className === 'short'
    const absolute = isShort && !isPrinted ? moments.shortTime : moments.time
    time.textContent = (isPrinted ? undefined : ageOf(moment, isShort)) ?? absolute(moment)
  }
}

/** Puts the player of a video in place of its link. */
const play = (event: MouseEvent) => {
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[data-player]') : null
  const { player } = link?.dataset ?? {}
  if (link === null || player === undefined || event.ctrlKey || event.metaKey || event.shiftKey) return
  event.preventDefault()
  const frame = document.createElement('iframe')
  frame.className = 'player'
  frame.src = player
  frame.title = link.querySelector('strong')?.textContent ?? ''
  frame.allow = 'autoplay; fullscreen; encrypted-media; picture-in-picture'
  frame.allowFullscreen = true
  frame.referrerPolicy = 'strict-origin-when-cross-origin'
  link.replaceWith(frame)
  frame.focus()
}

const elementIn = (root: ParentNode, selector: string): HTMLElement => {
  const element = root.querySelector<HTMLElement>(selector)
  if (element === null) throw new TypeError(`The page has no ${selector}`)
  return element
}

document.addEventListener('click', play)
document.addEventListener('click', share)
refreshTimes(document)
setInterval(() => refreshTimes(document), MINUTE)
addEventListener('beforeprint', () => refreshTimes(document, true))
addEventListener('afterprint', () => refreshTimes(document))
const form = document.querySelector<HTMLFormElement>('form.comments')
if (form !== null) commentForm(form)
const main = document.querySelector('main')
const { list } = main?.dataset ?? {}
if (main !== null && list !== undefined) {
  if (main.dataset.grows !== undefined) follow(main, list)
  nextPosts(main, (articles, from) => {
    for (const article of articles) refreshTimes(article)
    // The last page has arrived, where new posts appear if the oldest come first.
    if (main.dataset.grows !== undefined || from.dataset.grows === undefined) return
    Object.assign(main.dataset, { ...from.dataset })
    follow(main, list)
  })
}
