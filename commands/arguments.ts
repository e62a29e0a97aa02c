/** Arguments of commands, checked like the bodies of requests. */
import { Ajv, type AnySchema } from 'ajv'
import { Argument, InvalidArgumentError, Option } from 'commander'
import { reasonOf } from '../plugins/faults/refusals.ts'
import { BlogPath } from '../schemas/blog.ts'
import { formats, keywords } from '../schemas/language/validation.ts'
import { Credentials } from '../schemas/login.ts'

const ajv = new Ajv({ strict: false, verbose: true, keywords, formats })

/** Says why a value does not fit its schema, in words that follow its name: `must have at most 255 characters`. */
export const mistakeIn = (schema: AnySchema & object, value: unknown): string | undefined => {
  if (ajv.validate(schema, value) === true) return undefined
  const [failure] = ajv.errors ?? []
  return failure && reasonOf(failure)
}

/** Reads a text that must fit a schema. */
const text =
  (schema: AnySchema & object) =>
  (value: string): string => {
    const mistake = mistakeIn(schema, value)
    if (mistake !== undefined) throw new InvalidArgumentError(`It ${mistake}.`)
    return value
  }

const blogId = (value: string): number => {
  const id = /^\d+$/.test(value) ? Number(value) : NaN
  if (mistakeIn(BlogPath.properties.blogId, id) === undefined) return id
  throw new InvalidArgumentError('It must be the number of a blog; desk blog list shows them.')
}

/** An argument that is a text of a schema. */
export const textArgument = (name: string, description: string, schema: AnySchema & object) =>
  new Argument(name, description).argParser(text(schema))

/** An option that is a text of a schema. */
export const textOption = (flags: string, description: string, schema: AnySchema & object) =>
  new Option(flags, description).argParser(text(schema))

/** An argument that is the login name of a user. */
export const userArgument = (name = '<user>') =>
  textArgument(name, 'login name of the user', Credentials.properties.UserName)

/** An argument that is the id of a blog. */
export const blogArgument = () =>
  new Argument('<blog>', 'number of the blog as desk blog list shows it').argParser(blogId)
