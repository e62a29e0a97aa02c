/** The form that adds somebody to the newsroom. */
import type { Field } from '../pages/form.tsx'
import { Refusal } from './documents.ts'
import { FoldedForm } from './forms.tsx'
import { personFields, personFrom, USER_NAME } from './person-fields.ts'
import { setRole, roleField, type Role } from './roles.ts'
import { numberIn } from './view/items.ts'
import { textOf } from './values.ts'
import type { Action, Visit } from './visit.ts'

/** A field for a new password, without its name. */
export const NEW_PASSWORD: Pick<Field, 'kind' | 'help' | 'required' | 'maxLength'> = {
  kind: 'password',
  help: 'At least twelve characters',
  required: true,
  maxLength: 1000
}

export const AddForm = ({ visit, roles }: { visit: Visit; roles: readonly Role[] }) => (
  <FoldedForm
    visit={visit}
    class="card open-blog"
    summary="Add somebody"
    name="add"
    button="Add"
    look="primary"
    fields={[USER_NAME, ...personFields(), roleField(roles), { ...NEW_PASSWORD, name: 'Password', label: 'Password' }]}
  />
)

/** Adds an account with the rights of a role. */
export const addAccount: Action = {
  act: async (visit, sent) => {
    const { write } = visit
    const { Password } = sent
    const filledFields = Object.fromEntries(Object.entries(personFrom(sent)).filter(([, text]) => text !== ''))
    const body = { ...filledFields, Name: textOf(sent.Name), Password }
    const user = await write({ method: 'POST', path: 'HR/User', body })
    try {
      await setRole(visit, `HR/User/${numberIn(user, 'Id')}`, sent.role)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      // Sent again, the form would meet its own account.
      throw new Refusal(error.status, 'The account is made, but has no role yet. Find it below, and choose “Change”.')
    }
    return user
  },
  done: 'Added. They can log in now: tell them their user name and password.'
}
