/**
 * The HTML writer: fields as a description list, items as articles. It writes fragments; plugins/pages makes whole
 * pages of them.
 */
import { LeftPost, Post } from '../../../schemas/post.ts'
import { escapeHtml } from '../../pages/escape.ts'
import type * as PostViews from '../../pages/post.tsx'
import type { ItemPlan, WireText } from './plan.ts'
import type { Row } from './template.ts'
import { compilerOf, type Enclose, type View, type WriteValue } from './writers.ts'

let postViews: typeof PostViews | undefined

/** Loads the view of posts. Its packages would delay the start, so the first request for HTML loads them. */
export const loadViews = async (): Promise<void> => {
  postViews ??= await import('../../pages/post.tsx')
}

/** Shows posts as readers see them if their plan shows the content, and a note in place of those that have left. */
const viewOf = ({ model, parts }: ItemPlan): View | undefined => {
  const write = (show: (views: typeof PostViews, row: Row, base: string) => string): View => ({
    write: (row, { resourcesUrl }) => {
      if (postViews === undefined) throw new TypeError('The view of posts has not been loaded')
      return show(postViews, row, resourcesUrl.slice(0, -'/resources/'.length))
    },
    otherParts: parts.filter(({ name }) => name !== 'Content')
  })
  if (model === LeftPost) return write(({ removedArticle }, row) => removedArticle(row))
  const showsContent = model === Post && parts.some(({ name }) => name === 'Content')
  return showsContent ? write(({ postArticle }, row, base) => postArticle(row, base)) : undefined
}

/** Writes a name or value of a description list. */
const field = (name: string) => {
  const start = `<div><dt title="${name}">${wordsOf(name)}</dt><dd>`
  return (contents: string) => `${start}${contents}</dd></div>`
}

/** Returns the name of a property in words: `IsPublished` becomes `Is published`. */
export const wordsOf = (name: string): string =>
  name.replace(/(?<=[a-z\d])[A-Z](?=[a-z]|$)/g, (letter) => ` ${letter.toLowerCase()}`)

const value = (name: string, { text }: WireText): WriteValue => {
  const enclose = field(name)
  return (value, links) => enclose(escapeHtml(text(value, links)))
}

const inField = (name: string) => {
  const enclose = field(name)
  return (contents: string) => enclose(contents)
}

const link = (name: string): Enclose => {
  const enclose = field(name)
  return (href, contents) => {
    const fields = contents === '' ? '' : `<dl>${contents}</dl>`
    return enclose(href === null ? fields : `<a rel="${name}" href="${escapeHtml(href)}">${nameOf(href)}</a>${fields}`)
  }
}

/** Returns what a link shows: the path below `/resources/`, or the whole address of another site. */
const nameOf = (href: string) => escapeHtml(href.replace(/^.*?\/resources\//, '').replace(/\/$/, ''))

/** Compiles a plan into a writer of HTML fragments. */
export const compileHtml = compilerOf({
  document: (root) => root,
  list: () => (attributes, items) => `<dl class="list">${attributes}</dl><div class="items">${items}</div>`,
  attribute: value,
  item: () => (href, contents) =>
    `<article>${href === null ? '' : `<h2><a href="${escapeHtml(href)}">${nameOf(href)}</a></h2>`}${
      contents === '' ? '' : `<dl>${contents}</dl>`
    }</article>`,
  value,
  link,
  rows: inField,
  values: (name) => {
    const enclose = field(name)
    return (values) => enclose(`<ul>${values}</ul>`)
  },
  entry:
    ({ text }) =>
    (value, links) =>
      `<li>${escapeHtml(text(value, links))}</li>`,
  view: viewOf
})
