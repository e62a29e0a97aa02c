/**
 * `/mcp`: tools for assistants, by the Model Context Protocol (docs/assistants.md). Each call of a tool is a request
 * of the public interface, and a line of the log. The SDK is loaded with the first request.
 */
import fp from 'fastify-plugin'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isDeeperThan, isObject, membersOf } from '../../schemas/language/rows.ts'
import { ASSISTANT } from '../authorization/limits.ts'
import { parseJson } from '../bodies/index.ts'
import { MAX_BYTES } from '../bodies/limits.ts'
import { jsonMedia } from '../formats.ts'
import { treeSender } from '../tree-requests.ts'
import { offersFor, offersOf, type Offer } from './offers.ts'
import { requestOf } from './requests.ts'

/** Headers of the protocol, which the SDK reads. */
const HEADERS = ['accept', 'content-type', 'mcp-protocol-version', 'mcp-method', 'mcp-name'] as const

/** Maximum number of values in a message, outside of the values of arguments. Clients send less than a hundred. */
const MAX_VALUES = 500

/** Maximum number of levels of a message. Its arguments are on the third one, and have three at most. */
const MAX_LEVELS = 20

/** Origins of pages on this machine. */
const LOCAL = /^https?:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/

/** @param module the configured module name */
const assistants = async (app: FastifyInstance, { module }: { module: string }) => {
  const { forbidden, badRequest } = app.httpErrors
  let offers: readonly Offer[] | undefined

  /** @throws HttpError 403 if a page of another site sends the request, or if a cookie holds its session */
  const requireProgram = ({ headers, origin: { isBrowserSession } }: FastifyRequest) => {
    const { origin } = headers
    const isOwn =
      origin === undefined ||
      (app.configuredBase === '' ? LOCAL.test(origin) : origin === new URL(app.configuredBase).origin)
    if (!isOwn) throw forbidden('Pages of other sites cannot use the tools for assistants')
    if (isBrowserSession) throw forbidden('Send a token in the Authorization header; a cookie does not count here')
  }

  await app.register(async (scope) => {
    scope.addContentTypeParser([...jsonMedia], { parseAs: 'buffer' }, parseJson)
    // Before the body is read, so that strangers cannot make the service parse any.
    const onRequest = async (request: FastifyRequest) => {
      requireProgram(request)
      request.headers[ASSISTANT] = 'true'
      request.user = await app.authorization.userOf(request)
    }
    scope.post('/mcp', { schema: { hide: true }, bodyLimit: MAX_BYTES, onRequest }, async (request, reply) => {
      const { body, user } = request
      if (Array.isArray(body)) throw badRequest('Send one message of JSON-RPC in a request')
      // The SDK would go down to the last level.
      if (isDeeperThan(MAX_LEVELS, body)) throw badRequest(`The message has more than ${MAX_LEVELS} levels`)
      if (hasManyValues(body)) throw badRequest(`The message has more than ${MAX_VALUES} values`)
      offers ??= offersOf(app.documents.operations(), module)
      const { answer } = await import('./server.ts')
      const send = treeSender(app, request)
      let status: number | undefined
      const response = await answer(requestFor(request), body, offersFor(user, offers), async (offer, args) => {
        const result = await send(requestOf(offer, args))
        status = result.status
        return result
      })
      logCall(request, offers, user.Id, status)
      return reply
        .code(response.status)
        .headers({ 'content-type': response.headers.get('content-type') ?? undefined, 'cache-control': 'no-store' })
        .send(await response.text())
    })
  })
}

/**
 * Returns whether a message has many values. The SDK would copy each, and write sentences about those that it does not
 * expect. The tool looks at the values of arguments, and has its own limits.
 */
const hasManyValues = (message: unknown): boolean => {
  const { params } = membersOf(message)
  const { arguments: args } = membersOf(params)
  let count = 0
  const isTooMuch = (value: unknown): boolean => {
    const inner = isObject(value) ? Object.values(value) : []
    count += inner.length
    return count > MAX_VALUES || (value !== args && inner.some(isTooMuch))
  }
  return isTooMuch(message)
}

const requestFor = ({ headers }: FastifyRequest): Request => {
  const sent = HEADERS.flatMap((name) => (headers[name] === undefined ? [] : [[name, String(headers[name])]]))
  return new Request('http://desk/mcp', { method: 'POST', headers: Object.fromEntries(sent) })
}

/**
 * Writes a line for the call of a tool, whatever LOG_LEVEL is, unless it is silent. The line has no content.
 * @param status of the answer; undefined if the arguments or the tool were refused
 */
const logCall = ({ body, log }: FastifyRequest, offers: readonly Offer[], user: number, status?: number) => {
  const { method, params } = membersOf(body)
  if (method !== 'tools/call') return
  const { name, arguments: args } = membersOf(params)
  const { blog } = membersOf(args)
  const tool = offers.find(({ tool }) => tool.name === name)?.tool.name
  log
    .child({}, { level: log.level === 'silent' ? 'silent' : 'info' })
    .info(
      { tool, user, ...(typeof blog === 'number' && { blog }), outcome: status ?? 'refused' },
      'call of an assistant'
    )
}

export default fp(assistants, { name: 'assistants', dependencies: ['authorization', 'documents', '@fastify/sensible'] })
