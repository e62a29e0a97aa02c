/** The commands `serve`, `migrate`, `demo` and `config`, for the service as a whole. */
import type { Command } from 'commander'
import { readConfig } from '../config.ts'
import { migrate } from '../db/migrate.ts'
import { Config } from '../schemas/config.ts'
import { prepareDatabase } from '../start.ts'
import { onAnyDatabase, print, printLine, withJsonOption, type PrintOptions, type Shell } from './shell.ts'

/** Adds the commands for the service as a whole to a command. */
export const serviceCommands = (desk: Command, shell: Shell) => {
  desk
    .command('serve')
    .description('run the service')
    .action(async () => {
      await import('../server.ts')
    })

  withJsonOption(desk.command('migrate'))
    .description('create the database if it does not exist, and run all pending migrations')
    .action((options: PrintOptions) =>
      onAnyDatabase(shell, async ({ sql }) => {
        const Applied = await migrate(sql, (line) => {
          shell.stderr.write(`${line}\n`)
        })
        const text = Applied.length === 0 ? 'The database is up to date.' : `Applied ${Applied.join(', ')}.`
        print(shell, options, { Applied }, text)
      })
    )

  desk
    .command('demo')
    .description('prepare a new database and load the demo newsroom')
    .action(() =>
      onAnyDatabase(shell, (database) => {
        const config = { ...readConfig(shell.env), DEMO: 'true' } as const
        return prepareDatabase(database, config, (line) => printLine(shell, line), { mustBeNew: true })
      })
    )

  withJsonOption(desk.command('config').description('print every setting with its value and meaning')).action(
    (options: PrintOptions) => {
      const values = Object.entries(readConfig(shell.env)).map(
        ([name, value]) => [name, withoutSecret(name, value)] as const
      )
      const lines = values.map(([name, value]) => `${name}=${value}\n    ${describe(name)}`)
      print(shell, options, Object.fromEntries(values), lines.join('\n'))
    }
  )
}

/** Returns a setting's value, or `(set)` if it is a secret. */
const withoutSecret = (name: string, value: string | number | boolean) =>
  SECRETS.includes(name) && value !== '' ? '(set)' : value

const SECRETS: readonly string[] = ['ADMIN_PASSWORD', 'DATABASE_URL', 'FILES_SECRET']

const describe = (name: string): string => {
  const [, property] = Object.entries(Config.properties).find(([key]) => key === name) ?? []
  return property !== undefined && 'description' in property ? String(property.description) : ''
}
