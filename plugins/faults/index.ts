/** Errors as problem documents (RFC 9457) in the client's format. A 5xx hides its cause and logs it. */
import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import fp from 'fastify-plugin'
import type { ConnectionError, FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Problem, problemKinds, type ProblemKind, type ProblemRow } from '../../schemas/problem.ts'
import { linkContextOf } from '../resources/representation/template.ts'
import { chooseFormat, compileWriters, defaultChoice } from '../resources/representation/formats.ts'
import { defaultPresentation } from '../resources/representation/presentation.ts'
import { clip, refusalsOf } from './refusals.ts'

const writerOf = compileWriters([Problem], '')

const faults = async (app: FastifyInstance) => {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const problem = problemOf(error, request)
    // An outage is logged once, by those who notice it, and not for every request that it refuses.
    if (problem.status >= 500 && problem.status !== 503) request.log.error({ err: error }, 'request failed')
    return sendProblem(request, reply, problem, headersOf(error, problem.status))
  })
  app.setNotFoundHandler((request, reply) =>
    sendProblem(request, reply, {
      ...blank('not-found', request),
      detail: `There is nothing at ${clip(withoutQuery(request.originalUrl), 500)}`
    })
  )
}

/** Answers an address that cannot be read, such as one with a broken percent sign. No hook sees it, CORS's neither. */
export const answerBadAddress = ({ statusCode }: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
  const problem =
    statusCode === 414
      ? { ...blank('address-too-long', request), detail: 'A part of the address is longer than any key' }
      : { ...blank('bad-request', request), detail: 'The address is not a well-formed URL path' }
  void sendProblem(request, reply, problem, { 'access-control-allow-origin': '*' })
}

/** Answers what Node does not take for a request: no HTTP, headers that are too large or do not arrive. */
export const answerBrokenRequest = (error: ConnectionError, socket: Socket) => {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  const kind = brokenKinds[error.code] ?? 'bad-request'
  const { status, title, explanation } = problemKinds[kind]
  const { format } = defaultChoice
  const body = writerOf(format)({ ...blank(kind, { id: randomUUID() }), detail: explanation }, NOWHERE, false)
  if (socket.writable) {
    socket.write(
      [
        `HTTP/1.1 ${status} ${title}`,
        'Cache-Control: no-store',
        'Connection: close',
        'X-Content-Type-Options: nosniff',
        `Content-Type: ${format.problem}${format.charset}`,
        `Content-Length: ${Buffer.byteLength(body)}`,
        '',
        body
      ].join('\r\n')
    )
  }
  socket.destroy(error)
}

const brokenKinds: Readonly<Record<string, ProblemKind>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'timeout',
  HPE_HEADER_OVERFLOW: 'headers-too-large'
}

/** Sends a problem in the format the client would have been answered in, or in the default one. */
const sendProblem = (
  request: FastifyRequest,
  reply: FastifyReply,
  problem: ProblemRow,
  headers: Readonly<Record<string, string>> = {}
) => {
  const { format } = chooseFormat(request) ?? defaultChoice
  const write = writerOf(format)
  // Browsers show documents of types they know, and an error of their own for others.
  const isBrowser = request.headers.accept?.includes('text/html') === true
  return reply
    .code(problem.status)
    .headers({ vary: 'Accept', 'cache-control': 'no-store', 'x-content-type-options': 'nosniff', ...headers })
    .header('x-request-id', request.id)
    .type(`${isBrowser ? format.media[0] : format.problem}${format.charset}`)
    .serializer((row: ProblemRow) => write(row, NOWHERE, false))
    .send(problem)
}

// A problem has no links, so it needs no place.
const NOWHERE = linkContextOf('', undefined, defaultPresentation)

const problemOf = (error: FastifyError, request: FastifyRequest): ProblemRow => {
  const away = awayDetail(error)
  if (away !== undefined) return { ...blank('unavailable', request), detail: away }
  const { kind, detail, errors } = refusalsOf(error, request)
  const problem = blank(kind ?? kindOf(error.statusCode ?? 500), request)
  // Of all failures only the details of 503 are written for clients.
  const hidden = problem.status >= 500 && problem.status !== 503
  if (hidden) return { ...problem, detail: 'The service failed to answer; its log says why' }
  return { ...problem, detail, ...(errors.length > 0 && { errors: [...errors] }) }
}

const blank = (kind: ProblemKind, { id }: Pick<FastifyRequest, 'id'>) => {
  const { title, status } = problemKinds[kind]
  return { type: `/problems/${kind}`, title, status, instance: id }
}

const kindOf = (status: number): ProblemKind =>
  kinds.find((kind) => problemKinds[kind].status === status) ?? (status < 500 ? 'bad-request' : 'internal-error')

const kinds = Object.keys(problemKinds).filter((name): name is ProblemKind => name in problemKinds)

/** Headers that an error brings along, and those its status asks for. */
const headersOf = (error: FastifyError & { headers?: Record<string, string> }, status: number) => ({
  ...(status === 401 && { 'www-authenticate': 'Bearer realm="desk"' }),
  ...(status === 503 && { 'retry-after': '2' }),
  ...error.headers
})

/** Tells clients why an answer has to wait; undefined for other errors. */
const awayDetail = ({ code }: FastifyError): string | undefined => {
  if (code === 'FST_ERR_HANDLER_TIMEOUT') return 'This took too long; try again shortly'
  return AWAY.test(code) ? 'The database does not answer now; try again shortly' : undefined
}

/**
 * Errors of the connection or of a server that can't answer now, not of a query: postgres.js's own codes, the system's,
 * and PostgreSQL's: connection exceptions (08), insufficient resources (53), shutdown (57P0), cancelled by a time-out
 * (57014), lock not available (55P03), read-only (25006, as on a server that has become a replica).
 */
const AWAY = new RegExp(
  `^(?:${[
    'CONNECTION_(CLOSED|ENDED|DESTROYED)',
    'CONNECT_TIMEOUT',
    'CONNECTION_CONNECT_TIMEOUT',
    'ECONNREFUSED',
    'ECONNRESET',
    'EPIPE',
    'ENOTFOUND',
    'ETIMEDOUT',
    'EAI_AGAIN',
    '08...',
    '53...',
    '57P0.',
    '57014',
    '55P03',
    '25006'
  ].join('|')})$`
)

const withoutQuery = (url: string) => url.split('?', 1)[0] ?? url

export default fp(faults, { name: 'faults', fastify: '5.x' })
