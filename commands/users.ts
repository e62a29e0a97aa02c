/** `desk user`: accounts. */
import { Option, type Command } from 'commander'
import { hashPassword } from '../db/secrets.ts'
import { users } from '../db/users.ts'
import { NewUser } from '../schemas/user.ts'
import { textOption, userArgument } from './arguments.ts'
import { checkRole, userOf } from './named.ts'
import { passwordOption, PASSWORD_HELP, readPassword } from './password.ts'
import { onDatabase, print, printing, table, type Printing, type Shell } from './shell.ts'

interface Person extends Printing {
  password?: string
  firstName?: string
  lastName?: string
  eMail?: string
  role?: string
}

/** Adds the commands. */
export const userCommands = (desk: Command, shell: Shell) => {
  const user = desk.command('user').description('accounts: add, list, password, disable, enable')
  const { FirstName, LastName, EMail } = NewUser.properties

  printing(user.command('add').description('add a user'))
    .addArgument(userArgument('<name>'))
    .addOption(passwordOption())
    .addOption(textOption('--first-name <name>', 'first name', FirstName))
    .addOption(textOption('--last-name <name>', 'last name', LastName))
    .addOption(textOption('--e-mail <address>', 'e-mail address', EMail))
    .addOption(new Option('--role <role>', 'role of the user; desk role list shows all roles'))
    .addHelpText('after', PASSWORD_HELP)
    .action((Name: string, { password, firstName, lastName, eMail, role, json }: Person) =>
      onDatabase(shell, async (sql) => {
        const { add, account } = users(sql)
        if ((await account(Name)) !== undefined) throw new Error(`There is a user ${Name} already`)
        if (role !== undefined) await checkRole(sql, role)
        const PasswordHash = await hashPassword(await readPassword(shell, password))
        const Id = await add({ Name, PasswordHash, FirstName: firstName, LastName: lastName, EMail: eMail, Role: role })
        print(shell, { json }, { Id, Name }, `Made user ${Name} with id ${Id}.`)
      })
    )

  printing(user.command('list').description('list all users and their roles')).action((options: Printing) =>
    onDatabase(shell, async (sql) => {
      const accounts = await users(sql).accounts()
      const names = ['Id', 'Name', 'FullName', 'EMail', 'Active', 'CreatedOn', 'Roles'] as const
      print(shell, options, accounts, table(accounts, names))
    })
  )

  printing(
    user.command('password').description('set a password and end the sessions of the user; API tokens stay valid')
  )
    .addArgument(userArgument())
    .addOption(passwordOption())
    .addHelpText('after', PASSWORD_HELP)
    .action((Name: string, { password, json }: Printing & { password?: string }) =>
      onDatabase(shell, async (sql) => {
        const { Id } = await userOf(sql, Name)
        await users(sql).setPassword(Name, await hashPassword(await readPassword(shell, password)))
        print(shell, { json }, { Id, Name }, `Set the password of ${Name}.`)
      })
    )

  printing(user.command('disable').description('disable an account and end its sessions and API tokens'))
    .addArgument(userArgument())
    .action((Name: string, options: Printing) =>
      onDatabase(shell, async (sql) => {
        const { Id } = await userOf(sql, Name)
        await users(sql).disable(Name)
        print(shell, options, { Id, Name, Active: false }, `Disabled ${Name}.`)
      })
    )

  printing(
    user.command('enable').description('enable a disabled account; its old sessions and API tokens stay invalid')
  )
    .addArgument(userArgument())
    .action((Name: string, options: Printing) =>
      onDatabase(shell, async (sql) => {
        const { Id } = await userOf(sql, Name)
        await users(sql).enable(Name)
        print(shell, options, { Id, Name, Active: true }, `Enabled ${Name}.`)
      })
    )
}
