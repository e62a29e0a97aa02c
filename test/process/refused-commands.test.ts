/** Refused commands of `desk`: their messages are compared word for word, and they change nothing. */
import t from 'tap'
import { connect } from '../../db/client.ts'
import { runDesk } from '../support/commands.ts'
import { cloneDatabase } from '../support/database.ts'

const DATABASE_URL = await cloneDatabase(t, 'demo')
const sql = connect({ url: DATABASE_URL, max: 1 })
t.teardown(() => sql.end({ timeout: 5 }))
const { host, pathname } = new URL(DATABASE_URL)

/** Runs a command, with a password as standard input. Returns its exit code and its output. */
const run = async (command: string, input = 'a long password') => {
  const { code, out, err } = await runDesk({ DATABASE_URL }, command.split(' '), { input })
  return { code, out, err: err.replace(`Database: postgres://desk@${host}${pathname}\n`, '') }
}

const contents = () =>
  sql`select (select count(*) from users) as users, (select count(*) from sessions) as sessions,
    (select count(*) from user_roles) as roles, (select count(*) from blogs) as blogs,
    (select count(*) from blogs where closed_on is null) as open`

t.test('a command that cannot be carried out says why, and changes nothing', async (t) => {
  await run('user add gone')
  await run('user disable gone')
  const before = await contents()
  const noUser = 'There is no user kim; desk user list shows all'
  const noBlog = 'There is no blog 999; desk blog list shows all'
  for (const [command, reason] of [
    ['user add mira', 'The user name mira is taken; desk user list shows all users'],
    ['user add kim --role Chief', 'There is no role Chief; it must be Administrator, Collaborator, or Editor'],
    ['user add kim --password elevenchars', 'The password must have at least 12 characters'],
    ['user password kim', noUser],
    ['user disable kim', noUser],
    ['user enable kim', noUser],
    ['role give kim Editor', noUser],
    ['role give mira Chief', 'There is no role Chief; it must be Administrator, Collaborator, or Editor'],
    ['role take mira Administrator', 'mira does not have the role Administrator'],
    ['token kim wire', noUser],
    ['token add gone wire', 'The user gone is disabled; desk user enable gone opens the account again'],
    ['blog add Title --creator kim --language en', noUser],
    [
      'blog add Title --creator mira --language xx',
      'There is no language xx; it must be ar, de, en, es, or fr. ' +
        'An editor adds others at /resources/Localization/Language'
    ],
    ['blog close 999', noBlog],
    ['blog members 999', noBlog],
    ['blog member 1 mira', 'mira is the creator of blog 1: the creator has all rights in it and is not a member'],
    ['blog member 1 gone --remove', 'gone is not a member of blog 1'],
    ['export 999', noBlog],
    ['export 1 --format site', 'Name a folder for the site with --to'],
    ['export 1 --format site --to /tmp/site', 'Say with --base where people will find the site, or set BASE_URL'],
    ['mcp', 'Set DESK_TOKEN to an API token; docs/tokens.md says how to make one']
  ] as const) {
    t.same(await run(command), { code: 1, out: '', err: `desk: ${reason}\n` }, command)
  }
  for (const [input, reason] of [
    ['elevenchars', 'The password must have at least 12 characters'],
    ['x'.repeat(1001), 'The password must have at most 1000 characters'],
    ['', 'No password was given; type one, or write it as one line to standard input']
  ] as const) {
    t.same(await run('user add kim', input), { code: 1, out: '', err: `desk: ${reason}\n` })
  }
  t.same(await contents(), before)
})

t.test('a wrong command line is told what is wrong with it', async (t) => {
  for (const [command, reason] of [
    ['user add', "error: missing required argument 'name'"],
    [
      'blog close one',
      "error: command-argument value 'one' is invalid for argument 'blog'. " +
        'It must be the number of a blog; desk blog list shows all numbers.'
    ],
    [
      'token revoke abc',
      "error: command-argument value 'abc' is invalid for argument 'id'. It must be 8 or more hexadecimal digits."
    ],
    [
      'mcp --address desk.example',
      "error: option '--address <address>' argument 'desk.example' is invalid. It must begin with http:// or https://."
    ],
    [
      'export 1 --base desk.example',
      "error: option '--base <address>' argument 'desk.example' is invalid. It must begin with http:// or https://."
    ]
  ] as const) {
    t.same(await run(command), { code: 2, out: '', err: `${reason}\ndesk help explains the commands.\n` }, command)
  }
})

t.test('passwords of the shortest and the longest legal length are taken', async (t) => {
  for (const [name, password] of [
    ['short', 'twelve chars'],
    ['long', 'x'.repeat(1000)]
  ] as const) {
    t.match(await run(`user add ${name}`, password), {
      code: 0,
      out: new RegExp(`^Made user ${name} with id \\d+\\.\n$`)
    })
  }
})
