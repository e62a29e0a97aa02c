/** JSON and form bodies that are malformed, dangerous or not a valid post are refused, and nothing is stored. */
import t from 'tap'
import { golden } from '../../support/golden.ts'
import { build, expectNothingStored, words, wordsOf } from '../../support/index.ts'

const url = '/resources/Desk/Blog/3/Post/Publish'
const nested = (depth: number, open: string, inner: string, close: string) =>
  open.repeat(depth) + inner + close.repeat(depth)

/** Addresses that are not those of a post type of this service. */
const elsewhere = [
  ...words`
    https://other.example/resources/Data/PostType/wrapup /resources/Data/SourceType/wrapup /resources/Data/PostType/
    /resources/Data/PostType /resources/Data/PostType/wrapup/Post /resources/data/posttype/wrapup
    /resources/Data/PostType/wrapup?x=1 /resources/Data/PostType/wrapup#x /resources/Data/PostType/%E4
    /content/Data/PostType/wrapup ftp://desk.example/resources/Data/PostType/wrapup wrapup`,
  '',
  'http://['
]

/** Bodies that cannot be parsed, or whose keys or depth are refused during parsing. */
const unreadable = [
  ['white space', ' '],
  ['plain text', 'x'],
  ['half an object', '{"Content":"x"'],
  ['a trailing comma', '{"Content":"x",}'],
  ['single quotes', "{'Content':'x'}"],
  ['text after the object', '{"Content":"x"} x'],
  ['two objects', '{"Content":"x"}{"Content":"y"}'],
  ['a comment', '{"Content":"x" /* y */}'],
  ['NaN', '{"Content":"x","Author":NaN}'],
  ['a raw line feed', '{"Content":"a\nb"}'],
  ['a raw NUL', '{"Content":"a\0b"}'],
  ['a broken escape', '{"Content":"\\u00"}'],
  ['UTF-16', Buffer.from('{"Content":"x"}', 'utf16le').toString()],
  ['XML', '<Post><Content>x</Content></Post>'],
  ['a prototype', '{"Content":"x","__proto__":{"Type":"wrapup"}}'],
  ['a prototype further down', '{"Content":"x","Meta":{"a":{"__proto__":{"b":1}}}}'],
  ['a constructor’s prototype', '{"Content":"x","constructor":{"prototype":{"Type":"wrapup"}}}'],
  ['half an array 10,000 deep', '['.repeat(10_000)],
  ['half an object 10,000 deep', '{"a":'.repeat(10_000)]
] as const

/** Well-formed bodies that are not a valid post, with the places in the problem. */
const invalid = [
  ['null', 'null', ['body']],
  ['an array', '[]', ['body']],
  ['a text', '"x"', ['body']],
  ['a number', '1', ['body']],
  ['true', 'true', ['body']],
  ['an empty object', '{}', ['Content']],
  ['an empty post', '{"Post":{}}', ['Content']],
  ['a post that is null', '{"Post":null}', ['body']],
  ['a post that is a list', '{"Post":[]}', ['body']],
  ['another name', '{"Blog":{"Content":"x"}}', ['Blog', 'Content']],
  ['two posts deep', '{"Post":{"Post":{"Content":"x"}}}', ['Content', 'Post']],
  ['small letters', '{"content":"x"}', ['Content', 'content']],
  ['content that is empty', '{"Content":""}', ['Content']],
  ['content that is null', '{"Content":null}', ['Content']],
  ['content that is a list', '{"Content":["x"]}', ['Content']],
  ['content that is an object', '{"Content":{"a":1}}', ['Content']],
  ['unknown members', '{"Content":"x","Title":"x","a.b":1,"a/b~c":1}', ['Title', 'a.b', 'a/b~c']],
  [
    'fields that only the service sets',
    '{"Content":"x","Id":5,"CId":5,"IsPublished":"True","PublishedOn":"1/2/26 3:04 AM","Order":1}',
    ['Id', 'CId', 'IsPublished', 'PublishedOn', 'Order']
  ],
  ['arrays 10,000 deep', nested(10_000, '[', '', ']'), ['body']],
  ['objects 10,000 deep', nested(10_000, '{"a":', '1', '}'), ['Content', 'a']],
  ['content 10,000 deep', `{"Content":${nested(10_000, '[', '', ']')}}`, ['Content']],
  ['a type 10,000 deep', `{"Content":"x","Type":${nested(10_000, '{"Key":', '1', '}')}}`, ['Type']],
  ['meta data 10,000 deep', `{"Content":"x","Meta":${nested(10_000, '{"a":', '1', '}')}}`, ['Meta']],
  ['meta data 100,000 deep', `{"Content":"x","Meta":${nested(100_000, '{"a":', '1', '}')}}`, ['Meta']],
  [
    'meta data 10,000 deep as a text',
    JSON.stringify({ Content: 'x', Meta: nested(10_000, '{"a":', '1', '}') }),
    ['Meta']
  ],
  ['meta data that is a list', '{"Content":"x","Meta":[1]}', ['Meta']],
  ['meta data that is a number', '{"Content":"x","Meta":1}', ['Meta']],
  ['meta data that is true', '{"Content":"x","Meta":true}', ['Meta']],
  ...['{', '[]', 'null', '1', '"x"', 'x', '{"a":1} x', '{"a":"\u0000"}', '{"a":"\uFFFE"}'].map(
    (meta) =>
      [`the meta data ${encodeURIComponent(meta)}`, JSON.stringify({ Content: 'x', Meta: meta }), ['Meta']] as const
  ),
  ['meta data with a character that XML forbids', '{"Content":"x","Meta":{"a":"\uFFFF"}}', ['Meta']],
  ['meta data that is too long', JSON.stringify({ Content: 'x', Meta: { a: 'x'.repeat(65528) } }), ['Meta']],
  ['content that is too long', JSON.stringify({ Content: 'x'.repeat(65536) }), ['Content']],
  ['content that is too long in two-unit characters', JSON.stringify({ Content: '🚪'.repeat(65536) }), ['Content']],
  ...[
    '\\u0000',
    '\\u0001',
    '\\u000b',
    '\\u001f',
    '\\ufffe',
    '\\uffff',
    '\\ud800',
    '\\udc00',
    '\\udc00\\ud800',
    '\\ud83dx'
  ].flatMap((character) => [
    [`content with ${character}`, `{"Content":"a${character}b"}`, ['Content']] as const,
    [`a type with ${character}`, `{"Content":"x","Type":"normal${character}"}`, ['Type']] as const
  ]),
  ...['wrap-up', 'Wrapup', 'normal ', ' ', '0', 'x'.repeat(100), 'x'.repeat(101), "'; drop table posts; --"].map(
    (type) => [`the type ${type}`, JSON.stringify({ Content: 'x', Type: type }), ['Type']] as const
  ),
  ['a type that is a list', '{"Content":"x","Type":["normal"]}', ['Type']],
  ['a type that is an object', '{"Content":"x","Type":{"Name":"normal"}}', ['Type']],
  ['an infinite author', '{"Content":"x","Author":1e999}', ['Author']],
  ['an infinite creator', '{"Content":"x","Creator":-1e999}', ['Creator']],
  ['a post with an address', '{"Post":{"href":"/resources/Desk/Blog/3/Post/1","Content":"x"}}', ['href']],
  ['content with an address', '{"Content":{"href":"/resources/Desk/Blog/3/Post/1"}}', ['Content']],
  ['a type without anything', '{"Content":"x","Type":{}}', ['Type']],
  ...elsewhere.map(
    (href) => [`a type at ${href}`, JSON.stringify({ Content: 'x', Type: { href } }), ['Type']] as const
  ),
  [
    'a type that contradicts its address',
    '{"Content":"x","Type":{"href":"Data/PostType/wrapup","Key":"normal"}}',
    ['Type']
  ],
  [
    'an author that contradicts its address',
    '{"Content":"x","Author":{"href":"Data/Collaborator/14","Id":"17"}}',
    ['Author']
  ],
  ['a creator among the authors', '{"Content":"x","Creator":{"href":"Data/Collaborator/3"}}', ['Creator']],
  ['an author with a word for an id', '{"Content":"x","Author":{"href":"Data/Collaborator/bjarki"}}', ['Author']],
  ['an author beyond the safe integers', '{"Content":"x","Author":9007199254740993}', ['Author']]
] as const

/** Malformed bodies, for the position that the problem states. */
const malformed = [
  '{"Content":"x",}',
  '{"Content":\n  x}',
  '{\n"Content": "x"\n',
  '{"Content":"\\"[,",\n"Type":[],"Meta":}',
  '[[], [null, -1, true, false, {}],\n ]',
  '  x',
  '{"Content":"x"} x',
  '{"Content":"x","a":{"__proto__":1}}'
]

/** Form bodies, with the places in the problem. */
const forms = [
  ['no content', 'Content=', ['Content']],
  ['content without an equals sign', 'Content', ['Content']],
  ['a prototype', 'Content=x&__proto__=y', ['__proto__']],
  ['a field without a name', 'Content=x&=y', ['body']],
  ['half a character', 'Content=%E4', ['body']],
  ['a percent sign', 'Content=5%', ['body']],
  ['101 fields', Array.from({ length: 101 }, (_, n) => `a${n}=`).join('&'), ['body']],
  ['a type at an address of something else', 'Content=x&Type[href]=Data%2FSourceType%2Fxml', ['Type']],
  ['a word', 'x', ['x', 'Content']],
  ['an unknown field', 'Content=x&Title=y', ['Title']],
  ['content twice', 'Content=x&Content=y', ['Content']],
  ['content in brackets', 'Content[a]=x', ['Content']],
  ['content deep in brackets', 'Content[a][b][c][d][e]=x', ['Content']],
  ['a NUL', 'Content=a%00b', ['Content']],
  ['a NUL in the type', 'Content=x&Type=normal%00', ['Type']],
  ['an unknown type', 'Content=x&Type[Key]=nope', ['Type']],
  ['a list for a type', 'Content=x&Type[]=normal&Type[]=wrapup', ['Type']],
  ['an id that is not a number', 'Content=x&Author[Id]=x', ['Author']],
  ['15 brackets', `Content=x&Type${'[a]'.repeat(15)}=1`, ['Type']],
  ['16 brackets', `Content=x&Type${'[a]'.repeat(16)}=1`, ['body']],
  ['10,000 brackets', `Content=x&Type${'[a]'.repeat(10_000)}=1`, ['body']]
] as const

await t.test('an invalid JSON or form body is refused and stores nothing', async (t) => {
  const built = await build(t)
  const authorization = await built.tokenOf('bjarki')
  const lines: string[] = []
  const refuser = (type: string) => async (about: string, payload: string | undefined, places: readonly string[]) => {
    const headers = { authorization, 'content-type': type }
    const request = { url, headers, ...(payload !== undefined && { payload }) }
    const words = await expectNothingStored(t, built, request, { kind: 'bad-body', places, about: about.slice(0, 80) })
    lines.push(`${about}: ${words}\n`)
  }
  const refuseJson = refuser('application/json')
  const refuseForm = refuser('application/x-www-form-urlencoded')

  for (const [about, payload] of unreadable) await refuseJson(about, payload, ['body'])
  for (const payload of malformed) await refuseJson(JSON.stringify(payload), payload, ['body'])
  for (const [about, payload, places] of invalid) await refuseJson(about, payload, places)
  for (const [about, payload, places] of forms) await refuseForm(about, payload, places)
  await refuseJson('an empty body', '', ['body'])
  await refuseJson('no body', undefined, ['body'])
  await refuseForm('an empty form', '', ['Content'])
  await refuseForm('no form', undefined, ['Content'])
  const json = { authorization, 'content-type': 'application/json' }
  const short = { method: 'POST', url, headers: { ...json, 'content-length': '15' }, payload: '{}' } as const
  lines.push(`a body shorter than its length: ${wordsOf(await built.app.inject(short))}\n`)
  await golden(t, 'refused-json.txt', Buffer.from(lines.join('')))
})
