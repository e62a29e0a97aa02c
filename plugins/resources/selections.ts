/**
 * Applies X-Filter: selects the parts of a document, and loads the linked items that they show, with one query for each
 * link and level, never one for each row.
 */
import type { FastifyContextConfig, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { requiredOf } from '../../schemas/language/keywords.ts'
import type { Row } from '../../schemas/language/rows.ts'
import type { AnyModel } from '../../schemas/language/models.ts'
import type { Format } from '../formats.ts'
import {
  itemPlan,
  planOf,
  type ItemPlan,
  type LinkPart,
  type ListPlan,
  type Part,
  type Plan
} from '../representation/plan.ts'
import { parseSelection, select } from '../representation/selection.ts'
import { templateShape } from '../representation/template.ts'
import type { Compile, Writer } from '../representation/writers.ts'
import type { Description } from './description.ts'

/** A request as far as it decides which items the loaders return. */
type Viewing = Pick<FastifyRequest, 'context' | 'query'>

/** Loads items by the variables of their addresses. Leaves out items that the viewer of the request may not see. */
export type FollowLoad = (references: readonly Row[], request: Viewing) => PromiseLike<readonly object[]>

/** The items of a model that a request may see, and how it sees them. */
export interface Shown {
  readonly config?: Pick<FastifyContextConfig, 'sees' | 'who'>
  /** Returns an item as the request shows it. */
  readonly show?: (item: Row, request: Viewing) => Row
}

/** Registers the loader of a model's items. By default, everybody may see them as they are. */
export type Follow = (model: AnyModel, load: FollowLoad, shown?: Shown) => void

/** The parts of a route's document that X-Filter selects, or that a stream sends. */
export interface Selection {
  /** Adds the linked items that the selection shows. */
  readonly expand: (row: Row, request: Viewing) => Promise<Row>
  /** Returns the writer of the selection; undefined for a row that lacks required properties of the schema. */
  readonly writerOf: (format: Format, row: Row) => Writer | undefined
}

/** Maximum number of cached selections. Clients repeat a few filters, and selecting and compiling is slow. */
const MAX_SELECTIONS = 500

/**
 * Creates the registry of loaders and the function that returns selections.
 * @param module the configured module name
 * @param compile compiles the plans of selections
 */
export const selections = (module: string, compile: Compile) => {
  const followed = new Map<AnyModel, Required<Shown> & { readonly load: FollowLoad }>()
  const models = new Map<string, AnyModel>()
  const cache = new LRUCache<string, Selection>({ max: MAX_SELECTIONS })

  const follow: Follow = (model, load, { config = {}, show = (item: Row) => item } = {}) => {
    followed.set(model, { load, config, show })
    if (model.wire.self !== null) models.set(templateShape(model.wire.self), model)
  }

  const targetOf = ({ template }: LinkPart) => {
    const model = template === null ? undefined : models.get(templateShape(template))
    return model && itemPlan(model, module)
  }

  const load = async ({ model }: ItemPlan, references: readonly Row[], request: Viewing): Promise<readonly Row[]> => {
    const items = followed.get(model)
    if (items === undefined) throw new TypeError(`${model.wire.name} has no loader; register one with app.follow()`)
    const { sees, who } = items.config
    const { viewer } = request.context
    // Only lists with the same rule link to these items, and a request without a session reads none of those lists.
    const isVisible = (sees === undefined || viewer[sees]) && (who === undefined || viewer.session)
    return isVisible ? (await items.load(references, request)).map((row) => items.show({ ...row }, request)) : []
  }

  const expandLinks = async ({ parts }: ItemPlan, rows: readonly Row[], request: Viewing): Promise<readonly Row[]> => {
    const links = parts.filter(isExpanded)
    if (links.length === 0) return rows
    const targets = await Promise.all(links.map((link) => loadTargets(link, rows, request)))
    return rows.map((row) => ({
      ...row,
      expanded: Object.fromEntries(links.map(({ name }, index) => [name, targets[index]?.get(row[name])]))
    }))
  }

  /** Loads the targets of one link for all rows; returns them by key. */
  const loadTargets = async ({ name, key, target }: ExpandedLink, rows: readonly Row[], request: Viewing) => {
    const keys = [...new Set(rows.map((row) => row[name]))].filter((value) => value !== undefined && value !== null)
    if (keys.length === 0) return new Map<unknown, Row>()
    const references = keys.map((value) => ({ [key]: value }))
    const expanded = await expandLinks(target, await load(target, references, request), request)
    return new Map(expanded.map((row) => [row[key], row]))
  }

  /** Expands a row; for a list, its items. Queries of lists return only ids of items with an address: loads those. */
  const expand = async (plan: Plan, row: Row, request: Viewing): Promise<Row> => {
    if (plan.kind === 'item') {
      const [expanded = row] = await expandLinks(plan, [row], request)
      return expanded
    }
    const { child } = plan
    const items: readonly Row[] = Array.isArray(row.items) ? row.items : []
    if (items.length === 0 || child.parts.length === 0) return row
    if (child.self === null) return { ...row, items: await expandLinks(child, items, request) }
    const identity = (item: Row) => plan.identity.map((name) => String(item[name])).join('/')
    const loaded = new Map((await load(child, items, request)).map((item) => [identity(item), item]))
    // An item that has changed since the query has its newest state, as a whole.
    const wholeItems = items.map((item) => loaded.get(identity(item)) ?? item)
    return { ...row, items: await expandLinks(child, wholeItems, request) }
  }

  const make = (plan: Plan, required: readonly string[]): Selection => {
    const writers = new Map<Format, Writer>()
    const applies = (row: Row) => required.every((name) => row[name] !== undefined)
    return {
      expand: async (row, request) => (applies(row) ? expand(plan, row, request) : row),
      writerOf: (format, row) => {
        if (!applies(row)) return undefined
        const write = writers.get(format) ?? compile(plan, format)
        writers.set(format, write)
        return write
      }
    }
  }

  /**
   * Returns the selection of a route's document.
   * @param filter X-Filter, normalised; empty if the request has none
   * @param streamed whether the selection is of the items of a list, for a stream
   * @param hasSession whether the request has a session
   * @returns undefined if the route has no document
   * @throws HttpError 400 if X-Filter names unknown properties
   */
  const selectionFor = (
    { method, path, schemas: [schema] }: Description,
    filter: string,
    streamed: boolean,
    hasSession: boolean
  ): Selection | undefined => {
    if (schema === undefined) return undefined
    const key = `${method} ${path} ${streamed} ${hasSession} ${filter}`
    const cached = cache.get(key)
    if (cached !== undefined) return cached
    const fullPlan = planOf(schema, module)
    const selected = filter === '' ? fullPlan : select(fullPlan, parseSelection(filter), targetOf, hasSession)
    const isEvent = streamed && selected.kind === 'list'
    const plan = isEvent ? eventPlan(selected, filter !== '') : selected
    const selection = make(plan, isEvent ? [] : requiredOf(schema))
    cache.set(key, selection)
    return selection
  }

  return { follow, selectionFor }
}

/** Returns the plan of a list's item in a stream event: the whole item, or the selection of X-Filter. */
const eventPlan = ({ child, full, trimmed }: ListPlan, isSelected: boolean): Plan =>
  isSelected ? child : { ...child, trimmed, parts: full.filter(({ onRequest }) => !onRequest) }

type ExpandedLink = LinkPart & { target: ItemPlan }
const isExpanded = (part: Part): part is ExpandedLink => part.kind === 'link' && part.target !== null
