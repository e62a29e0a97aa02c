/**
 * The shapes of all documents of the service. A document's root is as strict as its schema: X-Filter only adds to it.
 * An item in a list, or reached by a link, shows whatever X-Filter names: any of its properties, in their order.
 */
import type { TSchema } from 'typebox'
import type { AnyList, AnyModel } from '../../schemas/language/vocabulary.ts'
import { isList, itemPlan, planOf, type ItemPlan, type LinkPart, type Part } from '../representation/plan.ts'
import { content, merger, type Child, type Content, type Shape } from './shape.ts'
import { simpleOf } from './simple.ts'

/** Every root element, and the types that elements share. */
export interface Shapes { readonly elements: ReadonlyMap<string, Content>, readonly types: ReadonlyMap<string, Content> }

/**
 * @param documents the documents of all routes; one of them may stand there often
 * @param whole lists whose items X-Filter cannot cut
 * @param module the configured module name
 */
export const shapesOf = (documents: readonly (AnyModel | AnyList)[], whole: readonly AnyList[], module: string): Shapes => {
  const types = new Map<string, Content>([['door', content('required')]])
  const { mergeContents } = merger(types)
  const roots = [...new Set([...documents, ...whole])]
  const models = addressed(roots)

  const typeOf = (part: Part, plan: ItemPlan): Shape => {
    switch (part.kind) {
      case 'value': return simpleOf(plan.model.properties[part.name] ?? {})
      case 'door': return { kind: 'named', name: 'door' }
      case 'rows': return content('none', [child(part.child.name, itemContent(part.child, 'none', true), false, true)])
      case 'values': return content('none', [child('Value', simpleOf(innerOf(plan.model.properties[part.name])), false, true)])
      case 'link': return linkType(part, plan)
    }
  }

  /** A link shows its key, or with X-Filter whatever of its target. */
  const linkType = (part: LinkPart, plan: ItemPlan): Shape => {
    const target = part.template === null ? undefined : models.get(shapeOf(part.template))
    if (target !== undefined) return { kind: 'named', name: target.name }
    return content(part.address === null ? 'none' : 'required', [keyOf(part, plan, true)])
  }

  const keyOf = (part: LinkPart, { model }: ItemPlan, required: boolean) => child(part.key, simpleOf(model.properties[part.name] ?? {}), required)

  /** What links to an item show of it beside its own properties: a key that is none of them. */
  const foreignKeys = (form: string, known: readonly AnyModel[]) => [...modelsOf(roots)].map((model) => itemPlan(model, module)).flatMap((plan) =>
    plan.parts.flatMap((part) => part.kind === 'link' && part.template !== null && shapeOf(part.template) === form &&
      known.every(({ properties }) => !(part.key in properties))
      ? [content('required', [keyOf(part, plan, false)])]
      : []))

  const itemContent = (plan: ItemPlan, href: Content['href'], strict: boolean): Content => {
    const required = requiredOf(plan.model)
    return content(href, plan.parts.map((part) => {
      const always = part.kind === 'door' && part.of === null ? true : required.includes(part.name)
      return child(part.name, typeOf(part, plan), strict && always && !part.onRequest)
    }))
  }

  const documentContent = (document: AnyModel | AnyList): Content => {
    if (!isList(document)) return itemContent(itemPlan(document, module), document.wire.self === null ? 'none' : 'optional', true)
    const { name, child: { model, self } } = document.listWire
    const plan = planOf(document, module)
    const attributes = plan.kind === 'list' ? plan.attributes.map((attribute) => [attribute.name, simpleOf(document.properties[attribute.name] ?? {})] as const) : []
    const known = model.wire.self === null ? undefined : models.get(shapeOf(model.wire.self))?.name
    const type = known !== undefined && self !== null
      ? { kind: 'named', name: known } as const
      : itemContent(itemPlan(model, module), self === null ? 'none' : 'required', whole.some(({ listWire }) => listWire.name === name))
    return content('none', [child(model.wire.name, type, false, true)], attributes)
  }

  for (const [form, { name, models: alike }] of models) {
    const contents = [...alike.map((model) => itemContent(itemPlan(model, module), 'required', false)), ...foreignKeys(form, alike)]
    types.set(name, contents.reduce(mergeContents))
  }
  const elements = new Map<string, Content>()
  for (const root of roots) {
    const name = isList(root) ? root.listWire.name : root.wire.name
    const known = elements.get(name)
    elements.set(name, known === undefined ? documentContent(root) : mergeContents(known, documentContent(root)))
  }
  return { elements, types }

  /** The items that have addresses, by the form of the address: several schemas of one address are variants. */
  function addressed (roots: readonly (AnyModel | AnyList)[]) {
    const found = new Map<string, { name: string, models: AnyModel[] }>()
    for (const model of modelsOf(roots)) {
      if (model.wire.self === null) continue
      const form = shapeOf(model.wire.self)
      const known = found.get(form)
      if (known !== undefined) known.models.push(model)
      else found.set(form, { name: unused(nameOf(form, module), [...found.values()].map(({ name }) => name)), models: [model] })
    }
    return found
  }
}

/** The items of all documents. */
const modelsOf = (roots: readonly (AnyModel | AnyList)[]): ReadonlySet<AnyModel> =>
  new Set(roots.map((root) => isList(root) ? root.listWire.child.model : root))

const child = (name: string, type: Shape, required: boolean, many = false): Child => ({ name, type, required, many })

/** The properties that every row of a model has. */
export const requiredOf = (model: AnyModel): readonly string[] => 'required' in model && Array.isArray(model.required) ? model.required : []

/** The schema of each of several plain values. */
export const innerOf = (schema: TSchema | undefined): TSchema => {
  const { values }: { values?: unknown } = { ...schema }
  return typeof values === 'object' && values !== null ? values : {}
}

/** An address template whatever its variables are called: a link's and its target's are the same. */
export const shapeOf = (template: string): string => template.replace(/\{(?!Module\})\w+\}/g, '{}')

/** A name for what lives at an address: `Desk.Blog.Post`. */
export const nameOf = (template: string, module: string): string =>
  template.replace('{Module}', module).split('/').filter((segment) => segment !== '' && !segment.startsWith('{')).join('.')

/** The name, with a number when it is taken. */
export const unused = (name: string, taken: readonly string[], number = 2): string => {
  if (!taken.includes(name)) return name
  return taken.includes(`${name}.${number}`) ? unused(name, taken, number + 1) : `${name}.${number}`
}
