/**
 * The programs in docs/examples follow a blog live: each prints a post when it is published and when it is withdrawn.
 *
 * The Python example needs python3. Without it, its test fails if the environment variable EXAMPLES is `all`, as in the
 * GitHub workflow. Otherwise tap reports the test as skipped, with the reason, and only the checks of its text run.
 */
import { spawn, spawnSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import t from 'tap'
import { root } from '../support/root.ts'
import { startService } from './commands.ts'
import { until } from '../support/until.ts'

/** Maximum number of polls of each program. A poll takes about a second. */
const POLLS = '60'
/** Maximum time to wait for a line of output, in milliseconds. */
const MAX_WAIT = 30_000

const hasPython = spawnSync('python3', ['--version']).status === 0
const isOptional = process.env.EXAMPLES !== 'all'
const examples = [
  { file: 'follow.ts', command: [process.execPath, '--import=tsx'], skip: false },
  {
    file: 'follow.py',
    command: ['python3'],
    skip: !hasPython && isOptional && 'python3 is not installed, so docs/examples/follow.py does not run withAddress'
  }
] as const

t.test('the programs in docs/examples follow a blog live', { timeout: 4 * MAX_WAIT }, async (t) => {
  const { withAddress, password } = await startService(t)
  const list = withAddress('http://127.0.0.1:3000/resources/Desk/Blog/1/Post/Published')
  const send = async (method: string, address: string, body: Record<string, string> = {}, authorization = '') => {
    const response = await fetch(withAddress(address), {
      method,
      headers: { authorization, accept: 'application/json' },
      body: new URLSearchParams(body)
    })
    t.ok(response.ok, `${method} ${address} is ${response.status}`)
    return JSON.parse(await response.text())
  }
  const { Session } = await send('POST', 'http://127.0.0.1:3000/resources/Security/Login', {
    UserName: 'admin',
    Password: password
  })

  for (const {
    file,
    command: [program, ...parameters],
    skip
  } of examples) {
    await t.test(`${file} follows a blog`, { skip }, async (t) => {
      const child = spawn(program, [...parameters, `${root}/docs/examples/${file}`, list, POLLS], { cwd: root })
      let printed = ''
      for (const stream of [child.stdout, child.stderr]) {
        stream.on('data', (chunk: Buffer) => {
          printed += chunk.toString()
        })
      }
      t.teardown(() => child.kill())
      const prints = async (line: string) => {
        await until(() => printed.includes(line) || child.exitCode !== null)
        t.ok(
          printed.split('\n').some((printedLine) => printedLine.startsWith(line)),
          line
        )
      }

      await prints('show 1: ')
      const { Id } = await send('POST', `${new URL('Publish', list)}`, { Content: `Written for ${file}` }, Session)
      await prints(`show ${Id}: Written for ${file}`)
      await send('POST', `${new URL(`${Id}/Unpublish`, list)}`, {}, Session)
      await prints(`drop ${Id}`)
    })

    t.test(`${file} imports no package`, async (t) => {
      const source = await readFile(`${root}/docs/examples/${file}`, 'utf8')
      const imports = [...source.matchAll(/^import (.*)$/gm)].map(([, names]) => names)
      t.ok(
        imports.every((names) => /from 'node:[\w/]+'$|^json, sys, time, urllib\.request$/.test(names ?? '')),
        imports.join('; ')
      )
      for (const header of ['cId.since', 'Id, CId, IsPublished, DeletedOn, Content', '410']) t.match(source, header)
    })
  }
})
