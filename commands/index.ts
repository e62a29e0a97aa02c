/** The command line `desk`: the service, accounts, roles, blogs, tokens. */
import { Command, CommanderError } from 'commander'
import { backupCommands } from './backup.ts'
import { blogCommands } from './blogs.ts'
import { roleCommands } from './roles.ts'
import { serviceCommands } from './service.ts'
import type { Shell } from './shell.ts'
import { tokenCommands } from './tokens.ts'
import { userCommands } from './users.ts'

/** All commands, which throw instead of ending the process. */
export const deskCommand = (shell: Shell): Command => {
  const desk = new Command('desk')
    .description(DESCRIPTION)
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
  tokenCommands(desk, shell)
  return desk
}

const DESCRIPTION =
  'Administers the live-blogging service Desk. Settings are environment variables; desk config prints them.'

const EXIT_CODES = `
Exit codes: 0 success; 1 the command failed, and standard error gives the reason; 2 wrong command line.
Results go to standard output, everything else to standard error.`

/** Runs a command line. @returns exit code */
export const runCommand = async (shell: Shell, words: readonly string[]): Promise<number> => {
  // The library's own help looks at one word only: `help user add` would show the help of `user`.
  const [first, ...rest] = words
  try {
    await deskCommand(shell).parseAsync(first === 'help' ? [...rest, '--help'] : words, { from: 'user' })
    return 0
  } catch (error) {
    // The library has printed what is wrong.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
    shell.stderr.write(`desk: ${error instanceof Error ? error.message : String(error)}\n`)
    return 1
  }
}
