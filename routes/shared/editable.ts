/** Routes that make, change and delete the items of a family, as the family declares them. */
import { httpErrors } from '@fastify/sensible'
import type { FastifyInstance } from 'fastify'
import type { TObject } from 'typebox'
import { idempotencyKeys } from '../../db/idempotency-keys.ts'
import type { Key, Value, Values, Writes } from '../../db/records.ts'
import type { Access } from '../../plugins/authorization/index.ts'
import { membersOf, type Row } from '../../plugins/resources/representation/template.ts'
import { parseMoment } from '../../schemas/language/lexical.ts'
import type { AnyModel } from '../../schemas/language/vocabulary.ts'
import { attemptOf, type Sent } from './attempt.ts'
import { orNotFound } from './family.ts'
import { inVersion } from './stale.ts'

/** A family whose items clients make, change and delete. Each item has a `Version`. */
export interface Editable {
  /** The name of an item in error texts: `role`. */
  readonly what: string
  /** The model of an item in answers. */
  readonly model: AnyModel
  readonly writes: Writes
  /** Reads an item by its key. */
  readonly find: (key: Key) => Promise<(Row & { Version: number }) | undefined>
  /** How items are made, and the body that changes one. Without it the family has no such route. */
  readonly made?: Made
  readonly changed?: AnyModel
  /** The address of an item, who may change it, and who may delete it if that is another rule. */
  readonly item: { readonly path: string; readonly params: TObject; readonly access: Access; readonly removal?: Access }
  /** The key of the item at an address. By default the address ends with its id. */
  readonly keyOf?: (params: Row) => Key
  /** Refuses a body for what its schema cannot say. */
  readonly check?: (body: Row, request: Sent) => Promise<void>
}

/** The route that makes items of a family. */
export interface Made {
  readonly path: string
  readonly params?: TObject
  readonly body: AnyModel
  readonly access: Access
  /** Properties that the service fills besides those of the body. */
  readonly filled?: (request: Sent) => Values
}

/** Registers the routes by which clients make, change and delete the items of a family. */
export const edit = (app: FastifyInstance, family: Editable): void => {
  const { what, writes, model, find, made, changed, item, keyOf = idOf, check = async () => {} } = family
  const { insert, change, remove } = writes
  const { madeBy } = idempotencyKeys(app.sql)
  const read = async (key: Key) => orNotFound(await find(key), `${what} ${Object.values(key).join(' ')}`)

  if (made !== undefined) {
    const { path, params, body, access, filled = () => ({}) } = made
    app.post(
      path,
      { config: access, schema: { ...(params && { params }), body, response: { 201: model } } },
      async (request) => {
        const attempt = attemptOf(request)
        const before = await madeBy(attempt)
        if (before === undefined) await check(membersOf(request.body), request)
        const id = before ?? (await insert(attempt, { ...valuesOf(request.body, body), ...filled(request) }))
        return read({ Id: id })
      }
    )
  }

  /** Does something to an item in the version that If-Match names. @returns its key. @throws HttpError 404 or 412 */
  const alter = (
    { headers, params }: Sent,
    run: (key: Key, version: number | null) => Promise<boolean>
  ): Promise<Key> => {
    const asked = keyOf(membersOf(params))
    // The change may rename the item, and its address with it.
    const stableKey = ({ Id }: Row = {}): Key => (typeof Id === 'number' ? { Id } : asked)
    const item = { what, condition: headers['if-match'], read: (seen?: Row) => read(stableKey(seen)) }
    return inVersion(item, async (version, seen) =>
      (await run(stableKey(seen), version)) ? stableKey(seen) : undefined
    )
  }

  const { path, params, access, removal = access } = item
  if (changed !== undefined) {
    app.put(path, { config: access, schema: { params, body: changed, response: { 200: model } } }, async (request) => {
      await check(membersOf(request.body), request)
      const values = valuesOf(request.body, changed)
      const key = await alter(request, (one, version) => change(one, version, values))
      return read(key)
    })
  }
  app.delete(path, { config: removal, schema: { params } }, async (request) => {
    await alter(request, remove)
  })
}

/** The id that the only parameter of an address holds. */
const idOf = (params: Row): Key => {
  const [id] = Object.values(params)
  if (typeof id !== 'number') throw new TypeError('An address of an item ends with its id')
  return { Id: id }
}

/** A body's values: moments are read, and an empty text clears what can be cleared. */
export const valuesOf = (body: unknown, { properties }: AnyModel): Values =>
  Object.fromEntries(
    Object.entries(membersOf(body)).map(([name, value]) => {
      const { clearable, format } = membersOf(properties[name])
      if (clearable === true && value === '') return [name, null]
      return [name, format === 'date-time' ? (parseMoment(String(value)) ?? null) : valueOf(value)]
    })
  )

const valueOf = (value: unknown): Value => {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value
  throw httpErrors.badRequest('A body holds texts, numbers and flags')
}
