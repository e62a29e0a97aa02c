/** Applies X-Filter: selects the plan and writer of a request, and loads the linked items they show. */
import type { FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { requiredOf } from '../../schemas/language/keywords.ts'
import type { AnyModel } from '../../schemas/language/vocabulary.ts'
import type { Format } from '../formats.ts'
import type { Compile } from '../representation/index.ts'
import type { Writer } from '../representation/writers.ts'
import { itemPlan, planOf, type LinkPart, type ListPlan, type Plan } from '../representation/plan.ts'
import { parseSelection, select } from '../representation/selection.ts'
import { templateShape } from '../representation/template.ts'
import type { Row } from '../../schemas/language/rows.ts'
import { expandRow, type LoaderOf } from './expansion.ts'

/** Loads items by the variables of their addresses. Leaves out items that the viewer of the request may not see. */
export type FollowLoad = (
  references: readonly Row[],
  request: Pick<FastifyRequest, 'context' | 'query'>
) => PromiseLike<readonly object[]>

/** Registers the loader of a model's items. */
export type Follow = (model: AnyModel, load: FollowLoad) => void

/** A document as a selection of X-Filter shows it. */
export interface SelectedDocument {
  /** Adds the linked items that the selection shows. */
  readonly expand: (row: Row) => Promise<Row>
  /** Returns the writer of the selection; undefined for a row that lacks required properties of the schema. */
  readonly writerOf: (format: Format, row: Row) => Writer | undefined
}

/** Maximum number of cached selections. Clients repeat a few filters, and selecting and compiling is slow. */
const MAX_SELECTIONS = 500

/** Returns the plan of a list's item in a stream event: the whole item, or the selection of X-Filter. */
const eventPlan = ({ child, full, trimmed }: ListPlan, isSelected: boolean): Plan =>
  isSelected ? child : { ...child, trimmed, parts: full.filter(({ onRequest }) => !onRequest) }

/**
 * Creates the registry of loaders and the function that applies X-Filter to a request.
 * @param module the configured module name
 * @param compile compiles the plans of selections
 */
export const filters = (module: string, compile: Compile) => {
  const loads = new Map<AnyModel, FollowLoad>()
  const models = new Map<string, AnyModel>()
  const selections = new LRUCache<string, { plan: Plan; writers: Map<Format, Writer> }>({ max: MAX_SELECTIONS })

  const follow: Follow = (model, load) => {
    loads.set(model, load)
    if (model.wire.self !== null) models.set(templateShape(model.wire.self), model)
  }

  const targetOf = ({ template }: LinkPart) => {
    const model = template === null ? undefined : models.get(templateShape(template))
    return model && itemPlan(model, module)
  }

  const loaderOf =
    (request: FastifyRequest): LoaderOf =>
    ({ model }) =>
    async (references) => {
      const load = loads.get(model)
      if (load === undefined) throw new TypeError(`${model.wire.name} has no loader; register one with app.follow()`)
      return (await load(references, request)).map((row) => ({ ...row }))
    }

  const planFor = (request: FastifyRequest) => {
    const {
      context: { filter, streamed },
      routeOptions: {
        config: { description }
      }
    } = request
    const [schema] = description?.documents[200] ?? description?.documents[201] ?? []
    if (description === undefined || schema === undefined || (filter === '' && !streamed)) return undefined
    const key = `${description.method} ${description.path} ${String(streamed)} ${filter}`
    const cached = selections.get(key)
    if (cached !== undefined) return { ...cached, schema }
    const fullPlan = planOf(schema, module)
    const selected = filter === '' ? fullPlan : select(fullPlan, parseSelection(filter), targetOf)
    const plan = streamed && selected.kind === 'list' ? eventPlan(selected, filter !== '') : selected
    const selection = { plan, writers: new Map<Format, Writer>() }
    selections.set(key, selection)
    return { ...selection, schema }
  }

  /**
   * Applies the X-Filter of a request to its document.
   * @returns undefined if the request has no X-Filter and wants no stream, or the route has no document
   * @throws HttpError 400 if X-Filter names unknown properties
   */
  const selectFor = (request: FastifyRequest): SelectedDocument | undefined => {
    const selection = planFor(request)
    if (selection === undefined) return undefined
    const { plan, writers, schema } = selection
    const required = requiredOf(schema)
    const applies = (row: Row) => request.context.streamed || required.every((name) => row[name] !== undefined)
    return {
      expand: async (row) => {
        if (!applies(row)) return row
        return expandRow(plan, row, loaderOf(request))
      },
      writerOf: (format, row) => {
        if (!applies(row)) return undefined
        const write = writers.get(format) ?? compile(plan, format)
        writers.set(format, write)
        return write
      }
    }
  }

  return { follow, selectFor }
}
