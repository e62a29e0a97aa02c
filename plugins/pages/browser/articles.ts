/** Follows the posts of a blog as the articles that the service renders. */
import { changes } from '../../../clients/js/src/changes.ts'
import type { News, Parsed, State } from '../../../clients/js/src/news.ts'
import { switchable } from '../../../clients/js/src/switchable.ts'
import { parsed } from './parsed.ts'

interface Listener {
  /** Takes the articles that have changed, each as it is now. */
  readonly show: (articles: readonly HTMLElement[]) => void
  /** Takes the version of the blog; undefined if it is not known, so that the blog may have changed. */
  readonly takeVersion: (version: number | undefined) => void
  readonly onState: (state: State) => void
  /** Called when the service was restored from a backup, and the page has to begin again. */
  readonly onReset: () => void
}

/** Returns the version of the blog that the main part of a page shows. */
export const versionIn = (main: HTMLElement): number => Number(main.dataset.version)

/**
 * Returns functions that start and stop the following. It ends by itself when the blog is closed or hidden.
 * @param main the main part of the page, whose attributes name the list and the shown part of it
 */
export const followArticles = (main: HTMLElement, { show, takeVersion, onState, onReset }: Listener) => {
  const { list = '', since, updates } = main.dataset
  let cursor = Number(since)
  // Shown together once there are no more: a cache may still have the text of a post that was deleted meanwhile.
  const arrived = new Map<string, HTMLElement>()

  const take = (news: News<HTMLElement>) => {
    if ('version' in news) takeVersion(news.version)
    if ('isReset' in news) onReset()
    if ('state' in news) onState(news.state)
    if (!('items' in news)) return
    cursor = news.cursor
    // The last change of a post counts.
    for (const article of news.items) arrived.set(article.id, article)
    if (news.hasMore) return
    const articles = [...arrived.values()]
    arrived.clear()
    show(articles)
  }
  const following = switchable((signal) => {
    // All readers ask for the language of the blog, and not for their own, so that each change is written once.
    const language = main.closest<HTMLElement>('[lang]')?.lang
    return changes({
      list: `${list}?X-Filter=*&Accept-Language=${language}`,
      since: cursor,
      signal,
      parse: articlesIn,
      onlyPolls: updates === 'poll',
      blogVersion: () => versionIn(main)
    })
  }, take)

  return {
    start: () => {
      void following.start()
    },
    stop: following.stop,
    end: (state: 'closed' | 'gone') => {
      following.stop()
      take({ state })
    }
  }
}

const articlesIn = (markup: string): Parsed<HTMLElement> => {
  const page = parsed(markup)
  const articles = page.querySelectorAll<HTMLElement>('article.post')
  return {
    items: [...articles].map((article) => [Number(article.dataset.cId), article]),
    last: Number(page.querySelector('.lastCId dd')?.textContent)
  }
}
