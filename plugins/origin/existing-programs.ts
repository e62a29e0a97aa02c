/**
 * Supports clients of the original service. They send requests below `/resources/my/`, which need a session and get
 * JSON by default, the token and Accept as parameters, and PUT and DELETE as POST with X-HTTP-Method-Override. This
 * file rewrites such requests, so the rest of the code only handles plain ones.
 */
import type { IncomingMessage } from 'node:http'
import { changed } from './browsers.ts'

/**
 * Rewrites a request of a client of the original service to a plain one.
 * @returns the URL, without `/my` and without the parameters that stand for headers
 */
export const adaptExistingProgram = (request: IncomingMessage, url: string): { url: string; isPersonal: boolean } => {
  const { headers, method } = request
  const override = String(headers[OVERRIDE]).toUpperCase()
  if (method === 'POST' && (override === 'PUT' || override === 'DELETE')) {
    request.method = override
    delete headers[OVERRIDE]
  }
  const plainUrl = url.replace(MY, '$1')
  const isPersonal = plainUrl !== url
  if (isPersonal) headers['content-type'] ??= 'application/json'
  const movedUrl = changed(plainUrl, (parameters) => moveToHeaders(parameters, headers))
  // The programs that use these addresses expect JSON unless they ask for XML.
  if (isPersonal && ACCEPTS_ANYTHING.test(headers.accept ?? '')) headers.accept = 'application/json'
  return { url: movedUrl, isPersonal }
}

/** The header that names the method of a POST which stands for another one. */
export const OVERRIDE = 'x-http-method-override'
const ACCEPTS_ANYTHING = /^\s*(\*\/\*\s*)?$/
// Like the router, this accepts several slashes in a row, and an absolute URL.
const MY = /^((?:https?:\/\/[^/?]*)?\/+resources)\/+my(?=[/.?]|$)/

/** Moves the parameters that stand for headers to the headers, and returns the other ones. */
const moveToHeaders = (parameters: readonly string[], headers: IncomingMessage['headers']) =>
  parameters.filter((parameter) => {
    const [[name, value] = ['', '']] = new URLSearchParams(parameter)
    switch (name.toLowerCase()) {
      case 'authorization':
        // The header has priority. Otherwise a link could replace the session of the user who follows it.
        headers.authorization ??= value
        return false
      case 'accept':
        headers.accept = value
        return false
      default:
        return true
    }
  })
