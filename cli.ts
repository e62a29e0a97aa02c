#!/usr/bin/env node
/** The command line: serving, migrating, accounts, blogs, tokens, the demo, the settings. */
import { createInterface } from 'node:readline/promises'
import { Command, Option } from 'commander'
import { readConfig } from './config.ts'
import { blogEdits } from './db/blog-edits.ts'
import { languages } from './db/languages.ts'
import { isMigrated, migrate } from './db/migrate.ts'
import { openDatabase, type OpenDatabase } from './db/open.ts'
import { sessions } from './db/sessions.ts'
import { users } from './db/users.ts'
import { hashPassword, hashToken, newToken } from './db/secrets.ts'
import { Config } from './schemas/config.ts'
import { prepareDatabase } from './start.ts'

const say = (line: string) => { process.stdout.write(`${line}\n`) }
const tell = (line: string) => { process.stderr.write(`${line}\n`) }

/** Runs a command on the configured database, makes one where there is none, and closes it whatever happens. */
const onAnyDatabase = async (run: (database: OpenDatabase) => Promise<void>, { create = true } = {}) => {
  const config = readConfig(process.env)
  const database = await openDatabase(config, { max: 2, create, pid: process.pid, log: tell })
  tell(`Database: ${database.name}`)
  try {
    await run(database)
  } finally {
    await database.close()
  }
}

/** The same for commands that need a database with data: they never make one by accident. */
const onDatabase = (run: (database: OpenDatabase) => Promise<void>) => onAnyDatabase(async (database) => {
  if (!await isMigrated(database.sql)) throw new Error('This database holds no Desk data; start the service on it once, or run desk migrate')
  await run(database)
}, { create: false })

/** The password option, else one line of standard input, so that it need not stand in the shell's history. */
const readPassword = async (option: string | undefined): Promise<string> => {
  if (option !== undefined) return option
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

const desk = new Command('desk')
  .description('Live blogging: a hypermedia service over PostgreSQL. Settings are environment variables; see desk config.')

desk.command('serve').description('run the service').action(async () => { await import('./server.ts') })

desk.command('migrate').description('bring the database to the current schema').action(() => onAnyDatabase(async ({ sql }) => {
  const applied = await migrate(sql)
  say(applied.length === 0 ? 'The database is up to date.' : `Applied ${applied.join(', ')}.`)
}))

interface Person { password?: string, firstName?: string, lastName?: string, eMail?: string, role?: string }

const user = desk.command('user').description('accounts')
user.command('add <name>').description('make a user; the password is read from standard input')
  .option('--password <password>').option('--first-name <name>').option('--last-name <name>').option('--e-mail <address>')
  .addOption(new Option('--role <role>').choices(['Administrator', 'Editor', 'Collaborator']))
  .action((Name: string, { password, firstName, lastName, eMail, role }: Person) => onDatabase(async ({ sql }) => {
    const { add, account } = users(sql)
    if (await account(Name) !== undefined) throw new Error(`There is a user ${Name} already`)
    const PasswordHash = await hashPassword(await readPassword(password))
    const id = await add({ Name, PasswordHash, FirstName: firstName, LastName: lastName, EMail: eMail, Role: role })
    say(`Made user ${Name} with id ${id}.`)
  }))
user.command('password <name>').description('set a password and end the user’s sessions; it is read from standard input')
  .option('--password <password>')
  .action((name: string, { password }: { password?: string }) => onDatabase(async ({ sql }) => {
    const passwordHash = await hashPassword(await readPassword(password))
    if (!await users(sql).setPassword(name, passwordHash)) throw new Error(`There is no user ${name}`)
    say(`Set the password of ${name}.`)
  }))
user.command('disable <name>').description('close an account and end its sessions and tokens')
  .action((name: string) => onDatabase(async ({ sql }) => {
    if (!await users(sql).disable(name)) throw new Error(`There is no user ${name}`)
    say(`Disabled ${name}.`)
  }))

const blog = desk.command('blog').description('blogs')
blog.command('add <title>').description('open a blog and print its id')
  .requiredOption('--creator <user>', 'login name of the user who may do everything in it')
  .requiredOption('--language <code>', 'language it is written in, such as en or de')
  .option('--description <text>', 'what the blog is about').option('--live', 'take it live at once')
  .action((Title: string, { creator, language, description, live }: Opening) => onDatabase(async ({ sql }) => {
    const { insert, toggleLive } = blogEdits(sql)
    const account = await users(sql).account(creator)
    if (account?.Active !== true) throw new Error(`There is no active user ${creator}`)
    const Language = await languages(sql).idOf(language)
    if (Language === undefined) throw new Error(`There is no language ${language}; GET /resources/Localization/Language/ lists them`)
    if (Title.length > 255) throw new Error('A title has at most 255 characters')
    const attempt = { user: account.Id, key: null, request: '' }
    const { Id } = await insert(attempt, { Title, Language, Creator: account.Id, Description: description ?? '' })
    if (live === true) await toggleLive(Id, null)
    say(String(Id))
  }))
for (const [name, description, closedOn] of [
  ['close', 'close a blog: it takes no posts any more', () => new Date().toISOString()],
  ['open', 'open a closed blog again', () => '']
] as const) {
  blog.command(`${name} <id>`).description(description).action((id: string) => onDatabase(async ({ sql }) => {
    const changed = /^\d{1,9}$/.test(id) ? await blogEdits(sql).change(Number(id), null, { ClosedOn: closedOn() }) : undefined
    if (changed === undefined) throw new Error(`There is no blog ${id}`)
    say(`${name === 'close' ? 'Closed' : 'Opened'} ${changed.Title}.`)
  }))
}
blog.command('member <id> <user>').description('make a user a member of a blog')
  .addOption(new Option('--type <type>', 'what the member may do').choices(['Collaborator', 'Administrator']).default('Collaborator'))
  .action((id: string, name: string, { type }: { type: string }) => onDatabase(async ({ sql }) => {
    const isMember = /^\d{1,9}$/.test(id) && await blogEdits(sql).inviteUser(Number(id), name, type)
    if (!isMember) throw new Error(`There is no blog ${id}, no active user ${name}, or ${name} is the blog's creator`)
    say(`${name} is ${type} in blog ${id}.`)
  }))

interface Opening { creator: string, language: string, description?: string, live?: boolean }

desk.command('token <user> <purpose>').description('make an API token, which does not expire, and print it once')
  .action((name: string, purpose: string) => onDatabase(async ({ sql }) => {
    const token = newToken()
    if (!await sessions(sql).addToken(name, purpose, hashToken(token))) throw new Error(`There is no active user ${name}`)
    say(token)
  }))

desk.command('demo').description('make a new database ready and load the demo newsroom into it')
  .action(() => onAnyDatabase((database) =>
    prepareDatabase(database, { ...readConfig(process.env), DEMO: 'true' }, say, { mustBeNew: true })))

desk.command('config').description('print every setting, its value and its meaning').action(() => {
  for (const [name, value] of Object.entries(readConfig(process.env))) {
    const secret = SECRETS.includes(name) && value !== ''
    say(`${name}=${secret ? '(set)' : value}\n    ${describe(name)}`)
  }
})

const SECRETS: readonly string[] = ['ADMIN_PASSWORD', 'DATABASE_URL', 'FILES_SECRET']

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
