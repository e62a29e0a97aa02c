/** The process that the commands run in: its settings, its database, and what they print. */
import type { Readable, Writable } from 'node:stream'
import type { Command } from 'commander'
import { readConfig } from '../config.ts'
import type { Pool } from '../db/client.ts'
import { isMigrated } from '../db/migrate.ts'
import { openDatabase, type OpenDatabase } from '../db/open.ts'

/** The parts of the process that commands use. */
export interface Shell {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly pid: number
  readonly stdin: Readable & { isTTY?: boolean }
  readonly stdout: Writable
  readonly stderr: Writable
}

/** Options that every command with `--json` has. */
export interface Printing {
  json?: boolean | undefined
}

/** Gives a command the option `--json`. */
export const printing = (command: Command): Command =>
  command.option('--json', 'print one JSON document with the property names of the service')

/** Prints what a command has to say: a document when it was asked for JSON, else the text. */
export const print = ({ stdout }: Shell, { json }: Printing, document: object, text: string) => {
  stdout.write(`${json === true ? JSON.stringify(document) : text}\n`)
}

/** Runs a command on the configured database, which it creates if it is missing, and always closes it. */
export const onAnyDatabase = async (
  { env, pid, stderr }: Shell,
  run: (database: OpenDatabase) => Promise<void>,
  { create = true } = {}
) => {
  const tell = (line: string) => {
    stderr.write(`${line}\n`)
  }
  const database = await openDatabase(readConfig(env), { max: 2, create, pid, log: tell })
  tell(`Database: ${database.name}`)
  try {
    await run(database)
  } finally {
    await database.close()
  }
}

/** The same for commands that need a database with data: they never make one by accident. */
export const onDatabase = (shell: Shell, run: (sql: Pool) => Promise<void>) =>
  onAnyDatabase(
    shell,
    async ({ sql }) => {
      if (!(await isMigrated(sql))) throw new Error(NO_DATA)
      await run(sql)
    },
    { create: false }
  )

const NO_DATA = 'This database holds no Desk data; start the service on it once, or run desk migrate'

/** Rows as columns of text below their names. */
export const table = <Row extends object>(rows: readonly Row[], names: readonly (string & keyof Row)[]): string => {
  const lines = [names, ...rows.map((row) => names.map((name) => cell(row[name])))]
  const widths = names.map((_name, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)))
  return lines
    .map((line) =>
      line
        .map((text, column) => text.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd()
    )
    .join('\n')
}

const cell = (value: unknown): string => {
  if (value === undefined) return '-'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (value instanceof Date) return value.toISOString().replace(/\.\d+/, '')
  const text = Array.isArray(value) ? value.join(', ') : String(value)
  // Control characters would move the terminal's cursor.
  return text.replace(/[\s\p{Cc}]+/gu, ' ') || '-'
}
