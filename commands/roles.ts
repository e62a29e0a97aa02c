/** The commands of `desk role`, for the roles of users. Roles apply to all blogs. */
import type { Command } from 'commander'
import { roles } from '../db/roles.ts'
import { Role } from '../schemas/role.ts'
import { textArgument, userArgument } from './arguments.ts'
import { checkRole, userOf } from './lookups.ts'
import { onDatabase, print, withJsonOption, table, type PrintOptions, type Shell } from './shell.ts'

/** Adds `desk role` and its subcommands to a command. */
export const roleCommands = (desk: Command, shell: Shell) => {
  const role = desk.command('role').description('roles of users, which apply to all blogs: list, give, take')
  const roleArgument = () =>
    textArgument('<role>', 'name of the role; desk role list shows all roles', Role.properties.Name)

  withJsonOption(role.command('list').description('list all roles and the users who have them')).action(
    (options: PrintOptions) =>
      onDatabase(shell, async (sql) => {
        const all = await roles(sql).overview()
        print(shell, options, all, table(all, ['Name', 'Description', 'Users']))
      })
  )

  withJsonOption(role.command('give').description('give a user a role'))
    .addArgument(userArgument())
    .addArgument(roleArgument())
    .action((User: string, name: string, options: PrintOptions) =>
      onDatabase(shell, async (sql) => {
        await userOf(sql, User)
        await checkRole(sql, name)
        const isNew = await roles(sql).give(User, name)
        print(shell, options, { User, Role: name }, isNew ? `${User} is ${name} now.` : `${User} is ${name} already.`)
      })
    )

  withJsonOption(role.command('take').description('remove a role from a user'))
    .addArgument(userArgument())
    .addArgument(roleArgument())
    .action((User: string, name: string, options: PrintOptions) =>
      onDatabase(shell, async (sql) => {
        await userOf(sql, User)
        await checkRole(sql, name)
        if (!(await roles(sql).take(User, name))) throw new Error(`${User} does not have the role ${name}`)
        print(shell, options, { User, Role: name }, `${User} is not ${name} any more.`)
      })
    )
}
