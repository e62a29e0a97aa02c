/** X-Filter at work: the selected plan and writer of a request, and who loads what they want. */
import type { FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { AnyModel } from '../../schemas/language/vocabulary.ts'
import type { Format, Writer } from './representation/formats.ts'
import { itemPlan, planOf, type LinkPart, type ListPlan, type Plan } from './representation/plan.ts'
import { parseSelection, select } from './representation/selection.ts'
import type { Row } from './representation/template.ts'
import { expandRow, type LoaderOf } from './expansion.ts'

/** Loads items by the variables of their addresses, as far as the viewer may see them. */
export type FollowLoad = (
  references: readonly Row[],
  request: Pick<FastifyRequest, 'context' | 'query'>
) => PromiseLike<readonly object[]>

/** Says how items of a model are loaded. */
export type Follow = (model: AnyModel, load: FollowLoad) => void

/** A document under a selection. */
export interface Selected {
  readonly expand: (row: Row) => Promise<Row>
  /** The writer for the selection, undefined for a row it does not apply to. */
  readonly writerOf: (format: Format, row: Row) => Writer | undefined
}

/** Selected plans with their writers; clients use few filters over and over. */
const MAX_SELECTIONS = 500

/** What an event shows of a list's item: the item whole, unless X-Filter selects. */
const eventPlan = ({ child, full, trimmed }: ListPlan, isSelected: boolean): Plan =>
  isSelected ? child : { ...child, trimmed, parts: full.filter(({ onRequest }) => !onRequest) }

/** @param module the configured module name */
export const filters = (module: string) => {
  const loads = new Map<AnyModel, FollowLoad>()
  const models = new Map<string, AnyModel>()
  const selections = new LRUCache<string, { plan: Plan; writers: Map<Format, Writer> }>({ max: MAX_SELECTIONS })

  const follow: Follow = (model, load) => {
    loads.set(model, load)
    if (model.wire.self !== null) models.set(shapeOf(model.wire.self), model)
  }

  const targetOf = ({ template }: LinkPart) => {
    const model = template === null ? undefined : models.get(shapeOf(template))
    return model && itemPlan(model, module)
  }

  const loaderOf =
    (request: FastifyRequest): LoaderOf =>
    ({ model }) =>
    async (references) => {
      const load = loads.get(model)
      if (load === undefined) throw new TypeError(`Nobody said how a ${model.wire.name} is loaded`)
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
    const whole = planOf(schema, module)
    const selected = filter === '' ? whole : select(whole, parseSelection(filter), targetOf)
    const plan = streamed && selected.kind === 'list' ? eventPlan(selected, filter !== '') : selected
    const made = { plan, writers: new Map<Format, Writer>() }
    selections.set(key, made)
    return { ...made, schema }
  }

  /** What X-Filter makes of a request's document. @throws HttpError 400 */
  const selectFor = (request: FastifyRequest): Selected | undefined => {
    const selection = planFor(request)
    if (selection === undefined) return undefined
    const { plan, writers, schema } = selection
    const required: readonly string[] = 'required' in schema && Array.isArray(schema.required) ? schema.required : []
    const applies = (row: Row) => request.context.streamed || required.every((name) => row[name] !== undefined)
    return {
      expand: async (row) => {
        if (!applies(row)) return row
        return expandRow(plan, row, loaderOf(request))
      },
      writerOf: (format, row) => {
        if (!applies(row)) return undefined
        const write = writers.get(format) ?? format.compile(plan)
        writers.set(format, write)
        return write
      }
    }
  }

  return { follow, selectFor }
}

/** An address template whatever its variables are called: a link's and its target's are the same. */
const shapeOf = (template: string) => template.replace(/\{(?!Module\})\w+\}/g, '{}')
