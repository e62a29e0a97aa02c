/** The commands of `desk role`, for the roles of users. Roles apply to all blogs. */
import type { Command } from 'commander'
import { roles } from '../db/roles.ts'
import { Role } from '../schemas/role.ts'
import { textArgument, userArgument } from './arguments.ts'
import { checkRole, userOf } from './lookups.ts'
import { databaseCommands, table, type Shell } from './shell.ts'

/** Adds `desk role` and its subcommands to a command. */
export const roleCommands = (desk: Command, shell: Shell) => {
  const role = desk.command('role').description('roles of users, which apply to all blogs: list, give, take')
  const add = databaseCommands(role, shell)
  const roleArgument = () =>
    textArgument('<role>', 'name of the role; desk role list shows all roles', Role.properties.Name)

  add('list', 'list all roles and the users who have them', [], async (sql) => {
    const all = await roles(sql).overview()
    return [all, table(all, ['Name', 'Description', 'Users'])]
  })

  add('give', 'give a user a role', [userArgument(), roleArgument()], async (sql, User: string, Role: string) => {
    await userOf(sql, User)
    await checkRole(sql, Role)
    const isNew = await roles(sql).give(User, Role)
    return [{ User, Role }, isNew ? `${User} is ${Role} now.` : `${User} is ${Role} already.`]
  })

  add(
    'take',
    'remove a role from a user',
    [userArgument(), roleArgument()],
    async (sql, User: string, Role: string) => {
      await userOf(sql, User)
      await checkRole(sql, Role)
      if (!(await roles(sql).take(User, Role))) throw new Error(`${User} does not have the role ${Role}`)
      return [{ User, Role }, `${User} is not ${Role} any more.`]
    }
  )
}
