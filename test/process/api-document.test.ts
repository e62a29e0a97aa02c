/** Runs every command of docs/api.md and checks its output against the text. */
import t from 'tap'
import { blocksOf, startService } from './commands.ts'

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

t.test('the commands of docs/api.md work', async (t) => {
  const blocks = await blocksOf('docs/api.md')
  // examples.test.ts runs the programs.
  t.same(
    blocks.filter(({ language }) => language !== 'sh').map(({ language }) => language),
    ['ts', 'python']
  )
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

  const { outputsOf } = await startService(t)
  for (const [index, output] of (await outputsOf(commands)).entries()) {
    const command = commands[index] ?? ''
    const otherOutput = otherOutputs.find(([part]) => command.includes(part))
    t.match(output, otherOutput?.[1] ?? /^(<\?xml|\{")/, command)
    if (otherOutput === undefined) t.notMatch(output, /urn:ietf:rfc:7807|"status":/, `${command} returns no problem`)
    for (const [part, content] of documentContents) if (command.includes(part)) t.match(output, content, command)
  }
})
