/** Registers lists: those at the top, and those below items, such as the posts of a source. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Type, type TObject, type TProperties, type TSchema } from 'typebox'
import { blogCollaboratorGroups } from '../../db/blog-collaborator-groups.ts'
import { blogTypes, metaTypes, rightTypes, sourceTypes } from '../../db/lookups.ts'
import { blogs } from '../../db/blogs.ts'
import type { Viewer } from '../../plugins/authorization/index.ts'
import type { Access } from '../../plugins/authorization/rules.ts'
import type { Sql } from '../../db/client.ts'
import { collaborators } from '../../db/collaborators.ts'
import { languages } from '../../db/languages.ts'
import { roles } from '../../db/roles.ts'
import { sources } from '../../db/sources.ts'
import { users } from '../../db/users.ts'
import { BlogCollaboratorGroupPath } from '../../schemas/blog-collaborator-group.ts'
import { BlogTypePath } from '../../schemas/blog-type.ts'
import { BlogPath } from '../../schemas/blog.ts'
import { CollaboratorPath } from '../../schemas/collaborator.ts'
import { LanguagePath } from '../../schemas/language.ts'
import type { Criteria } from '../../schemas/language/criteria.ts'
import { Listing, PAGE, type ListQuery } from '../../schemas/language/paging.ts'
import { membersOf } from '../../schemas/language/rows.ts'
import { MetaDataPath } from '../../schemas/meta-data.ts'
import { MetaTypePath } from '../../schemas/meta-type.ts'
import { RightTypePath } from '../../schemas/right-type.ts'
import { RightPath } from '../../schemas/right.ts'
import { RoleAbovePath, RolePath } from '../../schemas/role.ts'
import { SourceTypePath } from '../../schemas/source-type.ts'
import { SourcePath } from '../../schemas/source.ts'
import type { AnyList } from '../../schemas/language/models.ts'
import { UserPath } from '../../schemas/user.ts'
import { isKey, orNotFound } from './family.ts'

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
  userId: ['user', users]
}

/** The parameters of paths. */
const itemParameters: TProperties = {
  ...BlogPath.properties,
  ...BlogTypePath.properties,
  ...CollaboratorPath.properties,
  ...BlogCollaboratorGroupPath.properties,
  ...SourceTypePath.properties,
  ...LanguagePath.properties,
  ...MetaDataPath.properties,
  ...MetaTypePath.properties,
  ...RightTypePath.properties,
  ...RightPath.properties,
  ...RolePath.properties,
  ...RoleAbovePath.properties,
  ...SourcePath.properties,
  ...UserPath.properties
}

/** Returns the schema of the parameters in a path, which are those of `itemParameters`. */
export const paramsOf = (path: string): TObject => {
  const schemaOf = (name: string) => {
    const { [name]: schema } = itemParameters
    if (schema === undefined) throw new TypeError(`${path} has an unknown parameter: ${name}`)
    return [name, schema] as const
  }
  return Type.Object(Object.fromEntries([...path.matchAll(/:(\w+)/g)].map(([, name = '']) => schemaOf(name))))
}

/** The values of the parameters in a path. */
type Keys<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? { readonly [N in Name]: Name extends 'key' ? string : number } & Keys<Rest>
  : unknown

/** The document of a list, and the query that it takes. */
export interface Listed {
  readonly list: AnyList
  /** Criteria that filter and order the list. */
  readonly criteria?: Criteria
  /** Parameters besides paging and criteria. */
  readonly parameters?: TProperties
  /** The query, if it is another one. */
  readonly listing?: TSchema
  /** The permission that a viewer needs. */
  readonly sees?: keyof Viewer
  /** The rule for readers. Without it, everybody who meets `sees` may read. */
  readonly who?: Access['who']
}

/** Returns the configuration of a route that reads. */
export const configOf = ({ sees, who }: Pick<Listed, 'sees' | 'who'>) => ({
  ...(sees !== undefined && { sees }),
  ...(who !== undefined && { who })
})

/**
 * Registers GET of a list.
 * @param path the items that it names must exist
 * @param read returns a page of the list
 * @param more items that `owners` lacks, by their path parameter
 */
export const list = <Path extends string>(
  app: FastifyInstance,
  path: Path,
  listed: Listed,
  read: (keys: Keys<Path>, query: ListQuery, request: Pick<FastifyRequest, 'context'>) => Promise<object>,
  more: Readonly<Record<string, Owner>> = {}
): void => {
  const { list, criteria = {}, parameters = {}, listing: querystring = Listing(criteria, PAGE, parameters) } = listed
  const params = paramsOf(path)
  const names = Object.keys(params.properties)
  const checks = Object.entries({ ...owners, ...more })
    .filter(([name]) => names.includes(name))
    .map(([name, [itemName, queries]]) => ({ name, itemName, exists: queries(app.sql).exists }))
    .sort((one, other) => names.indexOf(one.name) - names.indexOf(other.name))
  const areKeys = (params: unknown): params is Keys<Path> => names.every((name) => isKey(membersOf(params)[name]))
  app.get<{ Querystring: ListQuery }>(
    path,
    { config: configOf(listed), schema: { params, querystring, response: { 200: list } } },
    async (request) => {
      const { params, query } = request
      for (const { name, itemName, exists } of checks) {
        const { [name]: key } = membersOf(params)
        orNotFound((isKey(key) && (await exists(key))) || undefined, `${itemName} ${key}`)
      }
      if (!areKeys(params)) throw new TypeError(`${path} has a parameter that is no id or key`)
      return read(params, query, request)
    }
  )
}
