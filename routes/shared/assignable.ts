/** Routes that put two items together, such as a user and a role, and part them again. */
import type { FastifyInstance } from 'fastify'
import type { TObject } from 'typebox'
import type { Key, Pairs } from '../../db/records.ts'
import type { Access } from '../../plugins/authorization/index.ts'
import { membersOf, type Row } from '../../plugins/resources/representation/template.ts'
import type { AnyModel } from '../../schemas/language/vocabulary.ts'
import { found } from './family.ts'

/** Two kinds of items that clients put together. */
export interface Assignable {
  /** The address that names both. */
  readonly path: string
  readonly params: TObject
  readonly access: Access
  readonly held: Pairs
  /** The model of the item that is given to the other one; PUT answers with it. */
  readonly model: AnyModel
  /** Reads the item that is given. @throws HttpError 404 when one of the two does not exist */
  readonly find: (params: Row) => Promise<Row>
  readonly keyOf: (params: Row) => Key | Promise<Key>
}

/** Registers the routes that put two items together and part them. */
export const assign = (app: FastifyInstance, { path, params, access, held, model, find, keyOf }: Assignable): void => {
  app.put(path, { config: access, schema: { params, response: { 200: model } } }, async (request) => {
    const given = await find(membersOf(request.params))
    await held.join(await keyOf(membersOf(request.params)))
    return given
  })
  app.delete(path, { config: access, schema: { params } }, async (request) => {
    const given = membersOf(request.params)
    await find(given)
    found(await held.part(await keyOf(given)) || undefined, 'such connection between the two')
  })
}
