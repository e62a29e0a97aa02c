/** Routes that assign an item to another one, such as a role to a user, and end the assignment. */
import type { FastifyInstance } from 'fastify'
import type { Pairs } from '../../db/records.ts'
import type { Access } from '../../plugins/authorization/rules.ts'
import { capital } from '../../plugins/words.ts'
import { membersOf, type Row } from '../../schemas/language/rows.ts'
import type { AnyModel } from '../../schemas/language/models.ts'
import { paramsOf } from '../../schemas/paths.ts'
import { orNotFound } from './family.ts'

/** One of the two kinds of items in an assignment. */
export interface AssignmentEnd {
  /** The path parameter that holds the id of the item, such as `roleId`. The pair has it as `Role`. */
  readonly parameter: string
  /** The name of such an item in error texts: `role`. */
  readonly itemName: string
  readonly find: (id: number) => Promise<Row | undefined>
}

/** Two kinds of items of which clients assign one to the other. */
export interface Assignable {
  /** The path, with a parameter for the id of each of the two items. */
  readonly path: string
  readonly access: Access
  readonly summaries: Readonly<Record<'PUT' | 'DELETE', string>>
  /** Queries that add and remove assignments. */
  readonly pairs: Pairs
  /** The item that gets the assigned one. */
  readonly holder: AssignmentEnd
  /** The item that is assigned. PUT responds with it, as its model describes. */
  readonly assigned: AssignmentEnd & { readonly model: AnyModel }
}

/** Registers PUT, which assigns an item to another one, and DELETE, which ends the assignment. */
export const assign = (app: FastifyInstance, assignable: Assignable): void => {
  const { path, access, summaries, pairs, holder, assigned } = assignable
  const params = paramsOf(path)
  /** Reads both items and returns the assigned one, with the key of the pair. @throws HttpError 404 */
  const pairAt = async (pathParams: unknown) => {
    const { [holder.parameter]: holderId, [assigned.parameter]: assignedId } = membersOf(pathParams)
    if (typeof holderId !== 'number' || typeof assignedId !== 'number') throw new TypeError(`${path} needs two ids`)
    orNotFound(await holder.find(holderId), `${holder.itemName} ${holderId}`)
    const item = orNotFound(await assigned.find(assignedId), `${assigned.itemName} ${assignedId}`)
    const pairName = `${assigned.itemName} ${assignedId} assigned to ${holder.itemName} ${holderId}`
    return { item, pairName, key: { [propertyOf(holder)]: holderId, [propertyOf(assigned)]: assignedId } }
  }
  const schema = { summary: summaries.PUT, params, response: { 200: assigned.model } }
  app.put(path, { config: access, schema }, async (request) => {
    const { item, key } = await pairAt(request.params)
    await pairs.add(key)
    return item
  })
  app.delete(path, { config: access, schema: { summary: summaries.DELETE, params } }, async (request) => {
    const { key, pairName } = await pairAt(request.params)
    orNotFound(await pairs.remove(key), pairName)
  })
}

const propertyOf = ({ parameter }: AssignmentEnd) => capital(parameter.replace(/Id$/, ''))
