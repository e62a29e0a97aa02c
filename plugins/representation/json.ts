/**
 * The JSON writer. Each member of an object and each item of an array is written with a comma after it; the enclosing
 * object or array removes the last one.
 */
import { toXmlText } from '../../schemas/language/lexical.ts'
import type { WireText } from './template.ts'
import { compilerOf, type Enclose, type WriteValue } from './writers.ts'

const object =
  (start: string): Enclose =>
  (href, members) => {
    const all = href === null ? members : `"href":${JSON.stringify(href)},${members}`
    return `${start}{${all.slice(0, -1)}},`
  }

const array = (start: string) => (items: string) => `${start}[${items.slice(0, -1)}],`

const value =
  (start: string, { free, text, typed }: WireText): WriteValue =>
  (value, links) => {
    if (links.typed) return `${start}${typed(value)},`
    const plain = text(value, links)
    // Characters that XML forbids are replaced in JSON as well, so that both formats show the same text.
    return `${start}${JSON.stringify(free ? toXmlText(plain) : plain)},`
  }

const named = (name: string) => `${JSON.stringify(name)}:`

/** Compiles a plan into a writer of JSON documents. */
export const compileJson = compilerOf({
  document: (root) => root.slice(0, -1),
  list: (name) => (attributes, items) => object('')(null, attributes + array(named(name))(items)),
  attribute: (name, wireText) => value(named(name), wireText),
  item: () => object(''),
  value: (name, wireText) => value(named(name), wireText),
  link: (name) => object(named(name)),
  key: (name, wireText) => value(named(name), wireText),
  rows: (name) => array(named(name)),
  // Plain values are nested under their name twice, as clients of the original service expect.
  values: (name) => (values) => object(named(name))(null, array(named(name))(values)),
  entry: (wireText) => value('', wireText)
})
