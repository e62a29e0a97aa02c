/** The live reader: shows changes of a blog while its page is open. Without it, the page is complete, but static. */
import type { State } from '../../../clients/js/src/news.ts'
import { followArticles } from './articles.ts'
import { announcer } from './announcer.ts'
import { labels, postsInWords, refreshTimes } from './labels.ts'
import { commentForm } from './comment-form.ts'
import { keyPoints } from './key-points.ts'
import './light-box.ts'
import { masthead } from './masthead.ts'
import { nextPosts } from './next-posts.ts'
import { changing } from './places.ts'
import { play } from './play.ts'
import { postList } from './post-list.ts'
import { whenSeen } from './seen.ts'
import { share } from './share.ts'

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
  const changes = followArticles({
    list,
    language: document.documentElement.lang,
    since: Number(main.dataset.since),
    onlyPolls: main.dataset.updates === 'poll',
    version,
    show: (articles) => {
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
    takeVersion,
    onState: tell,
    onReset: () => location.reload()
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
  const { setInView } = whenSeen((isSeen) => {
    if (!isSeen) changes.stop()
    else if (!isPaused) changes.start()
  })
  // Sent by frame.ts.
  document.addEventListener('desk:view', ({ detail }) => setInView(detail))
  changes.start()
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
  nextPosts(main, labels, (articles, from) => {
    for (const article of articles) refreshTimes(article)
    // The last page has arrived, where new posts appear if the oldest come first.
    if (main.dataset.grows !== undefined || from.dataset.grows === undefined) return
    Object.assign(main.dataset, { ...from.dataset })
    follow(main, list)
  })
}
