/** X-Filter at work: which selected plan and writer a request gets, and who loads what it wants. */
import type { FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { AnyModel } from '../../schemas/language/vocabulary.ts'
import type { Viewer } from '../authorization.ts'
import { expandItem, expandRow, type LoaderOf } from './expansion.ts'
import { formats, type Format, type Writer } from './formats.ts'
import { itemPlan, planOf, type LinkPart, type Plan } from './plan.ts'
import { parseSelection, select } from './selection.ts'
import type { Row } from './template.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Says how items of a model are loaded when X-Filter wants more of them than their address. */
    follow: (model: AnyModel, load: FollowLoad) => void
  }
}

/** Loads items by the variables of their addresses, as far as whoever asks may see them and in the form that was asked for. */
export type FollowLoad = (references: readonly Row[], viewer: Viewer, request: Pick<FastifyRequest, 'locale' | 'query'>) => PromiseLike<readonly object[]>

/** A document under a selection. */
export interface Selected {
  expand: (row: Row, request: FastifyRequest) => Promise<Row>
  /** The writer for the selection, undefined for a row it does not apply to. */
  writerOf: (format: Format, row: Row) => Writer | undefined
  /** The same for one item of a list, when it is sent alone. */
  expandItem: (row: Row, request: FastifyRequest) => Promise<Row>
  itemWriterOf: (format: Format) => Writer | undefined
}

/** Selected plans kept with their writers; clients use few filters over and over. */
const KEPT = 500

/** @param module the configured module name */
export const filters = (module: string) => {
  const loads = new Map<AnyModel, FollowLoad>()
  const models = new Map<string, AnyModel>()
  const kept = new LRUCache<string, { plan: Plan, writers: ReadonlyMap<Format, Writer>, itemWriters: Map<Format, Writer> }>({ max: KEPT })

  const follow = (model: AnyModel, load: FollowLoad) => {
    loads.set(model, load)
    if (model.wire.self !== null) models.set(shapeOf(model.wire.self), model)
  }

  const targetOf = ({ template }: LinkPart) => {
    const model = template === null ? undefined : models.get(shapeOf(template))
    return model && itemPlan(model, module)
  }

  const loaderOf = (request: FastifyRequest): LoaderOf => ({ model }) => async (references) => {
    const load = loads.get(model)
    if (load === undefined) throw new TypeError(`Nobody said how a ${model.wire.name} is loaded`)
    return (await load(references, request.viewer, request)).map((row) => ({ ...row }))
  }

  /** What X-Filter makes of a request's document. @throws HttpError 400 */
  const selectFor = ({ routeOptions: { config, url, method } }: FastifyRequest, filter: string): Selected | undefined => {
    const [schema] = config.documents?.[method === 'POST' ? 201 : 200] ?? []
    if (filter.trim() === '' || schema === undefined) return undefined
    const key = `${String(method)} ${url} ${filter}`
    const known = kept.get(key)
    const plan = known?.plan ?? select(planOf(schema, module), parseSelection(filter), targetOf)
    const writers = known?.writers ?? new Map(formats.map((format) => [format, format.compile(plan)]))
    const itemWriters = known?.itemWriters ?? new Map<Format, Writer>()
    if (known === undefined) kept.set(key, { plan, writers, itemWriters })
    const required: readonly string[] = 'required' in schema && Array.isArray(schema.required) ? schema.required : []
    const applies = (row: Row) => required.every((name) => row[name] !== undefined)
    return {
      expand: async (row, request) => applies(row) ? expandRow(plan, row, loaderOf(request)) : row,
      writerOf: (format, row) => applies(row) ? writers.get(format) : undefined,
      expandItem: async (row, request) => plan.kind === 'list' ? expandItem(plan, row, loaderOf(request)) : row,
      itemWriterOf: (format) => {
        if (plan.kind !== 'list') return undefined
        const write = itemWriters.get(format) ?? format.compile(plan.child)
        itemWriters.set(format, write)
        return write
      }
    }
  }

  return { follow, selectFor }
}

/** An address template whatever its variables are called: a link's and its target's are the same. */
const shapeOf = (template: string) => template.replace(/\{(?!Module\})\w+\}/g, '{}')
