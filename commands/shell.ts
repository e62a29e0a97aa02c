/** Gives commands access to the settings, the database and the output of the process that they run in. */
import type { Readable, Writable } from 'node:stream'
import { Argument, type Command, type CommandOptions, type Option } from 'commander'
import { readConfig } from '../config.ts'
import { isLost, type Pool } from '../db/client.ts'
import { isMigrated } from '../db/migrate.ts'
import { openDatabase, type OpenDatabase } from '../db/open.ts'
import { temporaryReason } from '../plugins/faults/temporary.ts'

/** The parts of the process that commands use. */
export interface Shell {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly pid: number
  readonly stdin: Readable & { isTTY?: boolean }
  readonly stdout: Writable
  readonly stderr: Writable & { isTTY?: boolean }
  /** Calls a function at the first of these signals, instead of ending the process. */
  readonly once?: (signal: StopSignal, listener: () => void) => unknown
}

/** Signals of Ctrl+C, of a supervisor, and of a terminal that is closed. */
const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
type StopSignal = (typeof STOP_SIGNALS)[number]

/** Work on a database. The signal says that the command is to stop; work that is short need not look at it. */
export type Work = (database: OpenDatabase, signal: AbortSignal) => Promise<void>

/** Options that every command with `--json` has. */
export interface PrintOptions {
  json?: boolean | undefined
}

/** Adds the option `--json` to a command. */
export const withJsonOption = (command: Command): Command =>
  command.option('--json', 'print one JSON document with the property names of the service')

/** Prints a line on standard output. */
export const printLine = ({ stdout }: Shell, line: string) => {
  stdout.write(`${line}\n`)
}

/** Prints the result of a command: the document as JSON with the option `--json`, else the text. */
export const print = (shell: Shell, { json }: PrintOptions, document: object, text: string) => {
  printLine(shell, json === true ? JSON.stringify(document) : text)
}

/**
 * Opens the configured database, runs a function with it, and closes it.
 * @param create whether to create the embedded database if it does not exist
 */
export const onAnyDatabase = async (shell: Shell, run: Work, { create = true } = {}) => {
  const { env, pid, stderr } = shell
  const log = (line: string) => {
    stderr.write(`${line}\n`)
  }
  const stop = new AbortController()
  // Without a listener, the process would end and leave the PostgreSQL running that it has started.
  for (const signal of STOP_SIGNALS) shell.once?.(signal, () => stop.abort())
  const database = await openDatabase(readConfig(env), { client: 'command', max: 2, create, pid, log })
  log(`Database: ${database.name}`)
  try {
    stop.signal.throwIfAborted()
    await run(database, stop.signal)
  } catch (error) {
    throw error instanceof Error && isLost(error) ? new Error(temporaryReason(error), { cause: error }) : error
  } finally {
    await database.close()
  }
}

/** Runs a function with the configured database. @throws Error if the database does not exist or is not migrated */
export const onDatabase = (shell: Shell, run: Work) =>
  onAnyDatabase(
    shell,
    async (database, signal) => {
      if (!(await isMigrated(database.sql))) throw new Error(NO_DATA)
      await run(database, signal)
    },
    { create: false }
  )

const NO_DATA = 'This database holds no Desk data; start the service on it once, or run desk migrate'

/**
 * Returns a function that adds commands on the database, with the option `--json`, to a command. Their `run` gets the
 * arguments and the options. It returns the document for `--json`, and the text without it.
 */
export const databaseCommands =
  (parent: Command, shell: Shell) =>
  <Inputs extends readonly unknown[]>(
    name: string,
    description: string,
    inputs: readonly (Argument | Option)[],
    run: (sql: Pool, ...inputs: Inputs) => Promise<readonly [document: object, text: string]>,
    options: CommandOptions = {}
  ): Command => {
    const command = withJsonOption(parent.command(name, options).description(description))
    for (const input of inputs) {
      if (input instanceof Argument) command.addArgument(input)
      else command.addOption(input)
    }
    return command.action((...values: Inputs) =>
      onDatabase(shell, async ({ sql }) => {
        const [document, text] = await run(sql, ...values)
        print(shell, command.opts(), document, text)
      })
    )
  }

/** Formats rows as a table with the names of the columns in the first line. */
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
  // Control characters could move the terminal's cursor and hide output.
  return text.replace(/[\s\p{Cc}]+/gu, ' ') || '-'
}
