/** Every link that can be reached from the index, in every notation: it answers, with what its name promises. */
import t from 'tap'
import { build } from '../support/app.ts'
import { crawl, type Visit } from '../support/crawl.ts'
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
  'XML by extension': { start: '/resources.xml', accept: 'application/json', extension: '.xml', type: 'application/xml; charset=utf-8' },
  JSON: { start: '/resources', accept: 'application/json', extension: '', type: 'application/json; charset=utf-8' },
  'JSON by extension': { start: '/resources.json', accept: 'application/xml', extension: '.json', type: 'application/json; charset=utf-8' }
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

const isFile = ({ address }: Visit) => address === `${BASE}/content/person.svg`

/** An address as a path below the resource tree, without its extension or final slash. */
const pathOf = (address: string, extension: string) =>
  address.slice(`${BASE}/resources`.length, extension === '' ? undefined : -extension.length).replace(/^\/|\/$/g, '')

/** The root element that an address promises: `Blog` of `…/Blog/1`, `BlogList` of `…/Blog` and of `…/Blog/Live`. */
const rootOf = (path: string): string => {
  const segments = path.split('/')
  const [last = '', beforeLast = ''] = segments.toReversed()
  const isItem = /^\d+$/.test(last) || (segments.length > 1 && ['PostType', 'SourceType', 'UserType'].includes(beforeLast))
  if (isItem) return beforeLast
  return roots[segments.map((segment) => /^\d+$/.test(segment) ? '*' : segment).join('/')] ?? `${PARTS.includes(last) ? beforeLast : last}List`
}

/** The root of a document: in JSON a list is told by its array, an item by having none. */
const rootFound = ({ answer }: Visit, promised: string): string => {
  if (answer.headers['content-type']?.toString().includes('xml')) {
    const { name, children } = parseXml(answer.rawPayload)
    const strangers = children.filter((child) => `${child.name}List` !== name)
    return name.endsWith('List') && strangers.length > 0 ? `${name} of ${strangers[0]?.name}` : name
  }
  const lists = Object.entries<unknown>(answer.json()).filter(([, content]) => Array.isArray(content)).map(([name]) => name)
  return lists.length === 0 && !promised.endsWith('List') ? promised : lists.join()
}

t.test('every link', async (t) => {
  const { get } = await build(t)
  const visited = new Map<string, string[]>()

  for (const [way, { start, accept, extension, type }] of Object.entries(walks)) {
    await t.test(way, async (t) => {
      const visits = await crawl((path) => get(path, { host, accept }), `${BASE}${start}`)
      const documents = visits.filter((visit) => !isFile(visit))
      const list = (wrong: Visit[]) => wrong.map(({ address, from, answer }) => `${address} (from ${from}) ${answer.statusCode} ${answer.headers['content-type']}`)

      t.ok(visits.length > 200, `${visits.length} addresses`)
      t.same(list(visits.filter(({ answer }) => answer.statusCode !== 200)), [], 'all are there')
      t.same(list(documents.filter(({ answer }) => answer.headers['content-type'] !== type)), [], 'all in the notation asked for')
      t.same(list(documents.filter(({ address }) => !`${address}/`.startsWith(`${BASE}/resources${extension === '' ? '/' : ''}`))), [], 'the base never changes')
      t.same(list(documents.filter(({ address }) => !address.endsWith(extension))), [], 'an extension asked for stays asked for')
      t.same(visits.filter(isFile).map(({ answer }) => answer.headers['content-type']), ['image/svg+xml; charset=utf-8'], 'and one file')
      t.same(visits[0]?.links, index.map(([name, path]) => ({ name, href: BASE + (extension === '' ? path : path.replace(/\/$/, '') + extension) })), 'the index')

      const reached = documents.filter(({ answer }) => answer.statusCode === 200)
      const surprises = reached.map((visit) => {
        const promised = rootOf(pathOf(visit.address, extension))
        return { address: visit.address, promised, found: rootFound(visit, promised) }
      }).filter(({ promised, found }) => promised !== found)
      t.same(surprises, [], 'each document is what its address promises')
      visited.set(way, documents.map(({ address }) => pathOf(address, extension)).sort())
    })
  }

  t.test('every way leads to the same places', async (t) => {
    for (const way of Object.keys(walks)) t.same(visited.get(way), visited.get('XML'), way)
  })

  t.test('with a final slash or without, an address is the same', async (t) => {
    const differing: string[] = []
    for (const path of visited.get('XML') ?? []) {
      const [bare, slashed] = await Promise.all([get(`/resources/${path}`.replace(/\/$/, '')), get(`/resources/${path}`.replace(/\/?$/, '/'))])
      if (bare.statusCode !== slashed.statusCode || (bare.statusCode === 200 && bare.body !== slashed.body)) differing.push(path)
    }
    t.same(differing, [])
  })
})
