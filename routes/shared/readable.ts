/** Registers the routes that read a family: the list, each item, and the loader by which X-Filter follows links. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Type, type TObject, type TProperties } from 'typebox'
import type { Key } from '../../db/records.ts'
import { variablesOf } from '../../plugins/representation/template.ts'
import type { ListQuery } from '../../schemas/language/paging.ts'
import { membersOf, type Row } from '../../schemas/language/rows.ts'
import type { AnyModel } from '../../schemas/language/models.ts'
import { isKey, orNotFound } from './family.ts'
import { configOf, list, type Listed } from './lists.ts'

/** The queries for the items of a family. */
export interface Queries {
  /** Returns an item whose properties have these values; undefined if no item has them. */
  findBy(key: Key): Promise<Row | undefined>
  /** Returns the items with these values of the property that identifies them in links. */
  load(keys: (string | number)[]): PromiseLike<readonly Row[]>
}

/** Declares a family whose items clients read. Its file in schemas/ exports the schemas. */
export interface ReadableItems extends Pick<Listed, 'sees' | 'who'> {
  /** The name of an item in error texts: `role`. */
  readonly itemName: string
  /** The path of the list. Items are one segment below. */
  readonly path: string
  /** The path parameters of an item. The last one is the segment of the item, all others are part of `path`. */
  readonly params: TObject
  readonly model: AnyModel
  /** Parameters of an item. */
  readonly parameters?: TProperties
  readonly queries: Queries
  /** Returns an item as the request shows it. */
  readonly show?: (item: Row, request: Pick<FastifyRequest, 'context' | 'query'>) => Row
  /** Returns the key of the item at a path. By default, the only path parameter is its id or key. */
  readonly keyOf?: (params: Row) => Key
}

/** Declares a family whose items clients read, with a list of all. */
export interface Readable extends ReadableItems, Listed {
  readonly queries: Queries & { list(query: ListQuery): Promise<object> }
}

/** Registers GET for the list and the items of a family, and the loader of its items. */
export const read = (app: FastifyInstance, family: Readable): void => {
  list(app, family.path, family, (_keys, query) => family.queries.list(query))
  readItems(app, family)
}

/** Registers GET for the items of a family, which has lists of its own, and the loader of its items. */
export const readItems = (app: FastifyInstance, family: ReadableItems): void => {
  const { itemName, params, model, parameters = {}, queries, sees, show = (item) => item } = family
  const { keyOf = keyInPath(model) } = family
  const property = linkKeyOf(model)

  app.follow(model, async (references, request) => {
    if (sees !== undefined && !request.context.viewer[sees]) return []
    const items = await queries.load(references.flatMap(({ [property]: key }) => (isKey(key) ? [key] : [])))
    return items.map((item) => show(item, request))
  })
  app.get(
    itemPath(family),
    {
      config: configOf(family),
      schema: { params, querystring: Type.Object(parameters), response: { 200: model } }
    },
    async (request) => {
      const pathParams = membersOf(request.params)
      const item = await queries.findBy(keyOf(pathParams))
      return show(orNotFound(item, `${itemName} ${Object.values(pathParams).join(' ')}`), request)
    }
  )
}

/** Returns the path of a family's items. */
export const itemPath = ({ path, params }: Pick<Readable, 'path' | 'params'>): string =>
  `${path}/:${Object.keys(params.properties).at(-1)}`

/** Returns the property that identifies an item in links to it. */
const linkKeyOf = ({ wire: { self } }: AnyModel) => variablesOf(self ?? '').at(-1) ?? 'Id'

/** Returns a function that returns the key of an item: the value of the only path parameter. */
export const keyInPath =
  (model: AnyModel) =>
  (params: Row): Key => {
    const [key] = Object.values(params)
    if (!isKey(key)) throw new TypeError('The only parameter of the path of an item must be its key')
    return { [linkKeyOf(model)]: key }
  }
