/** Sends errors as problem documents (RFC 9457). The cause of a 5xx is logged and not sent. */
import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import fp from 'fastify-plugin'
import type { ConnectionError, FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Row } from '../../schemas/language/rows.ts'
import { Problem, problemKinds, type ProblemKind, type ProblemRow } from '../../schemas/problem.ts'
import { linkContextOf } from '../representation/template.ts'
import { chooseFormat, defaultChoice, isPage, type Format } from '../formats.ts'
import { compilerFor } from '../representation/index.ts'
import { writersOf } from '../representation/writers.ts'
import { defaultPresentation } from '../representation/presentation.ts'
import { BROWSER_HEADERS, loginAddress } from '../origin/browsers.ts'
import { blogAddress, idIn } from '../pages/addresses.ts'
import { clip } from '../refusals.ts'
import { atOnce } from '../steps.ts'
import { refusalsOf, type PlacedError } from './explanations.ts'
import { unavailableDetail } from './temporary.ts'

// People get a page instead of the HTML of the writer.
const writerOf = writersOf(
  [Problem],
  '',
  compilerFor(() => {
    throw new TypeError('Problems in HTML are pages')
  })
)

const faults = async (app: FastifyInstance) => {
  app.setErrorHandler((error: PlacedError, request, reply) => {
    const row = problemOf(error, request)
    // A 501 is the fault of the request. Most 503 have no code: the plugin that detects an outage logs it once.
    if (row.status === 500) request.log.error({ err: error }, 'request failed')
    else if (row.status === 503 && error.code) request.log.warn({ reason: error.message }, 'request refused')
    return sendProblem(request, reply, row, headersOf(error, row.status), error.item)
  })
  app.setNotFoundHandler((request, reply) =>
    sendProblem(
      request,
      reply,
      problem('not-found', request.id, `There is nothing at ${clip(withoutQuery(request.originalUrl), 500)}`)
    )
  )
}

/**
 * Responds to a URL that Fastify cannot parse, such as one with an incomplete percent-encoding. Fastify runs no hooks
 * for it, so the CORS header is set here.
 */
export const answerBadAddress = ({ statusCode }: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
  const row =
    statusCode === 414
      ? problem('address-too-long', request.id, 'A segment of the address is longer than any id or key')
      : problem('bad-request', request.id, 'The address is not a well-formed URL path')
  void sendProblem(request, reply, row, { 'access-control-allow-origin': '*' })
}

/** Responds to input that Node rejects as a request: not HTTP, or headers that are too large or incomplete. */
export const answerBrokenRequest = (error: ConnectionError, socket: Socket) => {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  const kind = brokenKinds[error.code] ?? 'bad-request'
  const { status, title, explanation } = problemKinds[kind]
  const { headers, body } = documentOf(problem(kind, randomUUID(), explanation), defaultChoice.format)
  if (socket.writable) {
    const lines = Object.entries({ connection: 'close', ...headers }).map(([name, value]) => `${name}: ${value}`)
    socket.write([`HTTP/1.1 ${status} ${title}`, ...lines, '', body].join('\r\n'))
  }
  socket.destroy(error)
}

/**
 * Refuses a request with 503 before the router runs. It costs so little that the service has the time
 * to answer the other requests.
 */
export const answerOverload = ({ url = '', headers }: IncomingMessage, response: ServerResponse) => {
  const choice = chooseFormat({ originalUrl: url, headers }) ?? defaultChoice
  // A page would cost too much, so people get the document in the default format, as a type that browsers display.
  const { format } = isPage(choice) ? defaultChoice : choice
  const id = randomUUID()
  const row = problem('unavailable', id, 'The service is overloaded; try again shortly')
  const { headers: ofDocument, body } = documentOf(row, format)
  response.writeHead(503, {
    ...ofDocument,
    ...(isPage(choice) && { 'content-type': `${format.media[0]}${format.charset}` }),
    vary: 'Accept',
    'retry-after': '2',
    'x-request-id': id,
    'access-control-allow-origin': '*'
  })
  response.end(body)
}

/** Returns a problem document, with its headers, for a response that Fastify does not send. */
const documentOf = (row: ProblemRow, format: Format) => {
  const body = atOnce(writerOf(format)(row, NO_LINKS, false))
  return {
    body,
    headers: {
      'content-type': `${format.problem}${format.charset}`,
      'content-length': Buffer.byteLength(body),
      'cache-control': 'no-store',
      ...BROWSER_HEADERS
    }
  }
}

const brokenKinds: Readonly<Record<string, ProblemKind>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'timeout',
  HPE_HEADER_OVERFLOW: 'headers-too-large'
}

/** Sends a problem document in the format that the request selects, or in the default format; to people, a page. */
const sendProblem = async (
  request: FastifyRequest,
  reply: FastifyReply,
  problem: ProblemRow,
  headers: Readonly<Record<string, string>> = {},
  item?: Row
) => {
  const { format } = chooseFormat(request) ?? defaultChoice
  reply
    .code(problem.status)
    .headers({ vary: 'Accept', 'cache-control': 'no-store', ...BROWSER_HEADERS, ...headers })
    .header('x-request-id', request.id)
  if (isPage({ format })) return sendPage(request, reply, problem, item)
  // Browsers display documents of media types that they know, such as application/xml, but not those of problem types.
  const isBrowser = request.headers.accept?.includes('text/html') === true
  return reply
    .type(`${isBrowser ? format.media[0] : format.problem}${format.charset}`)
    .send(atOnce(writerOf(format)(problem, NO_LINKS, false)))
}

const sendPage = async (request: FastifyRequest, reply: FastifyReply, problem: ProblemRow, item?: Row) => {
  const { errorPage } = await import('../pages/error.tsx')
  const here = request.method === 'GET' ? request.originalUrl : ''
  // Readers come by links to posts that were withdrawn.
  const liveBlog = problem.status === 404 ? idIn(/^\/live\/(\d+)\/(?:post|page)\//.exec(here)?.[1]) : undefined
  return request.server.pages.show(request, reply, (frame) =>
    errorPage({
      ...frame,
      problem,
      isResource: request.originalUrl.startsWith('/resources'),
      isFrame: /^\/live\/[^/?]+\/embed(?:\?|$)/.test(here),
      login: problem.status === 401 ? loginAddress(frame.base, here) : undefined,
      liveBlog: liveBlog === undefined ? undefined : blogAddress(frame.base, liveBlog),
      refused: request.server.refusedForm?.(request, problem, item)
    })
  )
}

/** An empty link context: problem documents have no links. */
const NO_LINKS = linkContextOf('', undefined, defaultPresentation)

const problemOf = (error: FastifyError, request: FastifyRequest): ProblemRow => {
  const unavailable = unavailableDetail(error)
  if (unavailable !== undefined) return problem('unavailable', request.id, unavailable)
  const { kind = kindOf(error.statusCode ?? 500), detail, errors } = refusalsOf(error, request)
  // Among the 5xx, only the texts of 501 and 503 are meant for clients.
  if (problemKinds[kind].status === 500) {
    return problem(kind, request.id, 'The service failed to answer; its log says why')
  }
  return { ...problem(kind, request.id, detail), ...(errors.length > 0 && { errors: [...errors] }) }
}

/** Returns a problem. @param id of the request */
const problem = (kind: ProblemKind, id: string, detail: string): ProblemRow => {
  const { title, status } = problemKinds[kind]
  return { type: `/problems/${kind}`, title, status, instance: id, detail }
}

const kindOf = (status: number): ProblemKind =>
  kinds.find((kind) => problemKinds[kind].status === status) ?? (status < 500 ? 'bad-request' : 'internal-error')

const kinds = Object.keys(problemKinds).filter((name): name is ProblemKind => name in problemKinds)

/** Returns the headers of an error, and those that its status requires. */
const headersOf = (error: FastifyError & { headers?: Record<string, string> }, status: number) => ({
  ...(status === 401 && { 'www-authenticate': 'Bearer realm="desk"' }),
  ...(status === 503 && { 'retry-after': '2' }),
  ...error.headers
})

const withoutQuery = (url: string) => url.split('?', 1)[0] ?? url

export default fp(faults, { name: 'faults' })
