/**
 * The golden table of rights: what each sender gets at each address, whatever rule its route names. The first column of
 * reads is with public drafts and profiles, for three senders; the second one without, for all. The signs: `-` is 401,
 * `x` 403, `0` 404, `.` the document that strangers get, and `+` another one, or a write that is not refused.
 */
import t from 'tap'
import { newToken } from '../../../db/secrets.ts'
import { hashToken } from '../../../db/sessions.ts'
import { golden } from '../../support/golden.ts'
import { build } from '../../support/index.ts'
import { prepareRows, spareAddress, writesOf } from '../writes.ts'

/** Sessions, of users who have one reason for their rights in blog 900. Gero's account is closed. */
const USERS = ['gero', 'naama', 'mira', 'aurelie', 'ishan', 'folake', 'admin'] as const
const IN_PUBLIC = ['nobody', 'naama', 'admin'] as const
/** API tokens of admin: the most that each allows, and its blog. */
const TOKENS = [
  ['read', 900],
  ['read', null],
  ['draft', 900],
  ['publish', 900],
  ['publish', 901],
  ['publish', null],
  [null, null]
] as const

/** Path parameters that only reads have, and those of some kinds of items. */
const PARAMETERS = {
  author: 900,
  authenticatedId: 900,
  chain: 'xml',
  componentId: 1,
  creator: 11,
  entryId: 1,
  fileId: 1,
  format: 'lines',
  group: 900,
  key: 'normal',
  languageId: 1,
  locale: 'en',
  messageId: 1,
  metaTypeId: 1,
  methodId: 1,
  pluginId: 1,
  requestId: 1,
  rightTypeId: 900,
  type: 'normal'
}

const OF_KINDS: readonly (readonly [RegExp, Readonly<Record<string, string | number>>])[] = [
  [/SourceType/, { key: 'xml' }],
  [/UserType/, { key: 'standard' }],
  [/BlogMediaType/, { key: 'top_banner' }],
  [/Audio/, { metaDataId: 901, metaInfoId: 903 }],
  [/Video/, { metaDataId: 902, metaInfoId: 904 }]
]
const parametersIn = (path: string) => ({ ...PARAMETERS, ...OF_KINDS.find(([kind]) => kind.test(path))?.[1] })

interface Request {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly url: string
}

/** Returns the sign of an answer. @param stranger the document that strangers get at the address */
const signOf = (isRead: boolean, status: number, document: string, stranger: string): string => {
  if (status === 401) return '-'
  if (status === 403) return 'x'
  if (!isRead) return '+'
  if (status === 404) return '0'
  return document === stranger ? '.' : '+'
}

/** Builds the service. @param isPublic whether strangers see drafts and profiles */
const newsroom = async (isPublic: boolean) => {
  const built = await build(t, { CACHE_MB: '0', PUBLIC_DRAFTS: `${isPublic}`, PUBLIC_PROFILES: `${isPublic}` })
  const { app, sql, tokenOf } = built
  await prepareRows(sql)
  await sql`delete from user_roles where "user" in (select id from users where name in ${sql([...USERS.slice(0, 5)])})`
  const senders = new Map<string, Record<string, string>>([['nobody', {}]])
  const admin = await tokenOf('admin')
  senders.set('the cookie of admin, sent by another site', {
    cookie: `desk_session=${admin}`,
    origin: 'https://evil.example',
    'sec-fetch-site': 'same-site'
  })
  for (const name of USERS) senders.set(name, { authorization: await tokenOf(name) })
  for (const [allows, blog] of TOKENS) {
    const authorization = newToken()
    await sql`
      insert into sessions (token_hash, "user", name, allows, blog)
      values (${hashToken(authorization)}, 1, 'a program', ${allows}, ${blog})`
    senders.set(`token of admin, ${allows ?? 'everything'}, ${blog ?? 'all blogs'}`, { authorization })
  }
  senders.set('assistant of admin', { authorization: admin, 'x-assistant': 'true' })

  /** Returns a sign for the answer to each sender. @param names their names; by default, all */
  const signsOf = async (request: Request, names: readonly string[] = [...senders.keys()]) => {
    let seen = ''
    let signs = ''
    for (const name of names) {
      const headers = { host: 'desk.example', accept: 'application/json', 'if-match': '"0"', ...senders.get(name) }
      const { statusCode, body } = await app.inject({ ...request, headers })
      if (name === 'nobody') seen = body
      if (statusCode >= 500) t.fail(`${request.method} ${request.url} ${name}: ${body}`)
      signs += signOf(request.method === 'GET', statusCode, body, seen)
    }
    return signs
  }
  return { app, senders, signsOf }
}

t.test('each sender gets at each address what the golden table says', async (t) => {
  const open = await newsroom(true)
  const closed = await newsroom(false)
  const lines = [...open.senders.keys()].map((name, at) => `${' '.repeat(at)}${name}`)
  for (const { method, path, readsWeb } of open.app.descriptions) {
    if (method !== 'GET' || readsWeb) continue
    const request = { method, url: `${spareAddress(path, parametersIn(path))}?X-Filter=*` } as const
    const shown = await open.signsOf(request, IN_PUBLIC)
    lines.push(`${shown} ${await closed.signsOf(request)} GET ${path}`)
  }
  for (const { name, request } of writesOf(closed.app)) lines.push(`${await closed.signsOf(request)} ${name}`)
  await golden(t, 'rights-of-senders.txt', Buffer.from(lines.map((line) => `${line}\n`).join('')))
})
