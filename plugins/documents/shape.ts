/** What an element may hold, whichever of several documents it stands in. */
import { either, type Simple } from './simple.ts'

/** A type declared once, by its name. */
export interface Named { readonly kind: 'named', readonly name: string }

/** The content of an element: its own address, attributes, and children in their order. */
export interface Content {
  readonly kind: 'content'
  readonly href: 'none' | 'optional' | 'required'
  /** Attributes beside `href`; none is always there. */
  readonly attributes: readonly (readonly [name: string, type: Simple])[]
  readonly children: readonly Child[]
  /** False when documents of this name disagree on the order. */
  readonly ordered: boolean
  /** Whether text may stand instead of children. */
  readonly text: boolean
}

export interface Child { readonly name: string, readonly required: boolean, readonly many: boolean, readonly type: Shape }

export type Shape = Simple | Named | Content

/** An element with nothing but these. */
export const content = (href: Content['href'], children: readonly Child[] = [], attributes: Content['attributes'] = []): Content =>
  ({ kind: 'content', href, attributes, children, ordered: true, text: false })

/** Combines shapes into one that takes the documents of both. `types` gives the named types and takes new ones. */
export const merger = (types: Map<string, Content>) => {
  const merge = (one: Shape, other: Shape): Shape => {
    if (JSON.stringify(one) === JSON.stringify(other)) return one
    if (one.kind === 'simple' && other.kind === 'simple') return either(one, other)
    if (one.kind === 'named' && other.kind === 'named') return mergeNamed(one.name, other.name)
    return mergeContents(contentOf(one), contentOf(other))
  }

  /** The merged type has a name of its own, so that types which hold themselves come to an end. */
  const mergeNamed = (one: string, other: string): Named => {
    const name = [one, other].sort().join('-or-')
    if (!types.has(name)) {
      types.set(name, content('optional'))
      types.set(name, mergeContents(contentOf({ kind: 'named', name: one }), contentOf({ kind: 'named', name: other })))
    }
    return { kind: 'named', name }
  }

  const contentOf = (shape: Shape): Content => {
    if (shape.kind === 'content') return shape
    if (shape.kind === 'simple') return { ...content('none'), text: true }
    return types.get(shape.name) ?? content('optional')
  }

  const mergeContents = (one: Content, other: Content): Content => {
    const names = order(one.children.map(({ name }) => name), other.children.map(({ name }) => name))
    return {
      kind: 'content',
      href: one.href === other.href ? one.href : 'optional',
      attributes: mergeAttributes(one, other),
      children: names.sorted.map((name) => mergeChildren(
        one.children.find((child) => child.name === name), other.children.find((child) => child.name === name)
      )).flat(),
      ordered: one.ordered && other.ordered && names.agreed,
      text: one.text || other.text
    }
  }

  const mergeAttributes = (one: Content, other: Content): Content['attributes'] => {
    const attributes = new Map(one.attributes)
    for (const [name, type] of other.attributes) attributes.set(name, either(attributes.get(name) ?? type, type))
    return [...attributes]
  }

  const mergeChildren = (one: Child | undefined, other: Child | undefined): Child[] => {
    if (one === undefined || other === undefined) return [one, other].flatMap((child) => child === undefined ? [] : [{ ...child, required: false }])
    return [{ name: one.name, required: one.required && other.required, many: one.many || other.many, type: merge(one.type, other.type) }]
  }

  return { mergeContents }
}

/** The names of both in an order that is the order of each, as far as there is one. */
const order = (one: readonly string[], other: readonly string[]) => {
  let lists = [one, other].filter((list) => list.length > 0)
  const sorted: string[] = []
  let agreed = true
  while (lists.length > 0) {
    const heads = lists.flatMap(([head]) => head === undefined ? [] : [head])
    const next = heads.find((head) => lists.every((list) => list.indexOf(head) <= 0))
    if (next === undefined) agreed = false
    const taken = next ?? heads[0] ?? ''
    sorted.push(taken)
    lists = lists.map((list) => list.filter((name) => name !== taken)).filter((list) => list.length > 0)
  }
  return { sorted, agreed }
}
