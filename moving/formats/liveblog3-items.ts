/** Turns the items of a post of Live Blog 3 into the content of one post. */
import { escapeHtml } from '../../plugins/representation/escape.ts'
import type { ForeignPost } from '../foreign.ts'
import { isPlainObject, membersIn } from '../../schemas/language/rows.ts'
import { objectIn, objectsIn, textIn, type JsonObject } from './json.ts'

interface ItemContent extends Pick<ForeignPost, 'type' | 'content' | 'meta'> {
  /** Kind and sentence of each thing that was lost. */
  readonly losses: readonly (readonly [what: string, why: string])[]
}

/** Maximum number of items of a post. Empty ones would take seconds. */
const MAX_ITEMS = 1000

/** Returns the content of a post. A post of several items becomes a plain post in which they follow each other. */
export const contentOf = (post: JsonObject): ItemContent => {
  const sources = itemsIn(post)
  const items = sources.slice(0, MAX_ITEMS).map(itemOf)
  const [first = { type: 'normal', content: '', meta: {}, losses: [] }, ...others] = items
  const losses = items.flatMap((item) => item.losses)
  if (sources.length > MAX_ITEMS) {
    losses.push(['item', `The post has more than ${MAX_ITEMS} items: the others are missing.`])
  }
  if (others.length === 0) return { ...first, losses }
  const [{ meta } = { meta: {} }] = items.filter((item) => textIn(item.meta, 'url') !== undefined)
  const type = items.some((item) => item.type === 'advertisement') ? 'advertisement' : 'normal'
  return { type, content: items.map(({ content }) => content).join(''), meta, losses }
}

/** Version 2 of the API lists the items of a post; version 1 refers to them in groups. */
const itemsIn = (post: JsonObject): readonly JsonObject[] => {
  const items = objectsIn(post, 'items')
  if (items.length > 0) return items
  return objectsIn(post, 'groups')
    .flatMap((group) => objectsIn(group, 'refs'))
    .map((reference) => objectIn(reference, 'item'))
    .filter(isPlainObject)
}

const itemOf = (item: JsonObject): ItemContent => {
  const type = textIn(item, 'item_type') ?? textIn(item, 'type') ?? 'text'
  const { meta: value } = item
  const meta = isPlainObject(value) ? value : membersIn(textIn(item, 'meta') ?? '{}')
  const text = textIn(item, 'text') ?? ''
  if (type === 'text') return { type: 'normal', content: text, meta: {}, losses: [] }
  if (type === 'quote') return quoteOf(meta, text)
  if (type === 'image') return imageOf(meta, item, text)
  if (type === 'embed') return embedOf(meta, text)
  // `advert`, or the name of a form for advertisements, such as `Advertisement Local`.
  if (/advert/i.test(type)) return { type: 'advertisement', content: text, meta: {}, losses: [] }
  const why = `An item of the type ${type} became a text; its data is in the meta data.`
  const data = { liveBlog3: { type, meta, ...(isPlainObject(item.poll_body) && { poll: item.poll_body }) } }
  return { type: 'normal', content: text || pollText(item), meta: data, losses: [[nameOf(type), why]] }
}

/** Returns the name under which a report counts an item. Only a few names are possible, so that reports stay short. */
const nameOf = (type: string): string => /poll|scorecard|comment/.exec(type)?.[0] ?? 'other item'

const pollText = (item: JsonObject): string => {
  const poll = objectIn(item, 'poll_body') ?? {}
  const answers = objectsIn(poll, 'answers').flatMap((answer) => textIn(answer, 'option') ?? [])
  const list = answers.map((answer) => `<li>${escapeHtml(answer)}</li>`).join('')
  const question = textIn(poll, 'question')
  return (question === undefined ? '' : `<p>${escapeHtml(question)}</p>`) + (list === '' ? '' : `<ul>${list}</ul>`)
}

const quoteOf = (meta: JsonObject, text: string): ItemContent => {
  const credit = textIn(meta, 'credit')
  const quote = textIn(meta, 'quote')
  return {
    type: 'quote',
    content: quote === undefined ? text : `<blockquote>${escapeHtml(quote)}</blockquote>`,
    meta: credit === undefined ? {} : { annotation: credit },
    losses: []
  }
}

const imageOf = (meta: JsonObject, item: JsonObject, text: string): ItemContent => {
  const media = objectIn(meta, 'media') ?? item
  const renditions = objectIn(media, 'renditions') ?? {}
  const { original, baseImage, viewImage } = renditions
  const [url] = [original, baseImage, viewImage].flatMap((file) =>
    isPlainObject(file) ? (textIn(file, 'href') ?? []) : []
  )
  if (url === undefined) {
    return { type: 'normal', content: text, meta: {}, losses: [['picture', 'A picture has no address.']] }
  }
  const caption = textIn(meta, 'caption')
  const credit = textIn(meta, 'credit')
  const legend = caption === undefined ? '' : `<figcaption>${escapeHtml(caption)}</figcaption>`
  return {
    type: 'image',
    content: `<figure><img src="${escapeHtml(url)}" alt="${escapeHtml(caption ?? '')}">${legend}</figure>`,
    meta: { url, ...(credit !== undefined && { credit }) },
    losses: []
  }
}

const FRAME = 'The frame of an embed became a link to what it shows.'

/** The frame of an embed is a script of another site, so only its address is kept. */
const embedOf = (meta: JsonObject, text: string): ItemContent => {
  const url = textIn(meta, 'original_url') ?? textIn(meta, 'url')
  if (url === undefined) {
    return {
      type: 'normal',
      content: text,
      meta: {},
      losses: [['embed', 'An embed without an address became its text.']]
    }
  }
  const members = { title: textIn(meta, 'title'), description: textIn(meta, 'description') }
  const present = Object.entries(members).filter(([, value]) => value !== undefined)
  const site = textIn(meta, 'provider_name')
  const link = `<p><a href="${escapeHtml(url)}">${escapeHtml(members.title ?? url)}</a></p>`
  return {
    type: 'link',
    content: link,
    meta: { url, ...Object.fromEntries(present), ...(site !== undefined && { siteName: site }) },
    losses: textIn(meta, 'html') === undefined && text === '' ? [] : [['frame', FRAME]]
  }
}
