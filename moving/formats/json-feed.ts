/** Reads JSON Feed 1.0 and 1.1 (https://www.jsonfeed.org/version/1.1/), with the removals that Desk adds to it. */
import { lost, type Foreign } from '../foreign.ts'
import { figureOf, paragraphsOf, postFrom, removedPost, withEmojis } from './entries.ts'
import { dateIn, documentFrom, scalarIn, objectIn, objectsIn, textIn, type JsonObject } from './json.ts'
import { lostTexts, unreadableDatesIn } from './losses.ts'
import type { PageLinks } from './paging.ts'
import { wholeText } from './encoding.ts'

/**
 * Reads a feed, whose newest items come first.
 * @param address the address of the feed, which identifies a feed without addresses
 * @param links gets the links to other pages of the feed
 * @throws Error if the source is not a JSON object
 */
export async function* readJsonFeed(
  bytes: AsyncIterable<Uint8Array>,
  address: string,
  links: PageLinks = new Map()
): AsyncGenerator<Foreign> {
  const feed = documentFrom(await wholeText(bytes))
  if (feed === undefined) throw new Error('The source is not a JSON Feed: it is not a JSON object')
  const next = textIn(feed, 'next_url')
  if (next !== undefined) links.set('next', next)
  yield {
    kind: 'blog',
    id: textIn(feed, 'home_page_url') ?? textIn(feed, 'feed_url') ?? address,
    title: textIn(feed, 'title'),
    description: textIn(feed, 'description'),
    language: textIn(feed, 'language'),
    outputLink: textIn(feed, 'home_page_url')
  }
  for (const removed of objectsIn(objectIn(feed, '_desk') ?? {}, 'removed')) {
    const id = textIn(removed, 'id')
    if (id === undefined) yield lost(undefined, 'entry without id', 'A removal without an id was left out.')
    else {
      yield removedPost(id, dateIn(removed, 'removed_on'))
      yield* unreadableDatesIn(id, removed, ['removed_on'])
    }
  }
  const shared = { address, author: authorOf(feed) }
  for (const item of objectsIn(feed, 'items')) yield* itemOf(item, shared)
}

/** @param feed the address of the feed, and the authors of items that name none */
function* itemOf(item: JsonObject, feed: { address: string; author: string | undefined }): Generator<Foreign> {
  const link = textIn(item, 'url')
  const id = scalarIn(item, 'id') ?? link
  if (id === undefined) {
    yield lost(undefined, 'entry without id', 'An item without an id was left out.')
    return
  }
  const text = textIn(item, 'content_text')
  const html = withEmojis(textIn(item, 'content_html') ?? (text === undefined ? '' : paragraphsOf(text)))
  const image = textIn(item, 'image')
  yield postFrom({
    id,
    uuid: textIn(objectIn(item, '_desk') ?? {}, 'uuid'),
    title: textIn(item, 'title'),
    html,
    link,
    feed: feed.address,
    pictures: image === undefined || html.includes('<img') ? '' : figureOf(image),
    author: authorOf(item) ?? feed.author,
    published: dateIn(item, 'date_published'),
    updated: dateIn(item, 'date_modified')
  })
  yield* unreadableDatesIn(id, item, ['date_published', 'date_modified'])
  const { tags } = item
  const all: unknown[] = Array.isArray(tags) ? tags : []
  yield* lostTexts(
    id,
    'tag',
    all.map((tag) => (typeof tag === 'string' ? tag : undefined))
  )
  yield* lostTexts(
    id,
    'attachment',
    objectsIn(item, 'attachments').map((file) => textIn(file, 'url'))
  )
  yield* lostTexts(id, 'link', [textIn(item, 'external_url')])
  yield* lostTexts(id, 'banner', [textIn(item, 'banner_image')])
}

/** Version 1.1 has a list of authors, version 1.0 one author. */
const authorOf = (item: JsonObject): string | undefined =>
  [
    ...new Set(
      [...objectsIn(item, 'authors'), ...objectsIn(item, 'author')].flatMap((each) => textIn(each, 'name') ?? [])
    )
  ].join(', ') || undefined
