/** The commands of `desk user`, for accounts. */
import { Option, type Command } from 'commander'
import { hashPassword } from '../db/secrets.ts'
import { users } from '../db/users.ts'
import { NewUser } from '../schemas/user.ts'
import { textOption, userArgument } from './arguments.ts'
import { checkRole, userOf } from './lookups.ts'
import { passwordOption, PASSWORD_HELP, readPassword } from './password.ts'
import { onDatabase, print, withJsonOption, table, type PrintOptions, type Shell } from './shell.ts'

interface AddOptions extends PrintOptions {
  password?: string
  firstName?: string
  lastName?: string
  eMail?: string
  role?: string
}

/** Adds `desk user` and its subcommands to a command. */
export const userCommands = (desk: Command, shell: Shell) => {
  const user = desk.command('user').description('accounts: add, list, password, disable, enable')
  const { FirstName, LastName, EMail } = NewUser.properties

  withJsonOption(user.command('add').description('add a user'))
    .addArgument(userArgument('<name>'))
    .addOption(passwordOption())
    .addOption(textOption('--first-name <name>', 'first name', FirstName))
    .addOption(textOption('--last-name <name>', 'last name', LastName))
    .addOption(textOption('--e-mail <address>', 'e-mail address', EMail))
    .addOption(new Option('--role <role>', 'role of the user; desk role list shows all roles'))
    .addHelpText('after', PASSWORD_HELP)
    .action((Name: string, { password, firstName, lastName, eMail, role, json }: AddOptions) =>
      onDatabase(shell, async (sql) => {
        const { add, account } = users(sql)
        if ((await account(Name)) !== undefined) {
          throw new Error(`The user name ${Name} is taken; desk user list shows all users`)
        }
        if (role !== undefined) await checkRole(sql, role)
        const PasswordHash = await hashPassword(await readPassword(shell, password))
        const Id = await add({ Name, PasswordHash, FirstName: firstName, LastName: lastName, EMail: eMail, Role: role })
        print(shell, { json }, { Id, Name }, `Made user ${Name} with id ${Id}.`)
      })
    )

  withJsonOption(user.command('list').description('list all users and their roles')).action((options: PrintOptions) =>
    onDatabase(shell, async (sql) => {
      const accounts = await users(sql).accounts()
      const names = ['Id', 'Name', 'FullName', 'EMail', 'Active', 'CreatedOn', 'Roles'] as const
      print(shell, options, accounts, table(accounts, names))
    })
  )

  withJsonOption(
    user.command('password').description('set a password and end the sessions of the user; API tokens stay valid')
  )
    .addArgument(userArgument())
    .addOption(passwordOption())
    .addHelpText('after', PASSWORD_HELP)
    .action((Name: string, { password, json }: PrintOptions & { password?: string }) =>
      onDatabase(shell, async (sql) => {
        const { Id } = await userOf(sql, Name)
        await users(sql).setPassword(Name, await hashPassword(await readPassword(shell, password)))
        print(shell, { json }, { Id, Name }, `Set the password of ${Name}.`)
      })
    )

  withJsonOption(user.command('disable').description('disable an account and end its sessions and API tokens'))
    .addArgument(userArgument())
    .action((Name: string, options: PrintOptions) =>
      onDatabase(shell, async (sql) => {
        const { Id } = await userOf(sql, Name)
        await users(sql).disable(Name)
        print(shell, options, { Id, Name, Active: false }, `Disabled ${Name}.`)
      })
    )

  withJsonOption(
    user.command('enable').description('enable a disabled account; its old sessions and API tokens stay invalid')
  )
    .addArgument(userArgument())
    .action((Name: string, options: PrintOptions) =>
      onDatabase(shell, async (sql) => {
        const { Id } = await userOf(sql, Name)
        await users(sql).enable(Name)
        print(shell, options, { Id, Name, Active: true }, `Enabled ${Name}.`)
      })
    )
}
