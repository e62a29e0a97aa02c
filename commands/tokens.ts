/** The commands of `desk token`, for the API tokens of programs. */
import { Argument, InvalidArgumentError, type Command } from 'commander'
import { newToken } from '../db/secrets.ts'
import { tokens } from '../db/tokens.ts'
import { TokenPurpose } from '../schemas/login.ts'
import { textArgument, userArgument } from './arguments.ts'
import { activeUserOf } from './lookups.ts'
import { databaseCommands, table, type Shell } from './shell.ts'

/** Adds `desk token` and its subcommands to a command. */
export const tokenCommands = (desk: Command, shell: Shell) => {
  const token = desk.command('token').description('API tokens for programs: add, list, revoke')
  const add = databaseCommands(token, shell)

  // The default, because `desk token kim wire` used to be the command.
  add(
    'add',
    'create an API token, which does not expire, and print it once',
    [userArgument(), textArgument('<purpose>', 'purpose of the token, such as "wire service"', TokenPurpose)],
    async (sql, User: string, Purpose: string) => {
      await activeUserOf(sql, User)
      const Token = newToken()
      const Id = await tokens(sql).addUnlimited(User, Purpose, Token)
      if (Id === undefined) throw new Error(`There is no active user ${User}`)
      return [{ Id, User, Purpose, Token }, Token]
    },
    { isDefault: true }
  )

  add('list', 'list the ids of all API tokens; the tokens themselves are not stored', [], async (sql) => {
    const all = await tokens(sql).overview()
    return [all, table(all, ['Id', 'User', 'Purpose', 'CreatedOn', 'LastUsedOn'])]
  })

  add('revoke', 'revoke an API token', [idArgument()], async (sql, id: string) => {
    const [first, ...others] = await tokens(sql).revokeMatch(id)
    if (first === undefined) throw new Error(`There is no API token ${id}; desk token list shows all`)
    if (others.length > 0) throw new Error(`Several tokens have ids that begin with ${id}; give more digits`)
    const { Id, User, Purpose } = first
    return [first, `Revoked ${Id}, ${Purpose}, of ${User}.`]
  })
}

const idArgument = () =>
  new Argument('<id>', 'id of the token as desk token list shows it, or at least its first 8 digits').argParser(tokenId)

const tokenId = (value: string): string => {
  if (!/^[\da-f]{8,64}$/i.test(value)) throw new InvalidArgumentError('It must be 8 or more hexadecimal digits.')
  return value.toLowerCase()
}
