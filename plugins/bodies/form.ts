/** Reads forms such as `Content=x&Type[Key]=wrapup`. */

/** The texts of a field, and the fields in its brackets. */
interface Field {
  texts: string[]
  fields: Map<string, Field>
}

/** More fields than any body of this service has. */
const MAX_FIELDS = 100
/** Deeper than any body of this service. */
const MAX_DEPTH = 16

/**
 * Reads a form into an object of texts and objects. A field sent more than once becomes a list, which no schema allows.
 * @throws SyntaxError that says what is wrong
 */
export const readForm = (body: string): unknown => {
  const pairs = body.split('&').filter((pair) => pair !== '')
  if (pairs.length > MAX_FIELDS) throw new SyntaxError(`a form has at most ${MAX_FIELDS} fields`)
  const form = emptyField()
  for (const pair of pairs) {
    const [name = '', text = ''] = pair.split(/=(.*)/s).map(decode)
    const [first = '', ...inner] = name.split('[')
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

const emptyField = (): Field => ({ texts: [], fields: new Map() })

const valueOf = ({ texts, fields }: Field): unknown => {
  const inner = [...fields].map(([name, field]) => [name, valueOf(field)])
  if (texts.length === 0) return Object.fromEntries(inner)
  return texts.length === 1 && inner.length === 0 ? texts[0] : texts
}

const decode = (text: string): string => {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    throw new SyntaxError('a % must be followed by two hexadecimal digits, and stand for UTF-8')
  }
}
