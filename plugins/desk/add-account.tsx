/** The form that adds somebody to the newsroom. */
import type { Row } from '../../schemas/language/rows.ts'
import type { Field } from '../pages/form.tsx'
import { DeskForm, refusedIn } from './forms.tsx'
import { numberIn, textIn } from './view/items.ts'
import { numberOf, textOf } from './values.ts'
import type { Action, Visit } from './visit.ts'

/** A field for a new password, without its name. */
export const NEW_PASSWORD: Pick<Field, 'kind' | 'help' | 'required' | 'maxLength'> = {
  kind: 'password',
  help: 'At least twelve characters',
  required: true,
  maxLength: 1000
}

export const AddForm = ({ visit, roles }: { visit: Visit; roles: readonly Row[] }) => (
  <details class="card open-blog" open={refusedIn(visit, 'add') !== undefined}>
    <summary>Add somebody</summary>
    <DeskForm
      visit={visit}
      name="add"
      button="Add"
      look="primary"
      fields={[
        { name: 'Name', label: 'User name', help: 'For the login', required: true, maxLength: 150 },
        { name: 'FirstName', label: 'First name', maxLength: 255 },
        { name: 'LastName', label: 'Last name', maxLength: 255 },
        { name: 'EMail', label: 'E-mail', kind: 'email', maxLength: 255 },
        {
          ...{ name: 'role', label: 'Work', help: 'What they may do everywhere', kind: 'select' },
          choices: rolesByDuty(roles).map((role) => ({
            value: String(numberIn(role, 'Id')),
            text: [textIn(role, 'Name'), textIn(role, 'Description')].filter((text) => text !== '').join(': ')
          }))
        },
        { ...NEW_PASSWORD, name: 'Password', label: 'Password' }
      ]}
    />
  </details>
)

/** Returns roles with the one of reporters first: nobody gets more rights by an oversight. */
const rolesByDuty = (roles: readonly Row[]): readonly Row[] => {
  const isReporter = (role: Row) => textIn(role, 'Name') === 'Collaborator'
  return [...roles.filter(isReporter), ...roles.filter((role) => !isReporter(role))]
}

/** Adds an account with the rights of a role. */
export const addAccount: Action = {
  act: async ({ write }, sent) => {
    const { Password } = sent
    const texts = ['Name', 'FirstName', 'LastName', 'EMail'].map((name) => [name, textOf(sent[name])])
    const given = Object.fromEntries(texts.filter(([name, text]) => name === 'Name' || text !== ''))
    const user = await write({ method: 'POST', path: 'HR/User', body: { ...given, Password } })
    const role = numberOf(sent.role)
    if (role !== undefined) await write({ method: 'PUT', path: `HR/User/${numberIn(user, 'Id')}/Role/${role}` })
    return user
  },
  done: 'Added. They can log in now: tell them their user name and password.'
}
