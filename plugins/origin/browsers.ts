/**
 * Requests of browsers with a session. A page cannot send headers, so a cookie holds the session token, and the address
 * of a form says which method and version it means. This rewrites such requests to plain ones.
 */
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { chooseFormat, isPage } from '../formats.ts'

/** Name of the cookie that holds a session token. */
export const COOKIE = 'desk_session'

/** Parameters in the address of a form: the method, and the version of the item that the form was made from. */
export const METHOD = '_method'
export const VERSION = '_version'

/** Returns whether a request has the cookie of a session, valid or not. */
export const hasSessionCookie = ({ cookie }: IncomingHttpHeaders): boolean => cookie?.includes(`${COOKIE}=`) === true

/** Returns the session token in the cookies of a request. */
export const cookieToken = ({ cookie = '' }: IncomingHttpHeaders): string | undefined =>
  /(?:^|;\s*)desk_session=([A-Za-z0-9_-]{43})\s*(?:;|$)/.exec(cookie)?.[1]

/**
 * Rewrites the request of a browser to a plain one: the cookie of a session counts on pages and for forms. Empty fields
 * of a form with filters are removed.
 * @param url the address, as far as it is rewritten
 * @returns the address without the parameters of forms, and whether the session comes from the cookie
 */
export const adaptBrowser = (request: IncomingMessage, url: string): { url: string; isBrowserSession: boolean } => {
  const { headers, method } = request
  const token = cookieToken(headers)
  const isForm = method === 'POST' && headers['content-type']?.startsWith('application/x-www-form-urlencoded') === true
  const hasEmptyFields = (method === 'GET' || method === 'HEAD') && /=(&|$)/.test(url)
  if (token === undefined && !hasEmptyFields) return { url, isBrowserSession: false }
  const choice = chooseFormat({ originalUrl: url, headers })
  const forPeople = choice !== undefined && isPage(choice)
  const isBrowserSession = token !== undefined && headers.authorization === undefined && (isForm || forPeople)
  if (isBrowserSession) headers.authorization = token
  if (isForm && isBrowserSession) return { url: withoutFormParameters(request, url), isBrowserSession }
  return { url: forPeople ? withoutEmptyFields(url) : url, isBrowserSession }
}

const withoutEmptyFields = (url: string) => changed(url, (fields) => fields.filter((field) => !field.endsWith('=')))

/** Applies and removes the method and the version in the address of a form. */
const withoutFormParameters = (request: IncomingMessage, url: string) =>
  changed(url, (fields) =>
    fields.filter((field) => {
      const [name, value = ''] = field.split('=')
      if (name === METHOD && (value === 'PUT' || value === 'DELETE')) request.method = value
      else if (name === VERSION) request.headers['if-match'] = `"${value}"`
      else return true
      return false
    })
  )

const changed = (url: string, change: (fields: string[]) => string[]) => {
  const [path = '', query] = url.split(/\?(.*)/s)
  const fields = query === undefined ? [] : change(query.split('&'))
  return fields.length === 0 ? path : `${path}?${fields.join('&')}`
}
