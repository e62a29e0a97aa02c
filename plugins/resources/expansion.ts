/** Loads the items that X-Filter adds to a document: one query for each link and level, never one for each row. */
import type { ItemPlan, LinkPart, Part, Plan } from '../representation/plan.ts'
import type { Row } from '../../schemas/language/rows.ts'

/** Loads items by the variables of their addresses, such as `{ BlogId: 1, Id: 5 }`. */
export type Load = (references: readonly Row[]) => Promise<readonly Row[]>

/** Returns the loader of a plan's model. */
export type LoaderOf = (plan: ItemPlan) => Load

/**
 * Returns a row with the targets of its expanded links; for a list, with its items loaded.
 * @param plan a plan that `select` returned
 */
export const expandRow = async (plan: Plan, row: Row, loaderOf: LoaderOf): Promise<Row> => {
  if (plan.kind === 'item') {
    const [expanded = row] = await expandLinks(plan, [row], loaderOf)
    return expanded
  }
  const items: readonly Row[] = Array.isArray(row.items) ? row.items : []
  return { ...row, items: await expandItems(plan.child, items, loaderOf) }
}

/**
 * Expands the items of a list. List queries return only the ids of items with an address, so those are loaded
 * first.
 */
const expandItems = async (child: ItemPlan, items: readonly Row[], loaderOf: LoaderOf) => {
  if (items.length === 0 || child.parts.length === 0) return items
  const wholeItems = child.self === null ? items : await loadAll(child, items, loaderOf)
  return expandLinks(child, wholeItems, loaderOf)
}

const expandLinks = async ({ parts }: ItemPlan, rows: readonly Row[], loaderOf: LoaderOf): Promise<readonly Row[]> => {
  const links = parts.filter(isExpanded)
  if (links.length === 0) return rows
  const targets = await Promise.all(links.map((link) => loadTargets(link, rows, loaderOf)))
  return rows.map((row) => ({
    ...row,
    expanded: Object.fromEntries(links.map(({ name }, index) => [name, targets[index]?.get(row[name])]))
  }))
}

type ExpandedLink = LinkPart & { target: ItemPlan }
const isExpanded = (part: Part): part is ExpandedLink => part.kind === 'link' && part.target !== null

/** Loads the targets of one link for all rows; returns them by key. */
const loadTargets = async ({ name, key, target }: ExpandedLink, rows: readonly Row[], loaderOf: LoaderOf) => {
  const keys = [...new Set(rows.map((row) => row[name]))].filter((value) => value !== undefined && value !== null)
  if (keys.length === 0) return new Map<unknown, Row>()
  const loaded = await loaderOf(target)(keys.map((value) => ({ [key]: value })))
  const expanded = await expandLinks(target, loaded, loaderOf)
  return new Map(expanded.map((row) => [row[key], row]))
}

/** Loads the items that references lead to; returns them in the order of the references. */
const loadAll = async (child: ItemPlan, references: readonly Row[], loaderOf: LoaderOf) => {
  const identity = (row: Row) => child.identity.map((name) => String(row[name])).join('/')
  const loaded = new Map((await loaderOf(child)(references)).map((row) => [identity(row), row]))
  return references.map((reference) => ({ ...loaded.get(identity(reference)), ...reference }))
}
