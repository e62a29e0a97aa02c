/** Every command of README.md and docs/recipes.md does what the text says. Commands for containers need docker and are left to `deploy/`. */
import { existsSync } from 'node:fs'
import t from '../support/tap.ts'
import { blocksOf, startService } from './commands.ts'

t.test('the README runs', async (t) => {
  const blocks = await blocksOf('README.md')
  t.same(
    blocks.map(({ language }) => language),
    ['text', 'sh', 'sh', 'xml', 'sh', 'sh', 'sh', 'sh'],
    'no block is left out'
  )
  const [first, ...commands] = blocks.filter(({ language }) => language === 'sh').map(({ text }) => text)
  t.equal(first, 'npm start\n')

  const { password, here, outputsOf, stop, DATA_DIR } = await startService(t)
  t.match(password, /^[\w-]{16}$/, 'the first start prints the password')
  const outputs = await outputsOf(commands)
  const shown = blocks.find(({ language }) => language === 'xml')?.text.trim() ?? 'nothing'
  t.equal(outputs[0], here(shown), 'the first response is the one shown')
  t.match(outputs.at(-1), /^show 1: [^]*\nshow \d+: Polls close in ten minutes\.$/m, 'the example prints the posts')
  for (const [index, output] of outputs.slice(0, -1).entries()) {
    t.match(output, /^(<\?xml|\{)/, `command ${index} shows a document`)
    t.notMatch(output, /urn:ietf:rfc:7807|"status":/, `command ${index} is not refused`)
  }
  // npm ends by the signal itself, so its exit code says nothing about the service.
  await stop('SIGINT')
  await t.rejects(fetch(here('http://127.0.0.1:3000/resources')), 'Ctrl-C ends the service')
  t.notOk(existsSync(`${DATA_DIR}/postgresql/data/postmaster.pid`), 'and its database')
})

t.test('the recipes run', async (t) => {
  const [first, ...others] = (await blocksOf('docs/recipes.md')).map(({ language, text }) => {
    t.equal(language, 'sh', 'no block is left out')
    return text
  })
  t.equal(first, 'DEMO=false npm start\n')
  t.equal(others.at(-1), 'PUBLIC_DRAFTS=false PUBLIC_PROFILES=false npm start\n')

  const { output, outputsOf } = await startService(t, { DEMO: 'false' })
  t.notMatch(output(), /demo newsroom/)
  const [byCommands, byRequests, imported, pages, corrected, commented, ...more] = await outputsOf(others.slice(0, -1))
  t.match(byCommands, /^Made user kim with id \d+\.\n<\?xml[^]*Blog\/1\/Post\/1"[^]*>True<[^]*>The doors are open\.</)
  t.match(byRequests, /^<\?xml[^]*Blog\/2\/Post\/2"[^]*<IsPublished>True<[^]*<Content>The bridge is open\.</)
  t.match(
    imported,
    /^(201\n){4}<\?xml[^]*total="3"[^]*The mayor waves\.[^]*The first car crosses\.[^]*The bridge is open\./
  )
  t.equal(pages?.match(/<Post /g)?.length, 3, 'the pages hold all posts')
  t.equal(corrected, '200\n412\n')
  t.match(commented, /^<\?xml[^]*<IsPublished>False<[^]*Is the toll free\?/)
  t.same(more, [])
})
