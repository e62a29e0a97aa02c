/**
 * X-Filter: the properties that a client selects. The header is parsed into a tree and applied to the plan of
 * a document. The result is a new plan, in which expanded links contain the plans of their targets.
 */
import { parseList } from '../../schemas/language/lexical.ts'
import { clip, refuseParameter } from '../refusals.ts'
import type { ItemPlan, LinkPart, Part, Plan } from './plan.ts'

/** The selected properties of an item: all of them (`*`), and names, each with the selection of the link's target. */
export interface Selection {
  all: boolean
  readonly names: Map<string, Selection>
}

/** Returns the plan of a link's target; undefined if X-Filter cannot expand the link. */
export type TargetPlan = (link: LinkPart) => ItemPlan | undefined

/** Maximum depth of a path. Models repeat below it, and each expanded link costs a query. */
const MAX_DEPTH = 8
const MAX_NAMES = 64

/**
 * Normalises a filter: sorts its names and removes duplicates, so that equal filters share a cache entry.
 * @throws HttpError 400 if it has more than 64 names
 */
export const normalFilter = (filter: string): string => {
  const paths = [...new Set(parseList(filter.replaceAll(' ', '')))]
  if (paths.length > MAX_NAMES) refuse(`names more than ${MAX_NAMES} properties`)
  return paths.sort().join(',')
}

/**
 * Parses a filter such as `Id, Author.Source.*, Creator.FullName`.
 * @throws HttpError 400 if a path is malformed or too deep
 */
export const parseSelection = (filter: string): Selection => {
  const root: Selection = { all: false, names: new Map() }
  for (const path of parseList(filter)) {
    const names = path.split('.')
    if (names.length > MAX_DEPTH) refuse(`names ${clip(path)}, which goes deeper than ${MAX_DEPTH} links`)
    if (!/^(\w+\.)*(\w+|\*)$/.test(path)) refuse(`names ${clip(path)}, which is not a path of property names`)
    let node = root
    for (const name of names) {
      if (name === '*') {
        node.all = true
        break
      }
      const next = node.names.get(name) ?? { all: false, names: new Map() }
      node.names.set(name, next)
      node = next
    }
  }
  return root
}

/**
 * Applies a selection to the plan of a document. In a list, items show only the selected parts. A single item always
 * shows its default parts; the selection expands its links and adds parts that are only shown on request.
 * @param hasSession whether the selection includes the parts that only requests with a session see
 * @throws HttpError 400 if the selection names unknown properties or expands something that is not a link
 */
export const select = (plan: Plan, selection: Selection, targetOf: TargetPlan, hasSession: boolean): Plan => {
  const selected = (
    { parts, name }: ItemPlan,
    { all, names }: Selection,
    path: readonly string[],
    isDefault: (part: Part) => boolean
  ): readonly Part[] => {
    const unknown = [...names.keys()].find((selectedName) => parts.every((part) => part.name !== selectedName))
    if (unknown !== undefined) {
      const legal = parts.map((part) => part.name).join(', ')
      refuse(`names ${clip([...path, unknown].join('.'))}, but ${name} has only ${legal}`)
    }
    return parts
      .filter((part) => hasSession || !part.forSessions)
      .filter((part) => isDefault(part) || names.has(part.name) || (all && isOwn(part)))
      .map((part) => {
        const nested = names.get(part.name)
        const isExpanded = nested !== undefined && (nested.all || nested.names.size > 0)
        return isExpanded ? expanded(part, nested, [...path, part.name]) : part
      })
  }
  const expanded = (part: Part, nested: Selection, path: readonly string[]): Part => {
    const target = part.kind === 'link' ? targetOf(part) : undefined
    if (part.kind !== 'link' || target === undefined) {
      return refuse(`names properties of ${path.join('.')}, which is not a link that can be expanded`)
    }
    return { ...part, target: { ...target, parts: selected(target, nested, path, () => false) } }
  }

  if (plan.kind === 'item') return { ...plan, parts: selected(plan, selection, [], ({ onRequest }) => !onRequest) }
  const { child, full, trimmed } = plan
  const parts = selected({ ...child, parts: full }, selection, [], () => false)
  return { ...plan, child: { ...child, trimmed, parts } }
}

/** Tells whether a part shows a property of the item, in contrast to a sub-resource link. */
const isOwn = (part: Part) => part.kind !== 'href' || part.property !== null

const refuse = (reason: string): never => refuseParameter('X-Filter', reason)
