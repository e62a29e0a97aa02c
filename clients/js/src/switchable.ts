/** Starts and stops the following of a list by hand, as pages do. */
import type { News } from './news.ts'

/** Returns functions that start and stop the following of a list. It goes on where it stopped. */
export const switchable = <Item>(
  begin: (signal: AbortSignal) => AsyncIterable<News<Item>>,
  take: (news: News<Item>) => void
) => {
  let controller: AbortController | undefined

  const stop = () => controller?.abort()
  const start = async () => {
    stop()
    const { signal } = (controller = new AbortController())
    for await (const news of begin(signal)) {
      if (signal.aborted) return
      take(news)
    }
  }
  return { start, stop }
}
