/** Routes that put two items together, such as a user and a role, and part them again. */
import type { FastifyInstance } from 'fastify'
import type { TObject } from 'typebox'
import type { Pairs } from '../../db/records.ts'
import type { Access } from '../../plugins/authorization/index.ts'
import { membersOf, type Row } from '../../plugins/resources/representation/template.ts'
import type { AnyModel } from '../../schemas/language/vocabulary.ts'
import { orNotFound } from './family.ts'

/** One of two items that clients put together. */
export interface End {
  /** The parameter of the address that holds its id. */
  readonly parameter: string
  /** The property of a pair that holds its id. */
  readonly property: string
  /** The name of such an item in error texts. */
  readonly what: string
  readonly find: (id: number) => Promise<Row | undefined>
}

/** Two kinds of items that clients put together. */
export interface Assignable {
  /** The address that names both. */
  readonly path: string
  readonly params: TObject
  readonly access: Access
  readonly held: Pairs
  /** The item that gets the other one. */
  readonly holder: End
  /** The item that is given, and its model: PUT answers with it. */
  readonly given: End & { readonly model: AnyModel }
}

/** Registers the routes that put two items together and part them. */
export const assign = (app: FastifyInstance, { path, params, access, held, holder, given }: Assignable): void => {
  /** The given item, and the pair that an address names. @throws HttpError 404 when one of the two does not exist */
  const pairAt = async (address: unknown) => {
    const { [holder.parameter]: holderId, [given.parameter]: givenId } = membersOf(address)
    if (typeof holderId !== 'number' || typeof givenId !== 'number') throw new TypeError(`${path} names two ids`)
    orNotFound(await holder.find(holderId), `${holder.what} ${holderId}`)
    const item = orNotFound(await given.find(givenId), `${given.what} ${givenId}`)
    return { item, key: { [holder.property]: holderId, [given.property]: givenId } }
  }
  app.put(path, { config: access, schema: { params, response: { 200: given.model } } }, async (request) => {
    const { item, key } = await pairAt(request.params)
    await held.add(key)
    return item
  })
  app.delete(path, { config: access, schema: { params } }, async (request) => {
    const { key } = await pairAt(request.params)
    orNotFound((await held.remove(key)) || undefined, 'such connection between the two')
  })
}
