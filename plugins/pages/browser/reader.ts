/** The live reader: shows changes of a blog while its page is open. Without it, the page is complete, but static. */
import { commentForm } from './comment-form.ts'
import { keyPoints } from './key-points.ts'
import { labelling, labels, refreshTimes } from './labels.ts'
import './light-box.ts'
import { livePosts } from './live-posts.ts'
import { ownAddress, showMasthead } from './masthead.ts'
import { pageAt } from './parsed.ts'
import { play } from './play.ts'
import { share } from './share.ts'

const MINUTE = 60_000

const follow = (main: HTMLElement) => {
  let title = document.title
  let waiting = 0
  const showTitle = () => {
    document.title = waiting === 0 ? title : `(${waiting}) ${title}`
  }
  const showKeyPoints = keyPoints()
  const { start, setInView } = livePosts(main, {
    labelling,
    read: () => pageAt(ownAddress(), { cache: 'no-cache' }),
    onChange: (page) => {
      title = page.title
      showTitle()
      showMasthead(page)
    },
    prepare: (articles) => articles.forEach((article) => refreshTimes(article)),
    onShown: (articles) => {
      showKeyPoints(articles)
      showUpdate(articles)
    },
    onWaiting: (count) => {
      waiting = count
      showTitle()
    },
    onEnd: (state) => {
      const mark = document.querySelector('.state')
      mark?.classList.remove('live')
      if (mark !== null && state === 'closed') mark.textContent = labels.closed
    },
    onReset: () => {
      keepComment?.()
      location.reload()
    }
  })
  // Sent by frame.ts.
  document.addEventListener('desk:view', ({ detail }) => setInView(detail))
  start()
}

/** Says in the masthead when a post was last published or corrected. */
const showUpdate = (articles: readonly HTMLElement[]) => {
  const status = document.querySelector('.status')
  const updated = status?.querySelector('time')
  if (!status || !updated) return
  const times = articles.flatMap((article) => [...article.querySelectorAll<HTMLTimeElement>('header time')])
  // The texts of times in UTC are in the order of the times.
  for (const { dateTime } of times) if (dateTime > updated.dateTime) updated.dateTime = dateTime
  refreshTimes(status)
}

/** Leads from a link to a post that was on this page, such as one that was copied from a key point, to its own page. */
const followOldLink = async () => {
  const { hash, pathname } = location
  const [blog, post] = [/^.*\/live\/\d+/.exec(pathname)?.[0], /^#post-(\d+)$/.exec(hash)?.[1]]
  if (blog === undefined || post === undefined || document.getElementById(hash.slice(1)) !== null) return
  const address = `${blog}/post/${post}`
  const page = await pageAt(address, {}).catch(() => undefined)
  if (page !== undefined) location.replace(address)
}

void followOldLink()
document.addEventListener('click', play)
document.addEventListener('click', share)
refreshTimes(document)
setInterval(() => refreshTimes(document), MINUTE)
addEventListener('beforeprint', () => refreshTimes(document, true))
addEventListener('afterprint', () => refreshTimes(document))
const form = document.querySelector<HTMLFormElement>('form.comments')
const keepComment = form === null ? undefined : commentForm(form)
const main = document.querySelector('main')
if (main?.dataset.list !== undefined) follow(main)
