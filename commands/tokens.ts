/** The commands of `desk token`, for the API tokens of programs. */
import { Argument, InvalidArgumentError, type Command } from 'commander'
import { hashToken, newToken } from '../db/secrets.ts'
import { sessions } from '../db/sessions.ts'
import { TokenPurpose } from '../schemas/login.ts'
import { textArgument, userArgument } from './arguments.ts'
import { activeUserOf } from './lookups.ts'
import { onDatabase, print, withJsonOption, table, type PrintOptions, type Shell } from './shell.ts'

/** Adds `desk token` and its subcommands to a command. */
export const tokenCommands = (desk: Command, shell: Shell) => {
  const token = desk.command('token').description('API tokens for programs: add, list, revoke')

  // The default, because `desk token kim wire` used to be the command.
  withJsonOption(token.command('add', { isDefault: true }))
    .description('create an API token, which does not expire, and print it once')
    .addArgument(userArgument())
    .addArgument(textArgument('<purpose>', 'purpose of the token, such as "wire service"', TokenPurpose))
    .action((User: string, Purpose: string, options: PrintOptions) =>
      onDatabase(shell, async (sql) => {
        await activeUserOf(sql, User)
        const Token = newToken()
        const Id = await sessions(sql).addToken(User, Purpose, hashToken(Token))
        if (Id === undefined) throw new Error(`There is no active user ${User}`)
        print(shell, options, { Id, User, Purpose, Token }, Token)
      })
    )

  withJsonOption(
    token.command('list').description('list the ids of all API tokens; the tokens themselves are not stored')
  ).action((options: PrintOptions) =>
    onDatabase(shell, async (sql) => {
      const tokens = await sessions(sql).tokens()
      print(shell, options, tokens, table(tokens, ['Id', 'User', 'Purpose', 'CreatedOn', 'LastUsedOn']))
    })
  )

  withJsonOption(token.command('revoke').description('revoke an API token'))
    .addArgument(idArgument())
    .action((id: string, options: PrintOptions) =>
      onDatabase(shell, async (sql) => {
        const [first, ...others] = await sessions(sql).revokeToken(id)
        if (first === undefined) throw new Error(`There is no API token ${id}; desk token list shows all`)
        if (others.length > 0) throw new Error(`Several tokens have ids that begin with ${id}; give more digits`)
        const { Id, User, Purpose } = first
        print(shell, options, first, `Revoked ${Id}, ${Purpose}, of ${User}.`)
      })
    )
}

const idArgument = () =>
  new Argument('<id>', 'id of the token as desk token list shows it, or at least its first 8 digits').argParser(tokenId)

const tokenId = (value: string): string => {
  if (!/^[\da-f]{8,64}$/i.test(value)) throw new InvalidArgumentError('It must be 8 or more hexadecimal digits.')
  return value.toLowerCase()
}
