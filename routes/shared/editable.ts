/** Registers the routes that create, change and delete the items of a family, from a declaration. */
import { httpErrors } from '@fastify/sensible'
import type { FastifyInstance } from 'fastify'
import type { Attempt, Key, Value, Values, Writes } from '../../db/records.ts'
import type { Access } from '../../plugins/authorization/rules.ts'
import { membersOf, type Row } from '../../schemas/language/rows.ts'
import { parseMoment } from '../../schemas/language/lexical.ts'
import { keywordsOf } from '../../schemas/language/keywords.ts'
import type { AnyModel } from '../../schemas/language/models.ts'
import { paramsOf } from '../../schemas/paths.ts'
import { orNotFound } from './family.ts'
import { ownersIn } from './lists.ts'
import { keyInPath, listPath, nameOf, read, type Queries, type Readable } from './readable.ts'
import { writes as writesFor, type WriteRequest } from './writes.ts'

/** Declares a family whose items clients create, change and delete. Each item has a `Version`. */
export interface Editable extends Pick<Readable, 'itemName' | 'path' | 'model' | 'keyOf'> {
  readonly queries: Pick<Queries, 'findBy'>
  readonly writes: Writes
  /** The body of POST; without it, clients cannot create items. */
  readonly creation?: AnyModel
  /** The body of PUT; without it, clients cannot change items. */
  readonly changes?: AnyModel
  /** Summaries of the routes that "Insert", "Change" or "Delete" would not describe, by method. */
  readonly summaries?: Readonly<Partial<Record<'POST' | 'PUT' | 'DELETE', string>>>
  /** The rule for POST, PUT and DELETE. */
  readonly access: Access
  /** The rule for POST, if it is another one. */
  readonly creationAccess?: Access
  /** The rule for DELETE, if it is another one. */
  readonly removalAccess?: Access
  /** Returns properties of a new item that the service sets itself, unless the body has them. */
  readonly serverValues?: (request: WriteRequest) => Values
  /** Throws an error for a body that is wrong in a way that its schema cannot express. */
  readonly check?: (body: Row, request: WriteRequest) => Promise<void>
}

/** Registers all routes of a family. */
export const readAndEdit = (app: FastifyInstance, family: Readable & Editable): void => {
  read(app, family)
  edit(app, family)
}

/** Registers POST, PUT and DELETE for the items of a family. */
export const edit = (app: FastifyInstance, family: Editable): void => {
  const { itemName, path, model, queries, creation, changes, keyOf = keyInPath(model) } = family
  const { access, creationAccess = access, removalAccess = access } = family
  const { serverValues = () => ({}), check = async () => {}, summaries = {} } = family
  const { insert, change, remove } = family.writes
  const { create, alter, madeBefore } = writesFor(app.sql)
  const find = async (key: Key) => orNotFound(await queries.findBy(key), nameOf(itemName, key))
  const params = paramsOf(path)

  if (creation !== undefined) {
    const pathOfList = listPath(family)
    const schema = { ...stated(summaries.POST), params: paramsOf(pathOfList), body: creation, response: { 201: model } }
    const requireOwners = ownersIn(app.sql, pathOfList)
    app.post(pathOfList, { config: creationAccess, schema }, (request) =>
      create(request, {
        check: async () => {
          await requireOwners(request.params)
          await check(membersOf(request.body), request)
        },
        insert: async (attempt) =>
          find({ Id: await insert(attempt, { ...serverValues(request), ...valuesOf(request.body, creation) }) }),
        read: (Id) => find({ Id })
      })
    )
  }

  /** Changes or deletes an item. @param run returns the item as it is then, undefined if it lacks the version */
  const alterItem = async (
    request: WriteRequest,
    run: (key: Key, version: number | null, attempt: Attempt) => Promise<Row | undefined>
  ) => {
    const sentKey = keyOf(membersOf(request.params))
    // The key in the path may be a name. A change can rename the item, and so can an earlier attempt of the request.
    // It is read by its id then.
    const madeId = await madeBefore(request)
    const stableKey = ({ Id = madeId }: Row = {}): Key => (typeof Id === 'number' ? { Id } : sentKey)
    return alter(request, {
      itemName,
      read: (lastRead?: Row) => find(stableKey(lastRead)),
      versionOf: ({ Version }) => Number(Version),
      run: (item, version, attempt) => run(stableKey(item), version, attempt)
    })
  }

  if (changes !== undefined) {
    const schema = { ...stated(summaries.PUT), params, body: changes, response: { 200: model } }
    app.put(path, { config: access, schema }, async (request) => {
      await check(membersOf(request.body), request)
      const values = valuesOf(request.body, changes)
      return alterItem(request, async (key, version, attempt) =>
        (await change(key, version, values, attempt)) ? find(key) : undefined
      )
    })
  }
  app.delete(path, { config: removalAccess, schema: { ...stated(summaries.DELETE), params } }, async (request) => {
    await alterItem(request, async (key, version) => ((await remove(key, version)) ? {} : undefined))
  })
}

/** Returns the part of a schema that states a summary; without one, it is derived from the path. */
const stated = (summary: string | undefined) => (summary === undefined ? {} : { summary })

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
