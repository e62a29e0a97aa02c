/** Offers of tools: their descriptions and arguments come from the schemas of the interface, as those of OpenAPI. */
import type { TSchema } from 'typebox'
import { requiredOf } from '../../schemas/language/keywords.ts'
import { membersOf } from '../../schemas/language/rows.ts'
import type { SessionUser } from '../../db/sessions.ts'
import { isEnough } from '../authorization/limits.ts'
import { rules, type Rule } from '../authorization/rules.ts'
import type { Operation } from '../documents/operations.ts'
import { bodySchema, plainSchema, type Json } from '../documents/wire.ts'
import { tools, type Tool } from './tools.ts'

/** A tool with the operation of the interface that it stands for. */
export interface Offer {
  readonly tool: Tool
  readonly operation: Operation
  readonly title: string
  readonly description: string
  /** JSON Schema of its arguments. */
  readonly schema: { readonly type: 'object' } & Json
}

/** Number of items in a page, unless an assistant asks for more or fewer. */
export const PAGE = 20
const MAX_PAGE = 50

/** Returns the offers of all tools. @param module the configured module name */
export const offersOf = (operations: readonly Operation[], module: string): readonly Offer[] =>
  tools.map((tool) => {
    const path = `/resources/${tool.path.replace('{Module}', module)}`
    const operation = operations.find((each) => each.path === path && each.method === tool.method)
    if (operation === undefined) throw new TypeError(`No route has the address of the tool ${tool.name}`)
    const { who, summary } = operation
    const { title = summary } = tool
    const rule = who === undefined ? '' : ` For ${rules[who].may}.`
    const advice = tool.advice === undefined ? '' : ` ${tool.advice}`
    return { tool, operation, title, description: `${title}.${rule}${advice}`, schema: schemaOf(tool, operation) }
  })

/** Returns the offers that make sense for a user: all calls of other tools would be refused. */
export const offersFor = ({ Allows }: SessionUser, offers: readonly Offer[]): readonly Offer[] =>
  offers.filter(({ operation: { who } }) => {
    const rule: Rule | undefined = who && rules[who]
    return rule === undefined || (Allows !== undefined && rule.token !== undefined && isEnough(Allows, rule.token))
  })

const schemaOf = (
  { method, takes, needs = [], changes = false }: Tool,
  { params, query, body }: Operation
): Offer['schema'] => {
  const parameters: Readonly<Record<string, TSchema>> = { ...params, ...query }
  const fields = membersOf(body && bodySchema(body).properties)
  const required = [...Object.keys(params), ...(body === undefined ? [] : requiredOf(body))]
  const argumentSources = Object.entries(takes)
  return {
    type: 'object',
    properties: {
      ...Object.fromEntries(
        argumentSources.map(([name, source]) => [
          name,
          argumentOf(source, parameters[source], membersOf(fields[source]))
        ])
      ),
      ...(changes && { version: VERSION }),
      ...(method === 'POST' && { key: KEY })
    },
    required: [
      ...argumentSources.flatMap(([name, source]) => (required.includes(source) || needs.includes(name) ? [name] : [])),
      ...(changes ? ['version'] : [])
    ],
    additionalProperties: false
  }
}

/** Returns the schema of an argument, without formats: the route checks them, and says what is legal. */
const argumentOf = (source: string, parameter: TSchema | undefined, field: Json): Json => {
  const schema = source === 'limit' ? LIMIT : parameter === undefined ? field : plainSchema(parameter)
  return JSON.parse(JSON.stringify(schema, (keyword, value: unknown) => (keyword === 'format' ? undefined : value)))
}

const LIMIT = {
  type: 'integer',
  minimum: 1,
  maximum: MAX_PAGE,
  default: PAGE,
  description: 'Maximum number of items in the answer'
}
const VERSION = {
  type: 'integer',
  minimum: 1,
  description: 'CId of the post as you have read it. If somebody has changed the post since, nothing happens (412)'
}
const KEY = {
  type: 'string',
  minLength: 1,
  maxLength: 100,
  description: 'Any text that names this one call. A call that is repeated with its key has no further effect'
}
