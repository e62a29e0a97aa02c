/**
 * Requests of browsers. A cookie holds the session token, because no script may read it, and pages without a script
 * send no headers. The address of a form says which method and version it means, and where the browser goes after it.
 * This rewrites such requests to plain ones.
 */
import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { chooseFormat, sendsForm, isPage } from '../formats.ts'

/** Headers of every response. */
export const BROWSER_HEADERS = {
  // Browsers must not guess a media type other than the content type.
  'x-content-type-options': 'nosniff',
  // Requests name only the origin of the page that they come from, because its address can hold a token. Players of
  // videos need the origin, and forms prove with it which site sent them.
  'referrer-policy': 'strict-origin'
}

/** The meaning of a browser's request, after its rewriting. */
export interface BrowserRequest {
  /** The address, without the parameters of forms. */
  readonly url: string
  /** Whether it is the form of a page. If the service refuses it, the page shows the form again. */
  readonly isForm: boolean
  /** Whether the session comes from the cookie of a browser. */
  readonly isBrowserSession: boolean
  /** Path to which the form leads, from its query. If undefined, the form leads to the item that it has changed. */
  readonly back?: string
}

/**
 * Parameters in the address of a form: the method, the version of the item that the form was made from, the key that
 * tells a form that was sent twice from two forms, the id of the user to whom the page showed it, and the path where
 * the browser goes when the form has been carried out.
 */
const METHOD = '_method'
const VERSION = '_version'
const KEY = '_key'
const USER = '_user'
export const BACK = '_back'

/** Header with the id of the user whose session the sender expects: a browser may have that of somebody else by now. */
export const SESSION_USER = 'x-session-user'

/** Pattern of a path of this service, in characters that a header may contain. No other site can be in it. */
export const OWN_PATH = '^/(?![/\\\\])[!-~]*$'
/** Maximum number of characters of such a path. */
export const MAX_PATH = 2000

/** Returns whether a browser may be sent to a path after a form. */
export const isOwnPath = (path: string): boolean => path.length <= MAX_PATH && new RegExp(OWN_PATH).test(path)

/** Returns the address of the login that leads to a path afterwards. One that `isOwnPath` refuses is left out. */
export const loginAddress = (base: string, path: string): string =>
  isOwnPath(path) ? `${base}/login?to=${encodeURIComponent(path)}` : `${base}/login`

/** Fields for a name and a password in a form that is sent without a session. No body has properties of these names. */
export const LOGIN = { name: '_UserName', password: '_Password' } as const

/** The parameters in the address of a form, besides its method and its key. */
export interface FormTerms {
  /** The version of the item that the form was made from; it changes the item only if it still has that version. */
  readonly version?: number | undefined
  /** Id of the user whom the page shows the form to: the session of somebody else does not count. */
  readonly user?: number | undefined
  /** The path where the browser goes when the form has been carried out; by default, to the item. */
  readonly back?: string | undefined
}

/** Returns the address of a form that stands for a method, with a new key. */
export const formAddress = (url: string, method: string, { version, user, back }: FormTerms = {}): string => {
  const parameters = [
    `${KEY}=${randomUUID()}`,
    ...(method === 'POST' ? [] : [`${METHOD}=${method}`]),
    ...(version === undefined ? [] : [`${VERSION}=${version}`]),
    ...(user === undefined ? [] : [`${USER}=${user}`]),
    ...(back === undefined ? [] : [`${BACK}=${encodeURIComponent(back)}`])
  ].join('&')
  return `${url}${url.includes('?') ? '&' : '?'}${parameters}`
}

/** Returns the version that a form was made from, according to the headers of its rewritten request. */
export const formVersion = ({ 'if-match': condition }: IncomingHttpHeaders): number | undefined => {
  const [, version] = /^"(\d+)"$/.exec(condition ?? '') ?? []
  return version === undefined ? undefined : Number(version)
}

/** Returns the session token in the cookies of a request. @param name the name of the cookie */
export const cookieToken = ({ cookie = '' }: IncomingHttpHeaders, name: string): string | undefined =>
  new RegExp(`(?:^|;)\\s*${name}=([A-Za-z0-9_-]{43})\\s*(?:;|$)`).exec(cookie)?.[1]

/**
 * Returns whether a page of this service sends a request. Browsers set the header themselves, and neither scripts nor
 * other sites can change it. They leave it out where the connection is neither encrypted nor local.
 */
export const isSentByOwnPage = ({ 'sec-fetch-site': site }: IncomingHttpHeaders): boolean => site === 'same-origin'

/**
 * Rewrites the request of a browser to a plain one. Takes the token from the session cookie for pages, for forms, and
 * for scripts of our own pages. Removes the empty fields of a form with filters.
 * @param url the address, after earlier rewriting
 * @param cookie the name of the cookie that holds a session token
 */
export const adaptBrowser = (request: IncomingMessage, url: string, cookie: string): BrowserRequest => {
  const { headers } = request
  const token = cookieToken(headers, cookie)
  const hasForm = sendsForm(request)
  // The extension of a document for readers, as of `feed.json`, chooses no format: it has one only.
  const choice = chooseFormat({ originalUrl: url.startsWith('/live/') ? '' : url, headers })
  const forPeople = choice !== undefined && isPage(choice)
  const plainUrl = forPeople ? withoutEmptyFields(url) : url
  if (headers.authorization !== undefined) return { url: plainUrl, isForm: false, isBrowserSession: false }
  // A form may come after its session has ended, when the browser no longer has the cookie.
  const isForm = hasForm && forPeople
  const isBrowserSession = token !== undefined && (hasForm || forPeople || isSentByOwnPage(headers))
  if (isBrowserSession) headers.authorization = token
  if (isForm || ((hasForm || sendsFiles(request)) && isBrowserSession)) {
    return { ...withoutFormParameters(request, url), isForm, isBrowserSession }
  }
  return { url: plainUrl, isForm, isBrowserSession }
}

/** Returns whether a request sends a form with files, whose address has parameters, too. */
const sendsFiles = ({ method, headers }: IncomingMessage): boolean =>
  method === 'POST' && headers['content-type']?.startsWith('multipart/form-data') === true

const withoutEmptyFields = (url: string) => changed(url, (fields) => fields.filter((field) => !/^[^=]*=$/.test(field)))

/** Applies and removes the parameters in the address of a form; the way back is only removed, and returned. */
const withoutFormParameters = (request: IncomingMessage, sentUrl: string): Pick<BrowserRequest, 'url' | 'back'> => {
  let back: string | undefined
  const url = changed(sentUrl, (fields) =>
    fields.filter((field) => {
      const [name, value = ''] = field.split('=')
      if (name === METHOD && (value === 'PUT' || value === 'DELETE')) request.method = value
      else if (name === VERSION) request.headers['if-match'] = `"${value}"`
      else if (name === KEY) request.headers['idempotency-key'] = value
      else if (name === USER) request.headers[SESSION_USER] = value
      else if (name === BACK) back = new URLSearchParams(field).get(BACK) ?? ''
      else return true
      return false
    })
  )
  return { url, ...(back !== undefined && { back }) }
}

/** Returns an address with other parameters: `change` receives each as it was sent. */
export const changed = (url: string, change: (fields: string[]) => string[]): string => {
  const [path = '', query] = url.split(/\?(.*)/s)
  const fields = query === undefined ? [] : change(query.split('&'))
  return fields.length === 0 ? path : `${path}?${fields.join('&')}`
}
