/** The roles of people. Each contains the ones below it. */
import type { Row } from '../../schemas/language/rows.ts'
import type { Field } from '../pages/form.tsx'
import { inTurn, Refusal, wrongValues } from './documents.ts'
import { idOf, itemsIn, textIn } from './view/items.ts'
import { numberOf } from './values.ts'
import type { Visit } from './visit.ts'

export interface Role {
  readonly id: number
  readonly name: string
  readonly description: string
  /** Ids of the roles below it, at any depth. */
  readonly below: ReadonlySet<number>
}

/** Returns the roles of the newsroom, with that of reporters first: nobody gets more rights by an oversight. */
export const readRoles = async (visit: Visit): Promise<readonly Role[]> => {
  const list = itemsIn(await visit.read('RBAC/Role?X-Filter=Id,Name,Description&limit=100'), 'RoleList')
  const roles = await Promise.all(
    list.map(async (role) => {
      const id = idOf(role)
      const below = await roleIdsAt(visit, `RBAC/Role/${id}/Roles`)
      return { id, name: textIn(role, 'Name'), description: textIn(role, 'Description'), below }
    })
  )
  const isReporter = ({ name }: Role) => name === 'Collaborator'
  return [...roles.filter(isReporter), ...roles.filter((role) => !isReporter(role))]
}

/** Returns people with the roles that they have, without those that these contain. */
export const withRoles = (visit: Visit, people: readonly Row[], roles: readonly Role[]) =>
  inTurn(people, async (person) => {
    const ids = await roleIdsAt(visit, `HR/User/${idOf(person)}/Role`)
    const held = roles.filter(({ id }) => ids.has(id))
    return { person, held: held.filter(({ id }) => !held.some(({ below }) => below.has(id))) }
  })

/**
 * Returns the ids of the roles of a user or below a role, and of all that these contain.
 * @param path of the list
 */
const roleIdsAt = async ({ read }: Visit, path: string): Promise<ReadonlySet<number>> => {
  const list = await read(`${path}?X-Filter=Id&limit=100`)
  return new Set(itemsIn(list, 'RoleList').map(idOf))
}

/** Returns the field for the role of somebody. @param held their roles */
export const roleField = (roles: readonly Role[], held: readonly Role[] = []): Field => ({
  ...{ name: 'role', label: 'Role', help: 'What they may do everywhere', kind: 'select' },
  value: String(held[0]?.id ?? ''),
  choices: roles.map(({ id, name, description }) => ({
    value: String(id),
    text: description === '' ? name : `${name}: ${description}`
  }))
})

/**
 * Gives a user a role, and takes away the others.
 * @param user path of the user
 * @throws Refusal
 */
export const setRole = async (visit: Visit, user: string, sent: unknown): Promise<Row> => {
  const roles = await readRoles(visit)
  const role = roles.find(({ id }) => id === numberOf(sent))
  if (role === undefined) throw wrongValues({ role: 'is not in the list; choose one from it' })
  const held = await roleIdsAt(visit, `${user}/Role`)
  // First the new role: if the rest fails, the form can be sent again.
  const newRole = await visit.write({ method: 'PUT', path: `${user}/Role/${role.id}` })
  for (const { id } of roles.filter(({ id }) => held.has(id) && id !== role.id)) await take(visit, `${user}/Role/${id}`)
  return newRole
}

/** Takes a role away. Ignores 404: the user has that role through another one only. */
const take = async ({ write }: Visit, path: string): Promise<void> => {
  try {
    await write({ method: 'DELETE', path })
  } catch (error) {
    if (!(error instanceof Refusal) || error.status !== 404) throw error
  }
}
