/** The command `desk` with all its subcommands. */
import { Command, CommanderError } from 'commander'
import { ownVersion } from '../plugins/introspection/components.ts'
import { backupCommands } from './backup.ts'
import { blogCommands } from './blogs.ts'
import { exportCommand } from './export.ts'
import { importCommand } from './import.ts'
import { mcpCommand } from './mcp.ts'
import { roleCommands } from './roles.ts'
import { serviceCommands } from './service.ts'
import type { Shell } from './shell.ts'
import { tokenCommands } from './tokens.ts'
import { userCommands } from './users.ts'
import { messageOf } from '../schemas/language/errors.ts'

/** Returns the command `desk`. On a wrong command line it throws a CommanderError instead of ending the process. */
export const deskCommand = (shell: Shell): Command => {
  const desk = new Command('desk')
    .description(DESCRIPTION)
    .version(ownVersion(), '-V, --version', 'print the version')
    .helpCommand('help [command...]', 'explain a command, for example desk help user add')
    .showHelpAfterError('desk help explains the commands.')
    .addHelpText('after', EXIT_CODES)
    .configureOutput({
      writeOut: (text) => shell.stdout.write(text),
      writeErr: (text) => shell.stderr.write(text)
    })
    .exitOverride()
  serviceCommands(desk, shell)
  backupCommands(desk, shell)
  userCommands(desk, shell)
  roleCommands(desk, shell)
  blogCommands(desk, shell)
  exportCommand(desk, shell)
  importCommand(desk, shell)
  tokenCommands(desk, shell)
  mcpCommand(desk, shell)
  return desk
}

const DESCRIPTION =
  'Administers the live-blogging service Desk. Settings are environment variables; desk config prints them.'

const EXIT_CODES = `
Exit codes: 0 success; 1 the command failed, and standard error gives the reason; 2 wrong command line.
Results go to standard output, everything else to standard error.`

/** Runs a command line and returns the exit code. @param args arguments after `desk` */
export const runCommand = async (shell: Shell, args: readonly string[]): Promise<number> => {
  // Commander's own help command reads only one argument: `help user add` would show the help of `user`.
  const [command, ...helpArgs] = args
  let outputError: Error | undefined
  // Without a listener, a closed pipe or a full disk would end the process before it has closed the database.
  shell.stdout.once('error', (error: Error) => {
    outputError = error
  })
  try {
    await deskCommand(shell).parseAsync(command === 'help' ? [...helpArgs, '--help'] : args, { from: 'user' })
    if (outputError !== undefined) throw outputError
    return 0
  } catch (error) {
    // Commander has printed the error message already.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
    shell.stderr.write(`desk: ${messageOf(error)}\n`)
    return 1
  }
}
