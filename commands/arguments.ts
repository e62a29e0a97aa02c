/** Arguments and options of commands. They are checked with the schemas of request bodies. */
import { Ajv, type AnySchema } from 'ajv'
import { Argument, InvalidArgumentError, Option } from 'commander'
import { reasonOf } from '../plugins/faults/failures.ts'
import { formats, keywords } from '../schemas/language/validation.ts'
import { Credentials } from '../schemas/login.ts'
import { BlogPath } from '../schemas/paths.ts'

const ajv = new Ajv({ strict: false, verbose: true, keywords, formats })

/**
 * Returns the reason why a value does not fit its schema, such as `must have at most 255 characters`; undefined if it
 * fits.
 */
export const mistakeIn = (schema: AnySchema & object, value: unknown): string | undefined => {
  if (ajv.validate(schema, value) === true) return undefined
  const [failure] = ajv.errors ?? []
  return failure && reasonOf(failure)
}

/** Returns a function that parses a text. @throws InvalidArgumentError if the text does not fit the schema */
const textParser =
  (schema: AnySchema & object) =>
  (value: string): string => {
    const mistake = mistakeIn(schema, value)
    if (mistake !== undefined) throw new InvalidArgumentError(`It ${mistake}.`)
    return value
  }

const blogId = (value: string): number => {
  const id = /^\d+$/.test(value) ? Number(value) : NaN
  if (mistakeIn(BlogPath.properties.blogId, id) === undefined) return id
  throw new InvalidArgumentError('It must be the number of a blog; desk blog list shows all numbers.')
}

/** Returns an argument whose value must fit the schema of a text. */
export const textArgument = (name: string, description: string, schema: AnySchema & object) =>
  new Argument(name, description).argParser(textParser(schema))

/** Returns an option whose value must fit the schema of a text. */
export const textOption = (flags: string, description: string, schema: AnySchema & object) =>
  new Option(flags, description).argParser(textParser(schema))

/** Returns an option for the address of a web server. */
export const webAddressOption = (flags: string, description: string) =>
  new Option(flags, description).argParser((value: string) => {
    if (/^https?:$/.test(URL.parse(value)?.protocol ?? '')) return value
    throw new InvalidArgumentError('It must begin with http:// or https://.')
  })

/** Returns an argument for the login name of a user. */
export const userArgument = (name = '<user>') =>
  textArgument(name, 'login name of the user', Credentials.properties.UserName)

/** Returns an argument for the id of a blog. */
export const blogArgument = () =>
  new Argument('<blog>', 'number of the blog as desk blog list shows it').argParser(blogId)

/** Returns an option for the id of a blog. */
export const blogOption = (flags: string, description: string) => new Option(flags, description).argParser(blogId)
