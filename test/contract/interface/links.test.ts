/**
 * Follows every link from the index, in XML and JSON: it leads to a document with the promised root element, and both
 * formats have the same content.
 */
import { readFile } from 'node:fs/promises'
import { isDeepStrictEqual } from 'node:util'
import type { LightMyRequestResponse } from 'fastify'
import t from 'tap'
import { build, documentOf, linksOf, words } from '../../support/index.ts'
import { crawl, inFlight, type Link, type Visit } from '../../support/crawl.ts'
import { root } from '../../support/root.ts'
import { annotationsOf, everyDocument } from '../../support/rows.ts'

const BASE = 'http://live.example:8443'
const host = 'live.example:8443'

/** Crawls: first address, Accept header, and the expected extension and media type. */
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

/** Root elements that do not follow from the last segments of the path. */
const roots: Readonly<Record<string, string>> = {
  '': 'Resources',
  'Archive/MetaDataInfo/Query': 'MetaDataInfoList',
  'Gateway/Captcha': 'GatewayList',
  'Tool/URLInfo': 'URLInfo',
  'HR/Person/*/MetaData/Icon': 'MetaData',
  'RBAC/Role/*/Roles': 'RoleList',
  'Desk/Blog/*/Comment/Post': 'CommentList'
}

/** Last segments of lists that show a part of the list before them, as in `Blog/Live`. */
const PARTS = ['Live', 'Published', 'Unpublished', 'Comment', 'Potential', 'Available']

/** Collections whose items have text keys. */
const KEYED = words`PostType SourceType UserType BlogMediaType Component Plugin Configuration Language`

/** Maximum number of visited items of a kind. */
const SAMPLE = 15

/** A link to another site. Documents must show it unchanged. */
const OTHER_SITE = 'https://themes.example/a%20b/?name="x"&other=<y>#here'

/** A text with characters that writers and parsers could lose. */
const ANY_TEXT = ' \n a\r\nb\rc\td & "e" \'f\' ]]> <![CDATA[g]]> <!-- h --> \u0085\u2028\u{1F6AA}\uFEFF\u0001\uFFFE \n '

const isOwn = ({ href }: Link) => href.startsWith(`${BASE}/`)
const isFile = (address: string) => address.startsWith(`${BASE}/content/`)

/** Returns the path of an address below `/resources`, without its extension and trailing slash. */
const pathOf = (address: string, extension: string) =>
  address.slice(`${BASE}/resources`.length, extension === '' ? undefined : -extension.length).replace(/^\/|\/$/g, '')

/** Returns the segments of a path, with `*` for every number and key. */
const shapeOf = (path: string): string[] =>
  path.split('/').map((segment, at, segments) => {
    const isKey = KEYED.includes(segments[at - 1] ?? '') && !PARTS.includes(segment)
    return /^\d+$/.test(segment) || isKey ? '*' : segment
  })

/** Returns the root element that a path promises: `Blog` for `…/Blog/1`, `BlogList` for `…/Blog` and `…/Blog/Live`. */
const rootOf = (path: string): string => {
  const shape = shapeOf(path)
  const [last = '', beforeLast = ''] = shape.toReversed()
  if (last === '*') return beforeLast
  return roots[shape.join('/')] ?? `${PARTS.includes(last) ? beforeLast : last}List`
}

/** Returns the root element of a response. JSON items do not name theirs; for them, returns the promised one. */
const actualRoot = ({ content: { root } }: Visit, promised: string): string =>
  root === '' && !promised.endsWith('List') ? promised : root

/** Returns the status and the headers of a response, without the Date header. */
const lasting = ({
  statusCode,
  headers: { date, ...headers }
}: Pick<LightMyRequestResponse, 'statusCode' | 'headers'>) => ({ statusCode, headers })

t.test('every link leads to the document that its address promises', async (t) => {
  const { app, get, sql } = await build(t)
  await sql`update blog_themes set url = ${OTHER_SITE} where id = (select min(id) from blog_themes where url is null)`
  await sql`update posts set content = ${ANY_TEXT} where id = (select min(id) from posts)`
  const webProperties = (await everyDocument()).flatMap(({ schema }) =>
    Object.entries(schema.properties).flatMap(([name, property]) =>
      annotationsOf(property).web === true ? [name] : []
    )
  )
  const request = (path: string, accept: string) => get(path, { host, accept })
  // A golden document has the resource index (docs/spec.md, section 2.1).
  const index = linksOf(documentOf({ headers: {}, rawPayload: await readFile(`${root}/test/golden/resources.xml`) }))
  const visited = new Map<string, string[]>()
  const crawled = new Map<string, Visit[]>()

  for (const [way, { start, accept, extension, type }] of Object.entries(walks)) {
    await t.test(`every link works in ${way}`, async (t) => {
      const addressShape = (address: string) =>
        isFile(address) ? address : shapeOf(pathOf(address, extension)).join('/')
      const visits = await crawl((path) => request(path, accept), `${BASE}${start}`, {
        follows: isOwn,
        shapeOf: addressShape,
        sample: SAMPLE
      })
      const documents = visits.filter(({ address }) => !isFile(address))
      const files = visits.filter(({ address }) => isFile(address))
      const links = visits.flatMap(({ address, content }) => content.links.map((link) => ({ ...link, from: address })))
      const ownLinks = links.filter(isOwn)
      const describe = (wrong: Visit[]) =>
        wrong.map(
          ({ address, from, answer }) =>
            `${address} (from ${from}) ${answer.statusCode} ${answer.headers['content-type']}`
        )

      t.ok(documents.length > 500, `${documents.length} documents`)
      t.same(describe(visits.filter(({ answer }) => answer.statusCode !== 200)), [], 'every link works')
      const shown = describe(documents.filter(({ answer }) => answer.headers['content-type'] !== type))
      t.same(shown, [], 'every document has the requested format')
      const otherBases = links.filter(
        ({ href }) => !`${href}/`.startsWith(`${BASE}/resources${extension === '' ? '/' : ''}`) && !isFile(href)
      )
      const unexpected = otherBases.filter(({ name }) => !webProperties.includes(name))
      t.same(unexpected, [], 'only links of web properties have another base URL')
      const holds = otherBases.some(({ href }) => href === OTHER_SITE)
      t.ok(holds, 'the address of a theme is such a link')
      const found = ownLinks.filter(({ href }) => !isFile(href) && !href.endsWith(extension))
      t.same(found, [], 'every link has the extension of the requested address')
      t.ok(files.length > 10, `${files.length} files`)
      t.same(
        describe(
          files.filter(
            ({ answer }) =>
              !/^\w+\/[\w.+-]+(; charset=utf-8)?$/.test(String(answer.headers['content-type'])) ||
              answer.rawPayload.length === 0
          )
        ),
        [],
        'every file has a media type and bytes'
      )
      t.ok(
        ['image', 'audio', 'video', 'text'].every((kind) =>
          files.some(({ answer }) => answer.headers['content-type']?.toString().startsWith(`${kind}/`))
        ),
        'there are files of every kind'
      )
      const expected = index.map(([name, address]) => {
        const path = new URL(address).pathname
        return { name, href: BASE + (extension === '' ? path : path.replace(/\/$/, '') + extension) }
      })
      t.same(visits[0]?.content.links, expected, 'the index has the links of the specification')
      const shapes = new Set(visits.map(({ address }) => addressShape(address)))
      const result = ownLinks.filter(({ href }) => !shapes.has(addressShape(href)))
      t.same(result, [], 'the crawl visited addresses of every shape')

      const reached = documents.filter(({ answer }) => answer.statusCode === 200)
      const mismatches = reached
        .map((visit) => {
          const promised = rootOf(pathOf(visit.address, extension))
          return { address: visit.address, promised, actual: actualRoot(visit, promised) }
        })
        .filter(({ promised, actual }) => promised !== actual)
      t.same(mismatches, [], 'each document has the root element that its address promises')
      visited.set(
        way,
        [...new Set([...visits.map(({ address }) => address), ...ownLinks.map(({ href }) => href)])]
          .map((address) => (isFile(address) ? address : pathOf(address, extension)))
          .sort()
      )
      crawled.set(way, documents)
    })
  }

  t.test('all crawls visit the same addresses', async (t) => {
    for (const way of Object.keys(walks)) t.same(visited.get(way), visited.get('XML'), way)
  })

  t.test('a document has the same content in XML and JSON, in the same order', async (t) => {
    for (const [xml, json] of [
      ['XML', 'JSON'],
      ['XML by extension', 'JSON by extension']
    ] as const) {
      const inJson = new Map(
        crawled.get(json)?.map(({ address, answer }) => [pathOf(address, walks[json].extension), answer])
      )
      const documents = crawled.get(xml) ?? []
      t.ok(documents.length > 500)
      const differing = documents.flatMap(({ address, answer }) => {
        const jsonResponse = inJson.get(pathOf(address, walks[xml].extension))
        const xmlContent = JSON.stringify(documentOf(answer)).replaceAll(/\.xml(?=")/g, '.json')
        const jsonContent = jsonResponse && JSON.stringify(documentOf(jsonResponse))
        return xmlContent === jsonContent ? [] : [{ address, xmlContent, jsonContent }]
      })
      t.same(differing.slice(0, 3), [], `${xml} and ${json}`)
    }
  })

  t.test('an item has the id of its address', async (t) => {
    const items = (crawled.get('XML') ?? []).flatMap(({ address, answer }) => {
      const [, id] = /\/(\d+)$/.exec(address) ?? []
      const { Id = id } = documentOf(answer)
      return id === undefined ? [] : [{ address, id, Id }]
    })
    t.ok(items.length > 100)
    const unexpected = items.filter(({ id, Id }) => id !== Id)
    t.same(unexpected, [])
  })

  t.test('with a trailing slash, and by HEAD, a response is the same; OPTIONS lists the methods', async (t) => {
    for (const { accept, extension } of [walks.XML, walks.JSON]) {
      const documents = crawled.get(accept === '*/*' ? 'XML' : 'JSON') ?? []
      t.ok(documents.length > 0)
      const differing = await inFlight(documents, async ({ address, answer: { statusCode, headers, body } }) => {
        const path = `/resources/${pathOf(address, extension)}`.replace(/\/$/, '')
        const ask = (method: 'GET' | 'HEAD' | 'OPTIONS', url: string) =>
          app.inject({ method, url, headers: { host, accept } })
        const other = await ask('GET', address.endsWith('/') ? path : `${path}/`)
        const head = await ask('HEAD', path)
        const options = await ask('OPTIONS', path)
        const isSame =
          [other, head].every((answer) => isDeepStrictEqual(lasting(answer), lasting({ statusCode, headers }))) &&
          [other.body, head.body, options.body].join('|') === `${body}||` &&
          [options.statusCode, options.headers['access-control-allow-origin']].join() === '204,*' &&
          /^GET, HEAD, (POST, )?(PUT, )?(DELETE, )?OPTIONS$/.test(String(options.headers.allow))
        return isSame ? [] : [address]
      })
      t.same(differing.flat(), [])
    }
  })
})
