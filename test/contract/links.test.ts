/**
 * Every link that can be reached from the index, in every notation: it answers, with what its name promises, and says
 * the same whoever reads it.
 */
import t from '../support/tap.ts'
import { documentOf } from '../routes/wire.ts'
import { build } from '../support/app.ts'
import { crawl, inFlight, type Link, type Visit } from '../support/crawl.ts'
import { annotationsOf, everyDocument } from '../support/rows.ts'
import { readWithSaxes } from '../support/saxes.ts'
import { parseXml } from '../support/xml.ts'

/** The resource index, as spec 2.1 has it. */
const index = [
  ['AdminComponent', '/resources/Admin/Component/'],
  ['AdminFile', '/resources/Admin/File/'],
  ['AdminInput', '/resources/Admin/Input/'],
  ['AdminMessage', '/resources/Admin/Message/'],
  ['AdminPlugin', '/resources/Admin/Plugin/'],
  ['AdminRequest', '/resources/Admin/Request/'],
  ['AdminSource', '/resources/Admin/Source/'],
  ['ArchiveAudioData', '/resources/Archive/AudioData/'],
  ['ArchiveAudioInfo', '/resources/Archive/AudioInfo/'],
  ['ArchiveImageData', '/resources/Archive/ImageData/'],
  ['ArchiveImageInfo', '/resources/Archive/ImageInfo/'],
  ['ArchiveMetaData', '/resources/Archive/MetaData/'],
  ['ArchiveMetaDataInfoQuery', '/resources/Archive/MetaDataInfo/Query'],
  ['ArchiveMetaInfo', '/resources/Archive/MetaInfo/'],
  ['ArchiveMetaType', '/resources/Archive/MetaType/'],
  ['ArchiveQueryCriteria', '/resources/Archive/QueryCriteria/'],
  ['ArchiveVideoData', '/resources/Archive/VideoData/'],
  ['ArchiveVideoInfo', '/resources/Archive/VideoInfo/'],
  ['DataCollaborator', '/resources/Data/Collaborator/'],
  ['DataPost', '/resources/Data/Post/'],
  ['DataPostPublished', '/resources/Data/Post/Published'],
  ['DataPostType', '/resources/Data/PostType/'],
  ['DataPostUnpublished', '/resources/Data/Post/Unpublished'],
  ['DataSource', '/resources/Data/Source/'],
  ['DataSourceType', '/resources/Data/SourceType/'],
  ['GUIAction', '/resources/GUI/Action/'],
  ['Gateway', '/resources/Gateway/'],
  ['GatewayCaptcha', '/resources/Gateway/Captcha'],
  ['HRPerson', '/resources/HR/Person/'],
  ['HRUser', '/resources/HR/User/'],
  ['HRUserType', '/resources/HR/UserType/'],
  ['DeskBlog', '/resources/Desk/Blog/'],
  ['DeskBlogCollaboratorType', '/resources/Desk/BlogCollaboratorType/'],
  ['DeskBlogLive', '/resources/Desk/Blog/Live'],
  ['DeskBlogMediaType', '/resources/Desk/BlogMediaType/'],
  ['DeskBlogTheme', '/resources/Desk/BlogTheme/'],
  ['DeskBlogType', '/resources/Desk/BlogType/'],
  ['DeskSync', '/resources/Desk/Sync/'],
  ['LocalizationLanguage', '/resources/Localization/Language/'],
  ['LocalizationLanguageAvailable', '/resources/Localization/Language/Available'],
  ['RBACRole', '/resources/RBAC/Role/'],
  ['SecurityRight', '/resources/Security/Right/'],
  ['SecurityRightType', '/resources/Security/RightType/'],
  ['ToolURLInfo', '/resources/Tool/URLInfo/']
] as const

const BASE = 'http://live.example:8443'
const host = 'live.example:8443'

/** The ways to walk: where to begin, and what to accept. */
const walks = {
  XML: { start: '/resources', accept: '*/*', extension: '', type: 'application/xml; charset=utf-8' },
  'XML by extension': {
    start: '/resources.xml',
    accept: 'application/json',
    extension: '.xml',
    type: 'application/xml; charset=utf-8'
  },
  JSON: { start: '/resources', accept: 'application/json', extension: '', type: 'application/json; charset=utf-8' },
  'JSON by extension': {
    start: '/resources.json',
    accept: 'application/xml',
    extension: '.json',
    type: 'application/json; charset=utf-8'
  }
} as const

/** Root elements that the last segments of an address do not tell. */
const roots: Readonly<Record<string, string>> = {
  '': 'Resources',
  'Archive/MetaDataInfo/Query': 'MetaDataInfoList',
  'Gateway/Captcha': 'GatewayList',
  'Tool/URLInfo': 'URLInfo',
  'HR/Person/*/MetaData/Icon': 'MetaData',
  'RBAC/Role/*/Roles': 'RoleList',
  'Desk/Blog/*/Comment/Post': 'CommentList'
}

/** Lists that are a part of the list before them. */
const PARTS = ['Live', 'Published', 'Unpublished', 'Comment', 'Potential', 'Available']

/** Collections whose items have texts for keys. */
const KEYED = [
  'PostType',
  'SourceType',
  'UserType',
  'BlogMediaType',
  'Component',
  'Plugin',
  'Configuration',
  'Language'
]

/** How many items of a kind are visited. */
const SAMPLE = 15

/** A link that leads away: its text must survive the way to the client. */
const ELSEWHERE = 'https://themes.example/a%20b/?name="x"&other=<y>#here'

/** Text that a reader may lose a part of. */
const ANY_TEXT = ' \n a\r\nb\rc\td & "e" \'f\' ]]> <![CDATA[g]]> <!-- h --> \u0085\u2028\u{1F6AA}\uFEFF\u0001\uFFFE \n '

const isOurs = ({ href }: Link) => href.startsWith(`${BASE}/`)
const isFile = (address: string) => address.startsWith(`${BASE}/content/`)

/** An address as a path below the resource tree, without its extension or final slash. */
const pathOf = (address: string, extension: string) =>
  address.slice(`${BASE}/resources`.length, extension === '' ? undefined : -extension.length).replace(/^\/|\/$/g, '')

/** The segments of a path with `*` for every number and key. */
const shapeOf = (path: string): string[] =>
  path.split('/').map((segment, at, segments) => {
    const isKey = KEYED.includes(segments[at - 1] ?? '') && !PARTS.includes(segment)
    return /^\d+$/.test(segment) || isKey ? '*' : segment
  })

/** The root element that an address promises: `Blog` of `…/Blog/1`, `BlogList` of `…/Blog` and of `…/Blog/Live`. */
const rootOf = (path: string): string => {
  const shape = shapeOf(path)
  const [last = '', beforeLast = ''] = shape.toReversed()
  if (last === '*') return beforeLast
  return roots[shape.join('/')] ?? `${PARTS.includes(last) ? beforeLast : last}List`
}

/** The root of a document; in JSON an item does not tell its name. */
const rootFound = ({ content: { root } }: Visit, promised: string): string =>
  root === '' && !promised.endsWith('List') ? promised : root

t.test('every link', async (t) => {
  const { get, sql } = await build(t)
  await sql`update blog_themes set url = ${ELSEWHERE} where id = (select min(id) from blog_themes where url is null)`
  await sql`update posts set content = ${ANY_TEXT} where id = (select min(id) from posts)`
  const leadAway = (await everyDocument()).flatMap(({ schema }) =>
    Object.entries(schema.properties).flatMap(([name, property]) =>
      annotationsOf(property).web === true ? [name] : []
    )
  )
  const ask = (path: string, accept: string) => get(path, { host, accept })
  const visited = new Map<string, string[]>()
  const crawled = new Map<string, Visit[]>()

  for (const [way, { start, accept, extension, type }] of Object.entries(walks)) {
    await t.test(way, async (t) => {
      const addressShape = (address: string) =>
        isFile(address) ? address : shapeOf(pathOf(address, extension)).join('/')
      const visits = await crawl((path) => ask(path, accept), `${BASE}${start}`, {
        follows: isOurs,
        shapeOf: addressShape,
        sample: SAMPLE
      })
      const documents = visits.filter(({ address }) => !isFile(address))
      const files = visits.filter(({ address }) => isFile(address))
      const links = visits.flatMap(({ address, content }) => content.links.map((link) => ({ ...link, from: address })))
      const ours = links.filter(isOurs)
      const list = (wrong: Visit[]) =>
        wrong.map(
          ({ address, from, answer }) =>
            `${address} (from ${from}) ${answer.statusCode} ${answer.headers['content-type']}`
        )

      t.ok(documents.length > 500, `${documents.length} documents`)
      t.same(list(visits.filter(({ answer }) => answer.statusCode !== 200)), [], 'all are there')
      t.same(
        list(documents.filter(({ answer }) => answer.headers['content-type'] !== type)),
        [],
        'all in the notation asked for'
      )
      const strays = links.filter(
        ({ href }) => !`${href}/`.startsWith(`${BASE}/resources${extension === '' ? '/' : ''}`) && !isFile(href)
      )
      t.same(
        strays.filter(({ name }) => !leadAway.includes(name)),
        [],
        'the base never changes, but where a property leads away'
      )
      t.ok(
        strays.some(({ href }) => href === ELSEWHERE),
        'as the address of a theme does'
      )
      t.same(
        ours.filter(({ href }) => !isFile(href) && !href.endsWith(extension)),
        [],
        'an extension asked for stays asked for'
      )
      t.ok(files.length > 10, `${files.length} files`)
      t.same(
        list(
          files.filter(
            ({ answer }) =>
              !/^\w+\/[\w.+-]+(; charset=utf-8)?$/.test(String(answer.headers['content-type'])) ||
              answer.rawPayload.length === 0
          )
        ),
        [],
        'each of some media type'
      )
      t.ok(
        ['image', 'audio', 'video', 'text'].every((kind) =>
          files.some(({ answer }) => answer.headers['content-type']?.toString().startsWith(`${kind}/`))
        ),
        'of every kind'
      )
      t.same(
        visits[0]?.content.links,
        index.map(([name, path]) => ({
          name,
          href: BASE + (extension === '' ? path : path.replace(/\/$/, '') + extension)
        })),
        'the index'
      )
      const shapes = new Set(visits.map(({ address }) => addressShape(address)))
      t.same(
        ours.filter(({ href }) => !shapes.has(addressShape(href))),
        [],
        'of every shape of address some were visited'
      )

      const reached = documents.filter(({ answer }) => answer.statusCode === 200)
      const surprises = reached
        .map((visit) => {
          const promised = rootOf(pathOf(visit.address, extension))
          return { address: visit.address, promised, found: rootFound(visit, promised) }
        })
        .filter(({ promised, found }) => promised !== found)
      t.same(surprises, [], 'each document is what its address promises')
      visited.set(
        way,
        [...new Set([...visits.map(({ address }) => address), ...ours.map(({ href }) => href)])]
          .map((address) => (isFile(address) ? address : pathOf(address, extension)))
          .sort()
      )
      crawled.set(way, documents)
    })
  }

  t.test('every way leads to the same places', async (t) => {
    for (const way of Object.keys(walks)) t.same(visited.get(way), visited.get('XML'), way)
  })

  t.test('whoever reads a document, and in whichever notation, it says the same in the same order', async (t) => {
    for (const [xml, json] of [
      ['XML', 'JSON'],
      ['XML by extension', 'JSON by extension']
    ] as const) {
      const inJson = new Map(
        crawled.get(json)?.map(({ address, answer }) => [pathOf(address, walks[json].extension), answer])
      )
      const documents = crawled.get(xml) ?? []
      t.ok(documents.length > 500)
      t.same(
        documents
          .filter(
            ({ answer }) =>
              JSON.stringify(parseXml(answer.rawPayload)) !== JSON.stringify(readWithSaxes(answer.rawPayload))
          )
          .map(({ address }) => address),
        [],
        'libxml2 and saxes read the same tree'
      )
      const differing = documents.flatMap(({ address, answer }) => {
        const other = inJson.get(pathOf(address, walks[xml].extension))
        const said = JSON.stringify(documentOf(answer)).replaceAll(/\.xml(?=")/g, '.json')
        const saidInJson = other && JSON.stringify(documentOf(other))
        return said === saidInJson ? [] : [{ address, said, saidInJson }]
      })
      t.same(differing.slice(0, 3), [], `${xml} and ${json}`)
    }
  })

  t.test('with a final slash or without, an address is the same', async (t) => {
    const { accept, extension } = walks.XML
    const documents = crawled.get('XML') ?? []
    t.ok(documents.length > 0)
    const differing = await inFlight(documents, async ({ address, answer }) => {
      const path = `/resources/${pathOf(address, extension)}`.replace(/\/$/, '')
      const other = await ask(address.endsWith('/') ? path : `${path}/`, accept)
      return other.statusCode !== answer.statusCode || other.body !== answer.body ? [address] : []
    })
    t.same(differing.flat(), [])
  })
})
