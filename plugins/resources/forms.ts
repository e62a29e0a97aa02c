/** Makes the fields of forms from the schemas that validate them. */
import type { TProperties, TSchema } from 'typebox'
import { PRESENTATION } from '../../schemas/language/presentation.ts'
import type { AnyModel } from '../../schemas/language/models.ts'
import { formAddress, type FormTerms } from '../origin/browsers.ts'
import type { Choice, Field, Form } from '../pages/form.tsx'
import { capital, nounOf, withArticle, wordsOf } from '../words.ts'
import type { Description } from './description.ts'
import { isObject, membersOf, type Row } from '../../schemas/language/rows.ts'
import { allowsEmptyText, keywordsOf, legalValuesOf, requiredOf } from '../../schemas/language/keywords.ts'

/** Longer texts get a field of several lines, in characters. */
const MAX_LINE = 2000
/** Maximum number of choices of a select. */
const MAX_CHOICES = 25

/**
 * Returns the form of a write.
 * @param url the address of the request
 * @param values the values of the fields: the item as it is, typed values, or none
 */
export const writeForm = (write: Description, url: string, values: Row, { version, ...terms }: FormTerms): Form => {
  const title = titleOf(write)
  return {
    id: title.toLowerCase().replaceAll(' ', '-'),
    title,
    method: 'post',
    action: formAddress(url, write.method, { ...terms, ...(write.method === 'PUT' && { version }) }),
    fields: write.body === undefined ? [] : bodyFields(write.body, values),
    button: title,
    isDangerous: write.method === 'DELETE'
  }
}

/** Returns the summary of a write for the page of its item: `Publish a draft` becomes `Publish this draft`. */
const titleOf = ({ summary }: Description): string => {
  // A new item has no page yet: the form is on the page of the item to which it is added.
  const [, start = '', rest = ''] = /^((?:(?:Insert|Open|Add) an? )?)(.*)$/.exec(summary) ?? []
  return start + rest.replace(/\ban? /, 'this ')
}

const bodyFields = (body: AnyModel, values: Row): readonly Field[] => {
  const required = requiredOf(body)
  return Object.entries(body.properties).map(([name, schema]) => ({
    ...fieldOf(name, schema, values[name]),
    required: required.includes(name) && !allowsEmptyText(schema)
  }))
}

/**
 * Returns the fields of a form that filters a list. Of the operators, it has the default one, and bounds for times.
 * `params=show` lists all.
 */
export const filterFields = (query: TProperties, values: Row): readonly Field[] =>
  Object.entries(query)
    .filter(([name, schema]) => !PRESENTATION.has(name) && !HIDDEN.has(name) && isMain(name, schema))
    .map(([name, schema]) => fieldOf(name, schema, values[name]))

const HIDDEN: ReadonlySet<string> = new Set(['params', 'stream', 'blogVersion', 'detailed', 'offset'])

const isMain = (name: string, schema: TSchema) =>
  membersOf(schema).format === 'moment' ? /\.(since|until)$/.test(name) : !name.includes('.')

const fieldOf = (name: string, schema: TSchema, value: unknown): Field => {
  const { description, maxLength, minimum, maximum, link, key } = membersOf(schema)
  const words = wordsOf(name).replaceAll('.', ' ')
  const kindOfTarget = typeof link === 'string' ? (/\b(\w+)\/\{\w+\}$/.exec(link)?.[1] ?? '') : undefined
  const target = kindOfTarget === undefined ? '' : `; ${String(key)} of ${withArticle(nounOf(kindOfTarget))}`
  const label = capital(words)
  const meaning = `${typeof description === 'string' ? description : ''}${target}`
  const choices = choicesOf(schema)
  const kind = choices.length > 0 ? 'select' : kindOf(name, schema)
  return {
    name,
    label,
    help: meaning === '' || meaning === label ? undefined : meaning,
    kind,
    choices,
    // A password is never sent back, not even to the one who typed it.
    value: kind === 'password' ? undefined : textOf(value),
    ...(typeof maxLength === 'number' && { maxLength }),
    ...(typeof minimum === 'number' && { min: minimum }),
    ...(typeof maximum === 'number' && { max: maximum })
  }
}

/** Returns the text of a value in a field; undefined if it has no value. */
export const textOf = (value: unknown): string | undefined => {
  if (value === undefined || value === null) return undefined
  if (value instanceof Date) return value.toISOString()
  return isObject(value) ? JSON.stringify(value) : String(value)
}

const kindOf = (name: string, schema: TSchema): NonNullable<Field['kind']> => {
  const { type, format, contentMediaType, maxLength = 0 } = membersOf(schema)
  if (type === 'integer') return 'number'
  if (name.includes('Password')) return 'password'
  // Parameters of lists begin with a small letter, and are short, even if their schema allows more.
  const isParameter = /^[a-z]/.test(name)
  const isLong = contentMediaType !== undefined || Number(maxLength) > MAX_LINE
  return isLong && !isParameter && format !== 'web-address' ? 'textarea' : 'text'
}

/** Returns the choice of no value, and the legal values of a property if they are few; else none. */
const choicesOf = (schema: TSchema): readonly Choice[] => {
  const { type, names } = keywordsOf(schema)
  if (type === 'boolean') return [NO_VALUE, { value: 'true', text: 'yes' }, { value: 'false', text: 'no' }]
  const all = names ?? legalValuesOf(schema)
  const texts = all.filter((choice) => typeof choice === 'string' && choice !== '').map(String)
  if (texts.length === 0 || texts.length !== all.length || texts.length > MAX_CHOICES) return []
  return [NO_VALUE, ...texts.map((text) => ({ value: text, text }))]
}

const NO_VALUE: Choice = { value: '', text: '' }
