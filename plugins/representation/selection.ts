/**
 * X-Filter: the properties a client wants. Parsed into a tree, checked against the plan of a document, and made into
 * a plan of its own, whose links carry the plans of their targets.
 */
import { httpErrors } from '@fastify/sensible'
import type { ItemPlan, LinkPart, ListPlan, Part, Plan } from './plan.ts'

/** What is wanted of an item: everything (`*`), and names with what is wanted of each link's target. */
export interface Selection { all: boolean, readonly names: Map<string, Selection> }

/** The plan of a link's target, undefined when its targets cannot be read. */
export type TargetPlan = (link: LinkPart) => ItemPlan | undefined

/**
 * Parses `Id, Author.Source.*, Creator.FullName`.
 * @throws HttpError 400
 */
export const parseSelection = (filter: string): Selection => {
  const root: Selection = { all: false, names: new Map() }
  for (const path of filter.split(',').map((entry) => entry.trim()).filter((entry) => entry !== '')) {
    const names = path.split('.')
    if (names.length > MAX_DEPTH) refuse(`${path} goes deeper than ${MAX_DEPTH} links`)
    let at = root
    for (const [index, name] of names.entries()) {
      if (name === '*' && index === names.length - 1) at.all = true
      else if (!/^\w+$/.test(name)) refuse(`${path} is not a path of property names`)
      const next = at.names.get(name) ?? { all: false, names: new Map() }
      if (name !== '*') at.names.set(name, next)
      at = next
    }
  }
  return root
}

// As deep as the models go before they repeat themselves.
const MAX_DEPTH = 8

/**
 * The plan of a document under a selection. Of a list the selection says what each item shows; an item is always
 * whole, and the selection expands its links and adds what is only shown on request.
 */
export const select = (plan: Plan, selection: Selection, targetOf: TargetPlan): Plan => {
  if (plan.kind === 'item') return { ...plan, parts: selectParts(plan, selection, targetOf, [], (part) => !part.onRequest) }
  return selectList(plan, selection, targetOf)
}

const selectList = (plan: ListPlan, selection: Selection, targetOf: TargetPlan): ListPlan => ({
  ...plan,
  child: { ...plan.child, trimmed: plan.trimmed, parts: selectParts({ ...plan.child, parts: plan.full }, selection, targetOf, [], () => false) }
})

const selectParts = (
  { parts, name }: ItemPlan, { all, names }: Selection, targetOf: TargetPlan, above: readonly string[], always: (part: Part) => boolean
): readonly Part[] => {
  const unknown = [...names.keys()].find((wanted) => parts.every((part) => part.name !== wanted))
  if (unknown !== undefined) refuse(`there is no ${[...above, unknown].join('.')}; ${name} has ${parts.map((part) => part.name).join(', ')}`)
  return parts
    .filter((part) => always(part) || names.has(part.name) || (all && isOwn(part)))
    .map((part) => {
      const nested = names.get(part.name)
      return nested === undefined || (!nested.all && nested.names.size === 0) ? part : expand(part, nested, targetOf, [...above, part.name])
    })
}

/** Whether a part shows something of the item itself: everything but the links to its sub-resources. */
const isOwn = (part: Part) => part.kind !== 'door' || part.of !== null

const expand = (part: Part, nested: Selection, targetOf: TargetPlan, path: readonly string[]): Part => {
  const target = part.kind === 'link' ? targetOf(part) : undefined
  if (part.kind !== 'link' || target === undefined) return refuse(`${path.join('.')} has no properties of its own`)
  return { ...part, target: { ...target, parts: selectParts(target, nested, targetOf, path, () => false) } }
}

const refuse = (reason: string): never => {
  throw httpErrors.createError(400, `X-Filter: ${reason}`, { errors: [{ place: 'X-Filter', reason }], problem: 'bad-parameter' })
}
