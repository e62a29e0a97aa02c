/** Parses form bodies such as `Content=x&Type[Key]=wrapup`. */
import { MAX_DEPTH, MAX_MEMBERS } from './limits.ts'

/** A field: the texts sent under its name, and the fields nested in it by brackets. */
interface Field {
  texts: string[]
  fields: Map<string, Field>
}

/**
 * Parses a form into an object of texts and objects. A field sent more than once becomes an array, which
 * validation then rejects, because no body schema allows arrays.
 * @throws SyntaxError if the form is too large, too deep or not valid percent-encoded UTF-8
 */
export const readForm = (body: string): unknown => {
  const pairs = withSpaces(body).split('&', MAX_MEMBERS + 1)
  if (pairs.length > MAX_MEMBERS) throw new SyntaxError(`the form has more than ${MAX_MEMBERS} fields`)
  const form = emptyField()
  for (const pair of pairs.filter((pair) => pair !== '')) {
    const [name = '', text = ''] = pair.split(/=(.*)/s).map(decode)
    const [first = '', ...inner] = name.split('[', MAX_DEPTH + 1)
    if (inner.length >= MAX_DEPTH) throw new SyntaxError(`fields are nested deeper than ${MAX_DEPTH}`)
    let field = form
    for (const key of [first, ...inner.map((segment) => segment.replace(/\]$/, ''))]) {
      const next = field.fields.get(key) ?? emptyField()
      field.fields.set(key, next)
      field = next
    }
    field.texts.push(text)
  }
  return valueOf(form)
}

/** Parses the form of a page. Browsers send each line break of a text as CR LF. */
export const readPageForm = (body: string): unknown => readForm(body.replace(/%0D%0A/gi, '%0A'))

const emptyField = (): Field => ({ texts: [], fields: new Map() })

const valueOf = ({ texts, fields }: Field): unknown => {
  const inner = [...fields].map(([name, field]) => [name, valueOf(field)])
  if (texts.length === 0) return Object.fromEntries(inner)
  return texts.length === 1 && inner.length === 0 ? texts[0] : texts
}

/** Replaces each `+` by a space, byte by byte: a million replacements in a text take a fifth of a second. */
const withSpaces = (body: string): string =>
  Buffer.from(body)
    .map((byte) => (byte === PLUS ? SPACE : byte))
    .toString()

const PLUS = 0x2b
const SPACE = 0x20

const decode = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    throw new SyntaxError('every % must start a percent-encoded byte of UTF-8 text, such as %20')
  }
}
