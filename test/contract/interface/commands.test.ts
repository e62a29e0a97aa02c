/** Commands print the golden output, one after the other on the same database, and refuse bad command lines. */
import { PassThrough, Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import t from 'tap'
import { runCommand } from '../../../commands/index.ts'
import { cloneDatabase } from '../../support/database.ts'
import { golden } from '../../support/golden.ts'

/** Command lines, some with the line that they read. */
const lines: readonly (readonly [line: string, input?: string])[] = [
  ['user list'],
  ['user add lee --first-name Lee --e-mail lee@a.example', 'short'],
  ['user add lee --first-name Lee --e-mail lee@a.example', ''],
  ['user add lee --first-name Lee --e-mail lee@a.example', 'a long new password'],
  ['user add lee', 'a long new password'],
  ['user add kim --role Nobody', 'a long new password'],
  [`user add ${'x'.repeat(151)}`, 'a long new password'],
  ['user password nobody', 'a long new password'],
  ['user password lee', 'another long password'],
  ['user disable lee'],
  ['user disable nobody'],
  ['blog add Night --creator lee --language en'],
  ['user enable lee'],
  ['role list'],
  ['role give lee Nothing'],
  ['role give nobody Editor'],
  ['role give lee Editor'],
  ['role take lee Editor'],
  ['role take lee Editor'],
  ['blog list'],
  ['blog add Night --creator nobody --language en'],
  ['blog add Night --creator lee --language xx'],
  ['blog add Night --creator lee'],
  ['blog add Night --creator lee --language en --live'],
  ['blog close 99'],
  ['blog close x'],
  ['blog close 2'],
  ['blog open 2'],
  ['blog members 3'],
  ['blog members 99'],
  ['blog member 3 lee --type Boss'],
  ['blog member 3 lee --remove'],
  ['blog member 3 nobody'],
  ['blog member 3 lee'],
  ['blog member 3 lee --type Administrator'],
  ['blog member 3 lee --remove'],
  ['blog member 1 mira'],
  ['token list'],
  ['token add nobody wire'],
  ['token revoke 12345678'],
  ['token revoke x'],
  ['export 99'],
  ['export 1 --format site'],
  ['export 1 --format site --to out'],
  ['export 1 --format site --to out --base desk.example'],
  ['export 1 --format nothing'],
  ['import nothing.xml'],
  ['import nothing.xml --creator lee'],
  ['import test/moving/material/wordpress.xml --creator lee'],
  ['import test/moving/material/wordpress.xml --creator lee'],
  ['backup out'],
  ['restore out'],
  ['mcp'],
  ['nothing'],
  ['user nothing'],
  ['user list --nothing']
]

t.test('commands say what they have done, or why they have not', async (t) => {
  const env = { DATABASE_URL: await cloneDatabase(t, 'demo'), DATA_DIR: '/nowhere' }
  const sections: string[] = []
  for (const [line, input = ''] of lines) {
    const [stdout, stderr] = [new PassThrough(), new PassThrough()]
    const shell = { env, pid: process.pid, stdin: Readable.from([Buffer.from(`${input}\n`)]), stdout, stderr }
    const code = await runCommand(shell, line.split(' '))
    stdout.end()
    stderr.end()
    const [out, error] = [await text(stdout), await text(stderr)]
    sections.push(`desk ${line.slice(0, 60)}: ${code}\n${stable(out)}${stable(error)}`)
  }
  await golden(t, 'commands.txt', Buffer.from(sections.join('\n')))
})

/** Returns an output without what differs between runs: the address of the database, and times of today. */
const stable = (output: string) =>
  output
    .replace(/^Database: .*\n/gm, '')
    .replace(/postgres:\/\/\S+/g, 'DATABASE')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')
    .replace(/\b[0-9a-f]{12,}\b/g, 'ID')
