/** The commands of `desk user`, for accounts. */
import { Option, type Command } from 'commander'
import { hashPassword } from '../db/secrets.ts'
import { users } from '../db/users.ts'
import { NewUser } from '../schemas/user.ts'
import { textOption, userArgument } from './arguments.ts'
import { checkRole, userOf } from './lookups.ts'
import { passwordOption, PASSWORD_HELP, readPassword } from './password.ts'
import { databaseCommands, table, type Shell } from './shell.ts'

interface AddOptions {
  password?: string
  firstName?: string
  lastName?: string
  eMail?: string
  role?: string
}

/** Adds `desk user` and its subcommands to a command. */
export const userCommands = (desk: Command, shell: Shell) => {
  const user = desk.command('user').description('accounts: add, list, password, disable, enable')
  const add = databaseCommands(user, shell)
  const { FirstName, LastName, EMail } = NewUser.properties

  add(
    'add',
    'add a user',
    [
      userArgument('<name>'),
      passwordOption(),
      textOption('--first-name <name>', 'first name', FirstName),
      textOption('--last-name <name>', 'last name', LastName),
      textOption('--e-mail <address>', 'e-mail address', EMail),
      new Option('--role <role>', 'role of the user; desk role list shows all roles')
    ],
    async (sql, Name: string, { password, firstName, lastName, eMail, role }: AddOptions) => {
      const { add, account } = users(sql)
      if ((await account(Name)) !== undefined) {
        throw new Error(`The user name ${Name} is taken; desk user list shows all users`)
      }
      if (role !== undefined) await checkRole(sql, role)
      const PasswordHash = await hashPassword(await readPassword(shell, password))
      const Id = await add({ Name, PasswordHash, FirstName: firstName, LastName: lastName, EMail: eMail, Role: role })
      return [{ Id, Name }, `Made user ${Name} with id ${Id}.`]
    }
  ).addHelpText('after', PASSWORD_HELP)

  add('list', 'list all users and their roles', [], async (sql) => {
    const accounts = await users(sql).accounts()
    return [accounts, table(accounts, ['Id', 'Name', 'FullName', 'EMail', 'Active', 'CreatedOn', 'Roles'])]
  })

  add(
    'password',
    'set a password and end the sessions of the user; API tokens stay valid',
    [userArgument(), passwordOption()],
    async (sql, Name: string, { password }: { password?: string }) => {
      const { Id } = await userOf(sql, Name)
      await users(sql).setPassword(Name, await hashPassword(await readPassword(shell, password)), null)
      return [{ Id, Name }, `Set the password of ${Name}.`]
    }
  ).addHelpText('after', PASSWORD_HELP)

  for (const [name, participle, Active, description] of [
    ['disable', 'Disabled', false, 'disable an account and end its sessions and API tokens'],
    ['enable', 'Enabled', true, 'enable a disabled account; its old sessions and API tokens stay invalid']
  ] as const) {
    add(name, description, [userArgument()], async (sql, Name: string) => {
      const { Id } = await userOf(sql, Name)
      await users(sql).change({ Id }, null, { Active })
      return [{ Id, Name, Active }, `${participle} ${Name}.`]
    })
  }
}
