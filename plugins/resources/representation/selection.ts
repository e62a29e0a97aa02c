/**
 * X-Filter: the properties a client wants. Parsed into a tree, checked against the plan of a document, and made into
 * a plan of its own, whose links carry the plans of their targets.
 */
import { parseList } from '../../../schemas/language/lexical.ts'
import { clip, refuseParameter } from '../../faults/refusals.ts'
import type { ItemPlan, LinkPart, Part, Plan } from './plan.ts'

/** What is wanted of an item: everything (`*`), and names with what is wanted of each link's target. */
export interface Selection {
  all: boolean
  readonly names: Map<string, Selection>
}

/** The plan of a link's target, undefined when its targets cannot be read. */
export type TargetPlan = (link: LinkPart) => ItemPlan | undefined

/** Models repeat themselves below this depth, and a document needs a query for each link that is followed. */
const MAX_DEPTH = 8
const MAX_NAMES = 64

/**
 * The one spelling of a filter: its names sorted, each once.
 * @throws HttpError 400 when they are too many
 */
export const normalFilter = (filter: string): string => {
  const paths = [...new Set(parseList(filter.replaceAll(' ', '')))]
  if (paths.length > MAX_NAMES) refuse(`names more than ${MAX_NAMES} properties`)
  return paths.sort().join(',')
}

/**
 * Parses `Id, Author.Source.*, Creator.FullName`.
 * @throws HttpError 400
 */
export const parseSelection = (filter: string): Selection => {
  const root: Selection = { all: false, names: new Map() }
  for (const path of parseList(filter)) {
    const names = path.split('.')
    if (names.length > MAX_DEPTH) refuse(`names ${clip(path)}, which goes deeper than ${MAX_DEPTH} links`)
    if (!/^(\w+\.)*(\w+|\*)$/.test(path)) refuse(`names ${clip(path)}, which is not a path of property names`)
    let at = root
    for (const name of names) {
      if (name === '*') {
        at.all = true
        break
      }
      const next = at.names.get(name) ?? { all: false, names: new Map() }
      at.names.set(name, next)
      at = next
    }
  }
  return root
}

/**
 * The plan of a document under a selection. Of a list the selection says what each item shows; an item is always
 * whole, and the selection expands its links and adds what is only shown on request.
 */
export const select = (plan: Plan, selection: Selection, targetOf: TargetPlan): Plan => {
  const selected = (
    { parts, name }: ItemPlan,
    { all, names }: Selection,
    above: readonly string[],
    isAlways: (part: Part) => boolean
  ): readonly Part[] => {
    const unknown = [...names.keys()].find((wanted) => parts.every((part) => part.name !== wanted))
    if (unknown !== undefined) {
      const legal = parts.map((part) => part.name).join(', ')
      refuse(`names ${clip([...above, unknown].join('.'))}, but ${name} has only ${legal}`)
    }
    return parts
      .filter((part) => isAlways(part) || names.has(part.name) || (all && isOwn(part)))
      .map((part) => {
        const nested = names.get(part.name)
        const isExpanded = nested !== undefined && (nested.all || nested.names.size > 0)
        return isExpanded ? expanded(part, nested, [...above, part.name]) : part
      })
  }
  const expanded = (part: Part, nested: Selection, path: readonly string[]): Part => {
    const target = part.kind === 'link' ? targetOf(part) : undefined
    if (part.kind !== 'link' || target === undefined) {
      return refuse(`names properties of ${path.join('.')}, which has none of its own`)
    }
    return { ...part, target: { ...target, parts: selected(target, nested, path, () => false) } }
  }

  if (plan.kind === 'item') return { ...plan, parts: selected(plan, selection, [], ({ onRequest }) => !onRequest) }
  const { child, full, trimmed } = plan
  const parts = selected({ ...child, parts: full }, selection, [], () => false)
  return { ...plan, child: { ...child, trimmed, parts } }
}

/** Whether a part shows something of the item itself: everything but the links to its sub-resources. */
const isOwn = (part: Part) => part.kind !== 'door' || part.of !== null

const refuse = (reason: string): never => refuseParameter('X-Filter', reason)
