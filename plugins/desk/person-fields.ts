/** The fields of forms for the name and the e-mail address of somebody. */
import type { Row } from '../../schemas/language/rows.ts'
import type { Field } from '../pages/form.tsx'
import { textIn } from './view/items.ts'
import { textOf } from './values.ts'

const FIELDS: readonly Field[] = [
  { name: 'FirstName', label: 'First name', maxLength: 255 },
  { name: 'LastName', label: 'Last name', maxLength: 255 },
  { name: 'EMail', label: 'E-mail', kind: 'email', maxLength: 255 }
]

/** For the login. */
export const USER_NAME: Field = {
  ...{ name: 'Name', label: 'User name', help: 'For the login', kind: 'login' },
  ...{ required: true, maxLength: 150 }
}

/** Returns the fields with the values of somebody; empty without one. */
export const personFields = (person: Row = {}): readonly Field[] =>
  FIELDS.map((field) => ({ ...field, value: textIn(person, field.name) }))

/** Returns the values of the fields that a form sends, empty ones too. */
export const personFrom = (sent: Row): Readonly<Record<string, string>> =>
  Object.fromEntries(FIELDS.map(({ name }) => [name, textOf(sent[name])]))
