/**
 * The HTML writer: items as articles, their fields as description lists. It writes fragments; plugins/pages makes whole
 * pages of them.
 */
import type { ViewName } from '../../schemas/language/models.ts'
import { escapeHtml } from './escape.ts'
import { capital, nounOf, targetOf, wordsOf } from '../words.ts'
import type { ItemPlan, Plan, Target } from './plan.ts'
import type { LinkContext, WireText } from './template.ts'
import type { Row } from '../../schemas/language/rows.ts'
import { compilerOf, type Enclose, type View, type WriteValue, type Writer } from './writers.ts'

/** The parts of pages that the HTML writer is handed, because their components lie above it. */
export interface HtmlView {
  /** Returns markup without anything that could run, load or disturb a page. */
  readonly sanitise: (markup: string) => string
  /** Views of items, by the name in their models (`wire.view`). */
  readonly items: Readonly<Record<ViewName, ItemView>>
}

/** A view shows the item if the document shows the property `shows`. Other properties follow it, but not that one. */
interface ItemView {
  readonly shows?: string
  readonly write: (row: Row, links: LinkContext) => string
}

/** Returns the view that shows the items of a plan; undefined if they are shown as lists of properties. */
const viewOf = ({ model: { wire }, parts }: ItemPlan, { items }: HtmlView): View | undefined => {
  if (wire.view === undefined) return undefined
  const { shows, write } = items[wire.view]
  if (shows !== undefined && !parts.some(({ name }) => name === shows)) return undefined
  return {
    write,
    otherParts: parts.filter(({ name }) => name !== shows)
  }
}

/** Returns the name that people know an item by; undefined if it has none. */
export const labelOf = (row: Row): string | undefined => {
  const property = LABELS.find((name) => typeof row[name] === 'string' && row[name] !== '')
  return property === undefined ? undefined : String(row[property])
}

const LABELS = ['Title', 'FullName', 'Name', 'Label', 'Code', 'Key', 'Path'] as const

/** Returns the text of a link to a list: the path below `/resources/`. */
const pathOf = (href: string): string => href.replace(/^.*?\/resources\//, '').replace(/(\/|\.html)$/, '')

/** Returns the text of a link to an item: `User 3`. */
const itemName = (href: string): string => {
  const [kind = '', key = ''] = pathOf(href).split('/').slice(-2)
  return `${capital(nounOf(kind))} ${decodeURIComponent(key)}`
}

/** Writes a name and a value of a description list. @param label default: the name in words */
const field = (name: string, label = wordsOf(name)) => {
  const start = `<div class="${name}"><dt>${label}</dt><dd>`
  return (contents: string) => `${start}${contents}</dd></div>`
}

type Sanitise = HtmlView['sanitise']

const contentsOf = ({ kind, text }: WireText, sanitise: Sanitise): WriteValue => {
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

const valueWith =
  (sanitise: Sanitise) =>
  (name: string, wireText: WireText): WriteValue => {
    const enclose = field(name)
    const write = contentsOf(wireText, sanitise)
    return (value, links) => {
      const contents = write(value, links)
      return contents === '' ? '' : enclose(contents)
    }
  }

const link = (name: string, target: Target): Enclose => {
  const enclose = field(name, target.kind === 'subresource' ? capital(targetOf(target.template)) : undefined)
  const anchor = (href: string) => {
    const address = escapeHtml(href)
    switch (target.kind) {
      case 'item':
        return `<a rel="${name}" href="${address}">${escapeHtml(itemName(href))}</a>`
      case 'subresource':
        return `<a rel="${name}" href="${address}">${escapeHtml(pathOf(href))}</a>`
      case 'file':
        if (PICTURE.test(href)) return `<img src="${address}" alt="${wordsOf(name)}" loading="lazy">`
    }
    return WEB_ADDRESS.test(href) ? webLink(href) : address
  }
  return (href, contents) =>
    enclose((href === null ? '' : anchor(href)) + (contents === '' ? '' : `<dl>${contents}</dl>`))
}

const PICTURE = /\.(jpe?g|png|gif|webp|avif|svg)$/i

/** Returns the compiler of plans into writers of HTML fragments. */
export const compileHtml = (view: HtmlView): ((plan: Plan) => Writer) => {
  const value = valueWith(view.sanitise)
  return compilerOf({
    document: (root) => root,
    list: () => (attributes, items) =>
      `${attributes === '' ? '' : `<dl class="attributes">${attributes}</dl>`}<div class="items">${items}</div>`,
    // Markup takes several times as long to make safe as to write.
    maxList: 4 * 1024 * 1024,
    attribute: value,
    item:
      ({ model: { wire } }) =>
      (href, contents, row) => {
        const isDraft = wire.draftUnless !== undefined && row[wire.draftUnless] === false
        const title = href && `<a href="${escapeHtml(href)}">${escapeHtml(labelOf(row) ?? itemName(href))}</a>`
        const heading = title && `<h2>${title}${isDraft ? ' <span class="draft">Draft</span>' : ''}</h2>`
        return `<article>${heading ?? ''}${contents === '' ? '' : `<dl>${contents}</dl>`}</article>`
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
      const write = contentsOf(wireText, view.sanitise)
      return (value, links) => `<li>${write(value, links)}</li>`
    },
    view: (plan) => viewOf(plan, view)
  })
}
