/**
 * The document of each address of the resource tree equals the golden one: in XML, in JSON with all properties, and the
 * title of its page. It also tells whether it is refused without a session where drafts and profiles are not public.
 */
import t from 'tap'
import { replicaOf } from '../../support/app.ts'
import { golden } from '../../support/golden.ts'
import { buildStill, stable } from '../still.ts'
import { spareAddress } from '../writes.ts'

/** Addresses whose documents depend on the installed packages, on the files of the service, or on other servers. */
const CHANGING = /\/(?:Admin\/(?!Input|Request)|Export|URLInfo)\b/

/** Values of the path parameters for reads, by the paths that need them; those for writes have other values. */
const PARAMETERS: readonly (readonly [RegExp, Readonly<Record<string, string | number>>])[] = [
  [/./, { author: 901, authenticatedId: 11, creator: 11, entryId: 1, group: 900, languageId: 1, metaTypeId: 1 }],
  [/RightType/, { rightTypeId: 900 }],
  [/PostType/, { key: 'normal', type: 'normal' }],
  [/SourceType/, { key: 'xml' }],
  [/BlogMediaType/, { key: 'top_banner' }],
  [/UserType/, { key: 'standard' }],
  [/Audio/, { metaDataId: 901, metaInfoId: 903 }],
  [/Video/, { metaDataId: 902, metaInfoId: 904 }]
]
const valuesIn = (path: string) =>
  Object.assign({}, ...PARAMETERS.map(([pattern, values]) => (pattern.test(path) ? values : {})))

t.test('each address has the document that is meant', async (t) => {
  const built = await buildStill(t)
  const { app, tokens } = built
  const hidden = { PUBLIC_DRAFTS: 'false', PUBLIC_PROFILES: 'false' }
  const closed = await replicaOf(t, built, { FOLLOW: 'false', WEBHOOKS: 'false', ...hidden })
  const authorization = String(tokens.get('admin'))
  const paths = app.descriptions.flatMap(({ method, path, query }) =>
    method === 'GET' && !CHANGING.test(path) ? [[path, 'limit' in query ? 'limit=4' : ''] as const] : []
  )
  const sections: string[] = []
  for (const [path, limit] of paths.sort()) {
    const read = (query: string, accept: string) => {
      const headers = { authorization, host: 'desk.example', accept }
      return app.inject({ url: `${spareAddress(path, valuesIn(path))}?${query}`, headers })
    }
    const xml = await read(limit, 'application/xml')
    const json = await read(`${limit}&X-Filter=*`, 'application/json')
    const page = await read(limit, 'text/html')
    t.equal(xml.statusCode, json.statusCode, path)
    const { statusCode } = await closed.inject(spareAddress(path, valuesIn(path)))
    const status = statusCode === 401 ? `${json.statusCode} or 401` : json.statusCode
    const [title = ''] = /<title>.*<\/title>/.exec(page.body) ?? []
    sections.push(`${path} ${status}\n${title}\n${xml.body}\n${json.body.replaceAll('},{', '},\n{')}\n`)
  }
  await golden(t, 'all-documents.txt', stable(sections.join('\n')))
})
