/** Writes the types of the client package, clients/js/src/models.ts, from the schemas. Run with `npm run docs`. */
import type { TSchema } from 'typebox'
import { Blog } from '../schemas/blog.ts'
import { Collaborator } from '../schemas/collaborator.ts'
import { keywordsOf, requiredOf } from '../schemas/language/keywords.ts'
import type { AnyModel } from '../schemas/language/models.ts'
import { Person } from '../schemas/person.ts'
import { EditedPost, NewPost } from '../schemas/post-bodies.ts'
import { LeftPost, Post, PostList } from '../schemas/post.ts'
import { Source } from '../schemas/source.ts'
import { User } from '../schemas/user.ts'

/** The documents that programs read, by the name of their type. */
const DOCUMENTS: Readonly<Record<string, AnyModel>> = { Post, LeftPost, Blog, User, Person, Collaborator, Source }
/** The bodies of requests. */
const BODIES: Readonly<Record<string, AnyModel>> = { NewPost, EditedPost }

const HEAD = `/**
 * The documents and bodies that this package reads and sends, as JSON has them with \`X-Format-Values: typed\`.
 * Generated from the schemas of the service: \`npm run docs\` writes it. A property with \`?\` is absent where it has
 * no value, or where X-Filter does not name it.
 */

export interface Link {
  readonly href: string
}
/** A link to an item: its address with its key, or with the properties that X-Filter names. */
export type LinkTo<Item> = Link & Partial<Item>
`

/** Returns the text of the module. */
export const clientModels = (): string =>
  [
    HEAD,
    ...Object.entries(DOCUMENTS).map(([name, model]) => documentType(name, model)),
    listType(),
    ...Object.entries(BODIES).map(([name, model]) =>
      interfaceOf(name, `Body of a request`, propertiesOf(model, bodyValue))
    )
  ].join('\n')

const documentType = (name: string, model: AnyModel) => {
  const subresources = Object.keys(model.wire.subresources).map((list) => `  readonly ${list}?: Link\n`)
  const address = '  /** Address; absent where the document is the one at that address. */\n  readonly href?: string\n'
  return interfaceOf(name, ABOUT[name] ?? `A ${name.toLowerCase()}`, [
    address,
    ...propertiesOf(model, documentValue),
    ...subresources
  ])
}

const ABOUT: Readonly<Record<string, string>> = {
  LeftPost: 'A post that has left a list: it was withdrawn, hidden or deleted'
}

const listType = () => {
  const { items: _items, ...attributes } = PostList.properties
  const lines = Object.entries(attributes).map(([name, property]) => lineOf(name, property, 'number', true))
  return interfaceOf('PostList', 'A page of a list of posts', [...lines, '  readonly PostList: readonly Post[]\n'])
}

const interfaceOf = (name: string, about: string, lines: readonly string[]) =>
  `/** ${about}. */\nexport interface ${name} {\n${lines.join('')}}\n`

const propertiesOf = (model: AnyModel, valueOf: (property: TSchema) => string) =>
  Object.entries(model.properties)
    .filter(([, property]) => keywordsOf(property).unfilled !== true)
    .map(([name, property]) => {
      const isOptional = !requiredOf(model).includes(name) || model.wire.onRequest.includes(name)
      return lineOf(name, property, valueOf(property), isOptional)
    })

const lineOf = (name: string, property: TSchema, type: string, isOptional: boolean) => {
  const comment = `  /** ${keywordsOf(property).description}. */\n`
  return `${comment.length > 121 ? wrapped(comment) : comment}  readonly ${name}${isOptional ? '?' : ''}: ${type}\n`
}

/** Returns a long comment of one line as one of several. */
const wrapped = (comment: string) => {
  const text = comment.trim().slice(4, -3)
  const lines = text.match(/.{1,114}(?: |$)/g) ?? []
  return ['  /**', ...lines.map((line) => `   * ${line.trim()}`), '   */', ''].join('\n')
}

const documentValue = (property: TSchema): string => {
  const { lexical, file, key, link } = keywordsOf(property)
  if (file === true) return 'Link'
  if (key !== undefined) return linkType(link ?? '', key, lexical)
  return VALUES[lexical ?? 'text'] ?? 'string'
}

/** Values by the kind of their wire text. Moments are texts of ISO 8601. */
const VALUES: Readonly<Record<string, string>> = { integer: 'number', decimal: 'number', flag: 'boolean' }

const linkType = (template: string, key: string, lexical = 'text') => {
  const shape = (address: string) => address.replace(/\{\w+\}/g, '*')
  const target = Object.entries(DOCUMENTS).find(
    ([, { wire }]) => wire.self !== null && shape(wire.self) === shape(template)
  )
  return `LinkTo<${target === undefined ? `{ readonly ${key}: ${VALUES[lexical] ?? 'string'} }` : target[0]}>`
}

const bodyValue = (property: TSchema): string => {
  const { type, contentMediaType } = keywordsOf(property)
  if (contentMediaType === 'application/json') return 'string | object'
  return type === 'integer' ? 'number' : 'string'
}
