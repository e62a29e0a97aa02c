/** Reads pages as a browser without JavaScript does. */
import { Parser } from 'htmlparser2'

export const BASE = 'http://desk.example'

/** Headers of a browser. */
export const BROWSER = {
  accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
  host: 'desk.example'
}

/** An element with its attributes and the text in it. */
export interface HtmlElement {
  name: string
  attributes: Readonly<Record<string, string>>
  text: string
  /** Index of the form that it is in, or -1. */
  form: number
}

/** Returns all elements of a page, in document order. */
export const elementsOf = (html: string): HtmlElement[] => {
  const open: HtmlElement[] = []
  const all: HtmlElement[] = []
  let form = -1
  const parser = new Parser({
    onopentag: (name, attributes) => {
      if (name === 'form') form += 1
      const element = { name, attributes, text: '', form: name === 'form' || open.some(isForm) ? form : -1 }
      open.push(element)
      all.push(element)
    },
    ontext: (text) => {
      for (const element of open) element.text += text
    },
    onclosetag: () => {
      open.pop()
    }
  })
  parser.end(html)
  return all
}

const isForm = ({ name }: HtmlElement) => name === 'form'

/** Returns the texts of the paragraphs in a section of a page. @param heading id of its heading */
export const paragraphsIn = (html: string, heading: string): string[] => {
  const section = new RegExp(`<section aria-labelledby="${heading}">.*?</section>`, 's').exec(html)?.[0] ?? ''
  return elementsOf(section).flatMap(({ name, text }) => (name === 'p' ? [text.trim()] : []))
}

/** Returns the message of a newsroom page about its last form: that it was carried out, or why it was refused. */
export const outcomeOf = (html: string): string | undefined =>
  elementsOf(html).find(({ attributes }) => /^notice (good|bad)$/.test(attributes.class ?? ''))?.text

/** Returns the addresses of all links, pictures and style sheets of a page. */
export const hrefsOf = (html: string): string[] =>
  elementsOf(html).flatMap(({ attributes: { href, src } }) => href ?? src ?? [])

/** Returns the address of the link with a text. */
export const hrefOf = (html: string, text: string): string =>
  elementsOf(html).find((element) => element.name === 'a' && element.text === text)?.attributes.href ?? ''

/** A form as a browser sends it. */
export interface HtmlForm {
  action: string
  button: string
  /** The present values of its fields, by name. */
  values: Record<string, string>
  /** The names of the fields that a browser insists on. */
  required: string[]
}

/** Returns the forms of a page. */
export const formsOf = (html: string): HtmlForm[] => {
  const elements = elementsOf(html)
  return elements.filter(isForm).map(({ form, attributes: { action = '' } }) => {
    const own = elements.filter((element) => element.form === form)
    const fields = own.filter(({ name, attributes }) => FIELDS.test(name) && attributes.name !== undefined)
    return {
      action,
      button: own.find(({ name }) => name === 'button')?.text ?? '',
      values: Object.fromEntries(fields.map((field) => [field.attributes.name ?? '', valueOf(field, own)])),
      required: fields.flatMap(({ attributes: { name = '', required } }) => (required === undefined ? [] : [name]))
    }
  })
}

const FIELDS = /^(input|select|textarea)$/

/** Returns the value that a field has when its page opens. @param own the elements of its form */
const valueOf = (field: HtmlElement, own: readonly HtmlElement[]): string => {
  if (field.name === 'textarea') return field.text.replace(/^\n/, '')
  if (field.name === 'input') return field.attributes.value ?? ''
  const options = optionsOf(field, own)
  return (options.find(({ selected }) => selected !== undefined) ?? options[0])?.value ?? ''
}

/** Returns the attributes of the options of a select. @param own the elements of its form */
export const optionsOf = (select: HtmlElement, own: readonly HtmlElement[]) => {
  const after = own.slice(own.indexOf(select) + 1)
  const end = after.findIndex(({ name }) => name !== 'option')
  return after.slice(0, end < 0 ? undefined : end).map(({ attributes }) => attributes)
}
