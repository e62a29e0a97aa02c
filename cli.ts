#!/usr/bin/env node
/** The command line: serving, migrating, accounts, tokens, the demo, the settings. */
import { createInterface } from 'node:readline/promises'
import { Command, Option } from 'commander'
import { readConfig } from './config.ts'
import { migrate } from './db/migrate.ts'
import { openDatabase, type OpenDatabase } from './db/open.ts'
import { sessions } from './db/sessions.ts'
import { users } from './db/users.ts'
import { hashPassword, hashToken, newToken } from './db/secrets.ts'
import { Config } from './schemas/config.ts'
import { prepareDatabase } from './start.ts'

const say = (line: string) => { process.stdout.write(`${line}\n`) }
const tell = (line: string) => { process.stderr.write(`${line}\n`) }

/** Runs a command on the configured database, and closes it whatever happens. */
const onDatabase = async (run: (database: OpenDatabase) => Promise<void>) => {
  const { DATABASE_URL, DATA_DIR } = readConfig(process.env)
  const database = await openDatabase({ databaseUrl: DATABASE_URL, dataDir: DATA_DIR, max: 2, pid: process.pid, log: tell })
  try {
    await run(database)
  } finally {
    await database.close()
  }
}

/** The password of an option, else one line of standard input, so that it need not stand in the shell's history. */
const readPassword = async (given: string | undefined): Promise<string> => {
  if (given !== undefined) return given
  const input = createInterface({ input: process.stdin })
  try {
    if (process.stdin.isTTY) tell('Password, ended with Enter (it is shown as you type):')
    const { value: line, done } = await input[Symbol.asyncIterator]().next()
    if (done) throw new Error('No password was given; use --password or write one line to standard input')
    return line
  } finally {
    input.close()
  }
}

const known = (done: boolean, name: string) => {
  if (!done) throw new Error(`There is no active user ${name}`)
}

const desk = new Command('desk').description('Live blogging: a hypermedia service over PostgreSQL. Settings are environment variables; see desk config.')

desk.command('serve').description('run the service').action(async () => { await import('./server.ts') })

desk.command('migrate').description('bring the database to the current schema').action(() => onDatabase(async ({ sql }) => {
  const applied = await migrate(sql)
  say(applied.length === 0 ? 'The database is up to date.' : `Applied ${applied.join(', ')}.`)
}))

const user = desk.command('user').description('accounts')
user.command('add <name>').description('make a user; the password is read from standard input')
  .option('--password <password>').option('--first-name <name>').option('--last-name <name>').option('--e-mail <address>')
  .addOption(new Option('--role <role>').choices(['Administrator', 'Editor', 'Collaborator']))
  .action((name: string, given: { password?: string, firstName?: string, lastName?: string, eMail?: string, role?: string }) =>
    onDatabase(async ({ sql }) => {
      const { add, account } = users(sql)
      if (await account(name) !== undefined) throw new Error(`There is a user ${name} already`)
      const PasswordHash = await hashPassword(await readPassword(given.password))
      const id = await add({ Name: name, PasswordHash, FirstName: given.firstName, LastName: given.lastName, EMail: given.eMail, Role: given.role })
      say(`Made user ${name} with id ${id}.`)
    }))
user.command('password <name>').description('set a password and end the user’s sessions; it is read from standard input')
  .option('--password <password>')
  .action((name: string, given: { password?: string }) => onDatabase(async ({ sql }) => {
    known(await users(sql).setPassword(name, await hashPassword(await readPassword(given.password))), name)
    say(`Set the password of ${name}.`)
  }))
user.command('disable <name>').description('close an account and end its sessions and tokens')
  .action((name: string) => onDatabase(async ({ sql }) => {
    known(await users(sql).disable(name), name)
    say(`Disabled ${name}.`)
  }))

desk.command('token <user> <purpose>').description('make an API token, which does not expire, and print it once')
  .action((name: string, purpose: string) => onDatabase(async ({ sql }) => {
    const token = newToken()
    known(await sessions(sql).addToken(name, purpose, hashToken(token)), name)
    say(token)
  }))

desk.command('demo').description('make the database ready and load the demo newsroom, unless there are blogs already')
  .action(() => onDatabase((database) => prepareDatabase(database, { ...readConfig(process.env), DEMO: 'true' }, say)))

desk.command('config').description('print every setting, its value and its meaning').action(() => {
  for (const [name, value] of Object.entries(readConfig(process.env))) {
    const secret = (name === 'ADMIN_PASSWORD' || name === 'DATABASE_URL') && value !== ''
    say(`${name}=${secret ? '(set)' : value}\n    ${describe(name)}`)
  }
})

const describe = (name: string): string => {
  const [, property] = Object.entries(Config.properties).find(([key]) => key === name) ?? []
  return property !== undefined && 'description' in property ? String(property.description) : ''
}

try {
  await desk.parseAsync(process.argv)
} catch (error) {
  tell(`desk: ${error instanceof Error ? error.message : String(error)}`)
  process.exitCode = 1
}
