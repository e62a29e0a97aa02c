/** Reads the live blog in a web page: the JSON-LD of type `LiveBlogPosting` (https://schema.org/LiveBlogPosting). */
import { createHash } from 'node:crypto'
import { parseHtml } from '../../plugins/outgoing/html.ts'
import { escapeHtml } from '../../plugins/representation/escape.ts'
import { lost, type Foreign } from '../foreign.ts'
import { figureOf, paragraphsOf, postFrom } from './entries.ts'
import { isPlainObject } from '../../schemas/language/rows.ts'
import { dateIn, objectsIn, textIn, type JsonObject } from './json.ts'
import { lostTexts, unreadableDatesIn } from './losses.ts'
import { wholeText } from './encoding.ts'

/**
 * Reads a page, which often shows the newest posts only.
 * @param address the address of the page
 * @throws Error if it has no live blog
 */
export async function* readPage(bytes: AsyncIterable<Uint8Array>, address: string): AsyncGenerator<Foreign> {
  const documents = jsonLdIn(await wholeText(bytes))
  const [blog] = documents.flatMap((document) => postingsIn(document))
  if (blog === undefined) throw new Error('The page has no JSON-LD of the type LiveBlogPosting')
  yield {
    kind: 'blog',
    id: absoluteIn(blog, '@id', address) ?? absoluteIn(blog, 'url', address) ?? address,
    title: textIn(blog, 'headline') ?? textIn(blog, 'name'),
    description: textIn(blog, 'description'),
    language: textIn(blog, 'inLanguage'),
    createdOn: dateIn(blog, 'datePublished'),
    liveOn: dateIn(blog, 'coverageStartTime') ?? dateIn(blog, 'datePublished'),
    closedOn: endOf(blog),
    outputLink: textIn(blog, 'url')
  }
  yield lost(undefined, 'older posts', OLDER)
  for (const update of objectsIn(blog, 'liveBlogUpdate')) yield* postOf(update, address)
}

const OLDER = 'A page names the posts that it shows: if it shows the newest only, the others are missing.'

/** Returns an identifier that has a meaning outside of its page; undefined for one such as `#live`. */
const absoluteIn = (blog: JsonObject, key: string, address: string): string | undefined =>
  URL.parse(textIn(blog, key) ?? '', address === '' ? undefined : address)?.href

/** Coverage that is to end later is not over. */
const endOf = (blog: JsonObject): Date | undefined => {
  const end = dateIn(blog, 'coverageEndTime')
  return end !== undefined && end < new Date() ? end : undefined
}

const jsonLdIn = (html: string): unknown[] => {
  const texts: string[] = []
  let isInside = false
  parseHtml(html, {
    onopentag(name, { type = '' }) {
      isInside = name === 'script' && type.trim().toLowerCase() === 'application/ld+json'
      if (isInside) texts.push('')
    },
    ontext(text) {
      if (isInside) texts[texts.length - 1] += text
    },
    onclosetag() {
      isInside = false
    }
  })
  return texts.flatMap((text) => {
    try {
      const document: unknown = JSON.parse(text)
      return [document]
    } catch {
      return []
    }
  })
}

/** Levels of a document that are searched. */
const MAX_DEPTH = 6

/** Returns the live blogs in a document: on top, in a list or a graph, or as a part of another thing. */
const postingsIn = (value: unknown, depth = 0): JsonObject[] => {
  if (depth > MAX_DEPTH) return []
  if (Array.isArray(value)) return value.flatMap((item: unknown) => postingsIn(item, depth + 1))
  if (!isPlainObject(value)) return []
  const { '@type': type } = value
  const types: unknown[] = Array.isArray(type) ? type : [type]
  if (types.some((name) => typeof name === 'string' && /(^|[/:])LiveBlogPosting$/.test(name))) return [value]
  return Object.values(value).flatMap((member) => postingsIn(member, depth + 1))
}

/** @param address the address of the page */
function* postOf(update: JsonObject, address: string): Generator<Foreign> {
  const published = dateIn(update, 'datePublished')
  const headline = textIn(update, 'headline') ?? textIn(update, 'name')
  const body = textIn(update, 'articleBody') ?? textIn(update, 'text') ?? textIn(update, 'description') ?? ''
  const html = /<[a-z][^<>]*>/i.test(body) ? body : body === '' ? '' : paragraphsOf(body)
  const id =
    textIn(update, '@id') ??
    textIn(update, 'url') ??
    textIn(update, 'identifier') ??
    createHash('sha256')
      .update(`${published?.toISOString()}\n${headline ?? body}`)
      .digest('hex')
  yield postFrom({
    id,
    title: headline,
    html,
    link: textIn(update, 'url'),
    feed: address,
    pictures: html.includes('<img') ? '' : picturesOf(update),
    author: namesIn(update, 'author').join(', ') || undefined,
    published,
    updated: dateIn(update, 'dateModified')
  })
  yield* unreadableDatesIn(id, update, ['datePublished', 'dateModified'])
  const videos = objectsIn(update, 'video').map((video) => textIn(video, 'contentUrl') ?? textIn(video, 'url') ?? '')
  yield* lostTexts(id, 'video', videos)
}

/** Returns names, which can be texts, things, or a list of both. */
const namesIn = (object: JsonObject, key: string): string[] => {
  const { [key]: value } = object
  const values: unknown[] = Array.isArray(value) ? value : [value]
  return values.flatMap((author) => {
    if (typeof author === 'string') return [author]
    return isPlainObject(author) ? (textIn(author, 'name') ?? []) : []
  })
}

/** Returns the pictures of an update as markup, with their captions. */
const picturesOf = (update: JsonObject): string => {
  const { image } = update
  const images: unknown[] = Array.isArray(image) ? image : [image]
  return images
    .map((picture) => {
      const object = isPlainObject(picture) ? picture : typeof picture === 'string' ? { url: picture } : {}
      const url = textIn(object, 'url') ?? textIn(object, 'contentUrl')
      const caption = textIn(object, 'caption')
      const legend = caption === undefined ? '' : `<figcaption>${escapeHtml(caption)}</figcaption>`
      return url === undefined ? '' : figureOf(url, legend)
    })
    .join('')
}
