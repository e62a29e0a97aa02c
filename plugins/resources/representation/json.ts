/** The JSON notation. Every member of an object and every item of an array is written with a comma after it. */
import { toXmlText } from '../../../schemas/language/lexical.ts'
import type { Spelling } from './plan.ts'
import { compilerOf, type Enclose, type WriteValue } from './writers.ts'

const object =
  (start: string): Enclose =>
  (href, members) => {
    const all = href === null ? members : `"href":${JSON.stringify(href)},${members}`
    return `${start}{${all.slice(0, -1)}},`
  }

const array = (start: string) => (items: string) => `${start}[${items.slice(0, -1)}],`

const value =
  (start: string, { free, text, typed }: Spelling): WriteValue =>
  (value, place) => {
    if (place.typed) return `${start}${typed(value)},`
    const plain = text(value, place)
    // JSON replaces the characters that XML forbids, so that both show the same text.
    return `${start}${JSON.stringify(free ? toXmlText(plain) : plain)},`
  }

const named = (name: string) => `${JSON.stringify(name)}:`

/** Compiles a plan into a writer of whole JSON documents. */
export const compileJson = compilerOf({
  document: (root) => root.slice(0, -1),
  list: (name) => (attributes, items) => object('')(null, attributes + array(named(name))(items)),
  attribute: (name, spelling) => value(named(name), spelling),
  item: () => object(''),
  value: (name, spelling) => value(named(name), spelling),
  link: (name) => object(named(name)),
  rows: (name) => array(named(name)),
  // Plain values stand under their name twice, as clients of this API expect.
  values: (name) => (values) => object(named(name))(null, array(named(name))(values)),
  entry: (spelling) => value('', spelling)
})
