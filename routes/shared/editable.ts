/** Registers the routes that create, change and delete the items of a family, from a declaration. */
import { httpErrors } from '@fastify/sensible'
import type { FastifyInstance } from 'fastify'
import type { TObject } from 'typebox'
import type { Key, Value, Values, Writes } from '../../db/records.ts'
import type { Access } from '../../plugins/authorization/rules.ts'
import { membersOf, type Row } from '../../schemas/language/rows.ts'
import { parseMoment } from '../../schemas/language/lexical.ts'
import { keywordsOf } from '../../schemas/language/keywords.ts'
import type { AnyModel } from '../../schemas/language/vocabulary.ts'
import { orNotFound } from './family.ts'
import { writes as writesFor, type WriteRequest } from './writes.ts'

/** Declares a family whose items clients create, change and delete. Each item has a `Version`. */
export interface Editable {
  /** The name of such an item in error texts: `role`. */
  readonly itemName: string
  /** The model of the item in responses. */
  readonly model: AnyModel
  readonly writes: Writes
  /** Reads an item by its key. */
  readonly find: (key: Key) => Promise<(Row & { Version: number }) | undefined>
  /** The route for POST; without it, clients cannot create items. */
  readonly creation?: Creation
  /** The body of PUT; without it, clients cannot change items. */
  readonly changes?: AnyModel
  readonly item: ItemRoutes
  /** Returns the key of the item at a path. By default the id is the only path parameter. */
  readonly keyOf?: (params: Row) => Key
  /** Throws an error for a body that is wrong in a way that its schema cannot express. */
  readonly check?: (body: Row, request: WriteRequest) => Promise<void>
}

/** The route that creates items of a family. */
export interface Creation {
  readonly path: string
  readonly params?: TObject
  readonly body: AnyModel
  readonly access: Access
  /** Returns properties of the new item that the service sets itself, unless the body has them. */
  readonly serverValues?: (request: WriteRequest) => Values
}

/** The routes that change and delete an item. */
export interface ItemRoutes {
  readonly path: string
  readonly params: TObject
  /** The rule for PUT, and for DELETE unless `removal` is another one. */
  readonly access: Access
  readonly removal?: Access
}

/** Registers POST, PUT and DELETE for the items of a family. */
export const edit = (app: FastifyInstance, family: Editable): void => {
  const { itemName, writes, model, find, creation, changes, item, keyOf = idOf, check = async () => {} } = family
  const { insert, change, remove } = writes
  const { create, alter } = writesFor(app.sql)
  const read = async (key: Key) => orNotFound(await find(key), `${itemName} ${Object.values(key).join(' ')}`)

  if (creation !== undefined) {
    const { path, params, body, access, serverValues = () => ({}) } = creation
    app.post(
      path,
      { config: access, schema: { ...(params && { params }), body, response: { 201: model } } },
      (request) =>
        create(request, {
          check: () => check(membersOf(request.body), request),
          insert: async (attempt) =>
            read({ Id: await insert(attempt, { ...serverValues(request), ...valuesOf(request.body, body) }) }),
          read: (Id) => read({ Id })
        })
    )
  }

  /** Changes or deletes an item. @returns the key of the item */
  const alterItem = (request: WriteRequest, run: (key: Key, version: number | null) => Promise<boolean>) => {
    const keyInPath = keyOf(membersOf(request.params))
    // The key in the path may be a name. A change can rename the item, so it is read by its id afterwards.
    const stableKey = ({ Id }: Row = {}): Key => (typeof Id === 'number' ? { Id } : keyInPath)
    return alter(request, {
      itemName,
      read: (lastRead?: Row & { Version: number }) => read(stableKey(lastRead)),
      versionOf: ({ Version }) => Version,
      run: async (item, version) => ((await run(stableKey(item), version)) ? stableKey(item) : undefined)
    })
  }

  const { path, params, access, removal = access } = item
  if (changes !== undefined) {
    app.put(path, { config: access, schema: { params, body: changes, response: { 200: model } } }, async (request) => {
      await check(membersOf(request.body), request)
      const values = valuesOf(request.body, changes)
      return read(await alterItem(request, (key, version) => change(key, version, values)))
    })
  }
  app.delete(path, { config: removal, schema: { params } }, async (request) => {
    await alterItem(request, remove)
  })
}

/** Returns the id in the only path parameter. */
const idOf = (params: Row): Key => {
  const [id] = Object.values(params)
  if (typeof id !== 'number') throw new TypeError('The only parameter of an item path must be its id')
  return { Id: id }
}

/** Returns the values of a body for the database, with dates parsed. */
export const valuesOf = (body: unknown, { properties }: AnyModel): Values =>
  Object.fromEntries(
    Object.entries(membersOf(body)).map(([name, value]) => {
      const isMoment = keywordsOf(properties[name]).format === 'moment'
      return [name, isMoment && value !== null ? (parseMoment(String(value)) ?? null) : valueOf(value)]
    })
  )

const valueOf = (value: unknown): Value => {
  if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') {
    return value
  }
  throw httpErrors.badRequest('The properties of a body must be texts, numbers or booleans')
}
