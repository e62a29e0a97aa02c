/** Reads the password of a new or existing account from an option, the terminal or standard input. */
import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { Option } from 'commander'
import { NewPassword, PASSWORD_LENGTH } from '../schemas/login.ts'
import { mistakeIn } from './arguments.ts'
import type { Shell } from './shell.ts'

/** Returns the option `--password`. With it, the command does not prompt for a password. */
export const passwordOption = () =>
  new Option(
    '--password <password>',
    'the password; avoid this option, because the history of the shell and ps show it'
  )

/** The part of a command's help text that explains the prompt. */
export const PASSWORD_HELP = `
The password has at least ${PASSWORD_LENGTH.minLength} characters. At a terminal, desk asks for it twice and hides it.
Otherwise desk reads one line of standard input.`

/**
 * Returns the password of the option. Without the option, prompts for the password twice at a terminal, without showing
 * it; if standard input is not a terminal, reads one line of it.
 * @throws Error if no password is given, if it is too short or too long, or if the two passwords differ
 */
export const readPassword = async (
  { stdin, stderr }: Pick<Shell, 'stdin' | 'stderr'>,
  option: string | undefined
): Promise<string> => {
  if (option !== undefined) return validated(option)
  const terminal = stdin.isTTY === true
  // At a terminal, readline echoes the typed characters to its output, so this one discards them.
  const output = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: stdin, output, terminal, historySize: 0 })
  const answers = lines[Symbol.asyncIterator]()
  const ask = async (question: string): Promise<string> => {
    if (terminal) stderr.write(question)
    const { value, done } = await answers.next()
    if (terminal) stderr.write('\n')
    if (done === true) throw new Error('No password was given; type one, or write it as one line to standard input')
    // Editors of Windows begin a file with a mark. At a terminal, nobody types it.
    return value.replace(/^\uFEFF/, '')
  }
  try {
    const password = validated(await ask('Password (not shown): '))
    if (terminal && (await ask('Repeat the password: ')) !== password) throw new Error('The two passwords differ')
    return password
  } finally {
    lines.close()
  }
}

const validated = (password: string): string => {
  const mistake = mistakeIn(NewPassword, password)
  if (mistake !== undefined) throw new Error(`The password ${mistake}`)
  return password
}
