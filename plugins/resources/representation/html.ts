/**
 * The HTML writer: items as articles, their fields as description lists. It writes fragments; plugins/pages makes whole
 * pages of them.
 */
import { LeftPost, Post } from '../../../schemas/post.ts'
import { escapeHtml } from '../../pages/escape.ts'
import type * as PostViews from '../../pages/post.tsx'
import type { ItemPlan, WireText } from './plan.ts'
import { baseOfLinks } from './template.ts'
import type { Row } from '../../../schemas/language/rows.ts'
import { compilerOf, type Enclose, type View, type WriteValue } from './writers.ts'

let postViews: typeof PostViews | undefined

/** Shows posts as readers see them if their plan shows the content, and a note in place of those that have left. */
const viewOf = ({ model, parts }: ItemPlan): View | undefined => {
  const write = (show: (views: typeof PostViews, row: Row, base: string) => string): View => ({
    write: (row, links) => {
      if (postViews === undefined) throw new TypeError('The view of posts has not been loaded')
      return show(postViews, row, baseOfLinks(links))
    },
    otherParts: parts.filter(({ name }) => name !== 'Content')
  })
  if (model === LeftPost) return write(({ removedArticle }, row) => removedArticle(row))
  const showsContent = model === Post && parts.some(({ name }) => name === 'Content')
  return showsContent ? write(({ postArticle }, row, base) => postArticle(row, base)) : undefined
}

/** Shows markup as text until `prepareHtml` has loaded the sanitiser, which would delay the start of the service. */
let sanitise = escapeHtml

/** Loads the sanitiser and the view of posts. Await it before a writer of this file is used. */
export const prepareHtml = async (): Promise<void> => {
  if (postViews !== undefined) return
  ;({ sanitise } = await import('../../pages/sanitise.ts'))
  postViews = await import('../../pages/post.tsx')
}

/** Returns the name of a property in words: `IsPublished` becomes `Is published`. */
export const wordsOf = (name: string): string =>
  name.replace(/(?<=[a-z\d])[A-Z](?=[a-z]|$)/g, (letter) => ` ${letter.toLowerCase()}`)

/** Returns the name that people know an item by; undefined if it has none. */
export const labelOf = (row: Row): string | undefined => {
  const property = LABELS.find((name) => typeof row[name] === 'string' && row[name] !== '')
  return property === undefined ? undefined : String(row[property])
}

const LABELS = ['Title', 'FullName', 'Name', 'Label', 'Code', 'Key', 'Path'] as const

/** Returns what a link to a resource shows: the path below `/resources/`. */
export const nameOf = (href: string): string => href.replace(/^.*?\/resources\//, '').replace(/(\/|\.html)$/, '')

/** Writes a name and a value of a description list. */
const field = (name: string) => {
  const start = `<div class="${name}"><dt>${wordsOf(name)}</dt><dd>`
  return (contents: string) => `${start}${contents}</dd></div>`
}

const contentsOf = ({ kind, text }: WireText): WriteValue => {
  switch (kind) {
    case 'flag':
      return (value) => (value === true ? 'yes' : 'no')
    case 'moment':
      return (value, links) => {
        const moment = value instanceof Date ? value : new Date(String(value))
        const machine = Number.isNaN(moment.getTime()) ? '' : ` datetime="${moment.toISOString()}"`
        return `<time${machine}>${escapeHtml(text(value, { ...links, typed: false }))}</time>`
      }
    case 'markup':
      return (value) => `<div class="markup">${sanitise(String(value))}</div>`
    case 'text':
      return (value) => (WEB_ADDRESS.test(String(value)) ? webLink(String(value)) : escapeHtml(String(value)))
    default:
      return (value, links) => escapeHtml(text(value, links))
  }
}

const WEB_ADDRESS = /^https?:\/\/\S+$/i
const webLink = (address: string) => `<a rel="nofollow" href="${escapeHtml(address)}">${escapeHtml(address)}</a>`

const value = (name: string, wireText: WireText): WriteValue => {
  const enclose = field(name)
  const write = contentsOf(wireText)
  return (value, links) => {
    const contents = write(value, links)
    return contents === '' ? '' : enclose(contents)
  }
}

const link = (name: string, isFree: boolean, isFile: boolean): Enclose => {
  const enclose = field(name)
  const anchor = (href: string) => {
    if (isFile && PICTURE.test(href)) return `<img src="${escapeHtml(href)}" alt="${wordsOf(name)}" loading="lazy">`
    if (!isFree) return `<a rel="${name}" href="${escapeHtml(href)}">${escapeHtml(nameOf(href))}</a>`
    return WEB_ADDRESS.test(href) ? webLink(href) : escapeHtml(href)
  }
  return (href, contents) =>
    enclose((href === null ? '' : anchor(href)) + (contents === '' ? '' : `<dl>${contents}</dl>`))
}

const PICTURE = /\.(jpe?g|png|gif|webp|avif|svg)$/i

/** Compiles a plan into a writer of HTML fragments. */
export const compileHtml = compilerOf({
  document: (root) => root,
  list: () => (attributes, items) =>
    `${attributes === '' ? '' : `<dl class="attributes">${attributes}</dl>`}<div class="items">${items}</div>`,
  attribute: value,
  item: () => (href, contents, row) => {
    const title = href && `<h2><a href="${escapeHtml(href)}">${escapeHtml(labelOf(row) ?? nameOf(href))}</a></h2>`
    return `<article>${title ?? ''}${contents === '' ? '' : `<dl>${contents}</dl>`}</article>`
  },
  value,
  link,
  // The text of the link contains the key.
  key: () => () => '',
  rows: field,
  values: (name) => {
    const enclose = field(name)
    return (values) => enclose(`<ul>${values}</ul>`)
  },
  entry: (wireText) => {
    const write = contentsOf(wireText)
    return (value, links) => `<li>${write(value, links)}</li>`
  },
  view: viewOf
})
