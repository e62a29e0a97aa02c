/** Commands print the golden output, one after the other on the same database, and refuse bad command lines. */
import t from 'tap'
import { cloneDatabase } from '../../support/database.ts'
import { connect } from '../../../db/client.ts'
import { golden } from '../../support/golden.ts'
import { runDesk } from '../../support/commands.ts'
import { tableDigests } from '../../routes/writes.ts'

const LONG = 'x'.repeat(256)
const PASSWORD = 'a long new password'

/** Command lines, some with the line that they read. Two spaces have an empty argument between them. */
const lines: readonly (readonly [line: string, input?: string])[] = [
  ['migrate --json'],
  ['config --json'],
  ['user list'],
  ['user add lee --first-name Lee --e-mail lee@a.example', 'short'],
  ['user add lee --first-name Lee --e-mail lee@a.example', 'eleven char'],
  ['user add lee --first-name Lee --e-mail lee@a.example', 'tab\u0001le of twelve'],
  ['user add lee --first-name Lee --e-mail lee@a.example', 'x'.repeat(1001)],
  ['user add lee --first-name Lee --e-mail lee@a.example', ''],
  ['user add lee --first-name Lee --e-mail lee@a.example', PASSWORD],
  ['user add lee', PASSWORD],
  ['user add kim --role Nobody', PASSWORD],
  ['user add kim --last-name Poe --role Editor --json', PASSWORD],
  [`user add ${'x'.repeat(151)}`, PASSWORD],
  ['user add ', PASSWORD],
  ['user add', PASSWORD],
  [`user add mo --first-name ${LONG}`, PASSWORD],
  [`user add mo --last-name ${LONG}`, PASSWORD],
  [`user add mo --e-mail ${LONG}`, PASSWORD],
  ['user add mo --e-mail mo\u0007', PASSWORD],
  ['user password nobody', PASSWORD],
  ['user password lee', 'another long password'],
  ['user password lee --json', PASSWORD],
  ['user disable kim --json'],
  ['user enable kim --json'],
  ['user disable lee'],
  ['user disable nobody'],
  ['user enable nobody'],
  ['user list --json'],
  ['blog add Night --creator lee --language en'],
  ['blog member 3 lee'],
  ['token add lee wire'],
  ['user enable lee'],
  ['role list'],
  ['role list --json'],
  ['role give lee Nothing'],
  ['role give nobody Editor'],
  ['role give lee Editor'],
  ['role give kim Collaborator --json'],
  ['role take lee Editor'],
  ['role take lee Editor'],
  ['role take kim Editor --json'],
  ['blog list'],
  ['blog add Night --creator nobody --language en'],
  ['blog add Night --creator lee --language xx'],
  ['blog add Night --creator lee'],
  [`blog add ${LONG} --creator lee --language en`],
  ['blog add  --creator lee --language en'],
  [`blog add Night --creator lee --language en --description ${'x'.repeat(65_536)}`],
  ['blog add Night --creator lee --language en --live'],
  ['blog add Tide --creator kim --language DE --json'],
  ['blog close 99'],
  ['blog close x'],
  ['blog close 99999999999'],
  ['blog open 99'],
  ['blog close 2'],
  ['blog open 2'],
  ['blog close 2 --json'],
  ['blog open 2 --json'],
  ['blog list --json'],
  ['blog members 3'],
  ['blog members 99'],
  ['blog member 3 lee --type Boss'],
  ['blog member 3 lee --type Collaborator --remove'],
  ['blog member 3 lee --remove'],
  ['blog member 3 nobody'],
  ['blog member 3 nobody --remove'],
  ['blog member 99 lee'],
  ['blog member 3 lee'],
  ['blog member 3 lee --type Administrator'],
  ['blog member 5 lee --type Administrator --json'],
  ['blog member 3 lee --remove --json'],
  ['blog members 3 --json'],
  ['blog members 5 --json'],
  ['blog member 5 lee --remove'],
  ['blog member 1 mira'],
  ['blog member 1 mira --remove'],
  ['token list'],
  ['token add nobody wire'],
  [`token add lee ${LONG}`],
  ['token add lee '],
  ['token revoke 12345678'],
  ['token revoke x'],
  ['token revoke 1234567'],
  ['export 99'],
  ['export 1 --format site'],
  ['export 1 --format site --to out'],
  ['export 1 --format site --to out --base desk.example'],
  ['export 3 --format atom --to out --base https://a.example'],
  ['export 1 --format nothing'],
  ['import nothing.xml'],
  ['import nothing.xml --creator lee'],
  ['import test/moving/material/wordpress.xml'],
  ['import test/moving/material/wordpress.xml --creator lee --dry-run'],
  ['import test/moving/material/wordpress.xml --creator lee'],
  ['import test/moving/material/wordpress.xml --creator lee'],
  ['import test/moving/material/wordpress-posts.xml --blog 3'],
  ['backup out'],
  ['restore out'],
  ['mcp'],
  ['nothing'],
  ['user'],
  ['user lst'],
  ['user nothing'],
  ['user list --nothing'],
  ['user add ann --password eleven_char'],
  [`user add ann --password ${PASSWORD.replaceAll(' ', '_')} --json`],
  ['help'],
  ['help user add'],
  ['import --help']
]

t.test('commands say what they have done, or why they have not, and those that fail change nothing', async (t) => {
  const env = { DATABASE_URL: await cloneDatabase(t, 'demo'), DATA_DIR: '/nowhere' }
  const sql = connect({ url: env.DATABASE_URL, max: 1 })
  t.teardown(() => sql.end())
  await sql`insert into blog_collaborators (blog, collaborator) values (3, 1)`
  const sections: string[] = []
  let tables = await tableDigests(sql)
  for (const [line, input = ''] of lines) {
    const { code, out, err } = await runDesk(env, line.split(' '), { input: `${input}\n` })
    sections.push(`desk ${line.slice(0, 60)}: ${code}\n${stable(out)}${stable(err)}`)
    const now = await tableDigests(sql)
    if (code !== 0) t.same(now, tables, line.slice(0, 60))
    tables = now
  }
  await golden(t, 'commands.txt', Buffer.from(sections.join('\n')))
  t.match(await runDesk({}, ['--version']), { code: 0, out: /^\d+\.\d+\.\d+\n$/ })
})

/** Returns an output without the parts that differ between runs: the address of the database, and times of today. */
const stable = (output: string) =>
  output
    .replace(/^Database: .*\n/gm, '')
    .replace(/postgres:\/\/\S+/g, 'DATABASE')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')
    .replace(/\b[0-9a-f]{12,}\b/g, 'ID')
    .replace(/(.)\1{100,}/g, '$1…')
