/** Follows the posts of a blog as the articles that the service renders. */
import { changes } from '../../../clients/js/src/changes.ts'
import type { News, Parsed, State } from '../../../clients/js/src/news.ts'
import { switchable } from '../../../clients/js/src/switchable.ts'

export interface FollowedArticles {
  /** Address of the list, in HTML. */
  readonly list: string
  /** Language of the blog. All readers ask for it, whatever they prefer, so that each change is written once. */
  readonly language: string
  /** Number of the last change that the page shows. */
  readonly since: number
  readonly onlyPolls: boolean
  /** Returns the version of the blog that the page shows. */
  readonly version: () => number
  /** Takes the articles that have changed, each as it is now. */
  readonly show: (articles: readonly HTMLElement[]) => void
  /** Takes the version of the blog itself; undefined if it may have changed. */
  readonly takeVersion: (version: number | undefined) => void
  readonly onState: (state: State) => void
  /** Called when the service was restored from a backup, and the page has to begin again. */
  readonly onReset: () => void
}

/** Returns what starts and stops the following by hand, and ends it for good when the blog is closed. */
export const followArticles = (followed: FollowedArticles) => {
  const { list, language, onlyPolls, version: blogVersion, show, takeVersion, onState, onReset } = followed
  let cursor = followed.since
  let isOver = false
  // Shown together once there are no more: a cache may still have the text of a post that was deleted meanwhile.
  const arrived = new Map<string, HTMLElement>()

  const take = (news: News<HTMLElement>) => {
    if ('version' in news) takeVersion(news.version)
    if ('isReset' in news) onReset()
    if ('state' in news) {
      isOver = news.state === 'closed' || news.state === 'gone'
      onState(news.state)
    }
    if (!('items' in news)) return
    cursor = news.cursor
    for (const article of news.items) {
      // The last change of a post counts.
      arrived.delete(article.id)
      arrived.set(article.id, article)
    }
    if (news.hasMore) return
    const articles = [...arrived.values()]
    arrived.clear()
    show(articles)
  }
  const following = switchable((signal) => {
    const query = `X-Filter=*&Accept-Language=${language}`
    return changes({ list: `${list}?${query}`, since: cursor, signal, parse: articlesIn, onlyPolls, blogVersion })
  }, take)

  return {
    start: () => {
      if (!isOver) void following.start()
    },
    stop: following.stop,
    close: () => {
      following.stop()
      take({ state: 'closed' })
    }
  }
}

const articlesIn = (markup: string): Parsed<HTMLElement> => {
  const parsed = new DOMParser().parseFromString(markup, 'text/html')
  const articles = parsed.querySelectorAll<HTMLElement>('article.post')
  return {
    items: [...articles].map((article) => [Number(article.dataset.cId), article]),
    last: Number(parsed.querySelector('.lastCId dd')?.textContent)
  }
}
