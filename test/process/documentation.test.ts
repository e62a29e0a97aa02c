/** Runs the commands and programs of README.md and docs/, and checks their output. */
import { spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import t, { type Test } from 'tap'
import { freePort } from '../../db/embedded/index.ts'
import { root } from '../support/root.ts'
import { each, until } from '../support/index.ts'
import { blocksOf, startService, type Started } from './commands.ts'

/** Runs the commands of the README. They need a new service: the first one shows the demo as it is loaded. */
const runReadme = async (t: Test, { password, withAddress, outputsOf }: Started) => {
  const blocks = await blocksOf('README.md')
  t.same(each(blocks, 'language'), ['text', 'sh', 'sh', 'xml', 'sh', 'sh', 'sh', 'sh'], 'the test runs all code blocks')
  const [first, ...commands] = blocks.filter(({ language }) => language === 'sh').map(({ text }) => text)
  t.equal(first, 'npm start\n')

  t.match(password, /^[\w-]{16}$/, 'the first start prints the password')
  const outputs = await outputsOf(commands)
  const example = blocks.find(({ language }) => language === 'xml')?.text.trim() ?? 'nothing'
  t.equal(outputs[0], withAddress(example), 'the first response is the one in the README')
  t.match(outputs.at(-1), /^show 1: [^]*\nshow \d+: Polls close in ten minutes\.$/m, 'the example prints the posts')
  for (const [index, output] of outputs.slice(0, -1).entries()) {
    t.match(output, /^(<\?xml|\{)/, `command ${index} shows a document`)
    t.notMatch(output, /urn:ietf:rfc:7807|"status":/, `command ${index} returns no problem`)
  }
}

/** Output of commands that do not print a document of the service, by a part of the command. */
const otherOutputs: readonly (readonly [string, RegExp])[] = [
  ['schema.xsd', /^<\?xml[^]*<xs:schema /],
  ['openapi.json', /^\{\s*"openapi": "3\.\d\.\d"/],
  ['limit=many', /^<\?xml[^]*<problem [^]*bad-parameter<\/type>[^]*<status>400<\/status>[^]*<place>limit<\/place>/],
  ['problems/bad-parameter', /^Unknown or malformed parameter/],
  ['-D -', /^HTTP\/1\.1 200 OK\r\n[^]*\r\nlink: <http:[^>]*>; rel="next"\r\n/i],
  ['Accept: text/event-stream', /^retry: \d+\nid: 51\n\nid: 5[2-9]\ndata: <\?xml [^]*\ndata: <Post href="[^"]*">/],
  ['stream&', /^retry: \d+\nid: 52\n\nid: 5[3-9]\ndata: \{"href":"[^"]*\.json","Id":"\d+"/],
  ['ETAG=', /^$/],
  ['If-None-Match', /^304$/],
  ['follow.ts', /^show 1: [^]*\nshow 54: /],
  ['SESSION=', /^$/],
  ['POST=', /^$/],
  ['BLOG=', /^$/],
  ['NEW=', /^$/],
  ['$NEW/Password', /^$/],
  ['-X DELETE $NEW', /^$/],
  ['-X DELETE $POST', /^$/],
  ['-X DELETE http', /^$/]
]

/** Content of the documents that commands print, by a part of the command. */
const documentContents: readonly (readonly [string, RegExp])[] = [
  ['Accept: application/json', /^\{"Id":"1"/],
  ['Blog/1.json\n', /^\{"Id":"1"[^]*\/1\/Post\.json"/],
  ['params=show', /<Name>limit<\/Name>/],
  ['offset=1&limit=2', /<UserList total="\d+" limit="2" offset="1">(<User [^>]*\/>){2}</],
  ['detailed=false', /<PostList>(<Post [^>]*\/>){5}</],
  ['title.ilike', /<Blog href/],
  ['isModified=false', /<Post href/],
  [
    'X-Filter: Id',
    /(<Post [^>]*><Id>\d+<\/Id><Content>[^]*<Source [^>]*><Name>[^<]+<\/Name><\/Source>[^]*<FullName>[^]*){3}/
  ],
  ['X-Filter=*', /<Blog [^>]*><Id>/],
  ['Language.Code', /<Language [^>]*><Code>\w+<\/Code>/],
  ['typed', /^\{"Id":1,"IsLive":true[^]*"\d{4}-\d\d-\d\dT/],
  ['Europe/Berlin', /<CreatedOn>\w+tag, \d+\. \w+ \d{4} /],
  ['cId.since=50', /lastCId="\d+"[^]*<CId>\d\d+<\/CId>/],
  ['A draft.', /^<\?xml[^]*<IsPublished>False<\/IsPublished>/],
  [
    'Polls close',
    /<IsPublished>True<\/IsPublished>[^]*<Content>Polls close in &lt;b&gt;ten&lt;\/b&gt; minutes\.<\/Content>/
  ],
  ['Polls are closed.', /<IsPublished>True<\/IsPublished>/],
  ['Item by item.', /<Title>Council meeting<\/Title>/],
  ['PutLive', /<IsLive>True<\/IsLive>/],
  ['Type/Administrator', /<Type><Name>Administrator<\/Name><\/Type>/],
  ['$NEW/Role/3', /<Role [^>]*><Id>3<\/Id>/],
  ['LastName=Marlow', /<FullName>Kit Marlow<\/FullName>/],
  ['Name=colour', /<Configuration [^>]*><Name>colour<\/Name><Value>red<\/Value>/],
  ['Is ward 9 counted?', /<Comment>[^]*<UserName>Sam Reader<\/UserName>/],
  ['&Authorization=', /^\{[^]*"limit":"1"[^]*"PostList":\[\{"href":"http:\/\/[^"/]*\/resources\/Desk\//],
  ['Method-Override: PUT', /^\{[^]*"Title":"Floods, the day after"/],
  ['ClosedOn=', /<IsLive>False<\/IsLive>/],
  [
    'MetaData/Upload',
    /<MetaData href="[^"]*"><Id>\d+<\/Id>[^]*<Type>audio<\/Type>[^]*<Content href="[^"]*\/content\/files\/[^"]+\.mp3"/
  ],
  ['-X PUT $POST', /<IsModified>True<\/IsModified>[^]*<Content>Ward 9 declares at ten\.<\/Content>/],
  ['$POST/Publish', /<IsPublished>True<\/IsPublished>/],
  ['Reorder', /<Post href="[^"]*"><Id>\d+<\/Id>[^]*<Order>49\.[05]<\/Order>/],
  ['$POST/Unpublish', /<IsPublished>False<\/IsPublished>/]
]

/** Runs the commands of docs/api.md. */
const runGuide = async (t: Test, { outputsOf }: Started) => {
  const blocks = await blocksOf('docs/api.md')
  // `followLive` runs the programs.
  const shown = each(
    blocks.filter(({ language }) => language !== 'sh'),
    'language'
  )
  t.same(shown, ['ts', 'python'])
  const commands = blocks
    .filter(({ language }) => language === 'sh')
    .flatMap(({ text }) =>
      text
        .trim()
        .split('\n')
        .map((line) => `${line}\n`)
    )
  t.ok(commands.length > 20, `${commands.length} commands`)
  for (const [part] of [...otherOutputs, ...documentContents]) {
    t.equal(commands.filter((command) => command.includes(part)).length, 1, part)
  }

  for (const [index, output] of (await outputsOf(commands)).entries()) {
    const command = commands[index] ?? ''
    const otherOutput = otherOutputs.find(([part]) => command.includes(part))
    t.match(output, otherOutput?.[1] ?? /^(<\?xml|\{")/, command)
    if (otherOutput === undefined) t.notMatch(output, /urn:ietf:rfc:7807|"status":/, `${command} returns no problem`)
    for (const [part, content] of documentContents) if (command.includes(part)) t.match(output, content, command)
  }
}

/** Runs the commands of a page. @param prints what its last command prints */
const runPage = async (t: Test, { outputsOf }: Started, page: string, prints: RegExp) => {
  const blocks = (await blocksOf(page)).filter(({ language }) => language === 'sh')
  t.match((await outputsOf(each(blocks, 'text'))).at(-1), prints)
}

/** Maximum number of polls of each program. A poll takes about a second. */
const POLLS = '60'

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

/** Runs the programs in docs/examples while posts are published. */
const followLive = async (t: Test, { withAddress, password }: Started) => {
  const list = withAddress('http://127.0.0.1:3000/resources/Desk/Blog/1/Post/Published')
  const send = async (method: string, address: string, body: Record<string, string> = {}, authorization = '') => {
    const headers = { authorization, accept: 'application/json' }
    const response = await fetch(withAddress(address), { method, headers, body: new URLSearchParams(body) })
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
        const holds = printed.split('\n').some((printedLine) => printedLine.startsWith(line))
        t.ok(holds, line)
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
      const holds = imports.every((names) => /from 'node:[\w/]+'$|^json, sys, time, urllib\.request$/.test(names ?? ''))
      t.ok(holds, imports.join('; '))
      for (const header of ['cId.since', 'Id, CId, IsPublished, DeletedOn, Content', '410']) t.match(source, header)
    })
  }
}

/** Runs the commands of docs/webhooks.md. */
const runWebhooks = async (t: Test, { outputsOf }: Started) => {
  const [first, ...commands] = (await blocksOf('docs/webhooks.md'))
    .filter(({ language }) => language === 'sh')
    .map(({ text }) => text)
  t.equal(first, 'WEBHOOKS_PRIVATE=true npm start\n')
  const port = await freePort()
  const [made, received, ...others] = await outputsOf(commands.map((command) => command.replaceAll('4000', `${port}`)))
  t.equal(made, '')
  t.match(
    received,
    /^blog 1: published up to change \d+, see \/resources\/Desk\/Blog\/1\/Post\/Published\?cId\.since=\d+\n$/
  )
  t.same(others, [])
}

/**
 * Runs the commands of docs/client.md, which install the archive of the client package, and then programs that use it:
 * one that TypeScript checks.
 */
const runClient = async (t: Test, { outputsOf }: Started) => {
  const commands = (await blocksOf('docs/client.md'))
    .filter(({ language }) => language === 'sh')
    .map(({ text }) => text)
  const program = `import { correct, follow, readPosts, post, type Refusal } from 'desk-client'
    declare const process: { argv: string[] }
    const list = process.argv[2] ?? ''
    const { PostList, lastCId } = await readPosts(list, { limit: 1, filter: ['Content', 'Creator.FullName'] })
    for await (const change of follow(list, { since: (lastCId ?? 0) - 1, filter: ['Content'] })) {
      // @ts-expect-error The filter does not name it.
      if (change.kind === 'shown') console.log(change.post.Content.length, change.post.Creator?.Id)
      if (change.kind === 'shown') await correct(change.post, { Content: 'x' }, {}).catch(() => {})
      break
    }
    const status = await post(list, { Content: 'Without a session.' }, {}).catch((error: Refusal) => error.status)
    const name: string | undefined = PostList[0]?.Creator.FullName
    console.log(status, typeof name)`
  const [, printed, checked] = await outputsOf([
    ...commands,
    `node client.js http://127.0.0.1:3000/resources/Desk/Blog/1/Post/Published 2`,
    // The types of the platform, which take most of the time, are those of TypeScript itself.
    `cat > program.ts <<'END'\n${program}\nEND
      "$CLIENT/../../node_modules/.bin/tsc" --noEmit --strict --target es2022 --module nodenext --lib es2023,dom \\
        --skipDefaultLibCheck program.ts
      "$CLIENT/../../node_modules/.bin/tsx" program.ts http://127.0.0.1:3000/resources/Desk/Blog/1/Post/Published`
  ])
  t.match(printed, /^show \d+: [^]*\nshow \d+: /)
  t.match(checked, /^\d+ undefined\n401 string\n$/)
}

t.test('what README.md and docs/ show works with a new service', { timeout: 300_000 }, async (t) => {
  const service = await startService(t, { WEBHOOKS_PRIVATE: 'true' })
  const { stop, withAddress, DATA_DIR } = service
  await t.test('the commands of the README', (t) => runReadme(t, service))
  await t.test('the commands of docs/api.md', (t) => runGuide(t, service))
  await t.test('the commands of docs/audit.md', (t) =>
    runPage(t, service, 'docs/audit.md', /"Action":"published","Kind":"post".*"Client":"program".*"Name":"admin"/)
  )
  await t.test('the commands of docs/tokens.md', (t) =>
    runPage(t, service, 'docs/tokens.md', /"IsPublished":"False".*"Content":"Ward 9 declares at ten\."/)
  )
  await t.test('the commands of docs/assistants.md', (t) =>
    runPage(t, service, 'docs/assistants.md', /"text":"Done\. .*\\"IsPublished\\":false.*Ward 9 declares at ten\./)
  )
  await t.test('the commands of docs/webhooks.md', (t) => runWebhooks(t, service))
  await t.test('the commands of docs/wordpress.md', (t) =>
    runPage(t, service, 'docs/wordpress.md', /^("headline":"[^"]+"\n){3}$/)
  )
  await t.test('the commands of docs/client.md', (t) => runClient(t, service))
  await t.test('the programs in docs/examples', (t) => followLive(t, service))
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
