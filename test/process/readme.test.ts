/**
 * Runs every command of README.md and docs/recipes.md and checks its output. The tests in `deploy/` run the commands
 * that need docker.
 */
import { existsSync } from 'node:fs'
import t from 'tap'
import { blocksOf, startService } from './commands.ts'

t.test('the commands of the README work', async (t) => {
  const blocks = await blocksOf('README.md')
  t.same(
    blocks.map(({ language }) => language),
    ['text', 'sh', 'sh', 'xml', 'sh', 'sh', 'sh', 'sh'],
    'the test runs all code blocks'
  )
  const [first, ...commands] = blocks.filter(({ language }) => language === 'sh').map(({ text }) => text)
  t.equal(first, 'npm start\n')

  const { password, withAddress, outputsOf, stop, DATA_DIR } = await startService(t)
  t.match(password, /^[\w-]{16}$/, 'the first start prints the password')
  const outputs = await outputsOf(commands)
  const example = blocks.find(({ language }) => language === 'xml')?.text.trim() ?? 'nothing'
  t.equal(outputs[0], withAddress(example), 'the first response is the one in the README')
  t.match(outputs.at(-1), /^show 1: [^]*\nshow \d+: Polls close in ten minutes\.$/m, 'the example prints the posts')
  for (const [index, output] of outputs.slice(0, -1).entries()) {
    t.match(output, /^(<\?xml|\{)/, `command ${index} shows a document`)
    t.notMatch(output, /urn:ietf:rfc:7807|"status":/, `command ${index} returns no problem`)
  }
  // The signal also ends npm, so its exit code does not tell whether the service succeeded.
  await stop('SIGINT')
  await t.rejects(fetch(withAddress('http://127.0.0.1:3000/resources')), 'Ctrl-C ends the service')
  t.notOk(existsSync(`${DATA_DIR}/postgresql/data/postmaster.pid`), 'Ctrl-C ends the database')
})

t.test('the commands of the recipes work', async (t) => {
  const [first, ...commands] = (await blocksOf('docs/recipes.md')).map(({ language, text }) => {
    t.equal(language, 'sh', 'the test runs all code blocks')
    return text
  })
  t.equal(first, 'DEMO=false npm start\n')
  t.equal(commands.at(-1), 'PUBLIC_DRAFTS=false PUBLIC_PROFILES=false npm start\n')

  const { output, outputsOf } = await startService(t, { DEMO: 'false' })
  t.notMatch(output(), /demo newsroom/)
  const [byCommands, byRequests, imported, pages, corrected, summed, commented, published, ...otherOutputs] =
    await outputsOf(commands.slice(0, -1))
  t.match(byCommands, /^Made user kim with id \d+\.\n<\?xml[^]*Blog\/1\/Post\/1"[^]*>True<[^]*>The doors are open\.</)
  t.match(byRequests, /^<\?xml[^]*Blog\/2\/Post\/2"[^]*<IsPublished>True<[^]*<Content>The bridge is open\.</)
  t.match(byRequests, /<BlogList total="2"[^]*<Title>Harbour bridge</, 'the blog is live')
  t.match(
    imported,
    /^(201\n){4}<\?xml[^]*total="3"[^]*The mayor waves\.[^]*The first car crosses\.[^]*The bridge is open\./
  )
  t.equal(pages?.match(/<Post /g)?.length, 3, 'the pages contain all posts')
  t.equal(corrected, '200\n412\n')
  t.match(summed, /^<\?xml[^]*Data\/PostType\/wrapup/)
  t.equal(commented, '')
  t.match(published, /^<\?xml[^]*<IsPublished>False<[^]*Is the toll free\?[^]*<IsPublished>True<[^]*Is the toll free\?/)
  t.same(otherOutputs, [])
})
