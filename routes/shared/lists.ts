/** Registers lists: those at the top, and those below items, such as the posts of a source. */
import type { FastifyContextConfig, FastifyInstance, FastifyRequest } from 'fastify'
import type { TProperties, TSchema } from 'typebox'
import { blogCollaboratorGroups } from '../../db/blog-collaborator-groups.ts'
import { blogTypes, metaTypes, rightTypes, sourceTypes } from '../../db/lookups.ts'
import { blogs } from '../../db/blogs.ts'
import type { Sql } from '../../db/client.ts'
import { collaborators } from '../../db/collaborators.ts'
import { languages } from '../../db/languages.ts'
import { roles } from '../../db/roles.ts'
import { sources } from '../../db/sources.ts'
import { syncs } from '../../db/syncs.ts'
import { users } from '../../db/users.ts'
import { webhooks } from '../../db/webhooks.ts'
import type { Criteria } from '../../schemas/language/criteria.ts'
import { Listing, PAGE, type ListQuery } from '../../schemas/language/paging.ts'
import { isKey, membersOf } from '../../schemas/language/rows.ts'
import type { AnyList } from '../../schemas/language/models.ts'
import { paramsOf, type Keys } from '../../schemas/paths.ts'
import { orNotFound } from './family.ts'

/** The kind of an item that lists are below: its name in error texts, and the queries for it. */
type Owner = readonly [itemName: string, queries: (sql: Sql) => { exists(key: string | number): Promise<boolean> }]

/** The items that lists are below, by the path parameter with their id or key. */
const owners: Readonly<Record<string, Owner>> = {
  blogId: ['blog', blogs],
  blogTypeId: ['blog type', blogTypes],
  collaboratorId: ['collaborator', collaborators],
  groupId: ['group', blogCollaboratorGroups],
  key: ['source type', sourceTypes],
  languageId: ['language', languages],
  metaTypeId: ['meta type', metaTypes],
  rightTypeId: ['right type', rightTypes],
  roleId: ['role', roles],
  sourceId: ['source', sources],
  syncId: ['sync', syncs],
  userId: ['user', users],
  webhookId: ['webhook', webhooks]
}

/** Owners by their path parameter, in addition to `owners` or in place of them. Undefined ones are not checked. */
type MoreOwners = Readonly<Record<string, Owner | undefined>>

/** Returns a function that requires the items which a path names, in their order. */
export const ownersIn = (sql: Sql, path: string, more: MoreOwners = {}) => {
  const all: MoreOwners = { ...owners, ...more }
  const checks = Object.keys(paramsOf(path).properties).flatMap((name) => {
    const { [name]: owner } = all
    return owner === undefined ? [] : [{ name, itemName: owner[0], exists: owner[1](sql).exists }]
  })
  /** @throws HttpError 404 */
  return async (params: unknown): Promise<void> => {
    for (const { name, itemName, exists } of checks) {
      const { [name]: key } = membersOf(params)
      orNotFound(isKey(key) && (await exists(key)), `${itemName} ${key}`)
    }
  }
}

/** The document of a list, and the query that it takes. */
export interface Listed {
  readonly list: AnyList
  /** Criteria that filter and order the list. */
  readonly criteria?: Criteria
  /** Parameters besides paging and criteria. */
  readonly parameters?: TProperties
  /** Schema of the query; by default, it has paging, `criteria` and `parameters`. */
  readonly listing?: TSchema
  /** The rule of access and the caching of the list. By default, everybody may read it, and it is cached. */
  readonly config?: Pick<FastifyContextConfig, 'sees' | 'who' | 'blogOf' | 'uncached'>
}

/**
 * Registers GET of a list.
 * @param path the items that it names must exist
 * @param read returns a page of the list
 */
export const list = <Path extends string>(
  app: FastifyInstance,
  path: Path,
  listed: Listed,
  read: (keys: Keys<Path>, query: ListQuery, request: Pick<FastifyRequest, 'context'>) => Promise<object>,
  more: MoreOwners = {}
): void => {
  const { list, criteria = {}, parameters = {}, config = {} } = listed
  const { listing: querystring = Listing(criteria, PAGE, parameters) } = listed
  const params = paramsOf(path)
  const requireOwners = ownersIn(app.sql, path, more)
  const areKeys = (values: unknown): values is Keys<Path> =>
    Object.keys(params.properties).every((name) => isKey(membersOf(values)[name]))
  app.get<{ Querystring: ListQuery }>(
    path,
    { config, schema: { params, querystring, response: { 200: list } } },
    async (request) => {
      await requireOwners(request.params)
      if (!areKeys(request.params)) throw new TypeError(`${path} has a parameter that is not an id or key`)
      return read(request.params, request.query, request)
    }
  )
}
