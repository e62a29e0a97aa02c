/** Every command of README.md does what the README shows; those for containers need docker and are left to `deploy/`. */
import { existsSync } from 'node:fs'
import t from '../support/tap.ts'
import { blocksOf, startService } from './commands.ts'

t.test('the README runs', async (t) => {
  const blocks = await blocksOf('README.md')
  t.same(blocks.map(({ language }) => language), ['sh', 'sh', 'xml', 'sh', 'sh', 'sh', 'sh', 'sh', 'sh', 'sh', 'sh'], 'nothing is passed over')
  const [first, ...others] = blocks
  t.equal(first?.text, 'npm start\n')

  const { password, here, outputsOf, stop, DATA_DIR } = await startService(t)
  t.match(password, /^[\w-]{16}$/, 'the first start prints the password')
  const shell = others.filter(({ language }) => language === 'sh').map(({ text }) => text)
    .filter((text) => text !== 'npm test\n')
  const second = shell.indexOf('DEMO=false npm start\n')
  const [commands, own] = [shell.slice(0, second), shell.slice(second + 1)]
  const outputs = await outputsOf(commands)
  const shown = others.find(({ language }) => language === 'xml')?.text.trim() ?? 'nothing'
  t.equal(outputs[0], here(shown), 'the first answer is the one shown')
  for (const [index, output] of outputs.entries()) {
    t.match(output, /^(<\?xml|\{)/, `command ${index} shows a document`)
    t.notMatch(output, /urn:ietf:rfc:7807|"status":/, `command ${index} is not refused`)
  }
  // npm ends by the signal itself, so its exit code says nothing of the service's.
  await stop('SIGINT')
  await t.rejects(fetch(here('http://127.0.0.1:3000/resources')), 'Ctrl-C ends the service')
  t.notOk(existsSync(`${DATA_DIR}/postgresql/data/postmaster.pid`), 'and its database')

  const newsroom = await startService(t, { DEMO: 'false' })
  t.notMatch(newsroom.output(), /demo newsroom/)
  const [byCommands, byRequests, ...more] = await newsroom.outputsOf(own)
  t.match(byCommands, /^Made user kim with id \d+\.\n<\?xml[^]*Blog\/1\/Post\/1"[^]*>True<[^]*>The doors are open\.</)
  t.match(byRequests, /^<\?xml[^]*Blog\/2\/Post\/2"[^]*<IsPublished>True<[^]*<Content>The bridge is open\.</)
  t.same(more, [])
})
