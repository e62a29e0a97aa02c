/** Every command of README.md does what the README shows; those for containers need docker and are left to `deploy/`. */
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import t from 'tap'
import { dataDir, freePort, start } from '../support/service.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const run = promisify(execFile)

t.test('the README runs', async (t) => {
  const readme = await readFile(`${root}/README.md`, 'utf8')
  const blocks = [...readme.matchAll(/^```(\w+)( docker)?\n([^]*?)^```$/gm)]
    .filter(([, , docker]) => docker === undefined)
    .map(([, language = '', , text = '']) => ({ language, text }))
  t.same(blocks.map(({ language }) => language), ['sh', 'sh', 'xml', 'sh', 'sh', 'sh', 'sh', 'sh'], 'nothing is passed over')

  const port = await freePort()
  const here = (text: string) => text.replaceAll('127.0.0.1:3000', `127.0.0.1:${port}`)
  const [first, ...others] = blocks
  t.equal(first?.text, 'npm start\n')
  const DATA_DIR = await dataDir(t)
  const service = await start(t, ['npm', 'start'], { PORT: `${port}`, DATA_DIR })
  const [, password = ''] = /password (\S+);/.exec(service.output()) ?? []
  t.match(password, /^[\w-]{16}$/, 'the first start prints the password')

  // One script, as a reader would type it: the session of one block is used in the next.
  const commands = others.filter(({ language, text }) => language === 'sh' && text !== 'npm test\n')
  const script = commands.map(({ text }) => `${here(text)}echo; echo ------`).join('\n')
  const { stdout } = await run('bash', ['-euo', 'pipefail', '-c', script], {
    cwd: root, env: { ...process.env, PASSWORD: password, PATH: `${process.env.PATH}:${root}/test/support/bin` }
  })
  const outputs = stdout.split('\n------\n').slice(0, -1)
  t.equal(outputs.length, commands.length)
  const shown = others.find(({ language }) => language === 'xml')?.text.trim() ?? 'nothing'
  t.equal(outputs[0], here(shown), 'the first answer is the one shown')
  for (const [index, output] of outputs.entries()) {
    t.match(output, /^(<\?xml|\{)/, `command ${index} shows a document`)
    t.notMatch(output, /urn:ietf:rfc:7807|"status":/, `command ${index} is not refused`)
  }
  // npm ends by the signal itself, so its exit code says nothing of the service's.
  await service.stop('SIGINT')
  await t.rejects(fetch(here('http://127.0.0.1:3000/resources')), 'Ctrl-C ends the service')
  t.notOk(existsSync(`${DATA_DIR}/postgresql/data/postmaster.pid`), 'and its database')
})
