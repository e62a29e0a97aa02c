/** Registers the routes that read a family: the list, each item, and the loader by which X-Filter follows links. */
import type { FastifyInstance } from 'fastify'
import { Type, type TProperties } from 'typebox'
import type { Key } from '../../db/records.ts'
import { variablesOf } from '../../plugins/representation/template.ts'
import type { Shown } from '../../plugins/resources/selections.ts'
import type { ListQuery } from '../../schemas/language/paging.ts'
import { isKey, membersOf, type Row } from '../../schemas/language/rows.ts'
import type { AnyModel } from '../../schemas/language/models.ts'
import { paramsOf } from '../../schemas/paths.ts'
import { orNotFound } from './family.ts'
import { list, type Listed } from './lists.ts'

/** The queries for the items of a family. */
export interface Queries {
  /** Returns an item whose properties have these values; undefined if no item has them. */
  findBy(key: Key): Promise<Row | undefined>
  /** Returns the items that references name by the properties in their addresses. It may return others, too. */
  load(references: readonly Row[]): PromiseLike<readonly Row[]>
}

/** Declares a family whose items clients read. Its file in schemas/ exports the schemas. */
export interface ReadableItems extends Pick<Listed, 'config'>, Pick<Shown, 'show'> {
  /** The name of an item in error texts: `role`. */
  readonly itemName: string
  /** The path of an item. The list is one segment above. */
  readonly path: string
  readonly model: AnyModel
  /** Parameters of an item. */
  readonly parameters?: TProperties
  readonly queries: Queries
  /** Returns the key of the item at a path. By default, the parameters are the properties of its address. */
  readonly keyOf?: (params: Row) => Key
}

/** Declares a family whose items clients read, with a list of all, or of those below an item. */
export interface Readable extends ReadableItems, Listed {
  readonly queries: Queries & { list(query: ListQuery, owner: Key): Promise<object> }
}

/** Registers GET for the list and the items of a family, and the loader of its items. */
export const read = (app: FastifyInstance, family: Readable): void => {
  const keyOf = keyInPath(family.model)
  list(app, listPath(family), family, (owner, query) => family.queries.list(query, keyOf(membersOf(owner))))
  readItems(app, family)
}

/** Registers GET for the items of a family, which has its own lists, and the loader of its items. */
export const readItems = (app: FastifyInstance, family: ReadableItems): void => {
  const { itemName, path, model, parameters = {}, queries, config = {}, show = (item) => item } = family
  const { keyOf = keyInPath(model) } = family

  app.follow(model, queries.load, family)
  app.get(
    path,
    { config, schema: { params: paramsOf(path), querystring: Type.Object(parameters), response: { 200: model } } },
    async (request) => {
      const key = keyOf(membersOf(request.params))
      return show(orNotFound(await queries.findBy(key), nameOf(itemName, key)), request)
    }
  )
}

/** Returns the path of a family's list. */
export const listPath = ({ path }: Pick<ReadableItems, 'path'>): string => path.slice(0, path.lastIndexOf('/'))

/** Returns the name of an item in error texts, such as `configuration theme of blog 7`. */
export const nameOf = (itemName: string, key: Key): string => {
  const [[, id] = ['', ''], ...owners] = Object.entries(key).toReversed()
  const ofOwners = owners.map(
    ([property, value]) => ` of ${property.replace(/\B[A-Z]/g, ' $&').toLowerCase()} ${value}`
  )
  return `${itemName} ${id}${ofOwners.join('')}`
}

/**
 * Returns a function that returns the key of an item at a path, or that of the items above it: the parameters of the
 * path are the first properties of the item's address.
 */
export const keyInPath = ({ wire: { self } }: AnyModel) => {
  const properties = variablesOf(self ?? '')
  return (params: Row): Key =>
    Object.fromEntries(
      Object.values(params).map((value, index) => {
        const { [index]: property } = properties
        if (property === undefined || !isKey(value)) {
          throw new TypeError(`${self} does not have the parameters of its path`)
        }
        return [property, value]
      })
    )
}
