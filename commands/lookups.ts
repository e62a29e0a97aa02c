/** Finds the rows that arguments name. The errors tell the operator how to find the legal values. */
import { blogs } from '../db/blogs.ts'
import type { Pool } from '../db/client.ts'
import { languages } from '../db/languages.ts'
import { roles } from '../db/roles.ts'
import { users, type Account } from '../db/users.ts'
import type { BlogRow } from '../schemas/blog.ts'

const or = new Intl.ListFormat('en', { type: 'disjunction' })

/** Returns the account of a login name. @throws Error when no account has it */
export const userOf = async (sql: Pool, name: string): Promise<Account> => {
  const account = await users(sql).account(name)
  if (account === undefined) throw new Error(`There is no user ${name}; desk user list shows all`)
  return account
}

/** Returns the account of a user who may log in. @throws Error when no active account has the name */
export const activeUserOf = async (sql: Pool, name: string): Promise<Account> => {
  const account = await userOf(sql, name)
  if (!account.Active) throw new Error(`The user ${name} is disabled; desk user enable ${name} opens the account again`)
  return account
}

/** Checks that a role exists. @throws Error that lists the roles if none has the name */
export const checkRole = async (sql: Pool, name: string): Promise<void> => {
  const names = (await roles(sql).overview()).map(({ Name }) => Name)
  if (!names.includes(name)) throw new Error(`There is no role ${name}; it must be ${or.format(names)}`)
}

/** Returns the blog of an id. @throws Error when no blog has it */
export const blogOf = async (sql: Pool, id: number): Promise<BlogRow> => {
  const row = await blogs(sql).find(id)
  if (row === undefined) throw new Error(`There is no blog ${id}; desk blog list shows all`)
  return row
}

/** Returns the id of the language with a code. @throws Error that lists the codes if no language has this one */
export const languageOf = async (sql: Pool, code: string): Promise<number> => {
  const { idOf, codes } = languages(sql)
  const id = await idOf(code)
  if (id === undefined) {
    throw new Error(
      `There is no language ${code}; it must be ${or.format(await codes())}. ` +
        'An editor adds others at /resources/Localization/Language'
    )
  }
  return id
}
