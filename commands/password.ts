/** Passwords for new and old accounts. */
import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { Option } from 'commander'
import { NewPassword, PASSWORD_LENGTH } from '../schemas/login.ts'
import { mistakeIn } from './arguments.ts'
import type { Shell } from './shell.ts'

/** The option `--password`, which replaces the prompt. */
export const passwordOption = () =>
  new Option(
    '--password <password>',
    'the password; avoid this option, because the history of the shell and ps show it'
  )

/** Help text about the prompt. */
export const PASSWORD_HELP = `
The password has at least ${PASSWORD_LENGTH.minLength} characters. At a terminal, desk asks for it twice and does not show it.
Otherwise desk reads one line of standard input.`

/**
 * The password of the option, else one that is asked for: twice and without showing it at a terminal, once otherwise.
 * @throws Error when it is too short or too long, none is given, or the two differ
 */
export const readPassword = async (
  { stdin, stderr }: Pick<Shell, 'stdin' | 'stderr'>,
  option: string | undefined
): Promise<string> => {
  if (option !== undefined) return accepted(option)
  const terminal = stdin.isTTY === true
  // At a terminal readline writes what is typed to its output, which is therefore nowhere.
  const output = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: stdin, output, terminal, historySize: 0 })
  const answers = lines[Symbol.asyncIterator]()
  const ask = async (question: string): Promise<string> => {
    if (terminal) stderr.write(question)
    const { value, done } = await answers.next()
    if (terminal) stderr.write('\n')
    if (done === true) throw new Error('No password was given; type it, or write one line to standard input')
    return value
  }
  try {
    const password = accepted(await ask('Password (not shown): '))
    if (terminal && (await ask('Repeat the password: ')) !== password) throw new Error('The two passwords differ')
    return password
  } finally {
    lines.close()
  }
}

const accepted = (password: string): string => {
  const mistake = mistakeIn(NewPassword, password)
  if (mistake !== undefined) throw new Error(`The password ${mistake}`)
  return password
}
